import { DECISIONS, type Decision, type RoundId } from "~/values/types.ts";

export const DECISION_CHOICES = ["undecided", ...DECISIONS] as const;

/** The URL of a list with this filter; it ends with a question mark only if parameters follow. */
export function applicationAddress(
  filter: ApplicationFilter,
  more: { after?: { key: number; id: string } | null; from?: string } = {},
): string {
  const fields = { ...filter, from: more.from, after: more.after && `${more.after.key}-${more.after.id}` };
  const entries = Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1]));
  return entries.length > 0 ? `?${new URLSearchParams(entries)}` : "";
}

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
