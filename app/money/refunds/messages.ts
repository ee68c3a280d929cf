import { paymentMessages } from "~/money/payments/messages.ts";
import type { RefundKind } from "~/values/types.ts";

/** Sentences about refunds. */
export const refundMessages = {
  refundsOver: "The time for refunds is over.",
  refundLessDeposit: (deposit: string) =>
    `Everything paid, less the ${deposit} deposit. The deposit is part of the registration fee and is non-refundable.`,
  refundWhole: "The whole amount paid.",
  /** Read by staff alone. */
  staff: {
    notAnAmount: "Enter an amount in dollars, such as 445 or 445.50.",
    keptOf: (paid: string, back: string, kept: string) => `Paid ${paid}, given back ${back}, kept ${kept}.`,
    reasonNeeded: "Give a reason. It is kept with the refund.",
    chooseWhat: "Tick what you give back, or enter an amount as a gesture of goodwill.",
    refundAmount: (left: string) => `Enter an amount up to ${left}. No more is left to give back.`,
    takesAll: "Everything bought with the pass ends too.",
    refusedByProcessor:
      "The delegate has it again, but not the places in sessions that others have got meanwhile. We told the delegate by mail.",
    allEnded:
      "Everything that this payment bought has ended with its pass. You can still give the money back.",
    policySays: (amount: string) => `The policy says: give back ${amount}.`,
    proposed: (amount: string) => `A refund of ${amount} was proposed.`,
    notHeld: "The delegate no longer has some of this. Nothing was done. Look at it again.",
    effect: {
      goodwill: (amount: string, kind: RefundKind) =>
        kind === "credit"
          ? `Keep ${amount} as credit for the next payment, as a gesture of goodwill.`
          : `Give back ${amount} as a gesture of goodwill.`,
      goesBack: (amount: string, things: string, kind: RefundKind) =>
        kind === "credit"
          ? `Keep ${amount} as credit for the next payment, for the ${things}.`
          : `Give back ${amount} for the ${things}.`,
      back: (amount: string, kind: RefundKind) =>
        kind === "credit" ? `Keep ${amount} as credit for the next payment.` : `Give back ${amount}.`,
      becomesCredit: (amount: string) => `${amount} was paid with credit and becomes credit again.`,
      nothingHeld: (act: string) => `${act} Everything that this payment bought has already ended.`,
      nothing: (things: string) => `End the ${things}, and give no money back.`,
      keepsAll: (who: string, kept: string) => `${who} keeps the ${kept}.`,
      losesAll: (who: string) => `${who} loses all of it at once.`,
      losesSome: (who: string, number: number, kept: string) =>
        `${who} loses ${number === 1 ? "it" : "them"} at once, and keeps the ${kept}.`,
      toPayer: (payer: string) => `The money goes back to ${payer}, who paid.`,
      later: (things: string) =>
        `What was bought for the pass later ends too: the ${things}. That was paid separately. Give that money back on the page of that payment.`,
    },
    passNeedsPayment:
      "A delegate who keeps the pass must have paid something for it. Enter less than what is left, or end the pass.",
    creditOfPayer:
      "Another person paid for this and gets the money back. It cannot become credit of the delegate.",
    refundUnderWay:
      "A refund of this payment is on its way. You can make another refund when it has arrived.",
    notRefundable:
      "This payment was given back, or somebody else has refunded a part. Nothing was done. Look at it again.",
    notOwedAnyMore: "Somebody else has recorded this meanwhile. Nothing was done. Look at it again.",
    typed: (text: string) => `You typed: ${text}`,
    howNeeded: "Say how you gave the money back, such as the reference of the transfer. We keep this.",
    byHand:
      "This money came in by hand, so you give it back by hand. The pass or add-ons end at once. Record here when you have given the money back.",
    nothingToRefund: "there is nothing to give back.",
    processorAway: (gateway: string) =>
      `This was paid through ${gateway}, which is no longer connected to the portal. The portal cannot ask about this payment there or refund it. Connect ${gateway} again, or settle this there.`,
  },
} as const;

/** Sentences for a delegate who gives up a pass. */
export const withdrawalMessages = {
  /** `card` is the part that goes to the card, and `credit` the part that becomes credit. Either may be null. */
  goesBack: (card: string | null, credit: string | null) =>
    [
      card && `${card} goes back to your card.`,
      credit && `${credit}${card ? " more" : ""} becomes credit for your next payment.`,
    ]
      .filter(Boolean)
      .join(" "),
  /** The same sentence for money that came in by hand. */
  goesBackByHand: (money: string | null, credit: string | null) =>
    [
      money && `You get ${money} back the way you paid. Please write to us and name the account.`,
      credit && `${credit}${money ? " more" : ""} becomes credit for your next payment.`,
    ]
      .filter(Boolean)
      .join(" "),
  /** The same sentence for a pass that another person paid for. */
  goesBackToPayer: (amount: string) =>
    `The person who paid for your pass gets ${amount} back. You get no money. We tell them that you have given up the pass.`,
  nothingGoesBack: "You get no money back.",
  nothingLater: "After that you can still give up the pass, but you get no money back.",
  loses: (things: string) => `The ${things}, at once.`,
  leavesSessions: "If a session needs this pass, the next person waiting gets your place.",
  endsLetters: "Letters that say you are coming are no longer valid.",
  keeps: (title: string) => `The ${title}.`,
  later: (things: string) =>
    `You also lose what you bought for this pass later: the ${things}. You paid for that separately. Please write to us about that money.`,
  confirm: (title: string) => `I give up the ${title}.`,
  confirmFirst: "Tick the box if you want to give up the pass.",
  changed: (amount: string) =>
    `Your refund has changed in the meantime: it is ${amount} now. Nothing was done. Please look at it again.`,
  partOnItsWay:
    "Part of your money is on its way back to you. When it has arrived, you can give up the pass here.",
  notHere: "You cannot give up this pass here. Please write to us.",
  reason: "Given up by the delegate.",
  /** `paidByOther` is for somebody who took the pass over, and `theyHoldIt` is for somebody who transferred it. */
  paidByOther: (title: string) =>
    `Another person paid for the ${title} and transferred it to you. You can transfer it to somebody else. To give it up, please write to us. The person who paid gets the money back.`,
  theyHoldIt: (title: string) =>
    `${paymentMessages.passTransferred(title)} They have it now, and you cannot give it up any more.`,
} as const;
