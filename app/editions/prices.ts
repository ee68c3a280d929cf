import type { Change } from "./merge.ts";

/** The names of the fields that determine how much somebody pays or gets back, and how often. */
const AMOUNTS = new Set(["cents", "refundDepositCents", "months"]);

/** The parts whose items have one of the fields in `AMOUNTS`. */
const PRICED = new Set(["events", "passes", "addOns"]);

/**
 * The changes to a document that concern prices or deposits. Passes, add-ons and the subscription to the library have
 * prices. A deposit is the amount that is kept when a pass is given back. A change that adds or removes a whole item
 * counts too, because it adds or removes the item's prices.
 */
export const changesOfPrices = (changes: readonly Change[]): Change[] =>
  changes.filter(({ path: [part, ...rest] }) => {
    const hasAmount = rest.some((name) => AMOUNTS.has(name));
    if (part === "site") return rest.length === 0 || (rest[0] === "plan" && (rest.length === 1 || hasAmount));
    return PRICED.has(part!) && (rest.length < 2 || hasAmount);
  });
