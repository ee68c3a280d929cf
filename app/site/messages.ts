/** Sentences of the frame around every page. */
export const siteMessages = {
  // Specification, section 8: the error catalogue
  notificationsLoadFailed: "There was an error loading notifications.",
  unexpected: (code: string, message: string) => `An unexpected error occurred (${code}): ${message}`,

  // Our own sentences, where the specification gives none
  staffOnly:
    "You are logged in, but this page is for staff. If you are on the staff, log in with your staff account.",
  notDismissed: "We could not dismiss this. You may be offline or logged out. Please try again.",
} as const;
