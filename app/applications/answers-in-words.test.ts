import { expect, test } from "vitest";
import { answerInWords } from "./answers-in-words.ts";
import { inOneLine } from "./questions.ts";

test.each([
  ["date", "2001-09-24", "24 September 2001"],
  ["date", "2000-02-29", "29 February 2000"],
  // A draft may contain something that is not a date.
  ["date", "2001-02-29", "2001-02-29"],
  ["date", "my birthday", "my birthday"],
  ["country", "BT", "Bhutan"],
  ["country", "ZZ", "ZZ"],
  ["short text", "2001-09-24", "2001-09-24"],
  ["number", "2024", "2024"],
  ["date", "", ""],
] as const)("the answer to a %s question, %j, reads %j", (kind, answer, words) => {
  expect(answerInWords({ kind }, answer)).toBe(words);
});

test("a box reads Yes or No", () => {
  expect(answerInWords({ kind: "choice", options: ["Yes"] }, "Yes")).toBe("Yes");
  expect(answerInWords({ kind: "choice", options: ["Yes"] }, "")).toBe("No");
  expect(answerInWords({ kind: "choice", options: ["Yes", "No"] }, "")).toBe("");
});

test("an answer stands in one line, unless it is a long text", () => {
  expect(inOneLine({ kind: "several of many" }, "Art\nLaw, and order\nSea")).toBe("Art; Law, and order; Sea");
  expect(inOneLine({ kind: "choice" }, "Art\nSea")).toBe("Art; Sea");
  expect(inOneLine({ kind: "long text" }, "one\n\ntwo")).toBe("one\n\ntwo");
});
