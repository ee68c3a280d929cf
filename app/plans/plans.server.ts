import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { plans } from "#db/schema/decisions.ts";
import { emailsOf } from "~/accounts/addresses.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { PlanKind } from "~/values/types.ts";

export type Plan = typeof plans.$inferSelect;

const NEWEST = 20;

/** The head of a plan that is about to be stored; its lines go into the same batch. */
export const proposedPlan = (
  about: Pick<Plan, "conferenceId" | "kind" | "title" | "summary" | "createdBy"> & { undoes?: string },
): typeof plans.$inferInsert & { id: string } => ({
  ...about,
  id: newId(),
  state: "proposed",
  createdAt: Date.now(),
});

/**
 * The statement by which an attempt to apply a proposed plan takes it, if nothing of it has moved since it was
 * made. The statements that change the rows stand behind it in the same batch, each under the condition
 * `isAppliedBy`: of two attempts at once, one finds the plan already applied and changes nothing.
 *
 * @param unmoved the condition that every row is still as the plan saw it.
 */
export const takePlan = (
  db: Database,
  { planId, applyId, actorUid, unmoved }: { planId: string; applyId: string; actorUid: string; unmoved: SQL },
) =>
  db
    .update(plans)
    .set({ state: "applied", applyId, appliedBy: actorUid, appliedAt: Date.now() })
    .where(and(eq(plans.id, planId), eq(plans.state, "proposed"), unmoved))
    .returning({ id: plans.id });

/** Whether this attempt applied the plan. */
export const isAppliedBy = (planId: string, applyId: string): SQL =>
  sql`EXISTS (SELECT 1 FROM ${plans} WHERE ${and(eq(plans.id, planId), eq(plans.applyId, applyId))})`;

/** A conference's newest plans of one kind. */
export const newestPlans = (db: Database, conferenceId: string, kind: PlanKind) =>
  db
    .select()
    .from(plans)
    .where(and(eq(plans.conferenceId, conferenceId), eq(plans.kind, kind)))
    .orderBy(desc(plans.createdAt), desc(plans.id))
    .limit(NEWEST);

/** One plan, or no row. */
export const planRows = (db: Database, planId: string) => db.select().from(plans).where(eq(plans.id, planId));

/** The applied plan that took this one back: one row at most. */
export const undoRows = (db: Database, planId: string) =>
  db
    .select({ id: plans.id })
    .from(plans)
    // Written like the condition of the partial index, so that SQLite uses it.
    .where(and(eq(plans.undoes, planId), sql`${plans.state} = 'applied'`));

/** The plans with the e-mail address of each author. One round trip. */
export async function withAuthors(db: Database, made: Plan[]): Promise<(Plan & { by: string })[]> {
  const emails = await emailsOf(
    db,
    made.map(({ createdBy }) => createdBy),
  );
  return made.map((plan) => ({ ...plan, by: emails.get(plan.createdBy) ?? plan.createdBy }));
}
