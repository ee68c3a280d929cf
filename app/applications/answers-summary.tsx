import { Card } from "~/ui/card.tsx";
import { SummaryList, type SummaryRow } from "~/ui/summary-list.tsx";
import type { Answers, Question, Section } from "~/values/catalogue.ts";
import { answerInWords } from "./answers-in-words.ts";
import { DOCUMENTS_PAGE, isDocumentQuestion } from "./application-form.ts";
import { fileSize } from "./documents.ts";
import { applicationMessages } from "./messages.ts";
import { isShown, shownAnswers } from "./questions.ts";
import { fieldAddress, isOnlyMissing } from "./unfinished.ts";

type Stored = { id: string; questionId: string; fileName: string; size: number };
/** The parts of an application from which its summary is made. */
export type Summarised = {
  sections: Section[];
  questions: Question[];
  answers: Answers;
  documents: Stored[];
};
type Props = {
  application: Summarised;
  /** By question id. If this is given, every answer is shown with a Change link and with its problem, if it has one. */
  problems?: Record<string, string>;
  /** Returns the address at which the answer to a question is changed; by default in the form of the application. */
  changeAt?: (question: Question) => string;
  /** Leaves out the documents, because they are shown elsewhere on the page. */
  typedOnly?: boolean;
};

/** Beside an empty answer, a single word is enough to say what is missing. */
const inShort = (problem: string | undefined) => (isOnlyMissing(problem) ? "Missing" : problem);

/**
 * All answers of an application, section by section. An answer stays in its place, with a note, if its question is no
 * longer asked or is now asked in another way.
 */
export function AnswersSummary({ application, problems, changeAt = fieldAddress, typedOnly }: Props) {
  const { sections, questions, answers, documents } = application;
  const given = shownAnswers(questions, answers);
  const shown = questions.filter((question) => isShown(question, given));
  const row = (question: Question, asked: boolean, value: SummaryRow["value"]): SummaryRow => ({
    id: question.id,
    term: question.text,
    value,
    ...(asked
      ? {
          changeHref: problems && changeAt(question),
          problem: inShort(problems?.[question.id]),
        }
      : { note: applicationMessages.noLongerAsked }),
  });

  const typed = (question: Question) => {
    const answer = given[question.id] ?? "";
    const asked = !question.retired && !isDocumentQuestion(question);
    if (!asked && answer === "") return [];
    const words = answerInWords(question, answer);
    const value = words && (
      <span className="answer" data-long={question.kind === "long text" || undefined} dir="auto">
        {words}
      </span>
    );
    return [row(question, asked, value)];
  };
  const uploaded = (question: Question) => {
    const stored = documents.find(({ questionId }) => questionId === question.id);
    const asked = !question.retired && isDocumentQuestion(question);
    if (!asked && !stored) return [];
    const value = stored && (
      <a href={`/documents/${stored.id}`}>
        {stored.fileName} ({fileSize(stored.size)})
      </a>
    );
    return [row(question, asked, value)];
  };

  const parts = sections.map(({ id, title }) => ({
    id,
    title,
    rows: shown.filter(({ sectionId }) => sectionId === id).flatMap(typed),
  }));
  const files = { id: DOCUMENTS_PAGE, title: "Documents", rows: shown.flatMap(uploaded) };
  return [...parts, ...(typedOnly ? [] : [files])]
    .filter(({ rows }) => rows.length > 0)
    .map(({ id, title, rows }) => (
      <Card key={id} title={title}>
        <SummaryList rows={rows} />
      </Card>
    ));
}
