import { itemTyped, type RowState, rearranged, type TypedItem, typedItems, typedOf } from "./part-form.ts";
import type { questionsEditing } from "./question-parts.ts";

type Editing = ReturnType<typeof questionsEditing>;

/** A question in the browser, while it is edited. */
export type QuestionRow = TypedItem & {
  /** Its key, which it keeps wherever it moves. */
  key: number;
  /** The values its fields were drawn with. What was typed since is in the fields themselves. */
  values: Record<string, string>;
  /** What is saved, by field, if it was drawn with something else; null for a new question. */
  was: Record<string, string> | null;
  /** What somebody else has saved meanwhile, by field, if it was drawn with something else. */
  meanwhile?: Record<string, string>;
  title: string;
  state: RowState;
  published: Record<string, string>;
  former: Record<string, string>;
  /** What is wrong, by field. */
  problems: Record<string, string>;
};

type Drawn = Pick<
  QuestionRow,
  "id" | "values" | "was" | "meanwhile" | "title" | "state" | "published" | "former"
>;

/**
 * The rows of a form that the server drew.
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

/** The rows with the current values of their form. A row that does not change stays the same object. */
export function rowsTyped(rows: QuestionRow[], editing: Editing, form: Pick<FormData, "get">): QuestionRow[] {
  const items = typedItems({ ...editing, items: [] }, form);
  return rows.map((row, index) => {
    const typed = items[index]?.typed;
    return !typed || editing.fields.every(({ name }) => typed[name] === row.typed[name])
      ? row
      : { ...row, typed };
  });
}

/** Whether a row holds something that is not saved; a new row always does. */
export const isUnsavedRow = ({ typed, values, was }: QuestionRow): boolean =>
  was === null || Object.entries({ ...values, ...was }).some(([name, value]) => typed[name] !== value);

const problemsOf = (editing: Editing, { typed, values, was }: QuestionRow) =>
  itemTyped(editing, editing.empty, typed, was ? { ...values, ...was } : undefined).problems;

/** The rows after a field was left: its problem appears, and problems that are mended disappear. */
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

/** The rows after a button was pressed, as the server would draw them. */
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
