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
  /** Where the last page ended: what the list is ordered by, and the uid. */
  after: z
    .string()
    .regex(/^\d{1,16}-[\w-]{1,64}$/)
    .optional()
    .catch(undefined),
});

/** The filter in an address; what is not one is left out. */
export function applicationFilterOf(asked: URLSearchParams) {
  const { after, search, ...filter } = Filter.parse(Object.fromEntries(asked));
  const [, key, uid] = /^(\d+)-(.+)$/.exec(after ?? "") ?? [];
  return {
    filter: { ...filter, search: search || undefined },
    after: key && uid ? { key: Number(key), uid } : null,
  };
}

/** The other way round, with the question mark where there is something behind it. */
export function applicationAddress(
  filter: Partial<ReturnType<typeof applicationFilterOf>["filter"]>,
  more: { after?: { key: number; uid: string } | null; from?: string } = {},
): string {
  const fields = { ...filter, from: more.from, after: more.after && `${more.after.key}-${more.after.uid}` };
  const given = Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1]));
  return given.length > 0 ? `?${new URLSearchParams(given)}` : "";
}
