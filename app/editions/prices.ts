import type { Change } from "./merge.ts";

/** The names of the fields by which somebody pays or gets back another amount, or pays it more often. */
const AMOUNTS = new Set(["cents", "refundDepositCents", "months"]);

/** The parts whose items have such fields. */
const PRICED = new Set(["events", "passes", "addOns"]);

/**
 * The changes of a document that are about prices and deposits: of a pass in a round, of an add-on, of the subscription to
 * the library, of what an event keeps when a pass is given back. An item that comes or goes brings or takes its own.
 */
export const changesOfPrices = (changes: readonly Change[]): Change[] =>
  changes.filter(({ path: [part, ...rest] }) => {
    const hasAmount = rest.some((name) => AMOUNTS.has(name));
    if (part === "site") return rest.length === 0 || (rest[0] === "plan" && (rest.length === 1 || hasAmount));
    return PRICED.has(part!) && (rest.length < 2 || hasAmount);
  });
