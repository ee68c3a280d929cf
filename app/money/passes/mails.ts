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
      `We have received your payment${means ? (means === "cash" ? " in cash" : " by bank transfer") : ""}. Thank you, and welcome to the conference.`,
      `The receipt, to print or to keep: ${link}`,
    ),
  refunded: (link: string) =>
    mailText(
      "Your payment was given back",
      "One of your payments was cancelled, refunded or kept as credit for your next payment. What it bought is no longer valid.",
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
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
