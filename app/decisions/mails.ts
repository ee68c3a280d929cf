import { type MailText, mailText } from "~/mail/mail-text.ts";

/** The mails about decisions that have a fixed text, and not one that staff have written. */
export const decisionMails = {
  /** Sent instead of a decision's own mail if that cannot be written. It only says where to read the decision. */
  decided: (link: string) =>
    mailText(
      "Your application has been decided",
      "There is a decision on your application on the conference registration portal.",
      `Read it here: ${link}`,
    ),
  /** The mail about a decision as its delegate would get it, sent to the member of the staff who asked for it. */
  test: ({ subject, body }: MailText): MailText => ({ subject: `Test: ${subject}`, body }),
};
