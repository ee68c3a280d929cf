import { and, eq, inArray, lte, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptionPeriods, subscriptions } from "#db/schema/money.ts";
import { audit } from "#db/schema/staff.ts";
import { CHARGE_PATIENCE, LEASE, LOOK_BACK, SECOND_LOOK } from "~/money/payments/leases.ts";
import { giveBack, TAKEN_BACK, takeBack } from "~/money/payments/unwanted-charges.server.ts";
import { answered, foundCharge, type LedgerCharge } from "~/money/processor/processors.server.ts";
import { auditRow } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CardSummary, JournalEntry } from "~/platform/ports/card-processor.server.ts";
import { HOUR, MINUTE } from "~/values/durations.ts";
import { periodEnd } from "~/values/times.ts";
import { accessEnd, billingDay, COMPLETE_WITHIN, EARLY, RENEWAL_LEASE } from "./subscription.ts";
import {
  activate,
  claim,
  endCardChange,
  HELD_STATES,
  lookAgain,
  markCancelled,
  markEnded,
  markNotResumed,
  markPastDue,
  markRefunded,
  markStopped,
  periodRows,
  postpone,
  recordCard,
  recordRenewal,
  type Subscription,
  settleFirstCharge,
} from "./subscription-steps.server.ts";

const MOST_AT_ONCE = 100;

const object = (row: Pick<Subscription, "id">) => `subscriptions/${row.id}`;

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
  for (const row of due) {
    try {
      await lookInto(context, row);
    } catch (error) {
      // A subscription that cannot be continued must not hold up the others.
      logFault(error, { requestId: context.requestId, method: "pursueSubscriptions", path: object(row) });
    }
  }
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
  const found = await foundCharge(context, row.gateway, object(row), (cards) =>
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
 * Makes the recurring subscription for a row that is paid and claimed. On every try after the first, the processor is
 * asked beforehand whether it already has the subscription. Even if the processor gets the same request twice, it makes
 * only one subscription. If the processor refuses, or does not answer for hours, the charge is given back. A
 * subscription that was to be resumed stays cancelled instead.
 */
export async function complete(context: Context, row: Subscription, isFirstTry = false): Promise<void> {
  const now = Date.now();
  const isResumed = row.gatewaySubscriptionId !== null;
  const giveUp = () =>
    isResumed ? markNotResumed(context, row) : markRefunded(context, row, ["charged"]).then(() => {});
  if (isResumed && row.paidUntil! <= now) return giveUp();

  if (!isFirstTry) {
    const existing = await answered(context, row.gateway, object(row), (cards) =>
      cards.subscriptionsOf(row.id),
    );
    if (!existing) return postpone(context, row, now + MINUTE);
    const living = existing.find(({ status }) => status !== "ended");
    if (living) return activate(context, row, living.subscriptionId);
    // The subscription was made at an earlier try and has ended in the meantime. Nobody asked for another one.
    const [over] = existing;
    if (over && !isResumed) return activate(context, row, over.subscriptionId, "cancelled");
    const charge = await foundCharge(context, row.gateway, object(row), (cards) =>
      cards.find(row.transactionId!),
    );
    if (charge?.outcome === "voided" || row.resolvedAt! + COMPLETE_WITHIN <= now) return giveUp();
  }
  const outcome = await answered(context, row.gateway, object(row), (cards) =>
    cards.subscribe({
      invoiceNumber: row.id,
      name: row.title,
      amountCents: row.amountCents,
      carried: { uid: row.uid, months: row.intervalMonths },
      startDate: billingDay(row.paidUntil!),
      transactionId: row.transactionId!,
    }),
  );
  switch (outcome?.outcome) {
    case "subscribed":
      return activate(context, row, outcome.subscriptionId);
    case "declined": {
      const fault = new Error(`A recurring subscription was refused: ${outcome.reason}`);
      logFault(fault, { requestId: context.requestId, method: "complete", path: object(row) });
      return giveUp();
    }
    default:
      return postpone(context, row, Date.now() + MINUTE);
  }
}

/**
 * Looks for anything that the processor has charged automatically. Records renewals, a card that could not be charged,
 * and the end of the subscription.
 */
async function askForRenewal(context: Context, claimed: Subscription): Promise<void> {
  const { gateway } = claimed;
  const found = await answered(context, gateway, object(claimed), (cards) =>
    cards.findSubscription(claimed.gatewaySubscriptionId!),
  );
  let isAnswered = found !== undefined;
  if (found) {
    const known = (await periodRows(context, claimed.id)).map(({ transactionId }) => transactionId);
    for (const transactionId of found.renewals.filter((renewal) => !known.includes(renewal))) {
      const charge = await foundCharge(context, gateway, object(claimed), (cards) =>
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
  const stopped = await answered(context, row.gateway, object(row), async (cards) => {
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
  const charge = await foundCharge(context, row.gateway, object(row), (cards) => cards.find(transactionId));
  return charge ? giveBack(context, charge) : false;
}

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
  // The processor's recurring subscription has taken this charge although it should have ended, and it might take
  // another, so it is stopped once more.
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
        { actorUid: null, action: "subscription rebuilt", object: object({ id }) },
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
