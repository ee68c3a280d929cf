import { expect, test } from "vitest";
import { fullName } from "~/values/words.ts";
import { agreementProblems, isAgreementComplete } from "./agreement.ts";

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

test.each([
  [true, true, "2022-12-17", []],
  [true, true, "17 December", []],
  [true, true, "", ["date"]],
  [true, true, " ", ["date"]],
  [false, true, "2022-12-17", ["codeOfConduct"]],
  [true, false, "2022-12-17", ["refundPolicy"]],
  [false, false, "", ["date", "codeOfConduct", "refundPolicy"]],
])("code of conduct %s, refund policy %s, date %o: lacks %o", (codeOfConduct, refundPolicy, date, lacking) => {
  const agreement = { codeOfConduct, refundPolicy, date };
  expect(Object.keys(agreementProblems(agreement))).toEqual(lacking);
  expect(isAgreementComplete(agreement)).toBe(lacking.length === 0);
});
