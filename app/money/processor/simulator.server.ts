import { SIMULATOR_SCHEMA } from "#db/simulator.ts";
import { cardTypeLabel, lastFour } from "~/money/cards/card.ts";
import { newId } from "~/platform/ids.server.ts";
import type {
  CardFields,
  CardProcessor,
  CardSummary,
  CarriedSubscription,
  Charge,
  FoundCharge,
  SubscriptionStatus,
} from "~/platform/ports/card-processor.server.ts";
import { DAY } from "~/values/durations.ts";
import { periodEnd } from "~/values/times.ts";
import { batchesBetween, linesOfNight, settleNights } from "./simulator-batches.server.ts";

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

/** The simulated processor is silent for only this long (ms); for a real processor we wait 25 s. */
const SILENCE_MS = 1500;

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

type Recurrence = {
  id: string;
  invoice_number: string;
  status: SubscriptionStatus;
  amount_cents: number;
  carried: string;
  start_date: string;
  charge_id: string;
};

/**
 * A card processor for development and tests. Its ledger is a separate database. The ledger survives restarts, is not
 * affected when our database is restored, and can be asked like a real processor.
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

  /**
   * Takes the recurring payments that have become due. This runs when the ledger is asked, because nothing else
   * triggers it.
   */
  async function renew({
    id,
    invoice_number,
    status,
    amount_cents,
    carried,
    start_date,
    charge_id,
  }: Recurrence) {
    if (status !== "active") return;
    const { months } = JSON.parse(carried) as CarriedSubscription;
    let due = Date.parse(start_date);
    for (let number = 1; due <= Date.now(); number++) {
      await ask(
        `INSERT INTO charges SELECT ?, ?, 'captured', ?, coalesce(changed.card_brand, charges.card_brand),
          coalesce(changed.card_last_four, charges.card_last_four), ?, ? FROM charges
          LEFT JOIN changed_cards AS changed ON changed.recurrence_id = ?
          WHERE transaction_id = ? ON CONFLICT DO NOTHING`,
        `${id}-${number}`,
        invoice_number,
        amount_cents,
        carried,
        due,
        id,
        charge_id,
      );
      due = periodEnd(due, months);
    }
  }

  /** The card that pays for the next period. */
  async function cardOf({ id, charge_id }: Recurrence): Promise<CardSummary | null> {
    const [card] = await ask<Pick<Row, "card_brand" | "card_last_four">>(
      `SELECT card_brand, card_last_four FROM changed_cards WHERE recurrence_id = ?1
        UNION ALL SELECT card_brand, card_last_four FROM charges WHERE transaction_id = ?2`,
      id,
      charge_id,
    );
    return card ? { brand: card.card_brand || null, lastFour: card.card_last_four || null } : null;
  }

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
          await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
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
      const active = await ask<Recurrence>("SELECT * FROM recurrences WHERE status = 'active'");
      for (const recurrence of active) await renew(recurrence);
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

    async subscribe({ invoiceNumber, amountCents, carried, startDate, transactionId }) {
      const [charge] = await ask<Row>("SELECT * FROM charges WHERE transaction_id = ?", transactionId);
      if (charge?.outcome !== "captured") return { outcome: "declined", reason: "There is no such charge." };
      if (charge.card_last_four === lastFour(TEST_CARDS.notRenewable)) {
        return { outcome: "declined", reason: "The card may not pay again by itself." };
      }
      const [held] = await ask<{ id: string }>(
        `INSERT INTO recurrences VALUES (?, ?, 'active', ?, ?, ?, ?, ?)
          ON CONFLICT (invoice_number) WHERE status <> 'ended' DO UPDATE SET status = status RETURNING id`,
        `SIM-${newId()}`,
        invoiceNumber,
        amountCents,
        JSON.stringify(carried),
        startDate,
        transactionId,
        Date.now(),
      );
      return { outcome: "subscribed", subscriptionId: held!.id };
    },

    async updateSubscription(subscriptionId, card) {
      const [found] = await ask<Recurrence>("SELECT * FROM recurrences WHERE id = ?", subscriptionId);
      if (!found || found.status === "ended") return { outcome: "notChanged", reason: "It is not running." };
      if ("dataValue" in card) return { outcome: "notChanged", reason: "It knows no tokens." };
      const number = "cardNumber" in card ? card.cardNumber : null;
      if (number === TEST_CARDS.declined) return { outcome: "declined" };
      if (number === TEST_CARDS.timeout) {
        await new Promise((resolve) => setTimeout(resolve, SILENCE_MS));
        return { outcome: "unknown" };
      }
      if (number) {
        await ask(
          "INSERT OR REPLACE INTO changed_cards VALUES (?, ?, ?)",
          subscriptionId,
          cardTypeLabel(number) ?? "",
          lastFour(number),
        );
      }
      await ask(
        "UPDATE recurrences SET status = 'active' WHERE id = ? AND status = 'suspended'",
        subscriptionId,
      );
      if (number === TEST_CARDS.chargedThenDropped) return { outcome: "unknown" };
      return { outcome: "changed", card: await cardOf(found) };
    },

    async cancelSubscription(subscriptionId) {
      const [ended] = await ask(
        "UPDATE recurrences SET status = 'ended' WHERE id = ? RETURNING id",
        subscriptionId,
      );
      if (ended) return { outcome: "done", transactionId: subscriptionId };
      return { outcome: "refused", reason: "There is no such subscription." };
    },

    async findSubscription(subscriptionId) {
      const [found] = await ask<Recurrence>("SELECT * FROM recurrences WHERE id = ?", subscriptionId);
      if (!found) return null;
      await renew(found);
      const renewals = await ask<Row>(
        "SELECT * FROM charges WHERE transaction_id GLOB ? || '-*' ORDER BY created_at",
        subscriptionId,
      );
      return {
        status: found.status,
        renewals: renewals.map((row) => row.transaction_id),
        card: await cardOf(found),
      };
    },

    async subscriptionsOf(invoiceNumber) {
      const all = await ask<Recurrence>(
        "SELECT * FROM recurrences WHERE invoice_number = ? ORDER BY rowid DESC",
        invoiceNumber,
      );
      return all.map(({ id, status }) => ({ subscriptionId: id, status }));
    },

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
