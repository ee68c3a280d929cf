import { mailText } from "~/mail/mail-text.ts";

/** Mails about transferred passes and exchanged add-ons. */
export const transferMails = {
  exchanged: (title: string, variant: string, link: string) =>
    mailText(
      "One of your add-ons was exchanged",
      `Your ${title} is now ${variant}. The exchange costs nothing.`,
      `What you have now: ${link}`,
      "If you did not expect this, please write to us.",
    ),
  offered: (title: string, who: string, until: string, link: string) =>
    mailText(
      "A pass is offered to you",
      `${who} offers you the ${title}. You pay nothing here.`,
      `See what you get, and accept the offer by ${until}: ${link}`,
      "If you do not want the pass, do nothing. The offer then expires.",
    ),
  transferred: (title: string, email: string, link: string) =>
    mailText(
      "Your pass was transferred",
      `${email} has accepted the ${title} that you offered. You no longer have this pass, or anything that you had with it. Sessions that need this pass are no longer in your agenda.`,
      `All your payments: ${link}`,
      "If this was not you, please write to us at once.",
    ),
  takenOver: (title: string, link: string) =>
    mailText(
      "You have taken over a pass",
      `You now have the ${title}. Welcome to the conference.`,
      `What you have now: ${link}`,
    ),
};
