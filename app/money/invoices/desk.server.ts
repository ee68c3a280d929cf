import { eq } from "drizzle-orm";
import { hasRow } from "#db/client.ts";
import { takings } from "#db/schema/invoices.ts";
import { orders } from "#db/schema/money.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { invoicingOf } from "~/conference/invoicing.ts";
import { checkPayment, ownOrder, type PaymentRequest } from "~/money/payments/checked-payment.server.ts";
import { dueOf } from "~/money/prices/pricing.ts";
import { auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Line } from "~/values/shapes.ts";
import type { Refused } from "~/values/types.ts";
import { countTaking } from "./confirming.server.ts";
import { lastToday, needsSecondPerson } from "./invoices.ts";
import { issue, isWritten } from "./issuing.server.ts";
import { takingMessages } from "./messages.ts";
import { enteredBefore, type ReceivedMoney, takingStatement } from "./takings.server.ts";

/** A sale of a pass for money that has come in. */
export type DeskSale = Omit<PaymentRequest, "code" | "buys"> &
  ReceivedMoney & {
    /** The id that the form carries, so that a form that is sent several times makes one sale. */
    entry: string;
    uid: string;
  };

/** The cost of a sale; amounts in cents. */
export type CheckedSale = {
  lines: Line[];
  passCents: number;
  /** The sum to pay, less the part that the delegate's credit pays. */
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

/**
 * The visit with the payer as the viewer. The sale is then checked against the rights of the payer instead of the
 * rights of the staff.
 */
const asPayer = (visit: SignedIn, uid: string): SignedIn => ({ ...visit, viewer: { ...visit.viewer, uid } });

/** The cost and the effect of the sale, or why it is not possible. */
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
  if (dueCents === 0) return { refused: takingMessages.costsNothing, status: 409 };
  const isSecondNeeded = needsSecondPerson(dueCents, limitCents);
  const { lines, passCents } = priced;
  return { lines, passCents, dueCents, limitCents, isSecondNeeded, fullName: standing.fullName };
}

/**
 * Sells a pass for money that has come in. One batch writes an invoice in the delegate's name and records the money for
 * it. The money counts immediately or, above the limit, as soon as a second person has confirmed it. If the same sale
 * is sent again, the second request finishes what the first one left undone, and gets the same answer.
 */
export async function sellAtDesk(
  context: Context,
  visit: SignedIn,
  sale: DeskSale,
): Promise<{ payment: string } | Refusal> {
  const { db } = context;
  const { viewer, settings } = visit;
  const { conferenceId } = settings;
  const { entry, uid, means, reference, receivedOn } = sale;
  const received = { means, reference, receivedOn };
  const before = await enteredBefore(context, visit, entry, received);
  if (before) return before;
  if (receivedOn > lastToday(visit.now)) return { refused: takingMessages.inFuture, status: 400 };
  const [names, emails] = await db.batch([nameRows(db, conferenceId, [uid]), emailRows(db, [uid])]);
  const email = emails[0]?.email ?? "";
  const issued = await issue(context, asPayer(visit, uid), ownOrder(requestOf(sale)), {
    buyer: { buyerName: namesIn(names).get(uid)?.name || email, buyerAddress: email },
    isAsked: false,
    allowances: [],
    also: ({ id, dueCents: amountCents }) => [
      auditRow(
        context,
        { actorUid: viewer.uid, action: "write invoice", object: `payments/${id}` },
        isWritten(id),
      ),
      takingStatement(
        context,
        visit,
        {
          ...{ ...received, id: entry, conferenceId, orderId: id, amountCents },
          isOwed: false,
        },
        hasRow(orders, eq(orders.id, id)),
      ),
      auditRow(
        context,
        {
          actorUid: viewer.uid,
          action: "record receipt",
          object: `payments/${id}`,
          detail: { taking: entry, means, amountCents },
        },
        hasRow(takings, eq(takings.id, entry)),
      ),
    ],
  });
  if ("refused" in issued) {
    // The same form may have been sent twice, and the other request may have been quicker.
    const quicker = await enteredBefore(context, visit, entry, received);
    return quicker ?? { ...issued, refused: takingMessages.cannotPay(issued.refused) };
  }
  const outcome = await countTaking(context, visit, entry);
  return "refused" in outcome ? outcome : { payment: issued.id };
}
