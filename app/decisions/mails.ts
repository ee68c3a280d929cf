import { mailText } from "~/mail/mail-text.ts";

/** Mails about decisions whose text the staff do not write. */
export const decisionMails = {
  /** Replaces a decision's own mail when that cannot be written. It only says where to look. */
  decided: (link: string) =>
    mailText(
      "Your application has been decided",
      "There is a decision on your application on the conference registration portal.",
      `Read it here: ${link}`,
    ),
};
