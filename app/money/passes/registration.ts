import { mayRegister } from "~/standing/eligibility.ts";
import { standingMessages } from "~/standing/messages.ts";
import { type Standing, titleOf } from "~/standing/standing.ts";
import {
  LIVE_PAYMENT_STATES,
  OPEN_PAYMENT_STATES,
  type PassType,
  type PaymentState,
} from "~/values/types.ts";
import { passMessages } from "./messages.ts";

export type RegistrationStage =
  /** The delegate may not buy the pass, or not now. */
  | { stage: "refused"; reason: string }
  /** The delegate holds the pass, or one that includes it, so it cannot be paid for again. */
  | { stage: "held"; reason: string }
  /** A payment for it is under way, or its outcome is not known yet. */
  | { stage: "in progress"; state: PaymentState }
  /** Only the waiver is missing. */
  | { stage: "waiver" }
  | { stage: "pay" };

/** Whether a pass can be paid for, now or once the waiver is accepted. */
export const isForSale = (
  stage: RegistrationStage | undefined,
): stage is Extract<RegistrationStage, { stage: "waiver" | "pay" }> =>
  stage?.stage === "waiver" || stage?.stage === "pay";

const UNDER_WAY: PaymentState[] = [...OPEN_PAYMENT_STATES, "refund_pending"];

/**
 * Where a delegate stands on the way to a pass (specification, sections 4 and 6). The page shows it, and the
 * payment checks it again.
 */
export function registrationStage(passType: PassType, standing: Standing): RegistrationStage {
  const { catalogue, payments } = standing;
  const has = (id: PassType, states: PaymentState[]) =>
    payments.find((payment) => payment.passType === id && states.includes(payment.state));

  if (has(passType, ["captured"])) {
    return { stage: "held", reason: passMessages.alreadyRegistered(titleOf(catalogue, passType)) };
  }
  if (passType === "gold" && has("goldPlus", ["captured"])) {
    return {
      stage: "held",
      reason: passMessages.includedInPass(titleOf(catalogue, "gold"), titleOf(catalogue, "goldPlus")),
    };
  }
  // The in-person pass includes the virtual one: without this check, somebody could pay for both at the same
  // time.
  const underWay =
    has(passType, UNDER_WAY) ??
    (passType === "gold" ? has("goldPlus", UNDER_WAY) : has("gold", [...OPEN_PAYMENT_STATES]));
  if (underWay) return { stage: "in progress", state: underWay.state };

  if (standing.submittedAt === null) return { stage: "refused", reason: standingMessages.notSubmitted };
  const ruling = mayRegister(passType, titleOf(catalogue, passType), standing.decision);
  if (!ruling.allowed) return { stage: "refused", reason: ruling.reason };
  if (!catalogue.tickets.some((ticket) => ticket.id === passType && ticket.onSale)) {
    return { stage: "refused", reason: passMessages.notOnSale(titleOf(catalogue, passType)) };
  }
  return standing.waiverDate === null ? { stage: "waiver" } : { stage: "pay" };
}

/** The other pass that the delegate already holds and whose price is not credited to this one, or null. */
export function heldBeside(passType: PassType, payments: Standing["payments"]): PassType | null {
  const isHeld = payments.some((paid) => paid.passType === "gold" && paid.state === "captured");
  return passType === "goldPlus" && isHeld ? "gold" : null;
}

/**
 * The states of a payment for the other pass that prevent paying for this one. The in-person pass includes
 * the virtual one. Somebody who holds the virtual pass can buy the in-person one only after the page has told
 * them so: `told` is the pass it named.
 */
export function statesInTheWay(passType: PassType, told: PassType | null): readonly PaymentState[] {
  if (passType === "gold") return LIVE_PAYMENT_STATES;
  return told === "gold" ? OPEN_PAYMENT_STATES : [...OPEN_PAYMENT_STATES, "captured"];
}
