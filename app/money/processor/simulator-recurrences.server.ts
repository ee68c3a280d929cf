import { cardTypeLabel, lastFour } from "~/money/cards/card.ts";
import { newId } from "~/platform/ids.server.ts";
import type {
  CardSummary,
  CarriedSubscription,
  RecurringPayments,
  SubscriptionStatus,
} from "~/platform/ports/card-processor.server.ts";
import { periodEnd } from "~/values/times.ts";
import type { AskLedger } from "./simulator-batches.server.ts";
import { SILENCE, TEST_CARDS } from "./test-cards.ts";

type Recurrence = {
  id: string;
  invoice_number: string;
  status: SubscriptionStatus;
  amount_cents: number;
  carried: string;
  start_date: string;
  charge_id: string;
};

/** The columns of a charge that are read here. */
type ChargeRow = { transaction_id: string; outcome: string; card_brand: string; card_last_four: string };

/** The recurring payments of the simulator; `renewAll` takes all payments that have become due. */
export function recurrences(ask: AskLedger): RecurringPayments & { renewAll: () => Promise<void> } {
  /**
   * Takes the payments of one subscription that have become due. This runs when the ledger is queried, because nothing
   * else triggers it.
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
    const [card] = await ask<Pick<ChargeRow, "card_brand" | "card_last_four">>(
      `SELECT card_brand, card_last_four FROM changed_cards WHERE recurrence_id = ?1
        UNION ALL SELECT card_brand, card_last_four FROM charges WHERE transaction_id = ?2`,
      id,
      charge_id,
    );
    return card ? { brand: card.card_brand || null, lastFour: card.card_last_four || null } : null;
  }

  async function renewAll(): Promise<void> {
    const active = await ask<Recurrence>("SELECT * FROM recurrences WHERE status = 'active'");
    for (const recurrence of active) await renew(recurrence);
  }

  return {
    renewAll,

    async subscribe({ invoiceNumber, amountCents, carried, startDate, transactionId }) {
      const [charge] = await ask<ChargeRow>("SELECT * FROM charges WHERE transaction_id = ?", transactionId);
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
        await new Promise((resolve) => setTimeout(resolve, SILENCE));
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
      const renewals = await ask<ChargeRow>(
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
  };
}
