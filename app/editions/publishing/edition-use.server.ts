import { and, type Column, eq, gt, or, type SQL, sql } from "drizzle-orm";
import { type Database, hasRow, listed } from "#db/client.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import { decisions } from "#db/schema/decisions.ts";
import { holdings } from "#db/schema/money.ts";
import { reviews } from "#db/schema/reviews.ts";
import { type EditionUse, type Removed, removedFrom } from "~/editions/checks/obstacles.ts";
import type { EditionDocument, EditionRound } from "~/editions/edition-document.ts";
import { isSame } from "~/editions/merge.ts";
import { isVisible, orLateRound, roundOfApplication } from "~/standing/visible-decision.server.ts";

/** The parts of a query for the rows that use a removed thing. `id` is the id of that thing. */
type Usage = { kind: keyof Removed; id: SQL<string>; from: SQL; where: SQL };

/** The places where the removed things could be in use. If nothing of a kind was removed, that kind is not searched. */
function usagesOf(conferenceId: string, removed: Removed): Usage[] {
  const { passes, addOns, criteria, questions, sections } = removed;
  return [
    inColumn("passes", holdings, holdings.item, passes),
    inColumn("addOns", holdings, holdings.item, addOns),
    inKeys("criteria", reviews, reviews.scores, criteria),
    inKeys("questions", answers, answers.answers, questions),
    inColumn("questions", documents, documents.questionId, questions),
    inColumn("sections", answers, answers.sectionId, sections),
  ]
    .filter(({ kind }) => removed[kind].length > 0)
    .map(({ table, where, ...usage }) => ({
      ...usage,
      where: and(eq(table.conferenceId, conferenceId), where)!,
    }));
}

type Used = typeof holdings | typeof reviews | typeof answers | typeof documents;

/** Finds the rows of a table whose column contains one of the ids. */
const inColumn = (kind: keyof Removed, table: Used, column: Column, ids: string[]) => ({
  ...{ kind, table, id: sql<string>`${column}`, from: sql`${table}` },
  where: sql`${column} IN ${listed(ids)}`,
});

/** Finds the rows of a table whose JSON column has one of the ids as a key, with a value that is not empty. */
const inKeys = (kind: keyof Removed, table: Used, column: Column, ids: string[]) => ({
  ...{ kind, table, id: sql<string>`json_each.key`, from: sql`${table}, json_each(${column})` },
  where: sql`json_each.key IN ${listed(ids)} AND json_each.value NOT IN ('', json('null'))`,
});

/**
 * For each thing that is in `live` but not in `document`, how many times it is in use. Also the number of applicants
 * who can already see a decision that the new rounds would contradict (`toldOtherwise`), and of applications that would
 * belong to no round any more (`leftOut`). One round trip, or none if nothing is removed and no round changes.
 */
export async function readUse(
  db: Database,
  conferenceId: string,
  live: EditionDocument,
  document: EditionDocument,
  now: number,
): Promise<EditionUse> {
  const use: EditionUse = {
    ...{ passes: {}, addOns: {}, criteria: {}, questions: {}, sections: {} },
    ...{ toldOtherwise: 0, leftOut: 0 },
  };
  const usages = usagesOf(conferenceId, removedFrom(live, document));
  if (usages.length === 0 && isSame(live.rounds, document.rounds)) return use;
  const number = sql<number>`count(*)`.as("number");
  const [[told], [left], ...found] = await db.batch([
    db
      .select({ number })
      .from(applications)
      .innerJoin(
        decisions,
        and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid)),
      )
      .where(toldOtherwise(conferenceId, document.rounds, now)),
    db.select({ number }).from(applications).where(leftOut(conferenceId, document.rounds)),
    ...usages.map(({ id, from, where }) =>
      db
        .select({ id: id.as("id"), number })
        .from(from)
        .where(where)
        .groupBy(id),
    ),
  ]);
  for (const [index, { kind }] of usages.entries()) {
    for (const { id, number } of found[index]!) use[kind][id] = (use[kind][id] ?? 0) + number;
  }
  return { ...use, toldOtherwise: told?.number ?? 0, leftOut: left?.number ?? 0 };
}

/**
 * Whether `readUse` would count anything that prevents publishing. It is a condition of the statement that publishes,
 * because something could come into use after `readUse` has counted.
 */
export function isInUse(
  conferenceId: string,
  live: EditionDocument | null,
  document: EditionDocument,
  now: number,
): SQL {
  const usages = live ? usagesOf(conferenceId, removedFrom(live, document)) : [];
  return or(
    anyoneToldOtherwise(conferenceId, document.rounds, now),
    hasRow(applications, leftOut(conferenceId, document.rounds)),
    ...usages.map(({ from, where }) => sql`EXISTS (SELECT 1 FROM ${from} WHERE ${where})`),
  )!;
}

/** For a row of `each`: a field of the round. */
export const item = (field: keyof EditionRound) => sql.raw(`json_each.value ->> '${field}'`);
/** The rounds that are wanted, as a table. */
export const each = (wanted: EditionRound[]) => sql`json_each(${JSON.stringify(wanted)})`;

/** For a row of `applications`: the round to which it would belong with the wanted rounds. */
export const roundAmong = (wanted: EditionRound[]) =>
  orLateRound(sql`(SELECT ${item("id")} FROM ${each(wanted)}
    WHERE ${applications.submittedAt} <= ${item("deadline")} ORDER BY json_each.key LIMIT 1)`);

/**
 * For a row of `applications`: whether it belongs to a round now, and would belong to none with the new rounds. Nobody
 * could see a decision on it then.
 */
const leftOut = (conferenceId: string, wanted: EditionRound[]): SQL =>
  and(
    eq(applications.conferenceId, conferenceId),
    gt(applications.submittedAt, Math.max(0, ...wanted.map(({ deadline }) => deadline))),
    sql`${roundOfApplication} IS NOT NULL AND ${roundAmong(wanted)} IS NULL`,
  )!;

/**
 * For a row of `applications` with its row of `decisions`: whether the new rounds would contradict a decision that the
 * applicant can see at `now`. They contradict it if they put the applicant into another round, perhaps with another
 * price, or if they show the decision only later. What people were told must stay true.
 */
function toldOtherwise(conferenceId: string, wanted: EditionRound[], now: number): SQL {
  return and(
    eq(applications.conferenceId, conferenceId),
    isVisible(now),
    sql`(${roundAmong(wanted)} IS NOT ${roundOfApplication} OR NOT EXISTS (SELECT 1 FROM ${each(wanted)}
      WHERE ${item("id")} = ${roundOfApplication} AND ${item("decisionRelease")} <= ${now}))`,
  )!;
}

const anyoneToldOtherwise = (conferenceId: string, wanted: EditionRound[], now: number): SQL =>
  sql`EXISTS (SELECT 1 FROM ${applications} JOIN ${decisions}
    ON ${and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid))}
    WHERE ${toldOtherwise(conferenceId, wanted, now)})`;
