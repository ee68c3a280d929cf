import { and, eq, inArray, type SQL, sql } from "drizzle-orm";
import { type Database, subquery } from "#db/client.ts";
import { ofEdition } from "#db/prepared.ts";
import { questions } from "#db/schema/conference.ts";
import { NAME_QUESTIONS } from "./blind-reading.ts";

/** The questions from which lists take names and institutions. Each row says whether readers see the answers. */
export const listedQuestionRows = ofEdition((db: Database, conferenceId: string) =>
  db
    .select({ id: questions.id, forReviewers: questions.forReviewers })
    .from(questions)
    .where(
      and(
        eq(questions.conferenceId, conferenceId),
        inArray(questions.id, [...NAME_QUESTIONS, "institution"]),
      ),
    ),
);

/**
 * For a query about an application: whether its edition hides the applicants' identity from readers (`isReadBlind`).
 */
export const readBlindIn = (conferenceId: SQL) =>
  subquery(
    sql<number>`(SELECT count(*) FROM ${questions} WHERE ${and(
      sql`${questions.conferenceId} = ${conferenceId}`,
      inArray(questions.id, [...NAME_QUESTIONS]),
      eq(questions.forReviewers, false),
    )})`,
  ).mapWith(Boolean);
