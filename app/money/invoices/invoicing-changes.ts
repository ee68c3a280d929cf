import { secondPersonRefusal } from "~/accounts/second-person.ts";
import { NO_INVOICING } from "~/conference/invoicing.ts";
import type { Invoicing } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";
import { rateInWords } from "./tax.ts";

/** The longest time (days) that an invoice may stay open. */
export const MOST_INVOICE_DAYS = 90;

/** The labels of all fields, in the order in which the form asks for them. */
export const INVOICING_LABELS = {
  seller: "Who sends invoices",
  payTo: "How an invoice is paid",
  tax: "Taxes",
  taxRate: "Tax that prices include",
  taxNumber: "Tax number",
  days: "Days in which an invoice is due",
  secondPersonCents: "A second person confirms money above",
  writeOffCents: "A second person confirms a write-off above",
  moneyOutCents: "A second person confirms money out above",
} as const satisfies Record<keyof Invoicing, string>;

export const INVOICING_FIELDS = Object.keys(INVOICING_LABELS) as (keyof Invoicing)[];

/** All fields as people read them; the words of an unset field are empty. */
export const invoicingInWords = (says: Invoicing): { label: string; words: string }[] =>
  INVOICING_FIELDS.map((field) => ({ label: INVOICING_LABELS[field], words: inWords(says, field) }));

function inWords(says: Invoicing, field: keyof Invoicing): string {
  if (field === "secondPersonCents" || field === "writeOffCents" || field === "moneyOutCents")
    return dollars(says[field]);
  if (field === "taxRate") return says.taxRate === 0 ? "" : rateInWords(says.taxRate);
  return String(says[field]);
}

/** The old and the new value of a field, both as people read them. */
export type InvoicingChange = { label: string; from: string; to: string };

/** What a proposal changes. If nothing is in force yet (null), every field that the proposal sets is new. */
export const invoicingChanges = (inForce: Invoicing | null, proposed: Invoicing): InvoicingChange[] =>
  INVOICING_FIELDS.map((field) => ({
    label: INVOICING_LABELS[field],
    from: inWords(inForce ?? NO_INVOICING, field),
    to: inWords(proposed, field),
  })).filter(({ from, to }) => from !== to);

/** A proposed change. Times are real time, UTC ms. */
type Proposal = { proposedBy: string | null; proposedAt: number; replaces: number };

/**
 * Why somebody may not confirm a change. "moved": another version has come into force since the proposal. "left": the
 * proposer has lost the ability "money". "own": this person proposed the change. "new": when the change was proposed,
 * this person had not had the ability for long enough.
 *
 * @param standing.version the version in force; 0 for none.
 * @param standing.makerSince the time at which the proposer was given the ability; undefined if they do not have it.
 * @param standing.since the time at which this person was given the ability; undefined if they do not have it.
 */
export function proposalRefusal(
  { proposedBy, proposedAt, replaces }: Proposal,
  standing: { version: number; uid: string; since: number | undefined; makerSince: number | undefined },
): "moved" | "left" | "own" | "new" | null {
  const { version, uid, since, makerSince } = standing;
  if (version !== replaces) return "moved";
  if (makerSince === undefined || makerSince >= proposedAt) return "left";
  return secondPersonRefusal({ proposedBy, proposedAt }, { uid, since });
}

/**
 * A proposal that staff see on their home page until it is settled. `appliesAt` is when it takes effect without being
 * confirmed (UTC ms); null if somebody has to confirm it.
 */
export type ProposalAtHome = { edition: string; who: string; appliesAt: number | null };
