import { and, count, eq, isNotNull, isNull, lt, ne, sql, sum } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { decisions } from "#db/schema/decisions.ts";
import { outbox } from "#db/schema/mail.ts";
import { payments, refunds } from "#db/schema/money.ts";
import { assignments, reviews } from "#db/schema/reviews.ts";
import { inspections, staff } from "#db/schema/staff.ts";
import { roundRows, ticketRows } from "~/conference/catalogue.server.ts";
import { MONEY_CAME_IN, returnedCents } from "~/money/passes/refunds.server.ts";
import type { Round } from "~/values/catalogue.ts";
import type { Decision, PassType, RoundId } from "~/values/types.ts";

const DAY = 24 * 60 * 60 * 1000;
/** What is still open after this time (ms) needs a person. */
const PATIENCE = 60 * 60 * 1000;

export type Statistics = {
  rounds: Round[];
  tickets: { id: PassType; title: string }[];
  drafts: number;
  /**
   * Submitted applications by round and decision (null: undecided); `late` counts those whose decision the
   * release of their round does not cover.
   */
  submitted: { round: RoundId; decision: Decision | null; number: number; late: number }[];
  /** Applications submitted per day (`day` is its beginning, UTC ms), in order. */
  perDay: { day: number; number: number }[];
  /** Submitted applications that are undecided and have no reader. */
  unread: number;
  /** Passes that are held, and what was paid for them, less what was given back. */
  registrations: { passType: PassType; number: number; cents: number }[];
  /** Money taken per day and not given back since, including deposits of passes that were given up; in order. */
  revenue: { day: number; cents: number }[];
  readers: { uid: string; email: string; assigned: number; reviewed: number }[];
  /** Payments whose outcome is unknown, refunds under way, and mails that were given up. */
  open: { payments: number; refunds: number; mails: number };
  /** What the last inspection found wrong; null before the first. */
  findings: number | null;
};

/**
 * Where a conference stands, for its directors, in two round trips. The counts read whole indexes, so lists
 * must not use this.
 */
export async function readStatistics(db: Database, conferenceId: string): Promise<Statistics> {
  const ofConference = eq(applications.conferenceId, conferenceId);
  const isSubmitted = and(ofConference, isNotNull(applications.submittedAt));
  const decided = and(
    eq(decisions.conferenceId, applications.conferenceId),
    eq(decisions.uid, applications.uid),
  );
  const captured = and(eq(payments.conferenceId, conferenceId), eq(payments.state, "captured"));
  const kept = sql`${payments.amountCents} - ${returnedCents}`;
  const dayOf = (column: typeof applications.submittedAt | typeof payments.createdAt) =>
    sql<number>`${column} / ${DAY} * ${DAY}`;
  const [rounds, tickets] = await db.batch([roundRows(db, conferenceId), ticketRows(db, conferenceId)]);
  const deadlines = sql.join(
    rounds.map(({ id, deadline }) => sql`WHEN ${applications.submittedAt} <= ${deadline} THEN ${id}`),
    sql` `,
  );
  const round = sql<RoundId>`CASE ${deadlines} ELSE ${rounds.at(-1)?.id ?? "early"} END`;
  const released = sql.join(
    rounds.map(
      ({ deadline, releasedAt }) => sql`WHEN ${applications.submittedAt} <= ${deadline} THEN ${releasedAt}`,
    ),
    sql` `,
  );
  const day = dayOf(applications.submittedAt);
  const paidDay = dayOf(payments.createdAt);
  const [
    [drafts],
    submitted,
    perDay,
    [unread],
    registrations,
    revenue,
    assigned,
    reviewed,
    people,
    [openPayments],
    [openRefunds],
    [lostMails],
    [inspection],
  ] = await db.batch([
    db
      .select({ number: count() })
      .from(applications)
      .where(and(ofConference, isNull(applications.submittedAt))),
    db
      .select({
        round,
        decision: decisions.decision,
        number: count(),
        late: sql<number>`coalesce(sum(${decisions.setAt} > CASE ${released} END), 0)`,
      })
      .from(applications)
      .leftJoin(decisions, decided)
      .where(isSubmitted)
      .groupBy(sql`1`, sql`2`),
    db.select({ day, number: count() }).from(applications).where(isSubmitted).groupBy(sql`1`).orderBy(sql`1`),
    db
      .select({ number: count() })
      .from(applications)
      .leftJoin(decisions, decided)
      .where(
        and(
          isSubmitted,
          isNull(decisions.uid),
          sql`NOT EXISTS (SELECT 1 FROM ${assignments} WHERE ${assignments.conferenceId} = ${applications.conferenceId} AND ${assignments.uid} = ${applications.uid})`,
        ),
      ),
    db
      .select({
        passType: payments.passType,
        number: count(),
        cents: sum(kept).mapWith(Number),
      })
      .from(payments)
      .where(captured)
      .groupBy(payments.passType),
    db
      .select({ day: paidDay, cents: sum(kept).mapWith(Number) })
      .from(payments)
      .where(and(eq(payments.conferenceId, conferenceId), sql`${payments.state} IN ${listed(MONEY_CAME_IN)}`))
      .groupBy(sql`1`)
      .orderBy(sql`1`),
    db
      .select({ uid: assignments.staffUid, number: count() })
      .from(assignments)
      .where(eq(assignments.conferenceId, conferenceId))
      .groupBy(assignments.staffUid),
    db
      .select({ uid: reviews.staffUid, number: count() })
      .from(reviews)
      .where(eq(reviews.conferenceId, conferenceId))
      .groupBy(reviews.staffUid),
    db
      .select({ uid: staff.uid, email: users.email })
      .from(staff)
      .innerJoin(users, eq(users.uid, staff.uid))
      .orderBy(users.email),
    db
      .select({ number: count() })
      .from(payments)
      .where(and(eq(payments.state, "unknown"), lt(payments.leaseUntil, Date.now() - PATIENCE))),
    db
      .select({ number: count() })
      .from(refunds)
      .where(and(eq(refunds.state, "unknown"), lt(refunds.leaseUntil, Date.now() - PATIENCE))),
    db
      .select({ number: count() })
      .from(outbox)
      .where(and(isNull(outbox.sentAt), isNull(outbox.dueAt), ne(outbox.failures, 0))),
    db.select().from(inspections).orderBy(sql`${inspections.at} DESC`).limit(1),
  ]);
  const numberOf = (rows: { uid: string; number: number }[], uid: string) =>
    rows.find((row) => row.uid === uid)?.number ?? 0;
  return {
    rounds,
    tickets,
    drafts: drafts?.number ?? 0,
    submitted,
    perDay,
    unread: unread?.number ?? 0,
    registrations,
    revenue,
    readers: people
      .map((person) => ({
        ...person,
        assigned: numberOf(assigned, person.uid),
        reviewed: numberOf(reviewed, person.uid),
      }))
      .filter((reader) => reader.assigned + reader.reviewed > 0),
    open: {
      payments: openPayments?.number ?? 0,
      refunds: openRefunds?.number ?? 0,
      mails: lostMails?.number ?? 0,
    },
    findings: inspection ? inspection.findings.length : null,
  };
}

/** How far somebody on the staff has come with the applications they were given; one round trip. */
export async function readProgress(db: Database, conferenceId: string, staffUid: string) {
  const [[assigned], [reviewed]] = await db.batch([
    db
      .select({ number: count() })
      .from(assignments)
      .where(and(eq(assignments.conferenceId, conferenceId), eq(assignments.staffUid, staffUid))),
    db
      .select({ number: count() })
      .from(assignments)
      .innerJoin(
        reviews,
        and(
          eq(reviews.conferenceId, assignments.conferenceId),
          eq(reviews.uid, assignments.uid),
          eq(reviews.staffUid, assignments.staffUid),
        ),
      )
      .where(and(eq(assignments.conferenceId, conferenceId), eq(assignments.staffUid, staffUid))),
  ]);
  return { assigned: assigned?.number ?? 0, reviewed: reviewed?.number ?? 0 };
}
