/** A search for accounts; by default sorted by address, ascending. */
export type AccountFilter = { search?: string; sort?: "-email" };

/** The address of a list with this filter. */
export function accountAddress({ search, sort }: AccountFilter, after?: string | null): string {
  const fields = { search, sort, after };
  const entries = Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1]));
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}
