import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { subquery } from "#db/client.ts";
import { orders, payments, refunds } from "#db/schema/money.ts";
import { keepAct } from "~/money/payments/acts.server.ts";
import { LEASE } from "~/money/payments/leases.ts";
import { isForOthers } from "~/money/payments/orders.ts";
import { chargedOf } from "~/money/prices/pricing.ts";
import { connectedProcessors, processorOf } from "~/money/processor/processors.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CardProcessor, FoundCharge } from "~/platform/ports/card-processor.server.ts";
import { refundColumns } from "~/standing/holdings.server.ts";
import { isItsOrder, paymentColumns } from "~/standing/payments.server.ts";
import type { Booking } from "~/values/shapes.ts";
import { isByHand, type Refused } from "~/values/types.ts";
import { noteReturned, REFUSED_FOR_BANK } from "./bank-returns.server.ts";
import { refundMessages } from "./messages.ts";
import { type OpenRefund, writeOutcome } from "./refund-outcomes.server.ts";
import { REFUND_PATIENCE } from "./refunds.ts";

const MOST_AT_ONCE = 100;

/** Continues every refund that is not finished. The cron calls this. */
export async function pursueRefunds(context: Context): Promise<void> {
  const { db } = context;
  await db
    .update(refunds)
    .set({ state: "unknown" })
    .where(and(eq(refunds.state, "sending"), lt(refunds.leaseUntil, Date.now())));
  const open = await db
    .select({ id: refunds.id })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .innerJoin(orders, isItsOrder)
    .where(
      and(
        inArray(refunds.state, ["pending", "unknown"]),
        inArray(orders.means, connectedProcessors(context)),
      ),
    )
    .orderBy(refunds.leaseUntil)
    .limit(MOST_AT_ONCE);
  for (const { id } of open) await pursue(context, id);
}

/**
 * Takes the next step of one refund. If the processor is not connected or cannot be asked, the refund stays as it is.
 */
export async function pursue(context: Context, id: string): Promise<void> {
  const { db, requestId } = context;
  const [[refund], [payment]] = await db.batch([
    db.select(refundColumns).from(refunds).where(eq(refunds.id, id)),
    db
      .select(paymentColumns)
      .from(payments)
      .innerJoin(orders, isItsOrder)
      .innerJoin(refunds, eq(refunds.paymentId, payments.id))
      .where(eq(refunds.id, id)),
  ]);
  const cards = refund && payment && processorOf(context, payment.means);
  if (!cards) return;
  const row = { refund, payment };
  try {
    const charge = await cards.find(payment.transactionId!);
    if (charge?.outcome === "voided")
      await writeOutcome(
        context,
        row,
        { outcome: "done", transactionId: charge.transactionId },
        { state: "voided" },
      );
    // A refund in any other state than "pending" may have been sent to the processor, even if the charge does not show
    // it.
    else if (refund.state !== "pending") await lookFor(context, row, cards);
    else if (charge?.outcome === "returned")
      await writeOutcome(context, row, REFUSED_FOR_BANK, { over: ["pending"] });
    else if (charge) await send(context, row, cards, charge);
    else
      await writeOutcome(context, row, { outcome: "refused", reason: "The processor has no such charge." });
    // `noteReturned` records nothing while a refund of the charge may be on its way. So it is called after each step.
    if (charge?.outcome === "returned") await noteReturned(context, payment.orderId, payment.means);
  } catch (error) {
    logFault(error, { requestId, method: "refund", path: `refunds/${id}` });
  }
}

/**
 * Records that the money of a refund has gone back by hand, with the reference by which it can be found. No processor
 * is asked. If the same request comes again, it changes nothing and gets the same answer.
 *
 * @param actorUid the person who records it; null if the portal replays it after a restore.
 * @param booking how a replayed refund is booked; left out if the money goes back now.
 */
export async function recordGoneBack(
  context: Context,
  actorUid: string | null,
  { paymentId, refundId, reference }: { paymentId: string; refundId: string; reference: string },
  booking?: Booking,
): Promise<{ done: true } | Refused<409>> {
  const { db } = context;
  const ofIt = and(eq(refunds.id, refundId), eq(refunds.paymentId, paymentId));
  const [[refund], [payment]] = await db.batch([
    db.select(refundColumns).from(refunds).where(ofIt),
    db.select(paymentColumns).from(payments).innerJoin(orders, isItsOrder).where(eq(payments.id, paymentId)),
  ]);
  const refused = { refused: refundMessages.staff.notOwedAnyMore, status: 409 as const };
  if (!refund || !payment || !isByHand(payment.means)) return refused;
  if (refund.state === "pending") {
    const outcome = { outcome: "done" as const, transactionId: reference };
    await writeOutcome(context, { refund, payment }, outcome, { actorUid, booking });
  }
  const [gone] = await db
    .select()
    .from(refunds)
    .where(and(ofIt, eq(refunds.state, "done"), eq(refunds.transactionId, reference)));
  if (!gone) return refused;
  await keepAct(context, { kind: "gone back", refund: gone });
  return { done: true };
}

/** Asks the processor once to give the money back. The row is set to `sending` before the call. */
async function send(
  context: Context,
  row: OpenRefund,
  cards: CardProcessor,
  charge: FoundCharge,
): Promise<void> {
  const { refund, payment } = row;
  const isAlone = !isForOthers(payment);
  const whole = isAlone && refund.endsAll && chargedOf(refund) === chargedOf(payment);
  // A part of a charge, such as the payment of one of several people, cannot be voided, and no charge can be refunded
  // before it is settled. So the refund waits.
  if (!charge.settled && !whole) return;
  const sending = await context.db
    .update(refunds)
    .set({ state: "sending", leaseUntil: Date.now() + LEASE })
    .where(and(eq(refunds.id, refund.id), eq(refunds.state, "pending")))
    .returning({ id: refunds.id });
  if (sending.length === 0) return;
  const outcome = charge.settled
    ? await cards.refund({
        invoiceNumber: refund.id,
        transactionId: charge.transactionId,
        amountCents: chargedOf(refund),
        cardLastFour: payment.cardLastFour ?? "",
      })
    : await cards.void(charge.transactionId);
  await writeOutcome(context, row, outcome, { state: charge.settled ? "refunded" : "voided" });
}

/**
 * Handles a refund whose answer is missing. The processor's own list decides: the refund is sent again only if it is
 * still missing from the list after an hour.
 */
async function lookFor(context: Context, row: OpenRefund, cards: CardProcessor): Promise<void> {
  const { refund } = row;
  const found = await cards.lookupRefund(refund.id, refund.leaseUntil - LEASE);
  if (found) await writeOutcome(context, row, { outcome: "done", transactionId: found.transactionId });
  else if (refund.leaseUntil + REFUND_PATIENCE < Date.now()) {
    await context.db
      .update(refunds)
      // An earlier booking no longer counts, because the money goes back only from now on.
      .set({ state: "pending", booking: null })
      .where(and(eq(refunds.id, refund.id), eq(refunds.state, "unknown")));
  }
}

/**
 * For this row of `payments`: the cents that were given back or are on their way back. Credit that is kept or spent is
 * not counted, because no money moves. A cancelled charge counts in full, no matter who cancelled it, because its money
 * never arrived. Once a refund is done, the ledger books the same sum.
 */
export const returnedCents = subquery(
  sql<number>`CASE ${payments.state} WHEN 'voided' THEN ${payments.amountCents} - ${payments.creditCents} ELSE
    (SELECT coalesce(sum(${refunds.amountCents} - ${refunds.creditCents}), 0) FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id}
      AND ${refunds.kind} = 'money' AND ${refunds.state} <> 'refused') END`,
);
