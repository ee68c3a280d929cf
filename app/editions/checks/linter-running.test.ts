import { expect, test } from "vitest";
import { newEdition } from "~/editions/copy-edition.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { partShape } from "~/editions/editor/edition-parts.ts";
import { typedOf, withTyped } from "~/editions/editor/part-form.ts";
import { questionsShape } from "~/editions/editor/question-parts.ts";
import { KNOWN_SECTIONS } from "~/editions/known-questions.ts";
import { editionMessages } from "~/editions/messages.ts";
import { DECISIONS, PASS_TYPES } from "~/values/types.ts";
import { documentOfSeed, fiveRounds, smallestEdition } from "../../../test/support/edition-documents.ts";
import { questionOf, without } from "../../../test/support/planted-mistakes.ts";
import { lintEdition } from "./linter.ts";
import { obstaclesToRunning } from "./linter-running.ts";

const agreement = { version: 1 };

test.each([
  documentOfSeed,
  fiveRounds,
  smallestEdition,
])("a whole edition can be the current one", (edition) => {
  expect(obstaclesToRunning({ document: edition(), agreement })).toEqual([]);
});

test("what is not set up cannot", () => {
  expect(obstaclesToRunning(null)).toEqual([editionMessages.notSetUp]);
  expect(obstaclesToRunning({ document: documentOfSeed(), agreement: null })).toEqual([
    editionMessages.noAgreement,
  ]);
});

const MISSING: [what: string, plant: (edition: EditionDocument) => void, said: string][] = [
  ["no round", (edition) => Object.assign(edition, { rounds: [] }), "There is no round"],
  ...PASS_TYPES.map((id): (typeof MISSING)[number] => [
    `no pass ${id}`,
    (edition) => Object.assign(edition, { passes: edition.passes.filter((pass) => pass.id !== id) }),
    `There is no pass “${id}: `,
  ]),
  [
    "no price in one round",
    ({ passes }) => {
      delete passes[0]!.cents["bonus"];
    },
    "There is no price for “Bonus applications”",
  ],
  ...KNOWN_SECTIONS.flatMap(({ questions }) => questions).map(({ id, text }): (typeof MISSING)[number] => [
    `no question ${id}`,
    (edition) => without(edition, id),
    `The form does not ask “${text}”`,
  ]),
  [
    "a known question in another section",
    ({ sections }) => sections[1]!.questions.push(sections[0]!.questions.shift()!),
    "The form does not ask “First name” in a section “About”",
  ],
  [
    "a known question that is asked no more",
    (edition) => Object.assign(questionOf(edition, "firstName"), { retired: true }),
    "The form does not ask “First name”",
  ],
  [
    "nobody can come in person",
    (edition) => Object.assign(questionOf(edition, "participation"), { options: ["Virtual"] }),
    "“In person”",
  ],
  ...DECISIONS.map((decision): (typeof MISSING)[number] => [
    `no mail for ${decision}`,
    ({ mails }) => Object.assign(mails, { [decision]: { subject: "", body: "Hello" } }),
    `Mails about decisions: ${decision}: Nobody can be told`,
  ]),
];

test.each(MISSING)("with %s it cannot, and the linter says so", (_, plant, said) => {
  const edition = documentOfSeed();
  plant(edition);
  const why = obstaclesToRunning({ document: edition, agreement });
  expect(why.filter((sentence) => sentence.includes(said))).toHaveLength(1);
  const against = {
    id: "aconf_2023",
    now: 0,
    others: [],
    former: null,
    published: null,
    taken: new Map(),
    gates: new Map(),
  };
  const errors = lintEdition(edition, against).filter(({ level }) => level === "error");
  expect(errors.length).toBeGreaterThanOrEqual(why.length);
});

test("a form from nothing asks what it must, and what was removed is found again under its title", () => {
  const { site, deadlineZone } = documentOfSeed();
  const empty = newEdition({ location: "SEOUL", year: 2030, title: null }, { site, deadlineZone });
  const unasked = () =>
    obstaclesToRunning({ document: empty, agreement }).filter((why) => why.includes("does not ask"));
  expect(unasked()).toEqual([]);
  for (const { id, title, questions } of KNOWN_SECTIONS) {
    const sections = partShape("questions", { ...empty, sections: [] });
    const added = withTyped(sections, [{ id: "", typed: { title } }]);
    const document = (added as { document: EditionDocument }).document;
    expect(document.sections.map((section) => section.id)).toEqual([id]);
    const shape = questionsShape(document, id)!;
    for (const { id: question, text } of questions) {
      const [typed] = typedOf({ ...shape, items: [{ ...shape.empty }] });
      const asked = withTyped(shape, [{ id: "", typed: { ...typed!.typed, text } }]);
      expect((asked as { document: EditionDocument }).document.sections[0]!.questions[0]!.id).toBe(question);
    }
  }
});
