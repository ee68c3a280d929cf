import { grouped, quantity } from "~/values/words.ts";

/** The order of a list, as its address has it: "score" for the least first, "-score" for the greatest first. */
export type Sort<By extends string> = By | `-${By}`;

/** The address that the heading of a column leads to, and how that column sorts the list now, if it does. */
export type SortLink = { href: string; direction: "ascending" | "descending" | undefined };

/**
 * The addresses that the sorting headings lead to. The heading that sorts the list now reverses the order. Every
 * other one begins with the direction in `first`.
 *
 * @param sort how the list is sorted now.
 * @param first for each column that can sort, what its heading asks for first.
 * @param addressOf the address of the first page of the list, with its filter, in this order.
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

/** Whether the least comes first. */
export const isAscending = (sort: string): boolean => !sort.startsWith("-");

/** The number of all rows of a list, as far as it is known: exactly, or more than a number. */
export type RowsInAll = { number: number; isMore: boolean };

/** The number of rows that were found, if a single page has all of them; null if somebody would have to count. */
export const foundOnPage = (rows: number, page: { isFirst: boolean; isLast: boolean }): RowsInAll | null =>
  page.isFirst && page.isLast ? { number: rows, isMore: false } : null;

/**
 * The line above a list: “128 payments, 50 shown” or, without a number of all rows, “50 shown, and there are more”.
 */
export function foundInWords(found: RowsInAll | null, shown: number, one: string, many = `${one}s`): string {
  if (found === null) return `${grouped(shown)} shown, and there are more`;
  const { number, isMore } = found;
  const all = isMore ? `More than ${quantity(number, one, many)}` : quantity(number, one, many);
  return number === shown && !isMore ? all : `${all}, ${grouped(shown)} shown`;
}

/**
 * The query of a list's address, "?" before it: the fields of its filter that are filled in, and where its page begins.
 * "" for the first page of everything.
 */
export function listQuery(fields: Record<string, string | number | null | undefined>): string {
  const filled = Object.entries(fields).flatMap(([name, value]) => (value ? [[name, String(value)]] : []));
  return filled.length === 0 ? "" : `?${new URLSearchParams(filled)}`;
}

/** The field, in the address of a row's page, that holds the query of the list it was opened from. */
const LIST = "list";

/**
 * What is added to the address of a row's page so that it leads back to the list as it is now: the list's query, if
 * it has one.
 */
export const openedFrom = (query: string): string =>
  query === "" ? "" : `?${new URLSearchParams({ [LIST]: query.replace(/^\?/, "") })}`;

/** The same, taken from the address of a page that was opened like that, for the pages that its forms lead to. */
export const stillFrom = (url: string): string => openedFrom(new URL(url).searchParams.get(LIST) ?? "");

/** The id of a row's element in its list. */
export const rowId = (key: string | number): string => `row-${key}`;

/** The address of a list as it was when a row of it was opened, at that row. */
export function backTo(list: string, url: string, key: string | number): string {
  const query = new URL(url).searchParams.get(LIST);
  return `${list}${query ? `?${new URLSearchParams(query)}` : ""}#${rowId(key)}`;
}
