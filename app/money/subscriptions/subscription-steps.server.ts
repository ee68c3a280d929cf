import { and, eq, inArray, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptionPeriods, subscriptions } from "#db/schema/money.ts";
import { LEASE } from "~/money/payments/leases.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { ChargeOutcome } from "~/platform/ports/card-processor.server.ts";
import { periodEnd } from "~/values/times.ts";
import type { SubscriptionState } from "~/values/types.ts";
import { subscriptionMails } from "./mails.ts";
import { cancelOfDisabled } from "./subscription-endings.server.ts";
import { mailTo, receiptMail } from "./subscription-mails.server.ts";
import { type Subscription, type SubscriptionPeriod, samePeriod } from "./subscription-rows.server.ts";

// The steps of a subscription that is paid for: its first charge, its renewals, and a renewal that was not paid. The
// steps that end a subscription are in `subscription-endings.server.ts`. Each step is one batch, and takes effect as a
// whole or not at all. A step changes nothing if the subscription is in a state for which the step is not meant.

/**
 * Replaces the state `charging` or `unknown` with the state that follows from the first charge; any other state is left
 * as it is.
 *
 * @returns the row, if this call wrote it; only a caller that gets the row may go on with the subscription.
 */
export async function settleFirstCharge(
  context: Context,
  { id, intervalMonths }: Subscription,
  outcome: ChargeOutcome,
): Promise<Subscription | null> {
  const now = Date.now();
  const state = STATE_AFTER[outcome.outcome];
  const captured = outcome.outcome === "captured";
  const isOpen = and(eq(subscriptions.id, id), inArray(subscriptions.state, ["charging", "unknown"]));
  const { entry } = audited(
    context,
    { actorUid: null, action: `subscription ${state}`, object: `subscriptions/${id}` },
    hasRow(subscriptions, isOpen),
  );
  const [, [settled]] = await context.db.batch([
    entry,
    context.db
      .update(subscriptions)
      .set({
        state,
        resolvedAt: state === "unknown" ? null : now,
        // If the outcome is unknown, the processor is asked about it immediately.
        leaseUntil: captured ? now + LEASE : now,
        ...(captured && {
          transactionId: outcome.transactionId,
          paidUntil: periodEnd(now, intervalMonths),
        }),
        ...(captured &&
          outcome.card && { cardBrand: outcome.card.brand, cardLastFour: outcome.card.lastFour }),
      })
      .where(isOpen)
      .returning(),
  ]);
  return settled ?? null;
}

const STATE_AFTER = {
  captured: "charged",
  declined: "declined",
  notCharged: "released",
  unknown: "unknown",
} as const satisfies Record<ChargeOutcome["outcome"], SubscriptionState>;

/**
 * Records that the recurring subscription exists. Access begins (or continues), and the receipt of the first period is
 * sent. With `cancelled`, the subscription has already ended at the processor, and access lasts only to the end of the
 * paid time.
 */
export async function activate(
  context: Context,
  row: Subscription,
  gatewaySubscriptionId: string,
  state: "active" | "cancelled" = "active",
): Promise<void> {
  const { db } = context;
  const now = Date.now();
  const { id, uid, transactionId, amountCents } = row;
  const paidUntil = row.paidUntil!;
  const isTheirs = sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${id}
    AND ${subscriptions.state} = ${state}
    AND ${subscriptions.gatewaySubscriptionId} = ${gatewaySubscriptionId})`;
  const period = {
    id: newId(),
    subscriptionId: id,
    transactionId,
    amountCents,
    periodFrom: row.resolvedAt!,
    periodUntil: paidUntil,
    createdAt: now,
  };
  const isCharged = and(eq(subscriptions.id, id), eq(subscriptions.state, "charged"));
  const { entry, isDone } = audited(
    context,
    { actorUid: null, action: `subscription ${state}`, object: `subscriptions/${id}` },
    hasRow(subscriptions, isCharged),
  );
  await db.batch([
    entry,
    db
      .update(subscriptions)
      .set({
        state,
        gatewaySubscriptionId,
        cancelledAt: state === "cancelled" ? now : null,
        resolvedAt: now,
        unseenSince: null,
        leaseUntil: paidUntil,
      })
      .where(isCharged),
    db
      .update(users)
      .set({ hpairPlusSubscriptionId: gatewaySubscriptionId })
      .where(and(isDone, eq(users.uid, uid))),
    insertFrom(
      db,
      subscriptionPeriods,
      period,
      sql`WHERE ${isTheirs} AND NOT EXISTS (SELECT 1 FROM ${subscriptionPeriods}
        WHERE ${subscriptionPeriods.subscriptionId} = ${id})`,
    ).onConflictDoNothing(),
    receiptMail(context, row, period.id),
    ...cancelOfDisabled(context, uid, null),
  ]);
}

/** Records that this charge paid for the next period. */
export async function recordRenewal(
  context: Context,
  row: Subscription,
  periods: SubscriptionPeriod[],
  transactionId: string,
): Promise<void> {
  const { db } = context;
  const now = Date.now();
  const paidUntil = row.paidUntil!;
  // The end is counted from the first day of the first period, so that the 31st stays the 31st.
  const until = periodEnd(periods[0]?.periodFrom ?? paidUntil, row.intervalMonths * (periods.length + 1));
  const period = newId();
  const isDue = and(
    eq(subscriptions.id, row.id),
    inArray(subscriptions.state, ["active", "past_due"]),
    eq(subscriptions.paidUntil, paidUntil),
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: null, action: "subscription renewed", object: `subscriptions/${row.id}` },
      detail: { period },
    },
    hasRow(subscriptions, isDue),
  );
  await db.batch([
    entry,
    db
      .update(subscriptions)
      .set({ state: "active", paidUntil: until, leaseUntil: until, resolvedAt: now })
      .where(isDue),
    insertFrom(
      db,
      subscriptionPeriods,
      {
        id: period,
        subscriptionId: row.id,
        transactionId,
        amountCents: row.amountCents,
        periodFrom: paidUntil,
        periodUntil: until,
        createdAt: now,
      },
      sql`WHERE ${isDone}`,
    ),
    receiptMail(context, row, period),
  ]);
}

/** Records that a renewal was not paid. Access continues for the grace period, and the subscriber is told. */
export async function markPastDue(context: Context, row: Subscription): Promise<void> {
  const { db, origin } = context;
  const isActive = and(eq(subscriptions.id, row.id), eq(subscriptions.state, "active"), samePeriod(row));
  const { entry, isDone } = audited(
    context,
    { actorUid: null, action: "subscription past_due", object: `subscriptions/${row.id}` },
    hasRow(subscriptions, isActive),
  );
  await db.batch([
    entry,
    db.update(subscriptions).set({ state: "past_due" }).where(isActive),
    mailTo(
      context,
      row,
      isDone,
      `past-due:${row.paidUntil}`,
      subscriptionMails.renewalFailed(row.title, `${origin}/plus/subscribe`),
    ),
  ]);
}
