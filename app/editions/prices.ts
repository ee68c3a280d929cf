import type { Change } from "./merge.ts";

/** The names of the fields that change how much somebody pays or gets back, or how often. */
const AMOUNTS = new Set(["cents", "refundDepositCents", "months"]);

/** The parts whose items have such fields. */
const PRICED = new Set(["events", "passes", "addOns"]);

/**
 * The changes to a document that concern prices and deposits: of a pass in a round, of an add-on, of the subscription
 * to the library, and what an event keeps when a pass is given back. An item that is added or removed adds or removes
 * its own prices.
 */
export const changesOfPrices = (changes: readonly Change[]): Change[] =>
  changes.filter(({ path: [part, ...rest] }) => {
    const hasAmount = rest.some((name) => AMOUNTS.has(name));
    if (part === "site") return rest.length === 0 || (rest[0] === "plan" && (rest.length === 1 || hasAmount));
    return PRICED.has(part!) && (rest.length < 2 || hasAmount);
  });
