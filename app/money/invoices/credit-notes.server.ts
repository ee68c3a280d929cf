import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { conferences, editions } from "#db/schema/conference.ts";
import { creditNotes, invoices } from "#db/schema/invoices.ts";
import { holdings, orders, refundLines, refunds } from "#db/schema/money.ts";
import type { Context } from "~/platform/context.server.ts";
import { dollars } from "~/values/money.ts";
import { creditNoteNumber, invoiceNumber, rowsOfText } from "./invoices.ts";
import { creditNoteMessages } from "./messages.ts";
import { taxShown } from "./tax.ts";

/** Whether the refund in this row of `refunds` was refused, so that the money came back to us. */
const isVoid = sql`${refunds.state} = 'refused'`.mapWith(Boolean);

/** The credit notes of an order, oldest first; `id` is the refund's id. */
export const noteRows = (db: Database, orderId: string) =>
  db
    .select({
      id: creditNotes.refundId,
      number: creditNotes.number,
      cents: creditNotes.cents,
      issuedAt: creditNotes.issuedAt,
      isVoid: isVoid.as("is_void"),
    })
    .from(creditNotes)
    .innerJoin(refunds, eq(refunds.id, creditNotes.refundId))
    .where(eq(creditNotes.orderId, orderId))
    .orderBy(asc(creditNotes.number));

/**
 * A credit note as it is printed; null if there is none for this order and refund. One round trip.
 *
 * @param ownUid the person who must be the payer of the order; null for the staff.
 */
export async function readCreditNote(
  { db }: Context,
  { orderId, refundId }: { orderId: string; refundId: string },
  ownUid: string | null,
) {
  const ofInvoice = eq(invoices.orderId, orderId);
  const [[note], [refund], [invoice], [place], lines] = await db.batch([
    db
      .select()
      .from(creditNotes)
      .where(
        and(
          eq(creditNotes.refundId, refundId),
          eq(creditNotes.orderId, orderId),
          ownUid === null
            ? undefined
            : sql`EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = ${orderId} AND ${orders.payerUid} = ${ownUid})`,
        ),
      ),
    db.select().from(refunds).where(eq(refunds.id, refundId)),
    db.select().from(invoices).where(ofInvoice),
    db
      .select({ id: conferences.id, year: conferences.year, zone: editions.deadlineZone })
      .from(invoices)
      .innerJoin(conferences, eq(conferences.id, invoices.conferenceId))
      .innerJoin(editions, eq(editions.conferenceId, invoices.conferenceId))
      .where(ofInvoice),
    db
      .select({ title: holdings.title, detail: holdings.variant, cents: refundLines.cents })
      .from(refundLines)
      .innerJoin(holdings, eq(holdings.id, refundLines.holdingId))
      .where(and(eq(refundLines.refundId, refundId), gt(refundLines.cents, 0)))
      .orderBy(asc(holdings.id)),
  ]);
  if (!note || !refund || !invoice || !place) return null;
  const { cents, issuedAt } = note;
  return {
    number: creditNoteNumber(place, note.number),
    invoice: invoiceNumber(place, invoice.number),
    seller: rowsOfText(invoice.seller),
    buyer: [invoice.buyerName, ...rowsOfText(invoice.buyerAddress)],
    // A refund belongs to one bill, so the name is the name of the bill's delegate.
    name: invoice.names[refund.paymentId] ?? "",
    events: rowsOfText(invoice.events),
    ...{ issuedAt, zone: place.zone },
    lines: lines.map(({ cents, ...line }) => ({ ...line, amount: dollars(cents) })),
    total: dollars(cents),
    taxShown: taxShown(invoice, { priceCents: cents, totalCents: cents }),
    isVoid: refund.state === "refused",
    what: kindOfRefund(refund),
  };
}

/**
 * What is special about this refund: it corrects a mistake, a bank took the money, or credit was given. Null if only
 * money went back.
 */
function kindOfRefund({
  reversalId,
  bankState,
  kind,
  creditCents,
}: typeof refunds.$inferSelect): string | null {
  const { mistake, bank: byBank, asCredit, partAsCredit } = creditNoteMessages;
  if (reversalId !== null) return mistake;
  if (bankState !== null) return byBank;
  if (kind === "credit") return asCredit;
  return creditCents > 0 ? partAsCredit(dollars(creditCents)) : null;
}
