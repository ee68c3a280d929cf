import { expect, test } from "vitest";
import type { Round } from "~/values/catalogue.ts";
import {
  deadlineInForce,
  isDecisionVisible,
  lastToClose,
  ownRounds,
  releaseAhead,
  releaseStage,
  roundOn,
} from "./rounds.ts";

const seeded: Round[] = [
  {
    id: "early",
    title: "Early",
    deadline: Date.parse("2023-05-02T03:59:00.000Z"),
    decisionRelease: Date.parse("2022-11-30T18:00:00.000Z"),
    releasedAt: null,
  },
  {
    id: "regular",
    title: "Regular",
    deadline: Date.parse("2023-06-02T03:59:00.000Z"),
    decisionRelease: Date.parse("2022-12-16T18:00:00.000Z"),
    releasedAt: null,
  },
  {
    id: "bonus",
    title: "Bonus",
    deadline: Date.parse("2022-12-06T04:59:00.000Z"),
    decisionRelease: Date.parse("2022-12-16T18:00:00.000Z"),
    releasedAt: null,
  },
];

test.each([
  ["long before every deadline", "1992-01-01T00:00:00.000Z", "early"],
  ["at the bonus deadline, which lies inside early", "2022-12-06T04:59:00.000Z", "early"],
  ["after the bonus deadline", "2022-12-06T04:59:00.001Z", "early"],
  ["a millisecond before the early deadline", "2023-05-02T03:58:59.999Z", "early"],
  ["at the early deadline, inclusive", "2023-05-02T03:59:00.000Z", "early"],
  ["a millisecond after the early deadline", "2023-05-02T03:59:00.001Z", "regular"],
  ["at the regular deadline, inclusive", "2023-06-02T03:59:00.000Z", "regular"],
  ["a millisecond after the regular deadline", "2023-06-02T03:59:00.001Z", null],
])("with the seeded dates, %s (%s) falls in %s [135, 136, 137]", (_rule, at, round) => {
  expect(roundOn(seeded, Date.parse(at))?.id ?? null).toBe(round);
});

test("with the seeded dates no hour of three years falls in bonus", () => {
  const hours = Array.from(
    { length: 3 * 365 * 24 },
    (_, hour) => Date.parse("2021-01-01") + hour * 3_600_000,
  );
  expect(hours.filter((at) => roundOn(seeded, at)?.id === "bonus")).toEqual([]);
});

test("bonus comes last where its deadline does, and after it no round [135, 136]", () => {
  const late = seeded.map((round) => (round.id === "bonus" ? { ...round, deadline: 2e12 } : round));
  expect(roundOn(late, Date.parse("2023-06-02T03:59:00.001Z"))?.id).toBe("bonus");
  expect(roundOn(late, 2e12)?.id).toBe("bonus");
  expect(roundOn(late, 2e12 + 1)).toBeNull();
});

test("without rounds no date belongs to one", () => {
  expect(roundOn([], 0)).toBeNull();
});

test.each([
  ["released and due", { decisionRelease: 100, releasedAt: 50 }, 50, 100, true],
  ["a millisecond before decisionRelease", { decisionRelease: 100, releasedAt: 50 }, 50, 99, false],
  ["due but not released", { decisionRelease: 100, releasedAt: null }, 0, 100, false],
  ["set a millisecond after the release", { decisionRelease: 100, releasedAt: 50 }, 51, 200, false],
  ["released with an instant still to come", { decisionRelease: 100, releasedAt: 900 }, 50, 100, true],
])("a decision is visible or not: %s", (_rule, change, setAt, now, visible) => {
  expect(isDecisionVisible({ ...seeded[0]!, ...change }, setAt, now)).toBe(visible);
});

test("a decision without a round is never visible", () => {
  expect(isDecisionVisible(null, 0, Number.MAX_SAFE_INTEGER)).toBe(false);
});

test.each([
  [null, 1, "closed"],
  [1, 1, "waiting"],
  [5, 9, "waiting"],
  [1, 10, "open"],
  [11, 10, "open"],
])("released at %s, at %i a round whose decisionRelease is 10 is %s", (releasedAt, now, stage) => {
  expect(releaseStage({ decisionRelease: 10, releasedAt }, now)).toBe(stage);
});

test.each([
  ["before it", "2022-11-30T17:59:59.999Z", "2022-11-30T18:00:00.000Z"],
  ["at it", "2022-11-30T18:00:00.000Z", null],
  ["after it", "2022-12-17T15:00:00.000Z", null],
])("the release of a round's decisions is ahead: %s", (_rule, now, release) => {
  const submitted = Date.parse("2022-11-01");
  expect(releaseAhead(seeded, submitted, Date.parse(now))).toBe(release && Date.parse(release));
});

test("without a round no release is ahead", () => {
  expect(releaseAhead(seeded, Date.parse("2024-01-01"), 0)).toBeNull();
});

const CLOSES = Date.parse("2023-06-02T03:59:00.000Z");
const OWN = CLOSES + 1_000_000;

test.each([
  ["the round that closes last", "regular", CLOSES, "regular"],
  ["the round that closes last", "regular", OWN, "regular"],
  ["another round", "early", CLOSES, "regular"],
  ["another round", "early", CLOSES + 1, "early"],
  ["another round", "early", OWN, "early"],
  ["another round", "early", OWN + 1, null],
  ["the round that closes last", "regular", OWN + 1, null],
  ["no round that there is", "late", CLOSES + 1, null],
])("with a deadline of one's own in %s (%s), %s falls in %s", (_, lateRound, at, round) => {
  expect(roundOn(ownRounds(seeded, { ownDeadline: OWN, lateRound }), at)?.id ?? null).toBe(round);
});

test.each([
  ["none", null, null],
  ["a later one", OWN, OWN],
  ["one that everybody's has overtaken", CLOSES - 1, null],
])("of deadlines of one's own, %s is in force or not", (_, ownDeadline, inForce) => {
  const rounds = ownRounds(seeded, { ownDeadline, lateRound: "early" });
  expect(deadlineInForce(rounds, ownDeadline)).toBe(inForce);
});

test("without a later deadline, a person has the rounds of everybody", () => {
  expect(ownRounds(seeded, { ownDeadline: null, lateRound: null })).toBe(seeded);
  expect(ownRounds(seeded, { ownDeadline: CLOSES, lateRound: "early" })).toBe(seeded);
  expect([lastToClose(seeded)?.id, lastToClose([])]).toEqual(["regular", undefined]);
});
