/** The groups of people who can get a mail, with the labels by which directors choose them. */
export const AUDIENCES = {
  draft: "Application begun, not submitted",
  undecided: "Application submitted, no visible decision yet",
  waiver: "Accepted, terms and conditions not accepted yet",
  acceptedUnpaid: "Accepted, never had a pass",
  deferredUnpaid: "Deferred to virtual, never had a pass",
  former: "Had a pass and has none now: given up, transferred or refunded",
  registered: "Registered: everybody who has a pass",
  goldPlus: "Registered in person (goldPlus)",
  gold: "Registered for the Virtual Summit alone (gold)",
  staff: "Staff",
} as const;

export type Audience = keyof typeof AUDIENCES;

export const AUDIENCE_IDS = Object.keys(AUDIENCES) as [Audience, ...Audience[]];

/**
 * Whether these words, which are stored with a mail, name one of the groups. If they do not, they describe a selection.
 */
export const isGroup = (words: string): boolean => Object.values<string>(AUDIENCES).includes(words);
