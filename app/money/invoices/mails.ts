import { WAIT_HOURS } from "~/accounts/second-person.ts";
import { mailText } from "~/mail/mail-text.ts";
import type { InvoicingChange } from "./invoicing-changes.ts";

/** How long the invoice keeps places, and for how many people. */
type Kept = { due: string; people: number };

const places = (people: number) => (people === 1 ? "Your place is" : `The places of ${people} people are`);

/** Mails about invoices. */
export const invoiceMails = {
  issued: (amount: string, { due, people }: Kept, link: string) =>
    mailText(
      "Your invoice",
      `You have asked for an invoice of ${amount}. ${places(people)} kept until ${due}. Please pay the invoice by then.`,
      `The invoice, to print or to pass on: ${link}`,
      "If you did not ask for this invoice, please write to us.",
    ),
  reminder: (number: string, amount: string, { due, people }: Kept, link: string) =>
    mailText(
      `Your invoice ${number} is due soon`,
      `We have not received ${amount} yet. ${places(people)} kept until ${due}. After that the invoice ends. If you have paid in the last days, you do not need to do anything.`,
      `The invoice: ${link}`,
    ),
  part: (
    number: string,
    { came, missing }: { came: string; missing: string },
    { due, people }: Kept,
    link: string,
  ) =>
    mailText(
      `A part of your invoice ${number} is paid`,
      `We have got ${came}. ${missing} of the invoice is still missing, perhaps because a bank has kept a fee. Please pay the rest by ${due}. ${places(people)} kept until then.`,
      `The invoice, and how to pay: ${link}`,
    ),
  /** @param came the money that had come in before the invoice ended; null if none had. */
  ended: (number: string, people: number, came: string | null, link: string) =>
    mailText(
      `Your invoice ${number} has ended`,
      `The invoice was not paid${came ? " in full" : ""} by its due date, so ${places(people).toLowerCase()} no longer kept. Please do not pay this invoice any more.`,
      ...(came ? [`We have got ${came} for it. You get this money back.`] : []),
      `See here whether you can pay another way: ${link}`,
      "If you have already paid the invoice, please write to us.",
    ),
  recordedByMistake: (things: string, link: string) =>
    mailText(
      "A payment was recorded by mistake",
      `We recorded a payment for the ${things}. This was our mistake. We have corrected it: the ${things} ${things.includes(" and ") ? "are" : "is"} no longer valid.`,
      `All your payments, and how to pay: ${link}`,
      "If you have paid, please write to us at once.",
    ),
};

type Proposal = { edition: string; who: string; changes: InvoicingChange[] };

const changesIn = ({ changes }: Proposal) =>
  changes.map(
    ({ label, from, to }) => `${label}\nuntil now: ${from || "nothing"}\nproposed: ${to || "nothing"}`,
  );

/** Mails to the staff about what invoices say, and about the sums above which a second person confirms money. */
export const invoicingMails = {
  waits: (proposal: Proposal, link: string) =>
    mailText(
      "A change to what invoices say waits for a second person",
      `${proposal.who} has proposed this for the invoices of the ${proposal.edition}. Nothing has changed yet.`,
      ...changesIn(proposal),
      `Somebody else with “Money” can confirm it, once they know from ${proposal.who} that it is right; everybody with “Money” can withdraw it: ${link}`,
    ),
  applies: (proposal: Proposal, from: string, link: string) =>
    mailText(
      "What invoices say is about to change",
      `${proposal.who} has proposed this for the invoices of the ${proposal.edition}. Nobody else can confirm it, so it takes effect on ${from} unless it is withdrawn.`,
      ...changesIn(proposal),
      `If you did not expect this, ask ${proposal.who} today. Anybody with “Money” can withdraw the proposal until then: ${link}`,
    ),
  applied: (proposal: Proposal, by: string | null, link: string) =>
    mailText(
      "What invoices say has changed",
      `What ${proposal.who} has proposed for the invoices of the ${proposal.edition} is in force now. ${by ? `${by} has confirmed it.` : `Nobody could confirm it, and nobody has withdrawn it within ${WAIT_HOURS} hours.`}`,
      ...changesIn(proposal),
      `If this is not right, propose what was there before: ${link}`,
    ),
  withdrawn: (proposal: Proposal, by: string, link: string) =>
    mailText(
      "A change to what invoices say was withdrawn",
      `${by} has withdrawn what ${proposal.who} had proposed for the invoices of the ${proposal.edition}. Nothing has changed.`,
      `What is in force: ${link}`,
    ),
};
