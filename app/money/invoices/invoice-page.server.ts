import { and, asc, desc, eq, getTableColumns, gt, inArray, lt, ne, or, type SQL, sql } from "drizzle-orm";
import { countIn, countRows, listed } from "#db/client.ts";
import { conferences, editions } from "#db/schema/conference.ts";
import { invoices, reversals, takings } from "#db/schema/invoices.ts";
import { orders, payments, refunds } from "#db/schema/money.ts";
import { calledRows } from "~/accounts/addresses.server.ts";
import { moneySinceRows } from "~/accounts/second-person.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import { peopleOfOrder, stateOfOrder } from "~/money/payments/orders.server.ts";
import { isForOthers } from "~/money/payments/orders.ts";
import { receiptLines } from "~/money/payments/receipts.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import type { Context } from "~/platform/context.server.ts";
import { isItsOrder, paymentColumns } from "~/standing/payments.server.ts";
import { foundOnPage } from "~/ui/paging.ts";
import { dollars } from "~/values/money.ts";
import { HAND_MEANS, type PaymentState, type TakingState, WRITTEN_OFF } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { noteRows } from "./credit-notes.server.ts";
import type { InvoiceFilter } from "./invoice-filter.ts";
import {
  aloneWith,
  confirmationRefusal,
  creditLine,
  creditNoteNumber,
  type InvoiceState,
  invoiceNumber,
  invoiceState,
  partCentsOf,
  refundedCents,
  reversalRefusal,
  rowsOfText,
} from "./invoices.ts";
import { invoiceMessages } from "./messages.ts";
import { taxShown } from "./tax.ts";

/**
 * An invoice with its first payment, the names of the people (if it is for several), and the money that came in for it.
 * Null if the order has no invoice. One round trip.
 */
async function readInvoice({ db }: Context, orderId: string) {
  const ofIt = eq(invoices.orderId, orderId);
  const ofOrder = eq(payments.orderId, orderId);
  const [order, [invoice], [conference], [edition], money, backs, notes] = await db.batch([
    db
      .select(paymentColumns)
      .from(payments)
      .innerJoin(orders, isItsOrder)
      .where(ofOrder)
      .orderBy(desc(eq(payments.id, orderId)), asc(payments.id)),
    db.select().from(invoices).where(ofIt),
    db
      .select({ id: conferences.id, year: conferences.year })
      .from(conferences)
      .innerJoin(invoices, eq(invoices.conferenceId, conferences.id))
      .where(ofIt),
    db
      .select({ deadlineZone: editions.deadlineZone })
      .from(editions)
      .innerJoin(invoices, eq(invoices.conferenceId, editions.conferenceId))
      .where(ofIt),
    db.select().from(takings).where(eq(takings.orderId, orderId)).orderBy(desc(takings.recordedAt)),
    db
      .select(getTableColumns(reversals))
      .from(reversals)
      .innerJoin(takings, eq(takings.id, reversals.takingId))
      .where(eq(takings.orderId, orderId))
      .orderBy(asc(reversals.askedAt)),
    noteRows(db, orderId),
  ]);
  const [payment] = order;
  if (!payment || !invoice || !conference || !edition) return null;
  const { lines } = payment;
  const people = isForOthers(payment)
    ? order
        .map((one) => ({ ...one, name: invoice.names[one.id] || "Somebody" }))
        .sort((one, other) => one.name.localeCompare(other.name, "en"))
    : [];
  const dueCents = totalOf(order.map(chargedOf));
  const priceCents = totalOf(order.map((bill) => bill.amountCents));
  // If one of several people gives a pass back, the others keep theirs, so the invoice stays paid.
  const paidState = order.some((bill) => bill.state === "captured") ? "captured" : payment.state;
  const state = invoiceState(paidState, {
    isWaiting: money.some((taking) => taking.state === "waiting"),
    isReversed: backs.some((back) => back.was === "taken" && back.state === "done"),
  });
  const backCents = refundedCents(state, notes, priceCents);
  return {
    ...{ payment, edition, money, backs, dueCents },
    people: people.map(({ name }) => name),
    things: listInWords(
      people.length > 0 ? [`passes of ${listInWords(people.map(({ name }) => name))}`] : lines.map(lineTitle),
    ),
    document: {
      number: invoiceNumber(conference, invoice.number),
      ...{ state, back: backCents === null ? null : dollars(backCents) },
      kept: dollars(priceCents - (backCents ?? 0)),
      creditNotes: notes.map(({ number, cents, ...note }) => ({
        ...{ ...note, number: creditNoteNumber(conference, number), amount: dollars(cents) },
      })),
      seller: rowsOfText(invoice.seller),
      buyer: [invoice.buyerName, ...rowsOfText(invoice.buyerAddress)],
      name: people.length > 0 ? "" : (invoice.names[payment.id] ?? ""),
      events: rowsOfText(invoice.events),
      payTo: rowsOfText(invoice.payTo),
      tax: invoice.tax,
      taxShown: taxShown(invoice, { priceCents, totalCents: dueCents }),
      issuedAt: invoice.issuedAt,
      dueAt: invoice.dueAt,
      zone: edition.deadlineZone,
      lines: [
        ...people.map((one) => ({
          title: one.name,
          detail: listInWords(one.lines.map(lineTitle)),
          amount: dollars(one.amountCents),
        })),
        ...(people.length > 0 ? [] : receiptLines(lines)).map(({ title, variant, cents }) => ({
          title,
          detail: variant,
          amount: cents === 0 ? "Included" : dollars(cents),
        })),
        ...creditLine(payment.creditCents),
      ],
      total: dollars(dueCents),
      came: receivedLines(money),
      rest: dollars(dueCents - partCentsOf(money)),
      means: payment.means,
    },
  };
}

/**
 * The parts in which an invoice was paid, oldest first. A rest that was written off counts as a part. Empty if the
 * whole sum came in at one time.
 */
function receivedLines(money: (typeof takings.$inferSelect)[]) {
  const counted = money.filter(({ state }) => state === "part" || state === "taken");
  if (!counted.some(({ state, isPart }) => state === "part" || isPart)) return [];
  return counted.toReversed().map(({ means, receivedOn, amountCents }) => ({
    title: means === WRITTEN_OFF ? invoiceMessages.notAskedFor : invoiceMessages.cameIn(receivedOn),
    amount: dollars(amountCents),
  }));
}

/** An invoice of this payer as it is printed; null if it belongs to somebody else. */
export async function ownInvoice(context: Context, uid: string, orderId: string) {
  const found = await readInvoice(context, orderId);
  if (!found || found.payment.payerUid !== uid) return null;
  const { document, things, people } = found;
  return { id: orderId, ...document, things, isForOthers: people.length > 0 };
}

/** The invoices of an edition by which somebody pays for others, newest first. One round trip. */
export async function invoicesForOthers({ db }: Context, conferenceId: string, uid: string) {
  const rows = await db
    .select({
      id: invoices.orderId,
      number: invoices.number,
      dueAt: invoices.dueAt,
      people: peopleOfOrder(invoices.orderId).as("people"),
      cents: orders.dueCents,
      ...stateColumns,
      year: conferences.year,
      zone: editions.deadlineZone,
    })
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(payments, eq(payments.id, invoices.orderId))
    .innerJoin(conferences, eq(conferences.id, invoices.conferenceId))
    .innerJoin(editions, eq(editions.conferenceId, invoices.conferenceId))
    .where(
      and(eq(invoices.conferenceId, conferenceId), eq(orders.payerUid, uid), ne(payments.delegateUid, uid)),
    )
    .orderBy(desc(invoices.number));
  return rows.map(({ id, number, dueAt, people, cents, year, zone, ...row }) => ({
    ...{ id, dueAt, people, zone },
    number: invoiceNumber({ id: conferenceId, year }, number),
    amount: dollars(cents),
    state: stateOfRow(row),
  }));
}

/**
 * An invoice as the staff see it: who recorded what, and what the viewer may confirm; null if the order has no invoice.
 * Two round trips.
 */
export async function staffInvoice(context: Context, orderId: string, viewerUid: string) {
  const found = await readInvoice(context, orderId);
  if (!found) return null;
  const { payment, money, backs, document, dueCents, people: paidFor, things } = found;
  const uid = payment.payerUid;
  const { db } = context;
  const [names, people, [ability]] = await db.batch([
    nameRows(db, payment.conferenceId, [uid]),
    calledRows(db, [
      ...[uid, ...money.flatMap((taking) => [taking.recordedBy, taking.confirmedBy, taking.settledBy])],
      ...backs.flatMap(({ askedBy, settledBy }) => [askedBy, settledBy]),
    ]),
    moneySinceRows(db, viewerUid),
  ]);
  const since = ability?.since;
  const calledOf = (asked: string | null) => people.find((one) => one.uid === asked)?.called ?? null;
  const email = people.find((one) => one.uid === uid)?.email ?? "";
  return {
    ...{ id: orderId, uid, document, email },
    name: namesIn(names).get(uid)?.name || email,
    state: payment.state,
    ...{ things, paidFor },
    missingCents: dueCents - partCentsOf(money),
    hasParts: partCentsOf(money) > 0,
    money: money.map((taking) => ({
      ...taking,
      whyNot: confirmationRefusal(
        { ...taking, amountCents: aloneWith(taking, money) },
        { uid: viewerUid, since },
      ),
      missingCents: dueCents - partCentsOf(money) - taking.amountCents,
      hasOthers: taking.state === "taken" && money.some(({ isPart }) => isPart),
      recorder: calledOf(taking.recordedBy),
      confirmer: calledOf(taking.confirmedBy),
      settler: calledOf(taking.settledBy),
      reversals: backs
        .filter(({ takingId }) => takingId === taking.id)
        .map(({ askedBy, settledBy, ...back }) => ({
          ...back,
          asker: calledOf(askedBy),
          settler: calledOf(settledBy),
          whyNot: reversalRefusal(
            {
              ...{ ...back, recordedBy: askedBy, state: taking.state },
              amountCents: back.was === "taken" ? dueCents : taking.amountCents,
            },
            { uid: viewerUid, since },
          ),
        })),
    })),
  };
}

/** Whether a request to reverse this row of `takings` is waiting. */
const isToReverse = sql`EXISTS (SELECT 1 FROM ${reversals} WHERE ${reversals.takingId} = ${takings.id}
  AND ${reversals.state} = 'waiting')`;

const whyOpen = (state: TakingState): string => {
  if (state === "unwanted") return "Buys nothing";
  return state === "unconfirmed" ? "Buys nothing, to be confirmed" : "To be reversed";
};

/** Whether the money of this row of `refunds`, joined with its order, has to be given back by hand. */
const isOwedByHand = sql`${refunds.state} = 'pending' AND ${orders.means} IN ${listed([...HAND_MEANS])}`;

/** Whether money recorded for this row of `invoices` waits for a second person. */
const isWaiting = sql<number>`EXISTS (SELECT 1 FROM ${takings} WHERE ${takings.orderId} = ${invoices.orderId}
  AND ${takings.state} = 'waiting')`;

/** Whether money that had paid this row of `invoices` turned out to be recorded by mistake. */
const isReversed = sql<number>`EXISTS (SELECT 1 FROM ${takings} JOIN ${reversals} ON ${reversals.takingId} = ${takings.id}
  WHERE ${takings.orderId} = ${invoices.orderId} AND ${reversals.was} = 'taken' AND ${reversals.state} = 'done')`;

/** The columns that decide the state of an invoice, for a row of `invoices`. */
export const stateColumns = {
  state: stateOfOrder(invoices.orderId).as("order_state"),
  waiting: isWaiting.as("waiting"),
  reversed: isReversed.as("reversed"),
};

/** The state of an invoice, worked out from `stateColumns`. */
export const stateOfRow = ({
  state,
  waiting,
  reversed,
}: {
  state: PaymentState;
  waiting: number;
  reversed: number;
}): InvoiceState => invoiceState(state, { isWaiting: waiting > 0, isReversed: reversed > 0 });

const INVOICES_A_PAGE = 50;

const CONDITIONS: Record<InvoiceState, SQL> = {
  open: sql`${payments.state} = 'reserved' AND ${invoices.orderId} NOT IN (SELECT ${takings.orderId}
    FROM ${takings} WHERE ${takings.state} = 'waiting')`,
  waiting: sql`${payments.state} = 'reserved' AND ${invoices.orderId} IN (SELECT ${takings.orderId}
    FROM ${takings} WHERE ${takings.state} = 'waiting')`,
  paid: sql`${stateOfOrder(invoices.orderId)} = 'captured'`,
  "given back": sql`${stateOfOrder(invoices.orderId)} IN ('refund_pending', 'refunded') AND NOT ${isReversed}`,
  ended: sql`(${payments.state} = 'released' OR ${payments.state} = 'refunded' AND ${isReversed})`,
};

/**
 * The invoices of an edition, newest first. Beside them, what staff still have to do about money: confirm money that
 * buys nothing, give money back, or confirm a reversal. Two round trips.
 *
 * @param after the number after which the page begins; null for the first page.
 */
export async function listInvoices(
  { db }: Context,
  conferenceId: string,
  { state, sort }: InvoiceFilter,
  after: number | null,
) {
  const isUp = sort !== null;
  const [rows, owed, back, [conference], counted] = await db.batch([
    db
      .select({
        id: invoices.orderId,
        number: invoices.number,
        buyerName: invoices.buyerName,
        dueAt: invoices.dueAt,
        uid: orders.payerUid,
        cents: orders.dueCents,
        ...stateColumns,
      })
      .from(invoices)
      .innerJoin(orders, eq(orders.id, invoices.orderId))
      .innerJoin(payments, eq(payments.id, invoices.orderId))
      .where(
        and(
          eq(invoices.conferenceId, conferenceId),
          isUp ? gt(invoices.number, after ?? 0) : lt(invoices.number, after ?? Number.MAX_SAFE_INTEGER),
          state === null ? undefined : CONDITIONS[state],
        ),
      )
      .orderBy((isUp ? asc : desc)(invoices.number))
      .limit(INVOICES_A_PAGE + 1),
    db
      .select({ taking: takings, uid: orders.payerUid })
      .from(takings)
      .innerJoin(orders, eq(orders.id, takings.orderId))
      .where(
        and(
          eq(takings.conferenceId, conferenceId),
          or(inArray(takings.state, ["unconfirmed", "unwanted"]), isToReverse),
        ),
      )
      .orderBy(desc(takings.recordedAt)),
    db
      .select({
        id: refunds.id,
        paymentId: refunds.paymentId,
        cents: sql<number>`${refunds.amountCents} - ${refunds.creditCents}`.as("due_cents"),
        createdAt: refunds.createdAt,
        uid: orders.payerUid,
      })
      .from(refunds)
      .innerJoin(payments, eq(payments.id, refunds.paymentId))
      .innerJoin(orders, isItsOrder)
      .where(and(eq(refunds.conferenceId, conferenceId), isOwedByHand))
      .orderBy(desc(refunds.createdAt)),
    db
      .select({ id: conferences.id, year: conferences.year, deadlineZone: editions.deadlineZone })
      .from(conferences)
      .innerJoin(editions, eq(editions.conferenceId, conferences.id))
      .where(eq(conferences.id, conferenceId)),
    countRows(db, invoices, eq(invoices.conferenceId, conferenceId)),
  ]);
  const uids = [...rows, ...owed, ...back].map(({ uid }) => uid);
  const [names, people] = await db.batch([nameRows(db, conferenceId, uids), calledRows(db, uids)]);
  const nameOf = namesIn(names);
  const who = (uid: string) => nameOf.get(uid)?.name || (people.find((one) => one.uid === uid)?.email ?? "");
  const page = rows.slice(0, INVOICES_A_PAGE);
  const next = rows.length > INVOICES_A_PAGE ? page.at(-1)!.number : null;
  return {
    zone: conference?.deadlineZone ?? "UTC",
    invoices: page.map(({ id, number, buyerName, dueAt, uid, cents, ...row }) => ({
      ...{ id, buyerName, dueAt },
      number: conference ? invoiceNumber(conference, number) : String(number),
      name: who(uid),
      amount: dollars(cents),
      state: stateOfRow(row),
    })),
    owed: [
      ...owed.map(({ taking, uid }) => ({
        ...{ id: taking.id, href: `/admin/payments/invoices/${taking.orderId}#${taking.id}` },
        ...{ name: who(uid), amount: dollars(taking.amountCents), since: taking.recordedAt },
        why: `${whyOpen(taking.state)}: ${taking.means}, ${taking.reference}`,
      })),
      ...back.map(({ id, paymentId, cents, createdAt, uid }) => ({
        ...{ id, href: `/admin/payments/${paymentId}`, name: who(uid), amount: dollars(cents) },
        ...{ since: createdAt, why: "Refund of a payment" },
      })),
    ],
    next,
    found: state
      ? foundOnPage(page.length, { isFirst: after === null, isLast: next === null })
      : countIn(counted),
  };
}
