import { mailText } from "~/mail/mail-text.ts";
import type { HandMeans } from "~/values/types.ts";

/** Placeholders in a receipt's text, which are filled in for each payment. */
export const RECEIPT = {
  name: "{name}",
  paid: "{paid}",
  amount: "{amount}",
  credit: "{credit}",
  things: "{things}",
  /** The pass, and the event that it admits to. */
  pass: "{pass}",
  /** The reference by which staff find the payment, and the id in the address of the payment's page. */
  reference: "{reference}",
  id: "{payment}",
} as const;

/** Mails about payments for passes. */
export const paymentMails = {
  /** A text with placeholders, which are filled in for each payment: see `RECEIPT`. */
  receipt: (link: string) =>
    mailText(
      "Your receipt",
      `Dear ${RECEIPT.name},`,
      `${RECEIPT.paid} Thank you, and welcome to the conference.`,
      `Your pass: ${RECEIPT.pass}`,
      `Reference: ${RECEIPT.reference}`,
      `Your receipt, to print or to keep: ${link}`,
    ),
  /** What was paid: money, credit, both, or nothing. */
  paid: {
    money: (amount: string, things: string, means?: HandMeans) =>
      `We have received ${amount}${byMeans(means)} for your ${things}.`,
    both: (amount: string, things: string, credit: string, means?: HandMeans) =>
      `We have received ${amount}${byMeans(means)} for your ${things}. We used ${credit} of your credit for the rest.`,
    credit: (things: string, credit: string) => `We used ${credit} of your credit for your ${things}.`,
    nothing: (things: string) => `You have your ${things}. There was nothing to pay.`,
  },
  paidForYou: (link: string) =>
    mailText(
      "Your pass was paid for",
      "The person you asked has paid for your pass. Welcome to the conference.",
      `Your receipt, to print or to keep: ${link}`,
    ),
  orderReceipt: (link: string, means?: HandMeans) =>
    mailText(
      "Your receipt",
      `We have received your payment${byMeans(means)} for the people who asked you to pay. Thank you.`,
      `Your receipt, with all the people you paid for: ${link}`,
    ),
};

const byMeans = (means: HandMeans | undefined): string =>
  means ? (means === "cash" ? " in cash" : " by bank transfer") : "";
