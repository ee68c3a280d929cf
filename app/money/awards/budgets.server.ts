import { asc, eq, sql } from "drizzle-orm";
import { type Database, hasRow, subquery } from "#db/client.ts";
import { budgets } from "#db/schema/grants.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { usedOf } from "~/standing/grants.server.ts";
import { dollars } from "~/values/money.ts";
import type { Refused as Refusal } from "~/values/types.ts";
import { grantMessages } from "./messages.ts";

/** The budgets of a conference, each with how much of it has been used. */
export const budgetRows = (db: Database, conferenceId: string) =>
  db
    .select({
      id: budgets.id,
      title: budgets.title,
      cents: budgets.cents,
      used: subquery(usedOf(sql`${budgets.id}`)).as("used"),
    })
    .from(budgets)
    .where(eq(budgets.conferenceId, conferenceId))
    .orderBy(asc(budgets.title));

/**
 * Makes a budget under the id that the form contains, so that one form makes one budget however often it is sent. One
 * round trip.
 *
 * @returns 409 if the form has already made a different budget.
 */
export async function createBudget(
  context: Context,
  { viewer, settings: { conferenceId } }: SignedIn,
  { id, title, amount: cents }: { id: string; title: string; amount: number },
): Promise<{ id: string } | Refusal<409>> {
  const { db } = context;
  const { entry } = audited(
    context,
    { actorUid: viewer.uid, action: "budget", object: `budgets/${id}`, detail: { cents } },
    sql`NOT ${hasRow(budgets, eq(budgets.id, id))}`,
  );
  const [, , [budget]] = await db.batch([
    entry,
    db
      .insert(budgets)
      .values({ id, conferenceId, title, cents, createdBy: viewer.uid, createdAt: Date.now() })
      .onConflictDoNothing(),
    db.select().from(budgets).where(eq(budgets.id, id)),
  ]);
  const made = budget!;
  const isThis = made.conferenceId === conferenceId && made.title === title && made.cents === cents;
  if (isThis) return { id };
  return { refused: grantMessages.madeOtherwise(made.title, dollars(made.cents)), status: 409 };
}

/** The condition that a budget, if one is named, belongs to the conference. */
export const isBudgetOf = ({ settings: { conferenceId } }: SignedIn, budgetId: string | null) =>
  budgetId === null
    ? sql`true`
    : sql`EXISTS (SELECT 1 FROM ${budgets} WHERE ${budgets.id} = ${budgetId}
      AND ${budgets.conferenceId} = ${conferenceId})`;

/** Reads whether a budget, if one is named, belongs to the conference. */
export const budgetThere = (db: Database, visit: SignedIn, budgetId: string | null) =>
  db.select({ isThere: sql<number>`${isBudgetOf(visit, budgetId)}`.as("is_there") }).from(sql`(SELECT 1)`);
