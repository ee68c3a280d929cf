import { SummaryList } from "~/ui/summary-list.tsx";
import type { Answers, Question, Section } from "~/values/catalogue.ts";
import { answerInWords } from "./answers.ts";
import { DOCUMENTS_PAGE, documentQuestions, sectionQuestions, typedSections } from "./application-form.ts";
import { fileSize } from "./documents.ts";
import { isShown, shownAnswers } from "./questions.ts";

type Props = {
  application: {
    sections: Section[];
    questions: Question[];
    answers: Answers;
    documents: { id: string; questionId: string; fileName: string; size: number }[];
  };
  /** If given, every answer gets a Change link, and its problem if it has one. */
  problems?: Record<string, string>;
  /** The documents are shown elsewhere. */
  typedOnly?: boolean;
};

/** All answers of an application, section by section. */
export function AnswersSummary({ application, problems, typedOnly }: Props) {
  const { sections, questions, answers, documents } = application;
  const shown = shownAnswers(questions, answers);
  const changeHref = (page: string, id: string) => problems && `/application/${page}?check#${id}`;
  const parts = typedSections(sections, questions).map(({ id, title }) => ({
    title,
    rows: sectionQuestions(questions, id)
      .filter((question) => isShown(question, shown))
      .map((question) => ({
        term: question.text,
        value: answerInWords(question, shown[question.id] ?? "") && (
          <span className={question.kind === "long text" ? "answer long" : "answer"} dir="auto">
            {answerInWords(question, shown[question.id] ?? "")}
          </span>
        ),
        changeHref: changeHref(id, question.id),
        problem: problems?.[question.id],
      })),
  }));
  const files = documentQuestions(questions, answers).map((question) => {
    const stored = documents.find(({ questionId }) => questionId === question.id);
    return {
      term: question.text,
      value: stored && (
        <a href={`/documents/${stored.id}`}>
          {stored.fileName} ({fileSize(stored.size)})
        </a>
      ),
      changeHref: changeHref(DOCUMENTS_PAGE, question.id),
      problem: problems?.[question.id],
    };
  });
  return [...parts, ...(typedOnly ? [] : [{ title: "Documents", rows: files }])].map(({ title, rows }) => (
    <section className="stack tight" key={title}>
      <h2>{title}</h2>
      <SummaryList rows={rows} />
    </section>
  ));
}
