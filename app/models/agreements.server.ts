import { and, eq, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { acceptances, agreements, applications, decisions } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { messages } from "~/domain/messages.ts";
import { mayAcceptWaiver } from "~/domain/registration.ts";
import type { SignedIn } from "~/session.server.ts";
import { auditEntry } from "./audit.server.ts";
import { readStanding } from "./standing.server.ts";

export type AcceptAnswer = { waiverDate: number } | { refused: string; status: 400 | 403 | 409 };

/**
 * Accepts the agreement in force (specification, section 7: acceptWaiver). Accepting again changes nothing and
 * answers with the first date. Refusals: 400 before submitting, 403 without a decision that allows a pass, 409
 * if the agreement or the decision has changed meanwhile.
 *
 * @param accepted.version the version that was on the screen, if there was one.
 * @param accepted.statedDate as typed, YYYY-MM-DD; empty for programs.
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
    return { refused: messages.agreementChanged, status: 409 };
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
  // What the rule found must still hold when this statement runs.
  const isStillSo = sql`FROM ${applications} INNER JOIN ${decisions}
    ON ${and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid))}
    WHERE ${and(
      eq(applications.conferenceId, conferenceId),
      eq(applications.uid, uid),
      eq(applications.submittedAt, submittedAt!),
      eq(decisions.decision, decision!),
      eq(decisions.setAt, decidedAt!),
      sql`${version} = (SELECT max(version) FROM ${agreements} WHERE ${eq(agreements.conferenceId, conferenceId)})`,
    )}`;
  const mine = and(
    eq(acceptances.conferenceId, conferenceId),
    eq(acceptances.uid, uid),
    eq(acceptances.version, version),
  );
  const [, , [stored]] = await db.batch([
    insertFrom(db, acceptances, row, isStillSo).onConflictDoNothing(),
    auditEntry(context, {
      actorUid: uid,
      action: "acceptWaiver",
      object: `${conferenceId}/${uid}`,
      detail: { version },
    }),
    db
      .select({ waiverDate: sql<number>`${acceptances.acceptedAt}` })
      .from(acceptances)
      .where(mine),
  ]);
  return stored ?? { refused: messages.agreementChanged, status: 409 };
}
