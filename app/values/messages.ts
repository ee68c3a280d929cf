import { grouped } from "./words.ts";
/** A separate constant, because browsers that check a card need this sentence and should not load all the others. */
export const required = "This field is required";

/** The sentences that several rooms of `app/` use. All others are in the `messages.ts` of the room that uses them. */
export const messages = {
  required,
  tooLong: (limit: number) => `Shorten this to ${grouped(limit)} characters or fewer.`,
  notAnOption: "Choose one of the options.",
  unreadableField: "This is not the kind of value expected here.",
  notFound: "This page does not exist.",
  methodNotAllowed: "This address does not accept that kind of request.",
  badRequest: "We could not read what was sent. Please go back, reload the page and try again.",
  tooLarge: "What was sent is too large.",
  serverFault: "Something went wrong on our side. Nothing was lost. Please try again in a moment.",
  notATime:
    "Enter a date and a time, such as 2022-12-16T13:00. When the clocks go forward, a time in the hour that they skip does not exist.",
  endsBeforeItBegins: "The end must be after the beginning.",
  deletedMeanwhile:
    "Somebody has deleted this meanwhile. What you typed is still here. Send it to add it anew.",
  changedMeanwhile:
    "Somebody else changed or deleted this after you opened it. What you typed is still below and not saved; the current version is above.",
  saved: "Saved.",
} as const;
