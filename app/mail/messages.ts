/** Sentences about mails. */
export const mailMessages = {
  /** For the staff. */
  withheld: "Not sent: an earlier mail to this address came back, or was called spam.",
  /** For the reader of a copy in the portal. */
  copy: {
    cameBack: "This mail came back from your address.",
    notSent: "This mail could not be sent to your address.",
  },
  noCopy: "There is no such mail, or we no longer keep its text.",
} as const;
