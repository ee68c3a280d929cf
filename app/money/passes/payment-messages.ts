/**
 * Sentences for delegates about what became of a payment. They are not in `messages.ts` because the payment
 * form's module carries that file into the browser and never shows these.
 */
export const paymentMessages = {
  nothingWasCharged: "Nothing was charged.",
  notCreditedYet: (heldTitle: string, title: string) =>
    `You already hold the ${heldTitle}. What you paid for it is not yet deducted from the price of the ${title}. If you want both anyway, you can pay.`,
  passHeld: (title: string) => `You hold the ${title}.`,
  passGone: (title: string) => `You no longer hold the ${title}.`,
  paidOn: (amount: string, date: string) => `You paid ${amount} on ${date}.`,
  chargeCancelled: (date: string | null) =>
    `The whole charge was cancelled ${date ? `on ${date}, ` : ""}before it reached your bank statement.`,
  wentBack: (amount: string, date: string) => `${amount} went back to your card on ${date}.`,
  onItsWayBack: (amount: string, date: string) =>
    `${amount} has been on its way back to your card since ${date}; banks take up to ten days.`,
  keptAsCredit: (amount: string, date: string) =>
    `${amount} has been kept as credit for a later conference since ${date}.`,
  partKept: (amount: string) => `${amount} of it is not refunded.`,
  refundOnItsWay:
    "What you paid for this pass is on its way back to you. Once it has arrived, you can register again.",
};
