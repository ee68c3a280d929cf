import { and, eq, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { subscriptions } from "#db/schema/money.ts";
import { cardSummary } from "~/money/cards/card.ts";
import { cardAllowances, releaseBrake } from "~/money/cards/card-budget.server.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
import { HOSTED_LEASE, isForProcessorsPage, LEASE } from "~/money/payments/leases.ts";
import type { RefusedPayment } from "~/money/payments/orders.ts";
import { processorOf } from "~/money/processor/processors.server.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type Allowance, take } from "~/platform/counters.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type {
  CardFields,
  CardProcessor,
  CardToken,
  HostedPage,
  Order,
} from "~/platform/ports/card-processor.server.ts";
import { isAdmitted } from "~/standing/admission.server.ts";
import { messages } from "~/values/messages.ts";
import { centsOf, dollars } from "~/values/money.ts";
import { LIVE_SUBSCRIPTION_STATES, type Refused, type SubscriptionState } from "~/values/types.ts";
import { subscriptionMessages } from "./messages.ts";
import { complete } from "./subscription-completion.server.ts";
import { markCancelled, markRefunded, markResuming } from "./subscription-endings.server.ts";
import { askForCharge, lookInto } from "./subscription-reconciler.server.ts";
import {
  HELD_STATES,
  newestSubscription,
  periodRows,
  type Subscription,
} from "./subscription-rows.server.ts";
import { settleFirstCharge } from "./subscription-steps.server.ts";

export type SubscriptionAnswer = { attempt: { id: string; state: SubscriptionState } } | RefusedPayment;

const LIVE: ReadonlySet<SubscriptionState> = new Set(LIVE_SUBSCRIPTION_STATES);

/** The address of the subscription page. The processor's own page leads back to it too. */
const PAGE = "/plus/subscribe";

/**
 * Subscribes to HPAIR+ by card. The first period is charged; then the processor is asked to charge automatically when
 * that period ends. One row is reserved. A unique index allows only one live row for each person. For the reserved row
 * the card is charged once, and never again. If the charge succeeds but the automatic payments are not set up, the
 * reconciler sets them up or gives the charge back.
 *
 * @param shown the price in dollars that the page showed; it is compared with the actual price, and never charged.
 */
export async function subscribe(
  context: Context,
  visit: SignedIn,
  { card, shown }: { card: CardFields | CardToken; shown: unknown },
): Promise<SubscriptionAnswer> {
  // If card numbers must not reach us, a number that arrives anyway is not used.
  if (context.config.cardEntry.mode === "token" && "cardNumber" in card) {
    return { refused: chargeMessages.noCardNumbers, status: 400 };
  }
  const started = await start(context, visit, shown, LEASE, card);
  if ("refused" in started) return started;
  const { row, order, cards, allowances } = started;
  const { id } = row;
  // If the browser tab is closed, the work between the charge and its record must still finish. If the record cannot be
  // written, the row is settled later by asking the processor. In both cases, it would be wrong for the page to say
  // that the payment has failed.
  const working = (async () => {
    const outcome = await cards.charge({ ...order, card });
    if (outcome.outcome === "captured") releaseBrake(context, allowances);
    const settled = await settleFirstCharge(context, row, outcome);
    if (settled?.state === "charged") await complete(context, settled, true);
    const { subscription } = await newestSubscription(context, row.uid);
    // If the subscription could not be completed, the money goes back immediately.
    if (subscription?.state === "refunded") await goOnWith(context, subscription);
    return subscription!.state;
  })().catch((error: unknown) => {
    logFault(error, { requestId: context.requestId, method: "subscribe", path: `subscriptions/${id}` });
    return "charging" as const;
  });
  context.waitUntil(working);
  return { attempt: { id, state: await working } };
}

/** Subscribes with a card that is typed on the processor's own page, for browsers that run no scripts. */
export async function subscribeOnProcessorsPage(
  context: Context,
  visit: SignedIn,
  shown: unknown,
): Promise<{ page: HostedPage } | RefusedPayment> {
  const started = await start(context, visit, shown, HOSTED_LEASE);
  if ("refused" in started) return started;
  const { row, order, cards } = started;
  try {
    return { page: await cards.hostedPage(order, returnAddresses(context)) };
  } catch (error) {
    // If the processor's page was never shown, nobody can have paid.
    logFault(error, { requestId: context.requestId, method: "hostedPage", path: `subscriptions/${row.id}` });
    await settleFirstCharge(context, row, { outcome: "notCharged" });
    return { refused: chargeMessages.paymentFailed, status: 503 };
  }
}

/**
 * The processor's page for somebody who left it without paying. Null if it has expired, and for a card that was typed
 * here. If the processor does not answer, nothing changes.
 */
export async function resumeSubscriptionOnProcessorsPage(
  context: Context,
  { viewer }: SignedIn,
): Promise<{ page: HostedPage } | Refused<503> | null> {
  const { subscription: row } = await newestSubscription(context, viewer.uid);
  if (row?.state !== "charging" || !isForProcessorsPage(row.leaseUntil, Date.now())) return null;
  const cards = processorOf(context, row.gateway);
  if (!cards) return null;
  try {
    return { page: await cards.hostedPage(orderIdOf(row), returnAddresses(context)) };
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "hostedPage", path: `subscriptions/${row.id}` });
    return { refused: chargeMessages.pageNotNow, status: 503 };
  }
}

const returnAddresses = ({ origin }: Context) => ({
  done: `${origin}${PAGE}`,
  cancelled: `${origin}${PAGE}?cancelled`,
});

const orderIdOf = ({ id, amountCents, uid, intervalMonths }: Subscription): Order => ({
  invoiceNumber: id,
  amountCents,
  carried: { uid, months: intervalMonths },
});

/**
 * Does everything that comes before money moves: makes the checks, reserves the row, counts the attempt with the card,
 * and sets the state `charging`. A subscriber must have confirmed an e-mail address, because otherwise anybody could
 * make free accounts in which to try out stolen cards.
 */
async function start(
  context: Context,
  visit: SignedIn,
  shown: unknown,
  lease: number,
  card?: CardFields | CardToken,
): Promise<
  { row: Subscription; order: Order; cards: CardProcessor; allowances: Allowance[] } | RefusedPayment
> {
  const { db, cards } = context;
  const { viewer, settings } = visit;
  const { uid } = viewer;
  const { title, cents, months } = settings.plan;
  if (!cards || cents <= 0) return { refused: subscriptionMessages.notOnSale, status: 403 };
  if (viewer.hpairPlusSubscriptionId) {
    return { refused: subscriptionMessages.alreadySubscribed, status: 409 };
  }
  if (viewer.emailVerifiedAt === null) return { refused: subscriptionMessages.confirmFirst, status: 403 };
  if (centsOf(shown) !== cents) {
    return { refused: subscriptionMessages.priceChanged(dollars(cents)), status: 409 };
  }
  const inProgress = { refused: subscriptionMessages.inProgress, status: 409 } as const;
  const allowances = cardAllowances(context, uid, await isAdmitted(context, visit));
  const id = newId();
  const now = Date.now();
  const [reserved] = await db.batch([
    insertFrom(
      db,
      subscriptions,
      {
        id,
        uid,
        title,
        amountCents: cents,
        intervalMonths: months,
        state: "reserved",
        gateway: cards.name,
        ...(card && "cardNumber" in card && cardSummary(card.cardNumber)),
        leaseUntil: now + lease,
        createdAt: now,
      },
      // Writes nothing if the account was deleted or lost its address in the meantime.
      sql`FROM ${users} WHERE ${users.uid} = ${uid} AND ${users.emailVerifiedAt} IS NOT NULL`,
    )
      .onConflictDoNothing()
      .returning({ id: subscriptions.id }),
  ]);
  if (reserved.length === 0) return inProgress;

  const isReserved = and(eq(subscriptions.id, id), eq(subscriptions.state, "reserved"));
  const wait = await take(context, allowances);
  if (wait > 0) {
    await db.delete(subscriptions).where(isReserved);
    return { refused: chargeMessages.tooManyCards(wait), status: 429 };
  }
  const [row] = await db
    .update(subscriptions)
    .set({ state: "charging", leaseUntil: Date.now() + lease })
    .where(isReserved)
    .returning();
  return row ? { row, order: orderIdOf(row), cards, allowances } : inProgress;
}

/**
 * The viewer's subscription with its receipts, newest first. If anything about it is open, the processor is asked
 * first.
 */
export async function findSubscription(context: Context, { viewer }: Pick<SignedIn, "viewer">) {
  const found = await newestSubscription(context, viewer.uid);
  const row = found.subscription;
  const isOpen = row?.state === "charging" || row?.state === "unknown";
  const isLeft = row && LIVE.has(row.state) && row.leaseUntil <= Date.now();
  if (!row || !(isOpen || isLeft)) return found;
  try {
    await (isOpen ? askForCharge(context, row) : lookInto(context, row));
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "look", path: `subscriptions/${row.id}` });
  }
  context.forgetVisit();
  return newestSubscription(context, viewer.uid);
}

/** Ends the recurring payments. Access lasts to the end of the paid time. */
export async function cancelSubscription(
  context: Context,
  { viewer }: SignedIn,
): Promise<Refused<409> | null> {
  const { subscription: row } = await newestSubscription(context, viewer.uid);
  const cancelled = row && (await markCancelled(context, row, viewer.uid));
  if (!cancelled) return { refused: subscriptionMessages.notCancellable, status: 409 };
  // The processor is told after the response has been sent. If that fails, the cron tries again.
  context.waitUntil(goOnWith(context, cancelled));
  return null;
}

/** Resumes a cancelled subscription, so that it continues when the paid time ends. Nothing is charged now. */
export async function resumeSubscription(
  context: Context,
  { viewer }: SignedIn,
): Promise<Refused<409> | null> {
  const { subscription: row } = await newestSubscription(context, viewer.uid);
  if (row?.state === "cancelled" && row.resolvedAt === null && row.paidUntil! > Date.now()) {
    return { refused: subscriptionMessages.waitToResume, status: 409 };
  }
  const resuming = row && (await markResuming(context, row));
  const notResumed = { refused: subscriptionMessages.notResumable, status: 409 } as const;
  if (!resuming) return notResumed;
  const working = complete(context, resuming).catch((error: unknown) => {
    logFault(error, { requestId: context.requestId, method: "resume", path: `subscriptions/${row.id}` });
  });
  context.waitUntil(working);
  await working;
  const { subscription } = await newestSubscription(context, viewer.uid);
  context.forgetVisit();
  return subscription?.state === "cancelled" ? notResumed : null;
}

/**
 * Immediately ends somebody's subscription and gives back its last payment. Only for a director, who gives a reason.
 * The caller must have checked the role.
 */
export async function refundSubscription(
  context: Context,
  { viewer }: SignedIn,
  { id, reason }: { id: string; reason: string },
): Promise<Refused<404 | 409> | null> {
  const [row] = await context.db.select().from(subscriptions).where(eq(subscriptions.id, id));
  if (!row) return { refused: messages.notFound, status: 404 };
  if (!processorOf(context, row.gateway)) {
    return { refused: refundMessages.staff.processorAway(row.gateway), status: 409 };
  }
  // A payment can be given back only if its transaction is known.
  const last = (await periodRows(context, id)).at(-1);
  if (!last?.transactionId) return { refused: subscriptionMessages.nothingToRefund, status: 409 };
  const refunded = await markRefunded(context, row, HELD_STATES, { actorUid: viewer.uid, reason });
  if (!refunded) return { refused: subscriptionMessages.nothingToRefund, status: 409 };
  const working = goOnWith(context, refunded);
  context.waitUntil(working);
  await working;
  return null;
}

/** Takes the next step now. If that fails, the cron tries again. */
export async function goOnWith(context: Context, row: Subscription): Promise<void> {
  try {
    await lookInto(context, row);
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "lookInto", path: `subscriptions/${row.id}` });
  }
}
