import { asBeginning, choiceInWords, numberInWords } from "~/values/words.ts";

/** Sentences about the conference. */
export const conferenceMessages = {
  // Specification, section 5: validation
  invalidConferenceId: "Invalid conference ID",

  // Our own sentences, where the specification gives none
  /** @param ways at least one, such as "online at the Virtual Summit". */
  oneApplication: (conference: string, ways: readonly string[]) =>
    ways.length === 1
      ? `With your application for the ${conference} you can take part ${ways[0]}.`
      : `One application for the ${conference}, ${numberInWords(ways.length)} ways to take part. ${asBeginning(choiceInWords(ways))}.`,
  notOpen: "No registration is open at the moment. Please come back later.",
  cannotRun: (problems: string[]) => `This edition cannot be the current one. ${problems.join(" ")}`,
  currentMoved: "Somebody else has made another edition the current one. Nothing was changed.",
  noSuchEdition: "There is no such edition.",
  editionChanged: (of = "another conference", now = "another one") =>
    `This page was made for ${of}. Registration is now for ${now}, so nothing was saved or charged. Go back in your browser to copy what you typed.`,
  otherEditionChosen: (of = "another conference", now = "another one") =>
    `This page was made for ${of}, but you are looking at ${now} now, so nothing was changed. Choose the conference again and reload the page.`,
} as const;
