import type { Round } from "~/values/catalogue.ts";

/**
 * The round an instant belongs to: the first, in the order given, whose deadline it does not exceed
 * (specification, section 4). `at` is UTC ms, and deadlines are inclusive. Null after the last deadline.
 */
export function roundOn<Period extends Pick<Round, "deadline">>(rounds: Period[], at: number): Period | null {
  return rounds.find((round) => at <= round.deadline) ?? null;
}

/**
 * Whether the delegate may see a decision set at `setAt` at `now` (UTC ms both): its round's decisionRelease
 * has passed, and the release covers it. False without a round.
 */
export function isDecisionVisible(round: Round | null, setAt: number, now: number): boolean {
  if (round === null || round.releasedAt === null) return false;
  return round.decisionRelease <= now && setAt <= round.releasedAt;
}

/** From when the decisions of a round that is released may be seen (UTC ms). */
export const visibleFrom = ({
  decisionRelease,
  releasedAt,
}: Pick<Round, "decisionRelease" | "releasedAt">): number => Math.max(decisionRelease, releasedAt ?? 0);

/**
 * Whether a round is not released ("closed"), released but before its decisionRelease ("waiting"), or visible
 * to its delegates ("open") at `now` (UTC ms).
 */
export function releaseStage(
  { decisionRelease, releasedAt }: Pick<Round, "decisionRelease" | "releasedAt">,
  now: number,
): "closed" | "waiting" | "open" {
  if (releasedAt === null) return "closed";
  return now < decisionRelease ? "waiting" : "open";
}

/**
 * When the decisions of the round in which an application was submitted come out (UTC ms all); null once that has
 * passed, and without a round. It depends on no decision.
 */
export function releaseAhead(
  rounds: Pick<Round, "deadline" | "decisionRelease">[],
  submittedAt: number,
  now: number,
): number | null {
  const round = roundOn(rounds, submittedAt);
  return round && round.decisionRelease > now ? round.decisionRelease : null;
}
