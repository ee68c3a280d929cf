import { SIMULATOR_SCHEMA } from "#db/simulator.ts";
import { cardTypeLabel, lastFour } from "~/domain/card.ts";
import { newId } from "~/ids.server.ts";
import type { CardProcessor, Charge, FoundCharge } from "./card-processor.server.ts";

/**
 * What the simulator does with these numbers; every other valid card is approved. Any name, any expiry,
 * any security code.
 */
export const TEST_CARDS = {
  approved: "4111111111111111",
  declined: "4000000000000002",
  /** Authorised and held for review: neither yes nor no yet. */
  held: "4000000000000010",
  /** The processor never answers and charges nothing. */
  timeout: "4000000000000028",
  /** The charge is made, and the answer lost on the way. */
  chargedThenDropped: "4000000000000036",
} as const;

/** A real processor's silence is waited for 25 s; the simulated one is the same, only quicker. */
const SILENCE_MS = 1500;

type Row = {
  transaction_id: string;
  invoice_number: string;
  outcome: FoundCharge["outcome"];
  amount_cents: number;
  carried: string;
};

/**
 * A card processor for development and tests. Its ledger is a database of its own: it survives restarts,
 * is not touched when ours is restored, and can be asked like a real one.
 */
export function simulator(ledger: D1Database): CardProcessor {
  const schema = SIMULATOR_SCHEMA.split("\n").map((statement) => ledger.prepare(statement));

  const enter = async (charge: Charge, outcome: FoundCharge["outcome"]): Promise<string> => {
    const transactionId = `SIM-${newId()}`;
    await ledger.batch([
      ...schema,
      ledger
        .prepare("INSERT INTO charges VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
        .bind(
          transactionId,
          charge.invoiceNumber,
          outcome,
          charge.amountCents,
          cardTypeLabel(charge.card.cardNumber) ?? "",
          lastFour(charge.card.cardNumber),
          JSON.stringify(charge.carried),
          Date.now(),
        ),
    ]);
    return transactionId;
  };

  return {
    name: "simulator",

    async charge(charge) {
      switch (charge.card.cardNumber) {
        case TEST_CARDS.declined:
          await enter(charge, "declined");
          return { outcome: "declined" };
        case TEST_CARDS.held:
          await enter(charge, "held");
          return { outcome: "unknown" };
        case TEST_CARDS.timeout:
          await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
          return { outcome: "unknown" };
        case TEST_CARDS.chargedThenDropped:
          await enter(charge, "captured");
          return { outcome: "unknown" };
        default:
          return { outcome: "captured", transactionId: await enter(charge, "captured") };
      }
    },

    async lookup(invoiceNumber) {
      const [found] = (
        await ledger.batch<Row>([
          ...schema,
          ledger.prepare("SELECT * FROM charges WHERE invoice_number = ?").bind(invoiceNumber),
        ])
      ).at(-1)!.results;
      if (!found) return null;
      return {
        transactionId: found.transaction_id,
        invoiceNumber: found.invoice_number,
        outcome: found.outcome,
        amountCents: found.amount_cents,
        carried: JSON.parse(found.carried),
      };
    },
  };
}
