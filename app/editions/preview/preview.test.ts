import { expect, test } from "vitest";
import { problems } from "~/applications/questions.ts";
import { isTelephone } from "~/applications/telephone.ts";
import { isDecisionVisible, roundOn } from "~/conference/rounds.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { isCountry } from "~/values/countries.ts";
import { isoDay } from "~/values/times.ts";
import { documentOfSeed, fiveRounds, smallestEdition } from "../../../test/support/edition-documents.ts";
import { inventedAnswers, questionsOf } from "./preview-answers.ts";
import { linkInPreview, previewChoice, previewChooser } from "./preview-pages.ts";
import { noteOn, previewStates, previewTimes, whyNoPreview } from "./preview-states.ts";

const EDITIONS: [string, EditionDocument][] = [
  ["the seed's", documentOfSeed()],
  ["five rounds", fiveRounds()],
  ["the smallest", smallestEdition()],
];
const NOWS = [
  "2019-01-01T00:00Z",
  "2022-12-17T15:00Z",
  "2023-05-20T00:00Z",
  "2024-03-01T00:00Z",
  "2031-01-01T00:00Z",
];

const idsOf = (document: EditionDocument) => previewStates(document).map(({ id }) => id);

test("an edition is shown in every state, and once more for each round in which one can apply", () => {
  expect(idsOf(documentOfSeed())).toEqual([
    ...["visitor", "new", "draft", "submitted", "unreleased", "accepted", "signed", "signed.regular"],
    ...["deferred", "waitlisted", "rejected", "goldplus", "gold", "subscriber"],
  ]);
  expect(idsOf(smallestEdition())).toEqual([
    ...["visitor", "new", "draft", "submitted", "unreleased", "accepted", "signed"],
    ...["deferred", "waitlisted", "rejected", "gold", "goldplus", "subscriber"],
  ]);
  expect(idsOf({ ...smallestEdition(), rounds: [] })).toEqual(["visitor", "new", "draft", "subscriber"]);
});

test.each(EDITIONS)("in %s edition every answer is one that can be submitted", (_, document) => {
  const now = Date.parse("2022-12-17T15:00Z");
  const { answers, documents } = inventedAnswers(document, now);
  const reference = { isCountry, isTelephone, today: isoDay(now, "UTC") };
  const uploaded = new Set(documents.map(({ id }) => id));
  expect(problems(questionsOf(document), answers, uploaded, reference)).toEqual({});
  expect(answers["firstName"]).toBe("Invented");
});

test.each(EDITIONS)("in %s edition the application falls into its round at any time", (_, document) => {
  const rounds = document.rounds.map((round) => ({ ...round, releasedAt: null }));
  for (const state of previewStates(document).filter(({ application }) => application === "submitted"))
    for (const now of NOWS.map(Date.parse)) {
      const { submittedAt, setAt } = previewTimes(document, state, now);
      const round = roundOn(rounds, submittedAt)!;
      expect(round.id, `${state.id} at ${now}`).toBe(state.round);
      // The decision is visible from the hour of its release on, and not before.
      const releasedAt = Math.max(round.decisionRelease, setAt);
      expect(isDecisionVisible({ ...round, releasedAt }, setAt, now)).toBe(now >= round.decisionRelease);
      if (state.id !== "signed.regular" && !state.id.startsWith("signed."))
        expect(submittedAt).toBeLessThanOrEqual(now);
    }
});

test("what is shown before its time is explained", () => {
  const document = fiveRounds();
  const state = (id: string) => previewStates(document).find((one) => one.id === id)!;
  const [first, second] = document.rounds;
  const before = first!.decisionRelease - 1;
  expect(noteOn(document, state("accepted"), before)).toContain("not released yet");
  expect(noteOn(document, state("accepted"), before + 1)).toBeNull();
  expect(noteOn(document, state("unreleased"), before)).toBeNull();
  expect(noteOn(document, state("submitted"), before)).toBeNull();
  expect(noteOn(document, state("visitor"), 0)).toBeNull();
  expect(noteOn(document, state(`signed.${second!.id}`), first!.deadline)).toContain("nobody has applied");
});

test("what lacks rounds or prices is not shown", () => {
  expect(whyNoPreview(documentOfSeed())).toEqual([]);
  const document = smallestEdition();
  expect(whyNoPreview({ ...document, rounds: [], passes: [] })).toHaveLength(1);
  expect(
    whyNoPreview({ ...document, passes: document.passes.map((pass) => ({ ...pass, cents: {} })) }),
  ).toEqual([
    "The pass “No ticket” has no price in any round.",
    "The pass “Ticket” has no price in any round.",
  ]);
});

test.each([
  ["/decision", "/base/decision"],
  ["/", "/base"],
  ["/application/about?check#phone", "/base/application/about?check#phone"],
  ["?check", "/base/application/about?check"],
  ["#content", "#content"],
  ["http://portal.test/register", "/base/register"],
  ["https://example.org/a?b", "https://example.org/a?b"],
  ["mailto:help@example.org", "mailto:help@example.org"],
  ["/scheduling?day=2023-02-17", "/base/scheduling?day=2023-02-17"],
  ["/help", "/base/help"],
  ["/scheduling/agenda", null],
  ["/history", null],
  ["/admin", null],
  ["/application/about/autosave", null],
  ["/application/about.data", null],
  ["/payment-info/version", null],
  ["/decision/../admin", null],
  ["//portal.test.example/decision", null],
  ["http://elsewhere.example/decision", null],
  ["javascript:alert(1)", null],
  ["data:text/html,x", null],
  ["https://[", null],
])("the link %s leads to %s", (href, there) => {
  expect(linkInPreview(href, "http://portal.test/application/about", "/base")).toBe(there);
});

test.each([
  ["accepted", "2023-01-01T00:00", true, true],
  ["signed.pioneer", "2023-01-01T00:00", false, true],
  ["signed.late", "2023-01-01T00:00", true, true],
  ["constructor", "2023-02-30T00:00", false, false],
  ["", "", false, false],
  ["accepted", "0001-01-01T00:00", true, false],
  ["accepted", "9999-12-31T23:59", true, false],
  ["accepted", "2023-01-01T00:00Z", true, false],
])("the choice %s at %s", (state, at, isState, isTime) => {
  const choice = previewChoice(fiveRounds(), { state, at });
  expect([choice.state !== null, choice.now !== null]).toEqual([isState, isTime]);
});

test("the chooser begins with now, in the zone of the deadlines", () => {
  const now = Date.parse("2023-12-01T20:30Z");
  const page = previewChooser("aconf_2024", fiveRounds(), { state: null, at: null }, now);
  expect(page.typed).toEqual({ state: "accepted", at: "2023-12-02T04:30" });
  expect(page.pages[0]!.href).toBe("/admin/editions/aconf_2024/preview/accepted/2023-12-02T04:30");
  expect(page.times).toHaveLength(10);
});
