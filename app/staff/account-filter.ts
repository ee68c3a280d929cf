import { listQuery } from "~/ui/paging.ts";

/** A search for accounts. By default, they are sorted by address, ascending. */
export type AccountFilter = { search?: string; sort?: "-email" };

/** The query string of the address of a list with this filter. */
export const accountAddress = (filter: AccountFilter, after?: string | null): string =>
  listQuery({ ...filter, after });
