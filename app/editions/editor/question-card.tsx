import { type MouseEvent, memo, useEffect, useState } from "react";
import { questionInBrief } from "~/editions/in-brief.ts";
import { editionMessages } from "~/editions/messages.ts";
import { Notice } from "~/ui/notice.tsx";
import type { Question } from "~/values/catalogue.ts";
import { type GivenAnswers, timesAnswered, timesChosen, whatChanges } from "./answers-given.ts";
import { Arrange, PartControl } from "./part-editor.tsx";
import { PartRow } from "./part-row.tsx";
import { isSpecial, questionPublished, type questionsEditing, questionTyped } from "./question-parts.ts";
import { isUnsavedRow, type QuestionRow } from "./question-rows.ts";
import { ShownQuestion } from "./shown-question.tsx";

type Editing = ReturnType<typeof questionsEditing>;

type Props = {
  row: QuestionRow;
  index: number;
  last: number;
  editing: Editing;
  sectionId: string;
  formerName: string;
  /** The text of the question on which this one depends. */
  dependsOnText?: string;
  given: GivenAnswers | null;
  onPress(event: MouseEvent<HTMLButtonElement>): void;
};

/** One question: its fields, how delegates will see it, and how the draft affects the answers given. */
export const QuestionCard = memo(function QuestionCard(props: Props) {
  const { row, index, last, editing, sectionId, formerName, dependsOnText, given, onPress } = props;
  const { id, title, typed } = row;
  const question = { ...questionTyped(editing, `shown.${index}`, typed), sectionId };
  const fields = (isRare: boolean) => (
    <Fields
      {...{ row, index, formerName }}
      fields={editing.fields.filter((field) => (field.isRare ?? false) === isRare)}
    />
  );
  return (
    <PartRow
      item={{ ...row, inBrief: questionInBrief(question) }}
      index={index}
      noun="question"
      isUnsaved={isUnsavedRow(row)}
      isWrong={Object.keys(row.problems).length > 0}
    >
      <input type="hidden" name={`${index}.id`} value={id} />
      <div className="question-beside">
        <div className="stack">
          {fields(false)}
          <More row={row} editing={editing}>
            {fields(true)}
          </More>
        </div>
        <div className="stack">
          <ShownQuestion question={question} dependsOnText={dependsOnText} />
          {given && id && <Given id={id} question={question} editing={editing} given={given} />}
        </div>
      </div>
      <Arrange noun="question" index={index} last={last} title={title} onPress={onPress} />
    </PartRow>
  );
});

function Fields({
  row,
  index,
  formerName,
  fields,
}: Pick<Props, "row" | "index" | "formerName"> & { fields: Editing["fields"] }) {
  const problems = Object.fromEntries(
    Object.entries(row.problems).map(([name, problem]) => [`${index}.${name}`, problem]),
  );
  return fields.map((field) => (
    <PartControl key={field.name} {...{ field, index, formerName, problems }} item={row} />
  ));
}

/** Settings that few questions need. They are open if one of them has an unusual or a wrong value. */
function More({
  row: { typed, problems },
  editing,
  children,
}: {
  row: QuestionRow;
  editing: Editing;
  children: React.ReactNode;
}) {
  const [open, setOpen] = useState(() => isSpecial(editing, typed));
  const isWrong = editing.fields.some(({ name, isRare }) => isRare && name in problems);
  const asksForMore = !["always", "never"].includes(typed["required"] ?? "");
  useEffect(() => {
    if (isWrong || asksForMore) setOpen(true);
  }, [isWrong, asksForMore]);
  return (
    <details open={open || isWrong} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{editionMessages.more}</summary>
      <div className="stack">{children}</div>
    </details>
  );
}

/** How many times the question was answered, and how the draft affects these answers. */
function Given({
  id,
  question,
  editing,
  given: { usage, published },
}: {
  id: string;
  question: Question;
  editing: Editing;
  given: GivenAnswers;
}) {
  const before = published.find((one) => one.id === id);
  const changes = before ? whatChanges(questionPublished(editing, before), question, usage[id]) : [];
  const chosen = timesChosen(question, usage[id]);
  return (
    <div className="stack tight">
      <p>{timesAnswered(usage[id])}</p>
      {chosen.length > 0 && (
        <ul>
          {chosen.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {changes.length > 0 && <Consequences sentences={changes} />}
    </div>
  );
}

/** What happens to the answers, in sentences. */
export const Consequences = ({ sentences }: { sentences: string[] }) => (
  <Notice tone="warning">
    {sentences.map((sentence) => (
      <p key={sentence}>{sentence}</p>
    ))}
  </Notice>
);
