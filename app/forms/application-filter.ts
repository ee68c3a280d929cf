import * as z from "zod";
import { DECISIONS, ROUND_IDS } from "../domain/types.ts";

export const DECISION_CHOICES = ["undecided", ...DECISIONS] as const;

const Filter = z.object({
  show: z.enum(["mine", "everyone"]).optional().catch(undefined),
  search: z.string().trim().max(254).optional().catch(undefined),
  state: z.enum(["draft"]).optional().catch(undefined),
  round: z.enum(ROUND_IDS).optional().catch(undefined),
  decision: z.enum(DECISION_CHOICES).optional().catch(undefined),
  reviewed: z.enum(["yes", "no"]).optional().catch(undefined),
  order: z.enum(["score"]).optional().catch(undefined),
  /** Where the previous page ended: the value that the list is ordered by, and the uid. */
  after: z
    .string()
    .regex(/^\d{1,16}-[\w-]{1,64}$/)
    .optional()
    .catch(undefined),
});

/** Reads the filter from an address; invalid values are ignored. */
export function applicationFilterOf(params: URLSearchParams) {
  const { after, search, ...filter } = Filter.parse(Object.fromEntries(params));
  const [, key, uid] = /^(\d+)-(.+)$/.exec(after ?? "") ?? [];
  return {
    filter: { ...filter, search: search || undefined },
    after: key && uid ? { key: Number(key), uid } : null,
  };
}

/** The address of a list with this filter, with a question mark if anything follows it. */
export function applicationAddress(
  filter: Partial<ReturnType<typeof applicationFilterOf>["filter"]>,
  more: { after?: { key: number; uid: string } | null; from?: string } = {},
): string {
  const fields = { ...filter, from: more.from, after: more.after && `${more.after.key}-${more.after.uid}` };
  const entries = Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1]));
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}
