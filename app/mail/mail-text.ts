/**
 * The text of a mail. It is plain text with an empty line between paragraphs. Each link is at the end of its sentence.
 */
export type MailText = { subject: string; body: string };

/** Makes the text of a mail from paragraphs. */
export const mailText = (subject: string, ...paragraphs: string[]): MailText => ({
  subject,
  body: paragraphs.join("\n\n"),
});
