/** Sentences about the money that came in and went out on each day. */
export const journalMessages = {
  days: (zone: string) => `Days are those of ${zone}, the zone of the deadlines.`,
  tooMany:
    "There are too many payments in these days to name each person. Choose fewer days to see their names.",
} as const;
