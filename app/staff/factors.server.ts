import { and, asc, eq, gt, ne, type SQL, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { hasRow, insertFrom } from "#db/client.ts";
import { factorResets, factors, sessions, users } from "#db/schema/accounts.ts";
import { settings } from "#db/schema/site.ts";
import { staff } from "#db/schema/staff.ts";
import { holdsAbility } from "~/accounts/abilities.server.ts";
import { withoutFactor } from "~/accounts/factors.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { FACTOR_RULE } from "~/platform/settings.server.ts";
import { type Ability, EVERYTHING, type FactorRule } from "~/values/abilities.ts";
import type { Refused } from "~/values/types.ts";
import { RESET_HOURS } from "./limits.ts";
import { staffMails } from "./mails.ts";
import { staffMessages } from "./messages.ts";

/** A member of the staff and the state of their second factor. */
export type StaffFactor = {
  uid: string;
  called: string;
  abilities: readonly Ability[];
  /** Since when the member has had a second factor (real time); null if the member has none. */
  since: number | null;
  /**
   * An open reset of the factor. `askedBy` is the name or address of the director who asked for the reset, and `isOwn`
   * says whether this director is the viewer. Another director can confirm the reset until `until` (real time).
   */
  reset: { askedBy: string; isOwn: boolean; until: number } | null;
};

const LIFE = RESET_HOURS * 60 * 60 * 1000;
const asker = alias(users, "asker");
const askerStaff = alias(staff, "asker_staff");

/** All members of the staff with the state of their second factors, sorted by address. One round trip. */
export async function readStaffFactors({ db }: Context, { viewer }: SignedIn): Promise<StaffFactor[]> {
  const found = await db
    .select({
      uid: users.uid,
      email: users.email,
      name: staff.name,
      abilities: staff.abilities,
      since: sql<number | null>`${factors.createdAt}`.as("since"),
      askedBy: sql<string | null>`coalesce(${askerStaff.name}, ${asker.email})`.as("asked_by_name"),
      askedByUid: factorResets.askedBy,
      askedAt: factorResets.askedAt,
    })
    .from(users)
    .leftJoin(staff, eq(staff.uid, users.uid))
    .leftJoin(factors, eq(factors.uid, users.uid))
    .leftJoin(factorResets, and(eq(factorResets.uid, users.uid), gt(factorResets.askedAt, Date.now() - LIFE)))
    .leftJoin(asker, eq(asker.uid, factorResets.askedBy))
    .leftJoin(askerStaff, eq(askerStaff.uid, asker.uid))
    .where(sql`${users.admin} = 1`)
    .orderBy(asc(users.emailKey));
  return found.map(({ uid, email, name, abilities, since, askedBy, askedByUid, askedAt }) => ({
    ...{ uid, called: name ?? email, abilities: abilities ?? EVERYTHING, since },
    reset:
      askedBy !== null && askedAt !== null
        ? { askedBy, isOwn: askedByUid === viewer.uid, until: askedAt + LIFE }
        : null,
  }));
}

/** Sets who must have a second factor, and from when. With null, nobody must have one. */
export async function setFactorRule(
  context: Context,
  { viewer }: SignedIn,
  rule: FactorRule | null,
): Promise<void> {
  const { db } = context;
  const { entry } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "setFactorRule", object: `settings/${FACTOR_RULE}` },
      detail: rule ? { ...rule } : {},
    },
    sql`true`,
  );
  const value = JSON.stringify(rule);
  await db.batch([
    entry,
    db
      .insert(settings)
      .values({ key: FACTOR_RULE, value })
      .onConflictDoUpdate({ target: settings.key, set: { value } }),
  ]);
}

/** Whether an account belongs to a director who can log in. */
const isDirector = (uid: SQL | string): SQL => sql`EXISTS (SELECT 1 FROM ${users}
  LEFT JOIN ${staff} ON ${staff.uid} = ${users.uid}
  WHERE ${users.uid} = ${uid} AND ${users.admin} = 1 AND ${users.disabledAt} IS NULL
  AND ${holdsAbility("everything")})`;

type NotReset = Refused<403 | 409>;
const MOVED: NotReset = { refused: staffMessages.factors.moved, status: 409 };

/**
 * Asks for the removal of a person's second factor, because they lost their phone and codes. Another director has to
 * confirm it within a day. The person is told immediately. While a request is open, a second one changes nothing, and
 * nobody is told again.
 */
export async function askFactorReset(
  context: Context,
  { viewer }: SignedIn,
  uid: string,
): Promise<{ done: true } | NotReset> {
  const { db, origin } = context;
  if (uid === viewer.uid) return { refused: staffMessages.factors.notOwn, status: 403 };
  const { entry, isDone } = audited(
    context,
    { actorUid: viewer.uid, action: "askFactorReset", object: `users/${uid}` },
    sql`${hasRow(factors, eq(factors.uid, uid))} AND ${isDirector(viewer.uid)} AND NOT ${isOpenReset(uid)}`,
  );
  const reset = { askedBy: viewer.uid, askedAt: Date.now() };
  const [, , , [open]] = await db.batch([
    entry,
    insertFrom(db, factorResets, { uid, ...reset }, sql`WHERE ${isDone}`).onConflictDoUpdate({
      target: factorResets.uid,
      set: reset,
    }),
    queueMail(
      db,
      {
        kind: "account",
        eventKey: `factor-reset-asked:${newId()}`,
        recipient: sql`${users.email}`,
        text: staffMails.factorResetAsked(viewer.email, `${origin}/change-password`),
      },
      sql`FROM ${users} WHERE ${users.uid} = ${uid} AND ${isDone}`,
    ),
    db
      .select({ askedBy: factorResets.askedBy })
      .from(factorResets)
      .where(and(eq(factorResets.uid, uid), isOpenReset(uid))),
  ]);
  if (!open) return MOVED;
  return open.askedBy === viewer.uid
    ? { done: true }
    : { refused: staffMessages.factors.askedByAnother, status: 409 };
}

/**
 * Whether a person's factor has an open reset. With a `confirmer`, whether this director may confirm it: another
 * director must have asked for it.
 */
const isOpenReset = (uid: string, confirmer = ""): SQL => sql`EXISTS (SELECT 1 FROM ${factorResets}
  INNER JOIN ${users} AS ${asker} ON ${asker.uid} = ${factorResets.askedBy}
  LEFT JOIN ${staff} AS ${askerStaff} ON ${askerStaff.uid} = ${asker.uid}
  WHERE ${factorResets.uid} = ${uid} AND ${factorResets.askedBy} <> ${confirmer}
    AND ${factorResets.askedAt} > ${Date.now() - LIFE}
    AND ${asker.admin} = 1 AND ${asker.disabledAt} IS NULL
    AND (${askerStaff.abilities} IS NULL OR instr(${askerStaff.abilities}, '"everything"') > 0))`;

/**
 * Confirms a reset that another director asked for. This removes the second factor and its recovery codes, and ends
 * every session of the person. The person can then log in with the password alone and set up a new factor. The person
 * and all directors are told.
 */
export async function confirmFactorReset(
  context: Context,
  { viewer }: SignedIn,
  uid: string,
): Promise<{ done: true } | NotReset> {
  const { db } = context;
  if (uid === viewer.uid) return { refused: staffMessages.factors.notOwn, status: 403 };
  const [found] = await db
    .select({
      askerUid: factorResets.askedBy,
      // In a batch, two columns with the same name are returned as one. So this column has a different name.
      askedBy: sql<string>`${asker.email}`.as("asked_by_email"),
      email: users.email,
    })
    .from(factorResets)
    .innerJoin(asker, eq(asker.uid, factorResets.askedBy))
    .innerJoin(users, eq(users.uid, factorResets.uid))
    .where(eq(factorResets.uid, uid));
  if (!found) return MOVED;
  if (found.askerUid === viewer.uid) return { refused: staffMessages.factors.byAnother, status: 403 };
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "resetFactor", object: `users/${uid}` },
      detail: { askedBy: found.askerUid },
    },
    sql`${isOpenReset(uid, viewer.uid)} AND ${isDirector(viewer.uid)}`,
  );
  const [, , done] = await db.batch([
    entry,
    queueMail(
      db,
      {
        kind: "account",
        eventKey: sql`${`factor-reset:${newId()}:`} || ${users.uid}`,
        recipient: sql`${users.email}`,
        text: staffMails.factorReset(`by ${found.askedBy} and ${viewer.email}`, found.email),
      },
      sql`FROM ${users} LEFT JOIN ${staff} ON ${staff.uid} = ${users.uid}
        WHERE (${users.uid} = ${uid} OR (${users.admin} = 1 AND ${users.disabledAt} IS NULL
          AND ${holdsAbility("everything")})) AND ${isDone}`,
    ),
    db
      .delete(factorResets)
      .where(and(eq(factorResets.uid, uid), isDone))
      .returning({ uid: factorResets.uid }),
    ...withoutFactor(db, uid, isDone),
    db.delete(sessions).where(and(eq(sessions.uid, uid), ne(sessions.uid, viewer.uid), isDone)),
  ]);
  return done.length === 1 ? { done: true } : MOVED;
}

/** Withdraws an open reset, whoever asked for it. */
export async function withdrawFactorReset(
  context: Context,
  { viewer }: SignedIn,
  uid: string,
): Promise<void> {
  const { db } = context;
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "withdrawFactorReset", object: `users/${uid}` },
    hasRow(factorResets, eq(factorResets.uid, uid)),
  );
  await db.batch([entry, db.delete(factorResets).where(eq(factorResets.uid, uid))]);
}
