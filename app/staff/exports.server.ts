import { and, asc, eq, gt, type SQL, sql } from "drizzle-orm";
import { type Database, listed } from "#db/client.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import { questions } from "#db/schema/conference.ts";
import { decisions } from "#db/schema/decisions.ts";
import { comments, reviews } from "#db/schema/reviews.ts";
import { calledRows, emailRows } from "~/accounts/addresses.server.ts";
import { answersTogether, isDocumentQuestion } from "~/applications/application-form.ts";
import { inOneLine, isShown, shownAnswers } from "~/applications/questions.ts";
import { nameRows, namesIn } from "~/applications/search.server.ts";
import { withReadableTelephones } from "~/applications/telephone.ts";
import { addOnRows, roundRows } from "~/conference/catalogue.server.ts";
import { ownRounds, roundOn } from "~/conference/rounds.ts";
import { changedDetails } from "~/details/details.server.ts";
import { BADGE_NAME, dayQuestions } from "~/details/details.ts";
import { shortReference } from "~/money/payments/references.ts";
import type { Context } from "~/platform/context.server.ts";
import { scoreField, scoreInWords } from "~/reviews/review.ts";
import { criterionRows } from "~/reviews/review-rows.server.ts";
import { allHeldPasses, type PassHeld } from "~/standing/holdings.server.ts";
import type { Answers, Question, Round } from "~/values/catalogue.ts";
import { csvInstant } from "~/values/csv.ts";
import { dollarAmount } from "~/values/money.ts";

/** A file before it is written: its columns, and its rows page by page. */
export type Export = { columns: string[]; pages: AsyncGenerator<string[][], void> };

const AT_ONCE = 500;

const questionRows = (db: Database, conferenceId: string) =>
  db
    .select()
    .from(questions)
    .where(eq(questions.conferenceId, conferenceId))
    .orderBy(asc(questions.sectionId), asc(questions.position));

/**
 * Applications of a conference with all their answers. For a question that asks for a document, the answer is the name
 * of the file.
 *
 * @param selection the condition for a query over `applications`; without it, the file has every application, including
 *   drafts.
 */
export async function exportApplications(
  { db }: Context,
  conferenceId: string,
  selection?: SQL,
): Promise<Export> {
  const [fields, rounds] = await db.batch([questionRows(db, conferenceId), roundRows(db, conferenceId)]);
  return {
    columns: [
      ...["uid", "email", "state", "round", "submittedAt", "reviews", "score", "decision"],
      ...fields.map(({ id }) => id),
    ],
    pages: applicationPages(db, conferenceId, { fields, rounds, selection }),
  };
}

async function* applicationPages(
  db: Database,
  conferenceId: string,
  { fields, rounds, selection }: { fields: Question[]; rounds: Round[]; selection: SQL | undefined },
): AsyncGenerator<string[][], void> {
  let after = "";
  for (;;) {
    const page = await db
      .select({ application: applications, decision: decisions.decision })
      .from(applications)
      .leftJoin(
        decisions,
        and(eq(decisions.conferenceId, applications.conferenceId), eq(decisions.uid, applications.uid)),
      )
      .where(and(eq(applications.conferenceId, conferenceId), gt(applications.uid, after), selection))
      .orderBy(asc(applications.uid))
      .limit(AT_ONCE);
    if (page.length === 0) return;
    const uids = page.map(({ application }) => application.uid);
    const about = await readAnswers(db, conferenceId, fields, uids);
    yield page.map(({ application, decision }) => {
      const { uid, submittedAt, reviewCount, meanScore } = application;
      const { email = "", texts = {}, files = {} } = about.get(uid) ?? {};
      return [
        uid,
        email,
        submittedAt === null ? "draft" : "submitted",
        (submittedAt !== null && roundOn(ownRounds(rounds, application), submittedAt)?.id) || "",
        csvInstant(submittedAt),
        String(reviewCount),
        meanScore === null ? "" : (meanScore / 100).toFixed(2),
        decision ?? "",
        ...fields.map((field) => cellOf(field, texts, files)),
      ];
    });
    after = uids.at(-1)!;
  }
}

/**
 * Every review of a conference, with the score of each criterion. The comments of the same reader on the same
 * application are included.
 */
export async function exportReviews({ db }: Context, conferenceId: string): Promise<Export> {
  const rubric = await criterionRows(db, conferenceId);
  const ids = rubric.map(({ id }) => id);
  return {
    columns: [
      ...["uid", "email", "reader", "readerEmail", "score"],
      ...ids.map(scoreField),
      ...["recommendation", "comments", "createdAt", "savedAt"],
    ],
    pages: reviewPages(db, conferenceId, ids),
  };
}

async function* reviewPages(
  db: Database,
  conferenceId: string,
  criterionIds: string[],
): AsyncGenerator<string[][], void> {
  let [uid, staffUid] = ["", ""];
  for (;;) {
    const page = await db
      .select()
      .from(reviews)
      .where(
        and(
          eq(reviews.conferenceId, conferenceId),
          sql`(${reviews.uid}, ${reviews.staffUid}) > (${uid}, ${staffUid})`,
        ),
      )
      .orderBy(asc(reviews.uid), asc(reviews.staffUid))
      .limit(AT_ONCE);
    const last = page.at(-1);
    if (!last) return;
    const uids = [...new Set(page.map((review) => review.uid))];
    const [people, written] = await db.batch([
      calledRows(db, [...new Set([...uids, ...page.map((review) => review.staffUid)])]),
      db
        .select({ uid: comments.uid, staffUid: comments.staffUid, text: comments.text })
        .from(comments)
        .where(and(eq(comments.conferenceId, conferenceId), sql`${comments.uid} IN ${listed(uids)}`))
        .orderBy(asc(comments.createdAt), asc(comments.id)),
    ]);
    const known = new Map(people.map((person) => [person.uid, person]));
    const texts = new Map<string, string[]>();
    for (const { text, ...by } of written) {
      const key = `${by.uid} ${by.staffUid}`;
      texts.set(key, [...(texts.get(key) ?? []), text]);
    }
    yield page.map((review) => [
      review.uid,
      known.get(review.uid)?.email ?? "",
      known.get(review.staffUid)?.called ?? "",
      known.get(review.staffUid)?.email ?? "",
      scoreInWords(review.score),
      ...criterionIds.map((id) => String(review.scores[id] ?? "")),
      review.recommendation,
      (texts.get(`${review.uid} ${review.staffUid}`) ?? []).join("\n\n"),
      csvInstant(review.createdAt),
      csvInstant(review.savedAt),
    ]);
    [uid, staffUid] = [last.uid, last.staffUid];
  }
}

/**
 * The list for the door team and the kitchen. It says who holds a pass, and what was paid and bought. It has the
 * answers meant for these teams, with the delegates' latest changes.
 */
export async function exportRegistrations(context: Context, conferenceId: string): Promise<Export> {
  const { db } = context;
  const [asked, sold] = await db.batch([questionRows(db, conferenceId), addOnRows(db, conferenceId)]);
  return passHolders(context, conferenceId, {
    columns: ["reference", "paid", "paidAt", ...sold.map(({ id }) => id)],
    facts: ({ cents, paidAt, addOns, passType, paymentId }) => [
      shortReference(paymentId),
      dollarAmount(cents).toFixed(2),
      csvInstant(paidAt),
      ...sold.map(({ id, included, ticketId }) => {
        const chosen = addOns[id] ?? (included && ticketId === passType);
        return chosen === true ? "yes" : chosen || "";
      }),
    ],
    asked,
    fields: dayQuestions(asked).filter(({ onSite }) => onSite),
  });
}

/** For everybody who holds a pass: the people to call in an emergency, with the delegates' latest changes. */
export async function exportEmergencyContacts(context: Context, conferenceId: string): Promise<Export> {
  const asked = await questionRows(context.db, conferenceId);
  return passHolders(context, conferenceId, {
    columns: [],
    facts: () => [],
    asked,
    fields: dayQuestions(asked).filter(({ forEmergencies }) => forEmergencies),
  });
}

/**
 * The columns of a file that follow the columns for the person and the pass: facts about the pass, then answers and
 * file names. `asked` has every question of the edition: a cell is empty if the form would hide its question now.
 */
type FileContents = {
  columns: string[];
  facts: (pass: PassHeld) => string[];
  fields: Question[];
  asked: Question[];
};

const passHolders = (context: Context, conferenceId: string, contents: FileContents): Export => ({
  columns: ["uid", "email", "name", "pass", ...contents.columns, ...contents.fields.map(({ id }) => id)],
  pages: passHolderPages(context, conferenceId, contents),
});

async function* passHolderPages(
  context: Context,
  conferenceId: string,
  { facts, fields, asked }: FileContents,
): AsyncGenerator<string[][], void> {
  for await (const passes of allHeldPasses(context.db, conferenceId)) {
    const uids = passes.map(({ uid }) => uid);
    const [about, names, changed] = await Promise.all([
      readAnswers(context.db, conferenceId, asked, uids),
      nameRows(context.db, conferenceId, uids).then(namesIn),
      changedDetails(context.db, conferenceId, uids),
    ]);
    yield passes.map((pass) => {
      const { uid, passType } = pass;
      const { email = "", texts = {}, files = {} } = about.get(uid) ?? {};
      const name = names.get(uid)?.name ?? "";
      const inForce = { [BADGE_NAME.id]: name, ...texts, ...changed.get(uid) };
      const shown = shownAnswers(asked, inForce);
      const legible = withReadableTelephones(fields, shown);
      return [
        ...[uid, email, name, passType],
        ...facts(pass),
        ...fields.map((field) => (isShown(field, shown) ? cellOf(field, legible, files) : "")),
      ];
    });
  }
}

/**
 * The cell for a question: the name of the file if the question asks for a document, and the answer if it asks for
 * anything else. The kind of a question may have changed. So if a question for a document has no file, the cell has the
 * answer; if any other question has no answer, the cell has the name of the file. Chosen options are joined on one
 * line; texts are kept as they were typed.
 */
function cellOf(field: Question, texts: Answers, files: Record<string, string>): string {
  const answer = texts[field.id] ?? "";
  const text = field.options === null ? answer : inOneLine(field, answer);
  const file = files[field.id] ?? "";
  return isDocumentQuestion(field) ? file || text : text || file;
}

type About = { email: string; texts: Answers; files: Record<string, string> };

/** The addresses, answers and file names of the people with these uids. */
async function readAnswers(
  db: Database,
  conferenceId: string,
  fields: Question[],
  uids: string[],
): Promise<Map<string, About>> {
  const these = listed(uids);
  const [people, texts, files] = await db.batch([
    emailRows(db, uids),
    db
      .select({ uid: answers.uid, sectionId: answers.sectionId, answers: answers.answers })
      .from(answers)
      .where(and(eq(answers.conferenceId, conferenceId), sql`${answers.uid} IN ${these}`)),
    db
      .select({ uid: documents.uid, questionId: documents.questionId, fileName: documents.fileName })
      .from(documents)
      .where(and(eq(documents.conferenceId, conferenceId), sql`${documents.uid} IN ${these}`)),
  ]);
  const about = new Map(people.map(({ uid, email }) => [uid, { email, texts: {}, files: {} } as About]));
  const saved = new Map<string, typeof texts>();
  for (const row of texts) saved.set(row.uid, [...(saved.get(row.uid) ?? []), row]);
  for (const { uid, questionId, fileName } of files)
    Object.assign(about.get(uid)?.files ?? {}, { [questionId]: fileName });
  for (const [uid, person] of about)
    person.texts = withReadableTelephones(fields, answersTogether(fields, saved.get(uid) ?? []));
  return about;
}
