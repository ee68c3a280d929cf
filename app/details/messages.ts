import { listInWords, minutesInWords, quantity } from "~/values/words.ts";

/** Sentences about the details that delegates may change after submitting. */
export const detailsMessages = {
  title: "Your details for the conference",
  lead: "The organisers need these details when you come. You can change them until the conference is over. Your application stays as you submitted it.",
  parts: {
    onSite: {
      title: "Badge and needs",
      seenBy: "The staff who prepare badges, food and rooms see this.",
    },
    forEmergencies: {
      title: "If we have to reach you",
      seenBy: "Only the door team and the staff who decide on applications see this.",
    },
  },
  link: "Change your badge name, needs or emergency contact",
  stillAsked: (texts: readonly string[]) =>
    `Before you come, we need your ${texts.length === 1 ? "answer" : "answers"} to ${listInWords(texts.map((text) => `“${text}”`))}.`,
  answerNow: "Answer now",
  saved: "Saved. The organisers have your new details.",
  closed: {
    "not submitted":
      "You can give these details when you have submitted your application. Until then, you find your answers in the application.",
    over: "The conference is over, so these details cannot be changed any more.",
  },
  changedMeanwhile:
    "You saved other details in another tab or on another device after you opened this page. What you typed is still below and not saved. If you save it, it replaces this:",
  tooManySaves: (limit: number, minutes: number) =>
    `You have changed your details ${quantity(limit, "time")} within a day. Please wait ${minutesInWords(minutes)} and try again.`,
  corrected: "Corrected by the team",
  correct: {
    title: "Correct an answer",
    what: "Use this when the delegate asked for it. They see what was changed and when, and get a mail.",
    reasonHint: "For example: asked by mail on 3 March. Only staff see it, in the audit log.",
    done: "The answer is corrected, and a mail to the delegate is on its way.",
    unchanged: "This is the answer that is there now, so nothing was corrected and no mail is sent.",
    notSubmitted: "This application is not submitted, so its delegate can change it.",
    changed:
      "An answer was changed after you opened this page. What you typed is still below; check and press again.",
    needsMore: (text: string) =>
      `With this answer, “${text}” would have to be answered differently, too. Open the application again instead.`,
  },
  staffHistory: "Details changed since submitting",
} as const;
