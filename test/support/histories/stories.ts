import { UNSEEN_TOO_LONG } from "../fake-gateway.ts";

/**
 * An act of a story. Without `fault`, the act gets the usual random faults. With `fault`, this fault happens when the
 * act's money moves. With `isAgain`, the form of the previous act is sent again.
 */
export type Telling = string | { act: string; fault?: string; isAgain?: true };

const declined = (act: string): Telling => ({ act, fault: "declined" });
const again = (act: string): Telling => ({ act, isAgain: true });

/**
 * Accepting an offer takes longer than making a refund. If two acceptances begin at the same time as a refund, one of
 * the acceptances often still comes before the refund.
 */
const ACCEPTED_TWICE = ["an offer is accepted", again("an offer is accepted")];
const HAS_GONE = "what came in by hand has gone back";
const BY_MISTAKE = ["staff confirm money", "money was recorded by mistake", "a reversal is decided"];
/** People with an award try twice to pay before a budget changes, and once more after the change. */
const AS_THEIR_BUDGET_GROWS = [
  "whoever has an award pays",
  "whoever has an award pays",
  "a budget changes",
  "whoever has an award pays",
];

/**
 * Sequences of acts. If one of these acts were drawn at random, alone, it would hardly ever meet the situation that it
 * needs. Other acts are drawn before, between and beside them. Acts in the same inner list happen at the same time.
 */
export const STORIES: readonly (Telling | Telling[])[][] = [
  [
    "pay for a pass",
    "a pass is kept as credit",
    "spend credit",
    "spend credit",
    "what was paid with credit is given back",
  ],
  ["pay for a pass", "a pass is kept as credit", "spend credit", "what was paid with credit is given back"],
  ["pay for a pass", "a pass is offered", "an offer is accepted", "give lines back"],
  ["pay for a pass", "buy add-ons later", "a pass is offered", "an offer is accepted", "give up a pass"],
  [
    { act: "pay for a pass", fault: "charged, answered late" },
    "the cron runs",
    "the processor settles",
    "give up a pass",
    "late answers come",
  ],
  ["pay for a pass", "a pass is offered", "an offer is taken back"],
  ["somebody pays at the desk", "staff confirm money", "a pass is offered", "an offer is taken back"],
  ["pay for a pass", "buy add-ons later", "a size is exchanged", "a row is lost"],
  ["pay for a pass", "buy add-ons later", "a size is exchanged"],
  [
    "ask for an invoice",
    "staff record money",
    "staff confirm money",
    "a pass is offered",
    "an offer is accepted",
  ],
  ["ask for an invoice", "staff record money", "staff confirm money", "give lines back"],
  ["somebody pays at the desk", "staff confirm money", "what came in by hand is given back", HAS_GONE],
  ["somebody pays at the desk", "what came in by hand is given back", HAS_GONE],
  ["somebody pays at the desk", ...BY_MISTAKE],
  ["ask for an invoice", "staff record money", ...BY_MISTAKE],
  ["somebody pays at the desk", "staff confirm money", "a row is lost", "the cron runs"],
  ["ask for an invoice", "an invoice is cancelled", "staff record money", "money is settled"],
  ["ask for an invoice", ["staff record money", "an invoice is cancelled", "staff record money"]],
  ["ask for an invoice", "staff record money", ["staff confirm money", "an invoice is cancelled"]],
  ["pay for a pass", "a gesture of goodwill", "a pass is kept as credit"],
  [{ act: "pay for a pass", fault: UNSEEN_TOO_LONG }, "the cron runs", "pay for a pass"],
  ["use the first code", "a pass is offered", "an offer is accepted", "use the first code"],
  [
    ["pay for a pass", "the price of a pass changes", "the price of a pass changes"],
    ["pay for a pass", "a pass is taken off sale, or put back"],
  ],
  [AS_THEIR_BUDGET_GROWS],
  ["an award is given", AS_THEIR_BUDGET_GROWS],
  ["an award is given", "an award is changed", AS_THEIR_BUDGET_GROWS, "give lines back"],
  ["use the first code", "an award is given", ["whoever has an award pays", "give lines back"]],
  ["ask for an invoice", "an invoice is due", "the cron runs", "staff record money", "money is settled"],
  ["one asks for one invoice for several", "staff record money", "staff confirm money", "give lines back"],
  ["one asks for one invoice for several", "staff record money", "staff confirm money", "a row is lost"],
  ["one asks for one invoice for several", "an invoice is cancelled", "pay for a pass"],
  ["one asks for one invoice for several", "an invoice is due", "the cron runs", "one pays for several"],
  ["one pays for several", "the processor settles", "give lines back", "the cron runs"],
  ["one pays for several", "what another person paid for is given back", "the cron runs"],
  ["one pays for several", "a row is lost", "the cron runs", "give up a pass"],
  [
    "one pays for several",
    "a pass is offered",
    "an offer is accepted",
    "a charge is cancelled at the processor",
  ],
  ["pay for a pass", "a bank takes a charge back", "the bank gives a charge back", "give up a pass"],
  [
    "pay for a pass",
    "the processor settles",
    "a gesture of goodwill",
    "a bank takes a charge back",
    "the bank gives a charge back",
  ],
  [
    "pay for a pass",
    ["give lines back", "a gesture of goodwill"],
    "a bank takes a charge back",
    "the cron runs",
    "the bank gives a charge back",
  ],
  ["one pays for several", "a bank takes a charge back", "give up a pass", "the bank gives a charge back"],
  // Acts that might be done twice if two people do them simultaneously.
  ["pay for a pass", "a gesture of goodwill", ["spend credit", "spend credit", "spend credit"]],
  ["pay for a pass", "a pass is offered", ["give lines back", "give up a pass", ...ACCEPTED_TWICE]],
  ["pay for a pass", ["a gesture of goodwill", "a gesture of goodwill"], "spend credit"],
  [
    "pay for a pass",
    "a gesture of goodwill for the card",
    "the processor settles",
    ["the cron runs", again("the cron runs")],
  ],
  ["pay for a pass", "the processor settles", ["give lines back", "the cron runs", "give lines back"]],
  [["use the first code", "use the first code", "use the first code"]],
  ["a grant ends", ["use the first code", "a grant ends"], "use the first code"],
  ["pay for a pass", "a pass is offered", ["give lines back", ...ACCEPTED_TWICE]],
  ["pay for a pass", "a pass is offered", "a gesture of goodwill for the card", "an offer is accepted"],
  ["pay for a pass", "a pass is offered", ["a gesture of goodwill for the card", "an offer is accepted"]],
  ["pay for a pass", "a pass is offered", ["give up a pass", ...ACCEPTED_TWICE]],
  [
    "ask for an invoice",
    ["staff record money", again("staff record money"), "staff record money"],
    ...BY_MISTAKE,
  ],
  [["somebody pays at the desk", again("somebody pays at the desk")], ...BY_MISTAKE],
  // In these stories, some acts must not count, such as a declined payment. Others must count, such as the payment
  // after it.
  [declined("whoever has an award pays"), declined("whoever has an award pays"), "whoever has an award pays"],
  [
    "an award is given",
    declined("whoever has an award pays"),
    declined("whoever has an award pays"),
    "whoever has an award pays",
  ],
  [["an award is given", "pay for a pass", "an award is given"]],
  [declined("use the first code"), "use the first code", "use the first code"],
  ["whoever has an award pays", "use the first code", "pay for a pass", "pay for a pass"],
  [
    "pay for a pass",
    "a pass is kept as credit",
    "a charge is cancelled at the processor",
    "the cron runs",
    "spend credit",
  ],
  [
    { act: "pay for a pass", fault: "charged, unseen for a while" },
    "look at an attempt",
    "the cron runs",
    "pay for a pass",
  ],
  ["one pays for several", "what another person paid for is given back", "spend credit"],
  ["pay for a pass", "a pass is offered", "a stranger tries", "an offer is accepted", "a stranger tries"],
  ["pay for a pass", "buy add-ons later", "a stranger tries"],
  ["ask for an invoice", "a stranger tries", "one asks for one invoice for several", "a stranger tries"],
];
