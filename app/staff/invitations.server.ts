import { and, asc, eq, gt, isNull, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom } from "#db/client.ts";
import { sessions, users } from "#db/schema/accounts.ts";
import { invitations, staff } from "#db/schema/staff.ts";
import { roleNoun } from "~/access/abilities.ts";
import { makeLink, voidLinks } from "~/accounts/links.server.ts";
import { type Busy, hashPassword, isBusy } from "~/accounts/passwords.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn, Viewer } from "~/platform/context.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { DAY } from "~/values/durations.ts";
import { emailKey, maskedEmail } from "~/values/email-addresses.ts";
import { LINK_PURPOSES, type Refused } from "~/values/types.ts";
import { INVITATION_DAYS } from "./limits.ts";
import { staffMails } from "./mails.ts";
import { staffMessages } from "./messages.ts";

const LIFE = INVITATION_DAYS * DAY;

export type Invitation = typeof invitations.$inferSelect;

/** The invitations whose links still work. The first to expire comes first. */
export const openInvitationRows = (db: Database) =>
  db
    .select()
    .from(invitations)
    .where(gt(invitations.expiresAt, Date.now()))
    .orderBy(asc(invitations.expiresAt));

/** The detail of an audit entry that says when the ability "door" ends; an empty object if the ability does not end. */
export const endOfDoor = (doorUntil: number | null) => (doorUntil === null ? {} : { doorUntil });

/** What an invitation says. */
type Invited = Pick<Invitation, "email" | "name" | "abilities" | "capacity" | "doorUntil">;

/** The condition for an open invitation that says the same to the same address. */
const isSame = ({ email, name, abilities, capacity, doorUntil }: Invited) =>
  and(
    eq(invitations.emailKey, emailKey(email)),
    eq(invitations.abilities, abilities),
    eq(invitations.capacity, capacity),
    sql`${invitations.name} IS ${name}`,
    sql`${invitations.doorUntil} IS ${doorUntil}`,
    gt(invitations.expiresAt, Date.now()),
  );

/**
 * The statements that send an invitation. An earlier invitation to the same address stops working. But if the earlier
 * invitation is open and says the same, it keeps working and nothing is sent, unless `isAgain` is true. The second
 * statement returns a row if the invitation is sent.
 *
 * @param zone the time zone of the event. The mail names the last day at the door in this zone.
 */
export function invitation(
  context: Context,
  actorUid: string,
  invited: Invited,
  zone: string,
  { isAgain = false } = {},
) {
  const { email, name, abilities, capacity, doorUntil } = invited;
  const { db } = context;
  const link = makeLink(context, "invitation");
  const { hash } = link;
  const createdAt = Date.now();
  const key = emailKey(email);
  const isThere = hasRow(invitations, eq(invitations.hash, hash));
  return [
    db
      .delete(invitations)
      .where(and(eq(invitations.emailKey, key), isAgain ? undefined : sql`NOT (${isSame(invited)})`)),
    db
      .insert(invitations)
      .values({
        hash,
        email: email.trim(),
        emailKey: key,
        name,
        abilities,
        capacity,
        doorUntil,
        invitedBy: actorUid,
        createdAt,
        expiresAt: createdAt + LIFE,
      })
      .onConflictDoNothing()
      .returning({ hash: invitations.hash }),
    auditRow(
      context,
      {
        ...{ actorUid, action: "inviteStaff", object: `invitations/${hash}` },
        detail: { abilities, capacity, ...endOfDoor(doorUntil) },
      },
      isThere,
    ),
    queueMail(
      db,
      {
        kind: "staff",
        eventKey: `invitation:${hash}`,
        recipient: email.trim(),
        text: (address) => staffMails.invited(roleNoun(abilities), address, doorUntil, zone),
        link,
      },
      sql`WHERE ${isThere}`,
    ),
  ] as const;
}

/**
 * Sends an open invitation again, with a new link. Returns false if the invitation is no longer open.
 *
 * @param zone as in `invitation`.
 */
export async function inviteAgain(
  context: Context,
  { viewer }: SignedIn,
  hash: string,
  zone: string,
): Promise<boolean> {
  const [open] = await context.db
    .select()
    .from(invitations)
    .where(and(eq(invitations.hash, hash), gt(invitations.expiresAt, Date.now())));
  if (open) await context.db.batch(invitation(context, viewer.uid, open, zone, { isAgain: true }));
  return open !== undefined;
}

/** Makes the link of an invitation stop working. Returns false if the invitation is no longer open. */
export async function withdrawInvitation(
  context: Context,
  { viewer }: SignedIn,
  hash: string,
): Promise<boolean> {
  const { db } = context;
  const isIt = eq(invitations.hash, hash);
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "withdrawInvitation", object: `invitations/${hash}` },
    hasRow(invitations, isIt),
  );
  const [, gone] = await db.batch([
    entry,
    db.delete(invitations).where(isIt).returning({ hash: invitations.hash }),
  ]);
  return gone.length === 1;
}

/**
 * The invitation to which a link belongs; null if the link no longer works. Reading the invitation does not use it up.
 */
export async function findInvitation({ db }: Context, secret: string): Promise<Invitation | null> {
  const [found] = await db.select().from(invitations).where(isOpen(secret));
  return found ?? null;
}

/**
 * Why this account may not accept an invitation; null if it may. Only the holder of the mailbox to which an invitation
 * was sent may accept it.
 */
export const notInvited = ({ email, emailKey: invited }: Invitation, viewer: Viewer): string | null =>
  emailKey(viewer.email) === invited
    ? null
    : staffMessages.invitationForOther(maskedEmail(email), viewer.email);

/**
 * Adds the account with the invited address to the staff. It also confirms that address, because the link came by mail.
 * All earlier ways into the account are closed: its sessions end, and its links stop working. One of these links could
 * let the holder of the account's earlier mailbox take the account back. The account gets a new password, which makes
 * its known devices unknown. The invitation stops working.
 */
export async function acceptInvitation(
  context: Context,
  viewer: Viewer,
  secret: string,
  password: string,
): Promise<{ accepted: true } | Refused<403 | 404 | 409> | Busy> {
  const { db } = context;
  const found = await findInvitation(context, secret);
  if (!found) return { refused: staffMessages.invitationInvalid, status: 404 };
  if (viewer.admin) return { refused: staffMessages.already, status: 409 };
  const other = notInvited(found, viewer);
  if (other) return { refused: other, status: 403 };
  const { uid } = viewer;
  const { name, abilities, capacity, doorUntil } = found;
  const post = { name, abilities, capacity, doorUntil };
  const now = Date.now();
  const passwordHash = await hashPassword(context, { isKnown: true }, password);
  if (isBusy(passwordHash)) return passwordHash;
  const mayJoin = and(
    eq(users.uid, uid),
    eq(users.emailKey, found.emailKey),
    eq(users.admin, false),
    isNull(users.disabledAt),
    hasRow(invitations, isOpen(secret)),
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: uid, action: "acceptInvitation", object: `staff/${uid}` },
      detail: { abilities, capacity, ...endOfDoor(doorUntil), invitedBy: found.invitedBy },
    },
    hasRow(users, mayJoin),
  );
  const [, joined] = await db.batch([
    entry,
    db
      .update(users)
      .set({
        admin: true,
        passwordHash,
        emailVerifiedAt: sql`coalesce(${users.emailVerifiedAt}, ${now})`,
      })
      .where(mayJoin)
      .returning({ uid: users.uid }),
    insertFrom(db, staff, { uid, ...post, createdAt: now }, sql`WHERE ${isDone}`).onConflictDoUpdate({
      target: staff.uid,
      set: { ...post, onLeaveSince: null },
    }),
    db.delete(sessions).where(and(eq(sessions.uid, uid), isDone)),
    voidLinks(db, sql`SELECT ${uid}`, [...LINK_PURPOSES], isDone),
    db.delete(invitations).where(and(eq(invitations.hash, found.hash), isDone)),
  ]);
  return joined.length === 1 ? { accepted: true } : { refused: staffMessages.invitationInvalid, status: 404 };
}

const isOpen = (secret: string) =>
  and(eq(invitations.hash, fingerprint(secret)), gt(invitations.expiresAt, Date.now()));
