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
  /** A place is kept for somebody who was on the waiting list. */
  offered: (of: { conference: string; pass: string; until: string; inUtc: string; link: string }) =>
    mailText(
      `A place is kept for you: ${of.conference}`,
      `You were on the waiting list for the ${of.conference}. A place has become free, and you are accepted.`,
      `We keep it for you until ${of.until} (${of.inUtc}). The place is for the ${of.pass}. Accept the terms and pay before then.`,
      "After that, the place goes to somebody else. If you do not want it, you can give it back on the same page.",
      `See it in your own time zone: ${of.link}`,
    ),
  offerTakenBack: (link: string) =>
    mailText(
      "The place is no longer kept for you",
      "We had to take back the place that we offered you. You are on the waiting list again.",
      `Read your decision here: ${link}`,
    ),
  /** The mail about a decision as its delegate would get it, sent to the member of the staff who asked for it. */
  test: ({ subject, body }: MailText): MailText => ({ subject: `Test: ${subject}`, body }),
};
