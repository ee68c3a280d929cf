import { minutesInWords } from "~/values/words.ts";

/** Sentences about paying for others. */
export const payerMessages = {
  // To the delegate
  whatTheyLearn: [
    "They see your full name, that you can register, the pass, its add-ons and the price. They see nothing else about you.",
    "If the pass is given up or refunded, they get the money back.",
    "Your award lowers this price. Discount codes work only if you pay yourself.",
  ],
  // The sentence is the same no matter who owns the address, so that it reveals nothing about anybody.
  written: "We have written to this address. The owner of the address can log in with it and pay.",
  noPlace: "We do not keep a place for you until they have paid.",
  ownAddress: "This is your own address. Enter the address of the person who will pay.",
  costsNothing: "This costs nothing. Take it on the page of the pass.",
  tooMany: (minutes: number) =>
    `You have asked often today. You can ask again in ${minutesInWords(minutes)}, or pay yourself.`,

  // To the payer
  toPay: (number: number) =>
    number === 1
      ? "1 person asks you to pay for their pass."
      : `${number} people ask you to pay for their passes.`,
  invoicesToPay: (number: number) =>
    number === 1
      ? "Your invoice for others is not paid yet."
      : `${number} of your invoices for others are not paid yet.`,
  confirmFirst:
    "Confirm your e-mail address first. We show who asks you to pay only to the owner of this address.",
  nobody: "No open requests",
  theyAsk:
    "These people have asked you to pay. They agreed that you see their name, the pass and the price. Each of them gets a receipt, and you get one receipt for all. If there is ever a refund, you get the money.",
  together: (number: number, total: string) =>
    `${number === 2 ? "Both" : `All ${number}`} together: ${total}. The next page shows the sum for those you tick, before you pay.`,
  willNotPay: "I will not pay for those I ticked",
  willNotPayThese: "I will not pay for these",
  invoiceInstead: "Ask for one invoice instead",
  notNow: "You cannot pay for this person at the moment. Please ask them.",
  takesIt: "This costs nothing. They can take it themselves.",
  chooseSomebody: "Tick at least one person.",
  moreAsk: (number: number) =>
    `These are the first ${number} of them. You see the others when some of these are paid, refused or taken back.`,
  atMost: (number: number) => `Tick at most ${number} people, and pay for the others afterwards.`,
  askAgain: "For that, please ask again below.",
  oneEach: (names: string) =>
    `${names} asked for two passes, and one of them includes the other. Tick only one pass for each person.`,
  changed:
    "Some of these requests were taken back or paid in the meantime. Nothing was charged. Please look at the list again.",
  cannotBePaidFor: (names: string) =>
    `You cannot pay for ${names} at the moment. Nothing was charged. Please ask them, and pay for the others meanwhile.`,
  underWay: (names: string) =>
    `You are already paying for ${names}, by card or by invoice. Please do not pay for them again. You can pay for the others meanwhile.`,
  begun: "You have already paid for these people, or asked for an invoice for them.",
  beingChecked: (total: string, number: number) =>
    `We are confirming your payment of ${total} for ${number === 1 ? "1 person" : `${number} people`} with the card processor. Please do not pay for them again.`,
  moved: (names: string) =>
    `Something has changed for ${names} in the meantime. Nothing was charged. Please check it and pay again.`,
  refused: "We have told them that you will not pay.",
  paid: (total: string, number: number) =>
    `Paid: ${total} for ${number === 1 ? "1 person" : `${number} people`}`,
  eachHasReceipt: "Each of these people has a receipt for their own part.",
  orderCancelled:
    "This payment was cancelled before it reached your bank statement. The passes that it paid for are no longer valid.",
  cancelled: "Cancelled before it reached your bank statement",
} as const;
