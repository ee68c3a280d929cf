import { and, eq, gt, inArray, isNotNull, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptions } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { LEASE } from "~/money/payments/leases.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { SubscriptionState } from "~/values/types.ts";
import { subscriptionMails } from "./mails.ts";
import { NEVER } from "./subscription-leases.server.ts";
import { mailTo } from "./subscription-mails.server.ts";
import { HELD_STATES, type Subscription, samePeriod } from "./subscription-rows.server.ts";

// The steps that end a subscription, and the step that resumes a cancelled one. Each step is one batch, as in
// `subscription-steps.server.ts`. `resolvedAt` is null while the processor still has something to do for a row that is
// over.

/**
 * Cancels a subscription. Access lasts to the end of the paid time. If that time is already over, this step queues no
 * mail, because the next step ends the subscription and queues one. The processor must still be told to stop, unless it
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
      row.paidUntil! > now ? isDone : sql`false`,
      `cancelled:${now}`,
      subscriptionMails.cancelled(row.title, `${origin}/plus/subscribe`),
    ),
  ]);
  return cancelled ?? null;
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
