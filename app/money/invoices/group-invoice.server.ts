import { sql } from "drizzle-orm";
import { offersInvoices } from "~/conference/invoicing.ts";
import { checkGroup, type GroupRequest, reserveGroup } from "~/money/payers/groups.server.ts";
import type { RefusedPayment } from "~/money/payments/checked-payment.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";
import type { Buyer } from "./invoices.form.ts";
import { askings, drawnUp, invoiceMail } from "./issuing.server.ts";
import { invoiceMails } from "./mails.ts";
import { invoiceMessages } from "./messages.ts";

/**
 * Writes one invoice for several delegates who have asked the viewer to pay, after the checks of a payment for each of
 * them: one number, one day on which it is due. All their places are kept until then, or none is.
 */
export async function askForGroupInvoice(
  context: Context,
  visit: SignedIn,
  { ids, seenCents }: GroupRequest,
  buyer: Buyer,
): Promise<{ id: string } | RefusedPayment> {
  const group = await checkGroup(context, visit, ids, seenCents);
  if ("refused" in group) return group;
  const { wishes, standing, totalCents } = group;
  if (!offersInvoices(standing.edition)) return { refused: invoiceMessages.notOffered, status: 403 };
  const { uid } = visit.viewer;
  const passTypes = [...new Set(wishes.map(({ wish }) => wish.passType))];
  const { dueAt, kept, written } = drawnUp(context, visit, standing, passTypes, buyer);
  const due = inZone(dueAt, standing.edition.deadlineZone);
  const people = wishes.length;
  const limits = { allowances: askings(uid), tooMany: invoiceMessages.tooMany };
  const reserved = await reserveGroup(context, visit, group, kept, limits, (id) => [
    written(id),
    auditEntry(context, { actorUid: uid, action: "ask for invoice", object: `payments/${id}` }),
    invoiceMail(
      context,
      { event: "invoice", id, uid },
      (link) => invoiceMails.issued(dollars(totalCents), { due, people }, link),
      sql`changes() > 0`,
    ),
  ]);
  return "refused" in reserved ? reserved : { id: reserved.rows[0]!.id };
}
