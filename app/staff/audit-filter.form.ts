import * as z from "zod";
import { listQuery } from "~/ui/paging.ts";

const text = z.string().trim().max(254).optional().catch(undefined);

const Filter = z.object({
  who: text,
  what: text,
  object: text,
  /** The last entry of the previous page: its time and id. */
  after: z
    .string()
    .regex(/^\d{1,16}-[\w-]{1,40}$/)
    .optional()
    .catch(undefined),
});

/** Reads the filter from the page's address; invalid values are ignored. */
export function auditFilterOf(params: URLSearchParams) {
  const { who, what, object, after } = Filter.parse(Object.fromEntries(params));
  const [, at, id] = /^(\d+)-(.+)$/.exec(after ?? "") ?? [];
  return {
    filter: { who: who || undefined, what: what || undefined, object: object || undefined },
    after: at && id ? { at: Number(at), id } : null,
  };
}

/** The query string of the address of a list with this filter. */
export const auditAddress = (
  filter: Partial<ReturnType<typeof auditFilterOf>["filter"]>,
  after?: { at: number; id: string },
): string => listQuery({ ...filter, after: after && `${after.at}-${after.id}` });
