import { and, eq, type SQL, sql } from "drizzle-orm";
import { hasRow, insertFrom } from "#db/client.ts";
import { acceptances, applications } from "#db/schema/applications.ts";
import { agreements } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Refused } from "~/values/types.ts";
import { hasPass } from "./holdings.server.ts";
import { standingMessages } from "./messages.ts";
import { readStanding } from "./standing.server.ts";
import { holdsAnyPass, mayAcceptWaiver } from "./standing.ts";
import { seenDecision, seenSetAt } from "./visible-decision.server.ts";

/**
 * SQL for the number of a version of a conference's agreement. An acceptance of this version or of a later one still
 * counts.
 */
export const countedFrom = (conferenceId: string | SQL): SQL<number> => sql`(SELECT
  coalesce(${agreements.countsFrom}, ${agreements.version}) FROM ${agreements}
  WHERE ${agreements.conferenceId} = ${conferenceId} ORDER BY ${agreements.version} DESC LIMIT 1)`;

export type AcceptAnswer = { waiverDate: number } | Refused<400 | 403 | 409>;

/**
 * Accepts the agreement in force (specification, section 7: acceptWaiver). Accepting a second time changes nothing and
 * returns the first date. Without a pass, the call is refused with 400 if the application is not submitted, and with
 * 403 if there is no decision that allows a pass. It is refused with 409 if the agreement, the decision or the pass has
 * changed in the meantime.
 *
 * @param accepted.version the version that was shown; left out if none was shown.
 * @param accepted.statedDate as typed, YYYY-MM-DD; empty if a program accepts.
 */
export async function acceptWaiver(
  context: Context,
  { viewer, settings, now }: SignedIn,
  accepted: { version?: number; statedDate: string },
): Promise<AcceptAnswer> {
  const { db, network, userAgent } = context;
  const { conferenceId } = settings;
  const { uid } = viewer;
  const standing = await readStanding(context, conferenceId, uid, now);
  const { agreementVersion: version, fullName, decision, decidedAt, submittedAt, waiverDate } = standing;
  if (waiverDate !== null) return { waiverDate };
  const ruling = mayAcceptWaiver(standing);
  if (!ruling.allowed) return { refused: ruling.reason, status: submittedAt === null ? 400 : 403 };
  if (accepted.version !== undefined && accepted.version !== version) {
    return { refused: standingMessages.agreementChanged, status: 409 };
  }
  const row = {
    conferenceId,
    uid,
    version,
    fullName,
    statedDate: accepted.statedDate,
    acceptedAt: now,
    network,
    userAgent: userAgent?.slice(0, 300) ?? null,
  };
  // The facts that were checked above must still be true when this statement runs.
  const seesDecision = sql`EXISTS (SELECT 1 FROM ${applications} INNER JOIN ${decisions}
    ON ${and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid))}
    WHERE ${and(
      eq(applications.conferenceId, conferenceId),
      eq(applications.uid, uid),
      sql`${applications.submittedAt} = ${submittedAt}`,
      sql`${seenDecision(now)} = ${decision}`,
      sql`${seenSetAt(now)} = ${decidedAt}`,
    )})`;
  const isStillSo = sql`${holdsAnyPass(standing.passes) ? hasPass(conferenceId, uid, ["held"]) : seesDecision}
    AND ${version} = (SELECT max(${agreements.version}) FROM ${agreements}
      WHERE ${eq(agreements.conferenceId, conferenceId)})`;
  const mine = and(
    eq(acceptances.conferenceId, conferenceId),
    eq(acceptances.uid, uid),
    eq(acceptances.version, version),
  );
  const { entry, isDone } = audited(
    context,
    { actorUid: uid, action: "acceptWaiver", object: `${conferenceId}/${uid}`, detail: { version } },
    sql`${isStillSo} AND NOT ${hasRow(acceptances, mine)}`,
  );
  const [, , [stored]] = await db.batch([
    entry,
    insertFrom(db, acceptances, row, sql`WHERE ${isDone}`),
    db
      .select({ waiverDate: sql<number>`${acceptances.acceptedAt}` })
      .from(acceptances)
      .where(mine),
  ]);
  return stored ?? { refused: standingMessages.agreementChanged, status: 409 };
}
