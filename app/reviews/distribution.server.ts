import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import { type Database, inChunks, inOneBatch, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { decisions, distributionLines, plans } from "#db/schema/decisions.ts";
import { assignments, comments, conflicts, reviews } from "#db/schema/reviews.ts";
import { staff } from "#db/schema/staff.ts";
import { emailRows } from "~/accounts/addresses.server.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import { planMessages } from "~/plans/messages.ts";
import {
  isAppliedBy,
  newestPlans,
  type Plan,
  planRows,
  proposedPlan,
  takePlan,
  undoRows,
} from "~/plans/plans.server.ts";
import { auditEntry } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { roundOfApplication } from "~/standing/visible-decision.server.ts";
import { messages } from "~/values/messages.ts";
import type { RoundId } from "~/values/types.ts";
import { fullName } from "~/values/words.ts";
import {
  conflictOf,
  type Distribution,
  type DistributionLine,
  planDistribution,
  type ReaderLoad,
} from "./distribution.ts";
import { reviewMessages } from "./messages.ts";

/** What a director chooses; `round` is null for all rounds. */
export type DistributionChoices = {
  round: RoundId | null;
  undecidedOnly: boolean;
  /** How many different people read each application. */
  readers: number;
  seed: string;
};

/** What is stored with a plan beside its lines. */
export type DistributionSummary = {
  applications: number;
  assigned: number;
  withdrawn: number;
  uneven: boolean;
  loads: ReaderLoad[];
  /** The first shortages; `missing` counts all. */
  shortages: Distribution["shortages"];
  missing: number;
  /** For an undo: lines that are not given back, because their reader may no longer have them. */
  lost: number;
};

type Refused = { refused: string; status: 404 | 409 };

type MovedLine = {
  uid: string;
  name: string;
  staffUid: string;
  why: keyof typeof reviewMessages.distribution.movedLine;
  total: number;
};

const DISTRIBUTION_LINES_A_PAGE = 100;
const MOST_SHORTAGES = 200;
const MOST_MOVED = 50;
const SEED = "1";
const NOT_FOUND: Refused = { refused: messages.notFound, status: 404 };

/** The people who read applications: on the staff, with the admin claim, and not disabled. */
const readerRows = (db: Database) =>
  db
    .select({
      uid: staff.uid,
      email: users.email,
      capacity: staff.capacity,
      institution: staff.institution,
      onLeaveSince: staff.onLeaveSince,
    })
    .from(staff)
    .innerJoin(users, eq(users.uid, staff.uid))
    .where(and(sql`${users.admin} = 1`, isNull(users.disabledAt)));

/** Whether that reader has reviewed that application or commented on it, as a condition over both columns. */
export const isStarted = (conferenceId: string, uid: SQL, staffUid: SQL): SQL<boolean> =>
  sql`(EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.conferenceId} = ${conferenceId}
      AND ${reviews.uid} = ${uid} AND ${reviews.staffUid} = ${staffUid})
    OR EXISTS (SELECT 1 FROM ${comments} WHERE ${comments.conferenceId} = ${conferenceId}
      AND ${comments.uid} = ${uid} AND ${comments.staffUid} = ${staffUid}))`;

/** Stores the plan of a distribution; no assignment changes. */
export async function proposeDistribution(
  { db }: Context,
  visit: SignedIn,
  { round, undecidedOnly, readers, seed }: DistributionChoices,
): Promise<{ planId: string } | Refused> {
  const { conferenceId } = visit.settings;
  const head = headOf(visit, "");
  const [found, titles] = await Promise.all([
    readSituation(
      db,
      conferenceId,
      and(
        round === null ? undefined : sql`${roundOfApplication} = ${round}`,
        undecidedOnly
          ? sql`NOT EXISTS (SELECT 1 FROM ${decisions} WHERE ${decisions.conferenceId} = ${conferenceId}
              AND ${decisions.uid} = ${applications.uid})`
          : undefined,
      ),
    ),
    roundRows(db, conferenceId),
  ]);
  const title = reviewMessages.distribution.title(
    titles.find(({ id }) => id === round)?.title ?? null,
    undecidedOnly,
    readers,
  );
  if (found.applications.length === 0)
    return { refused: reviewMessages.distribution.noApplications, status: 409 };
  return storePlan(
    db,
    { ...head, title },
    planDistribution({
      ...found,
      applications: found.applications.map((row) => ({ ...row, readers })),
      seed,
    }),
    found.applications.length,
  );
}

/**
 * Stores the plan that gives others what one reader has not begun, so that each application keeps its number of
 * readers; no other assignment moves. It is for a reader who has left the staff or is on leave.
 */
export async function proposeInstead(
  { db }: Context,
  visit: SignedIn,
  staffUid: string,
): Promise<{ planId: string } | Refused> {
  const { conferenceId } = visit.settings;
  const head = headOf(visit, reviewMessages.distribution.titleInstead);
  const found = await readSituation(
    db,
    conferenceId,
    sql`${applications.uid} IN (SELECT ${assignments.uid} FROM ${assignments}
      WHERE ${assignments.conferenceId} = ${conferenceId} AND ${assignments.staffUid} = ${staffUid})`,
  );
  const open = new Set(
    found.assignments.filter((row) => row.staffUid === staffUid && !row.started).map(({ uid }) => uid),
  );
  const counts = new Map<string, number>();
  for (const { uid } of found.assignments) counts.set(uid, (counts.get(uid) ?? 0) + 1);
  const concerned = found.applications
    .filter(({ uid }) => open.has(uid))
    .map((row) => ({ ...row, readers: counts.get(row.uid) ?? 1 }));
  const plan = planDistribution({ ...found, applications: concerned, seed: SEED, gapsOnly: true });
  return storePlan(db, head, plan, concerned.length);
}

/** Stores the plan that takes an applied one back, as far as the readers may still have what they had. */
export async function proposeDistributionUndo(
  { db }: Context,
  visit: SignedIn,
  planId: string,
): Promise<{ planId: string } | Refused> {
  const { conferenceId } = visit.settings;
  const [[done], [undone], lines, people, declared, loads] = await db.batch([
    planRows(db, planId),
    undoRows(db, planId),
    db
      .select({
        uid: distributionLines.uid,
        staffUid: distributionLines.staffUid,
        act: distributionLines.act,
        institution,
      })
      .from(distributionLines)
      .leftJoin(answers, answersOf(conferenceId, "education"))
      .where(eq(distributionLines.planId, planId)),
    readerRows(db),
    conflictRows(db, conferenceId),
    db
      .select({ staffUid: assignments.staffUid, number: sql<number>`count(*)` })
      .from(assignments)
      .where(eq(assignments.conferenceId, conferenceId))
      .groupBy(assignments.staffUid),
  ]);
  if (done?.conferenceId !== conferenceId || done.kind !== "distribution") return NOT_FOUND;
  if (done.state !== "applied") return { refused: planMessages.notApplied, status: 409 };
  if (undone) return { refused: planMessages.alreadyUndone, status: 409 };
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
  const title = planMessages.titleUndo(done.title);
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
  const head = { ...headOf(visit, title), undoes: planId };
  return storePlan(db, head, plan, new Set(lines.map(({ uid }) => uid)).size, lines.length - back.length);
}

/**
 * Does exactly what the plan says, in one batch, or nothing. It is refused if one of its lines can no longer be
 * done as it stands, or if another distribution was applied since the plan was made.
 */
export async function applyDistribution(
  context: Context,
  { viewer, now, settings: { conferenceId } }: SignedIn,
  planId: string,
): Promise<{ applied: true } | Refused> {
  const { db } = context;
  const [[plan], people] = await db.batch([planRows(db, planId), readerRows(db)]);
  if (plan?.conferenceId !== conferenceId || plan.kind !== "distribution") return NOT_FOUND;
  if (plan.state === "applied") return { refused: planMessages.alreadyApplied, status: 409 };
  const { assigned, withdrawn } = summaryOf(plan);
  if (assigned + withdrawn === 0) return { refused: reviewMessages.distribution.nothingToDo, status: 409 };
  const applyId = newId();
  const why = whyMoved(conferenceId, people);
  const unmoved = sql`NOT EXISTS (SELECT 1 FROM ${distributionLines}
      WHERE ${distributionLines.planId} = ${planId} AND ${why} IS NOT NULL)
    AND NOT EXISTS (SELECT 1 FROM ${plans} WHERE ${isLaterThan(plan)})`;
  const [applied] = await db.batch([
    takePlan(db, { planId, applyId, actorUid: viewer.uid, unmoved }),
    auditEntry(context, {
      actorUid: viewer.uid,
      action: plan.undoes === null ? "applyDistribution" : "undoDistribution",
      object: `plans/${planId}`,
      detail: { assigned, withdrawn, ...(plan.undoes !== null && { undoes: plan.undoes }) },
    }),
    db.delete(assignments).where(
      sql`${assignments.conferenceId} = ${conferenceId} AND ${isAppliedBy(planId, applyId)}
        AND (${assignments.uid}, ${assignments.staffUid}) IN (
          SELECT ${distributionLines.uid}, ${distributionLines.staffUid}
          FROM ${distributionLines} WHERE ${distributionLines.planId} = ${planId}
          AND ${distributionLines.act} = 'withdraw')`,
    ),
    insertFrom(
      db,
      assignments,
      {
        conferenceId,
        uid: sql`${distributionLines.uid}`,
        staffUid: sql`${distributionLines.staffUid}`,
        planId,
        reason: sql`${distributionLines.reason}`,
        assignedAt: now,
      },
      sql`FROM ${distributionLines} WHERE ${distributionLines.planId} = ${planId}
        AND ${distributionLines.act} = 'assign'
        AND ${isAppliedBy(planId, applyId)}`,
    ),
  ]);
  if (applied.length === 1) return { applied: true };
  const [current] = await planRows(db, planId);
  return {
    refused: current?.state === "applied" ? planMessages.alreadyApplied : reviewMessages.distribution.moved,
    status: 409,
  };
}

export type ShownDistribution = {
  plan: Plan;
  summary: DistributionSummary;
  undoneBy: string | null;
  /** The e-mail addresses of everybody the plan names. */
  emails: Map<string, string>;
  lines: (DistributionLine & { line: number; name: string })[];
  /** The next page begins behind this line. */
  next: number | null;
  /** For a plan that is not applied: the lines that can no longer be done; the first of `total`. */
  moved: MovedLine[];
  /** Another distribution was applied since. */
  isOvertaken: boolean;
};

/** A plan with one page of its lines; null if this conference has no such plan. Two round trips. */
export async function readDistribution(
  { db }: Context,
  conferenceId: string,
  planId: string,
  after: number,
): Promise<ShownDistribution | null> {
  const [[plan], [undo], page, people] = await db.batch([
    planRows(db, planId),
    undoRows(db, planId),
    db
      .select({ line: distributionLines, about: answers.answers })
      .from(distributionLines)
      .leftJoin(answers, answersOf(conferenceId, "about"))
      .where(and(eq(distributionLines.planId, planId), gt(distributionLines.line, after)))
      .orderBy(distributionLines.line)
      .limit(DISTRIBUTION_LINES_A_PAGE + 1),
    readerRows(db),
  ]);
  if (plan?.conferenceId !== conferenceId || plan.kind !== "distribution") return null;
  const summary = summaryOf(plan);
  const lines = page.slice(0, DISTRIBUTION_LINES_A_PAGE);
  const named = [
    ...summary.loads.map(({ staffUid }) => staffUid),
    ...summary.shortages.map(({ uid }) => uid),
    ...lines.flatMap(({ line }) => [line.uid, line.staffUid]),
    plan.createdBy,
    plan.appliedBy,
  ];
  const why = whyMoved(conferenceId, people);
  const [accounts, moved, later] = await db.batch([
    emailRows(db, named),
    db
      .select({
        uid: distributionLines.uid,
        staffUid: distributionLines.staffUid,
        why: sql<MovedLine["why"]>`${why}`,
        about: answers.answers,
        total: sql<number>`count(*) OVER ()`,
      })
      .from(distributionLines)
      .innerJoin(plans, and(eq(plans.id, distributionLines.planId), eq(plans.state, "proposed")))
      .leftJoin(answers, answersOf(conferenceId, "about"))
      .where(and(eq(distributionLines.planId, planId), sql`${why} IS NOT NULL`))
      .orderBy(distributionLines.line)
      .limit(MOST_MOVED),
    db
      .select({ later: sql<number>`EXISTS (SELECT 1 FROM ${plans} WHERE ${isLaterThan(plan)})` })
      .from(sql`(SELECT 1)`),
  ]);
  const emails = new Map([...people, ...accounts].map(({ uid, email }) => [uid, email]));
  return {
    plan,
    summary,
    undoneBy: undo?.id ?? null,
    emails,
    lines: lines.map(({ line, about }) => ({ ...line, name: nameIn(about) })),
    next: page.length > DISTRIBUTION_LINES_A_PAGE ? lines.at(-1)!.line.line : null,
    moved: moved.map(({ about, ...line }) => ({ ...line, name: nameIn(about) })),
    isOvertaken: plan.state === "proposed" && later[0]?.later === 1,
  };
}

/** What the form and the list beside it need, in one round trip. */
export async function readDistributions({ db }: Context, conferenceId: string) {
  const [readers, found, rounds] = await db.batch([
    readerRows(db),
    newestPlans(db, conferenceId, "distribution"),
    roundRows(db, conferenceId),
  ]);
  return {
    readers: readers.filter(({ onLeaveSince }) => onLeaveSince === null).length,
    onStaff: readers.length,
    rounds,
    plans: found.map((plan) => ({ ...plan, summary: summaryOf(plan) })),
  };
}

const summaryOf = ({ summary }: Plan) => summary as DistributionSummary;

const nameIn = (about: Record<string, string> | null) =>
  fullName(about?.["firstName"], about?.["middleName"], about?.["lastName"]);

const institution = sql<string | null>`${answers.answers} ->> '$.institution'`;

const answersOf = (conferenceId: string, sectionId: string) =>
  and(
    eq(answers.conferenceId, conferenceId),
    eq(answers.uid, distributionLines.uid),
    eq(answers.sectionId, sectionId),
  );

const conflictRows = (db: Database, conferenceId: string) =>
  db
    .select({ uid: conflicts.uid, staffUid: conflicts.staffUid })
    .from(conflicts)
    .where(eq(conflicts.conferenceId, conferenceId));

/** Whether the plan `other` of a query was applied after this one was made. */
const isLaterThan = ({ conferenceId, createdAt }: Plan): SQL =>
  sql`${plans.conferenceId} = ${conferenceId} AND ${plans.kind} = 'distribution' AND ${plans.state} = 'applied'
    AND ${plans.appliedAt} > ${createdAt}`;

/** Why a row of distribution_lines can no longer be done, or NULL. */
function whyMoved(conferenceId: string, people: { uid: string; onLeaveSince: number | null }[]): SQL {
  const readers = people.filter((row) => row.onLeaveSince === null).map(({ uid }) => uid);
  const [uid, staffUid] = [sql`${distributionLines.uid}`, sql`${distributionLines.staffUid}`];
  const isThere = sql`EXISTS (SELECT 1 FROM ${assignments} WHERE ${assignments.conferenceId} = ${conferenceId}
    AND ${assignments.uid} = ${uid} AND ${assignments.staffUid} = ${staffUid})`;
  return sql`CASE ${distributionLines.act} WHEN 'assign' THEN CASE
      WHEN ${isThere} THEN 'there'
      WHEN NOT EXISTS (SELECT 1 FROM ${applications} WHERE ${applications.conferenceId} = ${conferenceId}
        AND ${applications.uid} = ${uid} AND ${applications.submittedAt} IS NOT NULL) THEN 'withdrawn'
      WHEN ${staffUid} NOT IN ${listed(readers)} THEN 'notOnStaff'
      WHEN EXISTS (SELECT 1 FROM ${conflicts} WHERE ${conflicts.conferenceId} = ${conferenceId}
        AND ${conflicts.uid} = ${uid} AND ${conflicts.staffUid} = ${staffUid}) THEN 'conflict'
      END
    ELSE CASE
      WHEN NOT ${isThere} THEN 'gone'
      WHEN ${isStarted(conferenceId, uid, staffUid)} THEN 'started'
      END
    END`;
}

/** Made before anything is read, so that any plan applied from then on overtakes it. */
const headOf = ({ viewer, settings }: SignedIn, title: string) =>
  proposedPlan({
    conferenceId: settings.conferenceId,
    kind: "distribution",
    title,
    summary: {},
    createdBy: viewer.uid,
  });

/** The facts from which a distribution is planned, in one round trip. */
async function readSituation(db: Database, conferenceId: string, chosen: SQL | undefined) {
  const [found, people, assigned, declared] = await db.batch([
    db
      .select({ uid: applications.uid, institution })
      .from(applications)
      .leftJoin(
        answers,
        and(
          eq(answers.conferenceId, conferenceId),
          eq(answers.uid, applications.uid),
          eq(answers.sectionId, "education"),
        ),
      )
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
  ]);
  return {
    applications: found,
    readers: people.map(({ onLeaveSince, ...reader }) => ({ ...reader, onLeave: onLeaveSince !== null })),
    assignments: assigned,
    conflicts: declared,
  };
}

async function storePlan(
  db: Database,
  head: ReturnType<typeof proposedPlan>,
  { lines, loads, shortages, uneven }: Omit<Distribution, "steps">,
  applicationCount: number,
  lost = 0,
): Promise<{ planId: string } | Refused> {
  if (lines.length === 0 && shortages.length === 0)
    return { refused: reviewMessages.distribution.nothingToDo, status: 409 };
  const count = (act: DistributionLine["act"]) => lines.filter((line) => line.act === act).length;
  const summary: DistributionSummary = {
    applications: applicationCount,
    assigned: count("assign"),
    withdrawn: count("withdraw"),
    uneven,
    loads,
    shortages: shortages.slice(0, MOST_SHORTAGES),
    missing: shortages.reduce((sum, { missing }) => sum + missing, 0),
    lost,
  };
  const item = (index: number) => sql.raw(`item.value ->> ${index}`);
  const chunks = inChunks(
    lines.map(({ uid, staffUid, act, reason }, index) => [index + 1, uid, staffUid, act, reason]),
  );
  await inOneBatch(db, [
    db.insert(plans).values({ ...head, summary }),
    ...chunks.map((chunk) =>
      insertFrom(
        db,
        distributionLines,
        { planId: head.id, line: item(0), uid: item(1), staffUid: item(2), act: item(3), reason: item(4) },
        sql`FROM json_each(${chunk}) AS item`,
      ),
    ),
  ]);
  return { planId: head.id };
}
