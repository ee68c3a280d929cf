import { and, desc, eq, gte, lt, or, type SQL, sql } from "drizzle-orm";
import { answers, editions, payments, refunds, users } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { fullName } from "~/domain/agreement.ts";
import { emailKey } from "~/domain/emails.ts";
import type { PassType, PaymentState } from "~/domain/types.ts";
import type { Payment } from "./payments.server.ts";
import type { RefundRow } from "./refunds.server.ts";

/** What staff look for: `search` is the beginning of an e-mail address or reference, or a card's last four digits. */
export type PaymentFilter = { state?: PaymentState; passType?: PassType; search?: string };

/** Where a page of the list ends: the next one begins behind it. */
export type Cursor = { createdAt: number; id: string };

export type ListedPayment = Payment & { email: string; name: string };

export const PAGE = 50;
const EXPORTED_AT_ONCE = 500;
/** People whose address begins alike. */
const MOST_PEOPLE = 200;
/** Greater than any character of an address or reference. */
const LAST = "\uffff";

/** One page of a conference's payments, the newest first, and where the next one begins; two round trips, three when searched by address. */
export async function listPayments(
  context: Context,
  conferenceId: string,
  filter: PaymentFilter,
  after: Cursor | null,
  limit = PAGE,
): Promise<{ rows: ListedPayment[]; next: Cursor | null }> {
  const { db } = context;
  const found = await db
    .select()
    .from(payments)
    .where(
      and(
        eq(payments.conferenceId, conferenceId),
        filter.state && eq(payments.state, filter.state),
        filter.passType && eq(payments.passType, filter.passType),
        await matching(context, filter.search?.trim() ?? ""),
        after
          ? or(
              lt(payments.createdAt, after.createdAt),
              and(eq(payments.createdAt, after.createdAt), lt(payments.id, after.id)),
            )
          : undefined,
      ),
    )
    .orderBy(desc(payments.createdAt), desc(payments.id))
    .limit(limit + 1);
  const page = found.slice(0, limit);
  const last = page.at(-1);
  const next = found.length > limit && last ? { createdAt: last.createdAt, id: last.id } : null;
  return { rows: await withPeople(context, conferenceId, page), next };
}

/** A payment with its delegate, every refund of it, and what the refund policy of its conference says. */
export async function findPayment(context: Context, id: string) {
  const { db } = context;
  const [[payment], refundRows, [edition]] = await db.batch([
    db.select().from(payments).where(eq(payments.id, id)),
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

async function matching({ db }: Context, search: string): Promise<SQL | undefined> {
  if (search === "") return undefined;
  if (/^\d{4}$/.test(search)) return eq(payments.cardLastFour, search);
  if (/^[a-z2-7]{20}$/.test(search)) return eq(payments.id, search);
  const people = await db
    .select({ uid: users.uid })
    .from(users)
    .where(and(gte(users.emailKey, emailKey(search)), lt(users.emailKey, emailKey(search) + LAST)))
    .limit(MOST_PEOPLE);
  const uids = JSON.stringify(people.map(({ uid }) => uid));
  const startsLike = and(gte(payments.id, search), lt(payments.id, search + LAST));
  return or(sql`${payments.delegateUid} IN (SELECT value FROM json_each(${uids}))`, startsLike);
}

/** Addresses are the directory's, names the application's: two tables that are never joined. */
async function withPeople({ db }: Context, conferenceId: string, rows: Payment[]): Promise<ListedPayment[]> {
  const uids = sql`(SELECT value FROM json_each(${JSON.stringify(rows.map((row) => row.delegateUid))}))`;
  const [people, about] = await db.batch([
    db.select({ uid: users.uid, email: users.email }).from(users).where(sql`${users.uid} IN ${uids}`),
    db
      .select({ uid: answers.uid, answers: answers.answers })
      .from(answers)
      .where(
        and(
          eq(answers.conferenceId, conferenceId),
          sql`${answers.uid} IN ${uids}`,
          eq(answers.sectionId, "about"),
        ),
      ),
  ]);
  const emails = new Map(people.map(({ uid, email }) => [uid, email]));
  const names = new Map(about.map((row) => [row.uid, row.answers]));
  return rows.map((row) => {
    const { firstName = "", middleName, lastName = "" } = names.get(row.delegateUid) ?? {};
    return {
      ...row,
      email: emails.get(row.delegateUid) ?? "",
      name: fullName(firstName, middleName, lastName),
    };
  });
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
