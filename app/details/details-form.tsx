import { answerInWords } from "~/applications/answers-in-words.ts";
import { QuestionField } from "~/applications/question-field.tsx";
import { isShown } from "~/applications/questions.ts";
import { Button } from "~/ui/button.tsx";
import { Card } from "~/ui/card.tsx";
import { ChangedMeanwhile, differing } from "~/ui/changed-meanwhile.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { labelled, problemsOf } from "~/ui/form-reply.ts";
import { PostForm } from "~/ui/post-form.tsx";
import { SummaryList } from "~/ui/summary-list.tsx";
import type { Answers } from "~/values/catalogue.ts";
import { ASKED_LATER, type DetailQuestion } from "./details.ts";
import { detailsMessages } from "./messages.ts";

export type DetailsReply = {
  typed: Answers;
  problems?: Record<string, string>;
  reason?: string;
  /** Whether another save was made after the form was opened and before it was sent. */
  isChanged?: boolean;
  /** The version that the typed form was made from; absent if `isChanged`. */
  version?: number;
};

type Props = { questions: DetailQuestion[]; values: Answers; version: number; reply?: DetailsReply };

/** The present details, for reading only. */
export function DetailsSummary({ questions, values }: Pick<Props, "questions" | "values">) {
  const rows = questions.map((question) => ({
    id: question.id,
    term: question.text,
    value: answerInWords(question, values[question.id] ?? ""),
  }));
  return (
    <Card>
      <SummaryList rows={rows} />
    </Card>
  );
}

/**
 * The form that changes the details. The details for the badge and the kitchen come first, then the emergency contacts.
 */
export function DetailsForm({ questions, values, version, reply }: Props) {
  const shown = reply?.typed ?? values;
  const problems = reply?.problems ?? {};
  const fieldsIn = (answers: Answers): [string, string][] =>
    questions.map(({ id, text }) => [text, answers[id] ?? ""]);
  const texts = Object.fromEntries(questions.map(({ id, text }) => [id, text]));
  const parts = [
    { ...detailsMessages.parts.onSite, of: questions.filter(({ forEmergencies }) => !forEmergencies) },
    { ...detailsMessages.parts.forEmergencies, of: questions.filter(({ forEmergencies }) => forEmergencies) },
  ];
  return (
    <PostForm className="stack">
      <ErrorSummary problems={labelled(problemsOf({ problems, reason: reply?.reason }), texts)} />
      {reply?.isChanged && (
        <ChangedMeanwhile
          sentence={detailsMessages.changedMeanwhile}
          fields={differing(fieldsIn(values), fieldsIn(shown))}
        />
      )}
      <input type="hidden" name="version" value={reply?.version ?? version} />
      {questions
        .filter(({ askedLater }) => askedLater)
        .map(({ id }) => (
          <input key={id} type="hidden" name={ASKED_LATER} value={id} />
        ))}
      {parts
        .filter(({ of }) => of.length > 0)
        .map(({ title, seenBy, of }) => (
          <Card key={title} title={title}>
            <p className="hint">{seenBy}</p>
            <div className="stack">
              {of.map((question) => (
                <QuestionField
                  key={question.id}
                  question={question}
                  value={shown[question.id] ?? ""}
                  error={problems[question.id]}
                  dependsOnText={question.dependsOn ? texts[question.dependsOn.field] : undefined}
                  isAsked={isShown(question, shown)}
                />
              ))}
            </div>
          </Card>
        ))}
      <p className="actions">
        <Button>Save details</Button>
      </p>
    </PostForm>
  );
}
