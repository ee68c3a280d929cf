import { and, eq, gt, isNotNull, sql } from "drizzle-orm";
import { excluded, hasRow, insertFrom } from "#db/client.ts";
import { users } from "#db/schema/accounts.ts";
import { answers, applications } from "#db/schema/applications.ts";
import { detailChanges } from "#db/schema/details.ts";
import { readAnswer } from "~/applications/application-form.ts";
import { applicationFrom, applicationRows } from "~/applications/application-rows.server.ts";
import {
  applicationProblemsOf,
  findableByAnswers,
  findableByName,
} from "~/applications/applications.server.ts";
import { applicationMails } from "~/applications/mails.ts";
import { answerWords, isSearched, nameWords } from "~/applications/search-words.ts";
import { withStoredTelephones } from "~/applications/telephone.ts";
import { conferenceName } from "~/conference/conference-name.ts";
import { conferenceRows } from "~/conference/conferences.server.ts";
import { queueMail } from "~/mail/outbox.server.ts";
import { audited } from "~/platform/audit.server.ts";
import type { Context, SignedIn } from "~/platform/context.server.ts";
import { newId } from "~/platform/ids.server.ts";
import type { Refused } from "~/values/types.ts";
import { changeRows } from "./details.server.ts";
import { lastChanged } from "./details.ts";
import { detailsMessages } from "./messages.ts";

const say = detailsMessages.correct;

/**
 * A submitted application with its present answers, which staff can correct: what the delegate submitted, with all
 * changes since. `version` is the number of changes. One round trip.
 */
export async function readCorrectable(
  { db }: Context,
  { settings: { conferenceId } }: SignedIn,
  uid: string,
) {
  const [sections, questions, rounds, edition, inPersonEvent, applied, given, documents, changed, [person]] =
    await db.batch([
      ...applicationRows(db, conferenceId, uid),
      changeRows(db, conferenceId, uid),
      db.select({ email: users.email }).from(users).where(eq(users.uid, uid)),
    ]);
  const application = applicationFrom([
    ...([sections, questions, rounds, edition] as const),
    ...([inPersonEvent, applied, given, documents] as const),
  ]);
  if (!person || !applied[0]) return null;
  const changes = lastChanged(changed.map((row) => row.changes));
  return {
    ...{ ...application, answers: { ...application.answers, ...changes } },
    ...{ email: person.email, version: changed.at(-1)?.version ?? 0 },
  };
}

export type CorrectAnswer =
  | { corrected: true }
  | { problem: string; status: 400 }
  /** `isChanged`: another change was saved after the form was opened and before it was sent. */
  | (Refused<409> & { isChanged?: true });

/**
 * For staff who decide: corrects one answer of a submitted application, because its delegate asked for this. The
 * delegate gets a mail, and sees what was changed and when. The audit log keeps who changed it and why. Searches then
 * use the corrected answer. A form that is sent twice corrects once. The caller must have checked the ability.
 *
 * @param version how many changes there were when the form was opened.
 */
export async function correctAnswer(
  context: Context,
  visit: SignedIn,
  { uid, questionId, version, reason }: { uid: string; questionId: string; version: number; reason: string },
  form: FormData,
): Promise<CorrectAnswer> {
  const { db, origin } = context;
  const { viewer, now, settings } = visit;
  const { conferenceId } = settings;
  const [found, [conference]] = await Promise.all([
    readCorrectable(context, visit, uid),
    conferenceRows(db, conferenceId),
  ]);
  if (!found || found.submittedAt === null) return { refused: say.notSubmitted, status: 409 };
  const question = found.questions.find(({ id }) => id === questionId)!;
  // A telephone number without a country code is read as if it were dialled in the country that another answer gives.
  const asStored = (answer: string) =>
    withStoredTelephones([question], { ...found.answers, [questionId]: answer })[questionId] ?? "";
  const [from, to] = [asStored(found.answers[questionId] ?? ""), asStored(readAnswer(question, form))];
  const corrected = { ...found, answers: { ...found.answers, [questionId]: to } };
  const [had, has] = [applicationProblemsOf(found, now), applicationProblemsOf(corrected, now)];
  if (has[questionId]) return { problem: has[questionId], status: 400 };
  const other = found.questions.find(({ id }) => has[id] && !had[id]);
  if (other) return { problem: say.needsMore(other.text), status: 400 };
  // If something was saved since the form was opened, the form was probably sent twice and the first reply was lost.
  if (from === to)
    return found.version === version ? { problem: say.unchanged, status: 400 } : { corrected: true };
  const stale = { refused: say.changed, status: 409, isChanged: true } as const;
  if (found.version !== version) return stale;

  const theirs = and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid));
  const isNewer = hasRow(
    detailChanges,
    and(
      eq(detailChanges.conferenceId, conferenceId),
      eq(detailChanges.uid, uid),
      gt(detailChanges.version, version),
    ),
  );
  const { entry, isDone } = audited(
    context,
    {
      ...{ actorUid: viewer.uid, action: "correctAnswer", object: `${conferenceId}/${uid}` },
      detail: { question: questionId, reason },
    },
    hasRow(applications, and(theirs, isNotNull(applications.submittedAt), sql`NOT ${isNewer}`)),
  );
  const row = { conferenceId, uid };
  const asked = { [questionId]: to };
  const [, kept] = await db.batch([
    entry,
    insertFrom(
      db,
      detailChanges,
      { ...row, version: version + 1, changes: { [questionId]: { from, to } }, savedAt: now, byTeam: true },
      sql`WHERE ${isDone}`,
    ).returning({ version: detailChanges.version }),
    insertFrom(
      db,
      answers,
      { ...row, sectionId: question.sectionId, version: 1, answers: asked, savedAt: now },
      sql`WHERE ${isDone}`,
    ).onConflictDoUpdate({
      target: [answers.conferenceId, answers.uid, answers.sectionId],
      set: {
        version: sql`${answers.version} + 1`,
        answers: sql`json_patch(${answers.answers}, ${excluded(answers.answers)})`,
      },
    }),
    ...(isSearched(asked) ? findableByName(db, row, nameWords(corrected.answers), isDone) : []),
    ...findableByAnswers(db, row, answerWords(corrected.questions, corrected.answers), isDone),
    queueMail(
      db,
      {
        ...{ kind: "application", uid: sql`${users.uid}`, eventKey: `corrected:${newId()}` },
        recipient: sql`${users.email}`,
        text: applicationMails.corrected(conferenceName(conference!), question.text, `${origin}/application`),
      },
      sql`FROM ${users} WHERE ${isDone} AND ${users.uid} = ${uid}`,
    ),
  ]);
  return kept.length > 0 ? { corrected: true } : stale;
}
