import { sql } from "drizzle-orm";
import { payments } from "#db/schema/money.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { invoicingOf } from "~/conference/invoicing.ts";
import { checkPayment, type PaymentRequest } from "~/money/passes/checked-payment.server.ts";
import { dueOf } from "~/money/passes/pricing.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { Line } from "~/values/shapes.ts";
import type { Refused } from "~/values/types.ts";
import { lastToday, needsSecondPerson } from "./invoices.ts";
import { issue } from "./issuing.server.ts";
import { takingMessages } from "./messages.ts";
import { type Coming, confirmTaking, takingStatement } from "./takings.server.ts";

/** Money that somebody brings with the wish for a pass. */
export type DeskSale = Omit<PaymentRequest, "code" | "buys"> & Coming & { uid: string };

/** What a sale comes to; amounts in cents. */
export type CheckedSale = {
  lines: Line[];
  passCents: number;
  /** What has to be paid, less what their credit pays. */
  dueCents: number;
  limitCents: number;
  isSecondNeeded: boolean;
  /** The delegate's full name. */
  fullName: string;
};

type Refusal = Refused<400 | 402 | 403 | 404 | 409 | 429 | 503>;

const requestOf = ({ passType, selection, intended, heldPass }: DeskSale): PaymentRequest => ({
  ...{ buys: "pass", passType, selection, intended, heldPass, code: "" },
});

/** The visit of whoever pays: what they may have is judged, and not what the staff may. */
const asPayer = (visit: SignedIn, uid: string): SignedIn => ({ ...visit, viewer: { ...visit.viewer, uid } });

/** What the sale would cost and do, or why it cannot be. */
export async function checkDeskSale(
  context: Context,
  visit: SignedIn,
  sale: DeskSale,
): Promise<CheckedSale | Refusal> {
  if (sale.receivedOn > lastToday(visit.now)) return { refused: takingMessages.inFuture, status: 400 };
  const found = await checkPayment(context, asPayer(visit, sale.uid), requestOf(sale));
  if ("refused" in found) {
    return { refused: takingMessages.cannotPay(found.refused), status: found.status };
  }
  const { priced, standing, checked } = found;
  const limitCents = invoicingOf(standing.edition).secondPersonCents;
  const { dueCents } = dueOf(priced.totalCents, checked.creditCents);
  const isSecondNeeded = needsSecondPerson(dueCents, limitCents);
  const { lines, passCents } = priced;
  return { lines, passCents, dueCents, limitCents, isSecondNeeded, fullName: standing.fullName };
}

/**
 * Sells a pass for money that has come in: writes an invoice in the name of its delegate and records its money in one
 * batch. It counts at once, or once a second person has confirmed it.
 */
export async function sellAtDesk(
  context: Context,
  visit: SignedIn,
  sale: DeskSale,
): Promise<{ payment: string } | Refusal> {
  const { db } = context;
  const { viewer, settings } = visit;
  const { conferenceId } = settings;
  const { uid, means, reference, receivedOn } = sale;
  if (receivedOn > lastToday(visit.now)) return { refused: takingMessages.inFuture, status: 400 };
  const [names, emails] = await db.batch([nameRows(db, conferenceId, [uid]), emailRows(db, [uid])]);
  const email = emails[0]?.email ?? "";
  const takingId = newId();
  const issued = await issue(context, asPayer(visit, uid), requestOf(sale), {
    buyer: { buyerName: namesIn(names).get(uid)?.name || email, buyerAddress: email },
    isAsked: false,
    allowances: [],
    also: ({ id, dueCents: amountCents }) => [
      auditEntry(context, { actorUid: viewer.uid, action: "write invoice", object: `payments/${id}` }),
      takingStatement(
        context,
        visit,
        {
          ...{ id: takingId, conferenceId, paymentId: id, means, reference, receivedOn, amountCents },
          isOwed: false,
        },
        sql`EXISTS (SELECT 1 FROM ${payments} WHERE ${payments.id} = ${id})`,
      ),
      auditEntry(context, {
        actorUid: viewer.uid,
        action: "record receipt",
        object: `payments/${id}`,
        detail: { taking: takingId, means, amountCents },
      }),
    ],
  });
  if ("refused" in issued) return { ...issued, refused: takingMessages.cannotPay(issued.refused) };
  if (!needsSecondPerson(issued.dueCents, issued.limitCents)) {
    const confirmed = await confirmTaking(context, visit, takingId);
    if ("refused" in confirmed) return confirmed;
  }
  return { payment: issued.id };
}
