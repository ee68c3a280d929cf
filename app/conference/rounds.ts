import type { Round } from "~/values/catalogue.ts";

/**
 * The round to which an instant belongs: the first one, in the given order, whose deadline is not before the instant
 * (specification, section 4). `at` is UTC ms, and deadlines are inclusive. Null after the last deadline.
 */
export function roundOn<Period extends Pick<Round, "deadline">>(rounds: Period[], at: number): Period | null {
  return rounds.find((round) => at <= round.deadline) ?? null;
}

/**
 * Whether the delegate may see, at `now`, a decision that was set at `setAt` (both UTC ms): the `decisionRelease` of
 * its round has passed, and the decision was set no later than the release of the round or than the release of this
 * person's decision alone, at `aloneAt`. False without a round.
 */
export function isDecisionVisible(
  round: Round | null,
  setAt: number,
  now: number,
  aloneAt: number | null = null,
): boolean {
  if (round === null || now < round.decisionRelease) return false;
  return [round.releasedAt, aloneAt].some((releasedAt) => releasedAt !== null && setAt <= releasedAt);
}

/**
 * The time (UTC ms) from which the decisions of a released round may be seen, or the one that was released alone at
 * `aloneAt`.
 */
export const visibleFrom = (
  { decisionRelease, releasedAt }: Pick<Round, "decisionRelease" | "releasedAt">,
  aloneAt: number | null = null,
): number => Math.max(decisionRelease, releasedAt ?? 0, aloneAt ?? 0);

/**
 * The state of a round's release at `now` (UTC ms): not released ("closed"), released although its `decisionRelease` is
 * still to come ("waiting"), or with its decisions visible ("open").
 */
export function releaseStage(
  { decisionRelease, releasedAt }: Pick<Round, "decisionRelease" | "releasedAt">,
  now: number,
): "closed" | "waiting" | "open" {
  if (releasedAt === null) return "closed";
  return now < decisionRelease ? "waiting" : "open";
}

/**
 * When the decisions will be released (UTC ms) for the round in which an application was submitted; null if that time
 * has passed, or if there is no such round. This does not depend on any decision.
 */
export function releaseAhead(
  rounds: Pick<Round, "deadline" | "decisionRelease">[],
  submittedAt: number,
  now: number,
): number | null {
  const round = roundOn(rounds, submittedAt);
  return round && round.decisionRelease > now ? round.decisionRelease : null;
}
