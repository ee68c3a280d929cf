import { expect, test } from "vitest";
import type { Question } from "~/values/catalogue.ts";
import { takenOver } from "./former-answers.ts";

const reference = {
  isCountry: (code: string) => code === "LK",
  isTelephone: () => true,
  today: "2022-12-17",
};

const question = (id: string, more: Partial<Question> = {}): Question => ({
  ...{
    id,
    sectionId: "about",
    text: id,
    hint: null,
    kind: "short text" as const,
    required: "always" as const,
  },
  ...{ requiredMessage: null, dependsOn: null, options: null, mask: null, format: null },
  ...{ maxLength: 10, autocomplete: null, retired: false },
  ...more,
});
const choice = (options: string[]) => question("q", { kind: "choice", options });

test.each<[string, Question[], Record<string, string>, Question[], object]>([
  ["the same question", [question("q")], { q: "x" }, [question("q")], { about: { q: "x" } }],
  [
    "into the section where it stands now",
    [question("q")],
    { q: "x" },
    [question("q", { sectionId: "new" })],
    { new: { q: "x" } },
  ],
  ["nothing that was not answered", [question("q")], { q: " " }, [question("q")], {}],
  ["nothing that is not asked any more", [question("q")], { q: "x" }, [question("other")], {}],
  ["nothing that was not asked then", [], { q: "x" }, [question("q")], {}],
  ["nothing that is retired", [question("q")], { q: "x" }, [question("q", { retired: true })], {}],
  ["no other kind", [question("q")], { q: "x" }, [question("q", { kind: "long text" })], {}],
  ["an option that is left", [choice(["a", "b"])], { q: "b" }, [choice(["b", "c"])], { about: { q: "b" } }],
  ["no option that is gone", [choice(["a", "b"])], { q: "a" }, [choice(["b", "c"])], {}],
  [
    "as long as it may be",
    [question("q", { maxLength: 20 })],
    { q: "x".repeat(10) },
    [question("q")],
    { about: { q: "x".repeat(10) } },
  ],
  ["nothing longer", [question("q", { maxLength: 20 })], { q: "x".repeat(11) }, [question("q")], {}],
  [
    "no country that is none",
    [question("q", { kind: "country" })],
    { q: "XX" },
    [question("q", { kind: "country" })],
    {},
  ],
  [
    "no document",
    [question("q", { kind: "document upload" })],
    { q: "x" },
    [question("q", { kind: "document upload" })],
    {},
  ],
  [
    "nothing that was hidden then",
    [question("q", { dependsOn: { field: "f", values: ["Yes"] } }), question("f")],
    { q: "x", f: "No" },
    [question("q"), question("f")],
    { about: { f: "No" } },
  ],
  [
    "an unfit answer that now depends on another",
    [question("q", { kind: "number" }), question("f")],
    { q: "much", f: "No" },
    [question("q", { kind: "number", dependsOn: { field: "f", values: ["Yes"] } }), question("f")],
    { about: { f: "No" } },
  ],
])("takes over %s", (_, then, answers, now, taken) => {
  expect(takenOver({ questions: then, answers }, now, reference)).toEqual(taken);
});
