import type { HoldingState, PassType } from "~/values/types.ts";

/** An offer from the waiting list, with the facts that decide whether it stands. The instants are UTC ms. */
export type MadeOffer = {
  passType: PassType;
  offeredAt: number;
  /** The last millisecond at which the offer can be taken. */
  endsAt: number;
  /** When the end of the offer was noted; null if it was not. */
  endedAt: number | null;
};

/**
 * A pass of any type that the person of an offer has, is paying for, or had before. `since` is null if it was never
 * held.
 */
export type PassOfPerson = { passType: PassType; state: HoldingState; since: number | null };

const isLive = ({ state }: PassOfPerson) => state !== "ended";

/** Whether the person has held this pass since the offer and no longer has it. If so, the offer is used up. */
const wasLost = ({ state, since }: PassOfPerson, { offeredAt }: MadeOffer) =>
  state === "ended" && since !== null && since >= offeredAt;

/**
 * Whether an offer stands at `now`, so that its person sees Accepted in place of Waitlisted. It stands until its end.
 * After that, it still stands while a payment that began before its end is open, or while the pass is held. If the pass
 * was given up, the offer is used up.
 */
export const isOfferOn = (offer: MadeOffer, passes: readonly PassOfPerson[], now: number): boolean =>
  offer.endedAt === null &&
  (passes.some(isLive) || (now <= offer.endsAt && !passes.some((pass) => wasLost(pass, offer))));

/**
 * Whether an offer keeps a place free at `now`. It keeps none if the offered pass is held or being paid for, because
 * that pass takes the place itself. It also keeps none if the other pass is held.
 */
export const keepsPlace = (offer: MadeOffer, passes: readonly PassOfPerson[], now: number): boolean =>
  offer.endedAt === null &&
  now <= offer.endsAt &&
  !passes.some(
    (pass) =>
      (isLive(pass) && (pass.passType === offer.passType || pass.state !== "pending")) ||
      wasLost(pass, offer),
  );
