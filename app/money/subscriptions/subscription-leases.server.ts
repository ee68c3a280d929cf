import { and, eq } from "drizzle-orm";
import { subscriptions } from "#db/schema/money.ts";
import type { Context } from "~/platform/context.server.ts";
import type { Subscription } from "./subscription-rows.server.ts";

// These functions decide when the cron looks at a subscription. In every state, `leaseUntil` is the time of the next
// look. A run of the cron that looks at a row moves that time, so no other run gets the row.

/** The latest time that a Date can hold. It is used for a row that need not be looked at any more. */
export const NEVER = 8.64e15;

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
 * Records that the processor has nothing left to do. A cancelled subscription is looked at again when its period ends.
 */
export async function markStopped({ db }: Context, row: Subscription): Promise<void> {
  await db
    .update(subscriptions)
    .set({ resolvedAt: Date.now(), leaseUntil: row.state === "cancelled" ? row.paidUntil! : NEVER })
    .where(and(eq(subscriptions.id, row.id), eq(subscriptions.state, row.state)));
}
