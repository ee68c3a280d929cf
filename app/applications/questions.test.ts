import { expect, test } from "vitest";
import type { Answers, Question } from "~/values/catalogue.ts";
import { messages } from "~/values/messages.ts";
import { named } from "~/values/words.ts";
import { applicationMessages } from "./messages.ts";
import {
  answerProblem,
  isRequired,
  isShown,
  label,
  problems,
  type Reference,
  shownAnswers,
  tidyAnswer,
} from "./questions.ts";

const question = (id: string, rest: Partial<Question> = {}): Question => ({
  id,
  sectionId: "s",
  text: "What is it?",
  hint: null,
  kind: "short text",
  required: "never",
  requiredMessage: null,
  dependsOn: null,
  options: null,
  mask: null,
  format: null,
  maxLength: 200,
  autocomplete: null,
  retired: false,
  ...rest,
});
const onYes = { field: "apply", values: ["Yes"] };
const levelOther = { field: "level", values: ["Other", "None"] };
const none: ReadonlySet<string> = new Set();

test.each<[string, Question["dependsOn"], Answers, boolean]>([
  ["depends on nothing", null, {}, true],
  ["the field has the value", onYes, { apply: "Yes" }, true],
  ["the field has another value", onYes, { apply: "No" }, false],
  ["the field has it in other letters", onYes, { apply: "yes" }, false],
  ["the field is not answered", onYes, {}, false],
  ["blanks around the answer do not count", onYes, { apply: " Yes\n" }, true],
  ["the second of several values", levelOther, { level: "None" }, true],
  ["an empty answer never shows", { field: "apply", values: [""] }, { apply: "" }, false],
  ["one of several chosen options is among them", levelOther, { level: "Master\nNone" }, true],
  ["none of several chosen options is", levelOther, { level: "Master\nOther one" }, false],
  ["a field called like an inherited name", { field: "constructor", values: ["x"] }, {}, false],
])("shown: %s [132]", (_rule, dependsOn, answers, shown) => {
  expect(isShown(question("q", { dependsOn }), answers)).toBe(shown);
});

test.each<[string, Partial<Question>, Answers, boolean]>([
  ["always", { required: "always" }, {}, true],
  ["never", { required: "never" }, {}, false],
  ["always, but retired", { required: "always", retired: true }, {}, false],
  ["any holds for one of several", { required: { any: [levelOther] } }, { level: "Master\nOther" }, true],
  [
    "none of any holds, but for one of several",
    { required: { none: [levelOther] } },
    { level: "None\nA" },
    false,
  ],
  ["always, but not shown", { required: "always", dependsOn: onYes }, {}, false],
  ["always, and shown", { required: "always", dependsOn: onYes }, { apply: "Yes" }, true],
  ["all conditions hold", { required: { all: [onYes, levelOther] } }, { apply: "Yes", level: "Other" }, true],
  ["all but one hold", { required: { all: [onYes, levelOther] } }, { apply: "Yes" }, false],
  ["any holds", { required: { any: [onYes, levelOther] } }, { level: "Other" }, true],
  ["none of any holds", { required: { any: [onYes, levelOther] } }, { level: "Master" }, false],
  ["all of no conditions", { required: { all: [] } }, {}, true],
  ["any of no conditions", { required: { any: [] } }, {}, false],
  ["none of them holds", { required: { none: [onYes, levelOther] } }, { level: "Master" }, true],
  ["one of none holds", { required: { none: [onYes, levelOther] } }, { apply: "Yes" }, false],
  ["none of no conditions", { required: { none: [] } }, {}, true],
])("required: %s [132]", (_rule, rest, answers, required) => {
  expect(isRequired(question("q", rest), answers)).toBe(required);
});

test("only a question that is never required is labelled optional", () => {
  expect(label(question("q"))).toBe("What is it? (optional)");
  expect(label(question("q", { required: "always" }))).toBe("What is it?");
  expect(label(question("q", { required: { any: [onYes] } }))).toBe("What is it?");
});

test.each<[string, string | null, string, string]>([
  ["blanks around it", null, "  a b \n", "a b"],
  ["lines, where there is one", null, "a\r\nb\rc\n\r\nd", "a b c  d"],
  ["nothing", "0000", "   ", ""],
  ["it fits already", "0000", "2023", "2023"],
  ["separators inside", "0000", "20 23", "2023"],
  ["too few digits stay as typed", "0000", " 202 ", "202"],
  ["too many digits stay as typed", "0000", "20 234", "20 234"],
  ["letters stay as typed", "0000", "20a23", "20a23"],
  ["digits of another script stay as typed", "0000", "２０２３", "２０２３"],
  ["several groups", "(000) 000-0000", "6175550100", "(617) 555-0100"],
  ["the mask's own letters", "AB-000", "AB123", "AB-123"],
  ["the mask's own letters left out", "AB-000", "123", "AB-123"],
  ["a country code in the mask, typed", "+852 0000 0000", "85212345678", "+852 1234 5678"],
  ["a country code in the mask, left out", "+852 0000 0000", "12345678", "+852 1234 5678"],
  ["an optional end left out", "000-999", "123", "123"],
  ["an optional end", "000-999", "1234", "123-4"],
  ["a literal at the end", "(00)", "12", "(12)"],
  ["an ambiguous date that fits as typed", "09/09/0000", "1/12/2000", "1/12/2000"],
  ["only separators stay as typed", "999", "--", "--"],
  ["signs that mean something in patterns", "0.0*0$", "123", "1.2*3$"],
])("tidied: %s [132]", (_rule, mask, raw, tidied) => {
  const asked = question("q", { mask });
  expect(tidyAnswer(asked, raw)).toBe(tidied);
  expect(tidyAnswer(asked, tidied)).toBe(tidied);
});

test("a mask of many optional digits is decided at once", () => {
  const asked = question("q", { mask: "9".repeat(60) });
  const typed = `${"1".repeat(5_000)}x`;
  const start = performance.now();
  expect(tidyAnswer(asked, typed)).toBe(typed);
  expect(performance.now() - start).toBeLessThan(200);
});

const reference: Reference = {
  isCountry: (code) => code === "HK",
  isTelephone: (typed, country) => typed === (country === "HK" ? "5123 4567" : "+852 5123 4567"),
  today: "2022-12-17",
};
test("a long text keeps its lines", () => {
  const essay = question("q", { kind: "long text" });
  expect(tidyAnswer(essay, " a\r\nb\rc\n\r\nd ")).toBe("a\nb\nc\n\nd");
});

const choice: Partial<Question> = { kind: "choice", options: ["Yes", "No"] };
const several: Partial<Question> = { kind: "several of many", options: ["Art", "Law", "Sea"] };
test.each<[string, Partial<Question>, string, string | null]>([
  ["required, empty", { required: "always" }, "", "This field is required"],
  ["required, blanks", { required: "always" }, " \n ", "This field is required"],
  ["required, with its own message", { required: "always", requiredMessage: "Say it." }, "", "Say it."],
  ["required, answered", { required: "always" }, "x", null],
  ["optional, empty", {}, "", null],
  ["optional, empty, of any kind", { ...choice, mask: "0000" }, "", null],
  ["not shown", { required: "always", dependsOn: onYes }, "", null],
  ["not shown, with a wrong answer", { ...choice, dependsOn: onYes }, "Maybe", null],
  ["a listed choice", choice, "No", null],
  ["an unlisted choice", choice, "Maybe", messages.notAnOption],
  ["a choice in other letters", choice, "no", messages.notAnOption],
  ["a choice without options", { kind: "choice" }, "Yes", messages.notAnOption],
  ["a choice longer than the limit of texts", { ...choice, maxLength: 1 }, "Yes", null],
  ["an option in spite of a mask", { ...choice, options: ["20-23"], mask: "0000" }, "20-23", null],
  ["retired, required and empty", { required: "always", retired: true }, "", null],
  ["retired, with a wrong answer", { ...choice, retired: true }, "Maybe", null],
  ["one of several", several, "Law", null],
  ["all of several", several, "Art\nLaw\nSea", null],
  ["several, one unlisted", several, "Art\nLaws", applicationMessages.notTheseOptions],
  ["several, one twice", several, "Art\nSea\nArt", applicationMessages.notTheseOptions],
  ["several, on one line", several, "Art Law", applicationMessages.notTheseOptions],
  ["several without options", { kind: "several of many" }, "Art", applicationMessages.notTheseOptions],
  ["several, none chosen", several, "", null],
  ["several, required, none chosen", { ...several, required: "always" }, " \n", "This field is required"],
  ["several, as many characters as allowed", { ...several, maxLength: 7 }, "Art\nLaw", null],
  [
    "several, one character more",
    { ...several, maxLength: 6 },
    "Art\nLaw",
    applicationMessages.tooManyOptions,
  ],
  ["a listed country", { kind: "country" }, "HK", null],
  ["an unlisted country", { kind: "country" }, "ZZ", messages.notAnOption],
  ["a number", { kind: "number" }, "0042", null],
  ["a number with a comma", { kind: "number" }, "1,000", applicationMessages.notANumber],
  ["a negative number", { kind: "number" }, "-1", applicationMessages.notANumber],
  ["a number with a fraction", { kind: "number" }, "1.5", applicationMessages.notANumber],
  ["a word as a number", { kind: "number" }, "ten", applicationMessages.notANumber],
  ["a number in another script", { kind: "number" }, "٤٢", applicationMessages.notANumber],
  ["a number of too many digits", { kind: "number", maxLength: 3 }, "1000", messages.tooLong(3)],
  ["a day", { kind: "date" }, "2004-02-29", null],
  ["no day", { kind: "date" }, "2003-02-29", applicationMessages.notADate],
  ["a day in another form", { kind: "date" }, "29/02/2004", applicationMessages.notADate],
  ["as many characters as allowed", { maxLength: 3 }, "abc", null],
  ["one character more", { maxLength: 3 }, "abcd", messages.tooLong(3)],
  ["characters beyond 16 bits count once", { maxLength: 3 }, "😀😀😀", null],
  ["a line break is one character", { kind: "long text", maxLength: 3 }, "a\r\nb", null],
  ["blanks around it do not count", { maxLength: 3 }, " abc ", null],
  [
    "a long text one too long",
    { kind: "long text", maxLength: 1_000 },
    "x".repeat(1_001),
    "Shorten this to 1,000 characters or fewer.",
  ],
  ["in the mask", { mask: "0000" }, "2023", null],
  ["can be brought into the mask", { mask: "0000" }, "20-23", null],
  ["not in the mask", { mask: "0000" }, "202", "This does not have the expected form. 0000"],
  ["a number in a mask with a sign", { kind: "number", mask: "+00" }, "12", null],
  ["a document is not judged here", { kind: "document upload", required: "always" }, "", null],
])("answer: %s", (_rule, rest, answer, problem) => {
  expect(answerProblem(question("q", rest), { q: answer }, reference)).toBe(problem);
});

const birth: Partial<Question> = { kind: "date", format: { years: { past: 110, ahead: 0 } } };
const graduation: Partial<Question> = { mask: "0000", format: { years: { past: 80, ahead: 10 } } };
test.each<[string, Partial<Question>, string, string | null]>([
  ["today", birth, "2022-12-17", null],
  ["tomorrow", birth, "2022-12-18", applicationMessages.inTheFuture],
  ["next year", birth, "2030-01-01", applicationMessages.inTheFuture],
  ["110 years ago today", birth, "1912-12-17", null],
  ["a day more", birth, "1912-12-16", applicationMessages.tooLongAgo(110)],
  ["1890", birth, "1890-01-01", applicationMessages.tooLongAgo(110)],
  ["no day", birth, "2030-02-30", applicationMessages.notADate],
  ["in ten years", graduation, "2032", null],
  ["in eleven years", graduation, "2033", applicationMessages.tooFarAhead(10)],
  ["80 years ago", graduation, "1942", null],
  ["81 years ago", graduation, "1941", applicationMessages.tooLongAgo(80)],
  ["a year in two digits", graduation, "22", applicationMessages.notInFormat("0000")],
])("years from today: %s", (_rule, rest, answer, problem) => {
  expect(answerProblem(question("q", rest), { q: answer }, reference)).toBe(problem);
});

const telephone = question("q", { format: { telephone: ["residence", "nationality"] }, maxLength: 5 });
test.each<[string, Answers, string | null]>([
  ["with a country code, however long", { q: "+852 5123 4567" }, null],
  ["without one, and no country", { q: "5123 4567" }, applicationMessages.notATelephone],
  ["read in the first country", { q: "5123 4567", residence: "HK", nationality: "GB" }, null],
  [
    "read in the second where the first is empty",
    { q: "5123 4567", residence: " ", nationality: "HK" },
    null,
  ],
  [
    "not read in the second",
    { q: "5123 4567", residence: "GB", nationality: "HK" },
    applicationMessages.notATelephone,
  ],
  ["words", { q: "ask my mother", residence: "HK" }, applicationMessages.notATelephone],
  ["nothing", {}, null],
])("a telephone number: %s", (_rule, answers, problem) => {
  expect(answerProblem(telephone, answers, reference)).toBe(problem);
});

test("an answer that is not there is an empty one, whatever its id", () => {
  const asked = question("constructor", { required: "always" });
  expect(answerProblem(asked, {}, reference)).toBe("This field is required");
});

const chain = [
  question("c", { required: "always", dependsOn: { field: "b", values: ["Yes"] } }),
  question("b", { required: "always", dependsOn: { field: "a", values: ["Yes"] } }),
  question("a", { required: "always" }),
];

test.each<[string, Answers, string[]]>([
  ["all shown", { a: "Yes", b: "Yes" }, ["c"]],
  ["the first hides the second, and so the third", { a: "No", b: "Yes" }, []],
  ["the second hides the third", { a: "Yes", b: "No" }, []],
  ["the second is shown and empty", { a: "Yes" }, ["b"]],
  ["nothing answered", { b: "Yes", c: "x" }, ["a"]],
])("a chain in any order: %s", (_rule, answers, ids) => {
  expect(Object.keys(problems(chain, answers, none, reference))).toEqual(ids);
  expect(Object.keys(problems([...chain].reverse(), answers, none, reference))).toEqual(ids);
});

test("the stored answer of a hidden question makes nothing required", () => {
  const asked = [
    question("a"),
    question("b", { dependsOn: { field: "a", values: ["Yes"] } }),
    question("c", { required: { any: [{ field: "b", values: ["Yes"] }] } }),
  ];
  expect(problems(asked, { a: "Yes", b: "Yes" }, none, reference)).toEqual({ c: "This field is required" });
  expect(problems(asked, { a: "No", b: "Yes" }, none, reference)).toEqual({});
});

test("a question that depends on a retired one follows the stored answer to it", () => {
  const asked = [
    question("a", { required: "always", retired: true }),
    question("b", { required: "always", dependsOn: { field: "a", values: ["Yes"] } }),
  ];
  expect(problems(asked, { a: "Yes" }, none, reference)).toEqual({ b: "This field is required" });
  expect(problems(asked, { a: "No" }, none, reference)).toEqual({});
  expect(problems(asked, {}, none, reference)).toEqual({});
});

test("questions that depend on each other in a circle are hidden", () => {
  const circle = [
    question("a", { required: "always", dependsOn: { field: "b", values: ["x"] } }),
    question("b", { required: "always", dependsOn: { field: "a", values: ["x"] } }),
  ];
  expect(problems(circle, { a: "x", b: "x" }, none, reference)).toEqual({});
  expect({ ...shownAnswers(circle, { a: "x", b: "x" }) }).toEqual({});
});

test("answers to questions that are not at hand stay as they are", () => {
  const documents = [question("budget", { dependsOn: onYes })];
  expect({ ...shownAnswers(documents, { apply: "Yes", budget: "x" }) }).toEqual({
    apply: "Yes",
    budget: "x",
  });
  expect({ ...shownAnswers(documents, { apply: "No", budget: "x" }) }).toEqual({ apply: "No" });
});

const upload = { kind: "document upload", required: "always" } as const;
test.each<[string, Question, Answers, string[], Record<string, string>]>([
  ["required and not stored", question("d", upload), {}, [], { d: "This field is required" }],
  [
    "with its own message",
    question("d", { ...upload, requiredMessage: "Add it." }),
    {},
    [],
    { d: "Add it." },
  ],
  ["required and stored", question("d", upload), {}, ["d"], {}],
  ["another one is stored", question("d", upload), {}, ["e"], { d: "This field is required" }],
  ["optional and not stored", question("d", { ...upload, required: "never" }), {}, [], {}],
  ["hidden and not stored", question("d", { ...upload, dependsOn: onYes }), { apply: "No" }, [], {}],
  [
    "shown and not stored",
    question("d", { ...upload, dependsOn: onYes }),
    { apply: "Yes" },
    [],
    { d: "This field is required" },
  ],
  ["required and retired", question("d", { ...upload, retired: true }), {}, [], {}],
  ["a text answer is no document", question("d", upload), { d: "x" }, [], { d: "This field is required" }],
])("document: %s", (_rule, asked, answers, stored, expected) => {
  expect(problems([asked], answers, new Set(stored), reference)).toEqual(expected);
});

test("problems of all kinds by question, countries among them", () => {
  const asked = [
    question("name", { required: "always" }),
    question("land", { kind: "country" }),
    question("year", { mask: "0000" }),
    question("fine"),
  ];
  expect(problems(asked, { land: "ZZ", year: "1", fine: "x" }, none, reference)).toEqual({
    name: "This field is required",
    land: messages.notAnOption,
    year: applicationMessages.notInFormat("0000"),
  });
});

test.each([
  ["Phone number", "Phone number: This field is required"],
  ["How would you like to take part?", "How would you like to take part? This field is required"],
])("a summary names %s before its problem", (text, sentence) => {
  expect(named(text, messages.required)).toBe(sentence);
});
