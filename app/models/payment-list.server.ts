import { and, desc, eq, getTableColumns, gte, lt, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { editions, payments, refunds } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import type { PassType, PaymentState } from "~/domain/types.ts";
import type { Payment } from "./payments.server.ts";
import { type RefundRow, returnedCents } from "./refunds.server.ts";
import {
  type Found,
  foundAmong,
  foundByName,
  LAST,
  nameRows,
  namesIn,
  peopleByEmail,
} from "./search.server.ts";
import { emailRows } from "./users.server.ts";

/** What staff look for: `search` is a name, the beginning of an e-mail address or reference, or a card's last four digits. */
export type PaymentFilter = { state?: PaymentState; passType?: PassType; search?: string };

/** Where a page of the list ends: the next one begins behind it. */
export type Cursor = { createdAt: number; id: string };

export type ListedPayment = Payment & {
  email: string;
  name: string;
  /** Cents that went back or are on their way. */
  returnedCents: number;
};

export const PAGE = 50;
const EXPORTED_AT_ONCE = 500;
/** References that begin alike. */
const MOST_ALIKE = 1_000;
/** One page of a conference's payments, the newest first, and where the next one begins; two round trips. */
export async function listPayments(
  { db }: Context,
  conferenceId: string,
  filter: PaymentFilter,
  after: Cursor | null,
  limit = PAGE,
): Promise<{ rows: ListedPayment[]; next: Cursor | null }> {
  const search = filter.search?.trim() ?? "";
  const exact = exactly(search);
  const page = (condition: SQL, source?: Found) =>
    pageOf(db, { conferenceId, filter, condition, source, after, limit: limit + 1 });
  const ofPeople = (people: Found) => page(sql`${payments.delegateUid} = found.uid`, people);
  const [people, direct, byName] = await db.batch([
    peopleByEmail(db, exact ? "" : search),
    exact ? page(exact) : page(sql`${payments.id} = found.id`, byReference(db, search)),
    ofPeople(exact ? foundAmong(db, []) : foundByName(db, conferenceId, search)),
  ]);
  const emailed = people.map(({ uid }) => uid);
  const first = [...direct, ...byName];
  const uids = [...emailed, ...first.map(({ delegateUid }) => delegateUid)];
  const [byEmail, emails, names] = await db.batch([
    ofPeople(foundAmong(db, emailed)),
    emailRows(db, uids),
    nameRows(db, conferenceId, uids),
  ]);
  const found = [...new Map([...first, ...byEmail].map((payment) => [payment.id, payment])).values()]
    .sort((one, other) => other.createdAt - one.createdAt || (one.id < other.id ? 1 : -1))
    .slice(0, limit + 1);
  const rows = found.slice(0, limit);
  const last = rows.at(-1);
  const next = found.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null;
  return { rows: listedFrom(rows, emails, names), next };
}

/** What a search can be nothing else than: everything, a card, a reference; null for the beginning of something. */
function exactly(search: string): SQL | null {
  if (search === "") return sql`true`;
  if (/^\d{4}$/.test(search)) return eq(payments.cardLastFour, search);
  return /^[a-z2-7]{20}$/.test(search) ? eq(payments.id, search) : null;
}

/** The references that begin like this. */
const byReference = (db: Database, search: string) =>
  db
    .select({ id: payments.id })
    .from(payments)
    .where(and(gte(payments.id, search), lt(payments.id, search + LAST)))
    .limit(MOST_ALIKE)
    .as("found") as unknown as Found;

const paymentColumns = { ...getTableColumns(payments), returnedCents: returnedCents.as("returned_cents") };

type Row = Omit<ListedPayment, "email" | "name">;

/** The statement of one page; with a `source` that is read first, which the condition joins. */
function pageOf(
  db: Database,
  {
    conferenceId,
    filter: { state, passType },
    condition,
    source,
    after,
    limit,
  }: {
    conferenceId: string;
    filter: PaymentFilter;
    condition: SQL;
    source?: Found;
    after: Cursor | null;
    limit: number;
  },
) {
  // Always a bound: the newest page too is found by the index.
  const end = after ?? { createdAt: Number.MAX_SAFE_INTEGER, id: "" };
  const where = and(
    eq(payments.conferenceId, conferenceId),
    state && eq(payments.state, state),
    passType && eq(payments.passType, passType),
    condition,
    sql`(${payments.createdAt}, ${payments.id}) < (${end.createdAt}, ${end.id})`,
  );
  const columns = paymentColumns;
  const whole = db.select(columns).from(payments).$dynamic();
  const theirs = source && db.select(columns).from(source).crossJoin(payments).$dynamic();
  return ((theirs ?? whole) as typeof whole)
    .where(where)
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit);
}

/** A payment with its delegate, every refund of it, and what the refund policy of its conference says. */
export async function findPayment(context: Context, id: string) {
  const { db } = context;
  const [[payment], refundRows, [edition]] = await db.batch([
    db.select(paymentColumns).from(payments).where(eq(payments.id, id)),
    db.select().from(refunds).where(eq(refunds.paymentId, id)).orderBy(desc(refunds.createdAt)),
    db
      .select({ depositCents: editions.refundDepositCents, refundsUntil: editions.refundsUntil })
      .from(editions)
      .where(
        sql`${editions.conferenceId} = (SELECT conference_id FROM ${payments} AS paid WHERE paid.id = ${id})`,
      ),
  ]);
  if (!payment || !edition) return null;
  const [listed] = await withPeople(context, payment.conferenceId, [payment]);
  return { payment: listed!, refunds: refundRows satisfies RefundRow[], policy: edition };
}

/** Addresses are the directory's, names the application's: two tables that are never joined. */
async function withPeople({ db }: Context, conferenceId: string, rows: Row[]): Promise<ListedPayment[]> {
  const uids = rows.map((row) => row.delegateUid);
  return listedFrom(rows, ...(await db.batch([emailRows(db, uids), nameRows(db, conferenceId, uids)])));
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
  }));
}

/** Every payment that the filter shows, page by page. */
export async function* exportPayments(
  context: Context,
  conferenceId: string,
  filter: PaymentFilter,
): AsyncGenerator<ListedPayment[], void> {
  let after: Cursor | null = null;
  do {
    const page: Awaited<ReturnType<typeof listPayments>> = await listPayments(
      context,
      conferenceId,
      filter,
      after,
      EXPORTED_AT_ONCE,
    );
    yield page.rows;
    after = page.next;
  } while (after);
}
