/** Sentences about mails, for the staff. */
export const mailMessages = {
  withheld: "Not sent: an earlier mail to this address came back, or was called spam.",
} as const;
