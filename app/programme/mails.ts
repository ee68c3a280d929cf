import { mailText } from "~/mail/mail-text.ts";

/** Mails about places in sessions. */
export const programmeMails = {
  /** `title` is the title of the session. */
  placeFree: (title: string, link: string) =>
    mailText(
      "You have a place now",
      `A place is free in “${title}”. You were next on the waiting list, so you have the place.`,
      `See the session in your agenda, or give the place to somebody else: ${link}`,
    ),
};
