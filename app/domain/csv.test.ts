import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvHead, csvRow } from "./csv.ts";

test("the first line says that it is UTF-8", () => {
  expect(csvHead(["name", "amount"])).toBe('\uFEFF"name","amount"\r\n');
});

test.each([
  ["plain"],
  ["with, a comma"],
  ['with "quotes"'],
  ["two\nlines"],
  ["李明"],
  [""],
  ["  spaces  "],
  ["a=b"],
])("%o comes back as it was", (value) => {
  expect(Papa.parse(csvRow([value, "end"])).data[0]).toEqual([value, "end"]);
});

test.each([
  ["=1+1"],
  ["+1"],
  ["-1"],
  ["@SUM(A1)"],
  ["  =1+1"],
  ["\t=1"],
  ["\r=1"],
  ["\n=1"],
  ["＝1+1"],
  ["＋1"],
  ["－1"],
  ["＠SUM(A1)"],
  ['=HYPERLINK("http://example.com")'],
])("%o is no formula for a spreadsheet", (value) => {
  const [[read]] = Papa.parse<string[]>(csvRow([value])).data as [[string]];
  expect(read).toBe(`'${value}`);
});
