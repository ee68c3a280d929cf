import { WAIT_HOURS } from "~/accounts/second-person.ts";

/** Sentences about acts that give money away and need two people, read by staff. */
export const outgoingMessages = {
  title: "Waits for a second person",
  /** @param isSum whether the refund is above the limit only together with earlier refunds. */
  needsTwo: (limit: string, isSum: boolean) =>
    `${isSum ? "With what you gave back before, this" : "This"} is above the limit of ${limit} for one person, so you only propose it. Nothing is given back before somebody else confirms it.`,
  propose: (does: string) => `Propose: ${does}`,
  nothingYet: (who: string) =>
    `Nothing has been given yet, and nothing is kept back for it. Confirm this only if you know from ${who} that it is right.`,
  alone:
    "Nobody else could confirm this when it was proposed. The person who proposed it may confirm it from:",
  mayNow: `Nobody else could confirm this when you proposed it, and ${WAIT_HOURS} hours have passed. You may confirm it now.`,
  whyNot: {
    own: "You proposed this yourself. Somebody else with “Money” has to confirm it.",
    address: "Somebody with your e-mail address proposed this. Somebody else with “Money” has to confirm it.",
    lost: "You lost “Money” for a time after you proposed this. Withdraw it, and propose it again.",
    early: `You proposed this, and nobody else could confirm it. You may confirm it yourself ${WAIT_HOURS} hours after you proposed it.`,
    new: `You had not had “Money” for ${WAIT_HOURS} hours when this was proposed, so you cannot confirm it. You can withdraw it.`,
  },
  confirm: "Confirm it",
  withdraw: "Withdraw it",
  abilityLost: "You do not have “Money” any more, so nothing was proposed.",
  settled: "Somebody has confirmed or withdrawn this meanwhile. Nothing was done. Look at it again.",
  already: "Something of this payment has been proposed already. Confirm or withdraw that first.",
  proposedOtherwise: "This form has proposed something else already. Open the page again.",
  limitMoved: "The limit for one person has changed meanwhile. Nothing was done. Look at it again.",
  noLonger: (why: string) => `It cannot be done as it was proposed: ${why}`,
  notAllAwards: (who: string) =>
    `${who} cannot get this award now: there is another award, or no submitted application. Nobody got one. Withdraw this and propose it again.`,
  /** What is proposed, for the home page. */
  kinds: {
    refund: (amount: string) => `a refund of ${amount}`,
    award: (number: number, size: string) =>
      number === 1 ? `an award of ${size}` : `${number} awards of up to ${size} each`,
    code: (size: string) => `a code of ${size}`,
  },
  home: {
    title: "Money out waits for a second person",
    waits: (who: string, what: string) =>
      `${who} has proposed ${what}. Nothing is given before somebody else confirms it.`,
    alone: (who: string, what: string) =>
      `${who} has proposed ${what}, and nobody else can confirm it. If nobody withdraws it, they may confirm it themselves from:`,
    look: "Look at it",
    otherEdition: "It is about another edition: choose that one first.",
  },
} as const;
