import { expect, test } from "vitest";
import type { Answers, Question, Round } from "~/values/catalogue.ts";
import { messages } from "~/values/messages.ts";
import { applicationMessages } from "./messages.ts";
import { problems, type Reference, shownAnswers } from "./questions.ts";
import { maySubmit, sectionState } from "./submission.ts";

const question = (id: string, rest: Partial<Question> = {}): Question => ({
  id,
  sectionId: "s",
  text: id,
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
const questions = [
  question("firstName", { required: "always" }),
  question("dateOfBirth", { kind: "date", required: "always" }),
  question("participation", { kind: "choice", required: "always", options: ["In person", "Virtual"] }),
  question("nationality", { kind: "country" }),
  question("resume", { kind: "document upload", required: "always" }),
];
const rounds: Round[] = [
  { id: "early", title: "Early", deadline: 1_000, decisionRelease: 0, releasedAt: null },
  { id: "regular", title: "Regular", deadline: 2_000, decisionRelease: 0, releasedAt: null },
];
const inPersonEvent = { firstDay: "2023-02-17", minimumAge: 18 };
const reference: Reference = {
  isCountry: (code) => code === "HK",
  isTelephone: () => false,
  today: "2022-12-17",
};
const answers: Answers = { firstName: "Ada", dateOfBirth: "2005-02-17", participation: "In person" };
const complete = {
  questions,
  answers,
  documents: new Set(["resume"]),
  rounds,
  now: 500,
  inPersonEvent,
  reference,
  submittedAt: null,
  reopenedFrom: null,
};
type Change = Partial<Parameters<typeof maySubmit>[0]>;

test.each<[string, Change]>([
  ["complete, 18 on the first day", {}],
  ["at the early deadline", { now: 1_000 }],
  ["between the deadlines", { now: 1_001 }],
  ["at the last deadline", { now: 2_000 }],
  [
    "too young, but virtual",
    { answers: { ...answers, dateOfBirth: "2015-01-01", participation: "Virtual" } },
  ],
  ["a listed country", { answers: { ...answers, nationality: "HK" } }],
])("may submit: %s", (_rule, change) => {
  expect(maySubmit({ ...complete, ...change })).toEqual({ allowed: true });
});

test.each<[string, Change, string | null, Record<string, string>]>([
  ["submitted before", { submittedAt: 400 }, applicationMessages.alreadySubmitted, {}],
  ["submitted at the very beginning of time", { submittedAt: 0 }, applicationMessages.alreadySubmitted, {}],
  [
    "submitted before, and closed now",
    { submittedAt: 400, now: 9_000 },
    applicationMessages.alreadySubmitted,
    {},
  ],
  ["a millisecond after the last deadline", { now: 2_001 }, "Applications are now closed.", {}],
  ["closed, and incomplete", { now: 2_001, answers: {} }, "Applications are now closed.", {}],
  ["no rounds", { rounds: [] }, "Applications are now closed.", {}],
  [
    "a day short of 18",
    { answers: { ...answers, dateOfBirth: "2005-02-18" } },
    null,
    { dateOfBirth: applicationMessages.tooYoungInPerson(18) },
  ],
  [
    "no day at all",
    { answers: { ...answers, dateOfBirth: "2005-02-31" } },
    null,
    { dateOfBirth: applicationMessages.notADate },
  ],
  ["no birth", { answers: { ...answers, dateOfBirth: "" } }, null, { dateOfBirth: messages.required }],
  ["no document", { documents: new Set<string>() }, null, { resume: messages.required }],
  [
    "an unlisted country",
    { answers: { ...answers, nationality: "ZZ" } },
    null,
    { nationality: messages.notAnOption },
  ],
  [
    "several problems",
    { answers: { dateOfBirth: "2010-01-01", participation: "In person" } },
    null,
    { firstName: messages.required, dateOfBirth: applicationMessages.tooYoungInPerson(18) },
  ],
])("may not submit: %s", (_rule, change, reason, problems) => {
  expect(maySubmit({ ...complete, ...change })).toEqual({ allowed: false, reason, problems });
});

test.each([
  "dateOfBirth",
  "participation",
])("whoever is too young is refused, unless %s is retired", (retired) => {
  const young = { ...complete, answers: { ...answers, dateOfBirth: "2015-01-01" } };
  const problems = { dateOfBirth: applicationMessages.tooYoungInPerson(18) };
  expect(maySubmit(young)).toEqual({ allowed: false, reason: null, problems });
  const changed = questions.map((one) => (one.id === retired ? { ...one, retired: true } : one));
  expect(maySubmit({ ...young, questions: changed })).toEqual({ allowed: true });
});

test("taking part in person counts when it is one of several chosen options", () => {
  const several = questions.map((one) =>
    one.id === "participation" ? ({ ...one, kind: "several of many" } as const) : one,
  );
  const young = { ...answers, dateOfBirth: "2015-01-01", participation: "In person\nVirtual" };
  const problems = { dateOfBirth: applicationMessages.tooYoungInPerson(18) };
  expect(maySubmit({ ...complete, questions: several, answers: young })).toMatchObject({ problems });
});

test("the stored answer of a hidden participation does not ask for an age", () => {
  const hidden = questions.map((one) =>
    one.id === "participation" ? { ...one, dependsOn: { field: "firstName", values: ["Bob"] } } : one,
  );
  const young = { ...answers, dateOfBirth: "2015-01-01" };
  expect(maySubmit({ ...complete, questions: hidden, answers: young })).toEqual({ allowed: true });
});

const scholarship: Partial<Question> = { dependsOn: { field: "apply", values: ["Yes"] }, required: "always" };
const section = [
  question("apply", { required: "always" }),
  question("amount", { ...scholarship, kind: "number" }),
];
const upload = [question("budget", { ...scholarship, kind: "document upload" })];
test.each<[string, Question[], Answers, string[], string]>([
  ["nothing answered", section, {}, [], "not started"],
  ["only blanks answered", section, { apply: "  " }, [], "not started"],
  ["only answers of other sections", section, { other: "x" }, [], "not started"],
  ["only an answer that is hidden", section, { amount: "5" }, [], "not started"],
  ["something missing", section, { apply: "Yes" }, [], "started"],
  ["something wrong", section, { apply: "Yes", amount: "much" }, [], "to fix"],
  [
    "something wrong and something missing",
    [...section, question("why", scholarship)],
    { apply: "Yes", amount: "much" },
    [],
    "to fix",
  ],
  ["all there", section, { apply: "Yes", amount: "5" }, [], "complete"],
  ["the rest is hidden", section, { apply: "No" }, [], "complete"],
  ["optional and untouched", [question("diet")], {}, [], "not started"],
  ["optional and answered", [question("diet")], { diet: "none" }, [], "complete"],
  ["a document missing", upload, { apply: "Yes" }, [], "not started"],
  ["a document stored", upload, { apply: "Yes" }, ["budget"], "complete"],
  [
    "one document of two",
    [...upload, question("resume", { kind: "document upload", required: "always" })],
    { apply: "Yes" },
    ["budget"],
    "started",
  ],
  ["a section with nothing to show", upload, { apply: "No" }, ["budget"], "complete"],
])("state of a section: %s", (_rule, asked, given, documents, state) => {
  const stored = new Set(documents);
  const shown = shownAnswers(asked, given);
  expect(sectionState(asked, shown, stored, problems(asked, given, stored, reference))).toBe(state);
});

test("what is wrong in another section is not this one's to fix", () => {
  expect(sectionState(section, { apply: "No" }, new Set(), { phone: "wrong" })).toBe("complete");
});
