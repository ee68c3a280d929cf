import { desc, eq, sql } from "drizzle-orm";
import { subscriptionPeriods, subscriptions } from "#db/schema/money.ts";
import type { Context } from "~/platform/context.server.ts";
import type { SubscriptionState } from "~/values/types.ts";

export type Subscription = typeof subscriptions.$inferSelect;
export type SubscriptionPeriod = typeof subscriptionPeriods.$inferSelect;

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
 * The condition that no renewal was recorded since the row was read. A step with this condition does nothing if a renewal
 * has been recorded.
 */
export const samePeriod = ({ paidUntil }: Subscription) => sql`${subscriptions.paidUntil} IS ${paidUntil}`;

/** What the audit and the log call a subscription. */
export const subscriptionObject = ({ id }: Pick<Subscription, "id">) => `subscriptions/${id}`;
