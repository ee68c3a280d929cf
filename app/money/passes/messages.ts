import type { RefundKind } from "~/values/types.ts";

/** Sentences about registering for a pass and its add-ons. */
export const passMessages = {
  // Specification, section 8: the error catalogue
  /** Logged, never shown: specification, section 8. */
  passTypeFailed: "Error getting pass type",

  // Specification, section 5: validation
  confirmTerms:
    "By continuing with registration, you hereby accept to the terms and conditions outlined above.",

  // Specification, sections 2, 4 and 6: gate, waiver, eligibility, deadline bar
  termsRefused: "You must accept the terms and conditions to register for the conference.",
  acceptTermsButton: "I accept to the terms and conditions outlined above.",

  // Ours, where the specification is silent
  alreadyRegistered: (passTitle: string) => `You have already registered for the ${passTitle}.`,
  includedInPass: (passTitle: string, otherTitle: string) =>
    `The ${passTitle} is included in your ${otherTitle}. There is nothing more to pay.`,
  notOnSale: (passTitle: string) => `The ${passTitle} is not on sale at the moment.`,
  passSoldOut: (passTitle: string) =>
    `The ${passTitle} is sold out. If somebody gives up their place, you can buy a pass here.`,
  addOnSoldOut: (title: string) => `${title} is sold out. Nothing has been charged.`,
  reduced: (list: string, reductions: string) => `${list} less ${reductions}.`,
  takePass: "Take the pass",
  chooseAddOn: "Choose an add-on first. Its price is added here.",
  takeAddOns: "Add to my pass",
  chooseAddOns: "Choose at least one add-on.",
  alreadyHave: (title: string) => `You already have this: ${title}. Please remove it and try again.`,
  passFirst: (passTitle: string) => `You can buy add-ons when you have the ${passTitle}.`,
  addOnsOver: "The event is over. You cannot buy add-ons any more.",
  nothingToAdd: "There are no more add-ons for your pass at the moment.",
  soldOut: "Sold out",
  left: (number: number) => `${number} left`,
  placesLeft: (places: number) => (places === 1 ? "1 place left" : `${places} places left`),
  waiverFirst: "Accept the terms and conditions first.",
  unknownAddOn: "One of the chosen add-ons is not available. Please check your choice and try again.",
  addOnUnavailable: (title: string) => `${title} is no longer available. Please remove it and try again.`,
  chooseVariant: (title: string) => `Choose an option for ${title}.`,
  priceChanged: (total: string) =>
    `The total is now ${total}. Nothing has been charged. Please check it and pay again.`,
  awardGiven: (title: string, size: string) =>
    `${title}: ${size} off the price of your pass. You get this when you register.`,
  codeUnusable: "You cannot use this code for this pass. Please check the code, or pay without a code.",
  cardIsSafe: "Encrypted on its way to our card processor. We never keep the number of your card.",
  invoiceInstead: "Ask for an invoice instead",
  nothingToPay: "There is nothing to pay. No card is needed.",
  anotherEdition: "Registration is now for another conference. Nothing has been charged.",
} as const;

/** Sentences about what became of a payment. */
export const paymentMessages = {
  journal: {
    tooMany:
      "There are too many payments in these days to name each person. Choose fewer days to see their names.",
  },
  // Specification, section 8: the error catalogue
  paymentsLoadFailed:
    "There was an error loading your payments. Please try refreshing your browser and contact us if the issue persists.",
  notLoggedInForPayments: "You must be logged in to access payments!",
  paymentSucceeded:
    "You have successfully completed the transaction! We hope you enjoy the HPAIR experience! Redirecting...",
  existingPaymentCheckFailed:
    "There was an error checking for existing payments. Please try again or contact us if the issue persists.",

  // Ours, where the specification is silent
  nothingCharged: "Nothing was charged. You can try again.",
  paymentBeingChecked:
    "We are confirming your payment with the card processor. Please do not pay again. You will find the result under Payment information.",
  seeBelow: "See your payments below.",
  beforeGivingUp: "You see your refund before you confirm.",
  invoiceOpen:
    "Your invoice is not paid yet. We keep your place until the invoice is due. Pay by bank transfer, or cancel the invoice and pay by card. You find it under Payment information.",
  invoiceOfOther:
    "The person you asked to pay has an invoice, which is not paid yet. We keep your place until the invoice is due. If you want to pay yourself, ask them to cancel the invoice.",
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
  paidOn: (amount: string, date: string) => `You paid ${amount} on ${date}.`,
  recordedByMistake: (amount: string, date: string) =>
    `We recorded a payment of ${amount} by mistake, and corrected this on ${date}.`,
  paidForYouOn: (amount: string, date: string) => `Another person paid ${amount} for you on ${date}.`,
  wentToPayer: (amount: string, date: string) => `${amount} went back to the person who paid on ${date}.`,
  onItsWayToPayer: (amount: string, date: string) =>
    `${amount} has been on its way back to the person who paid since ${date}.`,
  chargeCancelled: (date: string | null) =>
    `The whole charge was cancelled ${date ? `on ${date}, ` : ""}before it reached your bank statement.`,
  /** An amount with the add-ons for which it goes back, if it is for some of them. */
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
  tooMuch: (most: string) => `This is more than ${most}. If it is no slip, enter it in parts.`,
} as const;

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
    howNeeded: "Say how you gave the money back, such as the reference of the transfer. We keep this.",
    byHand:
      "This money came in by hand, so you give it back by hand. The pass or add-ons end at once. Record here when you have given the money back.",
    nothingToRefund: "there is nothing to give back.",
    processorAway: (gateway: string) =>
      `This was paid through ${gateway}, which is no longer connected to the portal. The portal cannot ask about this payment there or refund it. Connect ${gateway} again, or settle this there.`,
  },
} as const;

/** Sentences about exchanging an add-on for another variant. */
export const exchangeMessages = {
  notPossible: "You cannot exchange this add-on any more. Nothing was changed.",
  changed: "This add-on was exchanged in the meantime. Nothing was changed. Please look at it again.",
  nothing: "There is nothing to exchange.",
} as const;

/** Sentences for a delegate who gives up a pass. */
export const withdrawalMessages = {
  /** What goes to the card and what becomes credit; either may be null. */
  goesBack: (card: string | null, credit: string | null) =>
    [
      card && `${card} goes back to your card.`,
      credit && `${credit}${card ? " more" : ""} becomes credit for your next payment.`,
    ]
      .filter(Boolean)
      .join(" "),
  /** The same of money that came in by hand. */
  goesBackByHand: (money: string | null, credit: string | null) =>
    [
      money && `You get ${money} back the way you paid. Please write to us and name the account.`,
      credit && `${credit}${money ? " more" : ""} becomes credit for your next payment.`,
    ]
      .filter(Boolean)
      .join(" "),
  /** The same of a pass that another person paid for. */
  goesBackToPayer: (amount: string) =>
    `The person who paid for your pass gets ${amount} back. You get no money. We tell them that you have given up the pass.`,
  nothingGoesBack: "You get no money back.",
  nothingLater: "After that you can still give up the pass, but you get no money back.",
  loses: (things: string) => `The ${things}, at once.`,
  leavesSessions: "If a session needs this pass, the next person waiting gets your place.",
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
} as const;

/** Sentences about a pass that its holder transfers to another person. */
export const transferMessages = {
  // To who offers it
  goesAlong: (things: string) => `The other person also gets: ${things}. You will no longer have them.`,
  noMoney:
    "We do not move money between you and the other person. If the pass is ever refunded, the money goes back to the card that paid for it.",
  offered: (title: string, email: string) => `You have offered the ${title} to ${email}.`,
  // The same whoever the address belongs to, so that nothing is learned from it about anybody.
  whoCan:
    "We write to this address if its owner can register for this event and has no pass. The pass stays yours until they accept it.",
  accepted: "The pass has been transferred.",
  awarded:
    "An award paid for this pass or for part of it. The award is only for you, so you cannot transfer the pass.",
  beingPaid: "A payment for this pass is not complete yet. When it is complete, you can transfer the pass.",
  onItsWayBack:
    "Part of the money for this pass is on its way back. When it has arrived, you can transfer the pass.",
  begun: "The event has begun. You cannot transfer the pass any more.",
  notHere: "You cannot transfer this pass here. Please write to us.",
  ownAddress: "This is your own address. Enter the address of the person who will get the pass.",
  offeredAlready: "You have already offered this pass. Take that offer back before you make a new offer.",
  moved: "Your pass or your add-ons have changed in the meantime. Nothing was offered. Please look again.",

  // To the person to whom it is offered
  somebody: "Another delegate",
  offeredToYou: (title: string) => `The ${title} is offered to you.`,
  youGet: (things: string) => `You get the ${things}.`,
  paidByThem:
    "You pay nothing here. If the pass is ever refunded, the money goes back to the card that paid for it. You get no money.",
  haveOne:
    "You already have a pass, or a payment or refund of your pass is under way. You can take over a pass only while you have no pass of your own.",
  closed: "This offer is no longer open. It was accepted or taken back, or it has expired.",
  changed: "The offer has changed since you opened this page. Nothing was done. Please look at it again.",
  takenOver: "This pass was transferred to you.",
  paidByOther: (title: string) =>
    `Another person paid for the ${title} and transferred it to you. You can transfer it to somebody else. To give it up, please write to us. The person who paid gets the money back.`,
  theyHoldIt: (title: string) =>
    `${paymentMessages.passTransferred(title)} They have it now, and you cannot give it up any more.`,
} as const;

/** Sentences about one person who pays for others. */
export const payerMessages = {
  // To the delegate
  somebodyElse: "Somebody else pays",
  whatTheyLearn: [
    "They see your full name, that you can register, the pass, its add-ons and the price. They see nothing else about you.",
    "If the pass is given up or refunded, they get the money back.",
    "Your award lowers this price. Discount codes work only if you pay yourself.",
  ],
  asked: (email: string, title: string) => `You have asked ${email} to pay for the ${title}.`,
  // The same whoever the address belongs to, so that nothing is learned from it about anybody.
  written: "We have written to this address. The owner of the address can log in with it and pay.",
  noPlace: "We do not keep a place for you until they have paid.",
  mayStillPay: "You can take this back, and you can still pay yourself.",
  ownAddress: "This is your own address. Enter the address of the person who will pay.",
  costsNothing: "This costs nothing. Take it on the page of the pass.",
  tooMany: (minutes: number) =>
    `You have asked often today. You can ask again in ${minutes} minutes, or pay yourself.`,

  // To whoever pays
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
  invoiceInstead: "Ask for one invoice instead",
  notNow: "You cannot pay for this person at the moment. Please ask them.",
  takesIt: "This costs nothing. They can take it themselves.",
  chooseSomebody: "Tick at least one person.",
  atMost: (number: number) => `Tick at most ${number} people, and pay for the others afterwards.`,
  changed:
    "Some of these requests were taken back or paid in the meantime. Nothing was charged. Please look at the list again.",
  cannotBePaidFor: (names: string) =>
    `You cannot pay for ${names} at the moment. Nothing was charged. Please ask them, and pay for the others meanwhile.`,
  moved: (names: string) =>
    `Something has changed for ${names} in the meantime. Nothing was charged. Please check it and pay again.`,
  refused: "We have told them that you will not pay.",
  paid: (total: string, number: number) =>
    `Paid: ${total} for ${number === 1 ? "1 person" : `${number} people`}`,
  eachHasReceipt: "Each of these people has a receipt for their own part.",
  cancelled: "Cancelled before it reached your bank statement",
} as const;

/** Sentences about awards, codes and budgets, read by staff. */
export const grantMessages = {
  notASize: "Enter a share such as 50%, an amount such as $100, or whole.",
  notAnAmount: "Enter an amount in dollars, such as 5000.",
  notACode: "Use 4 to 40 letters and digits.",
  notANumber: "Enter a whole number of uses, or leave it empty.",
  notADay: "Enter a day, or leave it empty.",
  codeTaken: "This code is in use already. End the other one first, or choose another name.",
  madeOtherwise: (title: string, amount: string) =>
    `This form has made the budget “${title}” of ${amount} already, so nothing was added. Open the page again to add another one.`,
  unknownBudget: "Choose a budget of this conference.",
  notALine: "is not an address with a share or an amount behind it.",
  noAccount: "belongs to no account.",
  noApplication: "has submitted no application.",
  hasAward: "has an award already. End it first.",
  applicationOpen: "This application is not submitted at the moment. Give the award once it is.",
  awardThere: "Somebody else has given an award meanwhile. End that one first.",
  onlySome: (given: number, left: number) =>
    `${given === 0 ? "No award was" : given === 1 ? "1 award was" : `${given} awards were`} given. ${left === 1 ? "1 line was" : `${left} lines were`} not, and ${left === 1 ? "stays" : "stay"} below.`,
} as const;

/** Sentences about money that a bank took back, or never paid. */
export const bankMessages = {
  title: "Taken back by the bank",
  // To whoever paid, and to the delegate
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
