import { mailText } from "~/mail/mail-text.ts";

/** Mails to the people who read applications. */
export const reviewMails = {
  /**
   * @param given how many applications the reader got.
   * @param link leads to the first application that waits for the reader's review.
   */
  given: ({ conference, given }: { conference: string; given: string }, link: string) =>
    mailText(
      "Applications were given to you to read",
      `Applications for the ${conference} that you were given to read now: ${given}.`,
      `Begin here: ${link}`,
      "If you should not read one of them, say so on its page, so that somebody else can read it.",
    ),

  /**
   * @param left how many applications the reader still has to review. `day` is in words.
   * @param link leads to the next application that waits for the reader's review.
   */
  behind: ({ conference, left, day }: { conference: string; left: string; day: string }, link: string) =>
    mailText(
      `Please finish your reviews by ${day}`,
      `Applications for the ${conference} that still wait for your review: ${left}.`,
      `Please review them by ${day}. The next one: ${link}`,
      "If you cannot, tell a director soon, so that somebody else can read them.",
    ),
};
