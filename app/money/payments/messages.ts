/** Sentences about what became of a payment. The sentences about a declined card are in app/money/cards/messages.ts. */
export const paymentMessages = {
  // Specification, section 8: the error catalogue
  paymentsLoadFailed:
    "There was an error loading your payments. Please try refreshing your browser and contact us if the issue persists.",
  notLoggedInForPayments: "You must be logged in to access payments!",
  paymentSucceeded:
    "You have successfully completed the transaction! We hope you enjoy the HPAIR experience! Redirecting...",
  existingPaymentCheckFailed:
    "There was an error checking for existing payments. Please try again or contact us if the issue persists.",

  // Our own sentences; the specification does not give them
  nothingCharged: "Nothing was charged. You can try again.",
  paymentBeingChecked:
    "We are confirming your payment with the card processor. Please do not pay again. You will find the result under Payment information.",
  seeBelow: "See your payments below.",
  beforeGivingUp: "You see your refund before you confirm.",
  invoiceOpen:
    "Your invoice is not paid yet. We keep your place until the invoice is due. Pay by bank transfer, or cancel the invoice and pay by card.",
  invoiceOfOther:
    "The person you asked to pay has an invoice, which is not paid yet. We keep your place until the invoice is due. If you want to pay yourself, ask them to cancel the invoice.",
  invoicePartPaid:
    "A part of the money has come in. We keep your place until the invoice is due. Pay the rest by bank transfer.",
  invoiceOfOtherPartPaid:
    "The person you asked to pay has an invoice, and a part of the money has come in. We keep your place until the invoice is due. They pay the rest by bank transfer.",
  beingConfirmed: "We are confirming that this pass is paid. Please do not pay again.",
  invoiceEnded: "The invoice was not paid and has ended. Please do not pay this invoice any more.",
  invoiceEndedAgain:
    "The invoice was not paid and has ended. Please do not pay this invoice any more. You can pay by card, or ask for another invoice.",
  notCreditedYet: (heldTitle: string, title: string) =>
    `The ${title} includes your ${heldTitle}. What you paid for the ${heldTitle} does not lower this price. Write to us before you pay, so that you do not pay twice. If you still want to pay for both, you can.`,
  passHeld: (title: string) => `You have the ${title}.`,
  passGone: (title: string) => `You no longer have the ${title}.`,
  passTransferredTo: (title: string, email: string) => `You transferred the ${title} to ${email}.`,
  registerAgain: "If you want to come after all, you can register again.",
  passTransferred: (title: string) => `You have transferred the ${title} to another person.`,
  dueBy: (amount: string) => `${amount} is due by`,
  paidOn: (amount: string, date: string) => `You paid ${amount} on ${date}.`,
  recordedByMistake: (amount: string, date: string) =>
    `We recorded a payment of ${amount} by mistake, and corrected this on ${date}.`,
  paidForYouOn: (amount: string, date: string) => `Another person paid ${amount} for you on ${date}.`,
  wentToPayer: (amount: string, date: string) => `${amount} went back to the person who paid on ${date}.`,
  onItsWayToPayer: (amount: string, date: string) =>
    `${amount} has been on its way back to the person who paid since ${date}.`,
  chargeCancelled: (date: string | null) =>
    `The whole charge was cancelled ${date ? `on ${date}, ` : ""}before it reached your bank statement.`,
  /** An amount that goes back for some of the add-ons only, with the names of these add-ons. */
  amountFor: (amount: string, things: string) => `${amount} for the ${things}`,
  wentBack: (amount: string, date: string) => `${amount} went back to your card on ${date}.`,
  wentBackByHand: (amount: string, date: string) => `${amount} was given back to you on ${date}.`,
  owedBack: (amount: string, date: string) =>
    `We have owed you ${amount} since ${date}. You get the money back the way you paid.`,
  onItsWayBack: (amount: string, date: string) =>
    `${amount} has been on its way back to your card since ${date}; banks take up to ten days.`,
  keptAsCredit: (amount: string, date: string) =>
    `${amount} has been kept as credit for your next payment since ${date}.`,
  endedForNothing: (things: string, date: string) =>
    `You gave up the ${things} on ${date}. You get no money back.`,
  credit: (amount: string) => `You have ${amount} of credit. We use it for your next payment.`,
  partKept: (amount: string) => `${amount} is not refunded.`,
  allKept: "This payment is not refunded.",
  refundOnItsWay:
    "The refund for this pass is on its way. When the refund has arrived, you can register again.",
} as const;

/** Sentences about money that the staff enter. */
export const entryMessages = {
  tooMuch: (most: string) => `This is more than ${most}. If this is not a mistake, enter it in parts.`,
} as const;

/** Sentences about money that a bank took back, or never paid. */
export const bankMessages = {
  title: "Taken back by the bank",
  // To the payer, and to the delegate
  tookBack: (amount: string, date: string) => `Your bank took back ${amount} of this payment on ${date}.`,
  tookBackFromPayer: (amount: string, date: string) =>
    `The bank of the person who paid took back ${amount} on ${date}.`,
  tookBackOfOrder: "Your bank took back this payment.",
  writeToUs: "If you want to keep the pass, or do not know why this happened, please write to us.",
  /** Read by staff alone. */
  staff: {
    took: "Record that the bank has taken it back",
    gave: "Record that the bank has given it back",
    decide: "Decided: the pass stays",
    lead: "The charge was disputed, or the money never reached us. The money is not ours at the moment, so there is nothing to give back. The pass stays as it is until somebody decides.",
    decided: "Somebody has decided what becomes of the pass.",
    ofAll: "It was one charge for several people. The bank takes back all their parts together.",
    letter:
      "Most card processors do not report a dispute. Record here what the bank has written. The whole charge stops counting as ours. Refunds that were not sent are refused. We tell everybody with “Money” by mail. The pass stays until somebody decides. We do not tell the delegate by mail.",
    ends: "To end the pass, give it back below with $0.",
    reported: "the card processor",
    notPossible:
      "This was recorded already, or the money has gone another way. Nothing was done: look at it again.",
    kept: (paid: string, taken: string, back: string | null, kept: string) =>
      `Paid ${paid}, taken back by the bank ${taken}${back === null ? "" : `, given back ${back}`}, kept ${kept}.`,
    reasonNeeded: "Enter what the bank wrote, such as the date and the reference of its letter. It is kept.",
    refundUnderWay:
      "A refund of this charge is being sent at this moment. Record it here once the processor has answered.",
  },
} as const;
