import type { Problem } from "./error-summary.tsx";

/** What is wrong with a form: by the names of its fields, and why it was refused although they are fine. */
type Refused = { problems: Record<string, string>; reason?: string };

/**
 * A refused form for its error summary: the reason first, then field by field.
 *
 * @param fields in whose order, and the only ones to name; by default all, as they come.
 */
export function problemsOf(reply: Refused | undefined, fields?: readonly string[]): Problem[] {
  if (!reply) return [];
  const { reason, problems } = reply;
  return [
    ...(reason ? [{ message: reason }] : []),
    ...(fields ?? Object.keys(problems)).flatMap((field) =>
      problems[field] ? [{ field, message: problems[field] }] : [],
    ),
  ];
}

/** The problems with what their fields are called, for a summary that is read away from them. */
export const labelled = (problems: Problem[], labels: Partial<Record<string, string>>): Problem[] =>
  problems.map(({ message, ...problem }) => ({
    ...problem,
    message: [labels[problem.field ?? ""], message].filter(Boolean).join(": "),
  }));

/** By a field's name the attributes that fill it in and say what is wrong with it: `{...field("title")}`. */
export const fieldsOf =
  <Name extends string>(values: Partial<Record<Name, string>>, problems: Record<string, string>) =>
  (name: Name) => ({ name, defaultValue: values[name], error: problems[name] });
