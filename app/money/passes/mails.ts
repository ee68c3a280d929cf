import { mailText } from "~/mail/mail-text.ts";
import { dollars } from "~/values/money.ts";
import type { HandMeans } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { type Back, partsOf } from "./refunds.ts";

/** Mails about payments for passes, and refunds of them. */
export const passMails = {
  receipt: (link: string, means?: HandMeans) =>
    mailText(
      "Your receipt",
      `We have received your payment${byMeans(means)}. Thank you, and welcome to the conference.`,
      `The receipt, to print or to keep: ${link}`,
    ),
  paidForYou: (link: string) =>
    mailText(
      "Your pass was paid for",
      "The person whom you asked has paid for your pass. Thank you, and welcome to the conference.",
      `Your receipt, to print or to keep: ${link}`,
    ),
  orderReceipt: (link: string, means?: HandMeans) =>
    mailText(
      "Your receipt",
      `We have received your payment${byMeans(means)} for the people who asked you to pay. Thank you.`,
      `The receipt, with everybody for whom you paid: ${link}`,
    ),
  askedToPay: (who: string, title: string, link: string) =>
    mailText(
      `${who} asks you to pay for a pass`,
      `${who} asks you to pay for their ${title}. You can pay for several people at once, by one card or one invoice.`,
      `Sign in with this address, or create an account with it, to see what it costs and to pay: ${link}`,
      "If you do not want to pay, do nothing. Nothing is charged unless you pay.",
    ),
  payerRefused: (link: string) =>
    mailText(
      "Your pass will not be paid for",
      "The person whom you asked to pay for your pass has said that they will not.",
      `Pay yourself, or ask somebody else: ${link}`,
    ),
  givenUpForOther: (link: string) =>
    mailText(
      "You have given up your pass",
      "Your pass is no longer valid, nor is anything that you had with it. What goes back goes to the person who paid for it.",
      `What you hold: ${link}`,
      "If this was not you, please write to us at once.",
    ),
  givenUpByDelegate: (back: Back, link: string) =>
    mailText(
      "A pass that you paid for was given up",
      `One of the people for whom you paid has given up the pass. ${onItsWay(back)}`,
      `For whom you paid, and what went back: ${link}`,
    ),
  refundedToPayer: (cents: number, link: string) =>
    mailText(
      "A pass that you paid for was given back",
      cents > 0
        ? `${dollars(cents)} of what you paid for other people was given back to you.`
        : "A pass that you paid for was ended, with no money going back.",
      `For whom you paid, and what went back: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  refunded: (link: string) =>
    mailText(
      "Your payment was given back",
      "One of your payments was cancelled, refunded or kept as credit for your next payment. What it bought is no longer valid.",
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  refundRefused: (link: string) =>
    mailText(
      "Your refund could not be made",
      "The card processor has refused to give the money back, so you keep what was to end. Places in sessions that you had because of it have gone to others: please choose your sessions again.",
      `What you hold: ${link}`,
      "If you still want to give it up, please write to us.",
    ),
  refundToPayerRefused: (cents: number, link: string) =>
    mailText(
      "A refund to you could not be made",
      `The card processor has refused to give back ${dollars(cents)} of what you paid for another person, who keeps what was to end.`,
      `For whom you paid, and what went back: ${link}`,
      "If you have questions, please write to us.",
    ),
  exchanged: (title: string, variant: string, link: string) =>
    mailText(
      "One of your add-ons was exchanged",
      `Your ${title} is now ${variant}. It costs you nothing.`,
      `What you hold: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  givenUp: (back: Back, link: string) =>
    mailText(
      "You have given up your pass",
      `Your pass is no longer valid, nor is anything that you had with it. ${onItsWay(back)}`,
      `All your payments: ${link}`,
      "If this was not you, please write to us at once.",
    ),
  offered: (title: string, who: string, until: string, link: string) =>
    mailText(
      "A pass is offered to you",
      `${who} offers you the ${title}. You pay nothing here.`,
      `See what you would get, and accept it by ${until}: ${link}`,
      "If you do not want it, do nothing: the offer then expires.",
    ),
  transferred: (title: string, email: string, link: string) =>
    mailText(
      "Your pass was transferred",
      `${email} has accepted the ${title} that you offered. You no longer hold it, nor anything that you had with it. Sessions that needed it are no longer in your agenda.`,
      `All your payments: ${link}`,
      "If this was not you, please write to us at once.",
    ),
  takenOver: (title: string, link: string) =>
    mailText(
      "You have taken over a pass",
      `You hold the ${title} now. Welcome to the conference.`,
      `What you hold: ${link}`,
    ),
  endedForHolder: (things: string, link: string) =>
    mailText(
      "Part of your registration was ended",
      `You no longer have the ${things}. It was paid for by another person, to whom what goes back of the money goes.`,
      `What you hold: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  recordedByMistake: (things: string, link: string) =>
    mailText(
      "A payment was recorded by mistake",
      `We had recorded that money came in for the ${things}. That was a mistake of ours, and we have taken it back: the ${things} ${things.includes(" and ") ? "are" : "is"} no longer valid.`,
      `All your payments, and how to pay: ${link}`,
      "If you have paid, please write to us at once.",
    ),
  takenByBank: (amount: string, link: string) =>
    mailText(
      "A bank has taken back a payment",
      `A charge was disputed, or never reached us: ${amount} is not ours any more. The pass is still valid, and nobody was told.`,
      `Decide what becomes of it, or record that the bank gives it back: ${link}`,
      "The processor’s own pages say by when you can answer the bank.",
    ),
  ended: (link: string) =>
    mailText(
      "Your pass was ended",
      "Your pass is no longer valid, nor is anything that you had with it. No money goes back.",
      `All your payments: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  partlyRefunded: (link: string) =>
    mailText(
      "Part of your payment was given back",
      "Part of what you paid was refunded or kept as credit for your next payment. You still hold your pass, with everything that you bought with it.",
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  addOnsRefunded: (things: string, link: string) =>
    mailText(
      "Part of your payment was given back",
      `What you paid for the ${things} was refunded or kept as credit for your next payment, in whole or in part. You no longer have the ${things}. You still hold your pass.`,
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  addOnsEnded: (things: string, link: string) =>
    mailText(
      "Part of your registration was ended",
      `You no longer have the ${things}. No money goes back. You still hold your pass.`,
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
    ...(creditCents > 0 ? [`${dollars(creditCents)} is credit that your next payment spends.`] : []),
  ];
  return parts.join(" ") || "No money goes back.";
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
