import { mailText } from "~/mail/mail-text.ts";

/** Mails about an application. */
export const applicationMails = {
  /**
   * @param when the time of the submission, in words; `release` is the time when decisions are released, in words, or
   *   null if that time has passed.
   */
  submitted: (
    {
      name,
      conference,
      when,
      release,
    }: { name: string; conference: string; when: string; release: string | null },
    link: string,
  ) =>
    mailText(
      `We have your application for the ${conference}`,
      `Dear ${name || "applicant"},`,
      `We received your application for the ${conference} on ${when}. You do not need to do anything now.`,
      `${release ? `Decisions come out on ${release}. ` : ""}We will write to you when your decision is ready. You can read it here: ${link}/decision`,
      `Until the conference is over, you can change your badge name, needs and contacts: ${link}/details`,
    ),
  /** A deadline is near. @param when the deadline, in words. */
  near: (conference: string, round: string, when: string, link: string) =>
    mailText(
      `Your application for the ${conference} is not submitted yet`,
      `You began an application for the ${conference}, and have not submitted it. The deadline (${round}) is ${when}.`,
      `What you have saved is still there. Finish and submit it here: ${link}`,
    ),
  /** A deadline was moved. @param when the new deadline, in words. */
  moved: (conference: string, round: string, when: string, link: string) =>
    mailText(
      `New deadline for your application for the ${conference}`,
      `The deadline (${round}) for applications to the ${conference} has changed. It is now ${when}.`,
      `What you have saved is still there. Finish and submit it here: ${link}`,
    ),
  /** Staff gave one person a deadline of their own. @param when the deadline, in words. */
  ownDeadline: (conference: string, when: string, link: string) =>
    mailText(
      `You have more time for your application for the ${conference}`,
      `You may submit your application for the ${conference} until ${when}. This deadline is for you alone.`,
      `Write and submit it here: ${link}`,
    ),
  ownDeadlineTakenBack: (conference: string, link: string) =>
    mailText(
      `Your deadline for the ${conference} has changed`,
      `The team took back the deadline that was for you alone. The last deadline for applications to the ${conference} holds for you again.`,
      `What you have written is still here: ${link}`,
    ),
  /** @param text the text of the question. The mail does not contain the answer. */
  corrected: (conference: string, text: string, link: string) =>
    mailText(
      `We corrected an answer in your application for the ${conference}`,
      `As you asked, the team corrected your answer to “${text}”.`,
      `You can see it here: ${link}. If you did not ask for this, please write to us.`,
    ),
  reopened: (link: string) =>
    mailText(
      "Your application was opened again",
      "The staff of the conference opened your application again, so that you can change it. Please submit it again: until then it does not count as submitted. We keep the time of your first submission.",
      `Change and submit it here: ${link}`,
    ),
};
