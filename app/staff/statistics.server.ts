import { and, count, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { type Database, listed, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { users } from "#db/schema/accounts.ts";
import { reversals, takings } from "#db/schema/invoices.ts";
import { outbox } from "#db/schema/mail.ts";
import { orders, payments, refunds } from "#db/schema/money.ts";
import { inspections, staff } from "#db/schema/staff.ts";
import { called } from "~/accounts/addresses.server.ts";
import { addOnRows, roundRows, ticketRows } from "~/conference/catalogue.server.ts";
import { totalOf } from "~/money/prices/pricing.ts";
import { ownScoreRows } from "~/reviews/fair-scores.server.ts";
import { scoreInWords } from "~/reviews/review.ts";
import { isItsOrder } from "~/standing/payments.server.ts";
import { readingRows, standingsIn, type TallyName, talliesOf, tallyRows } from "~/standing/tallies.server.ts";
import type { Round } from "~/values/catalogue.ts";
import {
  type Decision,
  type EntrySide,
  HAND_MEANS,
  type PassType,
  type RoundId,
  UNCONFIRMED_TAKINGS,
} from "~/values/types.ts";
import { LEFT_OPEN } from "./limits.ts";

const TALLIES: TallyName[] = ["standing", "submitted", "pass", "account", "revenue", "assigned", "reviewed"];

export type Statistics = {
  rounds: Round[];
  tickets: { id: PassType; title: string }[];
  drafts: number;
  /**
   * For each round and decision (null: undecided), the number of submitted applications. `late` counts those whose
   * decision the release of their round does not cover.
   */
  submitted: { round: RoundId; decision: Decision | null; number: number; late: number }[];
  /**
   * For each day, in order: the number of applications submitted on that day. `day` is the beginning of the day, UTC
   * ms.
   */
  perDay: { day: number; number: number }[];
  /** The number of submitted applications that are undecided and have no reader. */
  unread: number;
  /**
   * The number of passes held, and what was paid for them and their add-ons according to the books, less refunds.
   * Deposits for passes that were later given up are included.
   */
  registrations: { passType: PassType; number: number; cents: number }[];
  /**
   * The ledger's sums for the edition, in cents. The money that we have is what was paid for passes and add-ons, plus
   * the credit that delegates have not spent, plus what we owe.
   */
  books: { moneyCents: number; creditCents: number; owedCents: number };
  /**
   * For each day, in order: the beginning of the day (UTC ms), and the money that came in less the money that went out.
   * The amounts of all days add up to the sum of the books.
   */
  revenue: { day: number; cents: number }[];
  readers: { uid: string; called: string; assigned: number; reviewed: number }[];
  /**
   * The numbers of things that wait for somebody: payments whose outcome is unknown; refunds under way; mails that were
   * given up; money that came in by hand and must still be confirmed or given back; and payments whose money a bank
   * took back and that nobody has decided about yet.
   */
  open: { payments: number; refunds: number; mails: number; byHand: number; bank: number };
  /** The number of findings of the last inspection; null before the first inspection. */
  findings: number | null;
};

const tallied = prepared((db: Database, conferenceId: string) => tallyRows(db, conferenceId, TALLIES));

const everybody = prepared((db: Database) =>
  db
    .select({ uid: staff.uid, called })
    .from(staff)
    .innerJoin(users, eq(users.uid, staff.uid))
    .orderBy(called),
);

const openPayments = prepared((db: Database, before: number) =>
  db
    .select({ number: count() })
    .from(payments)
    .innerJoin(orders, isItsOrder)
    .where(and(eq(payments.state, "unknown"), lt(orders.leaseUntil, before))),
);

const openRefunds = prepared((db: Database, before: number) =>
  db
    .select({ number: count() })
    .from(refunds)
    .where(and(eq(refunds.state, "unknown"), lt(refunds.leaseUntil, before))),
);

const openByHand = prepared((db: Database, conferenceId: string) =>
  db
    .select({
      number: subquery(sql<number>`count(*) + (SELECT count(*) FROM ${refunds} JOIN ${payments}
        ON ${payments.id} = ${refunds.paymentId} JOIN ${orders} ON ${isItsOrder} WHERE ${refunds.conferenceId} = ${conferenceId}
        AND ${refunds.state} = 'pending' AND ${orders.means} IN ${listed([...HAND_MEANS])})
        + (SELECT count(*) FROM ${reversals} WHERE ${reversals.conferenceId} = ${conferenceId}
        AND ${reversals.state} = 'waiting')`).as("number"),
    })
    .from(takings)
    .where(
      and(
        eq(takings.conferenceId, conferenceId),
        inArray(takings.state, [...UNCONFIRMED_TAKINGS, "unwanted"]),
      ),
    ),
);

const openAtBank = prepared((db: Database, conferenceId: string) =>
  db
    .select({ number: count() })
    .from(refunds)
    .where(
      and(
        eq(refunds.conferenceId, conferenceId),
        sql`${refunds.bankState} = 'open'`,
        sql`${refunds.state} = 'done'`,
      ),
    ),
);

const lostMails = prepared((db: Database) =>
  db
    .select({ number: count() })
    .from(outbox)
    .where(
      // This condition is written exactly like that of the partial index, so that SQLite uses the index.
      and(isNull(outbox.sentAt), isNull(outbox.dueAt), sql`${outbox.failures} <> 0`),
    ),
);

const lastInspection = prepared((db: Database) =>
  db.select().from(inspections).orderBy(sql`${inspections.at} DESC`).limit(1),
);

/** The state of a conference, for its directors; one round trip. */
export async function readStatistics(db: Database, conferenceId: string): Promise<Statistics> {
  const before = Date.now() - LEFT_OPEN;
  const [
    rounds,
    tickets,
    addOns,
    found,
    people,
    [unknownPayments],
    [unknownRefunds],
    [byHand],
    [bank],
    [mails],
    [inspection],
  ] = await db.batch([
    roundRows(db, conferenceId),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    tallied(db, conferenceId),
    everybody(db),
    openPayments(db, before),
    openRefunds(db, before),
    openByHand(db, conferenceId),
    openAtBank(db, conferenceId),
    lostMails(db),
    lastInspection(db),
  ]);
  const { drafts, submitted } = standingsIn(found);
  // Applications that belong to no round are counted in the last round.
  const lastRound = rounds.at(-1)?.id ?? "early";
  const passOf = new Map<string, string>(addOns.map(({ id, ticketId }) => [id, ticketId]));
  const accounts = talliesOf(found, "account").map(({ key, total }) => {
    const [side, account = ""] = key.split("/");
    return { side, passType: passOf.get(account) ?? account, cents: total };
  });
  const sumOf = (side: EntrySide, passType?: PassType) =>
    totalOf(
      accounts
        .filter((one) => one.side === side && (passType === undefined || one.passType === passType))
        .map(({ cents }) => cents),
    );
  const readBy = (name: "assigned" | "reviewed", uid: string) =>
    talliesOf(found, name).find(({ key }) => key === uid)?.number ?? 0;
  return {
    rounds,
    tickets,
    drafts,
    submitted: submitted.map(({ round, ...standing }) => ({ ...standing, round: round ?? lastRound })),
    perDay: talliesOf(found, "submitted")
      .map(({ key, number }) => ({ day: Number(key), number }))
      .sort((one, other) => one.day - other.day),
    unread: submitted.reduce((sum, { unread }) => sum + unread, 0),
    registrations: tickets.map(({ id }) => ({
      passType: id,
      number: talliesOf(found, "pass").find(({ key }) => key === id)?.number ?? 0,
      cents: -sumOf("sold", id),
    })),
    books: { moneyCents: sumOf("money"), creditCents: -sumOf("credit"), owedCents: -sumOf("owed") },
    revenue: talliesOf(found, "revenue")
      .map(({ key, total }) => ({ day: Date.parse(key), cents: total }))
      .sort((one, other) => one.day - other.day),
    readers: people
      .map((person) => ({
        ...person,
        assigned: readBy("assigned", person.uid),
        reviewed: readBy("reviewed", person.uid),
      }))
      .filter((reader) => reader.assigned + reader.reviewed > 0),
    open: {
      payments: unknownPayments?.number ?? 0,
      refunds: unknownRefunds?.number ?? 0,
      mails: mails?.number ?? 0,
      byHand: byHand?.number ?? 0,
      bank: bank?.number ?? 0,
    },
    findings: inspection ? inspection.findings.length : null,
  };
}

/**
 * How much of their assigned reading somebody on the staff has done, and how many applications they have scored in all,
 * with the mean of their scores (`own`; null if there are none). One round trip.
 */
export async function readProgress(db: Database, conferenceId: string, staffUid: string) {
  const [[reading], [own]] = await db.batch([
    readingRows(db, conferenceId, staffUid),
    ownScoreRows(db, conferenceId, staffUid),
  ]);
  const { assigned = 0, reviewed = 0 } = reading ?? {};
  return {
    assigned,
    reviewed,
    own: own && own.mean !== null ? { number: own.number, mean: scoreInWords(own.mean) } : null,
  };
}
