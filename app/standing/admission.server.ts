import { and, eq, sql } from "drizzle-orm";
import { subquery } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { decisions } from "#db/schema/decisions.ts";
import { holdings } from "#db/schema/money.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { PASS_TYPES } from "~/values/types.ts";
import { mayRegister } from "./eligibility.ts";
import { seenDecision } from "./visible-decision.server.ts";

/**
 * Whether the viewer holds a pass of the conference, or can see a decision that allows one. Anybody can make an
 * account, but these people were chosen by the staff. One round trip.
 */
export async function isAdmitted({ db }: Context, { viewer, settings, now }: SignedIn): Promise<boolean> {
  const { uid } = viewer;
  const { conferenceId } = settings;
  const [found] = await db
    .select({
      decision: subquery(seenDecision(now)).as("decision"),
      holdsPass: subquery(
        sql<number>`EXISTS (SELECT 1 FROM ${holdings} WHERE ${holdings.conferenceId} = ${conferenceId}
          AND ${holdings.uid} = ${uid} AND ${holdings.item} = ${holdings.passType} AND ${holdings.state} = 'held')`,
      ).as("holds_pass"),
    })
    .from(applications)
    .leftJoin(
      decisions,
      and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid)),
    )
    .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid)));
  if (!found) return false;
  const { decision, holdsPass } = found;
  return Boolean(holdsPass) || PASS_TYPES.some((passType) => mayRegister(passType, "", decision).allowed);
}
