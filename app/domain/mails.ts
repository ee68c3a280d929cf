/** What is written in a mail: plain text, paragraphs parted by an empty line, a link alone in its sentence. */
export type MailText = { subject: string; body: string };

const mail = (subject: string, ...paragraphs: string[]): MailText => ({
  subject,
  body: paragraphs.join("\n\n"),
});

/** Every mail the portal sends. */
export const mails = {
  resetPassword: (link: string) =>
    mail(
      "Choose a new password",
      "Somebody, hopefully you, asked for a new password on the conference registration portal.",
      `Choose one here within 30 minutes: ${link}`,
      "If it was not you, ignore this mail: nothing changes.",
    ),
  confirmEmail: (link: string) =>
    mail(
      "Confirm your e-mail address",
      "This address was given on the conference registration portal. We write here about decisions and payments.",
      `Confirm within 72 hours that it is yours: ${link}`,
      "If you have no account with us, ignore this mail.",
    ),
  receipt: (link: string) =>
    mail(
      "Your receipt",
      "We have received your payment. Thank you, and welcome to the conference.",
      `The receipt, to print or to keep: ${link}`,
    ),
  refunded: (link: string) =>
    mail(
      "Your payment was given back",
      "A payment of yours was cancelled, refunded or kept as credit for a later conference. The pass it bought is no longer valid.",
      `All your payments: ${link}`,
      "Your bank may need some days to show a refund. If you did not expect this, please write to us.",
    ),
  emailChanged: (newEmail: string, link: string) =>
    mail(
      "Your e-mail address was changed",
      `The account that had this address on the conference registration portal now has the address ${newEmail}.`,
      "If you did this, there is nothing to do.",
      `If it was not you, take the account back within 72 hours: ${link}`,
    ),
};
