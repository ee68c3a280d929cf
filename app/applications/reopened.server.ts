import { and, eq, type SQL, sql } from "drizzle-orm";
import { type Database, excluded, insertFrom } from "#db/client.ts";
import { answers } from "#db/schema/applications.ts";
import { questions } from "#db/schema/conference.ts";
import { detailChanges } from "#db/schema/details.ts";
import type { Answers } from "~/values/catalogue.ts";

// A delegate may change some answers after submitting (app/details); such a change is kept beside the application and
// counts in place of the submitted answer. While an application is open again, its form is the place to change answers
// (docs/decisions/0055-own-profile.md).

type Of = { conferenceId: string; uid: string };

/** The answers that were changed after submitting, as a table: `id` of the question, and the latest `answer`. */
const inForce = ({ conferenceId, uid }: Of) => sql`(
  SELECT change.key AS id, change.value ->> 'to' AS answer, max(${detailChanges.version})
  FROM ${detailChanges}, json_each(${detailChanges.changes}) AS change
  WHERE ${and(eq(detailChanges.conferenceId, conferenceId), eq(detailChanges.uid, uid))}
  GROUP BY change.key) AS changed`;

/**
 * The statement that writes the changed answers into an application that is being opened again, if a condition holds.
 * So the form shows what is in force. An answer to a question that the application does not ask is left out
 * (`askedInApplication`).
 */
export const withChangesInForce = (db: Database, of: Of, now: number, condition: SQL) =>
  insertFrom(
    db,
    answers,
    {
      ...{ ...of, version: 1, savedAt: now },
      sectionId: sql`${questions.sectionId}`,
      answers: sql`json_group_object(${questions.id}, changed.answer)`,
    },
    sql`FROM ${inForce(of)} JOIN ${questions}
      ON ${and(eq(questions.conferenceId, of.conferenceId), sql`${questions.id} = changed.id`)}
      WHERE ${condition} AND (NOT ${questions.askedLater} OR EXISTS (
        SELECT 1 FROM ${answers}, json_each(${answers.answers}) AS given
        WHERE ${and(eq(answers.conferenceId, of.conferenceId), eq(answers.uid, of.uid))}
          AND given.key = changed.id AND given.value <> ''))
      GROUP BY ${questions.sectionId}`,
  ).onConflictDoUpdate({
    target: [answers.conferenceId, answers.uid, answers.sectionId],
    set: {
      version: sql`${answers.version} + 1`,
      answers: sql`json_patch(${answers.answers}, ${excluded(answers.answers)})`,
    },
  });

/**
 * The statement that brings the changes in line with an application that is submitted again, if a condition holds.
 * Where an answer in the application differs from the latest change, this answer becomes the latest change.
 *
 * @param submitted the answers to all questions that the application asks, as they are stored.
 */
export const changesFromSubmission = (
  db: Database,
  of: Of,
  submitted: Answers,
  now: number,
  condition: SQL,
) =>
  insertFrom(
    db,
    detailChanges,
    {
      ...{ ...of, savedAt: now, byTeam: false },
      version: sql`(SELECT max(${detailChanges.version}) + 1 FROM ${detailChanges}
        WHERE ${and(eq(detailChanges.conferenceId, of.conferenceId), eq(detailChanges.uid, of.uid))})`,
      changes: sql`json_group_object(changed.id, json_object('from', changed.answer, 'to', given.value))`,
    },
    sql`FROM ${inForce(of)} JOIN json_each(${JSON.stringify(submitted)}) AS given ON given.key = changed.id
      WHERE ${condition} AND given.value <> changed.answer HAVING count(*) > 0`,
  );
