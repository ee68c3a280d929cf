import Papa from "papaparse";
import { expect, test } from "vitest";
import { csvEnd, csvHead, csvRow, tableRows, withoutMark } from "./csv.ts";
import { plainText } from "./plain-text.ts";

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
  ["\u200B=1"],
  ["\u200B\u200D =1"],
  ["\uFEFF=1"],
  ["\u2060@SUM(A1)"],
  ["\u202E-1"],
  ["\u00AD+1"],
  ["\u180E=1"],
  ["\u3164=1"],
  ["\u{E0020}=1"],
  ["\u0000=1"],
  ["\u001B=1"],
])("%o is no formula for a spreadsheet, and comes back as it was", (value) => {
  const [[read]] = Papa.parse<string[]>(csvRow([value])).data as [[string]];
  expect(read).toBe(`'${plainText(value)}`);
  expect(withoutMark(read)).toBe(plainText(value));
});

test("what cannot be seen is not in a file", () => {
  expect(csvRow(["Mei \u202eChen\u0007", "می\u200cخواهم"])).toBe('"Mei Chen ","می\u200cخواهم"\r\n');
});

test.each([
  ["+852 5123 4567"],
  ["+1 617 555 0100"],
  ["+54 9 11 2345-6789"],
  ["+683 4002"],
  ["+49 1512 345678901"],
])("%o is a telephone number, which no spreadsheet computes, and has no mark", (value) => {
  const [[read]] = Papa.parse<string[]>(csvRow([value])).data as [[string]];
  expect(read).toBe(value);
  expect(withoutMark(read)).toBe(value);
  // `csvRow` puts no apostrophe before a telephone number, so somebody typed this apostrophe.
  expect(withoutMark(`'${value}`)).toBe(`'${value}`);
});

test.each([
  // The first five values have no space between two digits, so a spreadsheet reads them as a number or a sum.
  ["+85251234567"],
  ["+1-617-555-0100"],
  ["+1 -617 -5550100"],
  ["+1 - 6175550100"],
  ["+1+1"],
  ["+1 617+555 0100"],
  ["+cmd|' /C calc'!A0"],
  ["+1 617 555 0100=1"],
  ["+1 617 555 0100\n=1"],
  ["+1 617 555 0100\n"],
  ["+1 617 555 0100 "],
  [" +1 617 555 0100"],
  ["+ 1 617 555 0100"],
  ["+1  617 555 0100"],
  ["+1\t617 555 0100"],
  ["+1\u00A0617 555 0100"],
  ["+1 617 555 0100 ext. 12"],
  ["+1 (617) 555 0100"],
  ["+1 617 555 0100*2"],
  ["+1 617 555 0100,A1"],
  ["+1 617 A1 0100"],
  ["+0 617 555 0100"],
  ["＋1 617 555 0100"],
  ["=1 617 555 0100"],
  ["-1 617 555 0100"],
  ["@1 617 555 0100"],
  ["+１ 617 555 0100"],
  ["+683 400"],
  ["+49 1512 3456789012"],
])("%o is no telephone number as we write them: it is marked, and comes back as it was", (value) => {
  const [[read]] = Papa.parse<string[]>(csvRow([value])).data as [[string]];
  expect(read).toBe(`'${value}`);
  expect(withoutMark(read)).toBe(value);
});

test.each(["'quoted'", "'tis", "O'Neill", "'\u200Babc"])("%o keeps its apostrophe", (value) => {
  expect(withoutMark(value)).toBe(value);
});

test.each([
  ["as it was written", csvHead(["uid", "name"]) + csvRow(["a", "b"]) + csvEnd(1), ","],
  ["as a spreadsheet pads it", "uid;name\na;b\nEnd of file: 1,234 rows;\n", ";"],
])("the line that ends a file is left out when it is read again, %s", (_, file, delimiter) => {
  const cells = tableRows(file.replace("\uFEFF", ""), delimiter).map((one) => one.cells);
  expect(cells.filter((one) => one.some((cell) => cell !== ""))).toEqual([
    ["uid", "name"],
    ["a", "b"],
  ]);
});

test.each([
  ["filled down in one column", "uid,decision\na,Accepted\nEnd of file: 1 row,Accepted\n"],
  ["filled down in several", "uid,name,decision\na,Mei,Accepted\nEnd of file: 1 row,Mei,Accepted\n"],
  ["sorted to the top", "uid,decision\n End of file: 1 row ,Rejected\na,Accepted\n"],
])("the line that ends a file is left out, %s", (_, file) => {
  const cells = tableRows(file, ",", 0).map((one) => one.cells);
  expect(cells.filter((one) => one.some((cell) => cell !== "")).map(([uid]) => uid)).toEqual(["uid", "a"]);
});

test("a person who is called as a file ends keeps their row where another column names them", () => {
  const rows = tableRows("uid,name,decision\na,End of file: 3 rows,Rejected\n", ",", 0);
  expect(rows[1]!.cells).toEqual(["a", "End of file: 3 rows", "Rejected"]);
});

test("a name that speaks of the end of a file is kept", () => {
  expect(tableRows("End of file: 3 rows,Mei", ",")[0]!.cells).toEqual(["End of file: 3 rows", "Mei"]);
});
