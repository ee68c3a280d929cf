import { listQuery } from "~/ui/paging.ts";

/** A search for accounts; by default sorted by address, ascending. */
export type AccountFilter = { search?: string; sort?: "-email" };

/** The query string of a list with this filter. */
export const accountAddress = (filter: AccountFilter, after?: string | null): string =>
  listQuery({ ...filter, after });
