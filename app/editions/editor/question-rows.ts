import { itemTyped, type RowState, rearranged, type TypedItem, typedItems, typedOf } from "./part-form.ts";
import type { questionsEditing } from "./question-parts.ts";

type Editing = ReturnType<typeof questionsEditing>;

/** A question in the browser while it is being edited. */
export type QuestionRow = TypedItem & {
  /** The row's React key, which it keeps wherever it is moved. */
  key: number;
  /** The values with which the fields were rendered. Anything typed since is only in the fields themselves. */
  values: Record<string, string>;
  /**
   * For each field that was rendered with something other than its saved value, the saved value; null for a new
   * question.
   */
  was: Record<string, string> | null;
  /**
   * The same values as in `was`, to be shown beside what was typed. Present only if somebody else has saved the section
   * since the form was loaded.
   */
  meanwhile?: Record<string, string>;
  title: string;
  state: RowState;
  published: Record<string, string>;
  former: Record<string, string>;
  /** For each field, what is wrong with it. */
  problems: Record<string, string>;
};

type Drawn = Pick<
  QuestionRow,
  "id" | "values" | "was" | "meanwhile" | "title" | "state" | "published" | "former"
>;

/**
 * The rows of a form that the server rendered.
 *
 * @param problems by index and field, such as "0.text".
 */
export const rowsDrawn = (items: readonly Drawn[], problems: Record<string, string>): QuestionRow[] =>
  items.map((item, index) => ({
    ...{ ...item, key: index, typed: item.values },
    problems: Object.fromEntries(
      Object.entries(problems).flatMap(([name, problem]) =>
        name.startsWith(`${index}.`) ? [[name.slice(`${index}.`.length), problem]] : [],
      ),
    ),
  }));

/** The rows with the current values of their form. A row that has not changed stays the same object. */
export function rowsTyped(rows: QuestionRow[], editing: Editing, form: Pick<FormData, "get">): QuestionRow[] {
  const items = typedItems({ ...editing, items: [] }, form);
  return rows.map((row, index) => {
    const typed = items[index]?.typed;
    return !typed || editing.fields.every(({ name }) => typed[name] === row.typed[name])
      ? row
      : { ...row, typed };
  });
}

/** Whether a row contains something that is not saved; a new row always does. */
export const isUnsavedRow = ({ typed, values, was }: QuestionRow): boolean =>
  was === null || Object.entries({ ...values, ...was }).some(([name, value]) => typed[name] !== value);

const problemsOf = (editing: Editing, { typed, values, was }: QuestionRow) =>
  itemTyped(editing, editing.empty, typed, was ? { ...values, ...was } : undefined).problems;

/**
 * The rows after the focus left a field: the field's problem appears, and problems that have been corrected disappear.
 */
export const rowsLeft = (
  rows: QuestionRow[],
  editing: Editing,
  left: { index: number; name: string },
): QuestionRow[] =>
  rows.map((row, index) => {
    if (index !== left.index) return row;
    const found = problemsOf(editing, row);
    const shown = Object.keys(found).filter((name) => name === left.name || name in row.problems);
    return { ...row, problems: Object.fromEntries(shown.map((name) => [name, found[name]!])) };
  });

/** The rows after a button was pressed, as the server would render them. */
export function rowsArranged(rows: QuestionRow[], editing: Editing, act: string): QuestionRow[] {
  let key = Math.max(0, ...rows.map((row) => row.key));
  const [plain] = typedOf({ ...editing, items: [editing.empty] });
  return rearranged(rows, editing, act).map((row) => {
    if ("key" in row) return row;
    key += 1;
    return {
      ...{ ...row, key, values: plain!.typed, was: null },
      title: "",
      state: { mistakes: 0, notes: 0, change: null, isAsked: true },
      published: {},
      former: {},
      problems: {},
    };
  });
}
