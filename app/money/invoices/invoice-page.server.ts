import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { conferences, editions } from "#db/schema/conference.ts";
import { invoices, takings } from "#db/schema/invoices.ts";
import { payments, refunds } from "#db/schema/money.ts";
import { calledRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { invoicingOf } from "~/conference/invoicing.ts";
import { chargedOf } from "~/money/passes/pricing.ts";
import { receiptLines } from "~/money/passes/receipts.ts";
import { lineTitle } from "~/money/passes/refunds.ts";
import type { Context } from "~/platform/context.server.ts";
import { dollars } from "~/values/money.ts";
import { HAND_MEANS } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { creditLine, type InvoiceState, invoiceNumber, invoiceState, rowsOfText } from "./invoices.ts";

/** An invoice, its payment and the money that came in for it; null if there is none. One round trip. */
async function readInvoice({ db }: Context, paymentId: string) {
  const ofIt = eq(invoices.paymentId, paymentId);
  const [[payment], [invoice], [conference], [edition], money] = await db.batch([
    db.select().from(payments).where(eq(payments.id, paymentId)),
    db.select().from(invoices).where(ofIt),
    db
      .select({ id: conferences.id, year: conferences.year })
      .from(conferences)
      .innerJoin(invoices, eq(invoices.conferenceId, conferences.id))
      .where(ofIt),
    db
      .select({ deadlineZone: editions.deadlineZone, invoicing: editions.invoicing })
      .from(editions)
      .innerJoin(invoices, eq(invoices.conferenceId, editions.conferenceId))
      .where(ofIt),
    db.select().from(takings).where(eq(takings.paymentId, paymentId)).orderBy(desc(takings.recordedAt)),
  ]);
  if (!payment || !invoice || !conference || !edition) return null;
  const { lines, passType, amountCents } = payment;
  return {
    ...{ payment, edition, money },
    document: {
      number: invoiceNumber(conference, invoice.number),
      state: invoiceState(payment.state, money),
      seller: rowsOfText(invoice.seller),
      buyer: [invoice.buyerName, ...rowsOfText(invoice.buyerAddress)],
      payTo: rowsOfText(invoice.payTo),
      tax: invoice.tax,
      issuedAt: invoice.issuedAt,
      dueAt: invoice.dueAt,
      zone: edition.deadlineZone,
      lines: [
        ...receiptLines(lines, passType, amountCents).map(({ title, variant, cents }) => ({
          title,
          detail: variant,
          amount: cents === 0 ? "Included" : dollars(cents),
        })),
        ...creditLine(payment.creditCents),
      ],
      total: dollars(chargedOf(payment)),
      means: payment.gateway,
    },
  };
}

/** An invoice of somebody's own, as it is printed; null if it is not theirs. */
export async function ownInvoice(context: Context, uid: string, paymentId: string) {
  const found = await readInvoice(context, paymentId);
  if (found?.payment.delegateUid !== uid) return null;
  return { id: paymentId, ...found.document, things: listInWords(found.payment.lines.map(lineTitle)) };
}

/** An invoice as the staff work with it, with who recorded what; null if there is none. Two round trips. */
export async function staffInvoice(context: Context, paymentId: string) {
  const found = await readInvoice(context, paymentId);
  if (!found) return null;
  const { payment, edition, money, document } = found;
  const uid = payment.delegateUid;
  const { db } = context;
  const [names, people] = await db.batch([
    nameRows(db, payment.conferenceId, [uid]),
    calledRows(db, [uid, ...money.flatMap(({ recordedBy, settledBy }) => [recordedBy, settledBy])]),
  ]);
  const calledOf = (asked: string | null) => people.find((one) => one.uid === asked)?.called ?? null;
  const email = people.find((one) => one.uid === uid)?.email ?? "";
  return {
    ...{ id: paymentId, uid, document, email },
    name: namesIn(names).get(uid)?.name || email,
    state: payment.state,
    dueCents: chargedOf(payment),
    things: listInWords(payment.lines.map(lineTitle)),
    limitCents: invoicingOf(edition).secondPersonCents,
    money: money.map((taking) => ({
      ...taking,
      recorder: calledOf(taking.recordedBy),
      settler: calledOf(taking.settledBy),
    })),
  };
}

/** Whether the row of `refunds`, joined with its payment, has to be given back by hand. */
const isOwedByHand = sql`${refunds.state} = 'pending' AND ${payments.gateway} IN ${listed([...HAND_MEANS])}`;

const INVOICES_A_PAGE = 50;

const CONDITIONS: Record<InvoiceState, SQL> = {
  open: sql`${payments.state} = 'reserved' AND ${invoices.paymentId} NOT IN (SELECT ${takings.paymentId}
    FROM ${takings} WHERE ${takings.state} = 'waiting')`,
  waiting: sql`${payments.state} = 'reserved' AND ${invoices.paymentId} IN (SELECT ${takings.paymentId}
    FROM ${takings} WHERE ${takings.state} = 'waiting')`,
  paid: sql`${payments.state} = 'captured'`,
  "given back": sql`${payments.state} IN ('refund_pending', 'refunded')`,
  ended: sql`${payments.state} = 'released'`,
};

/**
 * The invoices of an edition, the newest first, and all money that is still owed. Two round trips.
 *
 * @param before the number before which a page begins; null for the newest.
 */
export async function listInvoices(
  { db }: Context,
  conferenceId: string,
  state: InvoiceState | null,
  before: number | null,
) {
  const [rows, owed, back, [conference]] = await db.batch([
    db
      .select({
        id: invoices.paymentId,
        number: invoices.number,
        buyerName: invoices.buyerName,
        dueAt: invoices.dueAt,
        uid: payments.delegateUid,
        cents: sql<number>`${payments.amountCents} - ${payments.creditCents}`.as("due_cents"),
        state: payments.state,
        waiting:
          sql<number>`EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.paymentId} = ${invoices.paymentId}
          AND ${takings.state} = 'waiting')`.as("waiting"),
      })
      .from(invoices)
      .innerJoin(payments, eq(payments.id, invoices.paymentId))
      .where(
        and(
          eq(invoices.conferenceId, conferenceId),
          lt(invoices.number, before ?? Number.MAX_SAFE_INTEGER),
          state === null ? undefined : CONDITIONS[state],
        ),
      )
      .orderBy(desc(invoices.number))
      .limit(INVOICES_A_PAGE + 1),
    db
      .select({ taking: takings, uid: payments.delegateUid })
      .from(takings)
      .innerJoin(payments, eq(payments.id, takings.paymentId))
      .where(and(eq(takings.conferenceId, conferenceId), eq(takings.state, "unwanted")))
      .orderBy(desc(takings.recordedAt)),
    db
      .select({
        id: refunds.id,
        paymentId: refunds.paymentId,
        cents: sql<number>`${refunds.amountCents} - ${refunds.creditCents}`.as("due_cents"),
        createdAt: refunds.createdAt,
        uid: payments.delegateUid,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .where(and(eq(refunds.conferenceId, conferenceId), isOwedByHand))
      .orderBy(desc(refunds.createdAt)),
    db
      .select({ id: conferences.id, year: conferences.year, deadlineZone: editions.deadlineZone })
      .from(conferences)
      .innerJoin(editions, eq(editions.conferenceId, conferences.id))
      .where(eq(conferences.id, conferenceId)),
  ]);
  const uids = [...rows, ...owed, ...back].map(({ uid }) => uid);
  const [names, people] = await db.batch([nameRows(db, conferenceId, uids), calledRows(db, uids)]);
  const nameOf = namesIn(names);
  const who = (uid: string) => nameOf.get(uid)?.name || (people.find((one) => one.uid === uid)?.email ?? "");
  const page = rows.slice(0, INVOICES_A_PAGE);
  return {
    zone: conference?.deadlineZone ?? "UTC",
    invoices: page.map(({ id, number, buyerName, dueAt, uid, cents, state, waiting }) => ({
      ...{ id, buyerName, dueAt },
      number: conference ? invoiceNumber(conference, number) : String(number),
      name: who(uid),
      amount: dollars(cents),
      state: invoiceState(state, waiting ? [{ state: "waiting" }] : []),
    })),
    owed: [
      ...owed.map(({ taking, uid }) => ({
        ...{ id: taking.id, href: `/admin/payments/invoices/${taking.paymentId}#${taking.id}` },
        ...{ name: who(uid), amount: dollars(taking.amountCents), since: taking.recordedAt },
        why: `Buys nothing: ${taking.means}, ${taking.reference}`,
      })),
      ...back.map(({ id, paymentId, cents, createdAt, uid }) => ({
        ...{ id, href: `/admin/payments/${paymentId}`, name: who(uid), amount: dollars(cents) },
        ...{ since: createdAt, why: "Refund of a payment" },
      })),
    ],
    next: rows.length > INVOICES_A_PAGE ? page.at(-1)!.number : null,
  };
}
