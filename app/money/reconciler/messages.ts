import { dollars } from "~/values/money.ts";
import type { BatchLineKind } from "~/values/types.ts";
import { type BatchVerdict, SETTLEMENT_DAYS, type SettlementDifference } from "./settlements.ts";

/** Sentences about what card processors settled, read by staff. */
export const settlementMessages = {
  lead: "What the card processor settled each night, passes, add-ons and subscriptions of all conferences, compared to the cent with the portal's own records. New batches are read every hour.",
  verdict: {
    agrees: "Agrees",
    differs: "Differs",
    unlisted: "Not all known",
    failed: "Not paid out",
  } satisfies Record<BatchVerdict, string>,
  unlisted: (charged: string, back: string) =>
    `The processor lists ${charged} charged and ${back} given back, which is not what it says the batch comes to. Look at the batch there.`,
  failed: "The processor could not settle this batch: nothing of it was paid out. Ask it why.",
  missing: {
    title: "In no batch",
    lead: `Paid or given back more than ${SETTLEMENT_DAYS} days ago by the portal's own records, and settled in no batch since.`,
  },
  none: { title: "No batches yet", lead: "The first one will be here within an hour of its night." },
  difference: (how: SettlementDifference, kind: BatchLineKind, cents: number, oursCents: number) => {
    const [theirs, ours] = [dollars(cents), dollars(oursCents)];
    const what = kind === "charge" ? "charged" : "given back";
    switch (how) {
      case "theirs":
        return `${theirs} ${what}, and the portal has no record of it`;
      case "undone":
        return `${theirs} ${what}, and in the portal it is not ${kind === "charge" ? "paid" : what}`;
      case "ours":
        return `${ours} ${what} in the portal, and in no batch`;
      case "amount":
        return `${theirs} ${what}, and ${ours} in the portal`;
    }
  },
  /** What a line belongs to, by the first part of its object. */
  things: {
    payments: "Passes and add-ons",
    subscriptions: "Subscriptions",
    transactions: "Given back at once",
  },
  unknownThing: "Not in the portal",
} as const;
