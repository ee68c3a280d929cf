import { and, eq, sql } from "drizzle-orm";
import { acceptances } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import { messages } from "~/domain/messages.ts";
import type { SignedIn } from "~/session.server.ts";
import { auditEntry } from "./audit.server.ts";
import { readStanding } from "./standing.server.ts";

/**
 * Accepts the agreement in force (specification: acceptWaiver). Accepting again changes nothing and
 * answers with the first date.
 *
 * @param accepted.version the version that was on the screen, where there was one.
 * @param accepted.statedDate as typed, YYYY-MM-DD; empty for programs.
 */
export async function acceptWaiver(
  context: Context,
  { viewer, settings, now }: SignedIn,
  accepted: { version?: number; statedDate: string },
): Promise<{ waiverDate: number } | { refused: string }> {
  const { db, network, userAgent } = context;
  const { conferenceId } = settings;
  const standing = await readStanding(context, conferenceId, viewer.uid, now);
  if (standing.submittedAt === null) return { refused: messages.notSubmitted };
  if (accepted.version !== undefined && accepted.version !== standing.agreementVersion) {
    return { refused: messages.agreementChanged };
  }
  const { agreementVersion: version, fullName } = standing;
  const mine = and(
    eq(acceptances.conferenceId, conferenceId),
    eq(acceptances.uid, viewer.uid),
    eq(acceptances.version, version),
  );
  const [, , [stored]] = await db.batch([
    db
      .insert(acceptances)
      .values({
        conferenceId,
        uid: viewer.uid,
        version,
        fullName,
        statedDate: accepted.statedDate,
        acceptedAt: now,
        network,
        userAgent: userAgent?.slice(0, 300) ?? null,
      })
      .onConflictDoNothing(),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: "acceptWaiver",
      object: `${conferenceId}/${viewer.uid}`,
      detail: { version },
    }),
    db
      .select({ waiverDate: sql<number>`${acceptances.acceptedAt}` })
      .from(acceptances)
      .where(mine),
  ]);
  return stored ?? { refused: messages.agreementChanged };
}
