import { expect, test } from "vitest";
import { daysInWords } from "./days.ts";

test.each([
  ["a weekend", "2023-02-17", "2023-02-19", "17–19 February 2023"],
  ["across months", "2023-01-30", "2023-02-02", "30 January – 2 February 2023"],
  ["across years", "2022-12-31", "2023-01-02", "31 December 2022 – 2 January 2023"],
  ["one day", "2023-02-17", "2023-02-17", "17 February 2023"],
])("%s", (_case, first, last, words) => {
  expect(daysInWords(first, last)).toBe(words);
});
