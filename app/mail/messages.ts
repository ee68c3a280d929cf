/** Sentences about mails. */
export const mailMessages = {
  /** For the staff. */
  withheld: "Not sent: an earlier mail to this address came back, or was called spam.",
  /** For the reader of a copy in the portal. */
  copy: {
    cameBack: "This mail came back from your address.",
    notSent: "This mail could not be sent to your address.",
  },
  /** The words of a link. They are longer than a button's words may be, so the link is not shown as a button. */
  stop: "If you want no more news or reminders from us, you can stop them here",
  always: "We write about your application, decisions and payments in any case.",
  newsStopped: "We no longer send news or reminders to this address.",
  newsSent: "We send news and reminders of deadlines to this address.",
  stopLinkInvalid: "This link does not work. Please open it from the mail again, or write to us.",
  noCopy: "There is no such mail, or we no longer keep its text.",
} as const;
