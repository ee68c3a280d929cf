import { type MailText, mailText } from "~/mail/mail-text.ts";

/** Where delegates read their decision: in an edition that is not the current one, among the earlier conferences. */
export const decisionAddress = (origin: string, conferenceId: string, currentEdition: string): string =>
  `${origin}${conferenceId === currentEdition ? "/decision" : `/earlier/${conferenceId}`}`;

/** These mails about decisions have a fixed text. Staff write the text of the other mails about decisions. */
export const decisionMails = {
  /** Sent if the mail of a decision cannot be written. It says only where to read the decision. */
  decided: (link: string) =>
    mailText(
      "Your application has been decided",
      "There is a decision on your application on the conference registration portal.",
      `Read it here: ${link}`,
    ),
  /** Says that a place is kept for a person who was on the waiting list. */
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
  /** A test mail for the member of the staff who asks for it. It has the text that the delegate would get. */
  test: ({ subject, body }: MailText): MailText => ({ subject: `Test: ${subject}`, body }),
};
