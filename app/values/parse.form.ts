import { parseWithZod } from "@conform-to/zod/v4";
import * as z from "zod";
import { messages } from "./messages.ts";
import { instantAt } from "./times.ts";

/** What is wrong with a posted form: one sentence for each field concerned. */
export type Problems = Record<string, string>;

/** A posted form as its schema reads it; if the form is not valid, the problem with each field. */
export function parseForm<Schema extends z.ZodType>(
  schema: Schema,
  form: FormData,
): { request: z.output<Schema> } | { problems: Problems } {
  const submission = parseWithZod(form, { schema });
  if (submission.status === "success") return { request: submission.value };
  const problems = Object.entries(submission.reply().error ?? {});
  return {
    problems: Object.fromEntries(problems.map(([field, said]) => [field, said?.[0] ?? messages.required])),
  };
}

/** A datetime-local field, whose value is read as a time in the zone (UTC ms). */
export const timeIn = (zone: string) =>
  z.string({ error: messages.required }).transform((wall, issues) => {
    const at = instantAt(wall, zone);
    if (at === null) issues.addIssue({ code: "custom", message: messages.notATime });
    return at ?? 0;
  });

/** The version of the data from which the form was made; 0 if the form does not send a version. */
export function versionIn(form: FormData): number {
  const version = form.get("version");
  return typeof version === "string" && /^\d{1,9}$/.test(version) ? Number(version) : 0;
}

/** The fields as they were typed, to show them again. */
export const typedIn = <Field extends string>(form: FormData, fields: readonly Field[]) =>
  Object.fromEntries(fields.map((field) => [field, String(form.get(field) ?? "")])) as Record<Field, string>;
