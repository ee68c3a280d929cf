import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { conferences } from "#db/schema/conference.ts";
import { assignments, comments, conflicts, reviews } from "#db/schema/reviews.ts";
import { staff } from "#db/schema/staff.ts";
import { holdsAbility } from "~/accounts/abilities.server.ts";
import { called } from "~/accounts/addresses.server.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";

/** The condition that an account reads applications. For a query that joins `staff` with `users`. */
export const isReader = sql`${users.admin} = 1 AND ${users.disabledAt} IS NULL AND ${holdsAbility("read")}`;

/**
 * The people who read applications: members of the staff who have the admin claim and the ability "read", and are not
 * disabled.
 */
export const readerRows = (db: Database) =>
  db
    .select({
      uid: staff.uid,
      called,
      capacity: staff.capacity,
      institution: staff.institution,
      onLeaveSince: staff.onLeaveSince,
      abilities: staff.abilities,
    })
    .from(staff)
    .innerJoin(users, eq(users.uid, staff.uid))
    .where(isReader);

/**
 * The condition that a reader has reviewed an application or commented on it. `uid` (the applicant) and `staffUid` (the
 * reader) are columns of the query in which the condition is used.
 */
export const isStarted = (conferenceId: string, uid: SQL, staffUid: SQL): SQL<boolean> =>
  sql`(EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.conferenceId} = ${conferenceId}
      AND ${reviews.uid} = ${uid} AND ${reviews.staffUid} = ${staffUid})
    OR EXISTS (SELECT 1 FROM ${comments} WHERE ${comments.conferenceId} = ${conferenceId}
      AND ${comments.uid} = ${uid} AND ${comments.staffUid} = ${staffUid}))`;

/**
 * The institution that an applicant stated. The query must join the row of `answers` for the section that contains the
 * question about the institution.
 */
export const statedInstitution = sql<string | null>`${answers.answers} ->> '$.institution'`;

/** How many applications of the conference are assigned to each reader, whether begun or not. */
export const assignedRows = (db: Database, conferenceId: string) =>
  db
    .select({ staffUid: assignments.staffUid, number: sql<number>`count(*)` })
    .from(assignments)
    .where(eq(assignments.conferenceId, conferenceId))
    .groupBy(assignments.staffUid);

export const conflictRows = (db: Database, conferenceId: string) =>
  db
    .select({ uid: conflicts.uid, staffUid: conflicts.staffUid })
    .from(conflicts)
    .where(eq(conflicts.conferenceId, conferenceId));

/** The facts for planning a distribution, and the conference's name. One round trip. */
export async function readSituation(db: Database, conferenceId: string, chosen: SQL | undefined) {
  const [found, people, assigned, declared, [conference]] = await db.batch([
    db
      .select({ uid: applications.uid, institution: statedInstitution })
      .from(applications)
      .leftJoin(answers, answersOf(conferenceId, sectionsThatAsk(conferenceId, ["institution"])))
      .where(and(eq(applications.conferenceId, conferenceId), isNotNull(applications.submittedAt), chosen)),
    readerRows(db),
    db
      .select({
        uid: assignments.uid,
        staffUid: assignments.staffUid,
        started:
          sql`${isStarted(conferenceId, sql`${assignments.uid}`, sql`${assignments.staffUid}`)}`.mapWith(
            Boolean,
          ),
      })
      .from(assignments)
      .where(eq(assignments.conferenceId, conferenceId)),
    conflictRows(db, conferenceId),
    db.select().from(conferences).where(eq(conferences.id, conferenceId)),
  ]);
  return {
    applications: found,
    conference: conferenceName(conference!),
    readers: people.map(({ onLeaveSince, ...reader }) => ({ ...reader, onLeave: onLeaveSince !== null })),
    assignments: assigned,
    conflicts: declared,
  };
}
