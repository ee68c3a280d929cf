import type { Answers, Question, Section } from "~/values/catalogue.ts";
import { DOCUMENTS_PAGE, documentQuestions, typedSections } from "./application-form.ts";
import type { AnswerCounts } from "./progress.ts";
import type { SectionState } from "./submission.ts";

type SectionTask = {
  href: string;
  title: string;
  hint?: string;
  state: string;
  tone: "done" | "active" | "todo" | "blocked";
};

const wordsFor: Record<SectionState, (counted: AnswerCounts) => Pick<SectionTask, "state" | "tone">> = {
  complete: () => ({ state: "Complete", tone: "done" }),
  "to fix": () => ({ state: "To fix", tone: "blocked" }),
  started: ({ answered, asked }) => ({ state: `${answered} of ${asked}`, tone: "active" }),
  "not started": () => ({ state: "Not started", tone: "todo" }),
};

/** The pages of the application in order, each with its state in words. */
export function sectionTasks(
  { sections, questions, answers }: { sections: Section[]; questions: Question[]; answers: Answers },
  pages: Record<string, AnswerCounts & { state: SectionState }>,
): SectionTask[] {
  const stateOf = (page: string) => {
    const { state, ...counted } = pages[page] ?? { state: "not started", asked: 0, answered: 0 };
    return wordsFor[state](counted);
  };
  return [
    ...typedSections(sections, questions).map(({ id, title }) => ({
      ...{ href: `/application/${id}`, title },
      ...stateOf(id),
    })),
    {
      ...{ href: `/application/${DOCUMENTS_PAGE}`, title: "Documents" },
      hint: documentQuestions(questions, answers)
        .map(({ text }) => text)
        .join(", "),
      ...stateOf(DOCUMENTS_PAGE),
    },
  ];
}
