import { and, asc, desc, eq, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, inOneBatch, insertFrom, listed, subquery } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { applications } from "#db/schema/applications.ts";
import { budgets, grants } from "#db/schema/grants.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { outLimitInForce, roundRows, ticketRows } from "~/conference/catalogue.server.ts";
import { outgoingMessages } from "~/money/outgoings/messages.ts";
import {
  type Approval,
  confirmOutgoing,
  type Outgoing,
  openGrants,
  outLimitRows,
  proposeOutgoing,
} from "~/money/outgoings/outgoings.server.ts";
import { isTooMuchAlone, mostTakenOff } from "~/money/outgoings/outgoings.ts";
import type { GrantSize } from "~/money/prices/grants.ts";
import { audited, auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { reductionRows, usedOf, usesOf } from "~/standing/grants.server.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { messages } from "~/values/messages.ts";
import { dollars } from "~/values/money.ts";
import type { OutgoingRequest } from "~/values/shapes.ts";
import type { Refused as Refusal } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import { awardLine, type NewAward, type NewAwards, type NewCode } from "./grants.form.ts";
import { grantMessages } from "./messages.ts";

const MOST_SHOWN = 500;

/**
 * The budgets, codes and awards of a conference, newest first, each with how much of it has been used. Two round trips.
 */
export async function readGrants({ db }: Context, conferenceId: string) {
  const [budgetList, grantList, reductions, rounds, tickets, waiting] = await db.batch([
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
    openGrants(db, conferenceId),
  ]);
  const proposedFor = waiting.flatMap(({ request }) =>
    request.does === "award" ? request.awards.map(({ uid }) => uid) : [],
  );
  const uids = [...new Set([...grantList.flatMap(({ grant }) => grant.uid ?? []), ...proposedFor])];
  const [emails, names] = await db.batch([emailRows(db, uids), nameRows(db, conferenceId, uids)]);
  const emailOf = new Map(emails.map(({ uid, email }) => [uid, email]));
  const nameOf = namesIn(names);
  const whoIs = (uid: string) => ({ name: nameOf.get(uid)?.name ?? "", email: emailOf.get(uid) ?? "" });
  return {
    waiting,
    whoIs,
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
): Promise<{ id: string } | Refusal<409>> {
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

/**
 * Makes a code. A code that has no budget and is too large for one person to give alone is only proposed.
 *
 * @param entry the id of the proposal, which the form carries.
 */
export async function createCode(
  context: Context,
  visit: SignedIn,
  entry: string,
  { code, title, size, budgetId, passType, roundId, maxUses, lastDay }: NewCode,
): Promise<{ made: true } | { proposed: string } | Refused> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const [[taken], [limits]] = await db.batch([
    db.select({ id: grants.id }).from(grants).where(isLiveCode(conferenceId, code)),
    outLimitRows(db, conferenceId),
  ]);
  if (taken) return { problems: { code: grantMessages.codeTaken } };
  if (needsTwo(budgetId, size, limits!)) {
    const request = { does: "code" as const, title, ...size, code, passType, roundId, maxUses };
    return proposed(await proposeGrants(context, visit, entry, limits!, { ...request, validUntil: lastDay }));
  }
  const made = { code, passType, roundId, maxUses, validUntil: lastDay };
  const row = { ...newGrant(visit, title, size, budgetId), kind: "code" as const, ...made };
  const [inserted, [budget]] = await db.batch([
    insertFrom(db, grants, row, sql`WHERE ${mayGive(visit, budgetId, [size], limits!)}`)
      .onConflictDoNothing()
      .returning({ id: grants.id }),
    budgetThere(db, visit, budgetId),
    grantMade(context, visit.viewer.uid, row),
  ]);
  if (inserted.length === 1) return { made: true };
  return {
    problems: budget?.isThere ? { code: grantMessages.codeTaken } : { budgetId: grantMessages.unknownBudget },
  };
}

/** Why awards or a code were not given: what is wrong in each field, or in general. */
type Refused = { problems: Record<string, string>; reason?: string };

const proposed = (answer: Awaited<ReturnType<typeof proposeOutgoing>>): { proposed: string } | Refused =>
  "refused" in answer ? { problems: {}, reason: answer.refused } : answer;

const isLiveCode = (conferenceId: string, code: string) =>
  and(eq(grants.conferenceId, conferenceId), eq(grants.code, code), isNull(grants.endedAt));

type Limits = Parameters<typeof isTooMuchAlone>[1];

const needsTwo = (budgetId: string | null, size: GrantSize, limits: Limits): boolean =>
  budgetId === null && isTooMuchAlone(size, limits);

/**
 * The condition that grants of these sizes may be given without a second person. If a budget is named, it must belong
 * to the conference. If none is named, no grant may be above the limit when the statement runs.
 */
function mayGive(
  visit: SignedIn,
  budgetId: string | null,
  sizes: GrantSize[],
  { dearestCents }: Limits,
): SQL {
  if (budgetId !== null) return isBudgetOf(visit, budgetId);
  return sql`${most(sizes, dearestCents)} <= ${outLimitInForce(visit.settings.conferenceId)}`;
}

const most = (sizes: GrantSize[], dearestCents: number): number =>
  Math.max(0, ...sizes.map((size) => mostTakenOff(size, dearestCents)));

/** Proposes awards or a code that somebody else has to confirm. */
const proposeGrants = (
  context: Context,
  visit: SignedIn,
  id: string,
  { dearestCents }: Limits,
  request: Extract<OutgoingRequest, { does: "award" | "code" }>,
) =>
  proposeOutgoing(
    context,
    visit,
    {
      ...{ id, conferenceId: visit.settings.conferenceId, paymentId: null, request },
      amountCents: most(request.does === "award" ? request.awards : [request], dearestCents),
    },
    sql`true`,
  );

/**
 * Gives an award to each applicant who is named on a line. If one of the awards has no budget and is too large for one
 * person to give alone, all awards are only proposed. A line is an e-mail address, optionally followed by a share or an
 * amount for that applicant. Somebody who already has an award keeps it. Three round trips.
 *
 * @returns how many awards were given or proposed, and each line that was refused, with the reason.
 */
export async function giveAwards(
  context: Context,
  visit: SignedIn,
  entry: string,
  { people, title, size, budgetId }: NewAwards,
): Promise<
  | { given: number; isProposed: boolean; refused: { line: string; reason: string }[] }
  | { problems: Record<string, string>; reason?: string }
> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const asked = people
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => ({ line, read: awardLine(line) }));
  const keys = asked.flatMap(({ read }) => (read ? emailKey(read.email) : []));
  const [found, [budget], [limits]] = await db.batch([
    db
      .select({ uid: users.uid, key: users.emailKey })
      .from(users)
      .where(sql`${users.emailKey} IN ${listed(keys)}`),
    budgetThere(db, visit, budgetId),
    outLimitRows(db, conferenceId),
  ]);
  if (!budget?.isThere) return { problems: { budgetId: grantMessages.unknownBudget } };
  const uids = found.map(({ uid }) => uid);
  const [applied, awarded] = await db.batch([
    submittedAmong(db, conferenceId, uids),
    awardedAmong(db, conferenceId, uids),
  ]);
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
  if (rows.some((row) => needsTwo(budgetId, row, limits!))) {
    const hasAward = new Set(awarded.map(({ uid }) => uid));
    const awards: Requested<"award">["awards"] = [];
    const refused: { line: string; reason: string }[] = [];
    for (const { line, reason, row } of lines) {
      if (!row) refused.push({ line, reason });
      else if (hasAward.has(row.uid)) refused.push({ line, reason: grantMessages.hasAward });
      else {
        const { uid, percent, amountCents } = row;
        hasAward.add(uid);
        awards.push({ uid, percent, amountCents });
      }
    }
    const asked = { does: "award" as const, title, awards };
    const answer = awards.length > 0 ? await proposeGrants(context, visit, entry, limits!, asked) : null;
    if (answer && "refused" in answer) return { problems: {}, reason: answer.refused };
    return { given: awards.length, isProposed: true, refused };
  }
  const given = await insertAwards(context, visit, rows, budgetId, limits!);
  const refused = lines.flatMap(({ line, reason, row }) =>
    row && given.has(row.id) ? [] : { line, reason: reason ?? grantMessages.hasAward },
  );
  return { given: given.size, isProposed: false, refused };
}

/** Gives one applicant an award, or proposes it as `giveAwards` does. Two round trips, or three. */
export async function giveAward(
  context: Context,
  visit: SignedIn,
  entry: string,
  uid: string,
  { title, size, budgetId }: NewAward,
): Promise<{ made: true } | { proposed: string } | Refused> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const [[applied], [awarded], [budget], [limits]] = await db.batch([
    submittedAmong(db, conferenceId, [uid]),
    awardedAmong(db, conferenceId, [uid]),
    budgetThere(db, visit, budgetId),
    outLimitRows(db, conferenceId),
  ]);
  if (!budget?.isThere) return { problems: { budgetId: grantMessages.unknownBudget } };
  if (!applied) return { problems: {}, reason: grantMessages.applicationOpen };
  if (awarded) return { problems: {}, reason: grantMessages.awardThere };
  if (needsTwo(budgetId, size, limits!)) {
    const request = { does: "award" as const, title, awards: [{ uid, ...size }] };
    return proposed(await proposeGrants(context, visit, entry, limits!, request));
  }
  const row = { ...newGrant(visit, title, size, budgetId), kind: "award" as const, uid, maxUses: 1 };
  const given = await insertAwards(context, visit, [row], budgetId, limits!);
  return given.size === 1 ? { made: true } : { problems: {}, reason: grantMessages.awardThere };
}

/** The people among `uids` who have submitted their application. */
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

/** The people among `uids` who have an award. */
const awardedAmong = (db: Database, conferenceId: string, uids: string[]) =>
  db
    .select({ uid: grants.uid })
    .from(grants)
    .where(
      and(
        eq(grants.conferenceId, conferenceId),
        isNull(grants.endedAt),
        sql`${grants.uid} IN ${listed(uids)}`,
      ),
    );

/**
 * Confirms awards or a code that somebody else proposed. They are given as they were proposed: all of the awards, or
 * none. If they cannot be given any more, the refusal says why.
 */
export const confirmGrants = (
  context: Context,
  visit: SignedIn,
  id: string,
): Promise<{ done: true } | Refusal<403 | 404 | 409>> =>
  confirmOutgoing<404 | 409>(context, visit, id, async (row, approval) => {
    const { request, conferenceId } = row;
    if (request.does === "refund" || conferenceId !== visit.settings.conferenceId)
      return { refused: messages.notFound, status: 404 };
    return request.does === "code"
      ? makeProposedCode(context, row, request, approval)
      : giveProposedAwards(context, row, request, approval);
  });

type Requested<Does> = Extract<OutgoingRequest, { does: Does }>;

async function makeProposedCode(
  context: Context,
  { conferenceId }: Outgoing,
  { does: _, ...asked }: Requested<"code">,
  { by, may, settle }: Approval,
): Promise<{ done: true } | Refusal<409>> {
  const { db } = context;
  const given = { id: newId(), conferenceId, kind: "code" as const, createdBy: by, createdAt: Date.now() };
  const row = { ...given, ...asked, budgetId: null };
  const isTaken = hasRow(grants, isLiveCode(conferenceId, asked.code));
  const [inserted] = await db.batch([
    insertFrom(db, grants, row, sql`WHERE ${may} AND NOT ${isTaken}`)
      .onConflictDoNothing()
      .returning({ id: grants.id }),
    grantMade(context, by, row),
    ...settle([row.id], hasRow(grants, eq(grants.id, row.id))),
  ]);
  if (inserted.length === 1) return { done: true };
  return { refused: outgoingMessages.noLonger(grantMessages.codeTaken), status: 409 };
}

async function giveProposedAwards(
  context: Context,
  { conferenceId }: Outgoing,
  { title, awards }: Requested<"award">,
  { by, may, settle }: Approval,
): Promise<{ done: true } | Refusal<409>> {
  const { db } = context;
  const given = { conferenceId, title, kind: "award" as const, maxUses: 1, budgetId: null, createdBy: by };
  const rows = awards.map((award) => ({ id: newId(), ...given, ...award, createdAt: Date.now() }));
  const uids = awards.map(({ uid }) => uid);
  const ids = rows.map(({ id }) => id);
  const isFree = sql`NOT EXISTS (SELECT 1 FROM ${grants} WHERE ${grants.conferenceId} = ${conferenceId}
    AND ${grants.endedAt} IS NULL AND ${grants.uid} IN ${listed(uids)} AND ${grants.id} NOT IN ${listed(ids)})`;
  const haveApplied = sql`${uids.length} = (SELECT count(*) FROM ${applications}
    WHERE ${applications.conferenceId} = ${conferenceId} AND ${applications.submittedAt} IS NOT NULL
      AND ${applications.uid} IN ${listed(uids)})`;
  const [inserted] = await db.batch([
    insertFrom(
      db,
      grants,
      {
        ...{ ...given, createdAt: Date.now() },
        ...{ id: sql`value ->> 'id'`, uid: sql`value ->> 'uid'` },
        ...{ percent: sql`value ->> 'percent'`, amountCents: sql`value ->> 'amountCents'` },
      },
      sql`FROM json_each(${JSON.stringify(rows)}) WHERE ${may} AND ${isFree} AND ${haveApplied}`,
    ).returning({ id: grants.id }),
    ...rows.map((row) => grantMade(context, by, row)),
    ...settle(ids, hasRow(grants, eq(grants.id, ids[0] ?? ""))),
  ]);
  if (inserted.length > 0) return { done: true };
  const [applied, awarded] = await db.batch([
    submittedAmong(db, conferenceId, uids),
    awardedAmong(db, conferenceId, uids),
  ]);
  const cannot = uids.filter(
    (one) => awarded.some(({ uid }) => uid === one) || !applied.some(({ uid }) => uid === one),
  );
  const [emails, names] = await db.batch([emailRows(db, cannot), nameRows(db, conferenceId, cannot)]);
  const nameOf = namesIn(names);
  const who = emails.map(({ uid, email }) => nameOf.get(uid)?.name || email);
  return { refused: outgoingMessages.notAllAwards(listInWords(who) || "Somebody"), status: 409 };
}

async function insertAwards(
  context: Context,
  visit: SignedIn,
  rows: (typeof grants.$inferInsert & GrantSize)[],
  budgetId: string | null,
  limits: Limits,
): Promise<Set<string>> {
  const { db } = context;
  const inserted = await inOneBatch<unknown>(
    db,
    rows.flatMap((row) => [
      insertFrom(db, grants, row, sql`WHERE ${mayGive(visit, budgetId, rows, limits)}`)
        .onConflictDoNothing()
        .returning({ id: grants.id }),
      grantMade(context, visit.viewer.uid, row),
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
  actorUid: string,
  { id, kind, uid, percent, amountCents, budgetId }: typeof grants.$inferInsert,
) =>
  auditRow(
    context,
    {
      ...{ actorUid, action: kind, object: `grants/${id}` },
      detail: { ...(uid && { uid }), percent, amountCents, budgetId },
    },
    hasRow(grants, eq(grants.id, id)),
  );
