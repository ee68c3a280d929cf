import { and, desc, eq, inArray, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, hasRow, insertFrom } from "#db/client.ts";
import { conferences } from "#db/schema/conference.ts";
import { doorEntries, doorScans } from "#db/schema/door.ts";
import { holdings } from "#db/schema/money.ts";
import { calledRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { eventRows, ticketRows } from "~/conference/catalogue.server.ts";
import { eventFor } from "~/conference/events.ts";
import { changedIn, changesOfSeveral } from "~/details/details.server.ts";
import { BADGE_NAME } from "~/details/details.ts";
import { lineTitle } from "~/money/payments/bill-lines.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { isSameSecret } from "~/platform/ids.server.ts";
import type { ScanOutcome, ScanReason } from "~/values/types.ts";
import {
  addOnsWith,
  isHeldWithPass,
  opensDoor,
  passAtDoorRows,
  passOfCode,
  readAtDoor,
} from "./admitting.server.ts";
import { type Incident, reasonOf, timeOfScan, whyNotAdmitted } from "./at-door.ts";
import { doorMessages } from "./messages.ts";
import { type OnList, refusedOnList, ticketKeys } from "./roster.ts";
import type { ScanReport } from "./scan.form.ts";

/** The result of a scan. */
export type ScanResult = { outcome: ScanOutcome; reason: ScanReason | null };

/**
 * Records an act that a phone did by its own list. The same scan is recorded once, however often it is sent. The id of
 * the scan becomes the id of the entry in the journal.
 *
 * A refusal here cannot undo an act of the phone. So if the ticket had already been used on another phone, the act is
 * still written into the journal, and is reported as double. If the ticket no longer counted, the act is only reported.
 *
 * Three round trips.
 *
 * @returns null if the scan belongs to an edition that does not exist.
 */
export async function reportScan(
  { db }: Context,
  { viewer, now }: SignedIn,
  report: ScanReport,
): Promise<ScanResult | null> {
  const { id, conference, act, pass: passId, thing, proof } = report;
  const [[pass], things, sold, events] = await db.batch([
    passAtDoorRows(db, passId),
    addOnsWith(db, passId),
    ticketRows(db, conference),
    eventRows(db, conference),
  ]);
  const refusal = async (): Promise<ScanReason | null> => {
    if (!pass?.secret || !isSameSecret((await ticketKeys(pass.secret)).proof, proof)) return "unknown";
    const isOfEdition = pass.conferenceId === conference;
    const event = isOfEdition ? eventFor({ tickets: sold, events }, pass.passType) : null;
    const why = whyNotAdmitted({ ...pass, isTransferred: Boolean(pass.isTransferred), isOfEdition, event });
    if (why) return reasonOf(why);
    if (act === "handed") return things.some((one) => one.id === thing) ? null : "givenBack";
    return act === "undone" || thing === passId ? null : "unknown";
  };
  const refused = report.reason || (await refusal());
  const scan = {
    ...{ id, conferenceId: conference, passHolding: passId || null, thing: thing || null, act },
    ...{ device: report.device, deviceAt: report.at, receivedAt: now, byUid: viewer.uid },
  };
  const isThere = hasRow(conferences, eq(conferences.id, conference));
  const isNew = sql`NOT ${hasRow(doorScans, eq(doorScans.id, id))}`;
  const without = (outcome: ScanOutcome, reason: ScanReason) =>
    insertFrom(db, doorScans, { ...scan, outcome, reason }, sql`WHERE ${isThere} AND ${isNew}`);
  if (refused)
    await without(
      // If the scan has no thing, nobody can have been let in.
      report.reason || act === "undone" || scan.thing === null ? "refused" : "against",
      refused,
    );
  else {
    const entry = entryOf(report, { byUid: viewer.uid, happenedAt: timeOfScan(report, now) });
    const times = sql`(SELECT ${doorEntries.times} FROM ${doorEntries} WHERE ${doorEntries.id} = ${id})`;
    const isUnexpected = sql`${act !== "undone" && report.again === "no"} AND ${times} > 1`;
    await db.batch([
      insertFrom(db, doorEntries, entry.values, sql`${entry.source} AND ${isNew}`).onConflictDoNothing(),
      insertFrom(
        db,
        doorScans,
        { ...scan, outcome: sql`CASE WHEN ${isUnexpected} THEN 'double' ELSE 'done' END`, reason: null },
        sql`WHERE ${hasRow(doorEntries, eq(doorEntries.id, id))} AND ${isNew}`,
      ),
      // This is recorded only if the entry above was not written, because something has happened meanwhile: with the
      // pass, or with the entry that should be taken back.
      act === "undone" ? without("refused", "changed") : without("against", "givenBack"),
    ]);
  }
  const [written] = await db
    .select({ outcome: doorScans.outcome, reason: doorScans.reason })
    .from(doorScans)
    .where(eq(doorScans.id, id));
  return written ?? null;
}

const newest = alias(doorEntries, "newest");

/**
 * The entry for the journal, and the condition under which it is written. The entries of each pass or add-on are
 * numbered, and this entry gets the next number.
 */
function entryOf(
  { id, conference, act, pass, thing, undoes }: ScanReport,
  by: { byUid: string; happenedAt: number },
): { values: Parameters<typeof insertFrom<typeof doorEntries>>[2]; source: SQL } {
  const last = (column: SQL | typeof newest.times | typeof newest.number | typeof newest.id) =>
    sql`(SELECT ${column} FROM ${doorEntries} AS ${newest} WHERE ${newest.thing} = ${thing}
      ORDER BY ${newest.number} DESC LIMIT 1)`;
  const times = sql`coalesce(${last(newest.times)}, 0)`;
  return {
    values: {
      ...{ id, conferenceId: conference, passHolding: pass, thing, act, way: "code" as const },
      number: sql`coalesce(${last(newest.number)}, 0) + 1`,
      times: act === "undone" ? sql`${times} - 1` : sql`${times} + 1`,
      ...by,
    },
    source: sql`FROM ${holdings} WHERE ${and(
      eq(holdings.id, pass),
      eq(holdings.conferenceId, conference),
      sql`${holdings.item} = ${holdings.passType}`,
      act === "undone"
        ? sql`${last(newest.id)} = ${undoes} AND ${times} > 0`
        : and(
            opensDoor(conference),
            act === "handed" ? isHeldWithPass(thing) : sql`${thing} = ${holdings.id}`,
          ),
    )}`,
  };
}

/**
 * The portal's present data about a code, for a phone that has a network and so does not need its list. Each request
 * counts as one scanned code.
 */
export async function lookAtCode(context: Context, visit: SignedIn, text: string): Promise<OnList> {
  const code = await passOfCode(context, visit, text);
  if (!code || code.isBadge) return refusedOnList("", "unknown");
  const { refusal, pass, addOns, notes } = await readAtDoor(context, visit, code.holdingId, code.secret);
  if (refusal || !pass) return refusedOnList(code.holdingId, reasonOf(refusal) ?? "unknown");
  return {
    ...{
      id: pass.id,
      reason: null,
      name: pass.name,
      fullName: pass.fullName === pass.name ? "" : pass.fullName,
    },
    ...{ title: pass.title, event: pass.event ?? "", reference: pass.reference },
    ...{ times: pass.times, at: pass.passed?.at ?? null, notes },
    addOns: addOns.map(({ id, title, times, passed }) => ({ id, title, times, at: passed?.at ?? null })),
  };
}

/** The most incidents that one page shows. */
const MOST_REPORTED = 50;

const entry = alias(doorEntries, "entry");
const before = alias(doorEntries, "before");
const scanBefore = alias(doorScans, "scan_before");
const takenBack = alias(doorEntries, "taken_back");
const about = alias(holdings, "about");

const incidentRows = (db: Database, conferenceId: string) =>
  db
    .select({
      ...{
        id: doorScans.id,
        pass: doorScans.passHolding,
        reason: doorScans.reason,
        device: doorScans.device,
      },
      ...{ receivedAt: doorScans.receivedAt, byUid: doorScans.byUid },
      ...{ uid: about.uid, title: about.title, variant: about.variant, happenedAt: entry.happenedAt },
      beforeAt: sql<number | null>`${before.happenedAt}`.as("before_at"),
      beforeBy: sql<string | null>`${before.byUid}`.as("before_by"),
      beforeDevice: sql<string | null>`${scanBefore.device}`.as("before_device"),
    })
    .from(doorScans)
    .innerJoin(about, eq(about.id, doorScans.thing))
    .leftJoin(entry, eq(entry.id, doorScans.id))
    .leftJoin(before, and(eq(before.thing, entry.thing), eq(before.number, sql`${entry.number} - 1`)))
    .leftJoin(scanBefore, eq(scanBefore.id, before.id))
    .leftJoin(
      takenBack,
      and(
        eq(takenBack.thing, entry.thing),
        eq(takenBack.number, sql`${entry.number} + 1`),
        eq(takenBack.act, "undone"),
      ),
    )
    .where(
      and(
        eq(doorScans.conferenceId, conferenceId),
        inArray(doorScans.outcome, ["double", "against"]),
        sql`${takenBack.id} IS NULL`,
      ),
    )
    .orderBy(desc(doorScans.receivedAt), desc(doorScans.id))
    .limit(MOST_REPORTED + 1);

/** How many scans phones have sent, by outcome. */
const outcomeRows = (db: Database, conferenceId: string) =>
  db
    .select({ outcome: doorScans.outcome, scans: sql<number>`count(*)`.as("scans") })
    .from(doorScans)
    .where(eq(doorScans.conferenceId, conferenceId))
    .groupBy(doorScans.outcome);

/**
 * The incidents that phones without a network have reported, newest first: passes or add-ons that were used twice, and
 * people who should not have been let in. It also returns how many scans were sent in all. Two round trips.
 */
export async function readIncidents(
  { db }: Context,
  { settings: { conferenceId } }: SignedIn,
): Promise<{ incidents: Incident[]; isMore: boolean; sent: number; refused: number; zone: string }> {
  const [rows, counts, events] = await db.batch([
    incidentRows(db, conferenceId),
    outcomeRows(db, conferenceId),
    eventRows(db, conferenceId),
  ]);
  const uids = rows.map(({ uid }) => uid);
  const [named, changes, helpers] =
    rows.length === 0
      ? [[], [], []]
      : await db.batch([
          nameRows(db, conferenceId, uids),
          changesOfSeveral(db, conferenceId, uids),
          calledRows(
            db,
            rows.flatMap(({ byUid, beforeBy }) => [byUid, beforeBy]),
          ),
        ]);
  const [names, changed] = [namesIn(named), changedIn(changes)];
  const called = new Map(helpers.map((helper) => [helper.uid, helper.called]));
  const who = (uid: string) => called.get(uid) ?? doorMessages.formerHelper;
  return {
    zone: events.find(({ venue }) => venue !== null)?.timeZone ?? "UTC",
    sent: counts.reduce((sum, { scans }) => sum + scans, 0),
    refused: counts.find(({ outcome }) => outcome === "refused")?.scans ?? 0,
    isMore: rows.length > MOST_REPORTED,
    incidents: rows.slice(0, MOST_REPORTED).map((row) => ({
      ...{ id: row.id, pass: row.pass ?? "", reason: row.reason, title: lineTitle(row) },
      name: changed.get(row.uid)?.[BADGE_NAME.id] || (names.get(row.uid)?.name ?? ""),
      last: {
        ...{ at: row.happenedAt ?? row.receivedAt, by: who(row.byUid) },
        device: row.device,
      },
      before:
        row.beforeAt === null || row.beforeBy === null
          ? null
          : {
              ...{ at: row.beforeAt, by: who(row.beforeBy) },
              device: row.beforeDevice,
            },
    })),
  };
}
