import { and, asc, eq, gt, sql } from "drizzle-orm";
import type { Database } from "#db/client.ts";
import { listed } from "#db/client.ts";
import { answers, applications, decisions, documents, questions } from "#db/schema.ts";
import type { Context } from "~/context.server.ts";
import type { Answers, Question, Round } from "~/domain/catalogue.ts";
import { csvInstant } from "~/domain/csv.ts";
import { dollarAmount } from "~/domain/money.ts";
import { roundOn } from "~/domain/rounds.ts";
import { withReadableTelephones } from "~/domain/telephone.ts";
import { addOnRows, roundRows } from "./catalogue.server.ts";
import { exportPayments, type ListedPayment } from "./payment-list.server.ts";
import { emailRows } from "./users.server.ts";

/** A file before it is written: its columns, and its rows page by page. */
export type Export = { columns: string[]; pages: AsyncGenerator<string[][], void> };

const AT_ONCE = 500;

const questionRows = (db: Database, conferenceId: string) =>
  db
    .select()
    .from(questions)
    .where(eq(questions.conferenceId, conferenceId))
    .orderBy(asc(questions.sectionId), asc(questions.position));

/** Every application of a conference, drafts too, with all its answers; for a document, the name of its file. */
export async function exportApplications({ db }: Context, conferenceId: string): Promise<Export> {
  const [asked, rounds] = await db.batch([questionRows(db, conferenceId), roundRows(db, conferenceId)]);
  return {
    columns: [
      ...["uid", "email", "state", "round", "submittedAt", "reviews", "score", "decision"],
      ...asked.map(({ id }) => id),
    ],
    pages: applicationPages(db, conferenceId, asked, rounds),
  };
}

async function* applicationPages(
  db: Database,
  conferenceId: string,
  asked: Question[],
  rounds: Round[],
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
      .where(and(eq(applications.conferenceId, conferenceId), gt(applications.uid, after)))
      .orderBy(asc(applications.uid))
      .limit(AT_ONCE);
    if (page.length === 0) return;
    const uids = page.map(({ application }) => application.uid);
    const about = await readAnswers(db, conferenceId, asked, uids);
    yield page.map(({ application: { uid, submittedAt, reviewCount, meanScore }, decision }) => {
      const { email = "", given = {}, files = {} } = about.get(uid) ?? {};
      return [
        uid,
        email,
        submittedAt === null ? "draft" : "submitted",
        (submittedAt !== null && roundOn(rounds, submittedAt)?.id) || "",
        csvInstant(submittedAt),
        String(reviewCount),
        meanScore === null ? "" : (meanScore / 100).toFixed(2),
        decision ?? "",
        ...asked.map(({ id }) => given[id] ?? files[id] ?? ""),
      ];
    });
    after = uids.at(-1)!;
  }
}

/** What the door and the kitchen need: who holds a pass, what was paid and bought, and the answers meant for them. */
export async function exportRegistrations(context: Context, conferenceId: string): Promise<Export> {
  const { db } = context;
  const [asked, sold] = await db.batch([questionRows(db, conferenceId), addOnRows(db, conferenceId)]);
  return passHolders(context, conferenceId, {
    columns: ["paid", "paidAt", ...sold.map(({ id }) => id)],
    facts: ({ amountCents, createdAt, addOns, passType }) => [
      dollarAmount(amountCents).toFixed(2),
      csvInstant(createdAt),
      ...sold.map(({ id, included, ticketId }) => {
        const chosen = addOns[id] ?? (included && ticketId === passType);
        return chosen === true ? "yes" : chosen || "";
      }),
    ],
    asked: asked.filter(({ onSite }) => onSite),
  });
}

/** How to reach somebody in an emergency for everybody who holds a pass. */
export async function exportEmergencyContacts(context: Context, conferenceId: string): Promise<Export> {
  const asked = await questionRows(context.db, conferenceId);
  return passHolders(context, conferenceId, {
    columns: [],
    facts: () => [],
    asked: asked.filter(({ forEmergencies }) => forEmergencies),
  });
}

/** The columns of a file beyond person and pass: facts of the payment, then answers and file names. */
type Told = { columns: string[]; facts: (payment: ListedPayment) => string[]; asked: Question[] };

const passHolders = (context: Context, conferenceId: string, told: Told): Export => ({
  columns: ["uid", "email", "name", "pass", ...told.columns, ...told.asked.map(({ id }) => id)],
  pages: passHolderPages(context, conferenceId, told),
});

async function* passHolderPages(
  context: Context,
  conferenceId: string,
  { facts, asked }: Told,
): AsyncGenerator<string[][], void> {
  for await (const paid of exportPayments(context, conferenceId, { state: "captured" })) {
    const uids = paid.map(({ delegateUid }) => delegateUid);
    const about = await readAnswers(context.db, conferenceId, asked, uids);
    yield paid.map((payment) => {
      const { delegateUid: uid, email, name, passType } = payment;
      const { given = {}, files = {} } = about.get(uid) ?? {};
      return [
        ...[uid, email, name, passType],
        ...facts(payment),
        ...asked.map(({ id }) => given[id] ?? files[id] ?? ""),
      ];
    });
  }
}

type About = { email: string; given: Answers; files: Record<string, string> };

/** Address, answers and file names of these people. */
async function readAnswers(
  db: Database,
  conferenceId: string,
  asked: Question[],
  uids: string[],
): Promise<Map<string, About>> {
  const these = listed(uids);
  const [people, given, files] = await db.batch([
    emailRows(db, uids),
    db
      .select({ uid: answers.uid, answers: answers.answers })
      .from(answers)
      .where(and(eq(answers.conferenceId, conferenceId), sql`${answers.uid} IN ${these}`)),
    db
      .select({ uid: documents.uid, questionId: documents.questionId, fileName: documents.fileName })
      .from(documents)
      .where(and(eq(documents.conferenceId, conferenceId), sql`${documents.uid} IN ${these}`)),
  ]);
  const about = new Map(people.map(({ uid, email }) => [uid, { email, given: {}, files: {} } as About]));
  for (const row of given) Object.assign(about.get(row.uid)?.given ?? {}, row.answers);
  for (const { uid, questionId, fileName } of files)
    Object.assign(about.get(uid)?.files ?? {}, { [questionId]: fileName });
  for (const person of about.values()) person.given = withReadableTelephones(asked, person.given);
  return about;
}
