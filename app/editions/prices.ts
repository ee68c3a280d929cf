import type { Change } from "./merge.ts";

/** The names of the fields by which somebody pays or gets back another amount. */
const AMOUNTS = new Set(["cents", "refundDepositCents"]);

/** The parts whose items have such fields. */
const PRICED = new Set(["events", "passes", "addOns"]);

/**
 * The changes of a document that are about prices and deposits: of a pass in a round, of an add-on, of what an event keeps
 * when a pass is given back. An item that comes or goes brings or takes its own.
 */
export const changesOfPrices = (changes: readonly Change[]): Change[] =>
  changes.filter(
    ({ path: [part, ...rest] }) =>
      PRICED.has(part!) && (rest.length < 2 || rest.some((name) => AMOUNTS.has(name))),
  );
