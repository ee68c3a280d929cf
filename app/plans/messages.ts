import { grouped, quantity } from "~/values/words.ts";

/** Sentences for staff about plans of any kind. */
export const planMessages = {
  refusedLines:
    "Nothing can be applied while lines are refused. Correct the file and upload it again; nothing has been changed.",
  underWay: (changes: number) =>
    `${quantity(changes, "change is", "changes are")} made together. Until the last change is made, everybody sees what was there before. If this is interrupted, it goes on by itself within a few minutes.`,
  alreadyApplied: "This plan has already been applied.",
  nothingToDo: "This plan changes nothing.",
  notApplied: "Only a plan that was applied can be undone.",
  alreadyUndone: "This plan has already been undone.",
  /** The plan that undoes an undo is called a redo. */
  titleUndo: (title: string) =>
    title.startsWith("Undo: ") ? title.replace("Undo: ", "Redo: ") : `Undo: ${title.replace(/^Redo: /, "")}`,
} as const;

/** Sentences for staff about a table that they upload or paste. */
export const tableMessages = {
  nothingGiven: "Choose a file, or paste the table.",
  notUtf8: "This file is not in UTF-8. Save it as “CSV UTF-8” and choose it again.",
  columnTwice: (name: string) => `The column “${name}” appears twice. Remove one of them.`,
  quoteOpen: "A quotation mark is not closed here.",
  tooManyLines: (limit: number) =>
    `A file may have ${grouped(limit)} lines at most. Split it into several files.`,
} as const;
