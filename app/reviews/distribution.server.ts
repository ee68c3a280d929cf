import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { type Database, insertFrom, listed } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { conferences } from "#db/schema/conference.ts";
import { decisions, distributionLines, plans } from "#db/schema/decisions.ts";
import { assignments, comments, conflicts, reviews } from "#db/schema/reviews.ts";
import { staff } from "#db/schema/staff.ts";
import { holdsAbility } from "~/accounts/abilities.server.ts";
import { called } from "~/accounts/addresses.server.ts";
import { answersOf } from "~/applications/applications.server.ts";
import { sectionsThatAsk } from "~/applications/known-answers.server.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import {
  linesFrom,
  newHead,
  type Plan,
  type PlanHead,
  type PlanUse,
  type Proposed,
  storePlan,
} from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { roundOfApplication } from "~/standing/visible-decision.server.ts";
import { messages } from "~/values/messages.ts";
import type { RoundId } from "~/values/types.ts";
import {
  conflictOf,
  type Distribution,
  type DistributionLine,
  type LeftOut,
  planDistribution,
  type ReaderLoad,
  usualReaders,
} from "./distribution.ts";
import { reviewMails } from "./mails.ts";
import { reviewMessages } from "./messages.ts";

/** The choices that a director makes; `round` is null for all rounds. */
export type DistributionChoices = {
  round: RoundId | null;
  undecidedOnly: boolean;
  /** How many different people should read each application. */
  readers: number;
  /**
   * The readers who take part. "usual": the usual readers and everybody who is ticked. "ticked": only the people who
   * are ticked.
   */
  who: "usual" | "ticked";
  /** The uids that are ticked. */
  ticked: readonly string[];
  /** The capacities for this plan, by the uid of the reader. */
  shares: ReadonlyMap<string, number>;
  leftOut: LeftOut;
  /** Whether all readers who get applications are told by mail when the plan is applied. */
  isMailed: boolean;
  seed: string;
};

/** The applications of a selection, and its filter in words. It is used in place of a round and a state. */
export type SelectedApplications = { condition: SQL | undefined; words: string };

/** The values that are stored with a plan in addition to its lines. */
export type DistributionSummary = {
  applications: number;
  assigned: number;
  withdrawn: number;
  uneven: boolean;
  loads: ReaderLoad[];
  /** The first shortages. `missing` is the number of all missing readers. */
  shortages: Distribution["shortages"];
  missing: number;
  /**
   * The number of assignments that an undo does not restore, because their reader is no longer allowed to read the
   * application.
   */
  lost: number;
  /**
   * The conference's name for the mail to readers who get applications; null if no mail is sent. The mail is queued
   * when the plan is applied. Absent in plans that were stored before there was such a mail.
   */
  mailFrom?: string | null;
};

const MOST_SHORTAGES = 200;
const SEED = "1";

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
 * The condition that the reader `staffUid` has reviewed the application of `uid` or commented on it. Both are columns
 * of the query in which the condition is used.
 */
export const isStarted = (conferenceId: string, uid: SQL, staffUid: SQL): SQL<boolean> =>
  sql`(EXISTS (SELECT 1 FROM ${reviews} WHERE ${reviews.conferenceId} = ${conferenceId}
      AND ${reviews.uid} = ${uid} AND ${reviews.staffUid} = ${staffUid})
    OR EXISTS (SELECT 1 FROM ${comments} WHERE ${comments.conferenceId} = ${conferenceId}
      AND ${comments.uid} = ${uid} AND ${comments.staffUid} = ${staffUid}))`;

/**
 * Stores a plan for a distribution; no assignment changes yet.
 *
 * @param selected the applications to distribute. If given, `round` and `undecidedOnly` are not used.
 */
export async function proposeDistribution(
  { db }: Context,
  visit: SignedIn,
  { round, undecidedOnly, readers, who, ticked, shares, leftOut, isMailed, seed }: DistributionChoices,
  selected: SelectedApplications | null = null,
): Promise<Proposed> {
  const { conferenceId } = visit.settings;
  const head = newHead(visit, "distribution", "");
  const [found, titles] = await Promise.all([
    readSituation(
      db,
      conferenceId,
      selected
        ? selected.condition
        : and(
            round === null ? undefined : sql`${roundOfApplication} = ${round}`,
            undecidedOnly
              ? sql`NOT EXISTS (SELECT 1 FROM ${decisions} WHERE ${decisions.conferenceId} = ${conferenceId}
              AND ${decisions.uid} = ${applications.uid})`
              : undefined,
          ),
    ),
    roundRows(db, conferenceId),
  ]);
  if (round !== null && !titles.some(({ id }) => id === round))
    return { refused: messages.notAnOption, status: 400 };
  const title = selected
    ? reviewMessages.distribution.titleSelected(selected.words, readers)
    : reviewMessages.distribution.title(
        titles.find(({ id }) => id === round)?.title ?? null,
        undecidedOnly,
        readers,
      );
  if (found.applications.length === 0)
    return { refused: reviewMessages.distribution.noApplications, status: 409 };
  const atWork = found.readers.filter(({ onLeave }) => !onLeave);
  const chosen = new Set([...ticked, ...(who === "usual" ? usualReaders(atWork) : []).map(({ uid }) => uid)]);
  if (!atWork.some(({ uid }) => chosen.has(uid)))
    return { refused: reviewMessages.distribution.nobodyTicked, status: 400 };
  return storeDistribution(
    db,
    { ...head, title },
    planDistribution({
      ...found,
      applications: found.applications.map((row) => ({ ...row, readers })),
      readers: found.readers.map((reader) => ({
        ...reader,
        capacity: shares.get(reader.uid) ?? reader.capacity,
        ...(!chosen.has(reader.uid) && { leftOut }),
      })),
      seed,
    }),
    { ...found, mailFrom: isMailed ? found.conference : null },
  );
}

/**
 * Stores a plan that takes from one reader all assigned applications that they have not begun, and gives them to other
 * readers. So each application keeps its number of readers. No other assignment changes. This is for a reader who has
 * left the staff or is on leave.
 */
export async function proposeInstead({ db }: Context, visit: SignedIn, staffUid: string): Promise<Proposed> {
  const { conferenceId } = visit.settings;
  const head = newHead(visit, "distribution", reviewMessages.distribution.titleInstead);
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
  return storeDistribution(db, head, plan, { applications: concerned, mailFrom: found.conference });
}

/** Stores a plan that gives each of these applications one more reader. No other assignment changes. */
export async function proposeMore(
  { db }: Context,
  visit: SignedIn,
  uids: readonly string[],
): Promise<Proposed> {
  const head = newHead(visit, "distribution", reviewMessages.distribution.titleMore);
  const found = await readSituation(
    db,
    visit.settings.conferenceId,
    sql`${applications.uid} IN ${listed(uids)}`,
  );
  if (found.applications.length === 0)
    return { refused: reviewMessages.distribution.noApplications, status: 409 };
  const readersOf = (uid: string) => found.assignments.filter((row) => row.uid === uid).length;
  const concerned = found.applications.map((row) => ({ ...row, readers: readersOf(row.uid) + 1 }));
  const plan = planDistribution({ ...found, applications: concerned, seed: SEED, gapsOnly: true });
  return storeDistribution(db, head, plan, { applications: concerned, mailFrom: found.conference });
}

/**
 * Stores a plan that gives the applications of a selection to one reader, in addition to their present readers. If the
 * reader already has an application or must not read it, it stays as it is. The plan says why.
 *
 * @param selection the condition for a query over `applications`.
 */
export async function proposeReader(
  { db }: Context,
  visit: SignedIn,
  selection: SQL | undefined,
  staffUid: string,
): Promise<Proposed> {
  const { conferenceId } = visit.settings;
  const head = newHead(visit, "distribution", reviewMessages.distribution.titleByHand);
  const found = await readSituation(db, conferenceId, selection);
  const reader = found.readers.find(({ uid }) => uid === staffUid);
  if (!reader || reader.onLeave) return { refused: reviewMessages.distribution.notReading, status: 409 };
  const has = new Set(found.assignments.filter((row) => row.staffUid === staffUid).map(({ uid }) => uid));
  const declared = new Set(found.conflicts.filter((row) => row.staffUid === staffUid).map(({ uid }) => uid));
  const open = found.applications.filter(({ uid }) => !has.has(uid));
  const conflicts = open.filter((one) => conflictOf(one, reader, declared.has(one.uid)) !== null);
  const refused = new Set(conflicts.map(({ uid }) => uid));
  const lines = open
    .filter(({ uid }) => !refused.has(uid))
    .map(({ uid }): DistributionLine => {
      return { uid, staffUid, act: "assign", reason: reviewMessages.distribution.byHand };
    });
  const load = { staffUid, capacity: reader.capacity, before: has.size, after: has.size + lines.length };
  return storeDistribution(
    db,
    head,
    {
      lines,
      loads: [load],
      shortages: conflicts.map(({ uid }) => ({
        uid,
        missing: 1,
        reason: reviewMessages.distribution.conflictByHand,
      })),
      uneven: false,
    },
    { ...found, mailFrom: found.conference },
  );
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
        institution,
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

/** A placeholder in the text of the mail for the number of applications. Only the SQL statement knows that number. */
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

const institution = sql<string | null>`${answers.answers} ->> '$.institution'`;

/** How many applications of the conference are assigned to each reader, whether begun or not. */
export const assignedRows = (db: Database, conferenceId: string) =>
  db
    .select({ staffUid: assignments.staffUid, number: sql<number>`count(*)` })
    .from(assignments)
    .where(eq(assignments.conferenceId, conferenceId))
    .groupBy(assignments.staffUid);

const conflictRows = (db: Database, conferenceId: string) =>
  db
    .select({ uid: conflicts.uid, staffUid: conflicts.staffUid })
    .from(conflicts)
    .where(eq(conflicts.conferenceId, conferenceId));

/** The condition that a row of `plans` is a distribution that was applied after this plan was made. */
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

/** The facts for planning a distribution, and the conference's name. One round trip. */
async function readSituation(db: Database, conferenceId: string, chosen: SQL | undefined) {
  const [found, people, assigned, declared, [conference]] = await db.batch([
    db
      .select({ uid: applications.uid, institution })
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

async function storeDistribution(
  db: Database,
  head: PlanHead,
  { lines, loads, shortages, uneven }: Omit<Distribution, "steps">,
  {
    applications: concerned,
    lost = 0,
    mailFrom = null,
  }: { applications: readonly unknown[]; lost?: number; mailFrom?: string | null },
): Promise<Proposed> {
  if (lines.length === 0 && shortages.length === 0)
    return { refused: reviewMessages.distribution.nothingToDo, status: 409 };
  const count = (act: DistributionLine["act"]) => lines.filter((line) => line.act === act).length;
  const summary: DistributionSummary = {
    applications: concerned.length,
    assigned: count("assign"),
    withdrawn: count("withdraw"),
    uneven,
    loads,
    shortages: shortages.slice(0, MOST_SHORTAGES),
    missing: shortages.reduce((sum, { missing }) => sum + missing, 0),
    lost,
    mailFrom,
  };
  return storePlan(
    db,
    { ...head, summary },
    linesFrom(
      db,
      distributionLines,
      lines.map(({ uid, staffUid, act, reason }, index) => [index + 1, uid, staffUid, act, reason]),
      (item) => ({
        planId: head.id,
        line: item(0),
        uid: item(1),
        staffUid: item(2),
        act: item(3),
        reason: item(4),
      }),
    ),
  );
}
