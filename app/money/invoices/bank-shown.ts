import { entryMessages } from "~/money/payments/messages.ts";
import { dollars, MOST_ENTERED } from "~/values/money.ts";
import {
  type BankMatch,
  isTakenBack,
  type JudgedLine,
  type KnownInvoice,
  type KnownTaking,
  sumOf,
} from "./bank-matches.ts";
import { bankFileMessages as say } from "./messages.ts";

/** The group to which a line belongs on the page. Each group has a heading. */
export type BankGroup = "recorded" | "exact" | "look" | "before" | "none";

/** What a page says about a bank line: a few words, a sentence, and a link to its invoice or taking. */
export type ShownMatch = {
  group: BankGroup;
  tone: "success" | "warning" | "info" | "todo";
  words: string;
  sentence: string;
  link: BankLink | null;
};

/** A link to an invoice, or to money that was recorded for it. */
type BankLink = { href: string; words: string };

const invoiceHref = (orderId: string) => `/admin/payments/invoices/${orderId}`;
const toEntry = ({ orderId, id, number }: KnownTaking): BankLink => ({
  href: `${invoiceHref(orderId)}#${id}`,
  words: `The entry for ${number}`,
});

/** @param numberOf returns the number of one of the edition's invoices, in the form that people read. */
export function shownMatch(
  { match, currency }: Pick<JudgedLine, "match" | "currency">,
  numberOf: (invoice: KnownInvoice) => string,
): ShownMatch {
  const look = (words: string, sentence: string, invoice?: KnownInvoice): ShownMatch => ({
    ...{ group: "look", tone: "warning", words, sentence },
    link: invoice ? { href: invoiceHref(invoice.orderId), words: `Invoice ${numberOf(invoice)}` } : null,
  });
  switch (match.is) {
    case "exact": {
      const { invoice } = match;
      const sentence = say.exact(numberOf(invoice), invoice.buyerName);
      return { ...look("Matches", sentence, invoice), group: "exact", tone: "success" };
    }
    case "by name": {
      const { invoice } = match;
      return look("By name and amount", say.byName(numberOf(invoice), invoice.buyerName), invoice);
    }
    case "less":
    case "more": {
      const { invoice, byCents, is } = match;
      const words = is === "less" ? "A part" : "Too much";
      return look(
        words,
        say[is](numberOf(invoice), dollars(invoice.missingCents), dollars(byCents)),
        invoice,
      );
    }
    case "closed": {
      const { invoice } = match;
      return look("To give back", say.closed[closedState(invoice)](numberOf(invoice)), invoice);
    }
    case "waiting":
      return look("Waits for a second person", say.waits(numberOf(match.invoice)), match.invoice);
    case "foreign":
      return look("Not in dollars", say.foreign(numberOf(match.invoice), currency ?? ""), match.invoice);
    case "too large":
      return look("Too large", entryMessages.tooMuch(dollars(MOST_ENTERED)), match.invoice);
    case "same invoice":
      return look("Same invoice", say.sameInvoice(numberOf(match.invoice), match.line), match.invoice);
    case "several":
      return look("Several invoices", say.several(match.numbers));
    case "unknown number":
      return {
        ...look("No such invoice", say.unknownNumber(match.numbers)),
        link: { href: "/admin/payments/invoices", words: "All invoices" },
      };
    case "other edition":
      return look("Another conference", say.otherEdition(match.numbers));
    case "repeated":
      return { ...look("Duplicate", say.repeated(match.line)), group: "before", tone: "info" };
    case "duplicate": {
      const { amountCents, number, receivedOn } = match.of;
      const sentence = say.duplicate(dollars(amountCents), number, receivedOn);
      return { ...look("Duplicate", sentence), group: "before", tone: "info", link: toEntry(match.of) };
    }
    case "recorded":
      return shownRecorded(match);
    case "none":
      return { ...look("No invoice", say.none), group: "none", tone: "todo" };
  }
}

const closedState = ({ state }: KnownInvoice) =>
  state === "paid" || state === "given back" ? state : "ended";

function shownRecorded({ as, leftCents }: Extract<BankMatch, { is: "recorded" }>): ShownMatch {
  const [first] = as as [KnownTaking];
  const owedCents = sumOf(as.filter(({ state }) => state === "unwanted" || state === "unconfirmed"));
  const owed = owedCents > 0 ? ` ${say.owedOfIt(dollars(owedCents))}` : "";
  const left = leftCents > 0 ? ` ${say.leftOfIt(dollars(leftCents))}` : "";
  const isWaiting = as.some(({ state }) => state === "waiting" || state === "unconfirmed");
  const isBack = as.some(({ state }) => isTakenBack(state));
  return {
    ...{ group: "recorded", link: toEntry(first) },
    tone: isWaiting || isBack ? "warning" : "success",
    words: isBack ? "Taken back" : isWaiting ? "Waits for a second person" : "Recorded",
    sentence: `${say.recordedFor(dollars(sumOf(as)), first.number)}${owed}${left}`,
  };
}

export type BankWarning = { sentence: string; link: BankLink };

/**
 * A warning on a page: other money was recorded with the same reference, or money with this reference was recorded and
 * then taken back.
 */
export const shownWarning = (taking: KnownTaking): BankWarning => {
  const { reference, amountCents, number, receivedOn, state } = taking;
  const isBack = isTakenBack(state);
  const amount = dollars(amountCents);
  return {
    sentence: isBack
      ? say.takenBack(amount, number)
      : say.sameReference(reference, amount, number, receivedOn),
    link: toEntry(taking),
  };
};
