import { and, eq, isNull, sql } from "drizzle-orm";
import { insertFrom } from "#db/client.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import type { Refused } from "~/values/types.ts";
import { type Application, givenAnswers, readApplication } from "./application-rows.server.ts";
import { begun, findableBy, referenceAt } from "./applications.server.ts";
import { takenOver } from "./former-answers.ts";
import { applicationMessages } from "./messages.ts";
import { isSearched, nameWords } from "./search-words.ts";

/** Whether nothing has been written into an application yet. */
export const isUntouched = ({ submittedAt, reopenedFrom, saves, documents }: Application): boolean =>
  submittedAt === null && reopenedFrom === null && Object.keys(saves).length + documents.length === 0;

/**
 * Begins the application with the answers of an earlier one, as far as `takenOver` allows. All sections are written
 * together, and only if the application is still untouched. Doing it twice changes nothing.
 *
 * @param from the edition of the earlier application, which must have been submitted.
 * @returns the number of sections with such answers; 0 if no old answer fits.
 */
export async function startWithFormer(
  { db }: Context,
  { viewer, settings, now }: SignedIn,
  from: string,
): Promise<{ sections: number } | Refused<404 | 409>> {
  const { conferenceId } = settings;
  const { uid } = viewer;
  const [application, former] = await Promise.all([
    readApplication(db, conferenceId, uid),
    readApplication(db, from, uid),
  ]);
  if (former.submittedAt === null) return { refused: applicationMessages.noFormer, status: 404 };
  const sections = Object.entries(takenOver(former, application.questions, referenceAt(now)));
  const own = and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid));
  const isNew = sql`FROM ${applications} WHERE ${own} AND ${isNull(applications.submittedAt)}
    AND ${isNull(applications.reopenedFrom)}
    AND NOT EXISTS (SELECT 1 FROM ${documents}
      WHERE ${documents.conferenceId} = ${conferenceId} AND ${documents.uid} = ${uid})
    AND NOT EXISTS (SELECT 1 FROM ${answers}
      WHERE ${answers.conferenceId} = ${conferenceId} AND ${answers.uid} = ${uid})`;
  // This must be a single statement, because after its first row the application is no longer untouched.
  const lines = JSON.stringify(sections.map(([section, given]) => ({ section, given })));
  const [, , stored] = await db.batch([
    begun(db, { conferenceId, uid, createdAt: now }),
    insertFrom(
      db,
      answers,
      {
        ...{ conferenceId, uid, version: 1, savedAt: now },
        sectionId: sql`line.value ->> 'section'`,
        answers: sql`line.value -> 'given'`,
      },
      sql`FROM json_each(${lines}) AS line WHERE EXISTS (SELECT 1 ${isNew})`,
    ),
    givenAnswers(db, conferenceId, uid),
    ...sections
      .filter(([, given]) => isSearched(given))
      .flatMap(([sectionId, given]) =>
        findableBy(db, { conferenceId, uid, sectionId }, given, nameWords(given)),
      ),
  ]);
  // The answers may be there because the button was pressed twice and the first reply was lost.
  const answerIn = (sectionId: string) => stored.find((row) => row.sectionId === sectionId)?.answers ?? {};
  const isCopied = sections.every(([sectionId, given]) =>
    Object.entries(given).every(([id, answer]) => answerIn(sectionId)[id] === answer),
  );
  return isCopied
    ? { sections: sections.length }
    : { refused: applicationMessages.alreadyBegun, status: 409 };
}
