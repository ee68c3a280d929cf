import { and, type Column, eq, type SQL, sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import { decisions } from "#db/schema/decisions.ts";
import { payments } from "#db/schema/money.ts";
import { reviews } from "#db/schema/reviews.ts";
import { isVisible, roundOfApplication } from "~/standing/visible-decision.server.ts";
import type { EditionDocument, EditionRound } from "./edition-document.ts";
import { isSame } from "./merge.ts";
import { type EditionUse, removedFrom } from "./obstacles.ts";

/** How much of what `document` removes from `live` is in use. One round trip; what is kept is not counted. */
export async function readUse(
  db: Database,
  conferenceId: string,
  live: EditionDocument,
  document: EditionDocument,
  now: number,
): Promise<EditionUse> {
  const removed = removedFrom(live, document);
  const isAllKept = Object.values(removed).every((ids) => ids.length === 0);
  if (isAllKept && isSame(live.rounds, document.rounds)) return NOTHING_USED;
  const number = sql<number>`count(*)`.as("number");
  const [passes, addOns, criteria, answered, uploaded, sections, [told]] = await db.batch([
    db
      .select({ id: payments.passType, number })
      .from(payments)
      .where(
        and(eq(payments.conferenceId, conferenceId), sql`${payments.passType} IN ${listed(removed.passes)}`),
      )
      .groupBy(payments.passType),
    keysIn(db, { table: payments, column: payments.addOns, conferenceId, ids: removed.addOns }),
    keysIn(db, { table: reviews, column: reviews.scores, conferenceId, ids: removed.criteria }),
    keysIn(db, { table: answers, column: answers.answers, conferenceId, ids: removed.questions }),
    db
      .select({ id: documents.questionId, number })
      .from(documents)
      .where(
        and(
          eq(documents.conferenceId, conferenceId),
          sql`${documents.questionId} IN ${listed(removed.questions)}`,
        ),
      )
      .groupBy(documents.questionId),
    db
      .select({ id: answers.sectionId, number })
      .from(answers)
      .where(
        and(eq(answers.conferenceId, conferenceId), sql`${answers.sectionId} IN ${listed(removed.sections)}`),
      )
      .groupBy(answers.sectionId),
    db
      .select({ number })
      .from(applications)
      .innerJoin(
        decisions,
        and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid)),
      )
      .where(toldOtherwise(conferenceId, document.rounds, now)),
  ]);
  return {
    passes: numbersOf(passes),
    addOns: numbersOf(addOns),
    criteria: numbersOf(criteria),
    questions: { ...numbersOf(answered), ...numbersOf(uploaded) },
    sections: numbersOf(sections),
    toldOtherwise: told?.number ?? 0,
  };
}

const NOTHING_USED: EditionUse = {
  ...{ passes: {}, addOns: {}, criteria: {}, questions: {}, sections: {} },
  toldOtherwise: 0,
};

const numbersOf = (rows: { id: string; number: number }[]) =>
  Object.fromEntries(rows.map(({ id, number }) => [id, number]));

type Keyed = typeof payments | typeof reviews | typeof answers;

/** In how many rows of a table a JSON object has each of these keys with a value that is not empty. */
function keysIn(
  db: Database,
  { table, column, conferenceId, ids }: { table: Keyed; column: Column; conferenceId: string; ids: string[] },
) {
  return db
    .select({ id: sql<string>`json_each.key`.as("id"), number: sql<number>`count(*)`.as("number") })
    .from(sql`${table}, json_each(${column})`)
    .where(
      and(
        eq(table.conferenceId, conferenceId),
        sql`json_each.key IN ${listed(ids)}`,
        sql`json_each.value NOT IN ('', json('null'))`,
      ),
    )
    .groupBy(sql`json_each.key`);
}

/**
 * Whether the applicant on the row of `applications` and `decisions` sees a decision today, and with these rounds would
 * stand in another one, at another price, or see nothing until later: what they were told must stay true.
 */
function toldOtherwise(conferenceId: string, wanted: EditionRound[], now: number): SQL {
  const item = (field: keyof EditionRound) => sql.raw(`json_each.value ->> '${field}'`);
  const from = sql`FROM json_each(${JSON.stringify(wanted)})`;
  const laterRound = sql`(SELECT ${item("id")} ${from}
    WHERE ${applications.submittedAt} <= ${item("deadline")} ORDER BY json_each.key LIMIT 1)`;
  return and(
    eq(applications.conferenceId, conferenceId),
    isVisible(now),
    sql`(${laterRound} IS NOT ${roundOfApplication} OR NOT EXISTS (SELECT 1 ${from}
      WHERE ${item("id")} = ${roundOfApplication} AND ${item("decisionRelease")} <= ${now}))`,
  )!;
}

/** Whether any applicant would be: a condition for the statement that publishes. */
export const anyoneToldOtherwise = (conferenceId: string, wanted: EditionRound[], now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${applications} JOIN ${decisions}
    ON ${and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid))}
    WHERE ${toldOtherwise(conferenceId, wanted, now)})`;
