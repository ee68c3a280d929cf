import { and, type SQL, sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { applications } from "#db/schema/applications.ts";
import { decisions, distributionLines } from "#db/schema/decisions.ts";
import { assignments } from "#db/schema/reviews.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import { linesFrom, newHead, type PlanHead, type Proposed, storePlan } from "~/plans/plans.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { roundOfApplication } from "~/standing/visible-decision.server.ts";
import { messages } from "~/values/messages.ts";
import type { RoundId } from "~/values/types.ts";
import {
  type Distribution,
  type DistributionLine,
  planDistribution,
  type ReaderLoad,
} from "./distribution.ts";
import { readSituation } from "./distribution-rows.server.ts";
import { reviewMessages } from "./messages.ts";
import { conflictOf } from "./reading-conflicts.ts";
import { type LeftOut, usualReaders } from "./who-takes-part.ts";

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

/** The applications of a selection, and its filter in words. They are used in place of `round` and `undecidedOnly`. */
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
   * when the plan is applied. Old plans have no such value; for them, no mail is sent.
   */
  mailFrom?: string | null;
};

const MOST_SHORTAGES = 200;
const SEED = "1";

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
 * Stores a plan that moves one reader's assigned applications to other readers, except the applications that the reader
 * has begun. So each application keeps its number of readers. An assignment of another reader is withdrawn only if that
 * reader has not begun it, and is on leave, has left the staff or must not read the application. Such a plan is for a
 * reader who has left the staff or is on leave.
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

/**
 * Stores a plan that gives each of the given applications one more reader. A present assignment of these applications
 * changes only if its reader is on leave, has left the staff, or must not read the application.
 */
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
 * Stores a plan that gives the applications of a selection to one reader, in addition to their present readers.
 * Applications that the reader already has are left out. Applications that the reader must not read become shortages.
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

export async function storeDistribution(
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
