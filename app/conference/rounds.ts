import type { Round } from "~/values/catalogue.ts";
import type { RoundId } from "~/values/types.ts";

/**
 * The round to which an instant belongs: the first one, in the given order, with a deadline that is not before the
 * instant (specification, section 4). `at` is UTC ms, and deadlines are inclusive. Null after the last deadline.
 */
export function roundOn<Period extends Pick<Round, "deadline">>(rounds: Period[], at: number): Period | null {
  return rounds.find((round) => at <= round.deadline) ?? null;
}

/**
 * `ownDeadline` (UTC ms) is a deadline that staff gave one person, later than the last deadline of the edition.
 * `lateRound` is the round in which the application counts if that person submits it after the last deadline. Both are
 * null for everybody else.
 */
export type OwnDeadline = { ownDeadline: number | null; lateRound: RoundId | null };

/**
 * The rounds as one person has them. If staff gave this person a later deadline, `lateRound` is open until that
 * deadline. If `lateRound` is the round that closes last, its deadline is replaced; otherwise it comes once more at the
 * end of the list. So every caller of `roundOn` follows the person's own deadline.
 */
export function ownRounds<Period extends Pick<Round, "id" | "deadline">>(
  rounds: Period[],
  { ownDeadline, lateRound }: OwnDeadline,
): Period[] {
  const last = lastToClose(rounds);
  const late = rounds.find(({ id }) => id === lateRound);
  if (!last || !late || ownDeadline === null || ownDeadline <= last.deadline) return rounds;
  const theirs = { ...late, deadline: ownDeadline };
  return late === last ? rounds.map((round) => (round === last ? theirs : round)) : [...rounds, theirs];
}

/**
 * A person's own deadline (UTC ms), as long as it is in force; null if they have none, or if the edition's last
 * deadline is now later.
 *
 * @param rounds the rounds as this person has them (`ownRounds`).
 */
export const deadlineInForce = (
  rounds: readonly Pick<Round, "deadline">[],
  ownDeadline: number | null,
): number | null => (lastToClose(rounds)?.deadline === ownDeadline ? ownDeadline : null);

/** The round with the latest deadline. It need not be the last one in the list. Undefined if there are no rounds. */
export const lastToClose = <Period extends Pick<Round, "deadline">>(
  rounds: readonly Period[],
): Period | undefined => rounds.find(({ deadline }) => rounds.every((other) => other.deadline <= deadline));

/**
 * Whether the delegate may see, at `now`, a decision that was set at `setAt` (both UTC ms). The `decisionRelease` of
 * its round must have passed. `aloneAt` is the time at which staff released this decision separately from its round;
 * null if they did not. The decision must have been set no later than the release of the round, or no later than
 * `aloneAt`. False without a round.
 */
export function isDecisionVisible(
  round: Round | null,
  setAt: number,
  now: number,
  aloneAt: number | null = null,
): boolean {
  if (round === null || now < round.decisionRelease) return false;
  return releasesOf(round, setAt, aloneAt).length > 0;
}

/**
 * The time (UTC ms) from which a visible decision could be seen. It is the round's `decisionRelease` or the first
 * release that covers the decision, whichever is later. `aloneAt` is the time at which staff released this decision
 * separately from its round; null if they did not.
 */
export const visibleFrom = (round: Releases, setAt: number, aloneAt: number | null = null): number =>
  Math.max(round.decisionRelease, Math.min(...releasesOf(round, setAt, aloneAt)));

type Releases = Pick<Round, "decisionRelease" | "releasedAt">;

/** The releases that cover a decision that was set at `setAt`. */
const releasesOf = ({ releasedAt }: Releases, setAt: number, aloneAt: number | null): number[] =>
  [releasedAt, aloneAt].filter((at) => at !== null && setAt <= at) as number[];

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
 * When the decisions will be released (UTC ms) for the round in which an application was submitted. Null if that time
 * has passed, or if the application belongs to no round. The result does not depend on any decision.
 */
export function releaseAhead(
  rounds: Pick<Round, "deadline" | "decisionRelease">[],
  submittedAt: number,
  now: number,
): number | null {
  const round = roundOn(rounds, submittedAt);
  return round && round.decisionRelease > now ? round.decisionRelease : null;
}
