import { expect, test } from "vitest";
import { tidy, tidyLine, withoutControls } from "./plain-text.ts";

test.each([
  ["plain", "plain"],
  ["a\u000bb", "a b"],
  ["a\u000cb\tc\u0000d\u001fe\u007ff\u0085g\u009fh", "a b c d e f g h"],
  ["a\u2028b\u2029c", "a b c"],
  ["one\r\ntwo\rthree\nfour\n\nfive", "one\ntwo\nthree\nfour\n\nfive"],
  ["\u0085 \u000b\n around \u2028\u0000\r\n", "around"],
  // What scripts and pictures are made of stays: joiners, marks of direction, no-break blanks.
  ["क्\u200dष 👩\u200d🎓 \u200fעברית a\u00a0b", "क्\u200dष 👩\u200d🎓 \u200fעברית a\u00a0b"],
  ["\u000b", ""],
  ["", ""],
])("%j is kept as %j", (typed, kept) => {
  expect(tidy(typed)).toBe(kept);
  expect(tidy(kept)).toBe(kept);
  expect(withoutControls(kept)).toBe(kept);
});

test.each([
  ["one\r\ntwo", "one two"],
  ["one\u000b\n two", "one   two"],
  ["\none\n", "one"],
])("%j is one line: %j", (typed, kept) => {
  expect(tidyLine(typed)).toBe(kept);
});

test("what is nothing but controls keeps its place where lines are counted", () => {
  expect(withoutControls("\r\n\u000bone\u2028")).toBe("\n one ");
});
