import { and, asc, eq } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { assignments, type comments, type conflicts, criteria, type reviews } from "#db/schema/reviews.ts";
import type { SignedIn } from "~/platform/context.server.ts";

/** The condition that a row belongs to one application. */
export const ofApplication = (
  table: typeof reviews | typeof comments | typeof conflicts,
  conferenceId: string,
  uid: string,
) => and(eq(table.conferenceId, conferenceId), eq(table.uid, uid));

/** The rubric of a conference: its criteria in order. */
export const criterionRows = (db: Database, conferenceId: string) =>
  db
    .select({
      id: criteria.id,
      title: criteria.title,
      hint: criteria.hint,
      weight: criteria.weight,
    })
    .from(criteria)
    .where(eq(criteria.conferenceId, conferenceId))
    .orderBy(asc(criteria.position));

/** A row if the application was assigned to this member of the staff; otherwise no row. */
export const assignmentRows = (db: Database, conferenceId: string, uid: string, staffUid: string) =>
  db
    .select({ uid: assignments.uid })
    .from(assignments)
    .where(isGiven(conferenceId, uid, staffUid));

/** The condition that a row of `assignments` gives this application to this member of the staff. */
export const isGiven = (conferenceId: string, uid: string, staffUid: string) =>
  and(
    eq(assignments.conferenceId, conferenceId),
    eq(assignments.uid, uid),
    eq(assignments.staffUid, staffUid),
  );

/** The object of an audit entry about the application of `uid`. */
export const applicationObject = ({ settings }: SignedIn, uid: string) => `${settings.conferenceId}/${uid}`;
