import { and, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom, listed } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { outbox } from "#db/schema/mail.ts";
import { assignments } from "#db/schema/reviews.ts";
import { invitations, staff } from "#db/schema/staff.ts";
import { voidLinks } from "~/accounts/links.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { isStarted } from "~/reviews/distribution.server.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { LINK_PURPOSES, type Refused, type StaffRole } from "~/values/types.ts";
import { invite, openInvitationRows } from "./invitations.server.ts";
import { staffMails } from "./mails.ts";
import { staffMessages } from "./messages.ts";

/** What a director may set for somebody on the staff. */
export type StaffFacts = {
  role: StaffRole;
  capacity: number;
  institution: string | null;
  onLeave: boolean;
};

/** Somebody with the admin claim; or, with `role` null, somebody who had it and was given something to read. */
export type Member = {
  uid: string;
  email: string;
  role: StaffRole | null;
  capacity: number;
  institution: string | null;
  onLeaveSince: number | null;
  disabledAt: number | null;
  /** Applications of the current conference that they were given. */
  assigned: number;
  /** Those among them that they have neither reviewed nor commented on. */
  unstarted: number;
};

type NotChanged = Refused<404 | 409>;

const IS_LAST: NotChanged = { refused: staffMessages.lastDirector, status: 409 };
const NOT_ON_STAFF: NotChanged = { refused: staffMessages.notOnStaff, status: 404 };

/**
 * Whether there is another director beside this account: with the claim, not disabled, and recorded as a
 * director or without a record.
 */
const isAnotherDirector = (uid: string): SQL => sql`EXISTS (SELECT 1 FROM ${users}
  LEFT JOIN ${staff} ON ${staff.uid} = ${users.uid}
  WHERE ${users.admin} = 1 AND ${users.disabledAt} IS NULL AND ${users.uid} <> ${uid}
  AND coalesce(${staff.role}, 'director') = 'director')`;

/** Whether there would still be a director if this account were none. */
const isDispensable = (uid: string): SQL =>
  sql`(${isAnotherDirector(uid)} OR EXISTS (SELECT 1 FROM ${staff} WHERE ${staff.uid} = ${uid}
    AND ${staff.role} <> 'director'))`;

/**
 * Everybody on the staff, everybody who left with applications unread, and the open invitations; two round
 * trips at most.
 */
export async function readStaff({ db }: Context, conferenceId: string) {
  const [people, open, loads] = await db.batch([
    memberRows(db).where(sql`${users.admin} = 1`).orderBy(users.emailKey),
    openInvitationRows(db),
    loadRows(db, conferenceId),
  ]);
  const known = new Set(people.map(({ uid }) => uid));
  const gone = loads.filter(({ uid, unstarted }) => !known.has(uid) && unstarted > 0).map(({ uid }) => uid);
  const others = gone.length === 0 ? [] : await memberRows(db).where(sql`${users.uid} IN ${listed(gone)}`);
  return { members: [...people, ...others].map((row) => memberFrom(row, loads)), invitations: open };
}

/** One member; null unless they are on the staff or left with applications unread. One round trip. */
export async function findMember({ db }: Context, conferenceId: string, uid: string): Promise<Member | null> {
  const [[row], loads] = await db.batch([
    memberRows(db).where(eq(users.uid, uid)),
    loadRows(db, conferenceId, uid),
  ]);
  const member = row && memberFrom(row, loads);
  return member && (member.role !== null || member.unstarted > 0) ? member : null;
}

/**
 * Makes somebody staff: at once if there is an account with this address confirmed, else by an invitation to
 * the address. The new member is signed out everywhere, because a delegate's session lasts longer than a staff
 * session may, and staff need a longer password to sign in. Their links stop working too, also one by which an
 * earlier mailbox would take the account back.
 */
export async function addStaff(
  context: Context,
  visit: SignedIn,
  { email, role, capacity }: { email: string; role: StaffRole; capacity: number },
): Promise<{ added: "at once" | "invited" } | NotChanged> {
  const { db } = context;
  const [account] = await db
    .select()
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (account?.admin) return { refused: staffMessages.already, status: 409 };
  if (account && account.disabledAt !== null) return { refused: staffMessages.disabled, status: 409 };
  if (!account?.emailVerifiedAt) {
    await invite(context, visit.viewer.uid, { email, role, capacity });
    return { added: "invited" };
  }
  const { uid } = account;
  const createdAt = Date.now();
  // Each statement acts only if the previous one changed a row: of two directors who add the same person, one
  // does.
  const then = sql`WHERE changes() > 0`;
  const eventKey = `staff:${newId()}`;
  const isDone = sql`EXISTS (SELECT 1 FROM ${outbox} WHERE ${outbox.eventKey} = ${eventKey})`;
  const [added] = await db.batch([
    db
      .update(users)
      .set({ admin: true })
      .where(
        and(
          eq(users.uid, uid),
          eq(users.emailKey, account.emailKey),
          isNotNull(users.emailVerifiedAt),
          eq(users.admin, false),
          isNull(users.disabledAt),
        ),
      )
      .returning({ uid: users.uid }),
    auditEntry(context, {
      actorUid: visit.viewer.uid,
      action: "addStaff",
      object: `staff/${uid}`,
      detail: { role, capacity },
    }),
    insertFrom(db, staff, { uid, role, capacity, createdAt }, then).onConflictDoUpdate({
      target: staff.uid,
      set: { role, capacity, onLeaveSince: null },
    }),
    queueMail(
      db,
      {
        eventKey,
        recipient: account.email,
        text: staffMails.joined(role, `${context.origin}/`),
      },
      then,
    ),
    db.delete(sessions).where(and(eq(sessions.uid, uid), isDone)),
    voidLinks(db, sql`SELECT ${uid}`, [...LINK_PURPOSES], isDone),
    db.delete(invitations).where(and(eq(invitations.emailKey, account.emailKey), isDone)),
  ]);
  return added.length === 1 ? { added: "at once" } : { refused: staffMessages.already, status: 409 };
}

/** Changes the facts about somebody on the staff; the last director stays a director. */
export async function changeStaff(
  context: Context,
  { viewer, now }: SignedIn,
  uid: string,
  { role, capacity, institution, onLeave }: StaffFacts,
): Promise<{ changed: true } | NotChanged> {
  const { db } = context;
  const onLeaveSince = onLeave ? sql`coalesce(${staff.onLeaveSince}, ${now})` : null;
  const facts = { role, capacity, institution };
  const may = role === "director" ? sql`1` : isDispensable(uid);
  const [changed] = await db.batch([
    insertFrom(
      db,
      staff,
      { uid, ...facts, onLeaveSince: onLeave ? now : null, createdAt: Date.now() },
      sql`FROM ${users} WHERE ${users.uid} = ${uid} AND ${users.admin} = 1 AND ${may}`,
    )
      .onConflictDoUpdate({ target: staff.uid, set: { ...facts, onLeaveSince } })
      .returning({ uid: staff.uid }),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: "changeStaff",
      object: `staff/${uid}`,
      detail: { role, capacity, onLeave },
    }),
  ]);
  return changed.length === 1 ? { changed: true } : whyNot(db, uid);
}

/** Takes role and claim from somebody, and ends all their sessions; the last director stays. */
export async function removeStaff(
  context: Context,
  { viewer }: SignedIn,
  uid: string,
): Promise<{ removed: true } | NotChanged> {
  const { db } = context;
  const [removed] = await db.batch([
    db
      .update(users)
      .set({ admin: false })
      .where(and(eq(users.uid, uid), eq(users.admin, true), isDispensable(uid)))
      .returning({ uid: users.uid }),
    auditEntry(context, { actorUid: viewer.uid, action: "removeStaff", object: `staff/${uid}` }),
    db.delete(sessions).where(and(eq(sessions.uid, uid), sql`changes() > 0`)),
    db
      .delete(staff)
      .where(
        and(
          eq(staff.uid, uid),
          sql`NOT EXISTS (SELECT 1 FROM ${users} WHERE ${users.uid} = ${uid} AND ${users.admin} = 1)`,
        ),
      ),
  ]);
  return removed.length === 1 ? { removed: true } : whyNot(db, uid);
}

async function whyNot(db: Database, uid: string): Promise<NotChanged> {
  const [account] = await db.select({ admin: users.admin }).from(users).where(eq(users.uid, uid));
  return account?.admin ? IS_LAST : NOT_ON_STAFF;
}

const memberRows = (db: Database) =>
  db
    .select({
      uid: users.uid,
      email: users.email,
      admin: users.admin,
      disabledAt: users.disabledAt,
      role: staff.role,
      capacity: staff.capacity,
      institution: staff.institution,
      onLeaveSince: staff.onLeaveSince,
    })
    .from(users)
    .leftJoin(staff, eq(staff.uid, users.uid))
    .$dynamic();

type MemberRow = Awaited<ReturnType<typeof memberRows>>[number];
type Load = { uid: string; assigned: number; unstarted: number };

function memberFrom({ admin, ...row }: MemberRow, loads: Load[]): Member {
  const { assigned = 0, unstarted = 0 } = loads.find(({ uid }) => uid === row.uid) ?? {};
  const role = admin ? (row.role ?? "director") : null;
  return { ...row, role, capacity: row.capacity ?? 1, assigned, unstarted };
}

/** How much each member of the staff was given to read, or one of them. */
export const loadRows = (db: Database, conferenceId: string, uid?: string) =>
  db
    .select({
      uid: assignments.staffUid,
      assigned: sql<number>`count(*)`,
      unstarted: sql<number>`sum(NOT ${isStarted(conferenceId, sql`${assignments.uid}`, sql`${assignments.staffUid}`)})`,
    })
    .from(assignments)
    .where(
      and(
        eq(assignments.conferenceId, conferenceId),
        uid === undefined ? undefined : eq(assignments.staffUid, uid),
      ),
    )
    .groupBy(assignments.staffUid);
