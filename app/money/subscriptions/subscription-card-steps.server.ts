import { and, eq, inArray, sql } from "drizzle-orm";
import { hasRow } from "#db/client.ts";
import { subscriptions } from "#db/schema/money.ts";
import { LEASE } from "~/money/payments/leases.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { CardSummary } from "~/platform/ports/card-processor.server.ts";
import { subscriptionMails } from "./mails.ts";
import { mailTo } from "./subscription-mails.server.ts";
import { CHANGEABLE_STATES, HELD_STATES, type Subscription } from "./subscription-rows.server.ts";

// The steps of a change of the card that pays for a subscription.

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
 * The lease after a change of card. If the row still has the lease that the change of card set, the row gets back the
 * lease that it had before. If something else has set the lease in the meantime, that lease stays. For example, a
 * cancellation sets the lease, so that the processor is told at once.
 */
const leaseBefore = ({ leaseUntil }: Subscription) =>
  sql`iif(${subscriptions.leaseUntil} = ${subscriptions.cardChangeUntil}, ${leaseUntil}, ${subscriptions.leaseUntil})`;

/**
 * Records that a change of card changed nothing. With `isOpen`, records instead that its outcome is unknown, and sets
 * the lease to now, so that the processor is asked as soon as possible.
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
      detail: {
        ...{ brand: card.brand, lastFour: card.lastFour },
        ...(card.brand === row.cardBrand && card.lastFour === row.cardLastFour && { isSameCard: true }),
      },
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
