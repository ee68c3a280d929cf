import { expect, test } from "vitest";
import { fullName } from "~/values/words.ts";
import { agreementProblem } from "./agreement.ts";

test.each([
  [["Ada", "King", "Lovelace"], "Ada King Lovelace"],
  [["Ada", "", "Lovelace"], "Ada Lovelace"],
  [["Ada", undefined, "Lovelace"], "Ada Lovelace"],
  [["Ada", null, null], "Ada"],
  [[" Ada ", "  ", " Lovelace"], "Ada Lovelace"],
  [[undefined, undefined, undefined], ""],
])("the full name of %o is %o", ([first, middle, last], name) => {
  expect(fullName(first, middle, last)).toBe(name);
});

const PROBLEM = "Please accept the terms and conditions before proceeding.";
test.each([
  [true, true, "2022-12-17", null],
  [true, true, "17 December", null],
  [true, true, "", PROBLEM],
  [true, true, " ", PROBLEM],
  [false, true, "2022-12-17", PROBLEM],
  [true, false, "2022-12-17", PROBLEM],
  [false, false, "", PROBLEM],
])("code of conduct %s, refund policy %s, date %o: %s", (codeOfConduct, refundPolicy, date, problem) => {
  expect(agreementProblem({ codeOfConduct, refundPolicy, date })).toBe(problem);
});
