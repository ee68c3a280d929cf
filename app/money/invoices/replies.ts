import type { Invoicing, Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import type { BankWarning } from "./bank-shown.ts";

/**
 * The reply to a form that asks for an invoice: what was typed, what is wrong, or the invoice that would be written.
 */
export type AskingReply = {
  values: { buyerName: string; buyerAddress: string; code: string };
  selection: Selection;
  problems: Record<string, string>;
  reason?: string;
  /** The invoice that would be written, for the person to confirm. */
  checked?: { lines: { title: string; amount: string }[]; total: string; intended: Record<string, number> };
};

/** The reply to the form for one invoice for several people: the buyer as typed, and what is wrong. */
export type BuyerReply = Pick<AskingReply, "problems" | "reason"> & {
  values: Pick<AskingReply["values"], "buyerName" | "buyerAddress">;
};

export type TakingField = "means" | "amount" | "reference" | "receivedOn" | "kind";

/** The reply to a form about money that came in: what was typed, what is wrong, or what the taking would do. */
export type TakingReply = {
  values: Record<TakingField, string>;
  /** The id of the taking that the form makes. */
  entry: string;
  problems: Record<string, string>;
  reason?: string;
  /** What recording the taking would do, for the person to confirm. */
  checked?: { sentences: string[]; label: string; warnings?: BankWarning[] };
  /** Why an action other than recording money was not done. */
  said?: string;
  /** Why the rest was not written off, and what was typed. */
  writingOff?: { reason: string; typed?: string };
  /** The taking whose withdrawal, return or reversal was refused, with the reason and what was typed. */
  settling?: { id: string; intent: "withdraw" | "return" | "reverse"; reason: string; typed?: string };
};

/** The reply to the form that sells a pass for cash. */
export type CashReply = Pick<TakingReply, "values" | "entry" | "problems" | "reason" | "checked"> & {
  passType: PassType;
  selection: Selection;
  heldPass?: PassType;
  /** The amounts that the page showed. */
  intended?: Record<string, number>;
};

export type InvoicingField = keyof Invoicing;

/** The reply of the page about what invoices say. */
export type InvoicingReply = {
  /** Why a proposal was not confirmed or withdrawn. */
  said?: string;
  /** The refused form for a proposal: the id that it carried, what was typed, and what is wrong. */
  form?: {
    id: string;
    /** The version that the form was made from. Absent if another version has come into force since. */
    version?: number;
    values: Record<InvoicingField, string>;
    problems: Record<string, string>;
    reason?: string;
  };
};
