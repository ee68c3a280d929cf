import { and, eq, inArray, lte } from "drizzle-orm";
import { subscriptions } from "#db/schema/money.ts";
import { CHARGE_PATIENCE, LEASE, LOOK_BACK, SECOND_LOOK } from "~/money/payments/leases.ts";
import { giveBack } from "~/money/payments/unwanted-charges.server.ts";
import { answered, foundCharge } from "~/money/processor/processors.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { forEachRow } from "~/platform/log.server.ts";
import type { CardSummary } from "~/platform/ports/card-processor.server.ts";
import { HOUR } from "~/values/durations.ts";
import { accessEnd, RENEWAL_LEASE } from "./subscription.ts";
import { endCardChange, recordCard } from "./subscription-card-steps.server.ts";
import { settleSubscription } from "./subscription-charges.server.ts";
import { complete } from "./subscription-completion.server.ts";
import { markCancelled, markEnded } from "./subscription-endings.server.ts";
import { claim, lookAgain, markStopped, postpone } from "./subscription-leases.server.ts";
import {
  HELD_STATES,
  periodRows,
  type Subscription,
  subscriptionObject,
} from "./subscription-rows.server.ts";
import { markPastDue } from "./subscription-steps.server.ts";

/** The most subscriptions that one run of the cron continues. */
const MOST_AT_ONCE = 100;

/** Continues every subscription that is due. The cron calls this every minute. */
export async function pursueSubscriptions(context: Context): Promise<void> {
  const due = await context.db
    .select()
    .from(subscriptions)
    .where(
      and(
        inArray(subscriptions.state, [
          "reserved",
          "charging",
          "unknown",
          "charged",
          ...HELD_STATES,
          "ended",
          "refunded",
        ]),
        lte(subscriptions.leaseUntil, Date.now()),
      ),
    )
    .orderBy(subscriptions.leaseUntil)
    .limit(MOST_AT_ONCE);
  const { requestId } = context;
  const where = { requestId, method: "pursueSubscriptions" };
  await forEachRow(due, where, subscriptionObject, (row) => lookInto(context, row));
}

/**
 * Takes the next step of one subscription. If its processor is no longer connected or cannot be asked, the subscription
 * stays as it is until the next time.
 */
export async function lookInto(context: Context, row: Subscription): Promise<void> {
  switch (row.state) {
    case "reserved":
      await release(context, row);
      return;
    case "charging":
    case "unknown":
      await askForCharge(context, row);
      return;
    case "declined":
    case "released":
      return;
  }
  const claimed = await claim(context, row, Date.now() + (row.state === "charged" ? LEASE : RENEWAL_LEASE));
  if (!claimed) return;
  switch (row.state) {
    case "charged":
      await complete(context, claimed);
      return;
    case "active":
    case "past_due":
      await askForRenewal(context, claimed);
      return;
    case "cancelled":
      if (row.paidUntil! <= Date.now()) await markEnded(context, claimed, row.resolvedAt !== null);
      else await wrapUp(context, claimed);
      return;
    case "ended":
    case "refunded":
      await wrapUp(context, claimed);
  }
}

async function release({ db }: Context, row: Subscription): Promise<void> {
  await db
    .update(subscriptions)
    .set({ state: "released" })
    .where(and(eq(subscriptions.id, row.id), eq(subscriptions.state, "reserved")));
}

/** Looks up a first charge by its invoice number. This never makes the charge again. */
export async function askForCharge(context: Context, row: Subscription): Promise<void> {
  const isAbandoned = row.leaseUntil <= Date.now();
  if (row.state === "charging" && isAbandoned) {
    await context.db
      .update(subscriptions)
      .set({ state: "unknown" })
      .where(and(eq(subscriptions.id, row.id), eq(subscriptions.state, "charging")));
  }
  const found = await foundCharge(context, row.gateway, subscriptionObject(row), (cards) =>
    cards.lookup(row.id, row.createdAt - LOOK_BACK),
  );
  if (found) await settleSubscription(context, found);
  else if (found === null && isAbandoned) await giveUpCharge(context, row);
}

/** Handles a charge that was not found. Once it is certain that there is none, the subscriber may try again. */
async function giveUpCharge({ db }: Context, row: Subscription): Promise<void> {
  const now = Date.now();
  const still = and(eq(subscriptions.id, row.id), eq(subscriptions.state, "unknown"));
  if (row.leaseUntil + CHARGE_PATIENCE > now) return;
  if (row.unseenSince === null) {
    await db.update(subscriptions).set({ unseenSince: now }).where(still);
  } else if (row.unseenSince + SECOND_LOOK <= now) {
    await db.update(subscriptions).set({ state: "released" }).where(still);
  }
}

/**
 * Looks for anything that the processor has charged automatically. Records renewals, a card that could not be charged,
 * and the end of the subscription.
 */
async function askForRenewal(context: Context, claimed: Subscription): Promise<void> {
  const { gateway } = claimed;
  const found = await answered(context, gateway, subscriptionObject(claimed), (cards) =>
    cards.findSubscription(claimed.gatewaySubscriptionId!),
  );
  let isAnswered = found !== undefined;
  if (found) {
    const known = (await periodRows(context, claimed.id)).map(({ transactionId }) => transactionId);
    for (const transactionId of found.renewals.filter((renewal) => !known.includes(renewal))) {
      const charge = await foundCharge(context, gateway, subscriptionObject(claimed), (cards) =>
        cards.find(transactionId),
      );
      if (charge) await settleSubscription(context, charge);
      else isAnswered = false;
    }
  }
  const [row] = await context.db.select().from(subscriptions).where(eq(subscriptions.id, claimed.id));
  if (row?.state !== "active" && row?.state !== "past_due") return;
  if (found) await followCard(context, row, found.card);
  const now = Date.now();
  const paidUntil = row.paidUntil!;
  if (found?.status === "ended") {
    if (paidUntil <= now) await markEnded(context, row, true);
    else await markCancelled(context, row, null, true);
    return;
  }
  const end = accessEnd(row.state, paidUntil);
  // Only the processor can say whether a renewal was paid. `past_due` means that the processor has already said that a
  // renewal was not paid.
  if (end <= now && (isAnswered || row.state === "past_due")) {
    await markEnded(context, row, false);
    return;
  }
  if (found?.status === "suspended" && row.state === "active") await markPastDue(context, row);
  const isCardOpen = row.cardChangeUntil !== null && !found;
  const next = paidUntil > now && row.state === "active" ? paidUntil : now + HOUR;
  await postpone(
    context,
    { ...row, state: found?.status === "suspended" ? "past_due" : row.state },
    isCardOpen ? now + RENEWAL_LEASE : next,
  );
}

/**
 * Stores the processor's card in our row. If a change of card is still open because its answer was lost, this ends that
 * change.
 */
async function followCard(context: Context, row: Subscription, card: CardSummary | null): Promise<void> {
  const isWaitedFor = row.cardChangeUntil !== null && row.cardChangeUntil > Date.now();
  if (isWaitedFor) return;
  if (card?.lastFour && card.lastFour !== row.cardLastFour) await recordCard(context, row, card, null);
  else if (row.cardChangeUntil !== null) await endCardChange(context, row);
}

/** Looks into a subscription after a hint that something happened to it at the processor. */
export async function lookIntoGatewaySubscription(
  context: Context,
  gateway: string,
  id: string,
): Promise<void> {
  const [row] = await context.db
    .select()
    .from(subscriptions)
    .where(and(eq(subscriptions.gateway, gateway), eq(subscriptions.gatewaySubscriptionId, id)));
  if (row?.state === "active" || row?.state === "past_due") await lookInto(context, row);
}

/**
 * Makes sure that a subscription that is over is not charged again, and gives its money back if that is due. Looks once
 * more for anything that may still appear at the processor.
 */
async function wrapUp(context: Context, row: Subscription): Promise<void> {
  if (row.resolvedAt !== null) return markStopped(context, row);
  const stopped = await stop(context, row);
  if (!stopped) return;
  if (row.state === "refunded" && !(await giveLastChargeBack(context, row))) return;
  const now = Date.now();
  const unseenSince = row.unseenSince ?? (stopped === "unseen" ? now : null);
  if (unseenSince !== null && unseenSince + CHARGE_PATIENCE + SECOND_LOOK > now)
    await lookAgain(context, row, unseenSince, unseenSince + CHARGE_PATIENCE + SECOND_LOOK);
  else await markStopped(context, row);
}

/**
 * Ends everything that the processor still has of this subscription. Returns "unseen" if the processor does not show
 * the subscription that we know of, and null if something could not be ended.
 */
async function stop(context: Context, row: Subscription): Promise<"stopped" | "unseen" | null> {
  const stopped = await answered(context, row.gateway, subscriptionObject(row), async (cards) => {
    const all = await cards.subscriptionsOf(row.id);
    const living = new Set(all.filter(({ status }) => status !== "ended").map((one) => one.subscriptionId));
    const known = row.gatewaySubscriptionId && (await cards.findSubscription(row.gatewaySubscriptionId));
    if (known && known.status !== "ended") living.add(row.gatewaySubscriptionId!);
    for (const id of living) if ((await cards.cancelSubscription(id)).outcome !== "done") return null;
    return known === null && living.size === 0 ? "unseen" : "stopped";
  });
  return stopped ?? null;
}

async function giveLastChargeBack(context: Context, row: Subscription): Promise<boolean> {
  const last = (await periodRows(context, row.id)).at(-1);
  const transactionId = last?.transactionId ?? row.transactionId;
  if (!transactionId) return true;
  const charge = await foundCharge(context, row.gateway, subscriptionObject(row), (cards) =>
    cards.find(transactionId),
  );
  return charge ? giveBack(context, charge) : false;
}
