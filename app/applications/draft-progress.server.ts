import { and, asc, eq, getTableColumns, sql } from "drizzle-orm";
import { type Database, type RowsFound, subquery } from "#db/client.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import { questions, sections } from "#db/schema/conference.ts";
import type { Answers, PassEvent } from "~/values/catalogue.ts";
import { answersTogether, askedInApplication } from "./application-form.ts";
import { sectionStates } from "./applications.server.ts";
import type { DraftProgress } from "./draft-progress.ts";
import { countedTogether } from "./progress.ts";
import { sectionTasks } from "./section-tasks.ts";

/** What `draftProgress` reads; nothing of an application that is submitted. */
export function draftRows(db: Database, conferenceId: string, uid: string) {
  const isDraft = sql`NOT EXISTS (SELECT 1 FROM ${applications} WHERE ${applications.conferenceId} = ${conferenceId}
    AND ${applications.uid} = ${uid} AND ${applications.submittedAt} IS NOT NULL)`;
  const isMine = (table: typeof answers | typeof documents) =>
    sql`${table.conferenceId} = ${conferenceId} AND ${table.uid} = ${uid}`;
  // Beside the sections, because a page asks the database for only so much.
  const saved = sql<string>`(SELECT json_group_array(json_object('sectionId', ${answers.sectionId},
    'answers', json(${answers.answers}))) FROM ${answers} WHERE ${isMine(answers)})`;
  const stored = sql<string>`(SELECT json_group_array(${documents.questionId}) FROM ${documents}
    WHERE ${isMine(documents)})`;
  return [
    db
      .select({
        ...getTableColumns(sections),
        saved: subquery(saved).as("saved"),
        stored: subquery(stored).as("stored"),
      })
      .from(sections)
      .where(and(eq(sections.conferenceId, conferenceId), isDraft))
      .orderBy(asc(sections.position)),
    db
      .select()
      .from(questions)
      .where(and(eq(questions.conferenceId, conferenceId), isDraft))
      .orderBy(asc(questions.position)),
  ] as const;
}

/**
 * @param inPersonEvent what a delegate who takes part in person comes to.
 * @returns null if the application is submitted, or if the edition asks nothing.
 */
export function draftProgress(
  [sectionRows, questionRows]: RowsFound<ReturnType<typeof draftRows>>,
  inPersonEvent: PassEvent | null,
  now: number,
): DraftProgress | null {
  const [first] = sectionRows;
  if (!first) return null;
  const saved = (JSON.parse(first.saved) as { sectionId: string; answers: Answers }[]).sort((one, other) =>
    one.sectionId < other.sectionId ? -1 : 1,
  );
  const documentRows = (JSON.parse(first.stored) as string[]).map((questionId) => ({ questionId }));
  const together = answersTogether(questionRows, saved);
  const application = {
    ...{ sections: sectionRows, documents: documentRows, inPersonEvent },
    questions: askedInApplication(questionRows, together),
    answers: together,
  };
  const { pages } = sectionStates(application, now);
  const tasks = sectionTasks(application, pages);
  const next = tasks.find(({ tone }) => tone !== "done");
  return {
    isBegun: saved.length + documentRows.length > 0,
    done: tasks.filter(({ tone }) => tone === "done").length,
    of: tasks.length,
    ...countedTogether(Object.values(pages)),
    next: next ? { href: next.href, title: next.title } : null,
  };
}
