import { expect, test } from "vitest";
import { seenVersion } from "./visible-decision.ts";

const round = { id: "early", title: "Early", deadline: 0, decisionRelease: 100, releasedAt: 50 };
const newest = { decision: "Rejected", setAt: 60, toldAt: null, releasedAt: null, former: null } as const;
const former = { decision: "Accepted", setAt: 40, planId: null, toldAt: 45 } as const;

test.each([
  ["set after the release, and nothing before it", {}, 100, null],
  ["set before the release", { setAt: 50 }, 100, "Rejected"],
  ["released, and a millisecond before its time", { setAt: 50 }, 99, null],
  ["released alone when it was set", { releasedAt: 60 }, 100, "Rejected"],
  ["released alone, and a millisecond before its time", { releasedAt: 60 }, 99, null],
  ["set again after it was released alone", { releasedAt: 59 }, 100, null],
  ["not released: the one before it stands", { former }, 100, "Accepted"],
  ["not released: the one before it has its time too", { former }, 99, null],
  ["released alone: the one before it is past", { former, releasedAt: 60 }, 100, "Rejected"],
  ["not released: the one before it was not either", { former: { ...former, setAt: 51 } }, 100, null],
] as const)("which decision is seen: %s", (_rule, change, now, decision) => {
  expect(seenVersion(round, { ...newest, ...change }, now)?.decision ?? null).toBe(decision);
});

test("without a round nothing is seen, and when they were told is that of the version", () => {
  expect(seenVersion(null, { ...newest, former, releasedAt: 70 }, 1000)).toBeNull();
  expect(seenVersion(round, { ...newest, former }, 1000)).toMatchObject({ setAt: 40, toldAt: 45 });
  expect(seenVersion(round, { ...newest, releasedAt: 170 }, 1000)).toMatchObject({ toldAt: 170 });
});

test.each([
  ["the round's hour, if that is later", { decisionRelease: 300 }, {}, 300],
  ["alone first, then with the round", { releasedAt: 250 }, { releasedAt: 170 }, 170],
  ["with the round first, then alone", { releasedAt: 150 }, { releasedAt: 170 }, 150],
  ["alone, after a release that does not cover it", { releasedAt: 50 }, { releasedAt: 170 }, 170],
])("without a mail, somebody was told when they could first see it: %s", (_case, released, change, toldAt) => {
  const seen = seenVersion({ ...round, ...released }, { ...newest, releasedAt: 170, ...change }, 1000);
  expect(seen?.toldAt).toBe(toldAt);
});
