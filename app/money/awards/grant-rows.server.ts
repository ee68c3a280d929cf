import { and, eq, isNotNull, isNull, sql } from "drizzle-orm";
import { type Database, hasRow, listed } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { grants } from "#db/schema/grants.ts";
import { auditRow } from "~/platform/audit.server.ts";
import type { Context } from "~/platform/context.server.ts";
import type { OutgoingRequest } from "~/values/shapes.ts";

/** The condition that a grant is this code and has not ended. */
export const isLiveCode = (conferenceId: string, code: string) =>
  and(eq(grants.conferenceId, conferenceId), eq(grants.code, code), isNull(grants.endedAt));

/** The people among `uids` who have submitted their application. */
export const submittedAmong = (db: Database, conferenceId: string, uids: string[]) =>
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
export const awardedAmong = (db: Database, conferenceId: string, uids: string[]) =>
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

/** The grants with these ids, including those that have ended. */
export const grantsWith = (db: Database, ids: string[]) =>
  db
    .select()
    .from(grants)
    .where(sql`${grants.id} IN ${listed(ids)}`);

type NewGrant = typeof grants.$inferInsert;

const VALUES = [
  ...(["kind", "title", "code", "uid", "percent", "amountCents", "budgetId"] as const),
  ...(["passType", "roundId", "maxUses", "validUntil"] as const),
];

/** Whether exactly this grant is there already and has not ended, because its form was sent twice. */
export const isThereAlready = (asked: NewGrant, found: (typeof grants.$inferSelect)[]): boolean =>
  found.some(
    (one) =>
      one.id === asked.id &&
      one.conferenceId === asked.conferenceId &&
      one.endedAt === null &&
      VALUES.every((name) => one[name] === (asked[name] ?? null)),
  );

/** The audit entry for a grant, if the grant has been made with these values. */
export const grantMade = (
  context: Context,
  actorUid: string,
  { id, kind, uid, percent, amountCents, budgetId }: NewGrant,
) =>
  auditRow(
    context,
    {
      ...{ actorUid, action: kind, object: `grants/${id}` },
      detail: { ...(uid && { uid }), percent, amountCents, budgetId },
    },
    hasRow(
      grants,
      sql`${grants.id} = ${id} AND ${grants.percent} IS ${percent ?? null}
        AND ${grants.amountCents} IS ${amountCents ?? null} AND ${grants.budgetId} IS ${budgetId ?? null}`,
    ),
  );

/** What somebody proposed: awards or a code. */
export type RequestedGrant<Does> = Extract<OutgoingRequest, { does: Does }>;
