import { beginOf, eventFor } from "~/conference/events.ts";
import { mayRegister } from "~/standing/eligibility.ts";
import { standingMessages } from "~/standing/messages.ts";
import { type LiveHolding, type Standing, titleOf } from "~/standing/standing.ts";
import type { Catalogue, PassEvent } from "~/values/catalogue.ts";
import { DAY } from "~/values/durations.ts";
import {
  type HoldingState,
  OPEN_REFUND_STATES,
  type PassType,
  type RefundState,
  type Ruling,
  type TransferState,
} from "~/values/types.ts";
import { transferMessages } from "./messages.ts";

/** How many days an offer stays open, unless the event begins first. */
const OFFER_DAYS = 7;

type Begins = Pick<PassEvent, "firstDay" | "timeZone">;

/** The last moment (UTC ms, inclusive) at which an offer made at `now` can be accepted. */
export const offerEnds = (event: Begins, now: number): number =>
  Math.min(now + OFFER_DAYS * DAY, (beginOf(event) ?? Number.POSITIVE_INFINITY) - 1);

/**
 * Whether somebody may offer their pass to another person. They may if no payment for the pass is under way, none of
 * its money is on its way back, no award has paid for any of it, and the event has not begun.
 */
export function mayTransfer(
  {
    things,
    isRefundUnderWay,
    isAwarded,
    isHere,
    event,
  }: {
    /** The holdings of the pass and of everything that goes with it, without holdings that have ended. */
    things: { state: HoldingState }[];
    /** Whether money is on its way back for a payment of one of these holdings. */
    isRefundUnderWay: boolean;
    /** Whether an award took something off the price. */
    isAwarded: boolean;
    /** Whether the pass belongs to the current edition. */
    isHere: boolean;
    event: Begins;
  },
  now: number,
): Ruling {
  const no = (reason: string): Ruling => ({ allowed: false, reason });
  if (!isHere) return no(transferMessages.notHere);
  if (isAwarded) return no(transferMessages.awarded);
  if (things.some(({ state }) => state === "pending")) return no(transferMessages.beingPaid);
  if (isRefundUnderWay || things.some(({ state }) => state === "ending")) {
    return no(transferMessages.onItsWayBack);
  }
  const begin = beginOf(event);
  if (begin !== null && now >= begin) return no(transferMessages.begun);
  return { allowed: true };
}

export type TakeOverStage = { stage: "refused"; reason: string } | { stage: "waiver" } | { stage: "accept" };

/**
 * Whether somebody may take over a pass that another person offers. They need the same right as a buyer (specification,
 * sections 4 and 6). The pass need not be on sale or have a place left, because it is already sold. They must not hold
 * a pass of their own, be paying for one, or be getting money back for one.
 */
export function takeOverStage(
  passType: PassType,
  {
    catalogue,
    submittedAt,
    decision,
    waiverDate,
    holdings,
  }: Pick<Standing, "submittedAt" | "decision" | "waiverDate"> & {
    catalogue: Pick<Standing["catalogue"], "tickets">;
    holdings: unknown[];
  },
): TakeOverStage {
  if (holdings.length > 0) return { stage: "refused", reason: transferMessages.haveOne };
  if (submittedAt === null) return { stage: "refused", reason: standingMessages.notSubmitted };
  const ruling = mayRegister(passType, titleOf(catalogue, passType), decision);
  if (!ruling.allowed) return { stage: "refused", reason: ruling.reason };
  return { stage: waiverDate === null ? "waiver" : "accept" };
}

/** The state of an offer now: an open offer whose time is up has expired. */
export const transferState = (
  { state, expiresAt }: { state: TransferState; expiresAt: number },
  now: number,
): TransferState => (state === "open" && now > expiresAt ? "expired" : state);

/** The passes of the current edition that somebody holds and may offer to another person now. */
export function transferable(
  {
    holdings,
    refunds,
    catalogue,
    events,
  }: {
    holdings: LiveHolding[];
    refunds: { paymentId: string; state: RefundState }[];
    catalogue: Pick<Catalogue, "tickets">;
    events: PassEvent[];
  },
  now: number,
): LiveHolding[] {
  return holdings.filter((pass) => {
    if (pass.item !== pass.passType || pass.state !== "held") return false;
    const things = holdings.filter(({ passType }) => passType === pass.passType);
    const isRefundUnderWay = refunds.some(
      ({ paymentId, state }) =>
        (OPEN_REFUND_STATES as readonly RefundState[]).includes(state) &&
        things.some((one) => one.paymentId === paymentId),
    );
    const event = eventFor({ ...catalogue, events }, pass.passType);
    const { isAwarded } = pass;
    return (
      event !== null && mayTransfer({ things, isRefundUnderWay, isAwarded, isHere: true, event }, now).allowed
    );
  });
}

/**
 * The page where the holder of a pass can offer it to somebody else; null if they hold none that they may offer. If
 * they may offer both passes, it is the page for the in-person pass.
 */
export function pathToTransfer(standing: Parameters<typeof transferable>[0], now: number): string | null {
  const passes = transferable(standing, now);
  const pass = passes.find(({ item }) => item === "goldPlus") ?? passes[0];
  return pass ? `/payment/${pass.paymentId}/transfer` : null;
}
