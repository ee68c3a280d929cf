import * as z from "zod";
import { plainText } from "~/values/plain-text.ts";
import type { Refused } from "~/values/types.ts";
import { tableMessages } from "./messages.ts";

/**
 * The table in a posted form: the chosen file or the pasted text. Only UTF-8 is accepted, because names and e-mail
 * addresses in another encoding would be misread without anybody noticing.
 */
export async function tableIn(form: FormData): Promise<{ title: string; text: string } | Refused<400>> {
  const file = form.get("file");
  const pasted = form.get("table");
  if (file instanceof File && file.size > 0) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      return { title: plainText(file.name).slice(-100), text: plainText(text) };
    } catch {
      return { refused: tableMessages.notUtf8, status: 400 };
    }
  }
  if (typeof pasted === "string" && pasted.trim() !== "") return { title: "Pasted table", text: pasted };
  return { refused: tableMessages.nothingGiven, status: 400 };
}

const After = z.coerce.number().int().min(0).catch(0).default(0);

/**
 * The lines of a plan to show. `chosen` is the value of the parameter `name`, which filters the lines. `after` is the
 * line after which the page begins. Invalid values are ignored.
 */
export const linesAskedFor = <const Choice extends string>(
  params: URLSearchParams,
  name?: string,
  choices: readonly Choice[] = [],
) => ({
  chosen: choices.find((choice) => name && choice === params.get(name)),
  after: After.parse(params.get("after") ?? undefined),
});
