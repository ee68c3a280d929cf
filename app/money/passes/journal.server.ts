import { and, asc, count, eq, gte, lt, sql } from "drizzle-orm";
import { journal } from "#db/schema/money.ts";
import { addOnRows, ticketRows } from "~/conference/catalogue.server.ts";
import type { Context } from "~/platform/context.server.ts";
import { accountInWords, type JournalLine, type JournalPeriod, type Side, sideOf } from "./journal.ts";

const DAY = 24 * 60 * 60 * 1000;

/**
 * The journal of a conference in a period: one line for each day, account and kind, in this order, with the
 * title that the file has, and what people call the account. One round trip.
 */
export async function readJournal(
  { db }: Context,
  conferenceId: string,
  { from, until }: JournalPeriod,
): Promise<(JournalLine & { title: string; name: string; side: Side })[]> {
  const day = sql<number>`${journal.at} / ${sql.raw(String(DAY))} * ${sql.raw(String(DAY))}`;
  const [lines, tickets, addOns] = await db.batch([
    db
      .select({
        day: day.as("day"),
        account: journal.account,
        kind: journal.kind,
        number: count().as("number"),
        cents: sql<number>`sum(${journal.cents})`.as("cents"),
      })
      .from(journal)
      .where(and(eq(journal.conferenceId, conferenceId), gte(journal.at, from), lt(journal.at, until)))
      .groupBy(day, journal.account, journal.kind)
      .orderBy(asc(day), sql`sum(${journal.cents}) < 0`, asc(journal.account), asc(journal.kind)),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
  ]);
  const titles = new Map([...tickets, ...addOns].map(({ id, title }) => [id as string, title]));
  return lines.map((line) => {
    const title = titles.get(line.account);
    return {
      ...line,
      title: title ?? line.account,
      name: accountInWords(line.account, title),
      side: sideOf(line.account, title !== undefined),
    };
  });
}
