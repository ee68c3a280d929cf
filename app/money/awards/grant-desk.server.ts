import { and, asc, desc, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Database, hasRow, inOneBatch, insertFrom, listed, subquery } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { budgets, grants } from "#db/schema/grants.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { roundRows, ticketRows } from "~/conference/catalogue.server.ts";
import type { GrantSize } from "~/money/prices/grants.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { reductionRows, usedOf, usesOf } from "~/standing/grants.server.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { dollars } from "~/values/money.ts";
import type { Refused } from "~/values/types.ts";
import { awardLine, type NewAward, type NewAwards, type NewCode } from "./grants.form.ts";
import { grantMessages } from "./messages.ts";

const MOST_SHOWN = 500;

/**
 * The budgets, codes and awards of a conference, newest first, each with how much of it has been used. Two round trips.
 */
export async function readGrants({ db }: Context, conferenceId: string) {
  const [budgetList, grantList, reductions, rounds, tickets] = await db.batch([
    budgetRows(db, conferenceId),
    db
      .select({ grant: grants, uses: subquery(usesOf(sql`${grants.id}`)).as("uses") })
      .from(grants)
      .where(and(eq(grants.conferenceId, conferenceId), isNull(grants.endedAt)))
      .orderBy(desc(grants.createdAt), asc(grants.id))
      .limit(MOST_SHOWN),
    reductionRows(db, conferenceId),
    roundRows(db, conferenceId),
    ticketRows(db, conferenceId),
  ]);
  const uids = grantList.flatMap(({ grant }) => grant.uid ?? []);
  const [emails, names] = await db.batch([emailRows(db, uids), nameRows(db, conferenceId, uids)]);
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  return {
    budgets: budgetList,
    reductions,
    grants: grantList.map(({ grant, uses }) => ({
      ...grant,
      uses,
      email: grant.uid && (emailOf.get(grant.uid) ?? ""),
      name: grant.uid && (nameOf.get(grant.uid)?.name ?? ""),
    })),
    rounds,
    tickets,
  };
}

/** The budgets of a conference, each with how much of it has been used. */
export const budgetRows = (db: Database, conferenceId: string) =>
  db
    .select({
      id: budgets.id,
      title: budgets.title,
      cents: budgets.cents,
      used: subquery(usedOf(sql`${budgets.id}`)).as("used"),
    })
    .from(budgets)
    .where(eq(budgets.conferenceId, conferenceId))
    .orderBy(asc(budgets.title));

/**
 * Makes a budget under the id that its form carries, so that one form makes one budget however often it is sent. One
 * round trip.
 *
 * @returns 409 if the form has already made a different budget.
 */
export async function createBudget(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  { id, title, amount: cents }: { id: string; title: string; amount: number },
): Promise<{ id: string } | Refused<409>> {
  const { db } = context;
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "budget", object: `budgets/${id}`, detail: { cents } },
    sql`NOT ${hasRow(budgets, eq(budgets.id, id))}`,
  );
  const [, , [budget]] = await db.batch([
    entry,
    db
      .insert(budgets)
      .values({ id, conferenceId, title, cents, createdBy: viewer.uid, createdAt: Date.now() })
      .onConflictDoNothing(),
    db.select().from(budgets).where(eq(budgets.id, id)),
  ]);
  const made = budget!;
  const isThis = made.conferenceId === conferenceId && made.title === title && made.cents === cents;
  if (isThis) return { id };
  return { refused: grantMessages.madeOtherwise(made.title, dollars(made.cents)), status: 409 };
}

/** @returns for each field, what is wrong with it; null if the code was made. */
export async function createCode(
  context: Context,
  visit: SignedIn,
  { code, title, size, budgetId, passType, roundId, maxUses, lastDay }: NewCode,
): Promise<Record<string, string> | null> {
  const { db } = context;
  const made = { code, passType, roundId, maxUses, validUntil: lastDay };
  const row = { ...newGrant(visit, title, size, budgetId), kind: "code" as const, ...made };
  const [inserted, [budget]] = await db.batch([
    insertFrom(db, grants, row, sql`WHERE ${isBudgetOf(visit, budgetId)}`)
      .onConflictDoNothing()
      .returning({ id: grants.id }),
    budgetThere(db, visit, budgetId),
    grantMade(context, visit, row),
  ]);
  if (inserted.length === 1) return null;
  return budget?.isThere ? { code: grantMessages.codeTaken } : { budgetId: grantMessages.unknownBudget };
}

/**
 * Gives an award to each line that names an applicant. A line is an e-mail address, optionally followed by a share or
 * an amount for that person alone. Somebody who already has an award keeps it. Three round trips.
 *
 * @returns how many awards were given, and each line that was refused, with the reason.
 */
export async function giveAwards(
  context: Context,
  visit: SignedIn,
  { people, title, size, budgetId }: NewAwards,
): Promise<
  { given: number; refused: { line: string; reason: string }[] } | { problems: { budgetId: string } }
> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const asked = people
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ line, read: awardLine(line) }));
  const keys = asked.flatMap(({ read }) => (read ? emailKey(read.email) : []));
  const [found, [budget]] = await db.batch([
    db
      .select({ uid: users.uid, key: users.emailKey })
      .from(users)
      .where(sql`${users.emailKey} IN ${listed(keys)}`),
    budgetThere(db, visit, budgetId),
  ]);
  if (!budget?.isThere) return { problems: { budgetId: grantMessages.unknownBudget } };
  const applied = await submittedAmong(
    db,
    conferenceId,
    found.map(({ uid }) => uid),
  );
  const uidOf = new Map(found.map(({ uid, key }) => [key, uid]));
  const hasApplied = new Set(applied.map(({ uid }) => uid));
  const lines = asked.map(({ line, read }) => {
    const uid = read && uidOf.get(emailKey(read.email));
    const own = read?.size ?? size;
    if (!read) return { line, reason: grantMessages.notALine };
    if (!uid) return { line, reason: grantMessages.noAccount };
    if (!hasApplied.has(uid)) return { line, reason: grantMessages.noApplication };
    return {
      line,
      row: { ...newGrant(visit, title, own, budgetId), kind: "award" as const, uid, maxUses: 1 },
    };
  });
  const rows = lines.flatMap(({ row }) => row ?? []);
  const given = await insertAwards(context, visit, rows, budgetId);
  const refused = lines.flatMap(({ line, reason, row }) =>
    row && given.has(row.id) ? [] : { line, reason: reason ?? grantMessages.hasAward },
  );
  return { given: given.size, refused };
}

/**
 * Gives one applicant an award. Two round trips.
 *
 * @returns what is wrong in each field or in general; null if the award was given.
 */
export async function giveAward(
  context: Context,
  visit: SignedIn,
  uid: string,
  { title, size, budgetId }: NewAward,
): Promise<{ problems: Record<string, string>; reason?: string } | null> {
  const { db } = context;
  const [[applied], [budget]] = await db.batch([
    submittedAmong(db, visit.settings.conferenceId, [uid]),
    budgetThere(db, visit, budgetId),
  ]);
  if (!budget?.isThere) return { problems: { budgetId: grantMessages.unknownBudget } };
  if (!applied) return { problems: {}, reason: grantMessages.applicationOpen };
  const row = { ...newGrant(visit, title, size, budgetId), kind: "award" as const, uid, maxUses: 1 };
  const given = await insertAwards(context, visit, [row], budgetId);
  return given.size === 1 ? null : { problems: {}, reason: grantMessages.awardThere };
}

/** Those of the people with these `uids` who have submitted their application. */
const submittedAmong = (db: Database, conferenceId: string, uids: string[]) =>
  db
    .select({ uid: applications.uid })
    .from(applications)
    .where(
      and(
        eq(applications.conferenceId, conferenceId),
        isNotNull(applications.submittedAt),
        sql`${applications.uid} IN ${listed(uids)}`,
      ),
    );

async function insertAwards(
  context: Context,
  visit: SignedIn,
  rows: (typeof grants.$inferInsert)[],
  budgetId: string | null,
): Promise<Set<string>> {
  const { db } = context;
  const inserted = await inOneBatch<unknown>(
    db,
    rows.flatMap((row) => [
      insertFrom(db, grants, row, sql`WHERE ${isBudgetOf(visit, budgetId)}`)
        .onConflictDoNothing()
        .returning({ id: grants.id }),
      grantMade(context, visit, row),
    ]),
  );
  // Every second result belongs to an audit entry.
  const made = inserted.filter((_, index) => index % 2 === 0) as { id: string }[][];
  return new Set(made.flat().map(({ id }) => id));
}

/** Ends an award or a code, unless it has ended already. Payments that it has already made cheaper keep their price. */
export async function endGrant(context: Context, visit: SignedIn, id: string): Promise<void> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const isLive = and(eq(grants.id, id), eq(grants.conferenceId, conferenceId), isNull(grants.endedAt));
  const { entry } = audited(
    context,
    { actorUid: visit.viewer.uid, action: "end grant", object: `grants/${id}` },
    hasRow(grants, isLive),
  );
  await db.batch([entry, db.update(grants).set({ endedAt: Date.now() }).where(isLive)]);
}

const newGrant = (
  { viewer, settings: { conferenceId } }: SignedIn,
  title: string,
  size: GrantSize,
  budgetId: string | null,
) => ({ id: newId(), conferenceId, title, ...size, budgetId, createdBy: viewer.uid, createdAt: Date.now() });

/** Whether a budget, if one is named, belongs to the conference. */
const isBudgetOf = ({ settings: { conferenceId } }: SignedIn, budgetId: string | null) =>
  budgetId === null
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM ${budgets} WHERE ${budgets.id} = ${budgetId}
      AND ${budgets.conferenceId} = ${conferenceId})`;

export const budgetThere = (db: Database, visit: SignedIn, budgetId: string | null) =>
  db.select({ isThere: sql<number>`${isBudgetOf(visit, budgetId)}`.as("is_there") }).from(sql`(SELECT 1)`);

const grantMade = (
  context: Context,
  { viewer }: SignedIn,
  { id, kind, uid, percent, amountCents, budgetId }: typeof grants.$inferInsert,
) =>
  auditRow(
    context,
    {
      ...{ actorUid: viewer.uid, action: kind, object: `grants/${id}` },
      detail: { ...(uid && { uid }), percent, amountCents, budgetId },
    },
    hasRow(grants, eq(grants.id, id)),
  );
