import { eq, getTableColumns } from "drizzle-orm";
import { orders, payments } from "#db/schema/money.ts";
import { deadlineZoneIn } from "~/conference/conferences.server.ts";

/** The condition for joining `orders` in a query over `payments`. */
export const isItsOrder = eq(orders.id, payments.orderId);

const ofOrder = {
  payerUid: orders.payerUid,
  means: orders.means,
  transactionId: orders.transactionId,
  cardBrand: orders.cardBrand,
  cardLastFour: orders.cardLastFour,
  leaseUntil: orders.leaseUntil,
  unseenSince: orders.unseenSince,
};

/** The columns that are read about a payment: its row, its order, and the time zone in which its money is booked. */
export const paymentColumns = {
  ...getTableColumns(payments),
  ...ofOrder,
  deadlineZone: deadlineZoneIn(payments.conferenceId).as("deadline_zone"),
};

/** A payment with its order, and the time zone in which its money is booked. */
export type Payment = typeof payments.$inferSelect &
  Pick<typeof orders.$inferSelect, keyof typeof ofOrder> & { deadlineZone: string };
