import type { EditionDocument } from "./edition-document.ts";
import { day, type EditionField, time, valueAt, withValue } from "./edition-fields.ts";

/** One day or time of an edition, anywhere in the document. */
export type EditionDate = {
  /** The name of the date's field in a form, such as "rounds/early/deadline". */
  path: string;
  /** Such as "Early applications: deadline". */
  label: string;
  value: unknown;
  field: EditionField;
};

/** Every day and time of a document, in the order of its parts. */
export function datesOf({ deadlineZone, rounds, events, passes }: EditionDocument): EditionDate[] {
  const dated = (list: string, items: object[], names: [field: EditionField, words: string][]) =>
    items.flatMap((item) => {
      const { id, title, name } = item as { id: string; title?: string; name?: string };
      return names.flatMap(([field, words]) => {
        const value = valueAt(item as Record<string, unknown>, field.name);
        if (value === null || value === undefined) return [];
        return [{ path: `${list}/${id}/${field.name}`, label: `${title ?? name}: ${words}`, value, field }];
      });
    });
  const at = (name: string) => time(name, "", deadlineZone);
  return [
    ...dated("rounds", rounds, [
      [at("deadline"), "deadline"],
      [at("decisionRelease"), "decisions"],
    ]),
    ...dated("events", events, [
      [day("firstDay", ""), "first day"],
      [day("lastDay", ""), "last day"],
      [at("refundsUntil"), "refunds until"],
    ]),
    ...dated("passes", passes, [
      [at("saleFrom"), "sold from"],
      [at("saleUntil"), "sold until"],
      [at("payBy"), "to be paid by"],
    ]),
  ];
}

/**
 * Puts the dates that were typed into the document. Each date is found by its path, and a date that was not typed stays
 * as it was.
 *
 * @returns the changed document or, if a typed date is wrong, what is wrong with each date, by path.
 */
export function withDates(
  document: EditionDocument,
  typed: ReadonlyMap<string, string>,
): { document: EditionDocument } | { problems: Record<string, string> } {
  const problems: Record<string, string> = {};
  let changed = document;
  for (const { path, value, field } of datesOf(document)) {
    const text = typed.get(path);
    if (text === undefined || text === field.written(value)) continue;
    const read = field.read(text);
    if ("problem" in read) problems[path] = read.problem;
    else changed = withDate(changed, path, read.value);
  }
  return Object.keys(problems).length > 0 ? { problems } : { document: changed };
}

function withDate(document: EditionDocument, path: string, value: unknown): EditionDocument {
  const [list, id, name] = path.split("/") as ["rounds" | "events" | "passes", string, string];
  const items = document[list] as unknown as Record<string, unknown>[];
  return {
    ...document,
    [list]: items.map((item) => (item["id"] === id ? withValue(item, name, value) : item)),
  };
}
