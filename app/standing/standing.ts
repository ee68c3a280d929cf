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

/** A pass or an add-on that somebody has, is paying for or is being paid back for. */
export type LiveHolding = {
  item: string;
  passType: PassType;
  paymentId: string;
  title: string;
  variant: string | null;
  state: LiveHoldingState;
};

/** A pass that somebody had and no longer has. */
export type FormerPass = {
  passType: PassType;
  paymentId: string;
  /** The address of the person who got it by a transfer; null if it was given up or given back. */
  givenTo: string | null;
};

/** A pass that is on offer to another person, as both of them may know it. */
export type PassOffer = {
  id: string;
  title: string;
  /** The payment of the pass. */
  paymentId: string;
  /** The address to which it is offered. */
  email: string;
  /** UTC ms. */
  expiresAt: number;
  /** Whether the delegate offers it; otherwise it is offered to them. */
  isOwn: boolean;
};

/** A pass with its add-ons that the delegate has asked somebody else to pay for. */
export type AskedPayer = { id: string; passType: PassType; addOns: Selection; email: string };

/** Everything that decides whether a delegate may pay for a pass, at one moment. */
export type Standing = {
  catalogue: Catalogue;
  submittedAt: number | null;
  /** The decision, once the delegate may see it (rounds.ts); null before that, whatever is stored. */
  decision: Decision | null;
  /** The version of the agreement that is in force. */
  agreementVersion: number;
  /** When it was accepted, in a version that still counts (specification: waiverDate). */
  waiverDate: number | null;
  /** The passes that the delegate has, is paying for or is being paid back for. */
  passes: {
    passType: PassType;
    state: LiveHoldingState;
    /** Whether it is kept for an invoice that is not paid yet. */
    isInvoiced?: boolean;
    /** Whether another person pays that invoice. */
    isForOther?: boolean;
  }[];
};

/**
 * Whether a delegate may accept the agreement: the application must be submitted and the decision must allow
 * some pass (specification, sections 4 and 6). Nobody is asked to sign for a pass they cannot have.
 */
export function mayAcceptWaiver({
  catalogue,
  submittedAt,
  decision,
}: Pick<Standing, "submittedAt" | "decision"> & { catalogue: Pick<Catalogue, "tickets"> }): Ruling {
  if (submittedAt === null) return { allowed: false, reason: standingMessages.notSubmitted };
  const rulings = PASS_TYPES.map((id) => mayRegister(id, titleOf(catalogue, id), decision));
  // If both passes are refused, give the reason for the one that is easier to get.
  return rulings.find(({ allowed }) => allowed) ?? mayRegister("gold", titleOf(catalogue, "gold"), decision);
}

export const titleOf = ({ tickets }: Pick<Catalogue, "tickets">, id: PassType) =>
  tickets.find((ticket) => ticket.id === id)?.title ?? id;
