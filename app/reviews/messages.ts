import { grouped, quantity } from "~/values/words.ts";
import { SCORES } from "./scores.ts";

/** The reason for most assignments. */
const LOWEST = "Lowest load.";

/** Sentences for staff about reading, scoring and distributing applications. */
export const reviewMessages = {
  chooseScore: `Choose a score from ${SCORES[0]} to ${SCORES.at(-1)}.`,
  chooseRecommendation: "Choose what you recommend.",
  notSubmitted: "This application is not submitted at the moment. It can be scored once it is.",
  conflictDeclared: "You said that you should not read this application, so you cannot score it.",
  refused:
    "You can no longer score this application. It was opened again, or you said that you should not read it. Nothing was saved.",
  saved: "Saved: your review of",
  clash:
    "You saved a review of this application in another tab or on another device after you opened this page. Nothing was saved now. You see the stored review beside what you chose.",
  conflictReason: "Say in a few words why you should not read this.",
  started:
    "You have already reviewed or commented on this application. Ask a director to give it to somebody else.",
  afterYours: "You see what others think when you have saved your own review.",
  emptyComment: "Write a comment first.",
  blindDocuments:
    "You read without names, so file names are hidden. A file itself may still name its author.",
  /** What the search field of the list of applications can find. */
  searched: ({ decides, isBlind }: { decides: boolean; isBlind: boolean }) =>
    decides ? "Name, institution, country" : isBlind ? "Application, such as 4F2K7" : "Name or e-mail",
  doesNotRead: (reader: string) => `${reader} should not read this application:`,
  nothingLeft: "You have no applications left to review.",
  onlyReopenedLeft:
    "There is nothing to review now: what you have left was opened again, and is not submitted yet.",
  reopenReason: "Give a reason. It is kept in the audit log, and the delegate is not told.",
  cannotReopen:
    "You cannot open this application again. It is not submitted, or the delegate has a pass or is paying for one. Nothing was changed.",
  notCurrent:
    "Delegates see another edition now, so nobody could submit this application again. Nothing was changed.",
  scores: {
    correctedBy: (points: string) =>
      `Readers differ by about ${points} points on the same application. The corrected mean takes this out.`,
    notNeeded: (points: string) =>
      `No correction needed: readers differ by less than ${points} points on the same application.`,
    notComparable: (fewest: number) =>
      `Nothing is corrected: fewer than ${fewest} applications were read by two people, so readers cannot be compared.`,
    nothingDecided: "Nothing is decided by these numbers.",
    giveOrTake: "“Give or take”: 95 times in 100, the true number is no further away.",
    none: "Nobody has scored a submitted application yet.",
    tooMany: (most: number) =>
      `There are more than ${grouped(most)} reviews: too many to compare on one page.`,
    /** @param points how much more or less a reader gives than the others, without a sign. */
    harsher: (points: string) => `harsher by ${points}`,
    milder: (points: string) => `milder by ${points}`,
    asOthers: "like the others",
    noLine: "Enter how many will be accepted. It must be fewer than were scored.",
    nobodyClose:
      "No undecided application would change sides with one more reading. Those that still wait for a review are left out.",
    nobodyApart: "No two readers are far apart about an application.",
    nobodyBehind: "Nobody is behind: every application that was given out has its review.",
    nobodyToRemind:
      "Nobody can be reminded: only readers who are on leave or no longer read have applications left. Give these to others.",
    notADay: "Enter a day such as 2023-02-16.",
    dayIsOver: "Choose a day that is not over.",
    reminded: "Everybody who is behind gets a mail within a few minutes.",
    own: (number: number, mean: string) =>
      `You have scored ${quantity(number, "application")}; your mean is ${mean}.`,
  },
  distribution: {
    title: (round: string | null, undecidedOnly: boolean, readers: number) =>
      `${round ?? "All rounds"}, ${undecidedOnly ? "undecided" : "decided and undecided"}, ${quantity(readers, "reader")} each`,
    titleSelected: (words: string, readers: number) => `${words}, ${quantity(readers, "reader")} each`,
    ofRound: (title: string, undecided: number, submitted: number) =>
      `${title} (${grouped(undecided)} of ${grouped(submitted)})`,
    aboutRounds: "In brackets: how many of the submitted applications are undecided.",
    capacity: (most: number) => `Choose a number from 1 to ${most}.`,
    nobodyTicked: "Tick at least one person who reads and is not on leave.",
    titleMore: "One more reader each, for applications near the line",
    titleInstead: "Applications that one reader had not begun, given to others",
    lowest: LOWEST,
    exceptions: "Lines with a reason of their own. In all others, the reader had the lowest load.",
    noExceptions: "In every line, the reader had the lowest load.",
    noReason: "Where nothing else is said, the reader had the lowest load.",
    doing: (given: number, back: number) =>
      [given > 0 && `give ${grouped(given)}`, back > 0 && `take ${grouped(back)} back`]
        .filter(Boolean)
        .join(", "),
    lowestLoad: (excluded: Exclusions) => `${LOWEST}${exclusions(excluded)}`,
    evenedOut: (excluded: Exclusions) => `So that everybody's load stays even.${exclusions(excluded)}`,
    movedForEvenness:
      "Moved because readers have joined or left, or their shares have changed. Only this keeps the load even.",
    movedForConflicts:
      "Moved because a conflict leaves no other way. The readers with the lowest load may not read these applications, or already read them.",
    becameConflict: {
      self: "It is the reader's own application.",
      declared: "The reader declared a conflict.",
      institution: "The reader is from the same institution.",
    },
    onLeave: "The reader is on leave.",
    leftStaff: "The reader has left the staff.",
    leftOut: "The reader does not take part.",
    surplus: (readers: number) => `More than the ${quantity(readers, "reader")} asked for.`,
    undone: "Undo.",
    titleByHand: "Chosen by hand",
    byHand: "Chosen by hand.",
    conflictByHand:
      "Not given: it is the reader's own application, they are from the same institution, or they declared a conflict.",
    notReading: "This person does not read at the moment: they are on leave or have left the staff.",
    uneven:
      "Loads differ by more than one per share of capacity. Conflicts and readings already begun leave no other way.",
    lost: (lost: number) =>
      `${quantity(lost, "reading is", "readings are")} not given back: the reader is on leave, has left the staff, or may not read ${lost === 1 ? "it" : "them"}.`,
    shortage: (excluded: Exclusions, readers: number) =>
      `There ${readers === 1 ? "is" : "are"} only ${quantity(readers, "reader")}.${exclusions(excluded)}`,
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
} as const;

/** For each reason, how many readers are excluded from an application. */
type Exclusions = { self: number; declared: number; institution: number };

function exclusions({ self, declared, institution }: Exclusions): string {
  const parts = [
    institution > 0 && `${quantity(institution, "reader")} excluded: same institution`,
    declared > 0 && `${quantity(declared, "reader")} excluded: declared a conflict`,
    self > 0 && `${quantity(self, "reader")} excluded: own application`,
  ].filter((part) => part !== false);
  return parts.length === 0 ? "" : ` ${parts.join("; ")}.`;
}
