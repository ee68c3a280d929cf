import * as z from "zod";
import { listQuery } from "~/ui/paging.ts";

const Filter = z.object({
  search: z.string().trim().max(200).optional().catch(undefined),
  category: z
    .string()
    .regex(/^[a-z0-9-]{1,80}$/)
    .optional()
    .catch(undefined),
  /** The last video of the previous page: a number (its time or place) and its id. */
  after: z
    .string()
    .regex(/^\d{1,16}-[\w-]{1,60}$/)
    .optional()
    .catch(undefined),
});

/** Reads the filter from a URL; invalid values are ignored. */
export function lectureFilterOf(params: URLSearchParams) {
  const { search, category, after } = Filter.parse(Object.fromEntries(params));
  const split = after?.indexOf("-") ?? -1;
  return {
    filter: { search: search || undefined, category },
    after: after ? { place: Number(after.slice(0, split)), id: after.slice(split + 1) } : null,
  };
}

/** The query string of the address of a list with this filter. */
export const lecturesAddress = (
  filter: { search?: string | undefined; category?: string | undefined },
  after?: { place: number; id: string } | null,
): string => listQuery({ ...filter, after: after && `${after.place}-${after.id}` });
