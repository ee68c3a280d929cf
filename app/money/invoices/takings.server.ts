import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { editions } from "#db/schema/conference.ts";
import { invoices, takings } from "#db/schema/invoices.ts";
import { payments } from "#db/schema/money.ts";
import { invoicingOf, NO_INVOICING } from "~/conference/invoicing.ts";
import { keepAct } from "~/money/passes/acts.server.ts";
import { auditOfOrder, dueOfOrder, isFirstOfOrder, isOfOrder } from "~/money/passes/orders.server.ts";
import { receiptMails } from "~/money/passes/payments.server.ts";
import { chargedOf, totalOf } from "~/money/passes/pricing.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import type { HandMeans, Refused } from "~/values/types.ts";
import { lastToday, needsSecondPerson } from "./invoices.ts";
import { takingMessages } from "./messages.ts";

/** Money that came in by hand: its day is YYYY-MM-DD. */
export type Coming = { means: HandMeans; reference: string; receivedOn: string };

type Taken = Coming & {
  paymentId: string;
  amountCents: number;
  /** Whether it shall pay the invoice, or buys nothing and is owed to whoever sent it. */
  isOwed: boolean;
};

/**
 * The payments of an order that one invoice is for, the first of which names it, with the invoice, how its edition takes
 * money, and what came in for it; null if there is no invoice.
 */
async function readForTaking({ db }: Context, paymentId: SQL | string) {
  const [order, [invoice], [edition], money] = await db.batch([
    db
      .select()
      .from(payments)
      .where(isOfOrder(sql`${paymentId}`))
      .orderBy(desc(isFirstOfOrder), asc(payments.id)),
    db.select().from(invoices).where(sql`${invoices.paymentId} = ${paymentId}`),
    db
      .select({ invoicing: editions.invoicing })
      .from(editions)
      .innerJoin(invoices, eq(invoices.conferenceId, editions.conferenceId))
      .where(sql`${invoices.paymentId} = ${paymentId}`),
    db.select().from(takings).where(sql`${takings.paymentId} = ${paymentId}`),
  ]);
  const [payment, ...others] = order;
  if (!payment || !invoice) return null;
  return {
    ...{ payment, others, invoice, money },
    dueCents: totalOf(order.map(chargedOf)),
    limitCents: invoicingOf(edition).secondPersonCents,
  };
}

type Refusal = Refused<400 | 403 | 404 | 409 | 503>;

/** What recording it would do: whether it needs a second person, or why it cannot be recorded. One round trip. */
export async function checkTaking(
  context: Context,
  { now }: Pick<SignedIn, "now">,
  { paymentId, receivedOn, amountCents, isOwed }: Taken,
): Promise<{ isSecondNeeded: boolean; limitCents: number; conferenceId: string } | Refusal> {
  const found = await readForTaking(context, paymentId);
  if (!found) return { refused: messages.notFound, status: 404 };
  const { payment, dueCents, money, limitCents } = found;
  if (receivedOn > lastToday(now)) return { refused: takingMessages.inFuture, status: 400 };
  const { conferenceId } = payment;
  if (isOwed) return { isSecondNeeded: false, limitCents, conferenceId };
  if (payment.state !== "reserved") return { refused: takingMessages.notOpen, status: 409 };
  if (money.some(({ state }) => state === "waiting"))
    return { refused: takingMessages.isWaiting, status: 409 };
  const more = amountCents - dueCents;
  const due = dollars(dueCents);
  if (more < 0) return { refused: takingMessages.tooLittle(due, dollars(-more)), status: 400 };
  if (more > 0) return { refused: takingMessages.tooMuch(due, dollars(more)), status: 400 };
  return { isSecondNeeded: needsSecondPerson(amountCents, limitCents), limitCents, conferenceId };
}

/** The statement that records money for an invoice, if `condition` holds. */
export const takingStatement = (
  { db }: Context,
  { viewer, now }: SignedIn,
  {
    id,
    isOwed,
    ...money
  }: Coming & { id: string; conferenceId: string; paymentId: string; amountCents: number; isOwed: boolean },
  condition: SQL,
) =>
  insertFrom(
    db,
    takings,
    {
      ...{ id, ...money, recordedBy: viewer.uid, recordedAt: now },
      state: isOwed ? "unwanted" : "waiting",
    },
    sql`WHERE ${condition}`,
  )
    .onConflictDoNothing()
    .returning({ id: takings.id });

/**
 * Records money that came in for an invoice. What pays it counts at once, or, above the limit of the edition, once a
 * second person has confirmed it; what buys nothing is owed until it has gone back.
 */
export async function recordTaking(
  context: Context,
  visit: SignedIn,
  taken: Taken,
): Promise<{ taking: string; isWaiting: boolean } | Refusal> {
  const checked = await checkTaking(context, visit, taken);
  if ("refused" in checked) return checked;
  const { paymentId, amountCents, isOwed } = taken;
  const id = newId();
  const { conferenceId } = checked;
  const { viewer } = visit;
  if (isOwed && !(await keepOwed(context, visit, { ...taken, id, conferenceId }))) {
    return { refused: takingMessages.notKept, status: 503 };
  }
  const pays = sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${paymentId}
    AND ${payments.state} = 'reserved') AND ${dueOfOrder(paymentId)} = ${amountCents}`;
  const { means, reference, receivedOn } = taken;
  const [recorded] = await context.db.batch([
    takingStatement(
      context,
      visit,
      { id, conferenceId, paymentId, means, reference, receivedOn, amountCents, isOwed },
      isOwed ? sql`true` : pays,
    ),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: isOwed ? "record money owed" : "record receipt",
      object: `payments/${paymentId}`,
      detail: { taking: id, means, amountCents },
    }),
  ]);
  if (recorded.length === 0) return { refused: takingMessages.notOpen, status: 409 };
  if (isOwed) return { taking: id, isWaiting: false };
  if (checked.isSecondNeeded) return { taking: id, isWaiting: true };
  const confirmed = await confirmTaking(context, visit, id);
  return "refused" in confirmed ? confirmed : { taking: id, isWaiting: false };
}

async function keepOwed(
  context: Context,
  { viewer, now }: SignedIn,
  {
    id,
    conferenceId,
    paymentId,
    means,
    reference,
    receivedOn,
    amountCents,
  }: Taken & {
    id: string;
    conferenceId: string;
  },
): Promise<boolean> {
  const found = await readForTaking(context, paymentId);
  if (!found) return false;
  const { payment, others, invoice } = found;
  const taking = {
    ...{ id, conferenceId, paymentId, means, reference, receivedOn, amountCents, state: "unwanted" as const },
    ...{ recordedBy: viewer.uid, recordedAt: now, settledBy: null, settledAt: null, note: null },
  };
  return keepAct(context, { kind: "unwanted", payment, others, invoice, taking });
}

/** Whether somebody may confirm money: the limit is that of this moment. */
const mayConfirm = (uid: string): SQL =>
  sql`(${takings.recordedBy} <> ${uid} OR ${takings.amountCents} <= coalesce((SELECT
    ${editions.invoicing} ->> 'secondPersonCents' FROM ${editions}
    WHERE ${editions.conferenceId} = ${takings.conferenceId}), ${NO_INVOICING.secondPersonCents}))`;

/**
 * Confirms money that pays its invoice: it is written beside the database, then its pass is held, or all its passes. Who
 * recorded more than the limit of the edition cannot confirm it. Of several who confirm, or confirm and cancel, at once,
 * one does.
 */
export async function confirmTaking(
  context: Context,
  visit: SignedIn,
  id: string,
): Promise<{ confirmed: true } | Refusal> {
  const { db } = context;
  const { viewer, now } = visit;
  const found = await readForTaking(
    context,
    sql`(SELECT ${takings.paymentId} FROM ${takings} WHERE ${takings.id} = ${id})`,
  );
  const taking = found?.money.find((one) => one.id === id);
  if (!found || !taking) return { refused: messages.notFound, status: 404 };
  const { payment, others, invoice, limitCents } = found;
  if (taking.state !== "waiting") return { refused: takingMessages.notWaiting, status: 409 };
  if (taking.recordedBy === viewer.uid && needsSecondPerson(taking.amountCents, limitCents))
    return { refused: takingMessages.otherPerson, status: 403 };

  const { means, paymentId } = taking;
  const settled = { settledBy: viewer.uid, settledAt: now };
  const captured = {
    state: "captured" as const,
    gateway: means,
    createdAt: now,
    settledAt: now,
    leaseUntil: 0,
  };
  const isKept = await keepAct(context, {
    ...{ kind: "taken", invoice },
    payment: { ...payment, ...captured },
    others: others.map((row) => ({ ...row, ...captured })),
    taking: { ...taking, ...settled, state: "taken" },
  });
  if (!isKept) return { refused: takingMessages.notKept, status: 503 };
  const [done] = await db.batch([
    db
      .update(takings)
      .set({ ...settled, state: "taken" })
      .where(
        and(
          eq(takings.id, id),
          eq(takings.state, "waiting"),
          mayConfirm(viewer.uid),
          sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${takings.paymentId}
            AND ${payments.state} = 'reserved')`,
          sql`${dueOfOrder(paymentId)} = ${takings.amountCents}`,
        ),
      )
      .returning({ id: takings.id }),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: "confirm receipt",
      object: `payments/${paymentId}`,
      detail: { taking: id },
    }),
    // What was asked for becomes a payment of the day on which its money is recorded.
    db
      .update(payments)
      .set(captured)
      .where(
        and(
          isOfOrder(paymentId),
          eq(payments.state, "reserved"),
          sql`EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.id} = ${id} AND ${takings.state} = 'taken')`,
        ),
      ),
    auditOfOrder(context, paymentId, "payment captured"),
    ...receiptMails(context, paymentId, sql`changes() > 0`, means),
  ]);
  return done.length === 1 ? { confirmed: true } : { refused: takingMessages.notWaiting, status: 409 };
}

/** Takes back that money has come in, before it counts; or records that money which buys nothing has gone back. */
export async function settleTaking(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
  note: string,
  as: "withdrawn" | "returned",
): Promise<{ settled: true } | Refusal> {
  const { db } = context;
  const from = as === "withdrawn" ? "waiting" : "unwanted";
  const [done] = await db.batch([
    db
      .update(takings)
      .set({ state: as, note, settledBy: viewer.uid, settledAt: now })
      .where(and(eq(takings.id, id), eq(takings.state, from)))
      .returning({ paymentId: takings.paymentId }),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: as === "withdrawn" ? "withdraw receipt" : "give back money owed",
      object: `takings/${id}`,
      detail: { note },
    }),
  ]);
  if (done.length === 1) return { settled: true };
  return { refused: as === "withdrawn" ? takingMessages.notWaiting : takingMessages.notOwed, status: 409 };
}
