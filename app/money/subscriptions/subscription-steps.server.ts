import { and, desc, eq, gt, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptionPeriods, subscriptions } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { LEASE } from "~/money/payments/leases.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { CardSummary, ChargeOutcome } from "~/platform/ports/card-processor.server.ts";
import { periodEnd } from "~/values/times.ts";
import type { SubscriptionState } from "~/values/types.ts";
import { subscriptionMails } from "./mails.ts";

// The steps of a subscription. Each step is one batch, which is done as a whole or not at all, and only from the states
// that it is meant for. In every state, `leaseUntil` is when the row is next looked at. `resolvedAt` is null while the
// processor still has something to do for a row that is over.

export type Subscription = typeof subscriptions.$inferSelect;
export type SubscriptionPeriod = typeof subscriptionPeriods.$inferSelect;

/** The latest time that a Date can hold. It is used for a row that need not be looked at any more. */
const NEVER = 8.64e15;

/** The states in which the subscription is paid for. Access lasts until the subscription ends. */
export const HELD_STATES = ["active", "past_due", "cancelled"] as const satisfies SubscriptionState[];

/** The states in which the processor charges automatically. In these states, the card can be changed. */
export const CHANGEABLE_STATES = ["active", "past_due"] as const satisfies SubscriptionState[];

/** The periods of a subscription, oldest first. */
export const periodRows = ({ db }: Pick<Context, "db">, id: string) =>
  db
    .select()
    .from(subscriptionPeriods)
    .where(eq(subscriptionPeriods.subscriptionId, id))
    .orderBy(subscriptionPeriods.periodFrom);

/**
 * Somebody's newest attempt to subscribe, and every period that they have paid for, newest first. If they have a live
 * subscription, it is the newest attempt.
 */
export async function newestSubscription({ db }: Pick<Context, "db">, uid: string) {
  const newest = db
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.uid, uid))
    .orderBy(desc(subscriptions.createdAt), desc(sql`${subscriptions}.rowid`))
    .limit(1);
  const paid = db
    .select({ period: subscriptionPeriods })
    .from(subscriptions)
    .innerJoin(subscriptionPeriods, eq(subscriptionPeriods.subscriptionId, subscriptions.id))
    .where(eq(subscriptions.uid, uid))
    .orderBy(desc(subscriptionPeriods.periodFrom));
  const [[subscription], periods] = await db.batch([newest, paid]);
  return { subscription: subscription ?? null, periods: periods.map(({ period }) => period) };
}

/**
 * Claims a row before looking into it. If there are several runs at the same time, only one of them gets the row, and
 * keeps it until the time `until`. Null if another run has it or its state has changed.
 */
export async function claim(
  { db }: Context,
  { id, state, leaseUntil }: Subscription,
  until: number,
): Promise<Subscription | null> {
  const [claimed] = await db
    .update(subscriptions)
    .set({ leaseUntil: until })
    .where(
      and(eq(subscriptions.id, id), eq(subscriptions.state, state), eq(subscriptions.leaseUntil, leaseUntil)),
    )
    .returning();
  return claimed ?? null;
}

/** Makes sure that a row is not looked at before the given time. */
export async function postpone({ db }: Context, { id, state }: Subscription, until: number): Promise<void> {
  await db
    .update(subscriptions)
    .set({ leaseUntil: until })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.state, state)));
}

/**
 * Schedules another look at a subscription that is over, because a charge or a recurring subscription for it may still
 * appear at the processor.
 */
export async function lookAgain(
  { db }: Context,
  { id, state, paidUntil }: Subscription,
  unseenSince: number,
  at: number,
): Promise<void> {
  // A cancelled subscription is also looked at when its period ends.
  const until = state === "cancelled" ? Math.min(at, paidUntil!) : at;
  await db
    .update(subscriptions)
    .set({ unseenSince, leaseUntil: until })
    .where(and(eq(subscriptions.id, id), eq(subscriptions.state, state)));
}

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

/**
 * Cancels a subscription. Access lasts to the end of the paid time. The processor must still be told to stop, unless it
 * has stopped already (`isStopped`).
 */
export async function markCancelled(
  context: Context,
  row: Subscription,
  actorUid: string | null,
  isStopped = false,
): Promise<Subscription | null> {
  const { db, origin } = context;
  const now = Date.now();
  const isRunning = and(
    eq(subscriptions.id, row.id),
    inArray(subscriptions.state, ["active", "past_due"]),
    samePeriod(row),
  );
  const { entry, isDone } = audited(
    context,
    { actorUid, action: "subscription cancelled", object: `subscriptions/${row.id}` },
    hasRow(subscriptions, isRunning),
  );
  const [, [cancelled]] = await db.batch([
    entry,
    db
      .update(subscriptions)
      .set({
        state: "cancelled",
        cancelledAt: now,
        resolvedAt: isStopped ? now : null,
        leaseUntil: isStopped ? row.paidUntil! : now,
      })
      .where(isRunning)
      .returning(),
    mailTo(
      context,
      row,
      isDone,
      `cancelled:${now}`,
      subscriptionMails.cancelled(row.title, `${origin}/plus/subscribe`),
    ),
  ]);
  return cancelled ?? null;
}

/**
 * Reserves the change of a subscription's card until the processor has answered. If there are several requests at the
 * same time, one of them gets the row, and the others get null.
 */
export async function beginCardChange({ db }: Context, row: Subscription): Promise<Subscription | null> {
  const now = Date.now();
  const [begun] = await db
    .update(subscriptions)
    .set({ cardChangeUntil: now + LEASE, leaseUntil: now + LEASE })
    .where(
      and(
        eq(subscriptions.id, row.id),
        inArray(subscriptions.state, [...CHANGEABLE_STATES]),
        sql`coalesce(${subscriptions.cardChangeUntil}, 0) <= ${now}`,
      ),
    )
    .returning();
  return begun ?? null;
}

/**
 * Sets the lease back to what it was before a change of card, unless something else has set it in the meantime. So a
 * cancellation in the meantime reaches the processor immediately, even if the change of card is still open.
 */
const leaseBefore = ({ leaseUntil }: Subscription) =>
  sql`iif(${subscriptions.leaseUntil} = ${subscriptions.cardChangeUntil}, ${leaseUntil}, ${subscriptions.leaseUntil})`;

/**
 * Ends a change of card that changed nothing. With `isOpen`, the outcome is unknown, and the processor is asked
 * immediately.
 */
export async function endCardChange({ db }: Context, row: Subscription, isOpen = false): Promise<void> {
  const now = Date.now();
  await db
    .update(subscriptions)
    .set(
      isOpen
        ? { cardChangeUntil: now, leaseUntil: now }
        : { cardChangeUntil: null, leaseUntil: leaseBefore(row) },
    )
    .where(and(eq(subscriptions.id, row.id), sql`${subscriptions.cardChangeUntil} IS NOT NULL`));
}

/**
 * Records that another card, or the same card with a later expiry date, is charged from now on, and tells the
 * subscriber.
 */
export async function recordCard(
  context: Context,
  row: Subscription,
  card: CardSummary,
  actorUid: string | null,
): Promise<void> {
  const { db, origin } = context;
  const isHeld = and(eq(subscriptions.id, row.id), inArray(subscriptions.state, [...HELD_STATES]));
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid, action: "subscription card changed", object: `subscriptions/${row.id}` },
      detail: { brand: card.brand, lastFour: card.lastFour },
    },
    hasRow(subscriptions, isHeld),
  );
  await db.batch([
    entry,
    db
      .update(subscriptions)
      .set({
        cardBrand: card.brand,
        cardLastFour: card.lastFour,
        cardChangeUntil: null,
        leaseUntil: leaseBefore(row),
      })
      .where(isHeld),
    mailTo(
      context,
      row,
      isDone,
      `card:${newId()}`,
      subscriptionMails.cardChanged(row.title, `${origin}/plus/subscribe`),
    ),
  ]);
}

/**
 * The statements that cancel the subscription of a disabled account; they do nothing for any other account. They are in
 * the batch that disables an account, and in the one that begins a subscription, so that a disabled account never goes
 * on paying. Money that was paid is kept, and the processor must still be told to stop. The last statement makes the
 * change, because the others read the subscription as it was before.
 */
export function cancelOfDisabled({ db, ...context }: Context, uid: string, actorUid: string | null) {
  const now = Date.now();
  const isOfDisabled = and(
    eq(subscriptions.uid, uid),
    inArray(subscriptions.state, ["active", "past_due"]),
    hasRow(users, and(eq(users.uid, uid), isNotNull(users.disabledAt))),
  );
  const entry = { actorUid, action: "subscription cancelled" as const, detail: { disabled: true } };
  return [
    insertFrom(
      db,
      audit,
      {
        ...entry,
        id: newId(),
        at: now,
        object: sql`'subscriptions/' || ${subscriptions.id}`,
        requestId: context.requestId,
      },
      sql`FROM ${subscriptions} WHERE ${isOfDisabled}`,
    ),
    queueMail(
      db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: `subscription-of-disabled:${uid}:${now}`,
        recipient: sql`${users.email}`,
        text: subscriptionMails.ofDisabled,
      },
      sql`FROM ${users} WHERE ${hasRow(subscriptions, isOfDisabled)} AND ${users.uid} = ${uid}`,
    ).onConflictDoNothing(),
    db
      .update(subscriptions)
      .set({ state: "cancelled", cancelledAt: now, resolvedAt: null, leaseUntil: now })
      .where(isOfDisabled)
      .returning(),
  ] as const;
}

/**
 * Starts to resume a cancelled subscription: it will be set up at the processor once more, and nothing is charged now.
 * Its row gets the state that a row has after its first charge is paid.
 */
export async function markResuming(context: Context, row: Subscription): Promise<Subscription | null> {
  const now = Date.now();
  const mayResume = and(
    eq(subscriptions.id, row.id),
    eq(subscriptions.state, "cancelled"),
    isNotNull(subscriptions.resolvedAt),
    gt(subscriptions.paidUntil, now),
  );
  const { entry } = audited(
    context,
    { actorUid: row.uid, action: "subscription resumed", object: `subscriptions/${row.id}` },
    hasRow(subscriptions, mayResume),
  );
  const [, [resuming]] = await context.db.batch([
    entry,
    context.db
      .update(subscriptions)
      .set({ state: "charged", cancelledAt: null, resolvedAt: now, leaseUntil: now + LEASE })
      .where(mayResume)
      .returning(),
  ]);
  return resuming ?? null;
}

/**
 * Records that the subscription could not be resumed. It stays cancelled as before, and anything that the attempt left
 * at the processor must be ended.
 */
export async function markNotResumed(context: Context, row: Subscription): Promise<void> {
  const { db, origin } = context;
  const now = Date.now();
  const isCharged = and(eq(subscriptions.id, row.id), eq(subscriptions.state, "charged"));
  const { entry, isDone } = audited(
    context,
    { actorUid: null, action: "subscription not resumed", object: `subscriptions/${row.id}` },
    hasRow(subscriptions, isCharged),
  );
  await db.batch([
    entry,
    db
      .update(subscriptions)
      .set({ state: "cancelled", cancelledAt: now, resolvedAt: null, unseenSince: now, leaseUntil: now })
      .where(isCharged),
    mailTo(
      context,
      row,
      isDone,
      `not-resumed:${row.resolvedAt}`,
      subscriptionMails.notResumed(row.title, `${origin}/plus/subscribe`),
    ),
  ]);
}

/**
 * Ends a subscription immediately and gives its last charge back. The reason is that the subscription could not be
 * completed, that the charge was voided at the processor, or that a director decided so (`actorUid`, `reason`).
 */
export async function markRefunded(
  context: Context,
  row: Subscription,
  states: readonly SubscriptionState[],
  act: { actorUid: string | null; reason?: string } = { actorUid: null },
): Promise<Subscription | null> {
  const { db, origin } = context;
  const now = Date.now();
  const isThere = and(
    eq(subscriptions.id, row.id),
    inArray(subscriptions.state, [...states]),
    samePeriod(row),
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: act.actorUid, action: "subscription refunded", object: `subscriptions/${row.id}` },
      detail: { amountCents: row.amountCents, ...(act.reason && { reason: act.reason }) },
    },
    hasRow(subscriptions, isThere),
  );
  const [, [refunded]] = await db.batch([
    entry,
    db
      .update(subscriptions)
      .set({
        state: "refunded",
        resolvedAt: null,
        // A subscription that is being made at the processor at this moment might not be visible there yet.
        unseenSince: sql`CASE ${subscriptions.state} WHEN 'charged' THEN ${now}
          ELSE ${subscriptions.unseenSince} END`,
        leaseUntil: now,
      })
      .where(isThere)
      .returning(),
    mailTo(
      context,
      row,
      isDone,
      "refunded",
      subscriptionMails.refunded(row.title, `${origin}/plus/subscribe`),
    ),
    takeAccess(context, row),
  ]);
  return refunded ?? null;
}

/**
 * Records that the paid time, and access with it, is over. The processor must still be told to stop, unless it has
 * stopped already.
 */
export async function markEnded(context: Context, row: Subscription, isStopped: boolean): Promise<void> {
  const { db, origin } = context;
  const now = Date.now();
  const isHeld = and(
    eq(subscriptions.id, row.id),
    inArray(subscriptions.state, [...HELD_STATES]),
    samePeriod(row),
  );
  const { entry, isDone } = audited(
    context,
    { actorUid: null, action: "subscription ended", object: `subscriptions/${row.id}` },
    hasRow(subscriptions, isHeld),
  );
  await db.batch([
    entry,
    db
      .update(subscriptions)
      .set({ state: "ended", resolvedAt: isStopped ? now : null, leaseUntil: isStopped ? NEVER : now })
      .where(isHeld),
    mailTo(context, row, isDone, "ended", subscriptionMails.ended(row.title, `${origin}/plus/subscribe`)),
    takeAccess(context, row),
  ]);
}

/**
 * Records that the processor has nothing left to do. A cancelled subscription is looked at again when its period ends.
 */
export async function markStopped({ db }: Context, row: Subscription): Promise<void> {
  await db
    .update(subscriptions)
    .set({ resolvedAt: Date.now(), leaseUntil: row.state === "cancelled" ? row.paidUntil! : NEVER })
    .where(and(eq(subscriptions.id, row.id), eq(subscriptions.state, row.state)));
}

/** The statement that removes the subscription id from the account, which keeps the id only while access lasts. */
function takeAccess({ db }: Context, { id, uid, gatewaySubscriptionId }: Subscription) {
  return db
    .update(users)
    .set({ hpairPlusSubscriptionId: null })
    .where(
      and(
        eq(users.uid, uid),
        eq(users.hpairPlusSubscriptionId, gatewaySubscriptionId ?? ""),
        sql`EXISTS (SELECT 1 FROM ${subscriptions} WHERE ${subscriptions.id} = ${id}
          AND ${subscriptions.state} IN ('ended', 'refunded'))`,
      ),
    );
}

/**
 * The condition that no renewal was recorded since the row was read. If a renewal has been recorded, this step must not
 * be done.
 */
const samePeriod = ({ paidUntil }: Subscription) => sql`${subscriptions.paidUntil} IS ${paidUntil}`;

/** The statement that queues a mail to the subscriber, once per event, if `condition` holds. */
function mailTo({ db }: Context, { id, uid }: Subscription, condition: SQL, event: string, text: MailText) {
  return queueMail(
    db,
    {
      kind: "payment",
      uid: sql`${users.uid}`,
      eventKey: `subscription:${id}:${event}`,
      recipient: sql`${users.email}`,
      text,
    },
    sql`FROM ${users} WHERE ${condition} AND ${users.uid} = ${uid}`,
  ).onConflictDoNothing();
}

/** The statement that queues the receipt of a period, if there is such a period. */
function receiptMail({ db, origin }: Context, { uid, title }: Subscription, period: string) {
  const isThere: SQL = sql`EXISTS (SELECT 1 FROM ${subscriptionPeriods}
    WHERE ${subscriptionPeriods.id} = ${period})`;
  return queueMail(
    db,
    {
      kind: "payment",
      uid: sql`${users.uid}`,
      eventKey: `subscription-receipt:${period}`,
      recipient: sql`${users.email}`,
      text: subscriptionMails.receipt(title, `${origin}/plus/receipt/${period}`),
    },
    sql`FROM ${users} WHERE ${isThere} AND ${users.uid} = ${uid}`,
  ).onConflictDoNothing();
}
