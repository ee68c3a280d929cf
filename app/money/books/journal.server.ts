import { and, asc, count, eq, gte, lt, sql } from "drizzle-orm";
import { answers } from "#db/schema/applications.ts";
import { journal, payments } from "#db/schema/money.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { addOnRows, ticketRows } from "~/conference/catalogue.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { fullName } from "~/values/words.ts";
import {
  accountInWords,
  type EntryOfPerson,
  type JournalLine,
  type JournalPeriod,
  type Side,
  sideOf,
} from "./journal.ts";

const DAY = 24 * 60 * 60 * 1000;

/** How many entries are told one by one; each payment has two or more. */
const MOST_NAMED = 600;

/**
 * The journal of a conference in a period: one line for each day, account and kind, in this order, with the
 * title that the file has, and what people call the account. One round trip.
 */
export async function readJournal(
  { db }: Context,
  conferenceId: string,
  { from, until }: JournalPeriod,
): Promise<{
  lines: (JournalLine & { title: string; name: string; side: Side })[];
  /** Each entry with its person, in the order in which they happened; null if there are too many to name. */
  entries: EntryOfPerson[] | null;
}> {
  const day = sql<number>`${journal.at} / ${sql.raw(String(DAY))} * ${sql.raw(String(DAY))}`;
  const ofPeriod = and(eq(journal.conferenceId, conferenceId), gte(journal.at, from), lt(journal.at, until));
  // Found before their people are: joined to the view, payments would be read from the first to the last.
  const first = db
    .select({
      day: day.as("day"),
      at: sql<number>`${journal.at}`.as("at"),
      paymentId: journal.paymentId,
      account: journal.account,
      kind: journal.kind,
      cents: journal.cents,
    })
    .from(journal)
    .where(ofPeriod)
    .orderBy(asc(journal.at), asc(journal.paymentId))
    .limit(MOST_NAMED + 1)
    .as("entry");
  const [lines, found, tickets, addOns] = await db.batch([
    db
      .select({
        day: day.as("day"),
        account: journal.account,
        kind: journal.kind,
        number: count().as("number"),
        cents: sql<number>`sum(${journal.cents})`.as("cents"),
      })
      .from(journal)
      .where(ofPeriod)
      .groupBy(day, journal.account, journal.kind)
      .orderBy(asc(day), sql`sum(${journal.cents}) < 0`, asc(journal.account), asc(journal.kind)),
    db
      .select({
        day: first.day,
        paymentId: first.paymentId,
        account: first.account,
        kind: first.kind,
        cents: first.cents,
        about: answers.answers,
      })
      .from(first)
      .innerJoin(payments, eq(payments.id, first.paymentId))
      .leftJoin(answers, answersOf(conferenceId, "about", payments.delegateUid))
      .orderBy(asc(first.at), asc(first.paymentId)),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
  ]);
  const titles = new Map([...tickets, ...addOns].map(({ id, title }) => [id as string, title]));
  const worded = ({ account }: { account: string }) => {
    const title = titles.get(account);
    return { name: accountInWords(account, title), side: sideOf(account, title !== undefined) };
  };
  const entries = found.map(({ about, ...entry }) => ({
    ...entry,
    ...worded(entry),
    who: fullName(about?.["firstName"], about?.["middleName"], about?.["lastName"]),
  }));
  return {
    lines: lines.map((line) => ({
      ...line,
      ...worded(line),
      title: titles.get(line.account) ?? line.account,
    })),
    entries: found.length > MOST_NAMED ? null : entries,
  };
}
