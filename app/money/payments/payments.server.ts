import { and, eq, inArray, sql } from "drizzle-orm";
import { hasRow } from "#db/client.ts";
import { orders, payments } from "#db/schema/money.ts";
import { cardSummary } from "~/money/cards/card.ts";
import { cardAllowances, releaseBrake } from "~/money/cards/card-budget.server.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import { processorOf } from "~/money/processor/processors.server.ts";
import { auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Allowance } from "~/platform/counters.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type {
  CardFields,
  CardProcessor,
  CardToken,
  ChargeOutcome,
  HostedPage,
  Order,
} from "~/platform/ports/card-processor.server.ts";
import type { Attempt } from "~/standing/attempts.server.ts";
import { isItsOrder, type Payment, paymentColumns } from "~/standing/payments.server.ts";
import { bookingAt } from "~/values/bookings.ts";
import { dollars } from "~/values/money.ts";
import type { Refused } from "~/values/types.ts";
import { asBill, asOrder, keepAct } from "./acts.server.ts";
import { HOSTED_LEASE, isForProcessorsPage, LEASE } from "./leases.ts";
import { chargeOf, keepManifest } from "./manifests.server.ts";
import { auditOfOrder } from "./orders.server.ts";
import type { RefusedPayment } from "./orders.ts";
import { isForOthers } from "./orders.ts";
import { receiptMails } from "./receipt-mails.server.ts";
import { type OrderCheck, reserveOrder } from "./reservations.server.ts";

export type PaymentAnswer =
  /** This request, or an identical one before it, made an attempt. The attempt's page shows the outcome. */
  { attempt: { id: string; state: Attempt["state"]; chargedCents: number } } | RefusedPayment;

/**
 * Pays by card for a pass (specification, section 7: triggerPayment), for add-ons to a pass that is held, or for
 * several people at once. Everything is checked and priced again. Then the order is reserved. A unique index on
 * holdings prevents a second reservation of the same things. The processor is called once for the order, and never
 * again. After a declined card, another attempt can be made immediately.
 *
 * @param card null if the page showed that nothing has to be paid.
 */
export async function payByCard(
  context: Context,
  visit: SignedIn,
  check: OrderCheck,
  card: CardFields | CardToken | null,
): Promise<PaymentAnswer> {
  // If card numbers must not reach us, a number that arrives anyway is not used.
  if (context.config.cardEntry.mode === "token" && card && "cardNumber" in card) {
    return { refused: chargeMessages.noCardNumbers, status: 400 };
  }
  const started = await start(context, visit, check, LEASE, card);
  return "order" in started ? charge(context, started, card!) : started;
}

/**
 * Begins a payment whose card is typed on the processor's own page. This is for browsers that run no scripts, if card
 * numbers must not reach us. The attempt stays `charging` until the processor reports the outcome.
 */
export async function payOnProcessorsPage(
  context: Context,
  visit: SignedIn,
  check: OrderCheck,
): Promise<{ page: HostedPage } | PaymentAnswer> {
  const started = await start(context, visit, check, HOSTED_LEASE, "elsewhere");
  return "order" in started ? pageOf(context, started) : started;
}

/**
 * The processor's page for somebody who left it without paying. Null once the time for paying there is over, and for a
 * card that was typed here. If the processor does not answer, nothing changes.
 */
export async function resumeOnProcessorsPage(
  context: Context,
  { viewer }: SignedIn,
  id: string,
): Promise<{ page: HostedPage } | Refused<503> | null> {
  const { db, origin } = context;
  const rows = await db
    .select(paymentColumns)
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(and(eq(orders.id, id), eq(orders.payerUid, viewer.uid), eq(payments.state, "charging")));
  const [first] = rows;
  const cards = first && processorOf(context, first.means);
  if (!cards || !isForProcessorsPage(first.leaseUntil, Date.now())) return null;
  const order = chargeOf({ ...first, id, bills: rows });
  try {
    return { page: await cards.hostedPage(order, returnAddresses(origin, id)) };
  } catch (error) {
    logFault(error, { requestId: context.requestId, method: "hostedPage", path: `payments/${id}` });
    return { refused: chargeMessages.pageNotNow, status: 503 };
  }
}

/**
 * An order whose charge is under way, with the processor that charges it, the allowances that its card used, and the
 * time zone in which its money is booked.
 */
type StartedOrder = {
  order: Order;
  cards: CardProcessor;
  allowances: Allowance[];
  deadlineZone: string;
};

/**
 * Everything before money moves: the checks, the price, and the rows that record that the charge is under way. If
 * nothing has to be paid, the rows record that everything is held, and the payment is complete.
 */
async function start(
  context: Context,
  visit: SignedIn,
  check: OrderCheck,
  lease: number,
  card: CardFields | CardToken | "elsewhere" | null,
): Promise<StartedOrder | PaymentAnswer> {
  const checked = await check(context, visit);
  if ("refused" in checked) return checked;
  const { cards } = checked;
  const dueCents = totalOf(checked.bills.map(({ bill }) => chargedOf(bill)));
  const isFree = dueCents === 0;
  if (!isFree && card === null) return { refused: passMessages.priceChanged(dollars(dueCents)), status: 409 };
  const { uid } = visit.viewer;
  const first = { ...checked.bills[0].bill, payerUid: uid };
  const forOthers = isForOthers(first);
  const allowances = cardAllowances(context, uid, checked.isAdmitted);
  const { deadlineZone } = checked.standing.edition;
  const captured = {
    ...{ state: "captured" as const, resolvedAt: visit.now },
    booking: bookingAt(visit.now, deadlineZone),
  };
  const beginning = isFree
    ? { state: "reserved" as const, means: "none", leaseUntil: 0 }
    : {
        ...{ state: "charging" as const, means: cards.name, leaseUntil: Date.now() + lease },
        ...(card && typeof card === "object" && "cardNumber" in card && cardSummary(card.cardNumber)),
      };
  const reserved = await reserveOrder(
    context,
    visit,
    checked,
    beginning,
    { allowances, tooMany: chargeMessages.tooManyCards },
    (id) =>
      isFree
        ? [
            // A row that was reserved and then deleted must not be booked. So only rows that still exist at this point
            // are marked as paid.
            context.db.update(payments).set(captured).where(eq(payments.orderId, id)),
            auditRow(
              context,
              { actorUid: null, action: "payment captured", object: `payments/${id}` },
              hasRow(payments, eq(payments.orderId, id)),
            ),
            ...receiptMails(context, id, sql`true`),
          ]
        : forOthers
          ? [
              auditRow(
                context,
                { actorUid: uid, action: "pay for others", object: `payments/${id}` },
                hasRow(payments, eq(payments.orderId, id)),
              ),
            ]
          : [],
  );
  if ("refused" in reserved) return reserved;
  const { order, rows } = reserved;
  const { id } = order;
  if (isFree) {
    // No processor has a record of a free payment, so it is stored in R2 before this request is answered. If R2 cannot
    // be written to, the cron stores the payment later.
    const bills = rows.map((row) => asBill({ ...row, ...captured }));
    const act = { order: asOrder(order), bills, invoice: null, taking: null, parts: [] };
    await keepAct(context, { kind: "free", ...act });
    return { attempt: { id, state: "captured", chargedCents: 0 } };
  }
  const manifest = { ...order, bills: checked.bills.map(({ bill }) => bill) };
  const charged = chargeOf(manifest);
  const isKept = await keepManifest(context, manifest);
  // A charge for several people does not say who they are. Without the manifest, their rows could not be written again.
  if (!isKept && forOthers) {
    await settle(context, { orderId: id, deadlineZone }, { outcome: "notCharged" });
    return { refused: chargeMessages.paymentFailed, status: 503 };
  }
  return { order: charged, cards, allowances, deadlineZone };
}

/** Calls the processor for an order once, and records the outcome. */
async function charge(
  context: Context,
  { order, cards, allowances, deadlineZone }: StartedOrder,
  card: CardFields | CardToken,
): Promise<Extract<PaymentAnswer, { attempt: unknown }>> {
  const { invoiceNumber: id, amountCents: chargedCents } = order;
  const settling = cards.charge({ ...order, card }).then((outcome) => {
    if (outcome.outcome === "captured") releaseBrake(context, allowances);
    return settle(context, { orderId: id, deadlineZone }, outcome);
  });
  // If the browser tab is closed, the work between the charge and its record must still finish. If the record cannot be
  // written, the row is settled later by asking the processor. Neither case may look like a failed payment.
  const settled = settling.catch((error: unknown) => {
    logFault(error, { requestId: context.requestId, method: "charge", path: `payments/${id}` });
    return "charging" as const;
  });
  context.waitUntil(settled);
  return { attempt: { id, state: await settled, chargedCents } };
}

/** The processor's page for an order. */
async function pageOf(
  context: Context,
  { order, cards, deadlineZone }: StartedOrder,
): Promise<{ page: HostedPage } | Refused<503>> {
  try {
    return { page: await cards.hostedPage(order, returnAddresses(context.origin, order.invoiceNumber)) };
  } catch (error) {
    // If the processor's page was never shown, nobody can have paid.
    const path = `payments/${order.invoiceNumber}`;
    logFault(error, { requestId: context.requestId, method: "hostedPage", path });
    await settle(context, { orderId: order.invoiceNumber, deadlineZone }, { outcome: "notCharged" });
    return { refused: chargeMessages.paymentFailed, status: 503 };
  }
}

const returnAddresses = (origin: string, orderId: string) => ({
  done: `${origin}/payment/${orderId}`,
  cancelled: `${origin}/payment/${orderId}?cancelled`,
});

/**
 * Replaces the state `charging` or `unknown` with an outcome; any other state is left as it is. The receipt mails are
 * in the same batch. All payments of the order change together.
 *
 * @param order the order's id, and the time zone in which its money is booked.
 * @returns the state that the payments have afterwards.
 */
export async function settle(
  context: Context,
  { orderId: id, deadlineZone }: Pick<Payment, "orderId" | "deadlineZone">,
  outcome: ChargeOutcome,
): Promise<Attempt["state"]> {
  const { db } = context;
  const { now } = await context.visit();
  const state = outcome.outcome === "notCharged" ? "released" : outcome.outcome;
  const isOpen = and(eq(payments.orderId, id), inArray(payments.state, ["charging", "unknown"]));
  const captured = outcome.outcome === "captured" ? outcome : null;
  const moved = auditOfOrder(context, id, `payment ${state}`, isOpen);
  const [, , , , , [row]] = await db.batch([
    moved.entry,
    db
      .update(orders)
      // Only a capture changes the order, but an update has to write something.
      .set({
        transactionId: captured ? captured.transactionId : sql`${orders.transactionId}`,
        ...(captured?.card && { cardBrand: captured.card.brand, cardLastFour: captured.card.lastFour }),
      })
      .where(and(eq(orders.id, id), moved.isDone)),
    db
      .update(payments)
      .set({
        state,
        resolvedAt: state === "unknown" ? null : now,
        ...(captured && { booking: bookingAt(now, deadlineZone) }),
      })
      .where(isOpen),
    ...receiptMails(context, id, captured ? moved.isDone : sql`false`),
    db.select({ state: payments.state }).from(payments).where(eq(payments.id, id)),
  ]);
  return row!.state;
}
