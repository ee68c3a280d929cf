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

/** Everything that decides whether a delegate may pay for a pass, at one moment. */
export type Standing = {
  catalogue: Catalogue;
  submittedAt: number | null;
  /** The decision, once the delegate may see it (rounds.ts); null before that, whatever is stored. */
  decision: Decision | null;
  /** The version of the agreement that is in force. */
  agreementVersion: number;
  /** When that version was accepted (specification: waiverDate). */
  waiverDate: number | null;
  payments: { passType: PassType; state: PaymentState }[];
};

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
 * Whether a delegate may accept the agreement: the application must be submitted and the decision must allow
 * some pass (specification, sections 4 and 6). Nobody is asked to sign for a pass they cannot have.
 */
export function mayAcceptWaiver({
  catalogue,
  submittedAt,
  decision,
}: Pick<Standing, "submittedAt" | "decision"> & { catalogue: Pick<Catalogue, "tickets"> }): Ruling {
  if (submittedAt === null) return { allowed: false, reason: messages.notSubmitted };
  const rulings = PASS_TYPES.map((id) => mayRegister(id, titleOf(catalogue, id), decision));
  // If both passes are refused, give the reason for the one that is easier to get.
  return rulings.find(({ allowed }) => allowed) ?? mayRegister("gold", titleOf(catalogue, "gold"), decision);
}

const titleOf = ({ tickets }: Pick<Catalogue, "tickets">, id: PassType) =>
  tickets.find((ticket) => ticket.id === id)?.title ?? id;

/**
 * Where a delegate stands on the way to a pass (specification, sections 4 and 6). The page shows it, and the
 * payment checks it again.
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
  // The in-person pass includes the virtual one: without this check, somebody could pay for both at the same
  // time.
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
