import { expect, test } from "vitest";
import { hasName, numberPrefix, numbersIn } from "./bank-numbers.ts";

test.each([
  [{ id: "aconf_2023", year: 2023 }, "A2023"],
  [{ id: "aconf_2007_academic", year: 2007 }, "A2007A"],
])("the numbers of %o begin with %s", (conference, prefix) => expect(numberPrefix(conference)).toBe(prefix));

test.each<[text: string, numbers: number[]]>([
  ["A2023-0007", [7]],
  ["Invoice A2023-0007 Mei Chen", [7]],
  ["a2023-0007", [7]],
  ["A20230007", [7]],
  ["A2023 0007", [7]],
  ["A 2023 - 0007", [7]],
  ["A2O23-OOO7", [7]],
  ["A2023–0007", [7]],
  ["A2023/0007", [7]],
  ["A2023.0007,Mei", [7]],
  ["Ａ２０２３－０００７", [7]],
  ["INVA20230007", [7]],
  ["RFB*A2023-0007*X", [7]],
  ["A2023-7", [7]],
  ["A2023 - 12", [12]],
  ["A2023-12345", [12_345]],
  ["A2023-0007 and A2023-0009, A2023-0007", [7, 9]],
  ["A2023 15 Dec", []],
  ["A20237", []],
  ["A2023-12-17", []],
  ["A2023-0000", []],
  ["BA2023-0007", []],
  ["A2023-00078901234", []],
  ["A2023-0007B", []],
  ["A2022-0007", []],
  ["A2023V-0007", []],
  ["2023-0007", []],
  ["", []],
])("%j names the invoices %j", (text, numbers) => expect(numbersIn(text, "A2023")).toEqual(numbers));

test("an edition with a letter behind its year has numbers of its own", () => {
  expect(numbersIn("a2007a-0001 A2007-0002", "A2007A")).toEqual([1]);
});

test.each<[text: string, name: string, isIn: boolean]>([
  ["CHEN MEI TUITION", "Mei Chen", true],
  ["Überweisung José Álvarez", "Jose Alvarez", true],
  ["WIRE UNIVERSITY OF GHANA BURSARY", "University of Ghana", true],
  ["陈美大学费", "陈美", true],
  ["陈大学费", "陈美", false],
  ["BILLING LIAISON", "Li", false],
  ["MEI LIN", "Mei Chen", false],
  ["anything", "", false],
  ["anything", "...", false],
])("whether %j has the name %j: %s", (text, name, isIn) => expect(hasName(text, name)).toBe(isIn));
