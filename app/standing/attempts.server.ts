import { and, desc, eq, sql } from "drizzle-orm";
import { type Database, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { invoices, takings } from "#db/schema/invoices.ts";
import { orders, payments } from "#db/schema/money.ts";
import { payerRequests } from "#db/schema/payer-requests.ts";
import type { Selection } from "~/values/catalogue.ts";
import type { Line } from "~/values/shapes.ts";
import type { PassType, PaymentState } from "~/values/types.ts";
import { isItsOrder, type Payment, paymentColumns } from "./payments.server.ts";

/** One attempt to pay, with the facts that its delegate may see. */
export type Attempt = {
  id: string;
  passType: PassType;
  addOns: Selection;
  amountCents: number;
  /** The part of the amount that was paid with credit. */
  creditCents: number;
  lines: Line[];
  state: PaymentState;
  /**
   * The means by which the money comes: the name of a card processor, or another word such as "bank transfer" or
   * "cash".
   */
  means: string;
  cardBrand: string | null;
  cardLastFour: string | null;
  /**
   * The e-mail address of another person who pays for the delegate, as it was typed; empty if the address is lost. Null
   * if the delegate pays for themselves.
   */
  payer: string | null;
  /** The day by which the payment's invoice must be paid; null if there is no invoice. */
  dueAt: number | null;
  /** The money (cents) that is recorded for the open invoice, whether or not a second person has confirmed it. */
  recordedCents: number;
  /**
   * Whether the recorded money pays the rest of the invoice as soon as a second person of the staff has confirmed it.
   */
  isConfirming: boolean;
  createdAt: number;
  resolvedAt: number | null;
};

const payerAddress = subquery(
  sql<
    string | null
  >`(SELECT ${payerRequests.email} FROM ${payerRequests} WHERE ${payerRequests.paymentId} = ${payments.id})`,
);

const invoiceDue = subquery(
  sql<number | null>`(SELECT ${invoices.dueAt} FROM ${invoices} WHERE ${invoices.orderId} = ${payments.id})`,
);

/**
 * The money (cents) that is recorded for an open invoice: parts that already count, and money that waits to be
 * confirmed.
 */
const recorded = sql<number>`(SELECT coalesce(sum(${takings.amountCents}), 0) FROM ${takings}
  WHERE ${takings.orderId} = ${payments.orderId} AND ${payments.state} = 'reserved'
    AND ${takings.state} IN ('part', 'waiting'))`;

/** The columns of a payment that `toAttempt` needs. */
export const attemptColumns = {
  ...paymentColumns,
  payerAddress: payerAddress.as("payer_address"),
  dueAt: invoiceDue.as("due_at"),
  recordedCents: subquery(recorded).as("recorded_cents"),
  // Confirmed money that pays all of an invoice closes the invoice. So if the recorded money covers an open invoice,
  // some of it waits to be confirmed.
  isConfirming: subquery(sql<boolean>`${recorded} > 0 AND ${recorded} >= ${orders.dueCents}`)
    .mapWith(Boolean)
    .as("is_confirming"),
};

export const paymentRows = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select(attemptColumns)
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(and(eq(payments.conferenceId, conferenceId), eq(payments.delegateUid, uid)))
    .orderBy(desc(payments.createdAt)),
);

export const toAttempt = ({
  id,
  passType,
  addOns,
  amountCents,
  creditCents,
  lines,
  state,
  means,
  cardBrand,
  cardLastFour,
  delegateUid,
  payerUid,
  payerAddress,
  dueAt,
  recordedCents,
  isConfirming,
  createdAt,
  resolvedAt,
}: Payment &
  Pick<Attempt, "dueAt" | "recordedCents" | "isConfirming"> & { payerAddress: string | null }): Attempt => ({
  id,
  passType,
  addOns,
  amountCents,
  creditCents,
  lines,
  state,
  means,
  // The delegate must not see another person's card.
  cardBrand: payerUid === delegateUid ? cardBrand : null,
  cardLastFour: payerUid === delegateUid ? cardLastFour : null,
  payer: payerUid === delegateUid ? null : (payerAddress ?? ""),
  dueAt,
  recordedCents,
  isConfirming,
  createdAt,
  resolvedAt,
});
