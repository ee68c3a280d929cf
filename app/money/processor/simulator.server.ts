import { SIMULATOR_SCHEMA } from "#db/simulator.ts";
import { cardTypeLabel, lastFour } from "~/money/cards/card.ts";
import { newId } from "~/platform/ids.server.ts";
import type {
  CardFields,
  CardProcessor,
  Charge,
  FoundCharge,
} from "~/platform/ports/card-processor.server.ts";
import { DAY } from "~/values/durations.ts";
import { batchesBetween, linesOfNight, settleNights } from "./simulator-batches.server.ts";
import { recurrences } from "./simulator-recurrences.server.ts";
import { SILENCE, TEST_CARDS } from "./test-cards.ts";

/**
 * After this long (ms), a charge is settled: it can be refunded, but no longer voided. Real processors settle
 * overnight.
 */
const SETTLED_AFTER_MS = DAY;

type Row = {
  transaction_id: string;
  invoice_number: string;
  outcome: FoundCharge["outcome"];
  amount_cents: number;
  card_brand: string;
  card_last_four: string;
  carried: string;
  created_at: number;
};

/**
 * A card processor for development and tests. Its ledger is a separate database. The ledger survives restarts, is not
 * affected when our database is restored, and can be queried like the ledger of a real processor.
 */
export function simulator(ledger: D1Database): CardProcessor {
  const schema = SIMULATOR_SCHEMA.split("\n").map((statement) => ledger.prepare(statement));

  async function ask<Found>(sql: string, ...values: (string | number)[]): Promise<Found[]> {
    const results = await ledger.batch<Found>([...schema, ledger.prepare(sql).bind(...values)]);
    return results.at(-1)!.results;
  }

  async function enter(
    charge: Charge,
    { cardNumber }: CardFields,
    outcome: FoundCharge["outcome"],
  ): Promise<string> {
    const transactionId = `SIM-${newId()}`;
    await ask(
      "INSERT INTO charges VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
      transactionId,
      charge.invoiceNumber,
      outcome,
      charge.amountCents,
      cardTypeLabel(cardNumber) ?? "",
      lastFour(cardNumber),
      JSON.stringify(charge.carried),
      Date.now(),
    );
    return transactionId;
  }

  async function find(
    column: "transaction_id" | "invoice_number",
    value: string,
  ): Promise<FoundCharge | null> {
    const [found] = await ask<Row>(`SELECT * FROM charges WHERE ${column} = ?`, value);
    return found ? asFound(found) : null;
  }

  const { renewAll, ...subscriptions } = recurrences(ask);

  return {
    name: "simulator",

    async charge(charge) {
      const { card } = charge;
      // The simulator has no script that could make tokens.
      if (!("cardNumber" in card)) return { outcome: "notCharged" };
      switch (card.cardNumber) {
        case TEST_CARDS.declined:
          await enter(charge, card, "declined");
          return { outcome: "declined" };
        case TEST_CARDS.held:
          await enter(charge, card, "held");
          return { outcome: "unknown" };
        case TEST_CARDS.timeout:
          await new Promise((resolve) => setTimeout(resolve, SILENCE));
          return { outcome: "unknown" };
        case TEST_CARDS.chargedThenDropped:
          await enter(charge, card, "captured");
          return { outcome: "unknown" };
        default:
          return {
            outcome: "captured",
            transactionId: await enter(charge, card, "captured"),
            card: { brand: cardTypeLabel(card.cardNumber), lastFour: lastFour(card.cardNumber) },
          };
      }
    },

    lookup: (invoiceNumber) => find("invoice_number", invoiceNumber),
    find: (transactionId) => find("transaction_id", transactionId),

    async list(since) {
      const rows = await ask<Row>("SELECT * FROM charges WHERE created_at >= ? ORDER BY created_at", since);
      return rows.map((row) => ({
        transactionId: row.transaction_id,
        invoiceNumber: row.invoice_number,
        outcome: row.outcome,
      }));
    },

    async batches(from, until) {
      await renewAll();
      await settleNights(ask, SETTLED_AFTER_MS, Date.now());
      return batchesBetween(ask, from, until);
    },
    transactionsOf: (batchId) => linesOfNight(ask, batchId),

    async void(transactionId) {
      const charge = await find("transaction_id", transactionId);
      if (charge?.outcome === "voided") return { outcome: "done", transactionId };
      const [voided] = await ask(
        "UPDATE charges SET outcome = 'voided' WHERE transaction_id = ? AND outcome IN ('captured', 'held') AND created_at > ? RETURNING transaction_id",
        transactionId,
        Date.now() - SETTLED_AFTER_MS,
      );
      if (voided) return { outcome: "done", transactionId };
      return { outcome: "refused", reason: "It has been settled already, or there is no such charge." };
    },

    async refund({ invoiceNumber, transactionId, amountCents }) {
      const id = `SIM-${newId()}`;
      const [refunded] = await ask(
        `INSERT INTO refunds SELECT ?, ?, transaction_id, ?, ? FROM charges
          WHERE transaction_id = ? AND outcome = 'captured' AND created_at <= ?
          AND amount_cents >= ? + (SELECT coalesce(sum(amount_cents), 0) FROM refunds WHERE charge_id = charges.transaction_id)
          ON CONFLICT DO NOTHING RETURNING transaction_id`,
        id,
        invoiceNumber,
        amountCents,
        Date.now(),
        transactionId,
        Date.now() - SETTLED_AFTER_MS,
        amountCents,
      );
      if (refunded) return { outcome: "done", transactionId: id };
      return { outcome: "refused", reason: "It is not settled yet, or not that much is left of it." };
    },

    async lookupRefund(invoiceNumber) {
      const [found] = await ask<Row>("SELECT * FROM refunds WHERE invoice_number = ?", invoiceNumber);
      return found ? { transactionId: found.transaction_id } : null;
    },

    ...subscriptions,

    // The simulator sends no webhooks and has no payment page, so anything that claims to come from it is false.
    verifyWebhook: async () => null,
    hostedPage: () => Promise.reject(new Error("The simulator has no payment page.")),
  };
}

const asFound = (row: Row): FoundCharge => ({
  transactionId: row.transaction_id,
  invoiceNumber: row.invoice_number,
  outcome: row.outcome,
  settled: ["captured", "returned"].includes(row.outcome) && row.created_at <= Date.now() - SETTLED_AFTER_MS,
  amountCents: row.amount_cents,
  carried: JSON.parse(row.carried),
  card: { brand: row.card_brand || null, lastFour: row.card_last_four || null },
});
