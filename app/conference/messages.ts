/** Sentences about the conference. */
export const conferenceMessages = {
  // Specification, section 5: validation
  invalidConferenceId: "Invalid conference ID",
} as const;
