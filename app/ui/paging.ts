import { grouped, quantity } from "~/values/words.ts";

/**
 * The order of a list as it is written in the address: "score" if the smallest comes first, "-score" if the greatest
 * comes first.
 */
export type Sort<By extends string> = By | `-${By}`;

/**
 * `href` is the address to which the heading of a column leads. `direction` is set if the list is sorted by this column
 * at present.
 */
export type SortLink = { href: string; direction: "ascending" | "descending" | undefined };

/**
 * The addresses to which the sorting headings lead. The heading by which the list is sorted at present reverses the
 * order. Every other heading starts with the order in `first`.
 *
 * @param sort how the list is sorted at present.
 * @param first for each column that can sort, the order with which its heading starts.
 * @param addressOf the address of the first page of the list, with its filter, in a given order.
 */
export function sortLinks<By extends string>(
  sort: Sort<By>,
  first: Record<By, Sort<By>>,
  addressOf: (sort: Sort<By>) => string,
): Record<By, SortLink> {
  const linkOf = (by: By): SortLink => {
    if (sort === by) return { href: addressOf(`-${by}`), direction: "ascending" };
    if (sort === `-${by}`) return { href: addressOf(by), direction: "descending" };
    return { href: addressOf(first[by]), direction: undefined };
  };
  const columns = Object.keys(first) as By[];
  return Object.fromEntries(columns.map((by) => [by, linkOf(by)])) as Record<By, SortLink>;
}

/** Whether the smallest comes first. */
export const isAscending = (sort: string): boolean => !sort.startsWith("-");

/** The number of rows in the whole list, as far as it is known: an exact number, or more than `number`. */
export type RowsInAll = { number: number; isMore: boolean };

/** The number of rows that were found, if a single page shows all of them; null if they would have to be counted. */
export const foundOnPage = (rows: number, page: { isFirst: boolean; isLast: boolean }): RowsInAll | null =>
  page.isFirst && page.isLast ? { number: rows, isMore: false } : null;

/**
 * The line above a list: “128 payments, 50 shown”, or “50 shown, and there are more” if the number of all rows is not
 * known.
 */
export function foundInWords(found: RowsInAll | null, shown: number, one: string, many = `${one}s`): string {
  if (found === null) return `${grouped(shown)} shown, and there are more`;
  const { number, isMore } = found;
  const all = isMore ? `More than ${quantity(number, one, many)}` : quantity(number, one, many);
  return number === shown && !isMore ? all : `${all}, ${grouped(shown)} shown`;
}

/**
 * The query of a list's address, including the "?": the fields of its filter that are filled in, and where its page
 * begins. "" for the first page of the unfiltered list.
 */
export function listQuery(fields: Record<string, string | number | null | undefined>): string {
  const filled = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return filled.length === 0 ? "" : `?${new URLSearchParams(filled)}`;
}

/** A parameter in the address of a row's page. It contains the query of the list from which the page was opened. */
const LIST = "list";

/**
 * The part that is added to the address of a row's page. It contains the query of the list, so that the page can lead
 * back to the list in its present state. Empty if the list has no query.
 */
export const openedFrom = (query: string): string =>
  query === "" ? "" : `?${new URLSearchParams({ [LIST]: query.replace(/^\?/, "") })}`;

/**
 * Like `openedFrom`, for the address to which a form on a row's page redirects. The query of the list is taken from
 * `url`, the address of the row's page.
 */
export const stillFrom = (url: string): string => openedFrom(new URL(url).searchParams.get(LIST) ?? "");

/** The id of a row's element in its list. */
export const rowId = (key: string | number): string => `row-${key}`;

/**
 * The address that leads back to the list from which a row was opened. It leads to that row, and shows the list as it
 * was then.
 */
export function backTo(list: string, url: string, key: string | number): string {
  const query = new URL(url).searchParams.get(LIST);
  return `${list}${query ? `?${new URLSearchParams(query)}` : ""}#${rowId(key)}`;
}
