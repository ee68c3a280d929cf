import { isDecisionVisible, visibleFrom } from "~/conference/rounds.ts";
import type { Round } from "~/values/catalogue.ts";
import type { FormerDecision } from "~/values/shapes.ts";
import type { Decision } from "~/values/types.ts";

/** A decision as it is stored. The instants are UTC ms on the portal's clock. */
export type StoredDecision = {
  decision: Decision;
  setAt: number;
  toldAt: number | null;
  /** When the decision was released separately from its round; null if it was not. */
  releasedAt: number | null;
  /** The decision that the delegate could see before this one was set; null for none. */
  former: FormerDecision | null;
};

/**
 * The version of a decision that its delegate may see at `now` (UTC ms). That is the newest version if it is released,
 * otherwise the version that they could see before the newest was set. Null if they may see neither. `toldAt` is when
 * the delegate was told, or when they could first see the version.
 *
 * @param offer the person's offer from the waiting list, if it stands at `now`; otherwise null. With an offer, a
 *   delegate sees Accepted in place of Waitlisted, from the time of the offer.
 */
export function seenVersion(
  round: Round | null,
  { former, releasedAt, ...newest }: StoredDecision,
  now: number,
  offer: { offeredAt: number } | null = null,
): { decision: Decision; setAt: number; toldAt: number; isOffered?: true } | null {
  const seen = [newest, former].find(
    (version) => version !== null && isDecisionVisible(round, version.setAt, now, releasedAt),
  );
  if (!seen) return null;
  const { decision, setAt, toldAt } = seen;
  if (decision === "Waitlisted" && offer) {
    return { decision: "Accepted", setAt: offer.offeredAt, toldAt: offer.offeredAt, isOffered: true };
  }
  return { decision, setAt, toldAt: toldAt ?? visibleFrom(round!, setAt, releasedAt) };
}
