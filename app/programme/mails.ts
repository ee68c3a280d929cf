import { mailText } from "~/mail/mail-text.ts";

/** Mails about places in sessions. */
export const programmeMails = {
  /** `title` is the session's. */
  placeFree: (title: string, link: string) =>
    mailText(
      "You have a place now",
      `A place has become free in “${title}”. You were next on the waiting list, so it is yours.`,
      `See it in your agenda, or leave it to somebody else: ${link}`,
    ),
};
