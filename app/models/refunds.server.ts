import { and, eq, inArray, lt, type SQL, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { payments, refunds, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { mails } from "~/domain/mails.ts";
import { messages } from "~/domain/messages.ts";
import { dollars } from "~/domain/money.ts";
import { staffMessages } from "~/domain/staff-messages.ts";
import type { RefundKind } from "~/domain/types.ts";
import type { CardProcessor, FoundCharge, GiveBackOutcome } from "~/gateways/card-processor.server.ts";
import { newId } from "~/ids.server.ts";
import { logFault } from "~/log.server.ts";
import type { SignedIn } from "~/session.server.ts";
import { auditEntry } from "./audit.server.ts";
import { queueMail } from "./outbox.server.ts";
import { LEASE, type Payment } from "./payments.server.ts";

const MINUTE = 60 * 1000;
/** A refund that the processor does not know of is sent again only when it had time to turn up. */
const PATIENCE = 60 * MINUTE;
const MOST_AT_ONCE = 100;

export type RefundRow = typeof refunds.$inferSelect;

/**
 * Gives back (part of) a payment, or records it as credit for a later conference; for directors, with a
 * reason. The pass is no longer held from this moment. There is at most one refund of a payment that was
 * not refused, however many ask at once. The caller has checked the role.
 *
 * @returns the refund as it stands after the processor was asked once.
 */
export async function refundPayment(
  context: Context,
  { viewer, now }: SignedIn,
  asked: { paymentId: string; amountCents: number; kind: RefundKind; reason: string },
): Promise<{ refund: RefundRow } | { refused: string; status: 400 | 404 | 409 }> {
  const { db } = context;
  const { paymentId, amountCents, kind } = asked;
  const reason = asked.reason.trim();
  const [payment] = await db.select().from(payments).where(eq(payments.id, paymentId));
  if (!payment) return { refused: messages.notFound, status: 404 };
  if (reason === "") return { refused: staffMessages.reasonNeeded, status: 400 };
  if (!Number.isSafeInteger(amountCents) || amountCents <= 0 || amountCents > payment.amountCents) {
    return { refused: staffMessages.refundAmount(dollars(payment.amountCents)), status: 400 };
  }
  const id = newId();
  const isCredit = kind === "credit";
  const [taken] = await db.batch([
    db
      .update(payments)
      .set({ state: isCredit ? "refunded" : "refund_pending" })
      .where(and(eq(payments.id, paymentId), eq(payments.state, "captured")))
      .returning({ id: payments.id }),
    insertFrom(
      db,
      refunds,
      {
        id,
        conferenceId: payment.conferenceId,
        paymentId,
        kind,
        amountCents,
        reason,
        state: isCredit ? "done" : "pending",
        requestedBy: viewer.uid,
        leaseUntil: Date.now(),
        createdAt: now,
        settledAt: isCredit ? now : null,
      },
      sql`WHERE changes() = 1`,
    ),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: isCredit ? "credit" : "refund",
      object: `payments/${paymentId}`,
      detail: { amountCents, refund: id },
    }),
    refundMail(context, id, isCredit ? sql`changes() > 0` : sql`false`),
  ]);
  if (taken.length === 0) return { refused: staffMessages.notRefundable, status: 409 };
  if (!isCredit) await pursue(context, id);
  const [refund] = await db.select().from(refunds).where(eq(refunds.id, id));
  return { refund: refund! };
}

/** Goes on with every refund that is not at its end: what the cron does. */
export async function pursueRefunds(context: Context): Promise<void> {
  const { db } = context;
  await db
    .update(refunds)
    .set({ state: "unknown" })
    .where(and(eq(refunds.state, "sending"), lt(refunds.leaseUntil, Date.now())));
  const open = await db
    .select({ id: refunds.id })
    .from(refunds)
    .where(inArray(refunds.state, ["pending", "unknown"]))
    .orderBy(refunds.leaseUntil)
    .limit(MOST_AT_ONCE);
  for (const { id } of open) await pursue(context, id);
}

/** One step with one refund; where the processor cannot be asked it stays as it is, for the next time. */
async function pursue(context: Context, id: string): Promise<void> {
  const { db, cards, requestId } = context;
  const [row] = await db
    .select({ refund: refunds, payment: payments })
    .from(refunds)
    .innerJoin(payments, eq(payments.id, refunds.paymentId))
    .where(eq(refunds.id, id));
  if (!row || !cards) return;
  try {
    const { refund, payment } = row;
    const charge = await cards.find(payment.transactionId!);
    if (charge?.outcome === "voided")
      await finish(context, row, { outcome: "done", transactionId: charge.transactionId }, "voided");
    // What was sent may have been done, whatever is seen of the charge now.
    else if (refund.state !== "pending") await lookFor(context, row, cards);
    else if (charge) await send(context, row, cards, charge);
    else await finish(context, row, { outcome: "refused", reason: "The processor has no such charge." });
  } catch (error) {
    logFault(error, { requestId, method: "refund", path: `refunds/${id}` });
  }
}

type Row = { refund: RefundRow; payment: Payment };

/** Asks the processor to give it back, once: the row says `sending` before the call. */
async function send(context: Context, row: Row, cards: CardProcessor, charge: FoundCharge): Promise<void> {
  const { refund, payment } = row;
  const whole = refund.amountCents === payment.amountCents;
  // Part of a charge cannot be voided, and nothing is refunded before it is settled: it waits.
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
        amountCents: refund.amountCents,
        cardLastFour: payment.cardLastFour ?? "",
      })
    : await cards.void(charge.transactionId);
  await finish(context, row, outcome, charge.settled ? "refunded" : "voided");
}

/** An answer is missing: the processor's own list tells, and only its silence for an hour lets it be sent again. */
async function lookFor(context: Context, row: Row, cards: CardProcessor): Promise<void> {
  const { refund } = row;
  const found = await cards.lookupRefund(refund.id, refund.leaseUntil - LEASE);
  if (found) await finish(context, row, { outcome: "done", transactionId: found.transactionId });
  else if (refund.leaseUntil + PATIENCE < Date.now()) {
    await context.db
      .update(refunds)
      .set({ state: "pending" })
      .where(and(eq(refunds.id, refund.id), eq(refunds.state, "unknown")));
  }
}

/** Writes an outcome over an open refund, and only over that, with payment, audit and mail in one batch. */
async function finish(
  context: Context,
  { refund, payment }: Row,
  outcome: GiveBackOutcome,
  state: "refunded" | "voided" = "refunded",
): Promise<void> {
  const { db } = context;
  const { now } = await context.visit();
  const open = and(eq(refunds.id, refund.id), inArray(refunds.state, ["pending", "sending", "unknown"]));
  if (outcome.outcome === "unknown") {
    await db.update(refunds).set({ state: "unknown" }).where(open);
    return;
  }
  const isDone = outcome.outcome === "done";
  await db.batch([
    db
      .update(refunds)
      .set({
        state: isDone ? "done" : "refused",
        transactionId: isDone ? outcome.transactionId : null,
        settledAt: now,
      })
      .where(open),
    db
      .update(payments)
      .set({ state: isDone ? state : "captured" })
      .where(and(sql`changes() = 1`, eq(payments.id, payment.id), eq(payments.state, "refund_pending"))),
    auditEntry(context, {
      actorUid: null,
      action: isDone ? `payment ${state}` : "refund refused",
      object: `payments/${payment.id}`,
      detail: { refund: refund.id, ...(!isDone && { reason: outcome.reason }) },
    }),
    refundMail(context, refund.id, isDone ? sql`changes() > 0` : sql`false`),
  ]);
}

/** The statement that tells the delegate, once. */
function refundMail({ db, origin }: Context, id: string, condition: SQL) {
  return queueMail(
    db,
    {
      eventKey: `refund:${id}`,
      recipient: sql`${users.email}`,
      text: mails.refunded(`${origin}/payment-info`),
    },
    sql`FROM ${users} WHERE ${condition} AND ${users.uid} = (SELECT paid.delegate_uid FROM ${payments} AS paid
      JOIN ${refunds} AS back ON back.payment_id = paid.id WHERE back.id = ${id})`,
  ).onConflictDoNothing();
}
