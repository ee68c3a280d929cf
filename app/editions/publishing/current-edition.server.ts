import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, excluded, hasRow, insertFrom } from "#db/client.ts";
import { editions } from "#db/schema/conference.ts";
import { settings } from "#db/schema/site.ts";
import { eventRows } from "~/conference/catalogue.server.ts";
import { isOver } from "~/conference/events.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { obstaclesToRunning } from "~/editions/checks/linter-running.ts";
import { readEdition } from "~/editions/edition-rows.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { siteOf } from "~/platform/settings.server.ts";
import { standingsIn, type Tally, talliesOf, tallyRows } from "~/standing/tallies.server.ts";
import type { Site } from "~/values/catalogue.ts";
import type { Refused } from "~/values/types.ts";

const CURRENT = "currentConference";

/**
 * Makes an edition the current one, which delegates see, and gives the portal its name, brand and contact.
 *
 * @param instead the edition that was current when the page was shown.
 * @returns `problems`: why the chosen edition cannot be the current one; 409 if `instead` is no longer the current
 *   edition.
 */
export async function makeCurrent(
  context: Context,
  { viewer, settings: known }: SignedIn,
  conferenceId: string,
  instead: string,
): Promise<{ current: string } | (Refused<400> & { problems: string[] }) | Refused<409>> {
  const { db } = context;
  const edition = await readEdition(db, conferenceId, siteOf(known));
  const problems = obstaclesToRunning(edition);
  if (problems.length > 0) return { refused: conferenceMessages.cannotRun(problems), problems, status: 400 };
  const isCurrent = and(eq(settings.key, CURRENT), eq(settings.value, instead));
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "makeCurrent", object: `editions/${conferenceId}` },
      detail: { instead },
    },
    hasRow(settings, isCurrent),
  );
  const [, changed] = await db.batch([
    entry,
    db.update(settings).set({ value: conferenceId }).where(isCurrent).returning({ key: settings.key }),
    // If the previous edition has no name, brand and contact of its own, it gets the ones that the portal has used
    // until now. (The edition and the settings may be in different databases, so the statement does not read the
    // settings.)
    db
      .update(editions)
      .set({ site: siteOf(known) })
      .where(and(eq(editions.conferenceId, instead), isNull(editions.site), isDone)),
    ...(edition ? siteStatements(db, edition.document.site, isCurrentNow(conferenceId)) : []),
  ]);
  if (changed.length === 1) return { current: conferenceId };
  // If the form was sent twice, the first one has already made this edition the current one.
  const [stored] = await db.select({ value: settings.value }).from(settings).where(eq(settings.key, CURRENT));
  return stored?.value === conferenceId
    ? { current: conferenceId }
    : { refused: conferenceMessages.currentMoved, status: 409 };
}

/** How many people have something in an edition: open applications, submitted applications, and passes. */
export type Touched = { drafts: number; submitted: number; holders: number };

/**
 * The number of people affected when an edition becomes the current one instead of another. `closesDoors` says whether
 * somebody has a pass of the other edition, and one of its events with a venue is not over. One round trip.
 */
export async function readTouched(
  { db }: Pick<Context, "db">,
  { settings: { currentEdition }, now }: Pick<SignedIn, "settings" | "now">,
  conferenceId: string,
): Promise<{ here: Touched; there: Touched; closesDoors: boolean }> {
  const [found, foundThere, events] = await db.batch([
    touchedRows(db, conferenceId),
    touchedRows(db, currentEdition),
    eventRows(db, currentEdition),
  ]);
  const [here, there] = [touchedIn(found), touchedIn(foundThere)];
  const closesDoors =
    there.holders > 0 &&
    events.some((event) => event.venue !== null && event.lastDay !== null && !isOver(event, now));
  return { here, there, closesDoors };
}

const touchedRows = (db: Database, conferenceId: string) => tallyRows(db, conferenceId, ["standing", "pass"]);

const sum = (rows: { number: number }[]) => rows.reduce((total, { number }) => total + number, 0);

function touchedIn(found: Tally[]): Touched {
  const { drafts, submitted } = standingsIn(found);
  return { drafts, submitted: sum(submitted), holders: sum(talliesOf(found, "pass")) };
}

/** Whether an edition is the current one at the moment when the statement runs. */
export const isCurrentNow = (conferenceId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${settings} AS now WHERE now.key = ${CURRENT} AND now.value = ${conferenceId})`;

/** The statements that give the portal an edition's name, brand and contact, if `condition` holds. */
export function siteStatements(db: Database, site: Site, condition: SQL) {
  const { plan, name, shortName, accent, logo, supportEmail, liveDataUrl } = site;
  const values = {
    ...{ siteName: name, siteShortName: shortName, accent, logo, supportEmail, liveDataUrl },
    ...{
      hpairPlusTitle: plan.title,
      hpairPlusCents: String(plan.cents),
      hpairPlusMonths: String(plan.months),
    },
  };
  return Object.entries(values).map(([key, value]) =>
    value === null
      ? db.delete(settings).where(and(eq(settings.key, key), condition))
      : insertFrom(db, settings, { key, value }, sql`WHERE ${condition}`).onConflictDoUpdate({
          target: settings.key,
          set: { value: excluded(settings.value) },
        }),
  );
}
