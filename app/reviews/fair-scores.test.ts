import { expect, test } from "vitest";
import { parseReminderForm, scoresAskedFor } from "./fair-scores.form.ts";
import { offsetInWords } from "./fair-scores.ts";
import { reviewMessages } from "./messages.ts";

test.each([
  [0, "like the others"],
  [4.9, "like the others"],
  [-4.9, "like the others"],
  [-5, "harsher by 0.1"],
  [-44, "harsher by 0.4"],
  [38, "milder by 0.4"],
])("an offset of %s hundredths reads “%s”", (offset, words) => {
  expect(offsetInWords(offset)).toBe(words);
});

test.each([
  ["", { sort: "mean", places: null, from: 0 }],
  ["sort=corrected&places=120&from=50", { sort: "corrected", places: 120, from: 50 }],
  ["sort=mean&places=0&from=-1", { sort: "mean", places: null, from: 0 }],
  ["sort=__proto__&places=many&from=1.5", { sort: "mean", places: null, from: 0 }],
])("the query “%s” asks for %j", (query, asked) => {
  expect(scoresAskedFor(new URLSearchParams(query))).toEqual(asked);
});

test.each([
  ["2023-02-16", null],
  ["2023-02-15", null],
  ["2023-02-14", reviewMessages.scores.dayIsOver],
  ["2023-02-30", reviewMessages.scores.notADay],
  ["soon", reviewMessages.scores.notADay],
  ["", reviewMessages.scores.notADay],
])("on 15 February 2023, a reminder for “%s” is answered with %o", (by, problem) => {
  const form = new FormData();
  form.set("by", by);
  const parsed = parseReminderForm(form, "2023-02-15");
  expect("problems" in parsed ? parsed.problems["by"] : null).toBe(problem);
});
