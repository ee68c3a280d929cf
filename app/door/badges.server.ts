import { and, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { answers } from "#db/schema/applications.ts";
import { events, tickets } from "#db/schema/conference.ts";
import { holdings } from "#db/schema/money.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { changedDetails } from "~/details/details.server.ts";
import { BADGE_NAME } from "~/details/details.ts";
import { auditFact } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { qrPath } from "~/ui/qr-path.ts";
import { countryName } from "~/values/countries.ts";
import { fullName } from "~/values/words.ts";
import { signBadge } from "./badge-keys.server.ts";
import { BADGES_AT_ONCE, type Badge, type BadgeSort, sortedForBadges } from "./badges.ts";

/** Everybody who holds a pass for an event with a door. */
export const holderRows = (db: Database, conferenceId: string) =>
  db
    .select({ id: holdings.id, uid: holdings.uid, title: tickets.title, passType: holdings.passType })
    .from(tickets)
    .innerJoin(events, and(eq(events.conferenceId, tickets.conferenceId), eq(events.id, tickets.eventId)))
    .innerJoin(
      holdings,
      and(
        eq(holdings.conferenceId, tickets.conferenceId),
        eq(holdings.item, tickets.id),
        eq(holdings.state, "held"),
      ),
    )
    .where(and(eq(tickets.conferenceId, conferenceId), isNotNull(events.venue)));

const heldBy = (conferenceId: string) => sql`(SELECT ${holdings.uid} FROM ${holdings}
  WHERE ${holdings.conferenceId} = ${conferenceId} AND ${holdings.item} = ${holdings.passType}
    AND ${holdings.state} = 'held')`;

const nationalityRows = (db: Database, conferenceId: string) =>
  db
    .select({ uid: answers.uid, nationality: sql<string | null>`${answers.answers} ->> '$.nationality'` })
    .from(answers)
    .where(
      and(
        eq(answers.conferenceId, conferenceId),
        sql`${answers.uid} IN ${heldBy(conferenceId)}`,
        sql`${answers.sectionId} IN ${sectionsThatAsk(conferenceId, ["nationality"])}`,
      ),
    );

/**
 * One page of the badges of an edition, and how many badges there are in all. The audit log records that page as an
 * export, like a file with the same names. The whole edition is sorted here, because the database cannot sort names in
 * the order of the alphabet.
 *
 * @param page the number of the page, from 1.
 */
export async function readBadges(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  { sort, page }: { sort: BadgeSort; page: number },
): Promise<{ badges: Badge[]; number: number }> {
  const { db } = context;
  const [holders, names, countries] = await db.batch([
    holderRows(db, conferenceId),
    nameRows(db, conferenceId, heldBy(conferenceId)),
    nationalityRows(db, conferenceId),
  ]);
  const known = namesIn(names);
  const parts = new Map(names.map((row) => [row.uid, row]));
  const from = new Map(countries.flatMap((row) => (row.nationality ? [[row.uid, row.nationality]] : [])));
  const people = holders.map((holder) => ({
    ...holder,
    first: fullName(parts.get(holder.uid)?.firstName, parts.get(holder.uid)?.middleName),
    last: parts.get(holder.uid)?.lastName ?? "",
    institution: known.get(holder.uid)?.institution ?? "",
  }));
  const shown = sortedForBadges(people, sort).slice((page - 1) * BADGES_AT_ONCE, page * BADGES_AT_ONCE);
  const [changed] = await Promise.all([
    changedDetails(
      db,
      conferenceId,
      shown.map(({ uid }) => uid),
    ),
    auditFact(context, {
      ...{ actorUid: viewer.uid, action: "export", object: "exports/badges" },
      detail: { rows: shown.length },
    }),
  ]);
  return {
    number: people.length,
    badges: shown.map(({ id, uid, title, passType, institution }) => ({
      ...{ id, institution, pass: title, isInPerson: passType === "goldPlus" },
      name: changed.get(uid)?.[BADGE_NAME.id] || known.get(uid)?.name || "",
      country: countryName(from.get(uid) ?? "") ?? "",
      code: qrPath(`${context.origin}/door/${signBadge(context.config, id)}`),
    })),
  };
}
