import { listQuery } from "~/ui/paging.ts";
import { DECISIONS, type Decision, type RoundId } from "~/values/types.ts";

export const DECISION_CHOICES = ["undecided", ...DECISIONS] as const;

/** The query string of a list with this filter. */
export const applicationAddress = (
  filter: ApplicationFilter,
  { after, from }: { after?: { key: number; id: string } | null; from?: string } = {},
): string => listQuery({ ...filter, from, after: after && `${after.key}-${after.id}` });

/** How a list can be sorted, apart from newest first. */
export const APPLICATION_SORTS = ["submitted", "score", "-score"] as const;
type ApplicationSort = (typeof APPLICATION_SORTS)[number];

/** A reader's search. Without `state` it finds submitted applications; without `sort`, the newest come first. */
export type ApplicationFilter = {
  show?: "mine" | "everyone";
  /** Words of a name, or the beginning of an e-mail address. */
  search?: string;
  state?: "draft";
  round?: RoundId;
  decision?: Decision | "undecided";
  /** Whether the person who asks has reviewed the application. */
  reviewed?: "yes" | "no";
  /** If absent, the newest come first. A list sorted by score contains only applications that have a score. */
  sort?: ApplicationSort;
};
