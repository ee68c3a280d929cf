import { mailText } from "~/mail/mail-text.ts";

/** Mails about an application. */
export const applicationMails = {
  reopened: (link: string) =>
    mailText(
      "Your application was opened again",
      "The staff of the conference opened your application again, so that you can change it. It counts as submitted only once you submit it again. The time of your first submission is kept.",
      `Change and submit it here: ${link}`,
    ),
};
