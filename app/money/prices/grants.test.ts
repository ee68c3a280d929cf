import { expect, test } from "vitest";
import type { Grant } from "~/values/shapes.ts";
import { isGrantFor, normalCode, reductionsInWords, reductionsOf } from "./grants.ts";

const grant = (size: Partial<Grant>): Grant => ({
  ...{ id: "g", kind: "award", title: "A grant", percent: null, amountCents: null },
  ...{ passType: null, roundId: null, isUsable: true, budgetId: null, budgetLeft: null, ...size },
});
const percent = (share: number) => grant({ percent: share });
const amount = (cents: number) => grant({ amountCents: cents });

test.each<[string, number, Grant[], number[]]>([
  ["nothing", 49_500, [], []],
  ["a half", 49_500, [percent(50)], [24_750]],
  ["half a cent is in favour of the delegate", 101, [percent(50)], [51]],
  ["less than half a cent is not", 1_001, [percent(33)], [330]],
  ["one per cent", 49_500, [percent(1)], [495]],
  ["all but one per cent", 49_500, [percent(99)], [49_005]],
  ["the whole", 49_500, [percent(100)], [49_500]],
  ["an amount", 49_500, [amount(10_000)], [10_000]],
  ["exactly the price", 49_500, [amount(49_500)], [49_500]],
  ["an amount above the price takes the price", 49_500, [amount(49_501)], [49_500]],
  ["the second is reckoned from what the first left", 10_000, [amount(2_000), percent(50)], [2_000, 4_000]],
  ["and the other way round", 10_000, [percent(50), amount(2_000)], [5_000, 2_000]],
  ["behind the whole there is nothing left", 10_000, [percent(100), percent(50), amount(1)], [10_000, 0, 0]],
  ["nothing of nothing", 0, [percent(50), amount(5)], [0, 0]],
])("takes off: %s", (_rule, cents, grants, off) => {
  const { reductions, idle } = reductionsOf(cents, grants);
  expect(reductions.map((one) => one.cents)).toEqual(off);
  expect(idle).toEqual([]);
});

const fund = (left: number, size: Partial<Grant>) => grant({ budgetId: "fund", budgetLeft: left, ...size });

test.each<[string, Grant[], taken: [string, number][], idle: [string, number][]]>([
  ["one that is used up", [grant({ id: "a", isUsable: false, percent: 50 })], [], [["a", 5_000]]],
  ["the last of a budget", [fund(5_000, { id: "a", percent: 50 })], [["a", 5_000]], []],
  ["one cent beyond a budget", [fund(4_999, { id: "a", percent: 50 })], [], [["a", 5_000]]],
  [
    "the second is reckoned from the whole price then",
    [fund(0, { id: "a", percent: 50 }), grant({ id: "b", percent: 10 })],
    [["b", 1_000]],
    [["a", 5_000]],
  ],
  [
    "both the last of one budget",
    [fund(6_000, { id: "a", amountCents: 4_000 }), fund(6_000, { id: "b", amountCents: 2_000 })],
    [
      ["a", 4_000],
      ["b", 2_000],
    ],
    [],
  ],
  [
    "the second one cent beyond what the first leaves",
    [fund(5_999, { id: "a", amountCents: 4_000 }), fund(5_999, { id: "b", amountCents: 2_000 })],
    [["a", 4_000]],
    [["b", 6_000]],
  ],
  [
    "what the first could not take is left to the second",
    [fund(3_000, { id: "a", amountCents: 4_000 }), fund(3_000, { id: "b", amountCents: 3_000 })],
    [["b", 3_000]],
    [["a", 4_000]],
  ],
  [
    "two budgets do not share",
    [
      fund(4_000, { id: "a", amountCents: 4_000 }),
      grant({ id: "b", amountCents: 2_000, budgetId: "other", budgetLeft: 2_000 }),
    ],
    [
      ["a", 4_000],
      ["b", 2_000],
    ],
    [],
  ],
])("of $100, with what can be used: %s", (_rule, grants, taken, idle) => {
  const found = reductionsOf(10_000, grants);
  expect(found.reductions.map(({ id, cents }) => [id, cents])).toEqual(taken);
  expect(found.idle.map(({ id, cents }) => [id, cents])).toEqual(idle);
});

test.each<[string, Partial<Grant>, boolean]>([
  ["any pass in any round", {}, true],
  ["this pass", { passType: "gold" }, true],
  ["the other pass", { passType: "goldPlus" }, false],
  ["this round", { roundId: "early" }, true],
  ["another round", { roundId: "regular" }, false],
  ["this pass in another round", { passType: "gold", roundId: "regular" }, false],
])("for the virtual pass in the early round: %s", (_rule, limits, fits) => {
  expect(isGrantFor(grant(limits), "gold", "early")).toBe(fits);
});

test("without a round nothing is for a round", () => {
  expect(isGrantFor(grant({ roundId: "early" }), "gold", null)).toBe(false);
  expect(isGrantFor(grant({}), "gold", null)).toBe(true);
});

test.each([
  ["Spring24", "SPRING24"],
  [" spring 24 ", "SPRING24"],
  ["s\tp\nr", "SPR"],
  ["", ""],
])("a code is found however it is typed: %j", (typed, code) => {
  expect(normalCode(typed)).toBe(code);
});

test.each<[string, Parameters<typeof reductionsInWords>[0], string]>([
  ["awards", [{ kind: "award", uses: 2, cents: 54_500 }], "Awards took $545 off 2 passes."],
  ["codes", [{ kind: "code", uses: 1, cents: 50 }], "Codes took $0.50 off 1 pass."],
  [
    "both",
    [
      { kind: "award", uses: 1, cents: 49_500 },
      { kind: "code", uses: 3, cents: 15_000 },
    ],
    "Awards took $495 off 1 pass, codes $150 off 3 passes.",
  ],
])("what was taken off in words: %s", (_, reductions, words) => {
  expect(reductionsInWords(reductions)).toBe(words);
});
