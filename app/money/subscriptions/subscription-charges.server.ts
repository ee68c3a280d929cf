import { and, eq, inArray, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptionPeriods, subscriptions } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import { LEASE } from "~/money/payments/leases.ts";
import { TAKEN_BACK, takeBack } from "~/money/payments/unwanted-charges.server.ts";
import { foundCharge, type LedgerCharge } from "~/money/processor/processors.server.ts";
import { auditRow } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { JournalEntry } from "~/platform/ports/card-processor.server.ts";
import { periodEnd } from "~/values/times.ts";
import { EARLY } from "./subscription.ts";
import { complete } from "./subscription-completion.server.ts";
import { markRefunded } from "./subscription-endings.server.ts";
import {
  HELD_STATES,
  periodRows,
  type Subscription,
  subscriptionObject,
} from "./subscription-rows.server.ts";
import { recordRenewal, settleFirstCharge } from "./subscription-steps.server.ts";

/** The most entries of a journal that one run of the cron repairs. */
const MOST_AT_ONCE = 100;

/**
 * Whether a charge belongs to a subscription: either the text on the charge says so, or its invoice number is the id of
 * a subscription.
 */
export async function isOfSubscription(context: Context, found: LedgerCharge): Promise<boolean> {
  if (found.carried) return "months" in found.carried;
  const [row] = await context.db
    .select({ id: subscriptions.id })
    .from(subscriptions)
    .where(eq(subscriptions.id, found.invoiceNumber));
  return row !== undefined;
}

/**
 * Brings our rows in line with a subscription's charge (the first or a renewal) that the processor has. A captured
 * charge is given back if it buys nothing: its subscription is over, the amount differs, or no payment was due yet.
 */
export async function settleSubscription(context: Context, found: LedgerCharge): Promise<void> {
  const { db } = context;
  const { transactionId, outcome } = found;
  const isCaptured = outcome === "captured";
  const [row] = await db.select().from(subscriptions).where(eq(subscriptions.id, found.invoiceNumber));
  if (!row) {
    if (isCaptured) await rebuild(context, found);
    return;
  }
  if (row.state === "charging" || row.state === "unknown") return settleOpen(context, row, found);

  const periods = await periodRows(context, row.id);
  const last = periods.at(-1)?.transactionId ?? row.transactionId;
  if (transactionId === row.transactionId || periods.some((paid) => paid.transactionId === transactionId)) {
    // Somebody voided the charge at the processor instead of through the portal.
    if (outcome === "voided" && transactionId === last) {
      await markRefunded(context, row, ["charged", ...HELD_STATES]);
    }
    return;
  }
  if (!isCaptured) return;
  const isDue = row.paidUntil !== null && row.paidUntil - EARLY <= Date.now();
  // The subscription is being resumed. The charge is recorded as soon as that is done.
  if (row.state === "charged" && isDue) return;
  const isLive = row.state === "active" || row.state === "past_due";
  if (isLive && isDue && found.amountCents === row.amountCents) {
    await recordRenewal(context, row, periods, transactionId);
    return;
  }
  await takeBack(context, found);
  if (isLive || row.state === "charged") return;
  // The processor's recurring subscription should have ended, but has taken this charge. It might take another charge,
  // so it is stopped once more.
  await db
    .update(subscriptions)
    .set({ resolvedAt: null, unseenSince: null, leaseUntil: Date.now() })
    .where(
      and(eq(subscriptions.id, row.id), inArray(subscriptions.state, ["cancelled", "ended", "refunded"])),
    );
}

async function settleOpen(context: Context, row: Subscription, found: LedgerCharge): Promise<void> {
  switch (found.outcome) {
    case "held":
      return;
    case "declined":
    case "returned":
      await settleFirstCharge(context, row, { outcome: "declined" });
      return;
    case "voided":
      await settleFirstCharge(context, row, { outcome: "notCharged" });
      return;
    case "captured":
      if (found.amountCents !== row.amountCents) {
        if (await takeBack(context, found)) await settleFirstCharge(context, row, { outcome: "notCharged" });
        return;
      }
  }
  const charged = await settleFirstCharge(context, row, { ...found, outcome: "captured" });
  if (charged) await complete(context, charged);
}

/**
 * Writes the lost row of a captured charge again, as paid but not completed. If the subscriber has another
 * subscription, the money goes back.
 */
async function rebuild(context: Context, found: LedgerCharge): Promise<void> {
  const { db, requestId } = context;
  const { carried, invoiceNumber: id, transactionId, amountCents, card } = found;
  if (!carried || !("months" in carried)) return;
  const { uid, months } = carried;
  const now = Date.now();
  const { settings } = await context.visit();
  try {
    const [[row], , [known], [somebody]] = await db.batch([
      insertFrom(
        db,
        subscriptions,
        {
          id,
          uid,
          title: settings.plan.title,
          amountCents,
          intervalMonths: months,
          state: "charged",
          gateway: found.gateway,
          transactionId,
          cardBrand: card?.brand,
          cardLastFour: card?.lastFour,
          paidUntil: periodEnd(now, months),
          leaseUntil: now + LEASE,
          createdAt: now,
          resolvedAt: now,
        },
        sql`FROM ${users} WHERE ${users.uid} = ${uid}`,
      )
        .onConflictDoNothing()
        .returning(),
      auditRow(
        context,
        { actorUid: null, action: "subscription rebuilt", object: subscriptionObject({ id }) },
        hasRow(subscriptions, eq(subscriptions.id, id)),
      ),
      // If another run of the cron was quicker, the row is there already, which is fine.
      db.select({ id: subscriptions.id }).from(subscriptions).where(eq(subscriptions.id, id)),
      db.select({ uid: users.uid }).from(users).where(eq(users.uid, uid)),
    ]);
    if (row) await complete(context, row);
    else if (!known && somebody) await takeBack(context, found);
    else if (!known) throw new Error("A charge is of a subscriber nobody knows.");
  } catch (error) {
    logFault(error, { requestId, method: "rebuild", path: `transactions/${transactionId}` });
  }
}

/**
 * Compares this processor's journal with the subscriptions, and repairs the differences.
 *
 * @returns the entries that, as far as we know, belong to no subscription.
 */
export async function compareSubscriptions(
  context: Context,
  gateway: string,
  entries: JournalEntry[],
): Promise<JournalEntry[]> {
  const ours = await subscriptionEntries(context, gateway, entries);
  const differing = ours.filter(({ differs }) => differs).slice(0, MOST_AT_ONCE);
  for (const { transactionId } of differing) {
    const found = await foundCharge(context, gateway, "journal", (cards) => cards.find(transactionId));
    if (found) await settleSubscription(context, found);
  }
  const ids = new Set(ours.map(({ transactionId }) => transactionId));
  return entries.filter(({ transactionId }) => !ids.has(transactionId));
}

/**
 * The entries of a processor's journal that belong to one of our subscriptions, and whether our rows differ from them.
 */
export async function subscriptionEntries(
  { db }: Pick<Context, "db">,
  gateway: string,
  entries: JournalEntry[],
): Promise<{ transactionId: string; differs: number }[]> {
  if (entries.length === 0) return [];
  return db.all(sql`
    SELECT entry.value ->> 'transactionId' AS transactionId,
      CASE
        WHEN ${subscriptions.transactionId} IS entry.value ->> 'transactionId' OR EXISTS (
          SELECT 1 FROM ${subscriptionPeriods}
          WHERE ${subscriptionPeriods.transactionId} = entry.value ->> 'transactionId')
        THEN entry.value ->> 'outcome' = 'voided'
          AND ${subscriptions.state} IN ('charged', 'active', 'past_due', 'cancelled')
          AND entry.value ->> 'transactionId' IS coalesce((SELECT ${subscriptionPeriods.transactionId}
            FROM ${subscriptionPeriods}
            WHERE ${subscriptionPeriods.subscriptionId} = ${subscriptions.id}
            ORDER BY ${subscriptionPeriods.periodFrom} DESC LIMIT 1), ${subscriptions.transactionId})
        ELSE entry.value ->> 'outcome' = 'captured' AND NOT EXISTS (
          SELECT 1 FROM ${audit} WHERE ${audit.object} = 'transactions/' || (entry.value ->> 'transactionId')
          AND ${audit.action} = ${TAKEN_BACK})
      END AS differs
    FROM json_each(${JSON.stringify(entries)}) AS entry
    JOIN ${subscriptions} ON ${subscriptions.id} = entry.value ->> 'invoiceNumber'
      AND ${subscriptions.gateway} = ${gateway}`);
}
