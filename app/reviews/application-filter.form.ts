import * as z from "zod";
import { roundId } from "~/values/text.form.ts";
import { APPLICATION_SORTS, DECISION_CHOICES } from "./application-filter.ts";

const Filter = z.object({
  show: z.enum(["mine", "everyone"]).optional().catch(undefined),
  search: z.string().trim().max(254).optional().catch(undefined),
  state: z.enum(["draft"]).optional().catch(undefined),
  round: roundId.optional().catch(undefined),
  decision: z.enum(DECISION_CHOICES).optional().catch(undefined),
  reviewed: z.enum(["yes", "no"]).optional().catch(undefined),
  sort: z.enum(APPLICATION_SORTS).optional().catch(undefined),
  /** Where the previous page ended: the value by which the list is ordered, and the uid. */
  after: z
    .string()
    .regex(/^\d{1,16}-[\w-]{1,64}$/)
    .optional()
    .catch(undefined),
});

/** Reads the filter from a URL; invalid values are ignored. */
export function applicationFilterOf(params: URLSearchParams) {
  const { after, search, ...filter } = Filter.parse(Object.fromEntries(params));
  const [, key, id] = /^(\d+)-(.+)$/.exec(after ?? "") ?? [];
  return {
    filter: { ...filter, search: search || undefined },
    after: key && id ? { key: Number(key), id } : null,
  };
}
