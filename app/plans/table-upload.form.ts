import * as z from "zod";
import { DECISION_LINE_STATES } from "~/values/types.ts";
import { tableMessages } from "./messages.ts";

/**
 * The table in a posted form: the chosen file, or the pasted text. Only UTF-8 is accepted, because names and
 * addresses in any other encoding would be misread without notice.
 */
export async function tableIn(
  form: FormData,
): Promise<{ title: string; text: string } | { problem: string }> {
  const file = form.get("file");
  const pasted = form.get("table");
  if (file instanceof File && file.size > 0) {
    try {
      const text = new TextDecoder("utf-8", { fatal: true }).decode(await file.arrayBuffer());
      return { title: file.name.slice(-100), text };
    } catch {
      return { problem: tableMessages.notUtf8 };
    }
  }
  if (typeof pasted === "string" && pasted.trim() !== "") return { title: "Pasted table", text: pasted };
  return { problem: tableMessages.nothingGiven };
}

const Filter = z.object({
  state: z.enum(DECISION_LINE_STATES).optional().catch(undefined),
  after: z.coerce.number().int().min(0).catch(0).default(0),
});

/** Which lines of a plan to show; invalid values are ignored. */
export const planFilterOf = (params: URLSearchParams) => Filter.parse(Object.fromEntries(params));
