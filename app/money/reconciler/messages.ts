import { dollars } from "~/values/money.ts";
import type { BatchLineKind } from "~/values/types.ts";
import { type BatchVerdict, SETTLEMENT_DAYS, type SettlementDifference } from "./settlements.ts";

/** Sentences for staff about the batches that card processors settled. */
export const settlementMessages = {
  lead: "What the card processor settled each night: passes, add-ons and subscriptions of all conferences. We compare it to the cent with our own records. We read new batches every hour.",
  verdict: {
    agrees: "Agrees",
    differs: "Differs",
    unlisted: "Not all known",
    failed: "Not paid out",
  } satisfies Record<BatchVerdict, string>,
  unlisted: (charged: string, back: string) =>
    `The processor lists ${charged} charged and ${back} given back. This does not match the total that it names for the batch. Look at the batch there.`,
  failed: "The processor could not settle this batch, so it paid nothing out. Ask the processor why.",
  missing: {
    title: "In no batch",
    lead: `By the portal's own records, this was paid or given back more than ${SETTLEMENT_DAYS} days ago. No batch has settled it since.`,
  },
  none: { title: "No batches yet", lead: "You see the first batch within an hour of its night." },
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
  /** @param hasShown whether some differences of the same batch are shown. */
  unshown: (number: number, hasShown: boolean) =>
    `${number}${hasShown ? " more" : ""} ${number === 1 ? "charge or refund differs and is" : "charges and refunds differ and are"} not shown here.`,
  /** For each kind of line (the first part of its `object`), the words on the page. */
  things: {
    payments: "Passes and add-ons",
    subscriptions: "Subscriptions",
    transactions: "Given back at once",
  },
  unknownThing: "Not in the portal",
} as const;
