import { and, asc, desc, eq, ne, sql } from "drizzle-orm";
import { orders, payments, refunds } from "#db/schema/money.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { asDelegateRefund, type DelegateRefund } from "~/standing/delegate-refunds.server.ts";
import { refundColumns } from "~/standing/holdings.server.ts";
import { isItsOrder, type Payment, paymentColumns } from "~/standing/payments.server.ts";
import { ask } from "./reconciler.server.ts";

/** The payment for one of the people in an order. */
export type PaidFor = { name: string; payment: Payment; refunds: DelegateRefund[] };

/**
 * An order in which the viewer paid for other people. If its outcome is open, the processor is asked first. Null if the
 * viewer has no such order.
 */
export async function findOrder(context: Context, visit: SignedIn, id: string): Promise<PaidFor[] | null> {
  const found = await readOrderOf(context, visit, id);
  const first = found[0]?.payment;
  if (!first) return null;
  if (first.state !== "unknown" && first.state !== "charging") return found;
  await ask(context, first);
  return readOrderOf(context, visit, id);
}

async function readOrderOf({ db }: Context, { viewer }: SignedIn, id: string): Promise<PaidFor[]> {
  const isTheirs = and(
    eq(payments.orderId, id),
    eq(orders.payerUid, viewer.uid),
    ne(payments.delegateUid, orders.payerUid),
  );
  const edition = sql`(SELECT ${payments.conferenceId} FROM ${payments} WHERE ${payments.id} = ${id})`;
  const [rows, back, names] = await db.batch([
    db
      .select(paymentColumns)
      .from(payments)
      .innerJoin(orders, isItsOrder)
      .where(isTheirs)
      .orderBy(desc(eq(payments.id, id)), asc(payments.id)),
    db
      .select(refundColumns)
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(orders, isItsOrder)
      .where(and(isTheirs, ne(refunds.state, "refused"))),
    nameRows(
      db,
      edition,
      sql`(SELECT ${payments.delegateUid} FROM ${payments} JOIN ${orders} ON ${isItsOrder} WHERE ${isTheirs})`,
    ),
  ]);
  const nameOf = namesIn(names);
  return rows.map((payment) => ({
    name: nameOf.get(payment.delegateUid)?.name ?? "",
    payment,
    refunds: back.filter(({ paymentId }) => paymentId === payment.id).map(asDelegateRefund),
  }));
}
