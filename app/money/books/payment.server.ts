import { and, desc, eq, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { orders, payments, refunds } from "#db/schema/money.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { addOnRows } from "~/conference/catalogue.server.ts";
import { billLines, holderOf } from "~/money/payments/bill-lines.ts";
import { holdingRows } from "~/money/payments/holding-rows.server.ts";
import { policyRows } from "~/money/refunds/giving-back.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { refundColumns } from "~/standing/holdings.server.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import { listedColumns, peopleOf, withPeople } from "./payment-list.server.ts";

const whole = alias(payments, "whole");

/**
 * Reads a payment with its delegate, its lines and the other delegates of its order. If another person holds what the
 * payment bought, that holder is read too. All refunds of the payment are read too, each with the person who asked for
 * it. `policy` is the refund policy of the event that the pass admits to.
 */
export async function findPayment(context: Context, id: string) {
  const { db } = context;
  const [[payment], refundRows, held, [policy], mates] = await db.batch([
    db.select(listedColumns).from(payments).innerJoin(orders, isItsOrder).where(eq(payments.id, id)),
    db.select(refundColumns).from(refunds).where(eq(refunds.paymentId, id)).orderBy(desc(refunds.createdAt)),
    holdingRows(db, id),
    policyRows(db, id),
    db
      .select({ id: payments.id, uid: payments.delegateUid })
      .from(payments)
      .where(
        and(
          eq(
            payments.orderId,
            sql`(SELECT ${whole.orderId} FROM ${payments} AS ${whole} WHERE ${whole.id} = ${id})`,
          ),
          ne(payments.id, id),
        ),
      ),
  ]);
  if (!payment || !policy) return null;
  const lines = billLines(held);
  const holder = holderOf(lines);
  const others = mates.map(({ uid }) => uid);
  const [emails, names, sold] = await db.batch([
    emailRows(db, [
      ...peopleOf(payment),
      holder,
      ...others,
      ...refundRows.map(({ requestedBy }) => requestedBy),
    ]),
    nameRows(db, payment.conferenceId, [payment.delegateUid, holder ?? "", ...others]),
    addOnRows(db, payment.conferenceId),
  ]);
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  const calledOf = (uid: string) => nameOf.get(uid)?.name || (emailOf.get(uid) ?? "");
  const [listed] = withPeople([payment], emails, names);
  return {
    payment: listed!,
    lines,
    holder:
      holder === null || holder === payment.delegateUid ? null : { uid: holder, called: calledOf(holder) },
    mates: mates.map(({ id, uid }) => ({ id, called: calledOf(uid) })),
    refunds: refundRows.map((row) => ({ ...row, askedBy: emailOf.get(row.requestedBy) ?? "" })),
    policy,
    addOns: sold,
  };
}
