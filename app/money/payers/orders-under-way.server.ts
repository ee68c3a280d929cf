import { and, eq, inArray, ne, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { orders, payments } from "#db/schema/money.ts";
import { payerRequests } from "#db/schema/payer-requests.ts";
import { peopleOfOrder } from "~/money/payments/orders.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import { dollars } from "~/values/money.ts";
import type { PaymentState } from "~/values/types.ts";

/** The states of an order that pays, or has paid, for the requests in it. */
const BEGUN: PaymentState[] = ["reserved", "charging", "unknown", "captured"];

/** The requests among these that the viewer is paying for or has paid for, each with the id of its order. */
export const begunOrders = (
  { db }: Context,
  { viewer }: SignedIn,
  ids: string[],
): Promise<{ id: string; orderId: string }[]> =>
  db
    .select({ id: payerRequests.id, orderId: payments.orderId })
    .from(payerRequests)
    .innerJoin(payments, eq(payments.id, payerRequests.paymentId))
    .innerJoin(orders, isItsOrder)
    .where(
      and(
        sql`${payerRequests.id} IN ${listed(ids)}`,
        eq(orders.payerUid, viewer.uid),
        inArray(payments.state, BEGUN),
      ),
    );

/**
 * The viewer's order that pays, or has paid, for all of these requests; null if there is none. Somebody who sends the
 * same form again is led to this order. Otherwise, they would read that nothing was charged.
 */
export async function begunOrder(context: Context, visit: SignedIn, ids: string[]): Promise<string | null> {
  if (ids.length === 0) return null;
  const asked = new Set(ids);
  const found = await begunOrders(context, visit, [...asked]);
  const [first] = found;
  const isWhole = found.length === asked.size && found.every(({ orderId }) => orderId === first?.orderId);
  return first && isWhole ? first.orderId : null;
}

/** The viewer's orders for others whose charge is being checked. */
export async function ordersBeingChecked({ db }: Context, conferenceId: string, uid: string) {
  const rows = await db
    .select({ id: orders.id, cents: orders.dueCents, people: peopleOfOrder(orders.id).as("people") })
    .from(orders)
    .innerJoin(payments, eq(payments.id, orders.id))
    .where(
      and(
        eq(orders.conferenceId, conferenceId),
        eq(orders.payerUid, uid),
        ne(payments.delegateUid, uid),
        inArray(payments.state, ["charging", "unknown"]),
      ),
    );
  return rows.map(({ id, cents, people }) => ({ id, people, amount: dollars(cents) }));
}
