import { quantity } from "~/values/words.ts";

export const selectionMessages = {
  labelNeeded: "Type a label, or choose one.",
  nameNeeded: "Give the selection a name.",
  nameTaken: "There is already a selection with this name.",
  emptyFilter: "Choose at least one filter first: without one, the selection is the whole list.",
  someSelection: "A selection of applications",
  nobody: "No application matches these filters any more.",
  needsDecide:
    "Only people who may decide can write to a selection. Ask somebody who has the ability “Decide”.",
  invalidFilter: "This address has a filter that does not exist. Choose the filters again in the list.",
  /** `typed` is what somebody typed into the filters that could not be read. */
  notRead: (typed: readonly string[]) =>
    `The list leaves out a filter that it cannot read: ${typed.map((value) => `“${value}”`).join(", ")}.`,
  readAgain: "Correct it",
  notANumber: "Enter a whole number of at most four digits, such as 3.",
  notAScore: "Enter a number below 10 with at most two decimals, such as 3.5.",
  needsMoney:
    "This address has a filter by pass, payment or award. Such a filter needs the ability “Money”. Without it, more applications are found than the address says.",
  /** Why nothing can be sent to a selection. */
  notForMail:
    "Scores cannot decide who gets a mail: delegates must not learn what readers think. First remove the filters by score, and sort by something else.",
  decisionsForMail: "For mails, only decisions that the delegates can already see count.",
  labelled: (number: number, title: string) => `${quantity(number, "application")} got the label “${title}”.`,
  unlabelled: (number: number, title: string) =>
    `The label “${title}” was taken off ${quantity(number, "application")}.`,
  saved: (name: string) => `Saved as “${name}”. It is listed above the filters.`,
  noDecision: "Choose a decision.",
  noReader: "Choose who should read these applications.",
  chosenByHand: "Chosen by hand",
} as const;
