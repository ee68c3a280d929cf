import { type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { invoices } from "#db/schema/invoices.ts";
import { payments } from "#db/schema/money.ts";
import { eventFor } from "~/conference/events.ts";
import { invoicingOf, offersInvoices } from "~/conference/invoicing.ts";
import type { MailText } from "~/mail/mail-text.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import {
  checkPayment,
  moved,
  type PaymentRequest,
  type RefusedPayment,
} from "~/money/payments/checked-payment.server.ts";
import { reserve } from "~/money/payments/reservations.server.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { dueOf } from "~/money/prices/pricing.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Allowance } from "~/platform/counters.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { DelegateStanding } from "~/standing/standing.server.ts";
import { dollars } from "~/values/money.ts";
import { instantAt, inZone } from "~/values/times.ts";
import { INVOICED, type PassType } from "~/values/types.ts";
import type { Buyer } from "./invoices.form.ts";
import { invoiceDue, REMINDED_BEFORE } from "./invoices.ts";
import { invoiceMails } from "./mails.ts";
import { invoiceMessages } from "./messages.ts";

/** An invoice that was written: the id of its payment, and what has to be paid, less what credit pays. */
export type Issued = { id: string; dueCents: number };

/** A number is never used again, so nobody may use them up. */
export const askings = (uid: string): Allowance[] => [
  { what: "invoice", who: uid, limit: 5, minutes: 24 * 60 },
];

/** Writes the invoice that a delegate asks for in place of paying by card, if the edition offers invoices. */
export function askForInvoice(
  context: Context,
  visit: SignedIn,
  request: PaymentRequest,
  buyer: Buyer,
): Promise<Issued | RefusedPayment> {
  const { uid } = visit.viewer;
  return issue(context, visit, request, {
    ...{ buyer, isAsked: true, allowances: askings(uid) },
    also: ({ id, dueCents, due }) => [
      auditEntry(context, { actorUid: uid, action: "ask for invoice", object: `payments/${id}` }),
      invoiceMail(
        context,
        { event: "invoice", id, uid },
        (link) => invoiceMails.issued(dollars(dueCents), { due, people: 1 }, link),
        sql`changes() > 0`,
      ),
    ],
  });
}

/**
 * Writes an invoice for a pass and its add-ons at the prices of this moment, after the checks of a payment by card. The
 * statement that reserves keeps the place until the invoice is due.
 *
 * @param visit names whose pass it is.
 * @param more.isAsked whether the delegate asks for it: then the edition must offer invoices.
 * @param more.also statements of the same batch; the first stands right behind the one that writes the invoice.
 */
export async function issue(
  context: Context,
  visit: SignedIn,
  request: PaymentRequest,
  more: {
    buyer: Buyer;
    isAsked: boolean;
    allowances: Allowance[];
    also: (written: Issued & { due: string }) => BatchItem<"sqlite">[];
  },
): Promise<Issued | RefusedPayment> {
  const found = await checkPayment(context, visit, request);
  if ("refused" in found) return found;
  const { priced, checked, standing } = found;
  const { edition } = standing;
  if (more.isAsked && !offersInvoices(edition)) return { refused: invoiceMessages.notOffered, status: 403 };
  const { totalCents: amountCents, lines, addOns } = priced;
  const { spentCents: creditCents, dueCents } = dueOf(amountCents, checked.creditCents);
  if (dueCents === 0) return { refused: invoiceMessages.nothingToPay, status: 409 };

  const { now, viewer, settings } = visit;
  const { conferenceId } = settings;
  const { passType } = request;
  const id = newId();
  const { dueAt, kept, written } = drawnUp(context, visit, standing, [passType], more.buyer);
  const row = {
    ...{ id, conferenceId, delegateUid: viewer.uid, passType, addOns, lines, createdAt: now },
    ...{ amountCents, creditCents, ...kept },
  };
  const reserved = await reserve(context, [{ row, checked }], more.allowances, [
    written(id),
    ...more.also({ id, dueCents, due: inZone(dueAt, edition.deadlineZone) }),
  ]);
  if (reserved === "over") return { refused: passMessages.anotherEdition, status: 409 };
  if (reserved !== "reserved" && "moved" in reserved) return moved(context, visit, request);
  if (reserved !== "reserved") return { refused: invoiceMessages.tooMany(reserved.wait), status: 429 };
  return { id, dueCents };
}

/**
 * What an invoice that is written at this moment says, for one pass or several: when it is due, how the payments begin
 * that it is for, and the statement that writes it once they are reserved.
 */
export function drawnUp(
  { db }: Context,
  { now, settings: { conferenceId } }: SignedIn,
  standing: DelegateStanding,
  passTypes: PassType[],
  buyer: Buyer,
) {
  const { seller, payTo, tax } = invoicingOf(standing.edition);
  const dueAt = dueFrom(now, standing, passTypes);
  const number = sql`(SELECT coalesce(max(${invoices.number}), 0) + 1 FROM ${invoices}
    WHERE ${invoices.conferenceId} = ${conferenceId})`;
  return {
    dueAt,
    kept: { state: "reserved" as const, gateway: INVOICED, leaseUntil: Date.now() + dueAt - now },
    written: (paymentId: string) =>
      insertFrom(
        db,
        invoices,
        {
          ...{ paymentId, conferenceId, number, ...buyer, seller, payTo, tax, issuedAt: now, dueAt },
          // What is due so soon needs no reminder.
          remindedAt: dueAt - now <= REMINDED_BEFORE ? Date.now() : null,
        },
        sql`WHERE EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${paymentId})`,
      ),
  };
}

/** When an invoice for these passes is due (UTC ms) that is written at `now`. */
export function dueFrom(now: number, standing: InvoiceStanding, passTypes: PassType[]): number {
  const ends = passTypes.flatMap((passType) => endsOf(standing, passType));
  const { deadlineZone: zone } = standing.edition;
  return invoiceDue(now, { days: invoicingOf(standing.edition).days, zone, ends });
}

type InvoiceStanding = Pick<DelegateStanding, "catalogue" | "events" | "edition">;

/** After what no invoice may be due: the sale of the pass, the day by which it should be paid, its event. */
function endsOf({ catalogue, events }: InvoiceStanding, passType: PassType): (number | null)[] {
  const ticket = catalogue.tickets.find(({ id }) => id === passType);
  const event = eventFor({ ...catalogue, events }, passType);
  const begins = event?.firstDay ? instantAt(`${event.firstDay}T00:00`, event.timeZone) : null;
  return [ticket?.saleUntil ?? null, ticket?.payBy ?? null, begins];
}

/** The statement that queues a mail about an invoice for whoever pays it, once for each event. */
export const invoiceMail = (
  { db, origin }: Context,
  { event, id, uid }: { event: string; id: string; uid: string },
  text: (link: string) => MailText,
  condition: SQL,
) =>
  queueMail(
    db,
    {
      eventKey: `${event}:${id}`,
      recipient: sql`${users.email}`,
      text: text(`${origin}/payment/${id}/invoice`),
    },
    sql`FROM ${users} WHERE ${condition} AND ${users.uid} = ${uid}`,
  ).onConflictDoNothing();
