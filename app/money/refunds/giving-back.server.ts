import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, hasRow, insertFrom, listed, type RowsFound } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { events, tickets } from "#db/schema/conference.ts";
import { holdings, orders, payments, refundLines, refunds } from "#db/schema/money.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import type { Approval } from "~/money/outgoings/outgoings.server.ts";
import { keepAct } from "~/money/payments/acts.server.ts";
import { type BillLine, billLines, holderOf, leftOf, lineTitle } from "~/money/payments/bill-lines.ts";
import { holdingRows } from "~/money/payments/holding-rows.server.ts";
import { isForOthers } from "~/money/payments/orders.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import { processorOf } from "~/money/processor/processors.server.ts";
import { auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { isItsOrder, type Payment, paymentColumns } from "~/standing/payments.server.ts";
import { bookingAt } from "~/values/bookings.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import { isByHand, OPEN_REFUND_STATES, type RefundKind, type Refused } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { decidesBank } from "./bank-returns.server.ts";
import { refundMails } from "./mails.ts";
import { refundMessages } from "./messages.ts";
import { finishing, refundMail, withdrawalMails } from "./refund-outcomes.server.ts";
import { pursue, returnedCents } from "./refunds.server.ts";
import { creditPart, endedBy, endsEverything, refundable, refundQuote, spread } from "./refunds.ts";

export type RefundRequest = {
  paymentId: string;
  /**
   * The items that are given back: either the pass type, which takes everything else with it, or add-ons. Empty for a
   * gesture of goodwill, which ends nothing.
   */
  items: string[];
  /** Null means the amount that the policy proposes. With 0, the items end and no money goes back. */
  amountCents: number | null;
  kind: RefundKind;
  /**
   * How much had been given back already when the form was shown. It must still be the same, so that money goes back
   * only once if several people ask at the same time, or one person asks twice.
   */
  seenCents: number;
  /** The person who held the items when the form was shown; undefined if that does not matter. */
  seenHolder?: string | undefined;
  reason: string;
  /** Whether the delegate gives the pass up, rather than the staff doing it for them. */
  isWithdrawal?: boolean;
};

/**
 * Makes statements that take a person out of sessions of an edition if `condition` holds. The person is taken out of a
 * session if it requires a pass or an add-on that the person no longer holds. `conferenceId` is the edition of the
 * holdings; the visit may be about another edition.
 */
export type LeaveStatements = (
  holder: { conferenceId: string; uid: string },
  condition: SQL,
) => BatchItem<"sqlite">[];

/** Who asks for a refund, on which condition, and what else is written with it. */
type Asking = {
  by: string;
  /** Whether the refund may be made when the statement runs. */
  may: SQL;
  /**
   * Makes the statements that settle the proposal if `isMade` holds. These statements are in the batch of the refund.
   */
  settle: Approval["settle"];
};

/** The effect that a requested refund would have. */
export type CheckedRefund = {
  payment: Payment;
  /** The present holder; null if nothing on the bill is held. */
  holder: string | null;
  amountCents: number;
  /** The part of the amount that was paid with credit and becomes credit again. */
  creditCents: number;
  kind: RefundKind;
  ended: BillLine[];
  kept: BillLine[];
  /** The titles of add-ons that are on later bills and end with the pass; empty if the pass stays. */
  later: string[];
  lines: BillLine[];
};

/** For the event to which a payment's pass admits: the refund policy, and when the event begins. */
export const policyRows = (db: Database, paymentId: string) =>
  db
    .select({
      depositCents: events.refundDepositCents,
      refundsUntil: events.refundsUntil,
      firstDay: events.firstDay,
      timeZone: events.timeZone,
    })
    .from(payments)
    .innerJoin(
      tickets,
      and(eq(tickets.conferenceId, payments.conferenceId), eq(tickets.id, payments.passType)),
    )
    .innerJoin(events, and(eq(events.conferenceId, tickets.conferenceId), eq(events.id, tickets.eventId)))
    .where(eq(payments.id, paymentId));

const withPass = alias(holdings, "with_pass");

/** Add-ons for the pass of this payment that were bought on later bills and have not ended. */
const laterRows = (db: Database, paymentId: string) =>
  db
    .select({ title: withPass.title, variant: withPass.variant })
    .from(holdings)
    .innerJoin(
      withPass,
      and(
        eq(withPass.conferenceId, holdings.conferenceId),
        eq(withPass.uid, holdings.uid),
        eq(withPass.passType, holdings.passType),
        ne(withPass.paymentId, paymentId),
        ne(withPass.state, "ended"),
      ),
    )
    .where(
      and(
        eq(holdings.paymentId, paymentId),
        eq(holdings.item, holdings.passType),
        // If the holding of the pass has ended, no later add-ons are found. The former holder may have transferred the
        // pass, and may have bought the later add-ons for another pass.
        ne(holdings.state, "ended"),
      ),
    )
    .orderBy(asc(withPass.since), asc(withPass.id));

/** The queries whose results `billFrom` reads. */
export const billReads = (db: Database, paymentId: string) =>
  [
    db
      .select({ ...paymentColumns, returnedCents: returnedCents.as("returned_cents") })
      .from(payments)
      .innerJoin(orders, isItsOrder)
      .where(eq(payments.id, paymentId)),
    holdingRows(db, paymentId),
    policyRows(db, paymentId),
    db.select({ id: refunds.id }).from(refunds).where(isOnItsWay(paymentId)),
    laterRows(db, paymentId),
  ] as const;

/**
 * A payment with its lines, the refund policy, whether a refund of it is on its way, and the add-ons that were bought
 * for its pass later. Null if there is no such payment.
 */
export function billFrom([[payment], rows, [policy], open, later]: RowsFound<ReturnType<typeof billReads>>) {
  if (!payment) return null;
  // Add-ons on a later bill are "ending" while the refund of their pass is on its way; they become "held" again if that
  // refund is refused.
  const isRefundUnderWay = open.length > 0 || rows.some(({ state }) => state === "ending");
  // Every payment has a policy: its pass admits to an event (foreign keys).
  return { payment, lines: billLines(rows), policy: policy!, isRefundUnderWay, later: later.map(lineTitle) };
}

/** What a refund would give back and end, or why it is not possible. */
export async function checkRefund(
  context: Context,
  { now }: Pick<SignedIn, "now">,
  request: RefundRequest,
): Promise<CheckedRefund | Refused<400 | 404 | 409>> {
  const { paymentId, items } = request;
  const bill = billFrom(await context.db.batch(billReads(context.db, paymentId)));
  if (!bill) return { refused: messages.notFound, status: 404 };
  const { payment, lines, policy } = bill;
  if (bill.isRefundUnderWay) return { refused: refundMessages.staff.refundUnderWay, status: 409 };
  const ended = endedBy(lines, items);
  const isThere = items.every((item) => ended.some((line) => line.item === item));
  if (payment.state !== "captured" || paidBack(lines) !== request.seenCents) {
    return { refused: refundMessages.staff.notRefundable, status: 409 };
  }
  const holder = holderOf(lines);
  if (ended.length > 0 && request.seenHolder !== undefined && request.seenHolder !== holder) {
    return { refused: refundMessages.staff.notRefundable, status: 409 };
  }
  if (!isThere) return { refused: refundMessages.staff.notHeld, status: 409 };
  const isAllEnded = endsEverything(lines, []);
  const amountCents = request.amountCents ?? refundQuote(policy, isAllEnded ? lines : ended, now).cents;
  const endsNothing = ended.length === 0;
  if (endsNothing && !isAllEnded && amountCents === 0) {
    return { refused: refundMessages.staff.chooseWhat, status: 400 };
  }
  const left = leftOf(refundable(lines, ended));
  const least = endsNothing ? 1 : 0;
  if (!Number.isSafeInteger(amountCents) || amountCents < least || amountCents > left) {
    return { refused: refundMessages.staff.refundAmount(dollars(left)), status: 400 };
  }
  if (endsNothing && !isAllEnded && amountCents === left) {
    return { refused: refundMessages.staff.passNeedsPayment, status: 400 };
  }
  if (request.kind === "credit" && isForOthers(payment)) {
    return { refused: refundMessages.staff.creditOfPayer, status: 409 };
  }
  const paidWithCredit = creditPart(payment, amountCents);
  const isCredit = request.kind === "credit" || paidWithCredit === amountCents;
  const kind = isCredit && amountCents > 0 ? "credit" : "money";
  const creditCents = kind === "money" ? paidWithCredit : 0;
  const canGoBack = isByHand(payment.means) || processorOf(context, payment.means) !== null;
  if (kind === "money" && amountCents > 0 && !canGoBack) {
    return { refused: refundMessages.staff.processorAway(payment.means), status: 409 };
  }
  const kept = lines.filter((line) => line.state === "held" && !ended.includes(line));
  const later = ended.some(({ isPass }) => isPass) ? bill.later : [];
  return { payment, holder, amountCents, creditCents, kind, ended, kept, later, lines };
}

const isOnItsWay = (paymentId: string) =>
  and(eq(refunds.paymentId, paymentId), inArray(refunds.state, [...OPEN_REFUND_STATES]));

/** The cents of a bill that have gone back, or are on their way back. */
export const paidBack = (lines: BillLine[]): number =>
  totalOf(lines.map(({ returnedCents }) => returnedCents));

/**
 * Gives back a payment or some of its lines, with a reason. The money goes back, or is kept as credit for the next
 * payment. Lines that end are no longer held from now on. While anything on the bill is held, the payment stays
 * captured. A gesture of goodwill ends nothing, and must not give back all that is left of the payment. A payment has
 * only one refund under way at a time, and no line gives back more than it cost. The caller must have checked who may
 * ask.
 *
 * @param leaving makes the statements that take the former holder out of sessions if a condition holds. These
 *   statements are in the batch of the refund.
 * @param asking who asks for the refund, and on which condition; left out if the viewer asks without a condition.
 * @returns the refund's id, after the processor was asked once.
 */
export async function giveLinesBack(
  context: Context,
  visit: SignedIn,
  request: RefundRequest,
  leaving: LeaveStatements = () => [],
  asking: Asking = { by: visit.viewer.uid, may: sql`true`, settle: () => [] },
): Promise<{ refund: string } | Refused<400 | 404 | 409>> {
  const { db } = context;
  const { viewer, now } = visit;
  const { paymentId, seenCents, isWithdrawal = false } = request;
  const checked = await checkRefund(context, visit, request);
  if ("refused" in checked) return checked;
  const { payment, holder, amountCents, creditCents, kind, ended, lines } = checked;
  const id = newId();
  const isDone = kind === "credit" || amountCents === 0;
  const endsAll = endsEverything(lines, ended);
  const endedItems = ended.map(({ item }) => item);
  const isAsSeen = sql`${seenCents} = (SELECT coalesce(sum(${refunds.amountCents}), 0) FROM ${refunds}
    WHERE ${refunds.paymentId} = ${paymentId} AND ${refunds.state} <> 'refused')`;
  const isHeld = sql`${ended.length} = (SELECT count(*) FROM ${holdings}
    WHERE ${holdings.paymentId} = ${paymentId} AND ${holdings.state} = 'held' AND ${holdings.uid} = ${holder}
      AND ${holdings.item} IN ${listed(endedItems)})`;
  const isMade = hasRow(refunds, eq(refunds.id, id));
  const endsItsPass = endsAll && lines.some(({ isPass }) => isPass);
  const titles = endsItsPass ? [] : ended.map(({ title }) => title);
  const [[asked], given, [finished]] = await db.batch([
    insertFrom(
      db,
      refunds,
      {
        id,
        conferenceId: payment.conferenceId,
        paymentId,
        kind,
        amountCents,
        creditCents,
        endsAll,
        reason: request.reason.trim(),
        state: "pending",
        requestedBy: asking.by,
        leaseUntil: Date.now(),
        createdAt: now,
      },
      sql`FROM ${payments} WHERE ${payments.id} = ${paymentId} AND ${payments.state} = 'captured'
        AND ${isAsSeen} AND ${isHeld} AND ${asking.may}`,
    )
      // The index `refunds_one_open` lets no second refund begin while one is on its way.
      .onConflictDoNothing()
      .returning(),
    insertFrom(
      db,
      refundLines,
      {
        refundId: id,
        holdingId: sql`value ->> 'id'`,
        cents: sql`value ->> 'cents'`,
        ends: sql`value ->> 'ends'`,
      },
      sql`FROM json_each(${JSON.stringify(spread(lines, ended, amountCents))}) WHERE ${isMade}`,
    ).returning(),
    finishing(db, id, isDone ? bookingAt(now, payment.deadlineZone) : null),
    decidesBank(db, paymentId, endsAll ? isMade : sql`false`),
    ...asking.settle([id], isMade),
    db
      .update(payments)
      .set({ state: endsAll ? (isDone ? "refunded" : "refund_pending") : "captured" })
      .where(and(eq(payments.id, paymentId), isMade)),
    auditRow(
      context,
      {
        actorUid: viewer.uid,
        action: isWithdrawal ? "withdraw" : kind === "credit" ? "credit" : "refund",
        object: `payments/${paymentId}`,
        detail: { amountCents, refund: id, ends: endedItems },
      },
      isMade,
    ),
    ...(isWithdrawal
      ? withdrawalMails(context, payment, { id, kind, amountCents, creditCents }, isMade)
      : [
          refundMail(
            context,
            payment,
            { id, endsAll: endsItsPass, amountCents, ended: titles },
            isDone ? isMade : sql`false`,
          ),
        ]),
    // The mails above go to the payer, or to the delegate who gave the pass up. This one goes to the holder.
    queueMail(
      db,
      {
        kind: "payment",
        uid: sql`${users.uid}`,
        eventKey: `lost:${id}`,
        recipient: sql`${users.email}`,
        text: refundMails.endedForHolder(
          listInWords([...ended.map(lineTitle), ...checked.later]),
          `${context.origin}/payment-info`,
        ),
      },
      sql`FROM ${users} WHERE ${ended.length > 0 && !isWithdrawal && holder !== payment.payerUid ? isMade : sql`false`}
        AND ${users.uid} = ${holder}`,
    ),
    ...(ended.length > 0 && holder !== null
      ? leaving({ conferenceId: payment.conferenceId, uid: holder }, isMade)
      : []),
  ]);
  if (!asked) return { refused: refundMessages.staff.notRefundable, status: 409 };
  const refund = finished ?? asked;
  await keepAct(context, { kind: "given back", refund, lines: given });
  if (!isDone) await pursue(context, id);
  return { refund: id };
}
