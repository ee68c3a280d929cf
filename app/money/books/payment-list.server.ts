import { and, asc, desc, eq, gte, lt, type SQL, sql } from "drizzle-orm";
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
import { ticketRows } from "~/conference/catalogue.server.ts";
import { typedReference } from "~/money/payments/references.ts";
import { bankCents, bankState } from "~/money/refunds/bank-returns.server.ts";
import type { BankFilter } from "~/money/refunds/bank-returns.ts";
import { returnedCents } from "~/money/refunds/refunds.server.ts";
import type { Context } from "~/platform/context.server.ts";
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

const PAYMENTS_A_PAGE = 50;
const EXPORTED_AT_ONCE = 500;
/** How many payments are looked at, at most, among those whose reference begins with the text that is searched. */
const MOST_ALIKE = 1_000;
/**
 * One page of a conference's payments, newest first unless the filter asks for the oldest first. If `stops` is false,
 * the search does not stop before it has found everybody. Two round trips. A third is needed if a payment was found by
 * the e-mail address of one of its people: it reads the addresses and names of the others (delegate, payer, holder).
 *
 * @returns the payments of the page (`rows`), and four more values. `next` is the position at which the next page
 *   begins. `stopped` is the number of people at which the search stopped, or null if it found everybody. `tickets` are
 *   the passes of the conference. `found` is how many payments there are, or null if they would have to be counted.
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
  const sought = exact ? "" : search;
  const page = (condition: SQL, source?: FoundPeople) =>
    pageOf(db, { conferenceId, filter, condition, source, after, limit: limit + 1 });
  const ofPeople = (people: FoundPeople) => page(sql`${payments.delegateUid} = found.uid`, people);
  const heldBy = (people: FoundPeople) =>
    page(sql`${payments.id} = found.id`, takenOverBy(db, conferenceId, people));
  const byReferenceOrName = () => {
    const named = foundByName(db, conferenceId, search, stops);
    const referred = page(sql`${payments.id} = found.id`, byReference(db, typedReference(search)));
    return [referred, ofPeople(named), heldBy(named)];
  };
  const [people, stop, tickets, counted, ...firstPages] = await db.batch([
    peopleByEmail(db, sought),
    stopRows(db, conferenceId, sought),
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
    ...(exact ? [page(exact)] : byReferenceOrName()),
  ]);
  const first = firstPages.flat();
  const emailed = people.map(({ uid }) => uid);
  const uids = [...emailed, ...first.flatMap(peopleOf)];
  const byEmail = () => {
    const found = foundAmong(db, emailed);
    return [ofPeople(found), page(sql`${orders.payerUid} = found.uid`, found), heldBy(found)];
  };
  const [emails, names, ...morePages] = await db.batch([
    emailRows(db, uids),
    nameRows(db, conferenceId, uids),
    ...(emailed.length > 0 ? byEmail() : []),
  ]);
  const found = [...new Map([...first, ...morePages.flat()].map((payment) => [payment.id, payment])).values()]
    .sort((one, other) => {
      const upwards = one.createdAt - other.createdAt || (one.id < other.id ? -1 : 1);
      return filter.sort ? upwards : -upwards;
    })
    .slice(0, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last ? { key: last.createdAt, id: last.id } : null;
  // A payment that was found by the address of one person may concern other people, whose addresses and names are still
  // missing.
  const unknown = rows.flatMap(peopleOf).filter((uid) => !uids.includes(uid));
  const [moreEmails, moreNames] =
    unknown.length > 0
      ? await db.batch([emailRows(db, unknown), nameRows(db, conferenceId, unknown)])
      : [[], []];
  const listed = withPeople(rows, [...emails, ...moreEmails], [...names, ...moreNames]);
  const isNarrowed = search !== "" || filter.passType || filter.bank;
  return {
    ...{ rows: listed, next, tickets },
    stopped: stoppedAt(search, stop, people),
    found: isNarrowed
      ? foundOnPage(rows.length, { isFirst: after === null, isLast: next === null })
      : countIn(counted),
  };
}

/** The people whom a list shows for a payment. */
export const peopleOf = ({
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
 * The money (cents) of all refunds that meet `condition` and are still on their way. No entry of the ledger counts this
 * money yet.
 */
export const centsUnderWay = (condition: SQL) =>
  subquery(sql<number>`(SELECT coalesce(sum(${refunds.amountCents} - ${refunds.creditCents}), 0)
  FROM ${refunds} WHERE ${condition} AND ${refunds.kind} = 'money'
    AND ${refunds.state} IN ${listed([...OPEN_REFUND_STATES])})`);

const underWayCents = centsUnderWay(sql`${refunds.paymentId} = ${payments.id}`);

const bookedCents = (side: EntrySide, but: SQL) =>
  subquery(sql<number>`(SELECT coalesce(sum(${entries.cents}), 0) FROM ${entries}
    WHERE ${entries.paymentId} = ${payments.id} AND ${entries.side} = ${side} AND ${but})`);

/**
 * Whether an entry counts towards the bill. Money that was sent for the bill but buys nothing does not count, because
 * it is listed separately.
 */
const isOfBill = sql`${entries.event} NOT LIKE 'owed/%' AND ${entries.event} NOT LIKE 'gone/%'`;

/** The columns of `ListedPayment` except names and e-mail addresses, for a query over payments and their orders. */
export const listedColumns = {
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

/** Adds the names and e-mail addresses of the people that `peopleOf` returns. */
export function withPeople(
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
