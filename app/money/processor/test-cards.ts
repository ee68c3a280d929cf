/**
 * The numbers of test cards, by what the simulator does with them. Every other valid card is approved. Any name, expiry
 * date and security code will do.
 */
export const TEST_CARDS = {
  approved: "4111111111111111",
  declined: "4000000000000002",
  /** The charge is authorised and held for review, so the outcome is not known yet. */
  held: "4000000000000010",
  /** The processor never answers and charges nothing. */
  timeout: "4000000000000028",
  /** The card is charged, but the answer is lost. */
  chargedThenDropped: "4000000000000036",
  /** The card is charged once, but refused for recurring payments. */
  notRenewable: "4000000000000044",
} as const;

/** How long (ms) the simulator waits in place of a processor that never answers. For a real processor, we wait 25 s. */
export const SILENCE = 1500;
