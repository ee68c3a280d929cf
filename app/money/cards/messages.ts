import type { PaymentState, SubscriptionState } from "~/values/types.ts";
import { minutesInWords } from "~/values/words.ts";

/** What the server and the browser say about a card while it is typed. Specification, sections 5 and 8. */
export const cardMessages = {
  invalidCardNumber: "Invalid card number",
  invalidExpiry: "Invalid month or year.",
  invalidSecurityCode: (digits: number) => `Enter the ${digits}-digit security code.`,
} as const;

/**
 * What the server alone says about paying by card. It is in a separate object, so that it is not sent to browsers.
 * app/money/payments/messages.ts has the sentences about what happens to a payment later.
 */
export const chargeMessages = {
  // Specification, section 8: the error catalogue
  paymentFailed:
    "An error occurred with your payment. Please double-check your card details and try again and contact us if the error persists.",

  // Our own sentences; the specification does not give them
  nothingWasCharged: "Nothing was charged.",
  tooManyCards: (minutes: number) =>
    `Too many cards have been tried, by you or by others, so we take none from you at the moment. Nothing was charged. Please wait ${minutesInWords(minutes)} and try again.`,
  noCardNumbers:
    "Card numbers are not accepted here: they go to the card processor, which answers with a token.",
  pageNotNow: "The card page cannot be opened at the moment. Please try again in a few minutes.",
  cardNeedsScript:
    "Your card goes from your browser straight to our card processor, which needs JavaScript. Without it, cancel your subscription, and subscribe again with another card once it has ended.",
} as const;

/** What a page says about a declined card: first that nothing was charged, then the advice to try again. */
export const cardDeclined = () => ({ title: "Your card was declined", reason: whyNotCharged() });

/**
 * What the answer to a payment form says about its own charge, if it did not happen: because the card was declined, or
 * because the card processor refused the charge for a reason that lies with us. Null for every other state. Later, a
 * payment may also be "released" because nobody finished it, which is no error.
 */
export function notCharged(
  state: PaymentState | SubscriptionState,
): { title?: string; reason: string } | null {
  if (state === "declined") return cardDeclined();
  return state === "released" ? { reason: whyNotCharged() } : null;
}

const whyNotCharged = () => `${chargeMessages.nothingWasCharged} ${chargeMessages.paymentFailed}`;
