/** Sentences for people who open what is not theirs to see. */
export const accessMessages = {
  // Specification, sections 2, 4 and 6: gate, waiver, eligibility, deadline bar
  onlyForPurchasers: (label: string) => `This is only available for users who have purchased ${label}`,

  // Ours, where the specification is silent
  directorsOnly: "Only directors can do this. If you need it done, ask a director.",
} as const;
