/**
 * Sentences for delegates about what became of a payment. They stand apart from `messages.ts`, which the module of
 * the payment form carries into the browser: it never says these.
 */
export const paymentMessages = {
  nothingWasCharged: "Nothing was charged.",
  notCreditedYet: (heldTitle: string, title: string) =>
    `You already hold the ${heldTitle}. What you paid for it is not taken off the price of the ${title} yet. If you want both all the same, pay.`,
  passHeld: (title: string) => `You hold the ${title}.`,
  passGone: (title: string) => `You no longer hold the ${title}.`,
  paidOn: (amount: string, date: string) => `You paid ${amount} on ${date}.`,
  chargeCancelled: (date: string | null) =>
    `The whole charge was cancelled ${date ? `on ${date}, ` : ""}before it reached your bank statement.`,
  wentBack: (amount: string, date: string) => `${amount} went back to your card on ${date}.`,
  onItsWayBack: (amount: string, date: string) =>
    `${amount} is on its way back to your card since ${date}; banks take up to ten days.`,
  keptAsCredit: (amount: string, date: string) =>
    `${amount} is kept as credit for a later conference since ${date}.`,
  partKept: (amount: string) => `${amount} of it is not given back.`,
  refundOnItsWay:
    "What you paid for this pass is on its way back to you. Once it is there, you can register again.",
};
