import type { Catalogue } from "./catalogue.ts";
import { mayRegister } from "./eligibility.ts";
import { messages } from "./messages.ts";
import type { Decision, PassType, PaymentState } from "./types.ts";

/** All that decides whether a delegate may pay for a pass, as it is at one moment. */
export type Standing = {
  catalogue: Catalogue;
  submittedAt: number | null;
  /** Only once it may be seen (rounds.ts); null before that, whatever is stored. */
  decision: Decision | null;
  /** Version of the agreement in force. */
  agreementVersion: number;
  /** When that version was accepted (specification: waiverDate). */
  waiverDate: number | null;
  payments: { passType: PassType; state: PaymentState }[];
};

export type RegistrationStage =
  /** Not for this delegate, or not now. */
  | { stage: "refused"; reason: string }
  /** The pass is held, or comes with the one that is held: it cannot be paid for again. */
  | { stage: "held"; reason: string }
  /** A payment for it is under way or its outcome is being asked for. */
  | { stage: "in progress"; state: PaymentState }
  /** Everything but the waiver is there. */
  | { stage: "waiver" }
  | { stage: "pay" };

const UNDER_WAY: PaymentState[] = ["reserved", "charging", "unknown", "refund_pending"];

/**
 * Where a delegate stands on the way to a pass (specification, sections 4 and 6). The page
 * shows this and the payment itself asks it again.
 */
export function registrationStage(passType: PassType, standing: Standing): RegistrationStage {
  const { catalogue, payments } = standing;
  const titleOf = (id: PassType) => catalogue.tickets.find((ticket) => ticket.id === id)?.title ?? id;
  const has = (id: PassType, states: PaymentState[]) =>
    payments.find((payment) => payment.passType === id && states.includes(payment.state));

  if (has(passType, ["captured"])) {
    return { stage: "held", reason: messages.alreadyRegistered(titleOf(passType)) };
  }
  if (passType === "gold" && has("goldPlus", ["captured"])) {
    return { stage: "held", reason: messages.includedInPass(titleOf("gold"), titleOf("goldPlus")) };
  }
  // The virtual pass comes with the in-person one: while that is being paid, this would be paid twice.
  const underWay = has(passType, UNDER_WAY) ?? (passType === "gold" ? has("goldPlus", UNDER_WAY) : undefined);
  if (underWay) return { stage: "in progress", state: underWay.state };

  if (standing.submittedAt === null) return { stage: "refused", reason: messages.notSubmitted };
  const ruling = mayRegister(passType, titleOf(passType), standing.decision);
  if (!ruling.allowed) return { stage: "refused", reason: ruling.reason };
  if (!catalogue.tickets.some((ticket) => ticket.id === passType && ticket.onSale)) {
    return { stage: "refused", reason: messages.notOnSale(titleOf(passType)) };
  }
  return standing.waiverDate === null ? { stage: "waiver" } : { stage: "pay" };
}
