import { NO_INVOICING } from "~/conference/invoicing.ts";
import type { Invoicing } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";
import { rateInWords } from "./tax.ts";

/** `WAIT` in hours, as it is said. */
export const WAIT_HOURS = 72;

/**
 * A change holds so long (ms) after it was proposed if there is nobody to confirm it, and whoever confirms one has had
 * the ability for so long before: somebody who was added for the purpose is no quicker than waiting.
 */
export const WAIT = WAIT_HOURS * 60 * 60 * 1000;

/** The longest that an invoice is open. */
export const MOST_INVOICE_DAYS = 90;

/** What is said, in the order in which it is asked, and what it is called. */
export const INVOICING_LABELS = {
  seller: "Who sends invoices",
  payTo: "How an invoice is paid",
  tax: "Taxes",
  taxRate: "Tax that prices include",
  taxNumber: "Tax number",
  days: "Days in which an invoice is due",
  secondPersonCents: "A second person confirms money above",
  writeOffCents: "A second person confirms a write-off above",
} as const satisfies Record<keyof Invoicing, string>;

export const INVOICING_FIELDS = Object.keys(INVOICING_LABELS) as (keyof Invoicing)[];

/** All of it as people read it; empty for what is not said. */
export const invoicingInWords = (says: Invoicing): { label: string; words: string }[] =>
  INVOICING_FIELDS.map((field) => ({ label: INVOICING_LABELS[field], words: inWords(says, field) }));

function inWords(says: Invoicing, field: keyof Invoicing): string {
  if (field === "secondPersonCents" || field === "writeOffCents") return dollars(says[field]);
  if (field === "taxRate") return says.taxRate === 0 ? "" : rateInWords(says.taxRate);
  return String(says[field]);
}

/** One thing that another one replaces, both as people read them. */
export type InvoicingChange = { label: string; from: string; to: string };

/** What a proposal changes of what is in force; null if nothing is. */
export const invoicingChanges = (inForce: Invoicing | null, proposed: Invoicing): InvoicingChange[] =>
  INVOICING_FIELDS.map((field) => ({
    label: INVOICING_LABELS[field],
    from: inWords(inForce ?? NO_INVOICING, field),
    to: inWords(proposed, field),
  })).filter(({ from, to }) => from !== to);

/** A change that is proposed. Times are real, UTC ms. */
type Proposal = { proposedBy: string | null; proposedAt: number; replaces: number };

/**
 * Why somebody may not confirm a change: something else has come into force since, whoever proposed it has lost the
 * ability, they proposed it themselves, or they have not had the ability for long enough.
 *
 * @param standing.version the version in force, 0 for none.
 * @param standing.makerSince since when whoever proposed it has had the ability; undefined if they have not.
 * @param standing.since the same of who would confirm it.
 */
export function whyNotConfirmed(
  { proposedBy, proposedAt, replaces }: Proposal,
  standing: { version: number; uid: string; since: number | undefined; makerSince: number | undefined },
): "moved" | "left" | "own" | "new" | null {
  const { version, uid, since, makerSince } = standing;
  if (version !== replaces) return "moved";
  if (makerSince === undefined || makerSince >= proposedAt) return "left";
  if (proposedBy === uid) return "own";
  return since !== undefined && since < proposedAt - WAIT ? null : "new";
}

/** A proposal that somebody on the staff finds at home, until it is settled; when it holds by itself (UTC ms), or null. */
export type ProposalAtHome = { edition: string; who: string; appliesAt: number | null };
