import { mailText } from "~/mail/mail-text.ts";

/** Mails about letters. The mail about a withdrawn letter gives no reason, because staff tell the reason in person. */
export const letterMails = {
  given: (title: string, conference: string, link: string) =>
    mailText(
      `${title}: ${conference}`,
      `We issued a letter for you: ${title}, ${conference}.`,
      `You can print it or save it here: ${link}`,
    ),
  withdrawn: (title: string, conference: string, link: string) =>
    mailText(
      `${title} withdrawn: ${conference}`,
      `We withdrew a letter of yours: ${title}, ${conference}. Please do not use it any more.`,
      `You can see all your letters here: ${link}. If this surprises you, please write to us.`,
    ),
};
