import { type SQL, sql } from "drizzle-orm";
import { listed } from "#db/client.ts";
import { questions } from "#db/schema/conference.ts";

/**
 * The ids of the sections in which an edition asks these questions. Lists, letters and the distribution find answers by
 * the ids of the questions (app/applications/README.md). Each edition decides in which section it asks them.
 */
export const sectionsThatAsk = (conferenceId: string | SQL, ids: readonly string[]): SQL<string> =>
  sql`(SELECT ${questions.sectionId} FROM ${questions}
    WHERE ${questions.conferenceId} = ${conferenceId} AND ${questions.id} IN ${listed(ids)})`;
