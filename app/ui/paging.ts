import { counted, grouped } from "~/values/words.ts";

/** How a list is sorted, as its address says it: "score" with the least first, "-score" with the greatest first. */
export type Sort<By extends string> = By | `-${By}`;

/** Where the heading of a column leads, and how it sorts the list now, if it does. */
export type SortLink = { href: string; direction: "ascending" | "descending" | undefined };

/**
 * Where the headings lead that sort a list: the one that sorts it turns it round, every other one begins with the
 * direction that its `first` sort says.
 *
 * @param sort how the list is sorted now.
 * @param first for each column that can sort, what its heading asks for first.
 * @param addressOf the address of the first page of the list, with its filter, sorted in this way.
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

/** How many rows a list has in all, as far as that is known: exactly, or more than so many. */
export type RowsInAll = { number: number; isMore: boolean };

/** What is found, where the only page that there is tells; null where one would have to count. */
export const foundOnPage = (rows: number, page: { isFirst: boolean; isLast: boolean }): RowsInAll | null =>
  page.isFirst && page.isLast ? { number: rows, isMore: false } : null;

/** What a list holds, above it: “128 payments, 50 shown”. Nothing where nobody knows more than the page shows. */
export function foundInWords(found: RowsInAll | null, shown: number, one: string, many = `${one}s`): string {
  if (found === null) return `${grouped(shown)} shown, and there are more`;
  const { number, isMore } = found;
  const all = isMore ? `More than ${counted(number, one, many)}` : counted(number, one, many);
  return number === shown && !isMore ? all : `${all}, ${grouped(shown)} shown`;
}

/** The field of the address of a row's page that holds the query of the list from which it was opened. */
const LIST = "list";

/** What follows the address of a row's page, so that it leads back to the list as it is: its query, if it has one. */
export const openedFrom = (query: string): string =>
  query === "" ? "" : `?${new URLSearchParams({ [LIST]: query.replace(/^\?/, "") })}`;

/** The same from the address of a page that was opened so, for the pages to which its forms lead. */
export const stillFrom = (url: string): string => openedFrom(new URL(url).searchParams.get(LIST) ?? "");

/** The id of a row's element in its list. */
export const rowId = (key: string | number): string => `row-${key}`;

/** The address of a list as it was when this row of it was opened, at the row. */
export function backTo(list: string, url: string, key: string | number): string {
  const query = new URL(url).searchParams.get(LIST);
  return `${list}${query ? `?${new URLSearchParams(query)}` : ""}#${rowId(key)}`;
}
