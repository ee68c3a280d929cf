import { expect, test } from "vitest";
import { isSearched, nameWords } from "~/applications/search-words.ts";
import { searchWordsOf } from "./search.ts";

test.each([
  ["Zoë Müller-Łukasz", ["zoe", "muller", "łukasz"]],
  ["  Nur  Aisyah Nur ", ["nur", "aisyah"]],
  ["陳 美玲", ["陳", "美玲"]],
  ["O'Neill", ["o", "neill"]],
  ["", []],
  ["%_*", []],
  ["x".repeat(50), ["x".repeat(40)]],
])("%j", (text, words) => {
  expect(searchWordsOf(text)).toEqual(words);
});

test("an application is found by all names and by nothing else", () => {
  expect(nameWords({ firstName: "Mei", lastName: "Chen", institution: "HKU" })).toEqual(["mei", "chen"]);
  expect(isSearched({ institution: "HKU" })).toBe(false);
  expect(isSearched({ lastName: "" })).toBe(true);
});
