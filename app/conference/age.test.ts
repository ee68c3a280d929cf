import { expect, test } from "vitest";
import { ageOn, oldEnough } from "./age.ts";

test.each([
  ["2005-02-17", "2023-02-17", 18],
  ["2005-02-18", "2023-02-17", 17],
  ["2005-02-16", "2023-02-17", 18],
  ["2005-12-31", "2023-01-01", 17],
  ["2005-01-01", "2023-12-31", 18],
  ["2004-02-29", "2022-02-28", 17],
  ["2004-02-29", "2022-03-01", 18],
  ["2004-02-29", "2024-02-28", 19],
  ["2004-02-29", "2024-02-29", 20],
  ["2023-02-17", "2023-02-17", 0],
  ["2023-02-18", "2023-02-17", -1],
  ["2001-02-30", "2023-02-17", Number.NaN],
  ["2001-02-03", "today", Number.NaN],
  ["", "2023-02-17", Number.NaN],
])("born %s, on %s: %d years", (birth, day, years) => {
  expect(ageOn(birth, day)).toBe(years);
});

test.each([
  ["18 on the first day", "2005-02-17", true],
  ["a day short of 18", "2005-02-18", false],
  ["older", "1990-06-01", true],
  ["born on 29 February, 18 only on 1 March", "2004-02-29", true],
  ["not a day", "2005-02-31", false],
  ["nothing", "", false],
])("old enough on 17 February 2023: %s", (_rule, birth, enough) => {
  expect(oldEnough(birth, "2023-02-17", 18)).toBe(enough);
});
