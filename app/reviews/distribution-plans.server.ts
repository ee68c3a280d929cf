import { eq, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { distributionLines, plans } from "#db/schema/decisions.ts";
import { assignments, conflicts } from "#db/schema/reviews.ts";
import { staff } from "#db/schema/staff.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import type { Plan, PlanHead, PlanUse, Proposed } from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { type DistributionSummary, storeDistribution } from "./distribution.server.ts";
import type { DistributionLine } from "./distribution.ts";
import {
  assignedRows,
  conflictRows,
  isReader,
  isStarted,
  readerRows,
  statedInstitution,
} from "./distribution-rows.server.ts";
import { reviewMails } from "./mails.ts";
import { reviewMessages } from "./messages.ts";
import { conflictOf } from "./reading-conflicts.ts";

/**
 * Plans of distributions. A plan is refused if one of its lines can no longer be carried out exactly. It is also
 * refused if another distribution was applied after the plan was made.
 */
export const distributionPlans: PlanUse<DistributionSummary> = {
  kind: "distribution",
  acts: { apply: "applyDistribution", undo: "undoDistribution" },
  summaryOf: ({ summary }) => summary as DistributionSummary,
  tally: ({ assigned, withdrawn }) => ({
    refused: 0,
    changing: assigned + withdrawn,
    detail: { assigned, withdrawn },
  }),
  sentences: {
    nothingToDo: reviewMessages.distribution.nothingToDo,
    moved: reviewMessages.distribution.moved,
  },
  unmoved: (plan) => sql`NOT EXISTS (SELECT 1 FROM ${distributionLines}
      WHERE ${distributionLines.planId} = ${plan.id} AND ${whyMoved(plan.conferenceId)} IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM ${plans} WHERE ${isLaterThan(plan)})`,
  writes: ({ db, origin }, { now }, { id, conferenceId, summary }, isOurs) => [
    db.delete(assignments).where(
      sql`${assignments.conferenceId} = ${conferenceId} AND ${isOurs}
        AND (${assignments.uid}, ${assignments.staffUid}) IN (
          SELECT ${distributionLines.uid}, ${distributionLines.staffUid}
          FROM ${distributionLines} WHERE ${distributionLines.planId} = ${id}
          AND ${distributionLines.act} = 'withdraw')`,
    ),
    insertFrom(
      db,
      assignments,
      {
        conferenceId,
        uid: sql`${distributionLines.uid}`,
        staffUid: sql`${distributionLines.staffUid}`,
        planId: id,
        reason: sql`${distributionLines.reason}`,
        assignedAt: now,
      },
      sql`FROM ${distributionLines} WHERE ${distributionLines.planId} = ${id}
        AND ${distributionLines.act} = 'assign'
        AND ${isOurs}`,
    ),
    ...mailsToReaders(db, origin, { id, mailFrom: (summary as DistributionSummary).mailFrom }, isOurs),
  ],
  storeUndo,
};

/** For a row of `plans`: the condition that the row is a distribution which was applied after this plan was made. */
export const isLaterThan = ({ conferenceId, createdAt }: Plan): SQL =>
  sql`${plans.conferenceId} = ${conferenceId} AND ${plans.kind} = 'distribution' AND ${plans.state} = 'applied'
    AND ${plans.appliedAt} > ${createdAt}`;

/** SQL for the reason why a row of `distribution_lines` can no longer be carried out; NULL if it can. */
export function whyMoved(conferenceId: string): SQL {
  const [uid, staffUid] = [sql`${distributionLines.uid}`, sql`${distributionLines.staffUid}`];
  const isThere = sql`EXISTS (SELECT 1 FROM ${assignments} WHERE ${assignments.conferenceId} = ${conferenceId}
    AND ${assignments.uid} = ${uid} AND ${assignments.staffUid} = ${staffUid})`;
  return sql`CASE ${distributionLines.act} WHEN 'assign' THEN CASE
      WHEN ${isThere} THEN 'there'
      WHEN NOT EXISTS (SELECT 1 FROM ${applications} WHERE ${applications.conferenceId} = ${conferenceId}
        AND ${applications.uid} = ${uid} AND ${applications.submittedAt} IS NOT NULL) THEN 'withdrawn'
      WHEN ${staffUid} NOT IN (SELECT ${staff.uid} FROM ${staff} JOIN ${users} ON ${users.uid} = ${staff.uid}
        WHERE ${isReader} AND ${staff.onLeaveSince} IS NULL) THEN 'notOnStaff'
      WHEN EXISTS (SELECT 1 FROM ${conflicts} WHERE ${conflicts.conferenceId} = ${conferenceId}
        AND ${conflicts.uid} = ${uid} AND ${conflicts.staffUid} = ${staffUid}) THEN 'conflict'
      END
    ELSE CASE
      WHEN NOT ${isThere} THEN 'gone'
      WHEN ${isStarted(conferenceId, uid, staffUid)} THEN 'started'
      END
    END`;
}

/**
 * Stores a plan that undoes another one. An assignment is not restored if its reader is no longer allowed to read the
 * application.
 */
async function storeUndo({ db }: Context, _visit: SignedIn, head: PlanHead, done: Plan): Promise<Proposed> {
  const { conferenceId } = done;
  const [lines, people, declared, loads] = await db.batch([
    db
      .select({
        uid: distributionLines.uid,
        staffUid: distributionLines.staffUid,
        act: distributionLines.act,
        institution: statedInstitution,
      })
      .from(distributionLines)
      .leftJoin(
        answers,
        answersOf(conferenceId, sectionsThatAsk(conferenceId, ["institution"]), distributionLines.uid),
      )
      .where(eq(distributionLines.planId, done.id)),
    readerRows(db),
    conflictRows(db, conferenceId),
    assignedRows(db, conferenceId),
  ]);
  const readers = new Map(people.map((reader) => [reader.uid, reader]));
  const isDeclared = new Set(declared.map(({ uid, staffUid }) => `${uid} ${staffUid}`));
  const back = lines.flatMap(({ uid, staffUid, act, institution }): DistributionLine[] => {
    const reason = reviewMessages.distribution.undone;
    if (act === "assign") return [{ uid, staffUid, act: "withdraw", reason }];
    const reader = readers.get(staffUid);
    const mayRead =
      reader?.onLeaveSince === null &&
      conflictOf({ uid, institution }, reader, isDeclared.has(`${uid} ${staffUid}`)) === null;
    return mayRead ? [{ uid, staffUid, act: "assign", reason }] : [];
  });
  const change = new Map<string, number>();
  for (const { staffUid, act } of back)
    change.set(staffUid, (change.get(staffUid) ?? 0) + (act === "assign" ? 1 : -1));
  const before = new Map(loads.map(({ staffUid, number }) => [staffUid, number]));
  const touched = [...new Set([...before.keys(), ...change.keys(), ...readers.keys()])].sort();
  const plan = {
    lines: back,
    loads: touched.map((staffUid) => {
      const reader = readers.get(staffUid);
      const load = before.get(staffUid) ?? 0;
      return {
        staffUid,
        capacity: reader?.onLeaveSince === null ? reader.capacity : 0,
        before: load,
        after: load + (change.get(staffUid) ?? 0),
      };
    }),
    shortages: [],
    uneven: false,
  };
  return storeDistribution(db, head, plan, {
    applications: [...new Set(lines.map(({ uid }) => uid))],
    lost: lines.length - back.length,
  });
}

/**
 * The text of the mail contains this in place of the number of applications. The SQL statement replaces it with the
 * number.
 */
const GIVEN = "{given}";

/**
 * The statement that queues a mail to every reader who gets applications by a plan. No statement if no mail is wanted.
 */
function mailsToReaders(
  db: Database,
  origin: string,
  { id, mailFrom }: { id: string; mailFrom: string | null | undefined },
  isOurs: SQL,
) {
  if (!mailFrom) return [];
  const text = reviewMails.given(
    { conference: mailFrom, given: GIVEN },
    `${origin}/admin/delegates/next?show=mine`,
  );
  const given = sql`(SELECT count(*) FROM ${distributionLines} WHERE ${distributionLines.planId} = ${id}
    AND ${distributionLines.act} = 'assign' AND ${distributionLines.staffUid} = ${users.uid})`;
  return [
    queueMail(
      db,
      {
        kind: "staff",
        eventKey: sql`${`distributions/${id}/`} || ${users.uid}`,
        recipient: sql`${users.email}`,
        text: { subject: text.subject, body: sql`replace(${text.body}, ${GIVEN}, ${given})` },
      },
      sql`FROM ${users} JOIN ${staff} ON ${staff.uid} = ${users.uid} WHERE ${isReader} AND ${given} > 0 AND ${isOurs}`,
    ),
  ];
}
