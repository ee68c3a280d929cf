import { and, asc, count, desc, eq, gte, lte, sql } from "drizzle-orm";
import { answers } from "#db/schema/applications.ts";
import { entries, payments } from "#db/schema/money.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { addOnRows, editionRows, ticketRows } from "~/conference/catalogue.server.ts";
import { zoneOfDeadlines } from "~/conference/conferences.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { isoDay } from "~/values/times.ts";
import { fullName } from "~/values/words.ts";
import { journalDaysOf } from "./journal.form.ts";
import {
  accountInWords,
  type EntryOfPerson,
  type JournalLine,
  type JournalPeriod,
  readAs,
  type Side,
} from "./journal.ts";

/** The most entries that are listed one by one. Each payment has two or more entries. */
const MOST_NAMED = 600;

/** The time zone in which each day begins last, and the time zone in which it begins first. */
const [LAST, FIRST] = ["Etc/GMT+12", "Pacific/Kiritimati"];

/**
 * The journal of the days that a page's address asks for: one line for each day, account and kind, sorted by day. Each
 * line has a title for the CSV file, and the account's name as the page shows it. The result also contains the time
 * zone of the edition's books. One round trip.
 */
export async function readJournal(
  { db }: Context,
  { settings: { conferenceId }, now }: Pick<SignedIn, "settings" | "now">,
  address: string,
): Promise<{
  days: JournalPeriod & { zone: string };
  lines: (JournalLine & { title: string; name: string; side: Side })[];
  /** Each entry with its person, oldest first; null if there are too many to list. */
  entries: EntryOfPerson[] | null;
}> {
  const { searchParams } = new URL(address);
  const daysIn = (zone: string) => journalDaysOf(searchParams, isoDay(now, zone));
  // Which day is "today" depends on the edition's time zone, and that zone is read in this same batch. So the query
  // covers the period in every time zone. Rows outside the period in the edition's zone are dropped below.
  const ofPeriod = and(
    eq(entries.conferenceId, conferenceId),
    gte(entries.bookedOn, daysIn(LAST).first),
    lte(entries.bookedOn, daysIn(FIRST).last),
  );
  const columns = {
    day: entries.bookedOn,
    account: entries.account,
    side: entries.side,
    kind: entries.kind,
    isRestored: entries.restored,
  };
  const [lines, found, tickets, addOns, [edition]] = await db.batch([
    db
      .select({
        ...columns,
        number: count().as("number"),
        cents: sql<number>`sum(${entries.cents})`.as("sum_of_cents"),
      })
      .from(entries)
      .where(ofPeriod)
      .groupBy(entries.bookedOn, entries.account, entries.kind, entries.restored)
      .orderBy(
        asc(entries.bookedOn),
        sql`sum(${entries.cents}) < 0`,
        asc(entries.account),
        asc(entries.kind),
        asc(entries.restored),
      ),
    db
      .select({ ...columns, paymentId: entries.paymentId, cents: entries.cents, about: answers.answers })
      .from(entries)
      .innerJoin(payments, eq(payments.id, entries.paymentId))
      .leftJoin(answers, answersOf(conferenceId, "about", payments.delegateUid))
      .where(ofPeriod)
      // `ofPeriod` may contain a few entries from before the period. The newest come first, so the limit cuts off these
      // entries before any entry of the period.
      .orderBy(desc(entries.bookedOn), desc(entries.happenedAt), desc(entries.paymentId))
      .limit(MOST_NAMED + 1),
    ticketRows(db, conferenceId),
    addOnRows(db, conferenceId),
    editionRows(db, conferenceId),
  ]);
  const zone = zoneOfDeadlines(edition);
  const { first, last } = daysIn(zone);
  const isAsked = ({ day }: { day: string }) => first <= day && day <= last;
  const titles = new Map([...tickets, ...addOns].map(({ id, title }) => [id as string, title]));
  const worded = ({ account, side }: { account: string; side: (typeof lines)[number]["side"] }) => ({
    name: accountInWords(account, titles.get(account)),
    side: readAs(side),
  });
  const named = found
    .filter(isAsked)
    .toReversed()
    .map(({ about, ...entry }) => ({
      ...entry,
      ...worded(entry),
      who: fullName(about?.["firstName"], about?.["middleName"], about?.["lastName"]),
    }));
  return {
    days: { first, last, zone },
    lines: lines.filter(isAsked).map((line) => ({
      ...line,
      ...worded(line),
      title: titles.get(line.account) ?? line.account,
    })),
    entries: named.length > MOST_NAMED ? null : named,
  };
}
