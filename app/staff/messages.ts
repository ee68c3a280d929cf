import { asBeginning, distanceInWords, grouped, listInWords, quantity } from "~/values/words.ts";
import { DIRECTORS_LEFT, INVITATION_DAYS, LONGEST_STAFF_NAME, MOST_ADDED } from "./limits.ts";

const ALREADY = "This person is already on the staff.";

/** Sentences for staff about staff, mailings, accounts, and open tasks. */
export const staffMessages = {
  already: ALREADY,
  changedMeanwhile:
    "Another director saved this after you opened it, so nothing was saved now. What you chose is still in the form. Where the stored facts differ, you see it here. Save again to replace them.",
  lastDirector: "There must always be a director: make somebody else a director first.",
  factors: {
    notOwn: "Nobody can reset their own second factor. Ask two other directors.",
    askedByAnother: "Another director has asked for this already. You can confirm it here.",
    byAnother: "You asked for this yourself. Another director has to confirm it.",
    moved: "This person has no second factor any more, or nobody has asked to reset it within the last day.",
  },
  notOnStaff: "This person is not on the staff.",
  invitationInvalid:
    "This invitation has expired, was withdrawn or was already used. Ask a director for a new one.",
  invitationFor: (masked: string) =>
    `This invitation is for ${masked}. Log in with that address, or create an account with it. Both lead back here.`,
  invitationForOther: (masked: string, own: string) =>
    `This invitation is for ${masked}, and you are logged in as ${own}. Log out and continue with an account that has that address, or ask a director to invite ${own}.`,
  invitationGone: "This invitation is no longer open.",
  added: (people: number) =>
    `${quantity(people, "person is", "people are")} on the staff now. We have written to them.`,
  invited: (people: number) =>
    `We have sent ${quantity(people, "invitation")}. ${people === 1 ? "Its link works" : "Their links work"} for ${quantity(INVITATION_DAYS, "day")}.`,
  invitedBefore: (people: number) =>
    `${quantity(people, "person has", "people have")} the same invitation already, so we have sent nothing. To send a new link, press “Send again” below.`,
  fates: {
    added: "On the staff now. We have written to them.",
    invited: "Invited.",
    invitedBefore: "Has the same invitation already. To send a new link, press “Send again” above.",
    already: ALREADY,
    disabled: "Not added: this account is disabled. Enable it first, then add them.",
    twice: "Named twice, but handled only once.",
    notAnAddress: "Not added: there is no e-mail address in it.",
    nameTooLong: `Not added: a name has ${LONGEST_STAFF_NAME} characters at most.`,
  },
  someNotAdded: "Not everybody was added. The field still has the entries that you have to correct.",
  nobodyNamed: "Name at least one person, with their e-mail address.",
  tooMany: (people: number) =>
    `These are ${grouped(people)} people. Add ${MOST_ADDED} at most at once: nobody has been added.`,
  abilitiesNone: "Tick at least one ability, or choose a role.",
  abilitiesAndRole: "You have chosen a role and ticked abilities. Choose “Other abilities”, or tick none.",
  notADay: "Enter a day, such as 2030-05-31, or leave it empty.",
  lastDayForDoor: "Only the door team has a last day. Choose “Door team”, or leave it empty.",
  lastDayOver: "This day is over. Enter today or a later day.",
  doorUntil: (day: string) => `until ${day}`,
  doorEnded: (day: string) => `Ended ${day}`,
  withdrawn: "The invitation no longer works.",
  removed: "Removed from the staff, and logged out everywhere.",
  removing: "They lose access and are logged out at once. What they wrote and decided stays.",
  removingUnread: (unstarted: number, assigned: number) =>
    `Of ${quantity(assigned, "application")} to read, ${grouped(unstarted)} ${unstarted === 1 ? "is" : "are"} not begun. You can give ${unstarted === 1 ? "it" : "them"} to others afterwards.`,
  leftUnread: (unstarted: number) =>
    `${quantity(unstarted, "application waits", "applications wait")} for somebody who is not reading at the moment. You can give ${unstarted === 1 ? "it" : "them"} to others: you see the plan first.`,
  whyNewPassword: "Staff can see every applicant's documents. You are logged out on all other devices.",
  mailing: {
    unknownPlaceholder: (name: string) =>
      `{${name}} is not a placeholder. The placeholders are {firstName}, {fullName}, {conference} and {link}.`,
    tooManyPlaceholders: (limit: number) => `Use ${limit} placeholders at most.`,
    nobody: "Nobody is in this group at the moment.",
    leftOutOfStaff: "Disabled accounts are left out.",
    leftOut:
      "Disabled accounts are left out. People who want no news, or whom no mail reaches, are counted but get none.",
    moved: "Nothing was sent: this group changed after you looked. Look again at who would get the mail now.",
  },
  nothingToSendAgain:
    "Nothing was sent: there is nothing to send again, or their address does not work either. Look at the list again.",
  account: {
    reasonNeeded: "Give a reason. It is kept in the audit log.",
    disabling: "The owner is logged out everywhere and can no longer log in. Nothing is deleted.",
    disablingSubscriber:
      "The subscription to the library is cancelled. The card is not charged again, and we tell the owner by mail. The time already paid for stays on record. To refund it, open the subscription.",
    enabling: "The owner can log in again at once.",
    enablingSubscriber:
      "The subscription to the library stays cancelled. The owner can resume it while there is paid time left.",
    notOneself: "You cannot disable your own account. Another director can.",
    notChanged: "Somebody else changed this account after you opened it. Nothing was done.",
  },
  handover: {
    nobody: "Tick who leaves.",
    gone: "Somebody you ticked is no longer on the staff. Look again and choose who leaves.",
    tooFew: (directors: number) =>
      `At least ${DIRECTORS_LEFT} directors must stay, and ${directors === 0 ? "none" : directors === 1 ? "one" : grouped(directors)} would be left. Make somebody else a director first, or let fewer people leave.`,
    moved:
      "Nothing was changed: somebody in this plan has been changed since it was made. Make a new plan from the staff as they are now.",
    nothingToDo: "This plan changes nobody.",
    leaving: (people: number) => `${quantity(people, "person leaves", "people leave")} the staff`,
    effect:
      "They lose access and are logged out at once. What they wrote and decided stays, and so do their accounts as delegates.",
    returning:
      "They get their role back and log in again, with a password long enough for staff. Open links to their accounts stop working.",
    unread: (unstarted: number, assigned: number) =>
      unstarted === 0 ? "Nothing" : `${grouped(unstarted)} of ${grouped(assigned)}`,
    apply: (act: "leave" | "return", people: number) =>
      act === "leave"
        ? `End the access of ${quantity(people, "person", "people")}`
        : `Give ${quantity(people, "person", "people")} their role back`,
    oneself: "You leave with them: you lose access and are logged out at once.",
    undo: "Before anything is undone, you see the plan for it.",
  },
  season: {
    closes: (round: string, days: number) => `${round}: the deadline is in ${quantity(days, "day")}`,
    closed: (round: string) => `${round}: the deadline has passed`,
    distribute: (round: string, unread: number) =>
      unread === 0
        ? `${round}: give every application to readers`
        : `${round}: give ${quantity(unread, "application")} to readers`,
    decide: (round: string, undecided: number) =>
      undecided === 0
        ? `${round}: decide on every application`
        : `${round}: decide on ${quantity(undecided, "application")}`,
    release: (round: string, late: number) =>
      late === 0
        ? `${round}: release the decisions`
        : `${round}: release again, for ${quantity(late, "decision")} set after the release`,
    programme: (event: string) => `${event}: fill in the programme`,
    refunds: (event: string) => `${event}: answer requests for refunds until their last day`,
    endStaff: (people: number) =>
      people === 0
        ? "End last season’s staff"
        : `End last season’s staff: ${quantity(people, "person", "people")}`,
    handOver: "Hand over: end this season’s staff once it is over",
    nextEdition: "Set up the next conference",
  },
  sponsors: {
    lead: "Numbers that may be passed on. Groups of fewer than five people are put together. Decisions count once they are released.",
    allSmall: "Each group here is too small to be shown alone, so this table shows only the sum.",
    columns: "Columns that add up to fewer than five people are left out.",
    nobody:
      "Fewer than five people have submitted an application, or the form asks for no country, institution or level.",
  },
  troubledMails: (shown: number, all: number) =>
    `${grouped(shown)} of ${quantity(all, "mail")} are shown: first those that were given up, the newest first.`,
  noReply: "It did not answer.",
  hub: {
    findings: (number: number, mayBeMore: boolean) =>
      `The last check found ${mayBeMore ? "at least " : ""}${quantity(number, "thing")} to look at.`,
    unknownPayments: (number: number) =>
      `${quantity(number, "payment has", "payments have")} waited over an hour for an answer from the card processor.`,
    takenByBank: (number: number) =>
      `A bank has taken back ${quantity(number, "payment")}, and nobody has decided whether ${number === 1 ? "the pass stays" : "the passes stay"}.`,
    moneyByHand: (number: number) =>
      `${quantity(number, "sum")} that came in by hand ${number === 1 ? "waits" : "wait"} to be confirmed or given back.`,
    unknownRefunds: (number: number) =>
      `${quantity(number, "refund has", "refunds have")} waited over an hour for an answer from the card processor.`,
    lostMails: (number: number) =>
      `${quantity(number, "mail", "mails")} could not be sent and ${number === 1 ? "was" : "were"} given up.`,
    noLetterAddress: "Letters have no postal address. Some embassies and universities refuse such letters.",
    proposals: "A change of bank details or limits waits for a second person.",
    outgoings: (number: number) =>
      `${quantity(number, "refund or award", "refunds or awards")} ${number === 1 ? "waits" : "wait"} for a second person.`,
    resets: (number: number) =>
      `${quantity(number, "reset")} of a second factor ${number === 1 ? "waits" : "wait"} for another director.`,
    behind: (readers: number, left: number) =>
      `${quantity(readers, "reader has", "readers have")} ${quantity(left, "application")} left to review.`,
    freePlaces: (places: number, pass: string) =>
      `${pass}: ${quantity(places, "place is", "places are")} free while people are on the waiting list.`,
    /** The other people who do this work. If there are more than three, some are only counted. */
    others: (people: readonly string[]) =>
      people.length === 0
        ? "Only directors do this."
        : `Others who do this: ${listInWords(people.length > 3 ? [...people.slice(0, 2), `${grouped(people.length - 2)} others`] : people)}.`,
    /**
     * The sums of two editions at the same distance (days) from their last deadlines. The sums are given in words or
     * dollars.
     */
    curve: (today: number, own: string, last: string, lastInTheEnd: string, lastEdition: string) =>
      `${asBeginning(distanceInWords(today))}${today === 0 ? " of" : ""} the last deadline: ${own}. ${lastEdition} had ${last} then and ${lastInTheEnd} in the end.`,
    curveDeadline: "The last deadline",
    unread: (number: number) =>
      `${quantity(number, "undecided application has", "undecided applications have")} nobody to read ${number === 1 ? "it" : "them"}.`,
    undecided: (number: number, round: string) =>
      `${round}: ${quantity(number, "application is", "applications are")} undecided.`,
    late: (number: number, round: string) =>
      `${round}: ${quantity(number, "decision was", "decisions were")} set after the release and cannot be seen. Release again.`,
    unreleased: (number: number, round: string) =>
      `${round}: ${quantity(number, "decision is", "decisions are")} not released.`,
  },
} as const;
