import { expect, test } from "vitest";
import { journalDaysOf } from "./journal.form.ts";

const TODAY = "2022-12-17";

test.each<[string, string, string, string]>([
  ["nothing is asked: the month so far", "", "2022-12-01", TODAY],
  ["a last day: its month", "last=2022-02-10", "2022-02-01", "2022-02-10"],
  ["a first day: until today", "first=2022-11-03", "2022-11-03", TODAY],
  ["both", "first=2022-01-01&last=2022-12-31", "2022-01-01", "2022-12-31"],
  ["no days", "first=2022-02-30&last=soon", "2022-12-01", TODAY],
])("%s", (_, query, first, last) => {
  expect(journalDaysOf(new URLSearchParams(query), TODAY)).toEqual({ first, last });
});
