import { and, asc, desc, eq, getTableColumns, gt, type SQL, sql } from "drizzle-orm";
import { countIn, countRows } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptionPeriods, subscriptions } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import { foundAmong, peopleByEmail } from "~/applications/search.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { foundOnPage, type RowsInAll } from "~/ui/paging.ts";
import type { SubscriptionState } from "~/values/types.ts";
import { periodRows, type Subscription, type SubscriptionPeriod } from "./subscription-rows.server.ts";

const SUBSCRIPTIONS_A_PAGE = 50;

/**
 * The filter of the list of subscriptions. `search` is the beginning of an e-mail address. The sort order "since" puts
 * the oldest first; by default, the newest come first.
 */
export type SubscriptionFilter = { state?: SubscriptionState; search?: string; sort?: "since" };

export type ListedSubscription = Subscription & { email: string };

/**
 * One page of all attempts to subscribe, and the position at which the next page begins. One round trip, and one more
 * for a search.
 */
export async function listSubscriptions(
  { db }: Context,
  { state, search, sort }: SubscriptionFilter,
  after: number | null,
): Promise<{ rows: ListedSubscription[]; next: number | null; found: RowsInAll | null }> {
  const people = search ? await peopleByEmail(db, search) : null;
  const source = foundAmong(db, people?.map(({ uid }) => uid) ?? []);
  const row = sql<number>`${subscriptions}.rowid`;
  // Each new row gets a row id above all others, so the row ids are in the order in which the rows were written.
  const where: SQL | undefined = and(
    sort ? sql`${row} > ${after ?? 0}` : sql`${row} < ${after ?? Number.MAX_SAFE_INTEGER}`,
    state && eq(subscriptions.state, state),
    people ? sql`${subscriptions.uid} = found.uid` : undefined,
  );
  const columns = { ...getTableColumns(subscriptions), email: users.email, row: row.as("row") };
  const whole = db.select(columns).from(subscriptions).$dynamic();
  const theirs = db.select(columns).from(source).crossJoin(subscriptions).$dynamic();
  const [found, counted] = await db.batch([
    ((people ? theirs : whole) as typeof whole)
      .innerJoin(users, eq(users.uid, subscriptions.uid))
      .where(where)
      .orderBy((sort ? asc : desc)(row))
      .limit(SUBSCRIPTIONS_A_PAGE + 1),
    countRows(db, subscriptions, state ? eq(subscriptions.state, state) : sql`${row} > 0`),
  ]);
  const rows = found.slice(0, SUBSCRIPTIONS_A_PAGE);
  const next = found.length > SUBSCRIPTIONS_A_PAGE ? rows.at(-1)!.row : null;
  return {
    ...{ rows, next },
    found: people
      ? foundOnPage(rows.length, { isFirst: after === null, isLast: next === null })
      : countIn(counted),
  };
}

/** One subscription with its subscriber and its periods, newest first. */
export async function findListed(
  context: Context,
  id: string,
): Promise<{ subscription: ListedSubscription; periods: SubscriptionPeriod[] } | null> {
  const { db } = context;
  const [[subscription], periods] = await db.batch([
    db
      .select({ ...getTableColumns(subscriptions), email: users.email })
      .from(subscriptions)
      .innerJoin(users, eq(users.uid, subscriptions.uid))
      .where(eq(subscriptions.id, id)),
    periodRows(context, id),
  ]);
  return subscription ? { subscription, periods: periods.reverse() } : null;
}

/**
 * One of the viewer's own paid periods; null if the viewer has no period with this id. `isCardKnown` says whether the
 * subscription still has the card that paid for the period.
 */
export async function findReceipt(context: Context, uid: string, id: string) {
  const { db } = context;
  const ofPeriod = eq(subscriptions.id, subscriptionPeriods.subscriptionId);
  const isOwn = and(eq(subscriptionPeriods.id, id), eq(subscriptions.uid, uid));
  const [[period], [subscription], changes] = await db.batch([
    db
      .select(getTableColumns(subscriptionPeriods))
      .from(subscriptionPeriods)
      .innerJoin(subscriptions, ofPeriod)
      .where(isOwn),
    db
      .select(getTableColumns(subscriptions))
      .from(subscriptions)
      .innerJoin(subscriptionPeriods, ofPeriod)
      .where(isOwn),
    db
      .select({ id: audit.id })
      .from(subscriptionPeriods)
      .innerJoin(subscriptions, ofPeriod)
      .innerJoin(
        audit,
        and(
          eq(audit.object, sql`'subscriptions/' || ${subscriptions.id}`),
          eq(audit.action, "subscription card changed"),
          gt(audit.at, subscriptionPeriods.createdAt),
          sql`${audit.detail} ->> '$.isSameCard' IS NULL`,
        ),
      )
      .where(isOwn)
      .limit(1),
  ]);
  if (!period || !subscription) return null;
  // Only the last payment is given back.
  const isGivenBack = subscription.state === "refunded" && subscription.paidUntil === period.periodUntil;
  return { period, subscription, isGivenBack, isCardKnown: changes.length === 0 };
}
