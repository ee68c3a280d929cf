import { mailText } from "~/mail/mail-text.ts";

/** Mails about an application. */
export const applicationMails = {
  reopened: (link: string) =>
    mailText(
      "Your application was opened again",
      "The staff of the conference opened your application again, so that you can change it. Please submit it again: until then it does not count as submitted. We keep the time of your first submission.",
      `Change and submit it here: ${link}`,
    ),
};
