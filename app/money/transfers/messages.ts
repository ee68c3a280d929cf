/** Sentences about exchanging an add-on for another variant. */
export const exchangeMessages = {
  notPossible: "You cannot exchange this add-on any more. Nothing was changed.",
  changed: "This add-on was exchanged in the meantime. Nothing was changed. Please look at it again.",
  nothing: "There is nothing to exchange.",
} as const;

/** Sentences about a pass that its holder transfers to another person. */
export const transferMessages = {
  // To the person who offers the pass
  goesAlong: (things: string) => `The other person also gets: ${things}. You will no longer have them.`,
  noMoney:
    "We do not move money between you and the other person. If the pass is ever refunded, the money goes back to the card that paid for it.",
  offered: (title: string, email: string) => `You have offered the ${title} to ${email}.`,
  // The sentence is the same no matter who owns the address, so that it reveals nothing about anybody.
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

  // To the person who gets the offer
  somebody: "Another delegate",
  offeredToYou: (title: string) => `The ${title} is offered to you.`,
  youGet: (things: string) => `You get the ${things}.`,
  paidByThem:
    "You pay nothing here. If the pass is ever refunded, the money goes back to the card that paid for it. You get no money.",
  haveOne:
    "You already have a pass, or a payment or refund of your pass is under way. You can take over a pass only while you have no pass of your own.",
  ofOtherEdition:
    "This pass belongs to another conference than the one that is open now, so you cannot accept it. Please write to us.",
  notYet: "A part of this pass is being paid for or refunded. You can accept it afterwards.",
  closed: "This offer is no longer open. It was accepted or taken back, or it has expired.",
  changed: "The offer has changed since you opened this page. Nothing was done. Please look at it again.",
  takenOver: "This pass was transferred to you.",
} as const;
