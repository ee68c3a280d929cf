/**
 * What the simulator does with these numbers; every other valid card is approved. Any name, expiry date and
 * security code will do.
 */
export const TEST_CARDS = {
  approved: "4111111111111111",
  declined: "4000000000000002",
  /** Authorised and held for review: neither yes nor no yet. */
  held: "4000000000000010",
  /** The processor never answers and charges nothing. */
  timeout: "4000000000000028",
  /** The charge is made, and the answer is lost on the way. */
  chargedThenDropped: "4000000000000036",
  /** Charged, but refused for payments that the processor takes by itself. */
  notRenewable: "4000000000000044",
} as const;

/** How long (ms) the simulator is silent. For a real processor we wait 25 s. */
export const SILENCE = 1500;
