import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isUnchanged, rangeAnswer } from "./byte-range.ts";

const ETAG = '"one"';
const part = (from: number, length: number) => ({ answer: "part", from, length });
const WHOLE = { answer: "whole" };
const UNSATISFIABLE = { answer: "unsatisfiable" };

describe("what a range asks of 1000 bytes", () => {
  test.each([
    [null, WHOLE],
    ["bytes=0-499", part(0, 500)],
    ["bytes=500-999", part(500, 500)],
    ["bytes=0-0", part(0, 1)],
    ["bytes=999-", part(999, 1)],
    ["bytes=0-", part(0, 1000)],
    ["bytes=200-", part(200, 800)],
    ["bytes=200-5000", part(200, 800)],
    ["bytes=-300", part(700, 300)],
    ["bytes=-5000", part(0, 1000)],
    ["BYTES=1-2", part(1, 2)],
    ["bytes= 1-2 ", part(1, 2)],
    ["bytes=1000-", UNSATISFIABLE],
    ["bytes=5000-6000", UNSATISFIABLE],
    ["bytes=-0", UNSATISFIABLE],
    ["bytes=99999999999999999999-", UNSATISFIABLE],
    // A header that does not ask for exactly one range of bytes is ignored.
    ["bytes=9-3", WHOLE],
    ["bytes=-", WHOLE],
    ["bytes=a-b", WHOLE],
    ["bytes=0-1,5-6", WHOLE],
    ["items=0-1", WHOLE],
    ["", WHOLE],
  ])("%s", (range, answer) => {
    expect(rangeAnswer(range, 1000, ETAG)).toEqual(answer);
  });

  test.each([
    [ETAG, part(0, 10)],
    ['"other"', WHOLE],
    [`W/${ETAG}`, WHOLE],
    ["Wed, 21 Oct 2015 07:28:00 GMT", WHOLE],
  ])("with If-Range %s", (ifRange, answer) => {
    expect(rangeAnswer("bytes=0-9", 1000, ETAG, ifRange)).toEqual(answer);
  });
});

test("an empty file has no part", () => {
  expect(rangeAnswer("bytes=0-", 0, ETAG)).toEqual(UNSATISFIABLE);
  expect(rangeAnswer("bytes=-1", 0, ETAG)).toEqual(UNSATISFIABLE);
});

test("a part always lies inside the file", () => {
  const number = fc.oneof(fc.constant(""), fc.nat({ max: 2000 }).map(String));
  fc.assert(
    fc.property(number, number, fc.nat({ max: 1000 }), (first, last, size) => {
      const answer = rangeAnswer(`bytes=${first}-${last}`, size, ETAG);
      if (answer.answer !== "part") return;
      expect(answer.from).toBeGreaterThanOrEqual(0);
      expect(answer.length).toBeGreaterThan(0);
      expect(answer.from + answer.length).toBeLessThanOrEqual(size);
    }),
  );
});

test.each([
  [null, false],
  [ETAG, true],
  [`W/${ETAG}`, true],
  [`"other", ${ETAG}`, true],
  ["*", true],
  ['"other"', false],
])("If-None-Match %s", (header, unchanged) => {
  expect(isUnchanged(header, ETAG)).toBe(unchanged);
});
