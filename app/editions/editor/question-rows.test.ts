import { expect, test } from "vitest";
import { editionMessages } from "~/editions/messages.ts";
import { documentOfSeed } from "../../../test/support/edition-documents.ts";
import { typedOf } from "./part-form.ts";
import { namedQuestions, questionsEditing, questionsShape } from "./question-parts.ts";
import { type QuestionRow, rowsArranged, rowsDrawn, rowsLeft, rowsTyped } from "./question-rows.ts";

const document = documentOfSeed();
const shape = questionsShape(document, "education")!;
const editing = questionsEditing(namedQuestions(document));

const STATE = { mistakes: 0, notes: 0, change: null, isAsked: false };

const drawn = (problems: Record<string, string> = {}) =>
  rowsDrawn(
    typedOf(shape).map(({ id, typed }) => ({
      ...{ id, values: typed, was: {}, title: id, state: STATE, published: {}, former: {} },
    })),
    problems,
  );

/** The form as the browser has it, with new text in some fields. */
const formOf = (rows: QuestionRow[], typed: Record<string, string> = {}) => {
  const form = new FormData();
  form.set("items", String(rows.length));
  for (const [index, row] of rows.entries())
    for (const [name, value] of Object.entries(row.typed)) form.set(`${index}.${name}`, value);
  for (const [name, value] of Object.entries(typed)) form.set(name, value);
  return form;
};

const idsOf = (rows: QuestionRow[]) => rows.map(({ id }) => id);

test("what is typed is in its row, and the others stay the same objects", () => {
  const rows = drawn();
  const typed = rowsTyped(rows, editing, formOf(rows, { "1.text": "Level" }));
  expect(typed[1]!.typed["text"]).toBe("Level");
  expect(typed[1]!.values["text"]).toBe("Level of study");
  expect(typed.filter((row, index) => row !== rows[index])).toHaveLength(1);
});

test("rows are moved, removed and added, and each keeps its key and what was typed", () => {
  const rows = rowsTyped(drawn(), editing, formOf(drawn(), { "1.text": "Level" }));
  const down = rowsArranged(rows, editing, "down:1");
  expect(idsOf(down)).toEqual(["institution", "otherLevel", "level", "field", "graduationYear"]);
  expect(down[2]).toBe(rows[1]);
  expect(idsOf(rowsArranged(down, editing, "up:2"))).toEqual(idsOf(rows));
  const without = rowsArranged(rows, editing, "remove:4");
  expect(idsOf(without)).toEqual(["institution", "level", "otherLevel", "field"]);
  const more = rowsArranged(without, editing, "add");
  expect(more.at(-1)).toMatchObject({ id: "", was: null, key: 4 });
  expect(more.at(-1)!.typed).toMatchObject({ kind: "short text", required: "always", forReviewers: "true" });
  expect(new Set(more.map(({ key }) => key)).size).toBe(more.length);
  expect(rowsArranged(rows, editing, "save")).toEqual(rows);
});

test("the problem of a field appears when it is left, and goes when it is mended", () => {
  const rows = rowsTyped(drawn(), editing, formOf(drawn(), { "0.text": "", "0.maxLength": "many" }));
  const left = rowsLeft(rows, editing, { index: 0, name: "text" });
  expect(left[0]!.problems).toEqual({ text: "This field is required" });
  const both = rowsLeft(left, editing, { index: 0, name: "maxLength" });
  expect(Object.keys(both[0]!.problems).sort()).toEqual(["maxLength", "text"]);
  const mended = rowsTyped(both, editing, formOf(both, { "0.text": "School" }));
  expect(Object.keys(rowsLeft(mended, editing, { index: 0, name: "text" })[0]!.problems)).toEqual([
    "maxLength",
  ]);
  expect(rowsLeft(mended, editing, { index: 1, name: "text" })[0]).toBe(mended[0]);
});

test("a condition is missed only once its field was left", () => {
  const rows = rowsTyped(drawn(), editing, formOf(drawn(), { "0.required": "any" }));
  expect(rowsLeft(rows, editing, { index: 0, name: "required" })[0]!.problems).toEqual({});
  expect(rowsLeft(rows, editing, { index: 0, name: "conditions" })[0]!.problems).toEqual({
    conditions: editionMessages.noConditions,
  });
});

test("what the server refused stands at its field", () => {
  const rows = drawn({ "1.text": "No", "11.text": "Elsewhere" });
  expect(rows.map(({ problems }) => problems)).toEqual([{}, { text: "No" }, {}, {}, {}]);
});

test("what is saved is no problem as long as nobody touches it", () => {
  const [row] = drawn();
  const stored = { ...row!, values: { ...row!.values, maxLength: "9" }, was: { maxLength: "a lot" } };
  const untouched = { ...stored, typed: { ...row!.typed, maxLength: "a lot" } };
  expect(rowsLeft([untouched], editing, { index: 0, name: "maxLength" })[0]!.problems).toEqual({});
  const touched = { ...stored, typed: { ...row!.typed, maxLength: "a bit" } };
  expect(rowsLeft([touched], editing, { index: 0, name: "maxLength" })[0]!.problems).toHaveProperty(
    "maxLength",
  );
});
