import { eq, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { invoices } from "#db/schema/invoices.ts";
import { orders } from "#db/schema/money.ts";
import { eventFor, eventWithDays } from "~/conference/events.ts";
import { invoicingOf, offersInvoices } from "~/conference/invoicing.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import type { RefusedPayment } from "~/money/payments/orders.ts";
import { type OrderCheck, reserveOrder } from "~/money/payments/reservations.server.ts";
import { chargedOf, totalOf } from "~/money/prices/pricing.ts";
import { auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Allowance } from "~/platform/counters.server.ts";
import type { DelegateStanding } from "~/standing/standing.server.ts";
import { dollars } from "~/values/money.ts";
import { instantAt, inZone } from "~/values/times.ts";
import { INVOICED, type PassType } from "~/values/types.ts";
import type { Buyer } from "./invoices.form.ts";
import { invoiceDue, REMINDED_BEFORE } from "./invoices.ts";
import { invoiceMails } from "./mails.ts";
import { invoiceMessages } from "./messages.ts";

/** An invoice that was written: the id of its order, and the sum to be paid, less the part that credit pays. */
export type Issued = { id: string; dueCents: number };

/** Whether an order has an invoice. */
export const isWritten = (orderId: string): SQL => hasRow(invoices, eq(invoices.orderId, orderId));

/** An invoice number is never used twice, so this limits how many numbers one person can use up. */
const askings = (uid: string): Allowance[] => [{ what: "invoice", who: uid, limit: 5, minutes: 24 * 60 }];

/**
 * Writes the invoice that the viewer asks for instead of paying by card, for themselves or for several people. The
 * edition must offer invoices.
 */
export function askForInvoice(
  context: Context,
  visit: SignedIn,
  check: OrderCheck,
  buyer: Buyer,
): Promise<Issued | RefusedPayment> {
  const { uid } = visit.viewer;
  return issue(context, visit, check, {
    ...{ buyer, isAsked: true, allowances: askings(uid) },
    also: ({ id, dueCents, due, people }) => [
      auditRow(
        context,
        { actorUid: uid, action: "ask for invoice", object: `payments/${id}` },
        isWritten(id),
      ),
      invoiceMail(
        context,
        { event: "invoice", id, uid },
        (link) => invoiceMails.issued(dollars(dueCents), { due, people }, link),
        isWritten(id),
      ),
    ],
  });
}

/**
 * Writes one invoice for an order at the current prices, after the same checks as for a payment by card. Places are
 * reserved until the invoice is due, either for everybody on it or for nobody.
 *
 * @param visit the visit of the payer.
 * @param more.isAsked whether the payer asks for the invoice; then the edition must offer invoices.
 * @param more.also statements for the same batch, after the one that writes the invoice.
 */
export async function issue(
  context: Context,
  visit: SignedIn,
  check: OrderCheck,
  more: {
    buyer: Buyer;
    isAsked: boolean;
    allowances: Allowance[];
    also: (written: Issued & { due: string; people: number }) => BatchItem<"sqlite">[];
  },
): Promise<Issued | RefusedPayment> {
  const checked = await check(context, visit);
  if ("refused" in checked) return checked;
  const { standing, bills } = checked;
  const { edition } = standing;
  if (more.isAsked && !offersInvoices(edition)) return { refused: invoiceMessages.notOffered, status: 403 };
  const dueCents = totalOf(bills.map(({ bill }) => chargedOf(bill)));
  if (dueCents === 0) return { refused: invoiceMessages.nothingToPay, status: 409 };
  const passTypes = [...new Set(bills.map(({ bill }) => bill.passType))];
  const names = Object.fromEntries(bills.map(({ bill, name }) => [bill.id, name]));
  const offersEnd = bills.map(({ checked }) => checked.offerEndsAt);
  const said = { ...more.buyer, names };
  const { dueAt, kept, written } = drawnUp(context, visit, standing, { passTypes, offersEnd }, said);
  const due = inZone(dueAt, edition.deadlineZone);
  const limits = { allowances: more.allowances, tooMany: invoiceMessages.tooMany };
  const reserved = await reserveOrder(context, visit, checked, kept, limits, (id) => [
    written(id),
    ...more.also({ id, dueCents, due, people: bills.length }),
  ]);
  return "refused" in reserved ? reserved : { id: reserved.order.id, dueCents };
}

/**
 * Draws up an invoice for one pass or several. Returns the time at which the invoice is due, the first values of its
 * order and its payments, and the statement that writes the invoice. This statement must run after the payments have
 * been reserved.
 */
function drawnUp(
  { db }: Context,
  { now, settings: { conferenceId } }: SignedIn,
  standing: DelegateStanding,
  { passTypes, offersEnd }: { passTypes: PassType[]; offersEnd: (number | null)[] },
  said: Buyer & Pick<typeof invoices.$inferInsert, "names">,
) {
  const { seller, payTo, tax, taxRate, taxNumber } = invoicingOf(standing.edition);
  const dueAt = dueFrom(now, standing, passTypes, offersEnd);
  const of = { ...standing.catalogue, events: standing.events };
  const events = passTypes.flatMap((passType) => eventWithDays(of, passType) ?? []).join("\n");
  const number = sql`(SELECT coalesce(max(${invoices.number}), 0) + 1 FROM ${invoices}
    WHERE ${invoices.conferenceId} = ${conferenceId})`;
  return {
    dueAt,
    kept: { state: "reserved" as const, means: INVOICED, leaseUntil: Date.now() + dueAt - now },
    written: (orderId: string) =>
      insertFrom(
        db,
        invoices,
        {
          ...{ orderId, conferenceId, number, ...said, events, seller, payTo, tax, taxRate, taxNumber },
          ...{ issuedAt: now, dueAt },
          // An invoice that is due this soon needs no reminder.
          remindedAt: dueAt - now <= REMINDED_BEFORE ? Date.now() : null,
        },
        sql`WHERE EXISTS (SELECT 1 FROM ${orders} WHERE ${orders.id} = ${orderId})`,
      ),
  };
}

/**
 * When an invoice for these passes would be due (UTC ms) if it were written at `now`. If an offer from the waiting list
 * gives the right to one of the passes, the invoice is due at the end of that offer at the latest.
 *
 * @param offersEnd when the offer of each pass ends; null for a pass without an offer.
 */
export function dueFrom(
  now: number,
  standing: InvoiceStanding,
  passTypes: PassType[],
  offersEnd: readonly (number | null)[],
): number {
  const ends = passTypes.flatMap((passType) => endsOf(standing, passType));
  const { deadlineZone: zone } = standing.edition;
  const due = invoiceDue(now, { days: invoicingOf(standing.edition).days, zone, ends });
  return Math.min(due, ...offersEnd.filter((end) => end !== null));
}

type InvoiceStanding = Pick<DelegateStanding, "catalogue" | "events" | "edition">;

/**
 * The times after which no invoice for a pass may be due: the end of its sale, the day by which it should be paid, and
 * the beginning of the event.
 */
function endsOf({ catalogue, events }: InvoiceStanding, passType: PassType): (number | null)[] {
  const ticket = catalogue.tickets.find(({ id }) => id === passType);
  const event = eventFor({ ...catalogue, events }, passType);
  const begins = event?.firstDay ? instantAt(`${event.firstDay}T00:00`, event.timeZone) : null;
  return [ticket?.saleUntil ?? null, ticket?.payBy ?? null, begins];
}

/**
 * The statement that queues a mail to an invoice's payer, once for each event.
 *
 * @param about.key tells events of the same kind apart; its default is the order's id.
 */
export const invoiceMail = (
  { db, origin }: Context,
  { event, id, uid, key = id }: { event: string; id: string; uid: string; key?: string },
  text: (link: string) => MailText,
  condition: SQL,
) =>
  queueMail(
    db,
    {
      kind: "payment",
      uid: sql`${users.uid}`,
      eventKey: `${event}:${key}`,
      recipient: sql`${users.email}`,
      text: text(`${origin}/payment/${id}/invoice`),
    },
    sql`FROM ${users} WHERE ${condition} AND ${users.uid} = ${uid}`,
  ).onConflictDoNothing();
