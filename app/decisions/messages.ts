import { grouped, quantity } from "~/values/words.ts";

/** Sentences about decisions: for the staff who set and release them, and for the delegates who read theirs. */
export const decisionMessages = {
  waitlisted:
    "You do not need to do anything. We keep your application as it is. If our decision changes, you read it here.",
  nothingToDecide: "You did not submit an application to this conference, so there is no decision.",
  ifYouCannotCome: {
    title: "If you cannot come",
    words: "You do not need to do anything. We keep no place for you before you pay, and you owe us nothing.",
    writeToUs: "Tell us, if you like",
  },
  waiting: {
    list: "Places that become free are offered to people on the waiting list.",
    stopped: "We offer no more places from the waiting list. We keep your application as it is.",
    hasStopped:
      "This list has stopped, so no places are offered. To offer places again, set a later time below, at “Offers stop”.",
    notOnSale:
      "This pass is not on sale now, so nobody could buy it and no places are offered. The edition says whether and when it is sold. You can also choose another pass below.",
    notCurrent: "Delegates see another edition now, so nobody could buy this pass and no places are offered.",
    firstShown: (people: number) => `The first ${grouped(people)} of them are shown.`,
    offered: (passTitle: string) => `We keep a place for you: the ${passTitle}. Pay in time to take it.`,
    after: "After that, the place goes to somebody else and you are on the waiting list again.",
    decline: "I do not want this place",
    ask: "Give this place back?",
    consequence:
      "It goes to somebody else at once. You are on the waiting list again, and we may not be able to offer you another place.",
    confirm: "Yes, give it back",
    keep: "Keep the place",
    paying: "You cannot give this place back now: you have a pass, or a payment for one is open.",
    over: "This offer is over.",
    nobody: "Tick at least one person.",
    past: "This time is over. Choose a later one.",
    afterStop: "Nothing was offered: the offers of this list stop before that time.",
    notSold: "Nothing was offered: this pass is not on sale now, so nobody could buy it.",
    notOffered: "Nothing was offered: delegates see another edition now, so nobody could buy this pass.",
    afterSale: "Nothing was offered: the sale of this pass ends before that time. Choose an earlier one.",
    tooFew: (free: number) =>
      `Nothing was offered: ${quantity(free, "place is", "places are")} free now. Tick fewer people.`,
    moved: "Nothing was offered: somebody you ticked is no longer waiting. Look at the list as it is now.",
    notTakenBack: "This offer cannot be taken back: it is over, or its person pays or has a pass.",
    offers: (people: number) => `Offer ${quantity(people, "place")}`,
    asks: (people: number) => `Keep ${quantity(people, "place", "places")} for these people?`,
    effect:
      "They see that they are accepted, and get a mail. Those who have not paid by the end are on the waiting list again.",
    line: (free: number) =>
      free === 0
        ? "No place is free"
        : `${quantity(free, "place is", "places are")} free: the list ends here`,
    again: "Had an offer",
    nobodyWaits: "Nobody is waiting. People who see the decision Waitlisted and have no pass stand here.",
    nothingOffered: "There is no offer at the moment.",
    order: {
      score: "By score, highest first",
      hand: "By hand",
      first: "First come, first served",
    },
    unlimited:
      "This pass has no limit of places, so nothing is offered by itself. Tick the people to whom you offer a place.",
    hours: (least: number, most: number) => `A whole number from ${grouped(least)} to ${grouped(most)}.`,
  },
  file: {
    empty: "There are no lines in this file. It needs a header and a line for each applicant.",
    noColumns:
      "The first line must name the columns: “decision”, and “uid”, “application” or “email” for the applicant.",
    noDecisionColumn: "There is no column “decision” in the first line.",
    noKeyColumn: "There is no column “uid”, “application” or “email” in the first line.",
    noKey: "Nobody is named in this line.",
    notADecision: (word: string) =>
      `“${word}” is not a decision. Write Accepted, Deferred to virtual, Waitlisted or Rejected. Write none to take a decision away, or nothing to leave it as it is.`,
    awardForWhat: "Press the decision that the award comes with.",
    awardNeeded: "Type the award first: 50%, $100 or whole, or none to end the one there is.",
    notAnAward: (word: string) =>
      `“${word}” is not an award. Write 50%, $100 or whole. Write none to end an award, or nothing to leave it as it is.`,
    awardsNeedMoney:
      "Awards need the ability “Money”. Leave them out (in a file, the column “award”), or ask somebody who may give awards.",
    awardNeedsTwo: (limit: string) =>
      `An award of 100%, or of more than ${limit}, needs a budget here. Without one, give it on “Awards and codes”, where a second person confirms it.`,
    nobody: "Choose at least one applicant.",
    unknown: "There is no account with this name.",
    notSubmitted: "This person has not submitted an application to this conference.",
    twoPeople: "This names two accounts. Use the column “uid”.",
    twice: (lines: number[]) =>
      `The same applicant is also in ${lines.length === 1 ? "line" : "lines"} ${lines.join(" and ")}.`,
  },
  plan: {
    titleFor: (choice: string, applicants: number) =>
      `${choice === "leave" ? "Award" : choice === "none" ? "No decision" : choice} for ${quantity(applicants, "applicant")}`,
    hasAwards:
      "This plan also gives or ends awards. Only people with both “Decide” and “Money” see these, and can apply or undo the plan.",
    awardsNeedMoney:
      "Nothing was done: this plan gives or ends awards, which needs the ability “Money”. Ask somebody who has it and may decide.",
    moved:
      "Nothing was applied, because other decisions were set after this plan was made. You see the current decisions below. Upload the file again to make a new plan.",
    paying: (total: number, keys: string[]) =>
      `Nothing was applied. ${quantity(total, "applicant in the plan is", "applicants in the plan are")} paying at this moment for a pass that their current decision allows (${keys.join(", ")}${total > keys.length ? ", …" : ""}). Apply the plan again when their payments are settled, or leave these lines out.`,
    awardNeedsTwoByNow:
      "Nothing was applied: an award in this plan now needs a second person. Upload the file again to see which lines are concerned.",
    awardTooEarlyByNow:
      "Nothing was applied: a delegate in this plan now sees a decision that allows a pass, so they would see their award before the new decision. Upload the file again to see which lines are concerned.",
    awardTooEarly:
      "The delegate sees a decision that allows a pass, so they would see this award before the new decision. Give the award after the release.",
    changedSince: "Set again since this plan was applied: undoing would lose that.",
  },
  release: {
    shows: (people: number, edition: string) =>
      `If you release it, ${quantity(people, `applicant of ${edition} sees a decision and gets`, `applicants of ${edition} see a decision and get`)} a mail about it; disabled accounts get none.`,
    showsMore: (people: number, edition: string) =>
      people === 0
        ? `No decision was set since the release: if you release it again, nobody of ${edition} sees anything new.`
        : `If you release it again, ${quantity(people, `more applicant of ${edition} sees a decision and gets`, `more applicants of ${edition} see a decision and get`)} a mail about it.`,
    notCurrent:
      "Delegates see another edition now, so nobody can register for this one. The mails lead to the decision under “Earlier conferences”.",
    newer: (decisions: number) =>
      decisions === 1
        ? "1 decision is newer than the release: nobody sees it yet."
        : `${grouped(decisions)} decisions are newer than the release: nobody sees them yet.`,
    more: (people: number) => `${quantity(people, "more decision")} to release`,
    mails: {
      name: "Mails sent",
      all: (people: number) =>
        people === 1 ? "The mail was sent." : `All ${grouped(people)} mails were sent.`,
      some: (sent: number, people: number) => `${grouped(sent)} of ${quantity(people, "mail")} sent.`,
      again: "See how many there are now",
      givenUp: (mails: number) => `${quantity(mails, "mail")} could not be sent.`,
      checks: "See why",
    },
    hides: (people: number, edition: string) =>
      `${quantity(people, `applicant of ${edition}`, `applicants of ${edition}`)} will no longer see a decision. We stop mails that have not left yet.`,
    alone: {
      /** @param disabled how many of these people have a disabled account. */
      ready: (people: number, disabled = 0): string => {
        const { noMail } = decisionMessages.release.alone;
        const told =
          people === 1
            ? `If you release it, the delegate sees it at once${disabled === 0 ? " and gets a mail" : ""}.`
            : `If you release them, ${grouped(people)} delegates see theirs at once${disabled === 0 ? " and get a mail" : ""}.`;
        return disabled === 0 ? told : `${told} ${noMail(disabled, people)}`;
      },
      noMail: (disabled: number, people: number) =>
        people === 1
          ? "The account is disabled, so it gets no mail."
          : disabled === people
            ? "The accounts are disabled, so they get no mail."
            : `${quantity(disabled, "account is disabled and gets", "accounts are disabled and get")} no mail; the others get one.`,
      button: (people: number) =>
        people === 1 ? "Release this decision" : `Release these ${grouped(people)} decisions`,
      outWithRound: (people: number) =>
        people === 1
          ? "The delegate sees this decision."
          : `${grouped(people)} delegates see these decisions.`,
      test: "Send me the mail first",
      testSent: "We sent it to your address.",
      back: (people: number) =>
        people === 1
          ? "The delegate sees the earlier decision again, or none. A mail that has left stays sent."
          : "The delegates see the earlier decisions again, or none. Mails that have left stay sent.",
      backButton: "Take the release back",
      moved:
        "Nothing was done: the decisions changed after you opened this page. Look again at what is shown now.",
      paying:
        "Nothing was released: somebody among them is paying for a pass at this moment. Release again when that payment is settled.",
      nothing: "Nothing was done: there is nothing left to take back here.",
      tooMany: (most: number) =>
        `More than ${grouped(most)} decisions can be released only together with their round.`,
    },
    moved:
      "Nothing was done: the round or its decisions changed after you opened this page. Look again at what is shown now.",
    keepsRound:
      "Some applications between the old and the new deadline already have a visible decision. They would move to another round, with another price. Take the release back first, or choose another time.",
    noRound:
      "Some applications were submitted after this time. They would belong to no round, and nobody could see a decision on them. Choose a time after the last of them.",
    hidesDecisions:
      "Delegates can already see decisions of this round. A later release time would hide them until that time. Leave the decision release in the past, or take the release back first.",
  },
} as const;
