import type { Catalogue } from "./catalogue.ts";
import { mayRegister } from "./eligibility.ts";
import { messages } from "./messages.ts";
import {
  type Decision,
  LIVE_PAYMENT_STATES,
  OPEN_PAYMENT_STATES,
  PASS_TYPES,
  type PassType,
  type PaymentState,
  type Ruling,
} from "./types.ts";

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

/** Whether it can be paid for now, or once the waiver is accepted. */
export const isForSale = (
  stage: RegistrationStage | undefined,
): stage is Extract<RegistrationStage, { stage: "waiver" | "pay" }> =>
  stage?.stage === "waiver" || stage?.stage === "pay";

const UNDER_WAY: PaymentState[] = [...OPEN_PAYMENT_STATES, "refund_pending"];

/**
 * Whether the agreement may be accepted: by whoever has submitted and has a decision that allows some pass
 * (specification, sections 4 and 6). Nobody is asked to sign for a pass they cannot have.
 */
export function mayAcceptWaiver({
  catalogue,
  submittedAt,
  decision,
}: Pick<Standing, "submittedAt" | "decision"> & { catalogue: Pick<Catalogue, "tickets"> }): Ruling {
  if (submittedAt === null) return { allowed: false, reason: messages.notSubmitted };
  const rulings = PASS_TYPES.map((id) => mayRegister(id, titleOf(catalogue, id), decision));
  // Of two refusals, that of the pass which asks for less.
  return rulings.find(({ allowed }) => allowed) ?? mayRegister("gold", titleOf(catalogue, "gold"), decision);
}

const titleOf = ({ tickets }: Pick<Catalogue, "tickets">, id: PassType) =>
  tickets.find((ticket) => ticket.id === id)?.title ?? id;

/**
 * Where a delegate stands on the way to a pass (specification, sections 4 and 6). The page
 * shows this and the payment itself asks it again.
 */
export function registrationStage(passType: PassType, standing: Standing): RegistrationStage {
  const { catalogue, payments } = standing;
  const has = (id: PassType, states: PaymentState[]) =>
    payments.find((payment) => payment.passType === id && states.includes(payment.state));

  if (has(passType, ["captured"])) {
    return { stage: "held", reason: messages.alreadyRegistered(titleOf(catalogue, passType)) };
  }
  if (passType === "gold" && has("goldPlus", ["captured"])) {
    return {
      stage: "held",
      reason: messages.includedInPass(titleOf(catalogue, "gold"), titleOf(catalogue, "goldPlus")),
    };
  }
  // The virtual pass comes with the in-person one: while either is being paid, both could be paid for.
  const underWay =
    has(passType, UNDER_WAY) ??
    (passType === "gold" ? has("goldPlus", UNDER_WAY) : has("gold", [...OPEN_PAYMENT_STATES]));
  if (underWay) return { stage: "in progress", state: underWay.state };

  if (standing.submittedAt === null) return { stage: "refused", reason: messages.notSubmitted };
  const ruling = mayRegister(passType, titleOf(catalogue, passType), standing.decision);
  if (!ruling.allowed) return { stage: "refused", reason: ruling.reason };
  if (!catalogue.tickets.some((ticket) => ticket.id === passType && ticket.onSale)) {
    return { stage: "refused", reason: messages.notOnSale(titleOf(catalogue, passType)) };
  }
  return standing.waiverDate === null ? { stage: "waiver" } : { stage: "pay" };
}

/** The pass that is held already beside the one that is asked for, and is not credited to it; null for none. */
export function heldBeside(passType: PassType, payments: Standing["payments"]): PassType | null {
  const isHeld = payments.some((paid) => paid.passType === "gold" && paid.state === "captured");
  return passType === "goldPlus" && isHeld ? "gold" : null;
}

/**
 * States of a payment for the other pass in which this one cannot be paid for. The virtual pass comes with the
 * in-person one; the in-person one can be bought by somebody who holds the virtual one and was told so (`told`).
 */
export function statesInTheWay(passType: PassType, told: PassType | null): readonly PaymentState[] {
  if (passType === "gold") return LIVE_PAYMENT_STATES;
  return told === "gold" ? OPEN_PAYMENT_STATES : [...OPEN_PAYMENT_STATES, "captured"];
}
