import type { Catalogue, Selection } from "~/values/catalogue.ts";
import {
  type Decision,
  type LiveHoldingState,
  PASS_TYPES,
  type PassType,
  type Ruling,
} from "~/values/types.ts";
import { mayRegister } from "./eligibility.ts";
import { standingMessages } from "./messages.ts";

/** A pass or an add-on that a person holds, is paying for or is being refunded. */
export type LiveHolding = {
  item: string;
  passType: PassType;
  paymentId: string;
  title: string;
  variant: string | null;
  state: LiveHoldingState;
  /** Whether an award took something off the price. */
  isAwarded: boolean;
};

/** A pass that a person had and no longer has. */
export type FormerPass = {
  passType: PassType;
  paymentId: string;
  /** The e-mail address of the person to whom the pass was transferred; null if the pass was given up or refunded. */
  givenTo: string | null;
};

/** A pass that is offered to another person, with the facts that both its holder and that person may know. */
export type PassOffer = {
  id: string;
  title: string;
  /** The payment for the pass. */
  paymentId: string;
  /** The e-mail address of the person to whom the pass is offered. */
  email: string;
  /** UTC ms. */
  expiresAt: number;
  /** Whether the delegate makes the offer. If not, the pass is offered to the delegate. */
  isOwn: boolean;
};

/** A pass, with its add-ons, for which the delegate has asked another person to pay. */
export type AskedPayer = {
  id: string;
  passType: PassType;
  addOns: Selection;
  /** The other pass, if the delegate held it when they asked. */
  heldPass: PassType | null;
  email: string;
};

/** An offer from the waiting list, as its person sees it. Instants are UTC ms. */
export type WaitingOffer = {
  id: string;
  /** The pass for which the offer keeps a place. */
  passType: PassType;
  /** The last millisecond at which the offer can be taken. */
  endsAt: number;
};

/** Everything that determines whether a delegate may pay for a pass at a given moment. */
export type Standing = {
  catalogue: Catalogue;
  submittedAt: number | null;
  /** The decision, once the delegate may see it (rounds.ts); null before that, whatever is stored. */
  decision: Decision | null;
  /** The version of the agreement that is in force. */
  agreementVersion: number;
  /**
   * When the delegate accepted the agreement (specification: waiverDate); null if they have not, or if the version that
   * they accepted no longer counts.
   */
  waiverDate: number | null;
  /** The passes that the delegate has, is paying for or is being refunded. */
  passes: {
    passType: PassType;
    state: LiveHoldingState;
    /** Whether the pass is reserved for an invoice that is not paid yet. */
    isInvoiced?: boolean;
    /** Whether money for the pass's invoice has come in. */
    hasPart?: boolean;
    /** Whether all money for the pass's invoice has come in and is being confirmed. */
    isConfirming?: boolean;
    /** Whether another person has to pay the pass's invoice. */
    isForOther?: boolean;
  }[];
};

/**
 * Whether a delegate may accept the agreement. The application must be submitted, and the decision must allow some pass
 * (specification, sections 4 and 6). So nobody is asked to accept terms for a pass that they cannot have. Whoever holds
 * a pass may accept in any case, because they may buy add-ons for it.
 */
export function mayAcceptWaiver({
  catalogue,
  submittedAt,
  decision,
  passes,
}: Pick<Standing, "submittedAt" | "decision" | "passes"> & {
  catalogue: Pick<Catalogue, "tickets">;
}): Ruling {
  if (holdsAnyPass(passes)) return { allowed: true };
  if (submittedAt === null) return { allowed: false, reason: standingMessages.notSubmitted };
  const rulings = PASS_TYPES.map((id) => mayRegister(id, titleOf(catalogue, id), decision));
  // If both passes are refused, the reason shown is about the pass that is easier to get.
  return rulings.find(({ allowed }) => allowed) ?? mayRegister("gold", titleOf(catalogue, "gold"), decision);
}

export const holdsAnyPass = (passes: Pick<Standing["passes"][number], "state">[]): boolean =>
  passes.some(({ state }) => state === "held");

export const titleOf = ({ tickets }: Pick<Catalogue, "tickets">, id: PassType) =>
  tickets.find((ticket) => ticket.id === id)?.title ?? id;
