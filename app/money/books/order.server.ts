import { and, asc, desc, eq, getTableColumns, ne, or, sql } from "drizzle-orm";
import { subquery } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { grants } from "#db/schema/grants.ts";
import { reversals, takings } from "#db/schema/invoices.ts";
import { holdings, orders, payments, refunds } from "#db/schema/money.ts";
import { transfers } from "#db/schema/transfers.ts";
import { calledRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { changeRows, dayQuestionRows } from "~/details/details.server.ts";
import { dayQuestions, detailsHistoryOf } from "~/details/details.ts";
import { budgetRows } from "~/money/awards/budgets.server.ts";
import { transferState } from "~/money/transfers/transfers.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { creditOf } from "~/standing/credit.server.ts";
import { usesOf } from "~/standing/grants.server.ts";
import { isItsOrder, paymentColumns } from "~/standing/payments.server.ts";
import { balanceOf, orderEvents } from "./order-events.ts";

/**
 * One person's money in the conference, as staff see it: what the person holds, the person's award, and everything that
 * happened. Null if the person has not started an application. Two round trips.
 */
export async function readOrder(
  { db }: Context,
  { settings: { conferenceId }, shown, now }: SignedIn,
  uid: string,
) {
  const [[application], names, held, paid, back, given, money, reversed, budgetList, handed] = await db.batch(
    [
      db
        .select({
          submittedAt: applications.submittedAt,
          creditCents: subquery(creditOf(uid)).as("credit_cents"),
        })
        .from(applications)
        .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
      nameRows(db, conferenceId, [uid]),
      db
        .select()
        .from(holdings)
        .where(and(eq(holdings.conferenceId, conferenceId), eq(holdings.uid, uid)))
        .orderBy(asc(holdings.id)),
      db
        .select(paymentColumns)
        .from(payments)
        .innerJoin(orders, isItsOrder)
        .where(and(eq(payments.conferenceId, conferenceId), eq(payments.delegateUid, uid))),
      db
        .select({ refund: refunds })
        .from(refunds)
        .innerJoin(payments, eq(payments.id, refunds.paymentId))
        .where(and(eq(payments.conferenceId, conferenceId), eq(payments.delegateUid, uid))),
      db
        .select({ grant: grants, uses: subquery(usesOf(sql`${grants.id}`)).as("uses") })
        .from(grants)
        .where(and(eq(grants.conferenceId, conferenceId), eq(grants.uid, uid)))
        .orderBy(desc(grants.createdAt)),
      db
        .select(getTableColumns(takings))
        .from(takings)
        .innerJoin(orders, eq(orders.id, takings.orderId))
        .innerJoin(payments, eq(payments.id, takings.orderId))
        // Money that was sent for several people is owed to the payer, so it is listed only for the payer.
        .where(
          and(
            eq(payments.conferenceId, conferenceId),
            eq(payments.delegateUid, uid),
            eq(orders.payerUid, uid),
          ),
        ),
      db
        .select(getTableColumns(reversals))
        .from(reversals)
        .innerJoin(takings, eq(takings.id, reversals.takingId))
        .innerJoin(payments, eq(payments.id, takings.orderId))
        .where(
          and(
            eq(payments.conferenceId, conferenceId),
            eq(payments.delegateUid, uid),
            eq(reversals.state, "done"),
            ne(reversals.was, "taken"),
          ),
        ),
      budgetRows(db, conferenceId),
      db
        .select({
          ...getTableColumns(transfers),
          paymentId: holdings.paymentId,
          title: holdings.title,
          isHeld: sql<number>`${holdings.state} = 'held'`.as("is_held"),
        })
        .from(transfers)
        .innerJoin(holdings, eq(holdings.id, transfers.holdingId))
        .where(
          and(
            eq(transfers.conferenceId, conferenceId),
            or(eq(transfers.fromUid, uid), eq(transfers.toUid, uid)),
          ),
        ),
    ],
  );
  if (!application) return null;
  const moves = handed.map((transfer) => ({ ...transfer, state: transferState(transfer, now) }));
  const events = orderEvents({
    ...{ uid, transfers: moves },
    payments: paid,
    refunds: back.map(({ refund }) => refund),
    // Grants are dated by the real clock, not by the demo's.
    awards: given.map(({ grant }) => ({
      ...grant,
      createdAt: shown(grant.createdAt),
      endedAt: grant.endedAt && shown(grant.endedAt),
    })),
    holdings: held,
    takings: money.map(({ orderId, ...taking }) => ({
      ...taking,
      paymentId: orderId,
      reversal: reversed.find(({ takingId }) => takingId === taking.id) ?? null,
    })),
  });
  const [people, asked, changed] = await db.batch([
    calledRows(db, [uid, ...events.flatMap(({ by, other }) => [by, other])]),
    dayQuestionRows(db, conferenceId),
    changeRows(db, conferenceId, uid),
  ]);
  const personOf = (asked: string | null) => people.find((person) => person.uid === asked);
  const award = given.find(({ grant }) => grant.endedAt === null);
  return {
    uid,
    name: namesIn(names).get(uid)?.name ?? "",
    email: personOf(uid)?.email ?? "",
    ...application,
    held: held.filter(({ state }) => state === "held"),
    ...balanceOf(events),
    award: award ? { ...award.grant, uses: award.uses } : null,
    budgets: budgetList,
    // An offer cannot be accepted if its pass is no longer held.
    offers: moves.filter(({ state, fromUid, isHeld }) => state === "open" && fromUid === uid && isHeld),
    // The history has the same questions as the file of registrations, but not the emergency contacts.
    detailsHistory: detailsHistoryOf(
      dayQuestions(asked).filter(({ onSite }) => onSite),
      changed,
    ),
    // Events that the delegate caused are shown without a name.
    events: events.map((event) => ({
      ...event,
      by: event.by === uid ? null : (personOf(event.by)?.called ?? null),
      other: event.other === null ? null : { uid: event.other, called: personOf(event.other)?.email ?? "" },
    })),
  };
}
