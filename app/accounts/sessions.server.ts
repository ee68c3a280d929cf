import { and, desc, eq, gt, inArray, isNull, ne, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, insertFrom, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { factors, sessions, users } from "#db/schema/accounts.ts";
import { staff } from "#db/schema/staff.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import { fingerprint, newSecret } from "~/platform/ids.server.ts";
import { logFault } from "~/platform/log.server.ts";
import { type Ability, EVERYTHING } from "~/values/abilities.ts";
import type { Refused } from "~/values/types.ts";
import type { FactorUse } from "./factor.ts";
import { hasFactorOf } from "./factors.server.ts";
import { endCalendars } from "./links.server.ts";
import { accountMessages } from "./messages.ts";
import { FRESH_MINUTES, lastUse, laterEnd, laterWaking, sessionEnd } from "./sessions.ts";

const FRESH = FRESH_MINUTES * 60 * 1000;

export type VisitorRow = Omit<Viewer, "abilities" | "hasFactor"> & {
  recorded: Ability[] | null;
  factorSince: number | null;
};

/**
 * The secret of a browser's session is in a cookie; the secret of a program's session is its refresh token. Neither
 * works in place of the other.
 */
export type SessionKind = "browser" | "program";

/** The key of a session's row. It includes the kind: without it, a program's secret would also work as a cookie. */
export const sessionHash = (kind: SessionKind, secret: string) => fingerprint(`${kind} ${secret}`);

/** The owner of a session: one row. No row if the session is unknown or over, or if its owner is disabled. */
export const visitorRows = (db: Database, hash: string | null) => ownerAt(db, hash ?? "", Date.now());

const ownerAt = prepared((db: Database, hash: string, now: number) =>
  db
    .select({
      uid: users.uid,
      email: users.email,
      emailVerifiedAt: users.emailVerifiedAt,
      admin: users.admin,
      hpairPlusSubscriptionId: users.hpairPlusSubscriptionId,
      createdAt: users.createdAt,
      authenticatedAt: sessions.authenticatedAt,
      factorSince: sql<number | null>`${factors.createdAt}`.as("factor_since"),
      awakeAt: sessions.awakeAt,
      factorTypedAt: sessions.factorTypedAt,
      factorUsedAt: sessions.factorUsedAt,
      // In a batch, two columns with the same name are returned as one.
      openedAt: sql<number>`${sessions.createdAt}`.as("opened_at"),
      expiresAt: sessions.expiresAt,
      sessionHash: sessions.idHash,
      edition: sessions.edition,
      recorded: staff.abilities,
      doorUntil: staff.doorUntil,
    })
    .from(sessions)
    .innerJoin(users, eq(users.uid, sessions.uid))
    .leftJoin(staff, eq(staff.uid, users.uid))
    .leftJoin(factors, eq(factors.uid, users.uid))
    .where(and(eq(sessions.idHash, hash), gt(sessions.expiresAt, now), isNull(users.disabledAt))),
);

export function viewerFrom([row]: VisitorRow[]): Viewer | null {
  if (!row) return null;
  const { recorded, factorSince, ...viewer } = row;
  const abilities = viewer.admin ? (recorded ?? EVERYTHING) : [];
  const doorUntil = viewer.admin ? viewer.doorUntil : null;
  return { ...viewer, abilities, doorUntil, hasFactor: factorSince !== null };
}

/**
 * The viewer. Each use extends the session. If the viewer is staff, the time of the use (`awakeAt`) is stored too,
 * unless a long pause came before that use. Both are written after the answer: the new end at most once an hour, the
 * time of the use at most every five minutes.
 */
export function keptAlive(
  { db, requestId, waitUntil }: Pick<Context, "db" | "requestId" | "waitUntil">,
  viewer: Viewer | null,
): Viewer | null {
  if (!viewer) return null;
  const now = Date.now();
  const { sessionHash: idHash } = viewer;
  const later = {
    expiresAt: laterEnd(viewer, now) ?? viewer.expiresAt,
    awakeAt: laterWaking(viewer, now) ?? viewer.awakeAt,
  };
  if (later.expiresAt === viewer.expiresAt && later.awakeAt === viewer.awakeAt) return viewer;
  const writing = db
    .update(sessions)
    .set({
      expiresAt: sql`max(${sessions.expiresAt}, ${later.expiresAt})`,
      awakeAt: sql`nullif(max(coalesce(${sessions.awakeAt}, 0), ${later.awakeAt ?? 0}), 0)`,
    })
    .where(eq(sessions.idHash, idHash));
  waitUntil(
    writing.then(
      () => {},
      (error: unknown) => logFault(error, { requestId, method: "keptAlive", path: "sessions" }),
    ),
  );
  return { ...viewer, ...later };
}

/** Whether the password was typed in this session a short while ago. The second factor plays no part in this. */
export const isFresh = ({ authenticatedAt }: Viewer) => Date.now() - authenticatedAt <= FRESH;

/** A condition for a statement that acts: the viewer's session still exists and is fresh. */
export const isStillFresh = ({ sessionHash }: Viewer) =>
  sql`EXISTS (SELECT 1 FROM ${sessions} WHERE ${sessions.idHash} = ${sessionHash}
    AND ${sessions.authenticatedAt} >= ${Date.now() - FRESH} AND ${sessions.expiresAt} > ${Date.now()})`;

type SessionOwner = { uid: string; admin: boolean };

/** Where a session is opened: the name of the device, as lists show it, and the network. */
export type OpenedFrom = { device: string; network: string };

/**
 * A new session, and the row that makes it valid. `secret` is only for the session's holder. Times are real time, UTC
 * ms.
 */
export function newSession(
  user: SessionOwner,
  kind: SessionKind,
  from: OpenedFrom,
  { factorTypedAt, factorUsedAt }: FactorUse = NO_CODE,
) {
  const secret = newSecret();
  const now = Date.now();
  const row = {
    idHash: sessionHash(kind, secret),
    uid: user.uid,
    authenticatedAt: now,
    createdAt: now,
    expiresAt: sessionEnd(user, now, now),
    ...{ ...from, awakeAt: null, factorTypedAt, factorUsedAt },
  };
  return { secret, sessionHash: row.idHash, authenticatedAt: now, expiresAt: row.expiresAt, row };
}

/** The data that the holder of a new session receives. */
export type OpenSession = Omit<ReturnType<typeof newSession>, "row">;

/**
 * `passwordHash` is the hash of the account's password. From it, the portal makes the entry by which the account
 * recognises this browser.
 */
export type OpenedSession = OpenSession & { viewer: Viewer; passwordHash: string };

/** The account has a second factor and its code was not typed: there is no session yet. */
export type CodeNeeded = { needsCode: true; passwordHash: string };

/** The factor times of a session that begins without a code. */
const NO_CODE: FactorUse = { factorTypedAt: null, factorUsedAt: null };

/**
 * Opens a session, and closes the earlier session of the browser, if there was one. If the account has a second factor,
 * a browser gets no session until a code has been typed. A program gets a session, but can do nothing with it that
 * needs a second factor.
 *
 * @param code set if a code of the second factor was typed.
 * @returns why there is no session: the code is needed, or the account was deleted or disabled meanwhile.
 */
export async function openSession(
  db: Database,
  user: SessionOwner,
  kind: "program",
  from: OpenedFrom,
): Promise<OpenedSession | Refused<401>>;
export async function openSession(
  db: Database,
  user: SessionOwner,
  kind: "browser",
  from: OpenedFrom,
  replacedHash: string | null,
  code?: FactorUse,
): Promise<OpenedSession | CodeNeeded | Refused<401>>;
export async function openSession(
  db: Database,
  user: SessionOwner,
  kind: SessionKind,
  from: OpenedFrom,
  replacedHash: string | null = null,
  code: FactorUse = NO_CODE,
): Promise<OpenedSession | CodeNeeded | Refused<401>> {
  const { row, ...session } = newSession(user, kind, from, code);
  const isOwner = and(eq(users.uid, user.uid), isNull(users.disabledAt));
  const hasFactor = subquery(hasFactorOf(users.uid));
  const asksNothing = kind === "program" || code.factorTypedAt !== null;
  const [[owner], , visitors] = await db.batch([
    db.select({ passwordHash: users.passwordHash, hasFactor }).from(users).where(isOwner),
    insertFrom(
      db,
      sessions,
      row,
      sql`FROM ${users} WHERE ${and(isOwner, asksNothing ? undefined : sql`NOT ${hasFactor}`)}`,
    ),
    visitorRows(db, row.idHash),
    db.delete(sessions).where(and(eq(sessions.idHash, replacedHash ?? ""), isOpened(row.idHash))),
  ]);
  const viewer = viewerFrom(visitors);
  if (owner && viewer) return { ...session, viewer, passwordHash: owner.passwordHash };
  return owner?.hasFactor
    ? { needsCode: true, passwordHash: owner.passwordHash }
    : { refused: accountMessages.invalidCredentials, status: 401 };
}

const opened = alias(sessions, "opened");
const isOpened = (hash: string) =>
  sql`EXISTS (SELECT 1 FROM ${sessions} AS ${opened} WHERE ${opened.idHash} = ${hash})`;

export async function closeSession(db: Database, hash: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.idHash, hash));
}

/**
 * Ends every session of the owner of this session, in browsers and in programs, and the private addresses of their
 * calendars.
 */
export async function closeEverySession(db: Database, hash: string): Promise<void> {
  const owner = db
    .select({ uid: sessions.uid })
    .from(sessions)
    .where(and(eq(sessions.idHash, hash), gt(sessions.expiresAt, Date.now())));
  await db.batch([endCalendars(db, sql`${owner}`), db.delete(sessions).where(inArray(sessions.uid, owner))]);
}

/**
 * The person who makes a request, according to their cookies. `session` is the key of a row of `sessions`. That row
 * must belong to the same person.
 */
export type Asker = { uid: string; session: string };

/** @param visitors the rows of `visitorRows` for the asker's session, read in one batch with the requested data. */
export const isSessionOf = ({ uid }: Asker, [visitor]: VisitorRow[]): boolean => visitor?.uid === uid;

/** This many characters of the keys of an account's sessions are enough to tell the sessions apart. */
const SHORT_ID = 16;

/** The sessions in which somebody is logged in, newest first. Times are real time. */
export async function readSessions({ db }: Context, viewer: Viewer) {
  const rows = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.uid, viewer.uid), gt(sessions.expiresAt, Date.now())))
    .orderBy(desc(sessions.createdAt), sessions.idHash);
  return rows.map(({ idHash, device, network, createdAt, expiresAt }) => ({
    ...{ id: idHash.slice(0, SHORT_ID), device, network, openedAt: createdAt },
    usedAt: lastUse({ admin: viewer.admin, openedAt: createdAt, expiresAt }),
    isThis: idHash === viewer.sessionHash,
  }));
}

/**
 * Ends other sessions of the viewer.
 *
 * @param id the id of one of these sessions, as `readSessions` gives it; null to end all of them.
 */
export async function endOtherSessions({ db }: Context, viewer: Viewer, id: string | null): Promise<void> {
  await db
    .delete(sessions)
    .where(
      and(
        eq(sessions.uid, viewer.uid),
        ne(sessions.idHash, viewer.sessionHash),
        id === null ? undefined : eq(sql`substr(${sessions.idHash}, 1, ${SHORT_ID})`, id),
      ),
    );
}
