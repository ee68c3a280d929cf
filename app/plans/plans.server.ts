import { and, desc, eq, lt, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Database, inChunks, inOneBatch, insertFrom } from "#db/client.ts";
import { plans } from "#db/schema/decisions.ts";
import { abilitiesNow } from "~/accounts/abilities-now.server.ts";
import { calledOf } from "~/accounts/addresses.server.ts";
import { auditRow } from "~/platform/audit.server.ts";
import type { Context, SignedIn, Viewer } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import { forEachRow } from "~/platform/log.server.ts";
import { LONGEST_REQUEST } from "~/platform/requests.ts";
import { type Ability, can } from "~/values/abilities.ts";
import type { AuditAct } from "~/values/audit-acts.ts";
import { messages } from "~/values/messages.ts";
import type { PlanKind, Refused } from "~/values/types.ts";
import { planMessages } from "./messages.ts";

export type Plan = typeof plans.$inferSelect;
export type PlanHead = typeof plans.$inferInsert & { id: string };

type Statement = BatchItem<"sqlite">;

type PlanRefused = Refused<400 | 403 | 404 | 409>;
export type Proposed = { planId: string } | PlanRefused;

/** The number of a plan's lines, by what they would do. */
type PlanTally = {
  /** Lines that cannot be applied. A single such line prevents the whole plan from being applied. */
  refused: number;
  /** Lines that change something. */
  changing: number;
  /** The numbers that the audit log records. */
  detail: Record<string, number>;
};

/**
 * The functions that differ between kinds of plans. All plans work in the same way: a plan is stored together with the
 * rows as they are at that time, and is shown. Then it is applied in one batch, exactly as it was stored. If a row has
 * changed in the meantime, the plan is not applied at all. A plan can be undone by another plan that does the reverse.
 */
export type PlanUse<Summary = unknown> = {
  kind: PlanKind;
  /**
   * The actions that the audit log records when a plan is applied: `undo` for a plan that undoes another one, `apply`
   * for all other plans.
   */
  acts: { apply: AuditAct; undo: AuditAct };
  /** The values that were stored with a plan in addition to its lines. */
  summaryOf: (plan: Plan) => Summary;
  tally: (summary: Summary) => PlanTally;
  sentences: { nothingToDo: string; moved: string };
  /**
   * A sentence that says why this person may only look at a plan, and neither apply nor undo it; null if nothing bars
   * them.
   */
  barred?: (viewer: Pick<Viewer, "abilities">, summary: Summary) => string | null;
  /**
   * The condition that every row is still as it was when the plan was made. It is checked in the batch that applies the
   * plan. `now` is the portal's clock at that moment.
   */
  unmoved: (plan: Plan, now: number) => SQL;
  /**
   * The statements that carry out the lines. Each has the condition `isOurs`, which holds only if this attempt has
   * claimed the plan.
   */
  writes: (context: Context, applying: Applying, plan: Plan, isOurs: SQL) => readonly Statement[];
  /**
   * A sentence about an obstacle that prevents the plan from being applied at `now` (the portal's clock, UTC ms);
   * null if there is no such obstacle.
   */
  obstacle?: (db: Database, plan: Plan, now: number) => Promise<string | null>;
  /** Stores the plan that undoes the applied plan `done`. `head` is the row of the new plan. */
  storeUndo: (context: Context, visit: SignedIn, head: PlanHead, done: Plan) => Promise<Proposed>;
};

/** The person who applies a plan, and the time on the portal's clock at that moment. */
export type Applying = { actorUid: string; now: number };

/**
 * A plan with this many changes takes so long to apply that the request may be cut off. So the portal first stores who
 * asked to apply the plan.
 */
const MANY_CHANGES = 1_000;

/** The number of lines on one page. */
export const LINES_A_PAGE = 100;
const NEWEST = 20;
const NOT_FOUND: PlanRefused = { refused: messages.notFound, status: 404 };

const conflict = (refused: string): PlanRefused => ({ refused, status: 409 });

/**
 * The row of a plan that is about to be stored, without its lines. It must be made before any rows are read. Then every
 * plan that is applied after the reading has an `appliedAt` later than this plan's `createdAt`.
 */
export const newHead = (
  { viewer, settings }: SignedIn,
  kind: PlanKind,
  title: string,
  undoes?: string,
): PlanHead => ({
  id: newId(),
  conferenceId: settings.conferenceId,
  kind,
  title,
  summary: {},
  createdBy: viewer.uid,
  createdAt: Date.now(),
  state: "proposed",
  undoes,
});

/** Stores a plan and its lines, which are written by `statements`. */
export async function storePlan(
  db: Database,
  head: PlanHead,
  statements: (Statement & { _: { result: unknown } })[],
): Promise<{ planId: string }> {
  await inOneBatch(db, [db.insert(plans).values(head), ...statements]);
  return { planId: head.id };
}

/**
 * The statements that store lines: one row of `table` for each of `rows`.
 *
 * @param columns the values of all columns except the plan's id; `item(n)` is the n-th value of a row.
 * @param joined the joins that these values need.
 */
export const linesFrom = <Table extends SQLiteTable>(
  db: Database,
  table: Table,
  rows: readonly (readonly unknown[])[],
  columns: (item: Item) => Parameters<typeof insertFrom<Table>>[2],
  joined: (item: Item) => SQL = () => sql``,
) =>
  inChunks(rows).map((chunk) =>
    insertFrom(db, table, columns(itemOf), sql`FROM json_each(${chunk}) AS item ${joined(itemOf)}`),
  );

type Item = (index: number) => SQL;
const itemOf: Item = (index) => sql.raw(`item.value ->> ${index}`);

/**
 * Carries out a plan exactly, in one batch, or does nothing. A plan is refused if it has already been applied, if it
 * changes nothing, or if one of its lines is refused. A plan is also refused if a row that the plan would change has
 * changed since the plan was made. A large plan is applied even if this request is cut off, because `finishPlans`
 * continues it.
 */
export async function applyPlan<Summary>(
  context: Context,
  { viewer, now, settings }: SignedIn,
  use: PlanUse<Summary>,
  planId: string,
): Promise<{ applied: true } | PlanRefused> {
  const { db } = context;
  const plan = ofUse(settings.conferenceId, use, await planRows(db, planId));
  if (!plan) return NOT_FOUND;
  const barred = use.barred?.(viewer, use.summaryOf(plan));
  if (barred) return { refused: barred, status: 403 };
  if (plan.state === "applied") return conflict(planMessages.alreadyApplied);
  const { refused, changing } = use.tally(use.summaryOf(plan));
  if (refused > 0) return conflict(planMessages.refusedLines);
  if (changing === 0) return conflict(use.sentences.nothingToDo);
  const isMany = changing >= MANY_CHANGES;
  if (isMany) await ask(db, planId, { askedBy: viewer.uid, askedAt: Date.now() });
  const answer = await carryOut(context, { actorUid: viewer.uid, now }, use, plan);
  if (isMany && "refused" in answer) await ask(db, planId, { askedBy: null, askedAt: null });
  return answer;
}

/**
 * Applies the plans of this kind whose requests were cut off. The cron calls this. A plan is applied in the name of the
 * person who asked; if that person has lost the ability `needed` since, the plan is only proposed again.
 */
export async function finishPlans<Summary>(
  context: Context,
  use: PlanUse<Summary>,
  needed: Ability,
): Promise<void> {
  const { db, requestId } = context;
  const cutOff = await db
    .select()
    .from(plans)
    .where(
      and(
        lt(plans.askedAt, Date.now() - LONGEST_REQUEST),
        eq(plans.kind, use.kind),
        eq(plans.state, "proposed"),
      ),
    );
  const where = { requestId, method: "finishPlans" };
  const objectOf = ({ id }: Plan) => `plans/${id}`;
  await forEachRow(cutOff, where, objectOf, async (plan) => {
    const { now } = await context.visit();
    const actorUid = plan.askedBy ?? plan.createdBy;
    const abilities = await abilitiesNow(db, actorUid, now);
    const mayApply = can(abilities, needed) && !use.barred?.({ abilities }, use.summaryOf(plan));
    const isApplied = mayApply && "applied" in (await carryOut(context, { actorUid, now }, use, plan));
    if (!isApplied) await ask(db, plan.id, { askedBy: null, askedAt: null });
  });
}

/** Records who asked for a plan to be applied, and when. After a failure, the same statement removes that record. */
const ask = (db: Database, planId: string, asked: Pick<Plan, "askedBy" | "askedAt">) =>
  db
    .update(plans)
    .set(asked)
    .where(and(eq(plans.id, planId), eq(plans.state, "proposed")));

/** Runs the batch that claims the plan and carries it out, provided that no row has changed. */
async function carryOut<Summary>(
  context: Context,
  applying: Applying,
  use: PlanUse<Summary>,
  plan: Plan,
): Promise<{ applied: true } | PlanRefused> {
  const { db } = context;
  const applyId = newId();
  const { undoes } = plan;
  const { detail } = use.tally(use.summaryOf(plan));
  const isOurs = isAppliedBy(plan.id, applyId);
  const [applied] = await db.batch([
    takePlan(db, { plan, applyId, actorUid: applying.actorUid, unmoved: use.unmoved(plan, applying.now) }),
    auditRow(
      context,
      {
        ...{ actorUid: applying.actorUid, action: undoes === null ? use.acts.apply : use.acts.undo },
        ...{ object: `plans/${plan.id}`, detail: { ...detail, ...(undoes !== null && { undoes }) } },
      },
      isOurs,
    ),
    ...use.writes(context, applying, plan, isOurs),
  ]);
  if (applied.length === 1) return { applied: true };
  const [current] = await planRows(db, plan.id);
  if (current?.state === "applied") return conflict(planMessages.alreadyApplied);
  return conflict((await use.obstacle?.(db, plan, applying.now)) ?? use.sentences.moved);
}

/** Stores the plan that undoes an applied plan. No row changes yet. */
export async function undoPlan<Summary>(
  context: Context,
  visit: SignedIn,
  use: PlanUse<Summary>,
  planId: string,
): Promise<Proposed> {
  const { db } = context;
  const head = newHead(visit, use.kind, "", planId);
  const [found, [undone]] = await db.batch([planRows(db, planId), undoRows(db, planId)]);
  const done = ofUse(visit.settings.conferenceId, use, found);
  if (!done) return NOT_FOUND;
  const barred = use.barred?.(visit.viewer, use.summaryOf(done));
  if (barred) return { refused: barred, status: 403 };
  if (done.state !== "applied") return conflict(planMessages.notApplied);
  if (undone) return conflict(planMessages.alreadyUndone);
  return use.storeUndo(context, visit, { ...head, title: planMessages.titleUndo(done.title) }, done);
}

/** The statements that read a plan and the applied plan that undid it; `planRead` takes their results. */
export const headRows = (db: Database, planId: string) =>
  [planRows(db, planId), undoRows(db, planId)] as const;

export type PlanRead<Summary> = {
  plan: Plan;
  summary: Summary;
  tally: PlanTally;
  /** The applied plan that undid this one; null if there is none. */
  undoneBy: string | null;
};

/**
 * The data that the pages of all plans show, made from the results of `headRows`. Null if the conference has no such
 * plan.
 */
export function planRead<Summary>(
  conferenceId: string,
  use: PlanUse<Summary>,
  found: Plan[],
  [undo]: { id: string }[],
): PlanRead<Summary> | null {
  const plan = ofUse(conferenceId, use, found);
  if (!plan) return null;
  const summary = use.summaryOf(plan);
  return { plan, summary, tally: use.tally(summary), undoneBy: undo?.id ?? null };
}

/** One page of lines, and the line after which the next page begins; null if there is no next page. */
export function linesPage<Line extends { line: number }>(found: Line[]) {
  const lines = found.slice(0, LINES_A_PAGE);
  return { lines, next: found.length > LINES_A_PAGE ? lines.at(-1)!.line : null };
}

/** A conference's newest plans of one kind. */
export const newestRows = (db: Database, conferenceId: string, kind: PlanKind) =>
  db
    .select()
    .from(plans)
    .where(and(eq(plans.conferenceId, conferenceId), eq(plans.kind, kind)))
    .orderBy(desc(plans.createdAt), desc(plans.id))
    .limit(NEWEST);

/** Plans in the form in which a list shows them, with the names of the people who made them. */
export async function plansFrom<Summary>(
  db: Database,
  { summaryOf, tally }: PlanUse<Summary>,
  found: Awaited<ReturnType<typeof newestRows>>,
) {
  const names = await calledOf(
    db,
    found.map(({ createdBy }) => createdBy),
  );
  return found.map((plan) => {
    const summary = summaryOf(plan);
    return { ...plan, summary, tally: tally(summary), by: names.get(plan.createdBy) ?? plan.createdBy };
  });
}

const ofUse = (conferenceId: string, { kind }: Pick<PlanUse, "kind">, [plan]: Plan[]): Plan | null =>
  plan?.conferenceId === conferenceId && plan.kind === kind ? plan : null;

const planRows = (db: Database, planId: string) => db.select().from(plans).where(eq(plans.id, planId));

/** The applied plan that undid this one: at most one row. */
const undoRows = (db: Database, planId: string) =>
  db
    .select({ id: plans.id })
    .from(plans)
    // Written exactly like the condition of the partial index, so that SQLite uses that index.
    .where(and(eq(plans.undoes, planId), sql`${plans.state} = 'applied'`));

/**
 * The statement that claims a proposed plan for one attempt to apply it. It claims the plan only if no row that the
 * plan would change has changed since the plan was made. A plan that undoes another one is claimed only if no third
 * plan has undone that other plan already. The statements that change the rows follow in the same batch, each under the
 * condition `isAppliedBy`. So if two attempts run at once, the second finds that the plan has been applied already, and
 * changes nothing.
 */
const takePlan = (
  db: Database,
  { plan, applyId, actorUid, unmoved }: { plan: Plan; applyId: string; actorUid: string; unmoved: SQL },
) =>
  db
    .update(plans)
    .set({
      ...{ state: "applied", applyId, appliedBy: actorUid, appliedAt: Date.now() },
      ...{ askedBy: null, askedAt: null },
    })
    .where(
      and(
        eq(plans.id, plan.id),
        eq(plans.state, "proposed"),
        unmoved,
        sql`NOT EXISTS (SELECT 1 FROM ${plans}
          WHERE ${plans.undoes} = ${plan.undoes} AND ${plans.state} = 'applied')`,
      ),
    )
    .returning({ id: plans.id });

/** Whether this attempt (`applyId`) has applied the plan. */
const isAppliedBy = (planId: string, applyId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${plans} WHERE ${and(eq(plans.id, planId), eq(plans.applyId, applyId))})`;
