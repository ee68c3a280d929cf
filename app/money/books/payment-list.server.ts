import { and, asc, desc, eq, gte, lt, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import {
  behindPosition,
  countIn,
  countRows,
  type Database,
  type ListPosition,
  listed,
  subquery,
} from "#db/client.ts";
import { entries, holdings, orders, payments, refunds } from "#db/schema/money.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import {
  type FoundPeople,
  foundAmong,
  foundByName,
  LAST,
  nameRows,
  namesIn,
  peopleByEmail,
  stoppedAt,
  stopRows,
} from "~/applications/search.server.ts";
import { addOnRows, ticketRows } from "~/conference/catalogue.server.ts";
import { billLines, holderOf } from "~/money/payments/bill-lines.ts";
import { holdingRows } from "~/money/payments/holding-rows.server.ts";
import { typedReference } from "~/money/payments/references.ts";
import { bankCents, bankState } from "~/money/refunds/bank-returns.server.ts";
import type { BankFilter } from "~/money/refunds/bank-returns.ts";
import { policyRows } from "~/money/refunds/giving-back.server.ts";
import { returnedCents } from "~/money/refunds/refunds.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { refundColumns } from "~/standing/holdings.server.ts";
import { isItsOrder, type Payment, paymentColumns } from "~/standing/payments.server.ts";
import { foundOnPage, type RowsInAll } from "~/ui/paging.ts";
import {
  type BankState,
  type EntrySide,
  OPEN_REFUND_STATES,
  type PassType,
  type PaymentState,
} from "~/values/types.ts";

/**
 * A staff member's search. `search` is a name, the beginning of an e-mail address or of a reference, or a card's last
 * four digits.
 */
export type PaymentFilter = {
  state?: PaymentState;
  passType?: PassType;
  search?: string;
  /**
   * Only payments whose money a bank has taken back. "open": nobody has decided yet what becomes of the pass. "any":
   * all such payments.
   */
  bank?: BankFilter;
  /** "date": oldest first. If it is left out: newest first. */
  sort?: "date";
};

export type ListedPayment = Payment & {
  email: string;
  name: string;
  /** Cents that were given back or are on their way back. */
  returnedCents: number;
  /** The part of `returnedCents` that is still on its way. */
  underWayCents: number;
  /**
   * Sums of the ledger for the payment, in cents. `moneyCents`: money that came in less money that went out.
   * `creditGivenCents`: credit given for the payment.
   */
  moneyCents: number;
  creditGivenCents: number;
  holderUid: string | null;
  /**
   * `bankCents`: the money (cents) of this payment that a bank has taken back. `bank`: whether somebody has decided
   * what becomes of the pass; null if a bank took nothing.
   */
  bankCents: number;
  bank: BankState | null;
  /** The e-mail address of the person who holds what the payment bought; empty if nobody does. */
  holder: string;
  /** The e-mail address of the person who paid for the delegate; empty if the delegate paid. */
  payer: string;
};

const whole = alias(payments, "whole");

const PAYMENTS_A_PAGE = 50;
const EXPORTED_AT_ONCE = 500;
/** If more payments than this have a reference that begins with the search, only this many of them are looked at. */
const MOST_ALIKE = 1_000;
/**
 * One page of a conference's payments, newest first. Returned with it: the position at which the next page begins, the
 * number of people after which the search stopped, and the conference's passes. Two round trips, or three. If `stops`
 * is false, the search does not stop before it has found everybody.
 */
export async function listPayments(
  { db }: Context,
  conferenceId: string,
  filter: PaymentFilter,
  after: ListPosition | null,
  { limit = PAYMENTS_A_PAGE, stops = true } = {},
): Promise<{
  rows: ListedPayment[];
  next: ListPosition | null;
  stopped: number | null;
  tickets: Awaited<ReturnType<typeof ticketRows>>;
  found: RowsInAll | null;
}> {
  const search = filter.search?.trim() ?? "";
  const exact = exactly(search);
  const page = (condition: SQL, source?: FoundPeople) =>
    pageOf(db, { conferenceId, filter, condition, source, after, limit: limit + 1 });
  const ofPeople = (people: FoundPeople) => page(sql`${payments.delegateUid} = found.uid`, people);
  const heldBy = (people: FoundPeople) =>
    page(sql`${payments.id} = found.id`, takenOverBy(db, conferenceId, people));
  const named = exact ? foundAmong(db, []) : foundByName(db, conferenceId, search, stops);
  const [people, direct, byName, byHolder, stop, tickets, counted] = await db.batch([
    peopleByEmail(db, exact ? "" : search),
    exact ? page(exact) : page(sql`${payments.id} = found.id`, byReference(db, typedReference(search))),
    ofPeople(named),
    heldBy(named),
    stopRows(db, conferenceId, exact ? "" : search),
    ticketRows(db, conferenceId),
    countRows(
      db,
      payments,
      and(
        // An export reads all payments anyway, so it needs no count.
        eq(payments.conferenceId, stops ? conferenceId : ""),
        filter.state && eq(payments.state, filter.state),
      ),
    ),
  ]);
  const emailed = people.map(({ uid }) => uid);
  const first = [...direct, ...byName, ...byHolder];
  const uids = [...emailed, ...first.flatMap(peopleOf)];
  const [byEmail, byPayersEmail, byHoldersEmail, emails, names] = await db.batch([
    ofPeople(foundAmong(db, emailed)),
    page(sql`${orders.payerUid} = found.uid`, foundAmong(db, emailed)),
    heldBy(foundAmong(db, emailed)),
    emailRows(db, uids),
    nameRows(db, conferenceId, uids),
  ]);
  const found = [
    ...new Map(
      [...first, ...byEmail, ...byPayersEmail, ...byHoldersEmail].map((payment) => [payment.id, payment]),
    ).values(),
  ]
    .sort((one, other) => {
      const upwards = one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
      return filter.sort ? upwards : -upwards;
    })
    .slice(0, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last ? { key: last.createdAt, id: last.id } : null;
  // People who were found by their address may have transferred their passes. Then the addresses of the new holders are
  // still missing.
  const unknown = rows.flatMap(peopleOf).filter((uid) => !uids.includes(uid));
  const others = unknown.length > 0 ? await emailRows(db, unknown) : [];
  const listed = listedFrom(rows, [...emails, ...others], names);
  const isNarrowed = search !== "" || filter.passType || filter.bank;
  return {
    ...{ rows: listed, next, stopped: stoppedAt(search, stop, people), tickets },
    found: isNarrowed
      ? foundOnPage(rows.length, { isFirst: after === null, isLast: next === null })
      : countIn(counted),
  };
}

const peopleOf = ({
  delegateUid,
  holderUid,
  payerUid,
}: Pick<Row, "delegateUid" | "holderUid" | "payerUid">) =>
  [delegateUid, holderUid, payerUid].filter((uid) => uid !== null);

/**
 * The condition for a search that needs no look-up: an empty search, a card, or a whole reference. Null for a name or
 * the beginning of a reference.
 */
function exactly(search: string): SQL | null {
  if (search === "") return sql`true`;
  if (/^\d{4}$/.test(search)) return eq(orders.cardLastFour, search);
  return /^[a-z2-7]{20}$/.test(search) ? eq(payments.id, search) : null;
}

/** The payments whose reference begins with the search. */
const byReference = (db: Database, search: string) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(gte(payments.id, search), lt(payments.id, search + LAST)))
    .limit(MOST_ALIKE)
    .as("found") as unknown as FoundPeople;

/**
 * The payments for things that somebody in `people` holds in place of an earlier holding: after a transfer from another
 * person, or after an exchange.
 */
const takenOverBy = (db: Database, conferenceId: string, people: FoundPeople) =>
  db
    .selectDistinct({ id: sql<string>`${holdings.paymentId}`.as("id") })
    .from(people)
    .crossJoin(holdings)
    .where(
      sql`${holdings.conferenceId} = ${conferenceId} AND ${holdings.uid} = found.uid AND ${holdings.state} <> 'ended'
        AND ${holdings.fromHolding} IS NOT NULL`,
    )
    .as("found") as unknown as FoundPeople;

/**
 * The holder of what the payment bought. It is one person, because a pass is transferred with everything that goes with
 * it.
 */
const holderUid = subquery(sql<string | null>`(SELECT ${holdings.uid} FROM ${holdings}
  WHERE ${holdings.paymentId} = ${payments.id} AND ${holdings.state} <> 'ended' LIMIT 1)`);

/**
 * The money (cents) that is still on its way back by refunds that meet a condition. No entry of the ledger counts it
 * yet.
 */
export const centsUnderWay = (condition: SQL) =>
  subquery(sql<number>`(SELECT coalesce(sum(${refunds.amountCents} - ${refunds.creditCents}), 0)
  FROM ${refunds} WHERE ${condition} AND ${refunds.kind} = 'money'
    AND ${refunds.state} IN ${listed([...OPEN_REFUND_STATES])})`);

const underWayCents = centsUnderWay(sql`${refunds.paymentId} = ${payments.id}`);

const bookedCents = (side: EntrySide, but: SQL) =>
  subquery(sql<number>`(SELECT coalesce(sum(${entries.cents}), 0) FROM ${entries}
    WHERE ${entries.paymentId} = ${payments.id} AND ${entries.side} = ${side} AND ${but})`);

/** Money that buys nothing is listed separately, and is not counted as part of the bill that it was sent for. */
const isOfBill = sql`${entries.event} NOT LIKE 'owed/%' AND ${entries.event} NOT LIKE 'gone/%'`;

const listedColumns = {
  ...paymentColumns,
  returnedCents: returnedCents.as("returned_cents"),
  underWayCents: underWayCents.as("under_way_cents"),
  moneyCents: bookedCents("money", isOfBill).as("money_cents"),
  creditGivenCents: sql<number>`-${bookedCents("credit", sql`${entries.kind} <> 'payment'`)}`.as(
    "credit_given_cents",
  ),
  holderUid: holderUid.as("holder_uid"),
  bankCents: subquery(bankCents).as("bank_cents"),
  bank: subquery(bankState).as("bank_state"),
};

type Row = Omit<ListedPayment, "email" | "name" | "holder" | "payer">;

/**
 * The statement that reads one page. If there is a `source`, it is read first, and `condition` joins the payments to
 * it.
 */
function pageOf(
  db: Database,
  {
    conferenceId,
    filter: { state, passType, bank, sort },
    condition,
    source,
    after,
    limit,
  }: {
    conferenceId: string;
    filter: PaymentFilter;
    condition: SQL;
    source?: FoundPeople;
    after: ListPosition | null;
    limit: number;
  },
) {
  const isUp = sort === "date";
  const direction = isUp ? asc : desc;
  const where = and(
    eq(payments.conferenceId, conferenceId),
    state && eq(payments.state, state),
    passType && eq(payments.passType, passType),
    bank && (bank === "open" ? sql`${bankState} = 'open'` : sql`${bankState} IS NOT NULL`),
    condition,
    behindPosition(payments.createdAt, payments.id, after, isUp),
  );
  const whole = db.select(listedColumns).from(payments).innerJoin(orders, isItsOrder).$dynamic();
  const theirs =
    source &&
    db.select(listedColumns).from(source).crossJoin(payments).innerJoin(orders, isItsOrder).$dynamic();
  return ((theirs ?? whole) as typeof whole)
    .where(where)
    .orderBy(direction(payments.createdAt), direction(payments.id))
    .limit(limit);
}

/**
 * A payment with its delegate, its holder if that is somebody else, its lines, and the other delegates of its order.
 * Also all its refunds with the people who asked for them, and the refund policy of the event that its pass admits to.
 */
export async function findPayment(context: Context, id: string) {
  const { db } = context;
  const [[payment], refundRows, held, [policy], mates] = await db.batch([
    db.select(listedColumns).from(payments).innerJoin(orders, isItsOrder).where(eq(payments.id, id)),
    db.select(refundColumns).from(refunds).where(eq(refunds.paymentId, id)).orderBy(desc(refunds.createdAt)),
    holdingRows(db, id),
    policyRows(db, id),
    db
      .select({ id: payments.id, uid: payments.delegateUid })
      .from(payments)
      .where(
        and(
          eq(
            payments.orderId,
            sql`(SELECT ${whole.orderId} FROM ${payments} AS ${whole} WHERE ${whole.id} = ${id})`,
          ),
          ne(payments.id, id),
        ),
      ),
  ]);
  if (!payment || !policy) return null;
  const lines = billLines(held);
  const holder = holderOf(lines);
  const others = mates.map(({ uid }) => uid);
  const uids = [
    payment.delegateUid,
    payment.payerUid,
    holder,
    ...others,
    ...refundRows.map(({ requestedBy }) => requestedBy),
  ];
  const [emails, names, sold] = await db.batch([
    emailRows(db, uids),
    nameRows(db, payment.conferenceId, [payment.delegateUid, holder ?? "", ...others]),
    addOnRows(db, payment.conferenceId),
  ]);
  const [listed] = listedFrom([payment], emails, names);
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  const calledOf = (uid: string) => nameOf.get(uid)?.name || (emailOf.get(uid) ?? "");
  return {
    payment: listed!,
    lines,
    holder:
      holder === null || holder === payment.delegateUid ? null : { uid: holder, called: calledOf(holder) },
    mates: mates.map(({ id, uid }) => ({ id, called: calledOf(uid) })),
    refunds: refundRows.map((row) => ({ ...row, askedBy: emailOf.get(row.requestedBy) ?? "" })),
    policy,
    addOns: sold,
  };
}

function listedFrom(
  rows: Row[],
  emails: Awaited<ReturnType<typeof emailRows>>,
  names: Awaited<ReturnType<typeof nameRows>>,
): ListedPayment[] {
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  return rows.map((row) => ({
    ...row,
    email: emailOf.get(row.delegateUid) ?? "",
    name: nameOf.get(row.delegateUid)?.name ?? "",
    holder: (row.holderUid && emailOf.get(row.holderUid)) ?? "",
    payer: row.payerUid === row.delegateUid ? "" : (emailOf.get(row.payerUid) ?? ""),
  }));
}

/** Every payment that matches the filter, page by page. */
export async function* exportPayments(
  context: Context,
  conferenceId: string,
  filter: PaymentFilter,
): AsyncGenerator<ListedPayment[], void> {
  let after: ListPosition | null = null;
  do {
    const page: Awaited<ReturnType<typeof listPayments>> = await listPayments(
      context,
      conferenceId,
      filter,
      after,
      { limit: EXPORTED_AT_ONCE, stops: false },
    );
    yield page.rows;
    after = page.next;
  } while (after);
}
