import { and, asc, eq, inArray, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import { hasRow } from "#db/client.ts";
import { conferences, editions } from "#db/schema/conference.ts";
import { invoices, takings } from "#db/schema/invoices.ts";
import { orders, payments } from "#db/schema/money.ts";
import { peopleOfOrder } from "~/money/payments/orders.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { forEachRow } from "~/platform/log.server.ts";
import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";
import type { Refused } from "~/values/types.ts";
import { invoiceNumber, REMINDED_BEFORE } from "./invoices.ts";
import { invoiceMail } from "./issuing.server.ts";
import { invoiceMails } from "./mails.ts";
import { invoiceMessages, takingMessages } from "./messages.ts";
import { hasPart, partCents } from "./taking-rows.server.ts";

const MOST_AT_ONCE = 100;

/** Whether money recorded for the order of this row of `payments` waits for a second person. */
const hasWaiting: SQL = sql`EXISTS (SELECT 1 FROM ${takings}
  WHERE ${takings.orderId} = ${payments.orderId} AND ${takings.state} = 'waiting')`;

/**
 * Ends an open invoice at the request of the payer or the staff. All its places become free again, and its passes can
 * be paid for by card. An invoice stays open while money for it waits for a second person. Once a part of it has been
 * paid, only the staff can end it, because the money that came in is then owed to its sender.
 *
 * @param id the id of the order that the invoice is for; the whole order ends.
 * @param ownUid the person who must be the payer of the order; null for the staff.
 */
export async function cancelInvoice(
  context: Context,
  { viewer, now }: SignedIn,
  id: string,
  ownUid: string | null,
): Promise<{ cancelled: true } | Refused<409>> {
  const { db } = context;
  const mayCancel = and(
    eq(payments.orderId, id),
    eq(payments.state, "reserved"),
    sql`NOT ${hasWaiting}`,
    ownUid === null
      ? undefined
      : sql`NOT ${hasPart(id)} AND EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = ${id}
          AND ${orders.payerUid} = ${ownUid})`,
  );
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "cancel invoice", object: `payments/${id}` },
    hasRow(payments, mayCancel),
  );
  const [, ended, money] = await db.batch([
    entry,
    db
      .update(payments)
      .set({ state: "released", resolvedAt: now })
      .where(mayCancel)
      .returning({ id: payments.id }),
    db
      .select({ state: takings.state })
      .from(takings)
      .where(and(eq(takings.orderId, id), inArray(takings.state, ["waiting", "part"]))),
  ]);
  if (ended.length > 0) return { cancelled: true };
  const { moneyRecorded, partPaid, notOpen } = invoiceMessages;
  if (money.length === 0) return { refused: notOpen, status: 409 };
  const isWaiting = money.some(({ state }) => state === "waiting");
  if (!isWaiting) return { refused: partPaid, status: 409 };
  return { refused: ownUid === null ? takingMessages.cannotCancel : moneyRecorded, status: 409 };
}

const mailedColumns = {
  id: payments.id,
  uid: orders.payerUid,
  people: peopleOfOrder(invoices.orderId).as("people"),
  cents: orders.dueCents,
  partCents: partCents.as("part_cents"),
  conferenceId: invoices.conferenceId,
  year: conferences.year,
  number: invoices.number,
  dueAt: invoices.dueAt,
  deadlineZone: editions.deadlineZone,
};

const mailedRows = ({ db }: Context, condition: SQL | undefined) =>
  db
    .select(mailedColumns)
    .from(invoices)
    .innerJoin(orders, eq(orders.id, invoices.orderId))
    .innerJoin(payments, eq(payments.id, invoices.orderId))
    .innerJoin(conferences, eq(conferences.id, invoices.conferenceId))
    .innerJoin(editions, eq(editions.conferenceId, invoices.conferenceId))
    .where(condition)
    .orderBy(asc(invoices.dueAt))
    .limit(MOST_AT_ONCE);

type Mailed = Awaited<ReturnType<typeof mailedRows>>[number];

const numberOf = ({ conferenceId: id, year, number }: Mailed) => invoiceNumber({ id, year }, number);

/** Ends every invoice that was not paid in time, and tells its payer. The cron calls this. */
export async function endInvoices(context: Context): Promise<void> {
  const { db, requestId } = context;
  const { now } = await context.visit();
  const isOpen = and(eq(payments.state, "reserved"), sql`NOT ${hasWaiting}`);
  const isOver = lt(orders.leaseUntil, Date.now());
  const due = await mailedRows(context, and(isOpen, isOver));
  await forEachRow(due, { requestId, method: "endInvoices" }, invoiceObject, async (row) => {
    const mayEnd = and(
      eq(payments.orderId, row.id),
      isOpen,
      hasRow(orders, and(eq(orders.id, row.id), isOver)),
    );
    const { entry, isDone } = audited(
      context,
      { actorUid: null, action: "invoice ended", object: `payments/${row.id}` },
      hasRow(payments, mayEnd),
    );
    await db.batch([
      entry,
      db.update(payments).set({ state: "released", resolvedAt: now }).where(mayEnd),
      invoiceMail(
        context,
        { event: "invoice-ended", id: row.id, uid: row.uid },
        (link) =>
          invoiceMails.ended(
            numberOf(row),
            row.people,
            row.partCents > 0 ? dollars(row.partCents) : null,
            link,
          ),
        isDone,
      ),
    ]);
  });
}

const invoiceObject = ({ id }: { id: string }) => `payments/${id}`;

/** Sends one reminder to the payer of each invoice that is due soon. The cron calls this. */
export async function remindOfInvoices(context: Context): Promise<void> {
  const { db, requestId } = context;
  const { now } = await context.visit();
  const isUnpaid = and(eq(payments.state, "reserved"), sql`NOT ${hasWaiting}`);
  const soon = and(isNull(invoices.remindedAt), lte(invoices.dueAt, now + REMINDED_BEFORE), isUnpaid);
  const where = { requestId, method: "remindOfInvoices" };
  await forEachRow(await mailedRows(context, soon), where, invoiceObject, async (row) => {
    const { id, uid, people, dueAt } = row;
    const due = inZone(dueAt, row.deadlineZone);
    const isFirst = and(
      eq(invoices.orderId, id),
      isNull(invoices.remindedAt),
      hasRow(payments, and(eq(payments.id, id), isUnpaid)),
    );
    await db.batch([
      invoiceMail(
        context,
        { event: "invoice-reminder", id, uid },
        (link) =>
          invoiceMails.reminder(numberOf(row), dollars(row.cents - row.partCents), { due, people }, link),
        hasRow(invoices, isFirst),
      ),
      db.update(invoices).set({ remindedAt: Date.now() }).where(isFirst),
    ]);
  });
}
