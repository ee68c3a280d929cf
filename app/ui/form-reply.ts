/**
 * The reply to a refused form: the problem of each field, and the reason if the form was refused although the fields
 * are correct.
 */
type Refused = { problems: Record<string, string>; reason?: string };

/**
 * The problems of a refused form, for its error summary: first the reason, then the fields.
 *
 * @param fields the only fields to list, in this order; by default all, in the order of the reply.
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

/** Adds the field's label to each problem, for a summary that is read away from the fields. */
export const labelled = (problems: Problem[], labels: Partial<Record<string, string>>): Problem[] =>
  problems.map(({ message, ...problem }) => ({
    ...problem,
    message: [labels[problem.field ?? ""], message].filter(Boolean).join(": "),
  }));

/**
 * Returns a function that takes the name of a field and returns the field's attributes, with its value and its problem:
 * `{...field("title")}`.
 */
export const fieldsOf =
  <Name extends string>(values: Partial<Record<Name, string>>, problems: Record<string, string>) =>
  (name: Name) => ({ name, defaultValue: values[name], error: problems[name] });

/** One problem. `href` is used for a field on another page. */
export type Problem = { field?: string; href?: string; message: string };
