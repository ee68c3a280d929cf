import { and, asc, eq } from "drizzle-orm";
import type { Database, RowsFound } from "#db/client.ts";
import { ofEdition, prepared } from "#db/prepared.ts";
import { answers, applications, documents } from "#db/schema/applications.ts";
import { questions, sections } from "#db/schema/conference.ts";
import { editionRows, eventOfPass, roundRows, roundsToShow } from "~/conference/catalogue.server.ts";
import { conferenceMessages } from "~/conference/messages.ts";
import { ownRounds } from "~/conference/rounds.ts";
import { refuse } from "~/platform/refusal.server.ts";
import type { Answers, Edition, PassEvent, Question, Round, Section } from "~/values/catalogue.ts";
import { answersTogether, askedInApplication } from "./application-form.ts";
import { isReadBlind } from "./blind-reading.ts";

type StoredDocument = {
  id: string;
  questionId: string;
  fileName: string;
  size: number;
  uploadedAt: number;
};

export type Application = {
  sections: Section[];
  questions: Question[];
  /** Whether the edition hides the applicants' identity from readers. */
  isReadBlind: boolean;
  /** The rounds, with the delegate's own deadline if there is one (`ownRounds`). */
  rounds: Round[];
  /** The deadline that staff gave this delegate alone (UTC ms); null for almost everybody. */
  ownDeadline: number | null;
  edition: Edition;
  /** The event for delegates who take part in person; null if there is none. */
  inPersonEvent: PassEvent | null;
  submittedAt: number | null;
  /** If staff opened the application again, the time of its first submission; otherwise null. */
  reopenedFrom: number | null;
  /** The answers of all sections together. */
  answers: Answers;
  /**
   * For each section id, how many times the section was saved, and when it was last saved. Absent before the first
   * save.
   */
  saves: Record<string, { version: number; savedAt: number }>;
  documents: StoredDocument[];
  /**
   * Changes with every save and upload. An application is submitted only if it still has the revision that was checked.
   */
  revision: string;
};

/** The sections of the application. */
export const sectionRows = ofEdition((db: Database, conferenceId: string) =>
  db.select().from(sections).where(eq(sections.conferenceId, conferenceId)).orderBy(asc(sections.position)),
);

/** Every question, including questions that are asked later and retired questions. */
export const questionRows = ofEdition((db: Database, conferenceId: string) =>
  db
    .select()
    .from(questions)
    .where(eq(questions.conferenceId, conferenceId))
    .orderBy(asc(questions.position)),
);

/** The statements that read an application and its form; `applicationFrom` takes their results. */
export const applicationRows = (db: Database, conferenceId: string, uid: string) =>
  [
    sectionRows(db, conferenceId),
    questionRows(db, conferenceId),
    roundRows(db, conferenceId),
    editionRows(db, conferenceId),
    eventOfPass(db, conferenceId, "goldPlus"),
    ownApplication(db, conferenceId, uid),
    givenAnswers(db, conferenceId, uid),
    ownDocuments(db, conferenceId, uid),
  ] as const;

const ownApplication = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select()
    .from(applications)
    .where(and(eq(applications.conferenceId, conferenceId), eq(applications.uid, uid))),
);

/** Somebody's answers, section by section. */
export const givenAnswers = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select()
    .from(answers)
    .where(and(eq(answers.conferenceId, conferenceId), eq(answers.uid, uid))),
);

const ownDocuments = prepared((db: Database, conferenceId: string, uid: string) =>
  db
    .select()
    .from(documents)
    .where(and(eq(documents.conferenceId, conferenceId), eq(documents.uid, uid))),
);

/** A delegate's application and its form. One round trip. */
export async function readApplication(db: Database, conferenceId: string, uid: string): Promise<Application> {
  return applicationFrom(await db.batch(applicationRows(db, conferenceId, uid)));
}

/** Builds the application from its rows. Throws a 403 page if the conference takes no applications. */
export function applicationFrom([
  asked,
  questionList,
  rounds,
  [edition],
  [inPersonEvent],
  [application],
  answerRows,
  documentRows,
]: RowsFound<ReturnType<typeof applicationRows>>): Application {
  if (!edition) refuse(403, conferenceMessages.notOpen);
  const saved = [...answerRows].sort((one, other) => (one.sectionId < other.sectionId ? -1 : 1));
  const together = answersTogether(questionList, saved);
  return {
    sections: asked,
    questions: askedInApplication(questionList, together),
    isReadBlind: isReadBlind(questionList),
    rounds: ownRounds(roundsToShow(rounds), application ?? { ownDeadline: null, lateRound: null }),
    ownDeadline: application?.ownDeadline ?? null,
    edition,
    inPersonEvent: inPersonEvent ?? null,
    submittedAt: application?.submittedAt ?? null,
    reopenedFrom: application?.reopenedFrom ?? null,
    answers: together,
    saves: Object.fromEntries(
      saved.map(({ sectionId, version, savedAt }) => [sectionId, { version, savedAt }]),
    ),
    documents: documentRows.map(({ id, questionId, fileName, size, uploadedAt }) => ({
      id,
      questionId,
      fileName,
      size,
      uploadedAt,
    })),
    revision: [...saved.map((row) => row.version), ...documentRows.map((row) => row.id).sort()].join("."),
  };
}
