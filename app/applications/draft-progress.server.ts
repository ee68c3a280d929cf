import { and, eq, sql } from "drizzle-orm";
import { type Database, type RowsFound, subquery } from "#db/client.ts";
import { prepared } from "#db/prepared.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import { editions } from "#db/schema/conference.ts";
import type { Answers, PassEvent } from "~/values/catalogue.ts";
import { answersTogether, askedInApplication } from "./application-form.ts";
import { questionRows, sectionRows } from "./application-rows.server.ts";
import { sectionStates } from "./applications.server.ts";
import type { DraftProgress } from "./draft-progress.ts";
import { sumCounts } from "./progress.ts";
import { sectionTasks } from "./section-tasks.ts";

/** The answers and documents of an application that has not been submitted; no row if it has been submitted. */
const ownRows = prepared((db: Database, conferenceId: string, uid: string) => {
  const isMine = (table: typeof answers | typeof documents) =>
    sql`${table.conferenceId} = ${conferenceId} AND ${table.uid} = ${uid}`;
  const saved = sql<string>`(SELECT json_group_array(json_object('sectionId', ${answers.sectionId},
    'answers', json(${answers.answers}))) FROM ${answers} WHERE ${isMine(answers)})`;
  const stored = sql<string>`(SELECT json_group_array(${documents.questionId}) FROM ${documents}
    WHERE ${isMine(documents)})`;
  return db
    .select({ saved: subquery(saved).as("saved"), stored: subquery(stored).as("stored") })
    .from(editions)
    .where(
      and(
        eq(editions.conferenceId, conferenceId),
        sql`NOT EXISTS (SELECT 1 FROM ${applications} WHERE ${applications.conferenceId} = ${conferenceId}
          AND ${applications.uid} = ${uid} AND ${applications.submittedAt} IS NOT NULL)`,
      ),
    );
});

/** The statements whose results `draftProgress` takes. */
export const draftRows = (db: Database, conferenceId: string, uid: string) =>
  [sectionRows(db, conferenceId), questionRows(db, conferenceId), ownRows(db, conferenceId, uid)] as const;

/**
 * @param inPersonEvent the event for delegates who take part in person.
 * @returns null if the application is submitted, or if the edition asks nothing.
 */
export function draftProgress(
  [asked, questionList, [own]]: RowsFound<ReturnType<typeof draftRows>>,
  inPersonEvent: PassEvent | null,
  now: number,
): DraftProgress | null {
  if (!own || asked.length === 0) return null;
  const saved = (JSON.parse(own.saved) as { sectionId: string; answers: Answers }[]).sort((one, other) =>
    one.sectionId < other.sectionId ? -1 : 1,
  );
  const documentRows = (JSON.parse(own.stored) as string[]).map((questionId) => ({ questionId }));
  const together = answersTogether(questionList, saved);
  const application = {
    ...{ sections: asked, documents: documentRows, inPersonEvent },
    questions: askedInApplication(questionList, together),
    answers: together,
  };
  const { pages } = sectionStates(application, now);
  const tasks = sectionTasks(application, pages);
  const next = tasks.find(({ tone }) => tone !== "done");
  return {
    isBegun: saved.length + documentRows.length > 0,
    done: tasks.filter(({ tone }) => tone === "done").length,
    of: tasks.length,
    ...sumCounts(Object.values(pages)),
    next: next ? { href: next.href, title: next.title } : null,
  };
}
