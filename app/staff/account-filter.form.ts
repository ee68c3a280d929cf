import * as z from "zod";

const Filter = z.object({
  search: z.string().trim().max(254).optional().catch(undefined),
  sort: z.enum(["-email"]).optional().catch(undefined),
  /** The last e-mail address of the previous page. */
  after: z.string().max(254).optional().catch(undefined),
});

/** Reads the filter from the page's address; invalid values are ignored. */
export function accountFilterOf(params: URLSearchParams) {
  const { search, sort, after } = Filter.parse(Object.fromEntries(params));
  return { filter: { search: search || undefined, sort }, after: after || null };
}
