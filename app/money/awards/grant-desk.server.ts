import { and, eq, isNull, type SQL, sql } from "drizzle-orm";
import { hasRow, inOneBatch, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { grants } from "#db/schema/grants.ts";
import { outLimitInForce } from "~/conference/catalogue.server.ts";
import { outLimitRows, proposeOutgoing } from "~/money/outgoings/outgoings.server.ts";
import { isTooMuchAlone, mostTakenOff } from "~/money/outgoings/outgoings.ts";
import type { GrantSize } from "~/money/prices/grants.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { idOf, newId } from "~/platform/ids.server.ts";
import { emailKey } from "~/values/email-addresses.ts";
import { budgetThere, isBudgetOf } from "./budgets.server.ts";
import {
  awardedAmong,
  grantMade,
  grantsWith,
  isLiveCode,
  isThereAlready,
  type RequestedGrant,
  submittedAmong,
} from "./grant-rows.server.ts";
import { awardLine, type NewAward, type NewAwards, type NewCode } from "./grants.form.ts";
import { grantMessages } from "./messages.ts";

/**
 * Makes a code. A code that has no budget and is too large for one person to give alone is only proposed.
 *
 * @param entry the id of the code, or of the proposal. It comes from the form: a form that is sent twice makes one code.
 */
export async function createCode(
  context: Context,
  visit: SignedIn,
  entry: string,
  { code, title, size, budgetId, passType, roundId, maxUses, lastDay }: NewCode,
): Promise<{ made: true } | { proposed: string } | Refused> {
  const { db } = context;
  const { conferenceId } = visit.settings;
  const made = { code, passType, roundId, maxUses, validUntil: lastDay };
  const row = { ...newGrant(visit, entry, title, size, budgetId), kind: "code" as const, ...made };
  const [[taken], before, [limits]] = await db.batch([
    db.select({ id: grants.id }).from(grants).where(isLiveCode(conferenceId, code)),
    grantsWith(db, [entry]),
    outLimitRows(db, conferenceId),
  ]);
  if (isThereAlready(row, before)) return { made: true };
  if (before.length > 0) return madeAlready();
  if (taken) return { problems: { code: grantMessages.codeTaken } };
  if (needsTwo(budgetId, size, limits!)) {
    const request = { does: "code" as const, title, ...size, code, passType, roundId, maxUses };
    return proposed(await proposeGrants(context, visit, entry, limits!, { ...request, validUntil: lastDay }));
  }
  const [, [budget], , found] = await db.batch([
    insertFrom(
      db,
      grants,
      row,
      sql`WHERE ${mayGive(visit, budgetId, [size], limits!)}`,
    ).onConflictDoNothing(),
    budgetThere(db, visit, budgetId),
    grantMade(context, visit.viewer.uid, row),
    grantsWith(db, [entry]),
  ]);
  if (isThereAlready(row, found)) return { made: true };
  return {
    problems: budget?.isThere ? { code: grantMessages.codeTaken } : { budgetId: grantMessages.unknownBudget },
  };
}

/**
 * Why awards or a code were not given: what is wrong in each field, or in general. If the id of the form was used before,
 * `entry` is a new one.
 */
type Refused = { problems: Record<string, string>; reason?: string; entry?: string };

const madeAlready = (): Refused => ({ problems: {}, reason: grantMessages.madeAlready, entry: newId() });

const proposed = (answer: Awaited<ReturnType<typeof proposeOutgoing>>): { proposed: string } | Refused =>
  "refused" in answer ? { problems: {}, reason: answer.refused } : answer;

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
  request: RequestedGrant<"award" | "code">,
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
 * Gives awards to the applicants that `people` lists, one on each line: an e-mail address, optionally followed by a
 * share or an amount for that applicant. If one of the awards has no budget and is too large for one person to give
 * alone, all awards are only proposed. Somebody who already has an award keeps it. Three round trips.
 *
 * @param entry comes from the form. A form that is sent twice gives each person one award, and succeeds both times.
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
  const [applied, awarded, before] = await db.batch([
    submittedAmong(db, conferenceId, uids),
    awardedAmong(db, conferenceId, uids),
    grantsWith(
      db,
      uids.map((uid) => awardId(entry, uid)),
    ),
  ]);
  const uidOf = new Map(found.map(({ uid, key }) => [key, uid]));
  const hasApplied = new Set(applied.map(({ uid }) => uid));
  const hasEnded = new Set(before.flatMap(({ uid, endedAt }) => (endedAt === null ? [] : uid)));
  const named = new Set<string>();
  const lines = asked.map(({ line, read }) => {
    const uid = read && uidOf.get(emailKey(read.email));
    const own = read?.size ?? size;
    if (!read) return { line, reason: grantMessages.notALine };
    if (!uid) return { line, reason: grantMessages.noAccount };
    if (!hasApplied.has(uid)) return { line, reason: grantMessages.noApplication };
    if (hasEnded.has(uid)) return { line, reason: grantMessages.awardEnded };
    if (named.has(uid)) return { line, reason: grantMessages.hasAward };
    named.add(uid);
    return { line, row: newAward(visit, entry, uid, title, own, budgetId) };
  });
  const rows = lines.flatMap(({ row }) => row ?? []);
  if (rows.some((row) => needsTwo(budgetId, row, limits!))) {
    const hasAward = new Set(awarded.map(({ uid }) => uid));
    const awards: RequestedGrant<"award">["awards"] = [];
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
  const row = newAward(visit, entry, uid, title, size, budgetId);
  const [[applied], [awarded], before, [budget], [limits]] = await db.batch([
    submittedAmong(db, conferenceId, [uid]),
    awardedAmong(db, conferenceId, [uid]),
    grantsWith(db, [row.id]),
    budgetThere(db, visit, budgetId),
    outLimitRows(db, conferenceId),
  ]);
  if (isThereAlready(row, before)) return { made: true };
  if (!budget?.isThere) return { problems: { budgetId: grantMessages.unknownBudget } };
  if (!applied) return { problems: {}, reason: grantMessages.applicationOpen };
  if (awarded) return { problems: {}, reason: grantMessages.awardThere };
  if (before.length > 0) return madeAlready();
  if (needsTwo(budgetId, size, limits!)) {
    const request = { does: "award" as const, title, awards: [{ uid, ...size }] };
    return proposed(await proposeGrants(context, visit, entry, limits!, request));
  }
  const given = await insertAwards(context, visit, [row], budgetId, limits!);
  return given.size === 1 ? { made: true } : { problems: {}, reason: grantMessages.awardThere };
}

/** Inserts awards. Returns the ids of those that are there, including those that the same form has given before. */
async function insertAwards(
  context: Context,
  visit: SignedIn,
  rows: ReturnType<typeof newAward>[],
  budgetId: string | null,
  limits: Limits,
): Promise<Set<string>> {
  const { db } = context;
  const ids = rows.map(({ id }) => id);
  const results = await inOneBatch<unknown>(db, [
    ...rows.flatMap((row) => [
      insertFrom(db, grants, row, sql`WHERE ${mayGive(visit, budgetId, rows, limits)}`).onConflictDoNothing(),
      grantMade(context, visit.viewer.uid, row),
    ]),
    grantsWith(db, ids),
  ]);
  const found = results.at(-1) as Awaited<ReturnType<typeof grantsWith>>;
  return new Set(rows.flatMap((row) => (isThereAlready(row, found) ? row.id : [])));
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
  id: string,
  title: string,
  size: GrantSize,
  budgetId: string | null,
) => ({ id, conferenceId, title, ...size, budgetId, createdBy: viewer.uid, createdAt: Date.now() });

/** The id of the award that a form gives to somebody. */
const awardId = (entry: string, uid: string): string => idOf(`award ${entry} ${uid}`);

const newAward = (
  visit: SignedIn,
  entry: string,
  uid: string,
  title: string,
  size: GrantSize,
  budgetId: string | null,
) => ({
  ...newGrant(visit, awardId(entry, uid), title, size, budgetId),
  ...{ kind: "award" as const, uid, maxUses: 1 },
});
