import { describe, expect, test } from "vitest";
import type { Ability } from "~/values/abilities.ts";
import { factorAddress, inFours, isFactorFresh, mustHaveFactor, stepOf, typedCode } from "./factor.ts";

/** "12345678901234567890" of RFC 6238, appendix B, in base32. */
const SECRET = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const SECOND = 1000;
const MINUTE = 60 * SECOND;

describe("RFC 6238, appendix B: the last six digits of", () => {
  test.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("second %i", (at, code) => {
    expect(stepOf(SECRET, code.slice(2), at * SECOND)).toBe(Math.floor(at / 30));
  });
});

test("a code counts one step early and one late, and no further", () => {
  const [at, code] = [1_234_567_890, "005924"];
  const step = at / 30;
  const steps = [-2, -1, 0, 1, 2].map((away) => stepOf(SECRET, code, (at + away * 30) * SECOND));
  expect(steps).toEqual([null, step, step, step, null]);
});

test.each([
  ["005924", { app: "005924" }],
  [" 005 924 ", { app: "005924" }],
  ["005-924", { app: "005924" }],
  ["abcd-efgh-2345-wxyz", { recovery: "ABCDEFGH2345WXYZ" }],
  ["ABCD EFGH 2345 WXYZ", { recovery: "ABCDEFGH2345WXYZ" }],
  ["abcd\u2013efgh\u20132345\u2013wxyz", { recovery: "ABCDEFGH2345WXYZ" }],
  ["", null],
  ["00592", null],
  ["0059241", null],
  ["٠٠٥٩٢٤", null],
  ["abcd-efgh-2345-wxy1", null],
])("%j is read as %j", (typed, code) => {
  expect(typedCode(typed)).toEqual(code);
});

test("an app gets the secret with the names of the portal and the account", () => {
  const address = new URL(factorAddress(SECRET, { issuer: "Asia & Co", email: "mei+1@example.org" }));
  expect([address.protocol, address.host, decodeURIComponent(address.pathname)]).toEqual([
    ...["otpauth:", "totp", "/Asia & Co:mei+1@example.org"],
  ]);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ issuer: "Asia & Co", secret: SECRET, algorithm: "SHA1", digits: "6", period: "30" },
  });
});

test("a secret is shown in groups of four", () => {
  expect([inFours("ABCDEFGH"), inFours("ABCDE"), inFours("ABC")]).toEqual(["ABCD EFGH", "ABCD E", "ABC"]);
});

describe("an act needs no other code", () => {
  const now = 100 * MINUTE;
  test.each<[typed: number | null, used: number | null, fresh: boolean]>([
    [null, null, false],
    [0, 0, true],
    [5, 5, true],
    [6, 6, false],
    [14, 1, true],
    [15, 5, true],
    [16, 0, false],
    [14, 6, false],
  ])("%j minutes after it was typed and %j after it was used: %j", (typed, used, fresh) => {
    const ago = (minutes: number | null) => (minutes === null ? null : now - minutes * MINUTE);
    expect(isFactorFresh({ factorTypedAt: ago(typed), factorUsedAt: ago(used) }, now)).toBe(fresh);
  });
});

test.each<[Ability[], number, boolean]>([
  [["read", "money"], 10, true],
  [["read", "money"], 9, false],
  [["everything"], 10, true],
  [["door"], 10, false],
  [["read"], 10, false],
  [[], 10, false],
])("with a rule for money and deciding from 10 on, %j at %i must have one: %j", (abilities, now, must) => {
  expect(mustHaveFactor({ abilities: ["decide", "money"], from: 10 }, abilities, now)).toBe(must);
});

test("without a rule nobody must have one", () => {
  expect(mustHaveFactor(null, ["everything"], 10)).toBe(false);
});
