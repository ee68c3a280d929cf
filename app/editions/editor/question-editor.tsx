import {
  type FocusEvent,
  type FormEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import type { NamedQuestion } from "~/editions/checks/condition-lines.ts";
import { editionMessages } from "~/editions/messages.ts";
import { Button, EnterButton } from "~/ui/button.tsx";
import { ErrorSummary } from "~/ui/error-summary.tsx";
import { PostForm } from "~/ui/post-form.tsx";
import { UnsavedChanges } from "~/ui/unsaved-changes.tsx";
import { type GivenAnswers, whatChanges } from "./answers-given.ts";
import { RestoreButton, type ShownItem } from "./part-editor.tsx";
import { mayAdd } from "./part-form.ts";
import { Consequences, QuestionCard } from "./question-card.tsx";
import { questionPublished, questionsEditing } from "./question-parts.ts";
import { type QuestionRow, rowsArranged, rowsDrawn, rowsLeft, rowsTyped } from "./question-rows.ts";

export type QuestionEditorProps = {
  sectionId: string;
  seen: string;
  mayRestore: boolean;
  items: ShownItem[];
  /** The name of the previous edition, in a form that fits into sentences. */
  formerName: string;
  /** The questions of the whole form. */
  others: NamedQuestion[];
  /** The answers given; null if they have not been requested. */
  given: GivenAnswers | null;
  /** Whether the form shows something that is not saved. */
  isUnsaved: boolean;
  /** The server's reply to what was typed; undefined if nothing was sent. */
  reply?: { problems: Record<string, string>; reason?: string };
};

/**
 * Edits the questions of a section. Without scripts, each button sends a request, and the server renders the page
 * again. With scripts, questions are added, moved and removed in the browser. While a question is being typed, it is
 * also shown as delegates will see it. What is typed stays in the fields themselves, so nothing that was typed before
 * the scripts loaded is lost.
 */
export function QuestionEditor(props: QuestionEditorProps) {
  const { sectionId, seen, mayRestore, items, formerName, others, given, isUnsaved, reply } = props;
  const editing = useMemo(() => questionsEditing(others), [others]);
  const [rows, setRows] = useState(() => rowsDrawn(items, reply?.problems ?? {}));
  const [unsaved, setUnsaved] = useState(isUnsaved);
  const { press, announcement, anchor } = useArranging(editing, rows.length, setRows, setUnsaved);

  useEffect(() => {
    const form = new FormData(anchor.current!.form!);
    setRows((drawn) => {
      const typed = rowsTyped(drawn, editing, form);
      if (typed.some((row, index) => row !== drawn[index])) setUnsaved(true);
      return typed;
    });
  }, [editing, anchor]);

  const typing = ({ currentTarget }: FormEvent<HTMLFormElement>) => {
    const form = new FormData(currentTarget);
    setRows((before) => rowsTyped(before, editing, form));
    setUnsaved(true);
  };
  const leaving = ({ target, relatedTarget }: FocusEvent<HTMLFormElement>) => {
    const [, index, name] = /^(\d+)\.(.+)$/.exec(target.name ?? "") ?? [];
    // The sentence about a problem must not appear between the press and the release of a button, because the button
    // would move away.
    if (!name || relatedTarget?.closest("button, summary, a")) return;
    setRows((before) => rowsLeft(before, editing, { index: Number(index), name }));
  };

  const texts = new Map(others.map(({ id, text }) => [id, text]));
  for (const { id, typed } of rows) if (id) texts.set(id, typed["text"] || (texts.get(id) ?? ""));
  return (
    <>
      {reply && <ErrorSummary problems={problemsOf(rows, editing, reply.reason)} />}
      <PostForm className="stack" onInput={typing} onBlur={leaving}>
        <EnterButton name="intent" value="save" />
        <input type="hidden" name="seen" value={seen} />
        <input type="hidden" name="items" value={rows.length} ref={anchor} />
        <UnsavedChanges unsaved={unsaved} />
        {rows.map((row, index) => (
          <QuestionCard
            key={row.key}
            {...{ row, index, editing, sectionId, formerName, given }}
            last={rows.length - 1}
            dependsOnText={texts.get(row.typed["dependsOn.field"] ?? "")}
            onPress={press}
          />
        ))}
        <Removed rows={rows} editing={editing} sectionId={sectionId} given={given} />
        <p role="status" className="visually-hidden">
          {announcement}
        </p>
        <div className="actions">
          <Button name="intent" value="save">
            Save
          </Button>
          {mayAdd(editing, rows) && (
            <Button name="intent" value="add" variant="secondary" onClick={press}>
              Add a question
            </Button>
          )}
          {mayRestore && <RestoreButton />}
        </div>
      </PostForm>
    </>
  );
}

type Editing = ReturnType<typeof questionsEditing>;

/** Does in the browser what the buttons would otherwise ask the server to do, and announces what was done. */
function useArranging(
  editing: Editing,
  number: number,
  setRows: (change: (rows: QuestionRow[]) => QuestionRow[]) => void,
  setUnsaved: (unsaved: boolean) => void,
) {
  const anchor = useRef<HTMLInputElement>(null);
  const [arranged, setArranged] = useState<{ announcement: string; focus: string[] }>({
    announcement: "",
    focus: [],
  });
  const press = useCallback(
    (event: MouseEvent<HTMLButtonElement>) => {
      event.preventDefault();
      const { value } = event.currentTarget;
      const form = new FormData(event.currentTarget.form!);
      setRows((before) => rowsArranged(rowsTyped(before, editing, form), editing, value));
      setArranged(afterwards(value, number));
      setUnsaved(true);
    },
    [editing, setRows, number, setUnsaved],
  );
  useEffect(() => {
    const form = anchor.current!.form!;
    const targets = arranged.focus.map((selector) => form.querySelector<HTMLElement>(selector));
    targets.find((target) => target !== null)?.focus();
  }, [arranged]);
  return { press, announcement: arranged.announcement, anchor };
}

/**
 * What is announced after a button was pressed, and where the focus goes: to the first element in `focus` that exists.
 */
function afterwards(act: string, number: number): { announcement: string; focus: string[] } {
  const [verb, place] = act.split(":");
  const index = Number(place);
  const button = (name: string, at: number) => `button[value="${name}:${at}"]`;
  const row = (at: number) => `#row-${at} > summary`;
  if (verb === "add") return { announcement: editionMessages.added, focus: [`[name="${number}.text"]`] };
  if (verb === "remove") {
    const focus = [row(index), row(index - 1), 'button[value="add"]'];
    return { announcement: editionMessages.removed, focus };
  }
  const to = verb === "up" ? index - 1 : index + 1;
  const focus = [button(verb!, to), button(verb === "up" ? "down" : "up", to)];
  return { announcement: editionMessages.movedTo(to + 1, number), focus };
}

/** All problems, for the list above the form, in the order of questions and fields. */
const problemsOf = (rows: QuestionRow[], { fields }: Editing, reason?: string) => [
  ...(reason ? [{ message: reason }] : []),
  ...rows.flatMap(({ title, problems }, index) =>
    fields.flatMap(({ name, label }) =>
      problems[name]
        ? [{ field: `${index}.${name}`, message: `${title || "New question"}, ${label}: ${problems[name]}` }]
        : [],
    ),
  ),
];

/** The questions that the draft no longer has in this section, with what happens to their answers. */
function Removed({
  rows,
  editing,
  sectionId,
  given,
}: {
  rows: QuestionRow[];
  editing: Editing;
  sectionId: string;
  given: GivenAnswers | null;
}) {
  const gone = (given?.published ?? []).filter(
    (question) => question.sectionId === sectionId && !rows.some(({ id }) => id === question.id),
  );
  const sentences = gone.flatMap((question) =>
    whatChanges(questionPublished(editing, question), null, given!.usage[question.id]),
  );
  return sentences.length > 0 && <Consequences sentences={sentences} />;
}
