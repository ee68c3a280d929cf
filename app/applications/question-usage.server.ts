import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import { questions } from "#db/schema/conference.ts";
import type { QuestionUsage } from "./question-usage.ts";

/**
 * Replaces the line breaks in an answer while the answer is split into a list of lines; nobody types this character.
 */
const LINE = sql`char(57344)`;

/**
 * For each question id of an edition, how many times the question was answered. These numbers show what a change of the
 * question affects. A question that nobody answered is absent. Reads every answer of the edition, and so is only for
 * staff.
 */
export async function questionUsage(
  db: Database,
  conferenceId: string,
): Promise<Record<string, QuestionUsage>> {
  const countsOf = (of: SQL) => ({
    drafts: sql<number>`count(DISTINCT CASE WHEN ${isNotNull(applications.submittedAt)} THEN NULL ELSE ${of} END)`,
    submitted: sql<number>`count(DISTINCT CASE WHEN ${isNotNull(applications.submittedAt)} THEN ${of} END)`,
  });
  const answered = sql`json_each(${answers.answers}) AS answered`;
  const lines = sql`json_each('[' || replace(json_quote(replace(answered.value, char(10), ${LINE})), ${LINE}, '","') || ']') AS line`;
  const mine = and(eq(applications.conferenceId, answers.conferenceId), eq(applications.uid, answers.uid));
  const [typed, uploaded, chosen] = await db.batch([
    db
      .select({ id: sql<string>`answered.key`, ...countsOf(sql`${answers.uid}`) })
      .from(answers)
      .innerJoin(applications, mine)
      .innerJoin(answered, sql`trim(answered.value) <> ''`)
      .where(eq(answers.conferenceId, conferenceId))
      .groupBy(sql`answered.key`),
    db
      .select({ id: documents.questionId, ...countsOf(sql`${documents.uid}`) })
      .from(documents)
      .innerJoin(
        applications,
        and(eq(applications.conferenceId, documents.conferenceId), eq(applications.uid, documents.uid)),
      )
      .where(eq(documents.conferenceId, conferenceId))
      .groupBy(documents.questionId),
    db
      .select({
        id: questions.id,
        option: sql<string>`line.value`,
        ...countsOf(sql`${answers.uid}`),
      })
      .from(answers)
      .innerJoin(applications, mine)
      .innerJoin(answered, sql`trim(answered.value) <> ''`)
      .innerJoin(
        questions,
        and(
          eq(questions.conferenceId, conferenceId),
          eq(questions.id, sql`answered.key`),
          isNotNull(questions.options),
        ),
      )
      .innerJoin(lines, sql`line.value <> ''`)
      .where(eq(answers.conferenceId, conferenceId))
      .groupBy(questions.id, sql`line.value`),
  ]);
  const usage: Record<string, QuestionUsage> = {};
  for (const { id, drafts, submitted } of [...typed, ...uploaded]) {
    const before = usage[id] ?? { drafts: 0, submitted: 0, options: {} };
    // If a question used to be of another kind, some people may have answered it with text and others with documents;
    // the larger of the two numbers is used.
    usage[id] = {
      ...before,
      drafts: Math.max(before.drafts, drafts),
      submitted: Math.max(before.submitted, submitted),
    };
  }
  for (const { id, option, drafts, submitted } of chosen)
    if (usage[id]) usage[id].options[option] = { drafts, submitted };
  return usage;
}
