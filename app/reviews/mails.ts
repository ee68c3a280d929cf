import { mailText } from "~/mail/mail-text.ts";

/** Mails to the people who read applications. */
export const reviewMails = {
  /** @param left how many applications wait for them; `day` in words, and `link` to the next application. */
  behind: ({ conference, left, day }: { conference: string; left: string; day: string }, link: string) =>
    mailText(
      `Please finish your reviews by ${day}`,
      `Applications for the ${conference} that still wait for your review: ${left}.`,
      `Please review them by ${day}. The next one: ${link}`,
      "If you cannot, tell a director soon, so that somebody else can read them.",
    ),
};
