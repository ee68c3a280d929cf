import { randomBytes } from "node:crypto";
import { and, eq, isNull, ne, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom } from "#db/client.ts";
import { factorResets, factors, passkeys, recoveryCodes, sessions, type users } from "#db/schema/accounts.ts";
import { audit } from "#db/schema/staff.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import type { Refused } from "~/values/types.ts";
import { RECOVERY_CODES, stepOf, typedCode } from "./factor.ts";
import { recordFactorAct } from "./factor-acts.server.ts";
import { recoveryHash } from "./factor-codes.server.ts";
import { accountMessages } from "./messages.ts";
import { seal, unseal } from "./sealing.server.ts";

const HOUR = 60 * 60 * 1000;

/**
 * The first code of a new secret must come within this time, because the page that shows the secret may have been left
 * open.
 */
const OFFER_LIFE = HOUR;

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const inBase32 = (bytes: Uint8Array) => [...bytes].map((byte) => BASE32[byte & 31]).join("");

const unusedCodes = (db: Database, uid: string) =>
  db
    .select({ hash: recoveryCodes.hash })
    .from(recoveryCodes)
    .where(and(eq(recoveryCodes.uid, uid), isNull(recoveryCodes.usedAt)));

/**
 * A new secret for the viewer's app. Nothing is stored until the form with the first code brings the secret back in
 * `sealed`.
 */
export async function offerFactor({ config }: Context, { uid }: Viewer) {
  const secret = inBase32(randomBytes(32));
  return { secret, sealed: await seal(config, `offer ${uid}`, `${Date.now()} ${secret}`) };
}

/** The secret that was offered to the viewer; null if it is not theirs, or was offered too long ago. */
export async function offeredSecret({ config }: Context, { uid }: Viewer, sealed: string) {
  const [at, secret] = ((await unseal(config, `offer ${uid}`, sealed)) ?? "").split(" ");
  return secret && Date.now() - Number(at) <= OFFER_LIFE ? { secret, sealed } : null;
}

/** Ten new codes, and the statements that replace all earlier codes with the new ones if `isDone` holds. */
function newRecoveryCodes(db: Database, uid: string, isDone: SQL) {
  const codes = Array.from({ length: RECOVERY_CODES }, () => inBase32(randomBytes(16)));
  const statements = [
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.uid, uid), isDone)),
    ...codes.map((code) =>
      insertFrom(
        db,
        recoveryCodes,
        { hash: recoveryHash(uid, code), uid, usedAt: null },
        sql`WHERE ${isDone}`,
      ),
    ),
  ] as const;
  return { codes, statements };
}

/**
 * Switches on the viewer's second factor, or replaces the present one, once the first code from the app has been typed.
 * All other sessions of the viewer end, because no code of this factor was typed in any of them. All passkeys of the
 * viewer are removed, because one of them may be on a lost phone.
 *
 * @returns the recovery codes, which nobody can read a second time.
 */
export async function switchFactorOn(
  context: Context,
  viewer: Viewer,
  { secret, firstCode }: { secret: string; firstCode: string },
): Promise<{ codes: string[] } | Refused<400 | 409>> {
  const { db, config } = context;
  const { uid, sessionHash, hasFactor } = viewer;
  const now = Date.now();
  const code = typedCode(firstCode);
  const step = code && "app" in code ? stepOf(secret, code.app, now) : null;
  if (step === null) return { refused: accountMessages.factor.firstWrong, status: 400 };
  const row = { uid, secret: await seal(config, uid, secret), lastStep: step, createdAt: now };
  const has = hasRow(factors, eq(factors.uid, uid));
  const { entry, isDone, mail } = recordFactorAct(
    context,
    viewer,
    hasFactor ? "replaceFactor" : "switchFactorOn",
    sql`${hasFactor ? has : sql`NOT ${has}`} AND ${hasRow(sessions, eq(sessions.idHash, sessionHash))}`,
  );
  const { codes, statements } = newRecoveryCodes(db, uid, isDone);
  const [, , , made] = await db.batch([
    entry,
    db.delete(factors).where(and(eq(factors.uid, uid), isDone)),
    insertFrom(db, factors, row, sql`WHERE ${isDone}`),
    db
      .update(sessions)
      .set({ factorTypedAt: now, factorUsedAt: now })
      .where(and(eq(sessions.idHash, sessionHash), isDone))
      .returning({ idHash: sessions.idHash }),
    db.delete(sessions).where(and(eq(sessions.uid, uid), ne(sessions.idHash, sessionHash), isDone)),
    db.delete(factorResets).where(and(eq(factorResets.uid, uid), isDone)),
    db.delete(passkeys).where(and(eq(passkeys.uid, uid), isDone)),
    ...statements,
    mail,
  ]);
  return made.length === 1 ? { codes } : { refused: accountMessages.factor.changedMeanwhile, status: 409 };
}

/** Replaces the viewer's recovery codes with ten new ones; null if the viewer no longer has a second factor. */
export async function renewRecoveryCodes(
  context: Context,
  viewer: Viewer,
): Promise<{ codes: string[] } | null> {
  const { db } = context;
  const { uid } = viewer;
  const has = hasRow(factors, eq(factors.uid, uid));
  const { entry, isDone, mail } = recordFactorAct(context, viewer, "renewRecoveryCodes", has);
  const { codes, statements } = newRecoveryCodes(db, uid, isDone);
  const [[factor]] = await db.batch([
    db.select({ uid: factors.uid }).from(factors).where(eq(factors.uid, uid)),
    entry,
    ...statements,
    mail,
  ]);
  return factor ? { codes } : null;
}

/** Switches off the viewer's second factor. */
export async function switchFactorOff(context: Context, viewer: Viewer): Promise<void> {
  const { db } = context;
  const has = hasRow(factors, eq(factors.uid, viewer.uid));
  const { entry, isDone, mail } = recordFactorAct(context, viewer, "switchFactorOff", has);
  await db.batch([entry, ...withoutFactor(db, viewer.uid, isDone), mail]);
}

/** Whether somebody has ever turned their factor off. */
export const hasSwitchedOff = async ({ db }: Context, { uid }: Viewer): Promise<boolean> =>
  (
    await db
      .select({ id: audit.id })
      .from(audit)
      .where(and(eq(audit.actorUid, uid), eq(audit.action, "switchFactorOff")))
      .limit(1)
  ).length > 0;

/** The statements that remove somebody's factor, recovery codes and passkeys if a condition holds. */
export const withoutFactor = (db: Database, uid: string, condition: SQL) =>
  [
    db.delete(factors).where(and(eq(factors.uid, uid), condition)),
    db.delete(recoveryCodes).where(and(eq(recoveryCodes.uid, uid), condition)),
    db.delete(passkeys).where(and(eq(passkeys.uid, uid), condition)),
  ] as const;

/**
 * The state of the viewer's factor: since when they have had it, and how many recovery codes are left; null if they
 * have no factor.
 */
export async function readFactor(
  { db }: Context,
  { uid }: Viewer,
): Promise<{ since: number; codesLeft: number } | null> {
  const [[factor], left] = await db.batch([
    db.select({ since: factors.createdAt }).from(factors).where(eq(factors.uid, uid)),
    unusedCodes(db, uid),
  ]);
  return factor ? { since: factor.since, codesLeft: left.length } : null;
}

/** Whether an account has a second factor, as a condition. */
export const hasFactorOf = (uid: string | typeof users.uid): SQL<boolean> =>
  sql<boolean>`EXISTS (SELECT 1 FROM ${factors} WHERE ${factors.uid} = ${uid})`;
