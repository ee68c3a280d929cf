import { expect, test } from "vitest";
import { mayRead } from "~/applications/may-read.ts";
import type { Ability } from "~/values/abilities.ts";
import { reviewMessages } from "./messages.ts";
import { isFarApart, mayReview, scoreInWords, seesOthers, spreadOf, weightedScore } from "./review.ts";

const criterion = (id: string, weight: number) => ({ id, title: id, hint: null, weight });
const RUBRIC = [criterion("motivation", 2), criterion("asia", 2), criterion("voice", 1)];

test.each([
  [{ motivation: 5, asia: 5, voice: 5 }, 500],
  [{ motivation: 1, asia: 1, voice: 1 }, 100],
  [{ motivation: 5, asia: 1, voice: 1 }, 260],
  [{ motivation: 1, asia: 1, voice: 5 }, 180],
  [{ motivation: 4, asia: 3, voice: 5, unknown: 1 }, 380],
])("the scores %j weigh %i hundredths", (scores, expected) => {
  expect(weightedScore(RUBRIC, scores)).toBe(expected);
});

test("thirds are rounded to hundredths", () => {
  const rubric = [criterion("a", 1), criterion("b", 2)];
  expect(weightedScore(rubric, { a: 4, b: 3 })).toBe(333);
  expect(weightedScore(rubric, { a: 3, b: 4 })).toBe(367);
});

test.each([
  [[], null],
  [[310], null],
  [[310, 310], 0],
  [[310, 480, 200], 280],
])("readers who gave %j are %s apart", (scores, expected) => {
  expect(spreadOf(scores)).toBe(expected);
});

test("a score is shown with two digits", () => {
  expect([100, 383, 500].map(scoreInWords)).toEqual(["1.00", "3.83", "5.00"]);
});

test.each<[Ability[], boolean, boolean]>([
  [["everything"], false, true],
  [["read", "decide"], false, true],
  [["read"], true, true],
  [["read"], false, false],
  [["decide"], false, false],
  [["decide"], true, false],
  [["money", "content", "door"], true, false],
  [[], true, false],
])("with %j, assigned: %j, an application may be read: %j", (abilities, assigned, may) => {
  expect(mayRead({ abilities, assigned })).toBe(may);
});

test("an application is scored while it is submitted, by who has no conflict", () => {
  expect(mayReview({ submittedAt: 1, conflict: false })).toEqual({ allowed: true });
  expect(mayReview({ submittedAt: 1, conflict: true })).toEqual({
    allowed: false,
    reason: reviewMessages.conflictDeclared,
  });
  expect(mayReview({ submittedAt: null, conflict: false })).toEqual({
    allowed: false,
    reason: reviewMessages.notSubmitted,
  });
});

test("reviewers see what others think once they have said what they think", () => {
  expect(seesOthers({ abilities: ["read"], reviewed: false })).toBe(false);
  expect(seesOthers({ abilities: ["read"], reviewed: true })).toBe(true);
  expect(seesOthers({ abilities: ["everything"], reviewed: false })).toBe(true);
  expect(seesOthers({ abilities: ["read", "decide"], reviewed: false })).toBe(true);
});

test("two points are far apart", () => {
  expect([null, 0, 199, 200].map(isFarApart)).toEqual([false, false, false, true]);
});
