import * as z from "zod";

const Filter = z.object({
  search: z.string().trim().max(254).optional().catch(undefined),
  /** The address where the last page ended. */
  after: z.string().max(254).optional().catch(undefined),
});

/** The filter in an address; what is not one is left out. */
export function accountFilterOf(asked: URLSearchParams) {
  const { search, after } = Filter.parse(Object.fromEntries(asked));
  return { search: search || undefined, after: after || null };
}

/** The other way round. */
export function accountAddress({ search }: { search?: string }, after?: string): string {
  const fields = { search, after };
  const given = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined);
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
