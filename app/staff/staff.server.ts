import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom, listed } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { assignments } from "#db/schema/reviews.ts";
import { staff } from "#db/schema/staff.ts";
import { holdsAbility } from "~/accounts/abilities.server.ts";
import { programmeEventRows } from "~/conference/catalogue.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { zoneOf } from "~/programme/session-editing.server.ts";
import { isStarted } from "~/reviews/distribution-rows.server.ts";
import { type Ability, can, EVERYTHING } from "~/values/abilities.ts";
import type { Refused } from "~/values/types.ts";
import { endOfDoor, openInvitationRows } from "./invitations.server.ts";
import { staffMessages } from "./messages.ts";

/** The facts about a member of the staff that a director may set. */
export type StaffFacts = {
  name: string | null;
  abilities: Ability[];
  capacity: number;
  institution: string | null;
  onLeave: boolean;
  /** When the ability "door" ends (UTC ms); null if it does not end, or if the member has any other ability. */
  doorUntil: number | null;
};

/** A person with the admin claim, or a former member of the staff to whom unread applications are still assigned. */
export type Member = {
  uid: string;
  email: string;
  name: string | null;
  abilities: readonly Ability[];
  capacity: number;
  institution: string | null;
  onLeaveSince: number | null;
  doorUntil: number | null;
  disabledAt: number | null;
  /** Identifies the stored facts, so that a change is refused if somebody else has changed them meanwhile. */
  version: string;
  /** How many applications of the current conference were assigned to the person. */
  assigned: number;
  /** How many of the assigned applications the person has neither reviewed nor commented on. */
  unstarted: number;
};

type NotChanged = Refused<404 | 409> & {
  /** True if somebody else has changed the facts meanwhile. */
  isChanged?: true;
};

const IS_LAST: NotChanged = { refused: staffMessages.lastDirector, status: 409 };
const NOT_ON_STAFF: NotChanged = { refused: staffMessages.notOnStaff, status: 404 };
const IS_CHANGED: NotChanged = { refused: staffMessages.changedMeanwhile, status: 409, isChanged: true };

/**
 * Whether there is a director other than this account. A director is an account that has the claim, is not disabled,
 * and is either recorded as a director or has no row in `staff`.
 */
const isAnotherDirector = (uid: string): SQL => sql`EXISTS (SELECT 1 FROM ${users}
  LEFT JOIN ${staff} ON ${staff.uid} = ${users.uid}
  WHERE ${users.admin} = 1 AND ${users.disabledAt} IS NULL AND ${users.uid} <> ${uid}
  AND ${holdsAbility("everything")})`;

/** Whether there would still be a director if this account stopped being one. */
const isDispensable = (uid: string): SQL =>
  sql`(${isAnotherDirector(uid)} OR EXISTS (SELECT 1 FROM ${staff} WHERE ${staff.uid} = ${uid}
    AND NOT ${holdsAbility("everything")}))`;

/**
 * All members of the staff, all former members to whom unread applications are still assigned, the open invitations,
 * and the time zone of the event. At most two round trips.
 */
export async function readStaff({ db }: Context, conferenceId: string) {
  const [people, open, loads, [event]] = await db.batch([
    memberRows(db).where(sql`${users.admin} = 1`).orderBy(users.emailKey),
    openInvitationRows(db),
    loadRows(db, conferenceId),
    programmeEventRows(db, conferenceId),
  ]);
  const known = new Set(people.map(({ uid }) => uid));
  const gone = loads.filter(({ uid, unstarted }) => !known.has(uid) && unstarted > 0).map(({ uid }) => uid);
  const others = gone.length === 0 ? [] : await memberRows(db).where(sql`${users.uid} IN ${listed(gone)}`);
  return {
    members: [...people, ...others].map((row) => memberFrom(row, loads)),
    invitations: open,
    zone: zoneOf(event),
  };
}

/**
 * A member of the staff, or a former member to whom unread applications are still assigned; null for anybody else. The
 * result also has the time zone of the event. One round trip.
 */
export async function findMember(
  { db }: Context,
  conferenceId: string,
  uid: string,
): Promise<(Member & { zone: string }) | null> {
  const [[row], loads, [event]] = await db.batch([
    memberRows(db).where(eq(users.uid, uid)),
    loadRows(db, conferenceId, uid),
    programmeEventRows(db, conferenceId),
  ]);
  const member = row && memberFrom(row, loads);
  return member && (member.abilities.length > 0 || member.unstarted > 0)
    ? { ...member, zone: zoneOf(event) }
    : null;
}

/**
 * Changes the facts about a member of the staff, provided that the stored facts still have this version. The last
 * director stays a director.
 */
export async function changeStaff(
  context: Context,
  { viewer, now }: SignedIn,
  { uid, version }: { uid: string; version: string },
  { name, abilities, capacity, institution, onLeave, doorUntil }: StaffFacts,
): Promise<{ changed: true } | NotChanged> {
  const { db } = context;
  const onLeaveSince = onLeave ? sql`coalesce(${staff.onLeaveSince}, ${now})` : null;
  const facts = { name, abilities, capacity, institution, doorUntil };
  const mayChange = and(
    eq(users.uid, uid),
    eq(users.admin, true),
    can(abilities, "everything") ? undefined : isDispensable(uid),
    sql`(SELECT ${factsVersion} FROM (SELECT 1) LEFT JOIN ${staff} ON ${staff.uid} = ${uid}) = ${version}`,
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "changeStaff", object: `staff/${uid}` },
      detail: { abilities, capacity, ...endOfDoor(doorUntil), onLeave },
    },
    hasRow(users, mayChange),
  );
  const [, changed] = await db.batch([
    entry,
    insertFrom(
      db,
      staff,
      { uid, ...facts, onLeaveSince: onLeave ? now : null, createdAt: Date.now() },
      sql`WHERE ${isDone}`,
    )
      .onConflictDoUpdate({ target: staff.uid, set: { ...facts, onLeaveSince } })
      .returning({ uid: staff.uid }),
  ]);
  if (changed.length === 1) return { changed: true };
  const [stored] = await memberRows(db).where(eq(users.uid, uid));
  if (!stored?.admin) return NOT_ON_STAFF;
  if (stored.version === version) return IS_LAST;
  // If the form was sent twice, the first one has already stored the same facts.
  const wanted = JSON.stringify([name, abilities, capacity, institution, doorUntil, Number(onLeave)]);
  return stored.version === wanted ? { changed: true } : IS_CHANGED;
}

/** Removes a person's abilities and admin claim, and ends all their sessions. The last director cannot be removed. */
export async function removeStaff(
  context: Context,
  { viewer }: SignedIn,
  uid: string,
): Promise<{ removed: true } | NotChanged> {
  const { db } = context;
  const mayRemove = and(eq(users.uid, uid), eq(users.admin, true), isDispensable(uid));
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: "removeStaff", object: `staff/${uid}` },
    hasRow(users, mayRemove),
  );
  const [, removed] = await db.batch([
    entry,
    db.update(users).set({ admin: false }).where(mayRemove).returning({ uid: users.uid }),
    db.delete(sessions).where(and(eq(sessions.uid, uid), isDone)),
    db
      .delete(staff)
      .where(
        and(
          eq(staff.uid, uid),
          sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${uid} AND ${users.admin} = 1)`,
        ),
      ),
  ]);
  return removed.length === 1 ? { removed: true } : memberRefusal(db, uid);
}

/** The time zone of the event. If somebody's ability "door" has a last day, that day ends in this zone. */
export async function eventZone({ db }: Context, { settings }: SignedIn): Promise<string> {
  const [event] = await programmeEventRows(db, settings.conferenceId);
  return zoneOf(event);
}

async function memberRefusal(db: Database, uid: string): Promise<NotChanged> {
  const [account] = await db.select({ admin: users.admin }).from(users).where(eq(users.uid, uid));
  return account?.admin ? IS_LAST : NOT_ON_STAFF;
}

/**
 * The facts of a row of `staff` as one text, for a form to send back. If there is no row, all facts but the last are
 * null.
 */
const factsVersion = sql<string>`json_array(${staff.name}, json(${staff.abilities}), ${staff.capacity},
  ${staff.institution}, ${staff.doorUntil}, ${staff.onLeaveSince} IS NOT NULL)`;

const memberRows = (db: Database) =>
  db
    .select({
      uid: users.uid,
      email: users.email,
      admin: users.admin,
      disabledAt: users.disabledAt,
      name: staff.name,
      abilities: staff.abilities,
      capacity: staff.capacity,
      institution: staff.institution,
      onLeaveSince: staff.onLeaveSince,
      doorUntil: staff.doorUntil,
      version: factsVersion.as("version"),
    })
    .from(users)
    .leftJoin(staff, eq(staff.uid, users.uid))
    .$dynamic();

type MemberRow = Awaited<ReturnType<typeof memberRows>>[number];
type Load = { uid: string; assigned: number; unstarted: number };

function memberFrom({ admin, ...row }: MemberRow, loads: Load[]): Member {
  const { assigned = 0, unstarted = 0 } = loads.find(({ uid }) => uid === row.uid) ?? {};
  const abilities = admin ? (row.abilities ?? EVERYTHING) : [];
  return { ...row, abilities, capacity: row.capacity ?? 1, assigned, unstarted };
}

/**
 * How many applications were assigned to each member of the staff, or only to the member `uid`, and how many of those
 * that are submitted the member has not started (`unstarted`). An application that is open again waits for nobody.
 */
export const loadRows = (db: Database, conferenceId: string, uid?: string) =>
  db
    .select({
      uid: assignments.staffUid,
      assigned: sql<number>`count(*)`,
      unstarted: sql<number>`sum(${hasRow(
        applications,
        and(
          eq(applications.conferenceId, conferenceId),
          eq(applications.uid, assignments.uid),
          isNotNull(applications.submittedAt),
        ),
      )} AND NOT ${isStarted(conferenceId, sql`${assignments.uid}`, sql`${assignments.staffUid}`)})`,
    })
    .from(assignments)
    .where(
      and(
        eq(assignments.conferenceId, conferenceId),
        uid === undefined ? undefined : eq(assignments.staffUid, uid),
      ),
    )
    .groupBy(assignments.staffUid);
