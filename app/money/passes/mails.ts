import { mailText } from "~/mail/mail-text.ts";
import { dollars } from "~/values/money.ts";
import type { HandMeans } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { type Back, partsOf } from "./refunds.ts";

/** What stands in a receipt's text for what each payment says. */
export const RECEIPT = {
  name: "{name}",
  paid: "{paid}",
  amount: "{amount}",
  credit: "{credit}",
  things: "{things}",
  /** What the payment is for. */
  pass: "{pass}",
  /** By which staff find it, and by which its page is found. */
  reference: "{reference}",
  id: "{payment}",
} as const;

/** Mails about payments for passes, and refunds of them. */
export const passMails = {
  /** Filled in for each payment: see `RECEIPT`. */
  receipt: (link: string) =>
    mailText(
      "Your receipt",
      `Dear ${RECEIPT.name},`,
      `${RECEIPT.paid} Thank you, and welcome to the conference.`,
      `Your pass: ${RECEIPT.pass}`,
      `Reference: ${RECEIPT.reference}`,
      `Your receipt, to print or to keep: ${link}`,
    ),
  /** What was paid, if anything was: with money, with credit, or with both. */
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
  askedToPay: (who: string, title: string, link: string) =>
    mailText(
      `${who} asks you to pay for a pass`,
      `${who} asks you to pay for their ${title}. You can pay for several people at once, by one card or one invoice.`,
      `Log in with this address, or create an account with it. Then you see the price and can pay: ${link}`,
      "If you do not want to pay, do nothing. Nothing is charged unless you pay.",
    ),
  payerRefused: (link: string) =>
    mailText(
      "The person you asked will not pay for your pass",
      "You asked somebody to pay for your pass. They told us that they will not pay.",
      `Pay yourself, or ask somebody else: ${link}`,
    ),
  givenUpForOther: (link: string) =>
    mailText(
      "You have given up your pass",
      "Your pass and everything that you had with it are no longer valid. If there is a refund, the person who paid for the pass gets it.",
      `What you have now: ${link}`,
      "If this was not you, please write to us at once.",
    ),
  givenUpByDelegate: (back: Back, link: string) =>
    mailText(
      "A pass that you paid for was given up",
      `You paid for a person who has now given up the pass. ${onItsWay(back)}`,
      `The people you paid for, and your refunds: ${link}`,
    ),
  refundedToPayer: (cents: number, link: string) =>
    mailText(
      "A pass that you paid for was given back",
      cents > 0
        ? `You got ${dollars(cents)} back from your payment for other people.`
        : "A pass that you paid for was ended. You get no money back.",
      `The people you paid for, and your refunds: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  refunded: (link: string) =>
    mailText(
      "Your payment was given back",
      "One of your payments was cancelled, refunded or kept as credit for your next payment. What you bought with this payment is no longer valid.",
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  refundRefused: (link: string) =>
    mailText(
      "Your refund could not be made",
      "The card processor refused the refund. You keep what you wanted to give up. Other people now have some of your places in sessions. Please choose your sessions again.",
      `What you have now: ${link}`,
      "If you still want to give up your pass or add-ons, please write to us.",
    ),
  refundToPayerRefused: (cents: number, link: string) =>
    mailText(
      "A refund to you could not be made",
      `You paid for another person and were to get ${dollars(cents)} back. The card processor refused this refund. The other person keeps what you paid for.`,
      `The people you paid for, and your refunds: ${link}`,
      "If you have questions, please write to us.",
    ),
  exchanged: (title: string, variant: string, link: string) =>
    mailText(
      "One of your add-ons was exchanged",
      `Your ${title} is now ${variant}. The exchange costs nothing.`,
      `What you have now: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  givenUp: (back: Back, link: string) =>
    mailText(
      "You have given up your pass",
      `Your pass and everything that you had with it are no longer valid. ${onItsWay(back)}`,
      `All your payments: ${link}`,
      "If this was not you, please write to us at once.",
    ),
  offered: (title: string, who: string, until: string, link: string) =>
    mailText(
      "A pass is offered to you",
      `${who} offers you the ${title}. You pay nothing here.`,
      `See what you get, and accept the offer by ${until}: ${link}`,
      "If you do not want the pass, do nothing. The offer then expires.",
    ),
  transferred: (title: string, email: string, link: string) =>
    mailText(
      "Your pass was transferred",
      `${email} has accepted the ${title} that you offered. You no longer have this pass, or anything that you had with it. Sessions that need this pass are no longer in your agenda.`,
      `All your payments: ${link}`,
      "If this was not you, please write to us at once.",
    ),
  takenOver: (title: string, link: string) =>
    mailText(
      "You have taken over a pass",
      `You now have the ${title}. Welcome to the conference.`,
      `What you have now: ${link}`,
    ),
  endedForHolder: (things: string, link: string) =>
    mailText(
      "Part of your registration was ended",
      `You no longer have the ${things}. Another person paid for this. If there is a refund, they get the money.`,
      `What you have now: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  recordedByMistake: (things: string, link: string) =>
    mailText(
      "A payment was recorded by mistake",
      `We recorded a payment for the ${things}. This was our mistake. We have corrected it: the ${things} ${things.includes(" and ") ? "are" : "is"} no longer valid.`,
      `All your payments, and how to pay: ${link}`,
      "If you have paid, please write to us at once.",
    ),
  takenByBank: (amount: string, link: string) =>
    mailText(
      "A bank has taken back a payment",
      `A bank has taken back ${amount}. The charge was disputed, or the money never reached us. The pass is still valid. Nobody but the staff was told.`,
      `Decide whether the pass ends, or record that the bank has given the money back: ${link}`,
      "The processor’s own pages show the last day to answer the bank.",
    ),
  ended: (link: string) =>
    mailText(
      "Your pass was ended",
      "Your pass and everything that you had with it are no longer valid. You get no money back.",
      `All your payments: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  partlyRefunded: (link: string) =>
    mailText(
      "Part of your payment was given back",
      "Part of your payment was refunded or kept as credit for your next payment. You still have your pass and everything that you bought with it.",
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  addOnsRefunded: (things: string, link: string) =>
    mailText(
      "Part of your payment was given back",
      `Your payment for the ${things}, or a part of it, was refunded or kept as credit for your next payment. You no longer have the ${things}. You still have your pass.`,
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  addOnsEnded: (things: string, link: string) =>
    mailText(
      "Part of your registration was ended",
      `You no longer have the ${things}. You get no money back. You still have your pass.`,
      `All your payments: ${link}`,
      "If you did not expect this, please write to us.",
    ),
};

const byMeans = (means: HandMeans | undefined): string =>
  means ? (means === "cash" ? " in cash" : " by bank transfer") : "";

function onItsWay(back: Back): string {
  const { cardCents, creditCents } = partsOf(back);
  const parts = [
    ...(cardCents > 0 ? [`${dollars(cardCents)} is on its way back to your card.`] : []),
    ...(creditCents > 0 ? [`${dollars(creditCents)} is now credit for your next payment.`] : []),
  ];
  return parts.join(" ") || "You get no money back.";
}

/**
 * What a delegate is told of something given back. `ended` are the titles of the add-ons that it ended, if the pass
 * stayed.
 */
export function refundText(
  { endsPass, amountCents, ended }: { endsPass: boolean; amountCents: number; ended: string[] },
  link: string,
) {
  const isPaidBack = amountCents > 0;
  if (endsPass) return isPaidBack ? passMails.refunded(link) : passMails.ended(link);
  const things = listInWords(ended);
  if (things === "") return passMails.partlyRefunded(link);
  return isPaidBack ? passMails.addOnsRefunded(things, link) : passMails.addOnsEnded(things, link);
}
