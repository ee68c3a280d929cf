import { expect, test } from "vitest";
import { actInWords, detailInWords, filterInWords, idsIn, objectInWords } from "./audit-words.ts";

const names = {
  people: new Map([["uid1", "mei@example.org"]]),
  rounds: new Map([["aconf_2023/early", "Early applications"]]),
};

test.each([
  ["openApplication", "opened an application"],
  ["scheduleRound", "moved the dates of a round"],
  ["payment captured", "payment captured"],
  ["renameCategory", "rename category"],
])("the act %s is read as “%s”", (action, words) => {
  expect(actInWords(action)).toBe(words);
});

test("a filter says by which fields it leaves out", () => {
  expect(filterInWords({})).toBe("");
  expect(filterInWords({ who: "mei@example.org", what: "openDocument", object: "users/uid1" })).toBe(
    "who “mei@example.org”, what “opened a document”, about “users/uid1”",
  );
});

test.each<[name: string, detail: Record<string, unknown>, words: string]>([
  ["nothing", {}, ""],
  ["an amount", { amountCents: 44_500, refund: "r1" }, "amount: $445; refund: r1"],
  ["an instant", { dueAt: Date.parse("2023-05-01T12:00:00Z") }, "at: 1 May 2023, 12:00 UTC"],
  ["a person", { takenFrom: "uid1" }, "taken from: mei@example.org"],
  ["a yes and a no", { isWhole: true, onLeave: false }, "complete: yes; on leave: no"],
  ["nothing at all", { before: null, ends: [] }, "before: nothing; ends: none"],
  ["several", { changed: ["a", "b"] }, "changed: a, b"],
  [
    "what moved, without what stayed",
    {
      from: { deadline: Date.parse("2023-05-01T12:00:00Z"), decisionRelease: 1_669_831_200_000 },
      to: { deadline: Date.parse("2023-05-03T12:00:00Z"), decisionRelease: 1_669_831_200_000 },
    },
    "deadline from 1 May 2023, 12:00 UTC to 3 May 2023, 12:00 UTC",
  ],
])("%s in the details is read as people read it", (_, detail, words) => {
  expect(detailInWords({ detail }, names)).toBe(words);
});

test.each<[object: string, name: string, href: string | null]>([
  ["payments/e1", "payment e1", "/admin/payments/e1"],
  ["users/uid1", "mei@example.org", "/admin/accounts/uid1"],
  ["users/gone", "account gone", "/admin/accounts/gone"],
  ["aconf_2023/uid1", "mei@example.org", "/admin/delegates/uid1"],
  ["rounds/aconf_2023/early", "Early applications", null],
  ["rounds/aconf_2023/gone", "rounds/aconf_2023/gone", null],
  ["exports/applications.csv", "exports/applications.csv", null],
  ["pages/admin/audit", "pages/admin/audit", null],
  ["speakers", "speakers", null],
])("the object %s is called %s", (object, name, href) => {
  expect(objectInWords(object, names)).toEqual({ name, href });
});

test("people are looked for in the object and in the details", () => {
  expect(idsIn({ object: "users/uid1", detail: { from: "uid2", version: 1 } })).toEqual([
    "users",
    "uid1",
    "uid2",
  ]);
});
