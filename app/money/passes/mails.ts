import { mailText } from "~/mail/mail-text.ts";

/** Mails about payments for passes, and refunds of them. */
export const passMails = {
  receipt: (link: string) =>
    mailText(
      "Your receipt",
      "We have received your payment. Thank you, and welcome to the conference.",
      `The receipt, to print or to keep: ${link}`,
    ),
  refunded: (link: string) =>
    mailText(
      "Your payment was given back",
      "One of your payments was cancelled, refunded or kept as credit for a later conference. The pass it bought is no longer valid.",
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
  ended: (link: string) =>
    mailText(
      "Your pass was ended",
      "A pass that cost you nothing is no longer valid, nor is what you took with it.",
      `All your payments: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  partlyRefunded: (link: string) =>
    mailText(
      "Part of your payment was given back",
      "Part of what you paid was refunded or kept as credit for a later conference. You still hold your pass, with everything that you bought with it.",
      `All your payments: ${link}`,
      "Your bank may need a few days to show a refund. If you did not expect this, please write to us.",
    ),
};
