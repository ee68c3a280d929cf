import { eq, sql } from "drizzle-orm";
import { hasRow, insertFrom, listed } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { grants } from "#db/schema/grants.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { outgoingMessages } from "~/money/outgoings/messages.ts";
import { type Approval, confirmOutgoing, type Outgoing } from "~/money/outgoings/outgoings.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { messages } from "~/values/messages.ts";
import type { Refused as Refusal } from "~/values/types.ts";
import { listInWords } from "~/values/words.ts";
import {
  awardedAmong,
  grantMade,
  isLiveCode,
  type RequestedGrant,
  submittedAmong,
} from "./grant-rows.server.ts";
import { grantMessages } from "./messages.ts";

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

async function makeProposedCode(
  context: Context,
  { conferenceId }: Outgoing,
  { does: _, ...asked }: RequestedGrant<"code">,
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
  { title, awards }: RequestedGrant<"award">,
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
