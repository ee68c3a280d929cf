import { mailText } from "~/mail/mail-text.ts";

/** Mails about requests to pay for others. */
export const payerMails = {
  askedToPay: (who: string, title: string, link: string) =>
    mailText(
      `${who} asks you to pay for a pass`,
      `${who} asks you to pay for their ${title}. You can pay for several people at once, by one card or one invoice.`,
      `Log in with this address, or create an account with it. Then you see the price and can pay: ${link}`,
      "If you do not want to pay, do nothing. Nothing is charged unless you pay.",
    ),
  payerRefused: (link: string) =>
    mailText(
      "The person you asked will not pay for your pass",
      "You asked somebody to pay for your pass. They told us that they will not pay.",
      `See here what you can do now: ${link}`,
    ),
};
