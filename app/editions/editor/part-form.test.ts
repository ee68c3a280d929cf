import { expect, test } from "vitest";
import type { EditionDocument, EditionPart } from "~/editions/edition-document.ts";
import { documentOfSeed } from "../../../test/support/edition-documents.ts";
import { partShape } from "./edition-parts.ts";
import { changesOfPart, mayAdd, type TypedItem, typedOf, withTyped } from "./part-form.ts";
import { questionsShape } from "./question-parts.ts";

const seed = documentOfSeed();
const sectionIds = (answer: ReturnType<typeof withTyped>) =>
  (answer as { document: EditionDocument }).document.sections.map(({ id }) => id);
const all = seed.sections.map(({ id }) => id);
const others = all.filter((id) => id !== "about");
const named = (title: string): TypedItem => ({ id: "", typed: { title } });

test.each<[what: string, draft: "whole" | "without", typed: string[], ids: string[]]>([
  ["in one form", "whole", ["About you"], [...others, "about"]],
  ["whatever the case", "whole", [" about YOU"], [...others, "about"]],
  ["once it was saved without", "without", ["About you"], [...others, "about"]],
  ["as one of two", "without", ["About you", "About you"], [...others, "about", "aboutYou"]],
  ["under another name", "without", ["About them"], [...others, "aboutThem"]],
])("a section that was removed is found again: %s", (_, draft, typed, ids) => {
  const sections = seed.sections.filter(({ id }) => draft === "whole" || id !== "about");
  const shape = partShape("questions", { ...seed, sections });
  const kept = typedOf(shape).filter(({ id }) => id !== "about");
  const known = partShape("questions", seed).items;
  expect(sectionIds(withTyped(shape, [...kept, ...typed.map(named)], known))).toEqual(ids);
});

test.each<[what: string, (items: typeof seed.sections) => typeof seed.sections, changes: number]>([
  ["a title", ([first, ...rest]) => [{ ...first!, title: "Somebody" }, ...rest], 1],
  ["one that was removed", ([, ...rest]) => rest, 1],
  ["one that was added", (all) => [...all, { ...all[0]!, id: "another" }], 1],
  ["the order", ([first, second, ...rest]) => [second!, first!, ...rest], 1],
  ["a title and the order", ([first, ...rest]) => [...rest, { ...first!, title: "Somebody" }], 2],
  ["what has no field here", ([first, ...rest]) => [{ ...first!, questions: [] }, ...rest], 1],
])("the changes of a part are counted: %s", (_, change, changes) => {
  const sections = change(seed.sections);
  const [before, after] = [seed, { ...seed, sections }].map((one) => partShape("questions", one));
  expect(changesOfPart(before!, after!)).toBe(changes);
});

test("the id of a section that is still there is its own", () => {
  const shape = partShape("questions", seed);
  const typed = [...typedOf(shape), named("About you")];
  expect(sectionIds(withTyped(shape, typed, shape.items))).toEqual([...all, "aboutYou"]);
});

test("a round that is removed takes its prices with it, and the other prices stay", () => {
  const shape = partShape("rounds", seed);
  const [{ id: removed }] = shape.items as [{ id: string }];
  expect(Object.keys(seed.passes[0]!.cents)).toContain(removed);
  const answer = withTyped(
    shape,
    typedOf(shape).filter(({ id }) => id !== removed),
    shape.items,
  );
  const { passes } = (answer as { document: EditionDocument }).document;
  expect(passes).toEqual(
    seed.passes.map(({ cents: { [removed]: _, ...cents }, ...pass }) => ({ ...pass, cents })),
  );
});

test.each<[part: EditionPart, empty: "events" | "rounds" | "passes"]>([
  ["passes", "events"],
  ["passes", "rounds"],
  ["add-ons", "passes"],
])("nothing is added to the %s before there are %s", (part, empty) => {
  const shape = partShape(part, { ...seed, passes: [], addOns: [], [empty]: [] });
  expect(shape.first).toBe(empty);
  expect(mayAdd(shape, [])).toBe(false);
  const whole = partShape(part, { ...seed, [part === "passes" ? "passes" : "addOns"]: [] });
  expect(whole.first).toBeUndefined();
  expect(mayAdd(whole, [])).toBe(true);
});

test.each([
  "Email",
  "Password",
  "Card number",
  "Version",
  "Edition",
])("a question “%s” does not get the name of another field of its form", (text) => {
  const document = documentOfSeed();
  const { id } = document.sections[0]!;
  const shape = questionsShape(document, id)!;
  const [empty] = typedOf({ ...shape, items: [shape.empty] });
  const answer = withTyped(shape, [...typedOf(shape), { id: "", typed: { ...empty!.typed, text } }]);
  const ids = (answer as { document: EditionDocument }).document.sections[0]!.questions.map((one) => one.id);
  expect(["email", "password", "cardNumber", "version", "edition"]).not.toContain(ids.at(-1));
});

test("the id of a question that another section asks by now is that one's", () => {
  const moved = documentOfSeed();
  const [about, other] = [moved.sections[0]!, moved.sections[1]!];
  const [question] = about.questions.splice(0, 1);
  const ask = (document: EditionDocument) => {
    const shape = questionsShape(document, about.id)!;
    const [empty] = typedOf({ ...shape, items: [shape.empty] });
    const typed = [{ id: "", typed: { ...empty!.typed, text: question!.text } }];
    const answer = withTyped(shape, typed, questionsShape(seed, about.id)!.items);
    return (answer as { document: EditionDocument }).document.sections[0]!.questions[0]!.id;
  };
  expect(ask(moved)).toBe(question!.id);
  other.questions.push(question!);
  expect(ask(moved)).toBe(`${question!.id}2`);
});
