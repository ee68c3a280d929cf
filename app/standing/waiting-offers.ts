import type { HoldingState, PassType } from "~/values/types.ts";

/** An offer from the waiting list, as far as time and holdings decide what it is worth. The instants are UTC ms. */
export type MadeOffer = {
  passType: PassType;
  offeredAt: number;
  /** The last millisecond at which it can be taken. */
  endsAt: number;
  /** When its end was noted; null if it was not. */
  endedAt: number | null;
};

/** A pass that the person of an offer holds, pays for or held, of any kind. `since` is null if it was never held. */
export type PassOfPerson = { passType: PassType; state: HoldingState; since: number | null };

const isLive = ({ state }: PassOfPerson) => state !== "ended";

/** Whether a pass was held since the offer, and is gone. Then the offer is used up. */
const wasLost = ({ state, since }: PassOfPerson, { offeredAt }: MadeOffer) =>
  state === "ended" && since !== null && since >= offeredAt;

/**
 * Whether an offer stands at `now`, so that its person sees Accepted instead of Waitlisted: until it ends, while a
 * payment that began before that is open, and for as long as the pass is held. A pass that was given up uses it up.
 */
export const isOfferOn = (offer: MadeOffer, passes: readonly PassOfPerson[], now: number): boolean =>
  offer.endedAt === null &&
  (passes.some(isLive) || (now <= offer.endsAt && !passes.some((pass) => wasLost(pass, offer))));

/**
 * Whether an offer keeps a place free at `now`. It does not once its own pass is held or being paid for, because that
 * takes the place itself, nor once the other pass is held.
 */
export const keepsPlace = (offer: MadeOffer, passes: readonly PassOfPerson[], now: number): boolean =>
  offer.endedAt === null &&
  now <= offer.endsAt &&
  !passes.some(
    (pass) =>
      (isLive(pass) && (pass.passType === offer.passType || pass.state !== "pending")) ||
      wasLost(pass, offer),
  );
