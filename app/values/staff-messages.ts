import { SHORTEST_ADMIN_PASSWORD } from "./password-lengths.ts";
import { counted } from "./words.ts";

/** Sentences that only staff read and that are not part of one page's own text. */
export const staffMessages = {
  notAnAmount: "Enter an amount in dollars, such as 445 or 445.50.",
  nothingToRefund: "there is nothing to give back.",
  directorsOnly: "Only directors can do this. If you need it done, ask a director.",
  reasonNeeded: "Give a reason. It is kept with the refund.",
  refundAmount: (left: string) =>
    `Enter an amount above $0 and up to ${left}, which is what is left of the payment.`,
  passNeedsPayment:
    "A delegate who keeps the pass must have paid something for it: enter less than what is left, or end the pass.",
  refundUnderWay: "A refund of this payment is on its way. Another one can be made once it has arrived.",
  notRefundable:
    "This payment is no longer held, or somebody else has refunded some of it. Nothing was done: look at it again.",
  processorAway: (gateway: string) =>
    `This was paid through ${gateway}, which is no longer connected to the portal. The portal cannot ask it about this payment or make it refund anything. Connect it again, or settle this there.`,
  notATime:
    "Enter a date and a time, such as 2022-12-16T13:00. Times in an hour that the clocks skip do not exist.",
  endsBeforeItBegins: "The end must be after the beginning.",
  changedMeanwhile:
    "Somebody else changed or deleted this after you opened it. What you typed is still below and not saved; the current version is above.",
  saved: "Saved.",
  table: {
    columnTwice: (name: string) => `The column “${name}” appears twice. Remove one of them.`,
    quoteOpen: "A quotation mark is not closed here.",
    tooManyLines: (limit: number) =>
      `A file may have ${limit.toLocaleString("en-US")} lines at most. Split it into several files.`,
  },
  plan: {
    refusedLines:
      "Nothing can be applied while lines are refused. Correct the file and upload it again; nothing has been changed.",
    alreadyApplied: "This plan has already been applied.",
    nothingToDo: "This plan changes nothing.",
    notApplied: "Only a plan that was applied can be undone.",
    alreadyUndone: "This plan has already been undone.",
    /** Undoing an undo is called a redo. */
    titleUndo: (title: string) =>
      title.startsWith("Undo: ")
        ? title.replace("Undo: ", "Redo: ")
        : `Undo: ${title.replace(/^Redo: /, "")}`,
  },
  decisionFile: {
    empty: "There are no lines in this file. It needs a header and a line for each applicant.",
    notUtf8: "This file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.",
    nothingGiven: "Choose a file, or paste the table.",
    noColumns:
      "The first line must name the columns: “decision”, and “uid”, “application” or “email” for the applicant.",
    noDecisionColumn: "There is no column “decision” in the first line.",
    noKeyColumn: "There is no column “uid”, “application” or “email” in the first line.",
    noKey: "Nobody is named in this line.",
    notADecision: (word: string) =>
      `“${word}” is not a decision. Write Accepted, Deferred to virtual, Waitlisted or Rejected, none to take a decision away, or nothing to leave it as it is.`,
    unknown: "There is no account with this name.",
    notSubmitted: "This person has not submitted an application to this conference.",
    twoPeople: "This names two accounts. Use the column “uid”.",
    twice: (lines: number[]) =>
      `The same applicant is also in ${lines.length === 1 ? "line" : "lines"} ${lines.join(" and ")}.`,
  },
  decisionPlan: {
    moved:
      "Nothing was applied: other decisions have been set since this plan was made. The current ones are shown below. Upload the file again to make a new plan.",
    paying: (total: number, keys: string[]) =>
      `Nothing was applied: ${counted(total, "applicant in it is", "applicants in it are")} paying at this moment for a pass that their current decision allows (${keys.join(", ")}${total > keys.length ? ", …" : ""}). Apply it again once their payments are settled, or leave these lines out.`,
    changedSince: "Set again since this plan was applied: undoing would lose that.",
  },
  schedulePlan: {
    changedSince: "Changed or deleted since this plan was applied: undoing would lose that.",
    undoOnce: "A plan that undoes another one cannot be undone itself. Import the file again.",
    session: "session",
    inIt: "in the programme",
    takenOut: "taken out",
  },
  release: {
    moved:
      "Nothing was done: the round or its decisions changed after you opened this page. Look again at what is shown now.",
    keepsRound:
      "Some applications between the old and the new deadline already have a visible decision: they would move to another round, with another price. Take the release back first, or choose another time.",
    hidesDecisions:
      "Delegates can already see decisions of this round: a later release would hide them again until then. Leave the decision release in the past, or take the release back first.",
  },
  distribution: {
    title: (round: string | null, undecidedOnly: boolean, readers: number) =>
      `${round ?? "All rounds"}, ${undecidedOnly ? "undecided" : "decided and undecided"}, ${counted(readers, "reader")} each`,
    titleInstead: "Applications one reader had not begun, given to others",
    lowestLoad: (excluded: Excluded) => `Lowest load.${exclusions(excluded)}`,
    evenedOut: (excluded: Excluded) => `So that everybody's load stays even.${exclusions(excluded)}`,
    movedForEvenness:
      "Moved because readers have joined or left, or their shares have changed: only this keeps the load even.",
    movedForConflicts:
      "Moved because a conflict leaves no other way: the readers with the lowest load may not read, or already read, the applications that had to be assigned.",
    becameConflict: {
      self: "It is the reader's own application.",
      declared: "The reader declared a conflict.",
      institution: "The reader is from the same institution.",
    },
    onLeave: "The reader is on leave.",
    leftStaff: "The reader has left the staff.",
    surplus: (readers: number) => `More than the ${counted(readers, "reader")} asked for.`,
    undone: "Undo.",
    uneven:
      "Loads differ by more than one per share of capacity: conflicts and readings already begun leave no other way.",
    lost: (lost: number) =>
      `${counted(lost, "reading is", "readings are")} not given back: the reader is on leave, has left the staff, or may not read ${lost === 1 ? "it" : "them"}.`,
    shortage: (excluded: Excluded, readers: number) =>
      `There ${readers === 1 ? "is" : "are"} only ${counted(readers, "reader")}.${exclusions(excluded)}`,
    nothingToDo:
      "Every application already has its readers, and the load is even: there is nothing to change.",
    moved:
      "Nothing was applied: something in this plan has changed since it was made. The changes are shown below. Make a new plan.",
    otherPlan: "Another distribution was applied since this plan was made.",
    nobodyReads: "Nobody on the staff can read at the moment: everybody is on leave.",
    noApplications: "There is no such application to distribute.",
    movedLine: {
      there: "This reader already has it.",
      gone: "This reader no longer has it.",
      started: "The reader has begun.",
      withdrawn: "The application is no longer submitted.",
      notOnStaff: "The reader is on leave or has left the staff.",
      conflict: "The reader has declared a conflict.",
    },
  },
  staff: {
    already: "This person is already on the staff.",
    disabled: "This account is disabled. Enable it first.",
    lastDirector: "There must always be a director: make somebody else a director first.",
    notOnStaff: "This person is not on the staff.",
    capacity: "Choose a number from 1 to 10.",
    longPasswordNeeded: `Staff need a password of at least ${SHORTEST_ADMIN_PASSWORD} characters. Choose a new one through “Forgot your password?”.`,
    invitationInvalid:
      "This invitation has expired, was withdrawn or was already used. Ask a director for a new one.",
    invitationFor: (masked: string) =>
      `This invitation is for ${masked}. Log in with that address, or create an account with it: either leads back here.`,
    invitationForOther: (masked: string, own: string) =>
      `This invitation is for ${masked}, and you are logged in as ${own}. Log out and continue with an account that has that address, or ask a director to invite ${own}.`,
    invitationGone: "This invitation is no longer open.",
    added: "Added. We have written to them.",
    invited: "We have sent an invitation. It works for 7 days.",
    withdrawn: "The invitation no longer works.",
    removed: "Removed from the staff, and logged out everywhere.",
    removing: "They lose access and are logged out at once. What they wrote and decided stays.",
    removingUnread: (unstarted: number, assigned: number) =>
      `Of ${counted(assigned, "application")} to read, ${unstarted.toLocaleString("en-US")} ${unstarted === 1 ? "is" : "are"} not begun: you can give ${unstarted === 1 ? "it" : "them"} to others afterwards.`,
    leftUnread: (unstarted: number) =>
      `${counted(unstarted, "application waits", "applications wait")} for somebody who is not reading at the moment. You can give ${unstarted === 1 ? "it" : "them"} to others: you see the plan first.`,
    whyNewPassword: "Staff can see every applicant's documents. You are logged out on all other devices.",
  },
  mailing: {
    unknownPlaceholder: (name: string) =>
      `{${name}} is not a placeholder. The placeholders are {firstName}, {fullName}, {conference} and {link}.`,
    tooManyPlaceholders: (limit: number) => `Use ${limit} placeholders at most.`,
    nobody: "Nobody is in this group at the moment.",
    moved: "Nothing was sent: this group changed after you looked. Look again at who would get the mail now.",
  },
  review: {
    chooseScore: "Choose a score from 1 to 5.",
    chooseRecommendation: "Choose what you recommend.",
    notSubmitted: "This application is not submitted at the moment. It can be scored once it is.",
    conflictDeclared: "You said that you should not read this application, so you cannot score it.",
    refused:
      "You can no longer score this application: it was opened again, or you declared that you should not read it. Nothing was saved.",
    clash:
      "You saved a review of this application in another tab or on another device after you opened this page. Nothing was saved now: what is stored is shown beside what you chose.",
    conflictReason: "Say in a few words why you should not read this.",
    started:
      "You have already reviewed or commented on this application. Ask a director to give it to somebody else.",
    afterYours: "You see what others think once you have saved your own review.",
    emptyComment: "Write a comment first.",
    nothingLeft: "You have no applications left to review.",
    reopenReason: "Give a reason. It is kept in the audit log, and the delegate is not told.",
    cannotReopen:
      "This application cannot be opened again: it is not submitted, or a pass is held or being paid for. Nothing was changed.",
  },
  account: {
    reasonNeeded: "Give a reason. It is kept in the audit log.",
    disabling: "Its owner is logged out everywhere and can no longer log in. Nothing is deleted.",
    disablingSubscriber:
      "Its HPAIR+ subscription is cancelled: the card is not charged again, and its owner is told by mail. The time already paid for stays on record. To refund it, open the subscription.",
    enabling: "Its owner can log in again at once.",
    enablingSubscriber:
      "Its HPAIR+ subscription stays cancelled. Its owner can resume it while there is paid time left.",
    notOneself: "You cannot disable your own account. Another director can.",
    notChanged: "Somebody else changed this account after you opened it. Nothing was done.",
  },
  image: {
    tooLarge: "This picture is larger than 5 MB. Choose a smaller one; nothing was changed.",
    hint: "PNG, JPEG or WebP, at most 5 MB, 8 megapixels and 6,000 pixels a side.",
    notStored: "The picture could not be stored. Nothing was changed. Please try again.",
  },
  videos: {
    changedMeanwhile:
      "Somebody else saved this after you opened it, and nothing was saved now. What is stored is shown here where it differs from what you typed, which is still in the form. Save again to put yours in its place.",
    changedBeforeRemoval: "Somebody else saved this after you opened it. Nothing was removed.",
    inProgramme: (sessions: number) =>
      `${counted(sessions, "session")} in the programme ${sessions === 1 ? "names" : "name"} this speaker. Nothing was removed: take the name out of the programme first.`,
    noSuchFile: "There is no such file in the store. Put it there first, under videos/.",
    fileKey: "Write the key of a file under videos/, such as videos/opening.mp4.",
    streamId: "Write the id that Stream shows for the video: 32 letters and digits.",
    youtube: "Write the id of the video on YouTube, or its address.",
    vimeo: "Write the id of the video on Vimeo, or its address.",
    onlyOpen: "Premium videos must be files or on Stream: videos on YouTube or Vimeo are open to all.",
    length: "Write the length as 1:02:30, 12:30 or in seconds, at most 24 hours.",
    chapter: (line: number) => `Line ${line}: write the time and the title, such as 12:30 Questions.`,
    chapterBeyond: (line: number) => `Line ${line}: this chapter begins after the video has ended.`,
    chapterTwice: (line: number) => `Line ${line}: another chapter begins at the same time.`,
    tooManyChapters: (limit: number) => `Write ${limit} chapters at most.`,
    unknownCategory: "One of these categories no longer exists.",
    unknownSpeaker: "One of these speakers no longer exists.",
    categoryTitle: "Write a title with letters or digits.",
    categoryExists: "This category already exists.",
    categoryInUse: "There are videos in this category: only an empty one can be deleted.",
    positionGone: "The item you moved it next to no longer exists, so it was put at the end.",
    itemGone: "The item you moved no longer exists. Nothing was changed.",
    removed: "Removed.",
  },
  hub: {
    findings: (number: number) => `The last check found ${counted(number, "thing")} wrong.`,
    unknownPayments: (number: number) =>
      `${counted(number, "payment has", "payments have")} waited over an hour for an answer from the card processor.`,
    unknownRefunds: (number: number) =>
      `${counted(number, "refund has", "refunds have")} waited over an hour for an answer from the card processor.`,
    lostMails: (number: number) =>
      `${counted(number, "mail", "mails")} could not be sent and ${number === 1 ? "was" : "were"} given up.`,
    unread: (number: number) =>
      `${counted(number, "undecided application has", "undecided applications have")} nobody to read ${number === 1 ? "it" : "them"}.`,
    undecided: (number: number, round: string) =>
      `${round}: ${counted(number, "application is", "applications are")} undecided.`,
    late: (number: number, round: string) =>
      `${round}: ${counted(number, "decision was", "decisions were")} set after the release and cannot be seen. Release again.`,
    unreleased: (number: number, round: string) =>
      `${round}: ${counted(number, "decision is", "decisions are")} not released.`,
  },
  programme: {
    tooLong: "A session lasts 24 hours at most. Divide it into several.",
    capacity: "Enter a whole number from 1 to 100,000, or nothing for no limit.",
    unknownSpeaker: (name: string) =>
      `There is no speaker “${name}” in the library. Add them to the library first.`,
    severalSpeakers: (name: string) =>
      `There are several speakers called “${name}”. Choose one from the list, with the id in parentheses.`,
    tooManySpeakers: "A session has 20 speakers at most.",
    unknownRecording: "There is no such video in the library. Choose one from the list.",
    session: (title: string) => `“${title}”`,
    sessionInLine: (title: string, line: number) => `“${title}” in line ${line}`,
    roomTaken: (room: string, session: string, when: string) => `${room} is taken: ${session}, ${when}.`,
    speakerTaken: (speaker: string, session: string, when: string) =>
      `${speaker} is somewhere else: ${session}, ${when}.`,
    changedMeanwhile:
      "Somebody changed this session while you were editing it. The current version is shown here; what you typed is still in the form. Save again to replace the current version.",
    movedMeanwhile: "Nothing was done: this session changed after you opened this page. Look at it again.",
    placeGone: "The room or track has since been removed. Choose another one.",
    deletedMeanwhile: "Somebody deleted this session.",
    chosen: (number: number) =>
      `${counted(number, "person has", "people have")} chosen this session, so it cannot be deleted. Cancel it instead: their calendars will say so.`,
    lowering: (held: number) =>
      `${counted(held, "place is", "places are")} taken. A lower number takes none of them away; nobody new gets in until enough have left.`,
    promoted: (number: number) =>
      `${counted(number, "person", "people")} on the waiting list ${number === 1 ? "has" : "have"} a place now.`,
    nameTaken: (title: string) => `There is already one called “${title}”.`,
    inUse: (number: number) =>
      `${counted(number, "session is", "sessions are")} there. Move or delete ${number === 1 ? "it" : "them"} first.`,
    renamedMeanwhile: "Nothing was done: somebody changed it after you opened this page.",
    link: "Enter an address that begins with https://",
  },
  scheduleFile: {
    endsBeforeItBegins: (hours: number) =>
      `The end must be after the beginning. An end after midnight may be ${hours} hours later at most.`,
    empty: "There are no lines in this file. It needs a header and a line for each session.",
    noColumn: (name: string) =>
      `There is no column “${name}” in the first line. A programme needs day, start, end and title.`,
    unknownId: (id: string) => `There is no session “${id}”. Leave the id empty for a new one.`,
    noTitle: "It has no title.",
    titleTooLong: "Its title is longer than 200 characters.",
    descriptionTooLong: "Its description is longer than 5,000 characters.",
    nameTooLong: (name: string) => `“${name.slice(0, 40)}…” is longer than 100 characters.`,
    times: (day: string, start: string, end: string) =>
      `“${day} ${start} to ${end}” is not a valid time. Write the day as 2023-02-17, and times as 09:30. Times in an hour that the clocks skip do not exist.`,
    unknownLevel: (level: string, known: string) =>
      `“${level}” is not an access level. Write ${known}, or nothing for everybody.`,
    twice: (lines: number[]) =>
      `The same session is also in ${lines.length === 1 ? "line" : "lines"} ${lines.join(" and ")}.`,
    moved:
      "Nothing was applied: the programme has changed since this plan was made. The conflicts are shown below. Upload the file again to make a new plan.",
    speakersGone: (ids: string[]) =>
      `Nothing was applied: speakers have been removed from the library since this plan was made (${ids.join(", ")}). Upload the file again to make a new plan.`,
  },
} as const;

/** How many readers may not read an application, by reason. */
type Excluded = { self: number; declared: number; institution: number };

function exclusions({ self, declared, institution }: Excluded): string {
  const parts = [
    institution > 0 && `${counted(institution, "reader")} excluded: same institution`,
    declared > 0 && `${counted(declared, "reader")} excluded: declared a conflict`,
    self > 0 && `${counted(self, "reader")} excluded: own application`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : ` ${parts.join("; ")}.`;
}
