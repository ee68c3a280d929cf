/** Sentences for a delegate who has asked somebody else to pay. Shown wherever the delegate could pay. */
export const askedMessages = {
  somebodyElse: "Somebody else pays",
  asked: (email: string, title: string) => `You have asked ${email} to pay for the ${title}.`,
  mayStillPay: "You can take this back, and you can still pay yourself.",
} as const;
