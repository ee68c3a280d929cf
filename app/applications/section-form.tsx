import type { HTMLAttributes } from "react";
import { Button } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { Notice } from "~/ui/notice.tsx";
import { Page } from "~/ui/page.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import type { Answers, Question, Section } from "~/values/catalogue.ts";
import { named } from "~/values/words.ts";
import { answerInWords } from "./answers-in-words.ts";
import { applicationMessages } from "./messages.ts";
import { QuestionField } from "./question-field.tsx";
import { isShown, shownAnswers } from "./questions.ts";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      "auto-save": HTMLAttributes<HTMLElement> & { "data-to": string };
    }
  }
}

type Props = {
  section: Section;
  questions: Question[];
  answers: Answers;
  save: { version: number; savedAt: number | null };
  problems: Record<string, string>;
  saved: boolean;
  /** The number of this page, and how many pages there are. */
  place: { number: number; of: number };
  /** The page that comes after this section. */
  next: string;
  /**
   * Set if another tab has stored the section in the meantime: the typed answers, the stored ones, and the stored
   * version.
   */
  stale?: { answers: Answers; stored: Answers; version: number };
};

/** The form of one section of the application. With JavaScript it is saved automatically while the delegate types. */
export function SectionForm(props: Props) {
  const { section, questions, answers, save, problems, saved, place, next, stale } = props;
  const filledIn = stale ? { ...answers, ...stale.answers } : answers;
  const counting = shownAnswers(questions, filledIn);
  const here = questions.filter(({ id }) => problems[id]);
  const textOf = (id?: string) => questions.find((question) => question.id === id)?.text;
  return (
    <Page
      isForm
      title={section.title}
      eyebrow={
        <>
          Section {place.number} of {place.of} · <a href="/application">Back to your application</a>
        </>
      }
      lead={section.introduction}
    >
      <ErrorSummary
        problems={here.map(({ id, text }) => ({ field: id, message: named(text, problems[id] ?? "") }))}
      />
      {saved && !stale && here.length === 0 && (
        <Notice tone="success">
          <p>{applicationMessages.draftSaved}</p>
        </Notice>
      )}
      {saved && here.length > 0 && (
        <Notice tone="info">
          <p>
            {applicationMessages.savedWithProblems} <a href={`/application/${next}`}>Continue anyway</a>
          </p>
        </Notice>
      )}
      {stale && <Stale questions={questions} {...stale} />}
      <PostForm className="stack">
        <input type="hidden" name="version" value={stale?.version ?? save.version} />
        {questions.map((question) => (
          <QuestionField
            key={question.id}
            question={question}
            value={filledIn[question.id] ?? ""}
            error={problems[question.id]}
            dependsOnText={textOf(question.dependsOn?.field)}
            isAsked={isShown(question, counting)}
          />
        ))}
        {!stale && <auto-save data-to={`/application/${section.id}/autosave`} />}
        <div className="actions">
          <Button name="intent" value="continue">
            Save and continue
          </Button>
          <Button name="intent" value="save" variant="secondary">
            Save draft
          </Button>
        </div>
      </PostForm>
    </Page>
  );
}

function Stale({ questions, answers, stored }: { questions: Question[]; answers: Answers; stored: Answers }) {
  const differing = questions.filter(({ id }) => (answers[id] ?? "") !== (stored[id] ?? ""));
  return (
    <Notice tone="warning" title="Two versions of this section">
      <p>{applicationMessages.staleDraft} Saving now replaces what is stored:</p>
      <SummaryList
        rows={differing.map((question) => ({
          term: question.text,
          value: answerInWords(question, stored[question.id] ?? ""),
        }))}
      />
      <p>
        <a href="?">Leave what is stored</a>
      </p>
    </Notice>
  );
}
