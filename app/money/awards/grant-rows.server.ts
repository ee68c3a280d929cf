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

/** The audit entry for a grant, if the grant has been made. */
export const grantMade = (
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

/** What somebody proposed: awards or a code. */
export type RequestedGrant<Does> = Extract<OutgoingRequest, { does: Does }>;
