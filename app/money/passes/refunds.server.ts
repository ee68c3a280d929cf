import { and, eq, getTableColumns, inArray, lt, type SQL, sql } from "drizzle-orm";
import { subquery } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { holdings, payments, refundLines, refunds } from "#db/schema/money.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { connectedProcessors, processorOf } from "~/money/processor/processors.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { logFault } from "~/platform/log.server.ts";
import type { CardProcessor, FoundCharge, GiveBackOutcome } from "~/platform/ports/card-processor.server.ts";
import { refundColumns } from "~/standing/holdings.server.ts";
import { isByHand, type Refused } from "~/values/types.ts";
import { keepAct } from "./acts.server.ts";
import { passMails, refundText } from "./mails.ts";
import { refundMessages } from "./messages.ts";
import { orderIdOf } from "./orders.ts";
import { LEASE, type Payment } from "./payments.server.ts";
import { chargedOf } from "./pricing.ts";
import type { Back } from "./refunds.ts";

const MINUTE = 60 * 1000;
/** A refund that the processor does not know is sent again only after it has had this long to turn up. */
const PATIENCE = 60 * MINUTE;
const MOST_AT_ONCE = 100;

/** A refund, with the titles of the add-ons that it ended if the pass stayed. */
export type RefundRow = typeof refunds.$inferSelect & { ended: string[] };

/** Continues every refund that is not finished; the cron calls this. */
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
    .where(
      and(
        inArray(refunds.state, ["pending", "unknown"]),
        inArray(payments.gateway, connectedProcessors(context)),
      ),
    )
    .orderBy(refunds.leaseUntil)
    .limit(MOST_AT_ONCE);
  for (const { id } of open) await pursue(context, id);
}

/** One step of one refund; if its processor is not connected or cannot be asked, it stays as it is. */
export async function pursue(context: Context, id: string): Promise<void> {
  const { db, requestId } = context;
  const [[refund], [payment]] = await db.batch([
    db.select(refundColumns).from(refunds).where(eq(refunds.id, id)),
    db
      .select(getTableColumns(payments))
      .from(payments)
      .innerJoin(refunds, eq(refunds.paymentId, payments.id))
      .where(eq(refunds.id, id)),
  ]);
  const cards = payment && processorOf(context, payment.gateway);
  if (!refund || !cards) return;
  const row = { refund, payment };
  try {
    const charge = await cards.find(payment.transactionId!);
    if (charge?.outcome === "voided")
      await finish(context, row, { outcome: "done", transactionId: charge.transactionId }, "voided");
    // A request that was sent may have been carried out, whatever the charge looks like now.
    else if (refund.state !== "pending") await lookFor(context, row, cards);
    else if (charge) await send(context, row, cards, charge);
    else await finish(context, row, { outcome: "refused", reason: "The processor has no such charge." });
  } catch (error) {
    logFault(error, { requestId, method: "refund", path: `refunds/${id}` });
  }
}

type Row = { refund: RefundRow; payment: Payment };

/**
 * Records that a refund of money that came in by hand has gone back by hand, with the reference by which it is found.
 * No processor is asked.
 *
 * @param actorUid who records it; null if the portal finds it beside a database that was restored.
 */
export async function recordGoneBack(
  context: Context,
  actorUid: string | null,
  { paymentId, refundId, reference }: { paymentId: string; refundId: string; reference: string },
): Promise<{ done: true } | Refused<409>> {
  const { db } = context;
  const [[refund], [payment]] = await db.batch([
    db
      .select(refundColumns)
      .from(refunds)
      .where(and(eq(refunds.id, refundId), eq(refunds.paymentId, paymentId), eq(refunds.state, "pending"))),
    db.select().from(payments).where(eq(payments.id, paymentId)),
  ]);
  if (!refund || !payment || !isByHand(payment.gateway))
    return { refused: refundMessages.staff.notOwedAnyMore, status: 409 };
  const row = { refund, payment };
  await finish(context, row, { outcome: "done", transactionId: reference }, "refunded", actorUid);
  const [gone] = await db
    .select()
    .from(refunds)
    .where(and(eq(refunds.id, refundId), eq(refunds.state, "done")));
  if (gone) await keepAct(context, { kind: "gone back", refund: gone });
  return { done: true };
}

/** Asks the processor once to give the money back: the row says `sending` before the call. */
async function send(context: Context, row: Row, cards: CardProcessor, charge: FoundCharge): Promise<void> {
  const { refund, payment } = row;
  const isAlone = payment.groupId === null;
  const whole = isAlone && refund.endsPass && chargedOf(refund) === chargedOf(payment);
  // Part of a charge, such as what one of several people cost, cannot be voided, and no charge is refunded before it is settled, so the refund waits.
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
  await finish(context, row, outcome, charge.settled ? "refunded" : "voided");
}

/**
 * An answer is missing. The processor's own list decides, and only if the refund is not on it for an hour is it
 * sent again.
 */
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
  actorUid: string | null = null,
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
      .set({ state: isDone && (refund.endsPass || state === "voided") ? state : "captured" })
      .where(
        and(
          sql`changes() = 1`,
          eq(payments.id, payment.id),
          eq(payments.state, refund.endsPass ? "refund_pending" : "captured"),
        ),
      ),
    auditEntry(context, {
      actorUid,
      action: isDone ? `payment ${state}` : "refund refused",
      object: `payments/${payment.id}`,
      detail: { refund: refund.id, ...(!isDone && { reason: outcome.reason }) },
    }),
    ...(isDone
      ? [refundMail(context, payment, refund, sql`changes() > 0`)]
      : refusedMails(context, payment, refund)),
  ]);
}

/**
 * For the row of `payments` in a query: the cents that were given back or are on their way. What is kept or spent as
 * credit has neither left nor come; a charge that was cancelled never arrived, whoever cancelled it. The counts of passes
 * and revenue say the same, in the view `payment_tallies` of the migrations.
 */
export const returnedCents = subquery(
  sql<number>`CASE ${payments.state} WHEN 'voided' THEN ${payments.amountCents} - ${payments.creditCents} ELSE
    (SELECT coalesce(sum(${refunds.amountCents} - ${refunds.creditCents}), 0) FROM ${refunds} WHERE ${refunds.paymentId} = ${payments.id}
      AND ${refunds.kind} = 'money' AND ${refunds.state} <> 'refused') END`,
);

/** The statement that queues the mail about the refund to whoever paid, once. */
export const refundMail = (
  context: Context,
  payment: Payment,
  refund: Pick<RefundRow, "id" | "endsPass" | "amountCents" | "ended">,
  condition: SQL,
) => {
  const text =
    payment.payerUid === null
      ? refundText(refund, `${context.origin}/payment-info`)
      : passMails.refundedToPayer(refund.amountCents, orderLink(context, payment));
  return mailOnce(context, `refund:${refund.id}`, payerOf(payment), text, condition);
};

/**
 * The statements that queue what a delegate is told who has given up a pass, and whoever paid for it: once, and before
 * the money goes back.
 */
export function withdrawalMails(
  context: Context,
  payment: Payment,
  { id, ...back }: { id: string } & Back,
  condition: SQL,
) {
  const link = `${context.origin}/payment-info`;
  const { delegateUid, payerUid } = payment;
  const text = payerUid === null ? passMails.givenUp(back, link) : passMails.givenUpForOther(link);
  const toPayer = passMails.givenUpByDelegate(back, orderLink(context, payment));
  return [
    mailOnce(context, `withdrawn:${id}`, delegateUid, text, condition),
    mailOnce(context, `withdrawn-paid:${id}`, payerUid ?? "", toPayer, sql`changes() > 0`),
  ] as const;
}

/**
 * The statements that queue what is said if a refund was refused that was to end something: to who holds it again, and
 * to another person who paid for it. What it cost them meanwhile, such as places in sessions, does not come back.
 */
function refusedMails(context: Context, payment: Payment, { id, amountCents }: RefundRow) {
  const { payerUid } = payment;
  const isToEnd = sql`EXISTS (SELECT 1 FROM ${refundLines} WHERE ${refundLines.refundId} = ${id} AND ${refundLines.ends})`;
  const holder = sql`(SELECT ${holdings.uid} FROM ${holdings} WHERE ${holdings.paymentId} = ${payment.id}
    AND ${holdings.state} = 'held' LIMIT 1)`;
  const text = passMails.refundRefused(`${context.origin}/payment-info`);
  const toPayer = passMails.refundToPayerRefused(amountCents, orderLink(context, payment));
  return [
    mailOnce(context, `refund-refused:${id}`, holder, text, sql`changes() > 0 AND ${isToEnd}`),
    mailOnce(context, `refund-refused-paid:${id}`, payerUid ?? "", toPayer, sql`changes() > 0`),
  ] as const;
}

/** Who paid, and gets what goes back. */
export const payerOf = ({ delegateUid, payerUid }: Pick<Payment, "delegateUid" | "payerUid">): string =>
  payerUid ?? delegateUid;

const orderLink = ({ origin }: Context, payment: Payment) => `${origin}/paying/${orderIdOf(payment)}`;

function mailOnce({ db }: Context, eventKey: string, uid: string | SQL, text: MailText, condition: SQL) {
  return queueMail(
    db,
    { eventKey, recipient: sql`${users.email}`, text },
    sql`FROM ${users} WHERE ${condition} AND ${users.uid} = ${uid}`,
  ).onConflictDoNothing();
}
