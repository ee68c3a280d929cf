import { mailText } from "~/mail/mail-text.ts";
import { partsOf, type RefundAmounts } from "~/money/payments/bill-lines.ts";
import { dollars } from "~/values/money.ts";
import { listInWords } from "~/values/words.ts";

/** Mails about refunds, about passes and add-ons that end, and about money that a bank takes back. */
export const refundMails = {
  givenUpForOther: (link: string) =>
    mailText(
      "You have given up your pass",
      "Your pass and everything that you had with it are no longer valid. If there is a refund, the person who paid for the pass gets it.",
      `What you have now: ${link}`,
      "If this was not you, please write to us at once.",
    ),
  givenUpByDelegate: (back: RefundAmounts, link: string) =>
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
  givenUp: (back: RefundAmounts, link: string) =>
    mailText(
      "You have given up your pass",
      `Your pass and everything that you had with it are no longer valid. ${onItsWay(back)}`,
      `All your payments: ${link}`,
      "If this was not you, please write to us at once.",
    ),
  endedForHolder: (things: string, link: string) =>
    mailText(
      "Part of your registration was ended",
      `You no longer have the ${things}. Another person paid for this. If there is a refund, they get the money.`,
      `What you have now: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  cancelledForHolder: (link: string) =>
    mailText(
      "Part of your registration was ended",
      "Another person paid for your pass, or for add-ons of yours. This payment was cancelled, so what it paid for is no longer valid.",
      `What you have now: ${link}`,
      "If you did not expect this, please write to us.",
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

function onItsWay(back: RefundAmounts): string {
  const { cardCents, creditCents } = partsOf(back);
  const parts = [
    ...(cardCents > 0 ? [`${dollars(cardCents)} is on its way back to your card.`] : []),
    ...(creditCents > 0 ? [`${dollars(creditCents)} is now credit for your next payment.`] : []),
  ];
  return parts.join(" ") || "You get no money back.";
}

/**
 * The mail to a delegate about a refund. `ended` has the titles of the add-ons that the refund ended, if the pass
 * stayed.
 */
export function refundText(
  { endsAll, amountCents, ended }: { endsAll: boolean; amountCents: number; ended: string[] },
  link: string,
) {
  const isPaidBack = amountCents > 0;
  if (endsAll) return isPaidBack ? refundMails.refunded(link) : refundMails.ended(link);
  const things = listInWords(ended);
  if (things === "") return refundMails.partlyRefunded(link);
  return isPaidBack ? refundMails.addOnsRefunded(things, link) : refundMails.addOnsEnded(things, link);
}
