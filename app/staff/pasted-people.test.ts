import { expect, test } from "vitest";
import { pastedPeople } from "./pasted-people.ts";

const jane = "jane@uni.example";
const rick = "rick@uni.example";

test.each<[string, [email: string | null, nameOrSaid: string | null][]]>([
  ["", []],
  [" \n\n;,\t\n", []],
  [jane, [[jane, null]]],
  [`Jane Doe <${jane}>`, [[jane, "Jane Doe"]]],
  [`"Jane Doe" <${jane}>`, [[jane, "Jane Doe"]]],
  [`'Jane Doe' <${jane}>`, [[jane, "Jane Doe"]]],
  [`"Doe, Jane" <${jane}>`, [[jane, "Doe, Jane"]]],
  [`"Jane \\"JD\\" Doe" <${jane}>`, [[jane, 'Jane "JD" Doe']]],
  [`Doe, Jane <${jane}>`, [[jane, "Doe, Jane"]]],
  [`<${jane}>`, [[jane, null]]],
  [`<mailto:${jane}>`, [[jane, null]]],
  [`<${jane}> Jane Doe`, [[jane, "Jane Doe"]]],
  [`${jane}, Jane Doe`, [[jane, "Jane Doe"]]],
  [`Jane Doe, ${jane}`, [[jane, "Jane Doe"]]],
  [`Jane Doe ${jane}`, [[jane, "Jane Doe"]]],
  [`Jane Doe (${jane})`, [[jane, "Jane Doe"]]],
  [`Jane\tDoe\t${jane}`, [[jane, "Jane Doe"]]],
  [`${jane}\tJane Doe`, [[jane, "Jane Doe"]]],
  [`Nguyễn Thị Hoa <${jane}>`, [[jane, "Nguyễn Thị Hoa"]]],
  [
    `${jane}\r\n${rick}`,
    [
      [jane, null],
      [rick, null],
    ],
  ],
  [
    `${jane}; ${rick};`,
    [
      [jane, null],
      [rick, null],
    ],
  ],
  [
    `${jane}, ${rick}`,
    [
      [jane, null],
      [rick, null],
    ],
  ],
  [
    `${jane} ${rick}`,
    [
      [jane, null],
      [rick, null],
    ],
  ],
  [
    `Jane Doe <${jane}>, Rick Roe <${rick}>`,
    [
      [jane, "Jane Doe"],
      [rick, "Rick Roe"],
    ],
  ],
  [
    `Doe, Jane <${jane}>; Roe, Rick <${rick}>`,
    [
      [jane, "Doe, Jane"],
      [rick, "Roe, Rick"],
    ],
  ],
  [
    `Doe, Jane <${jane}>, Roe, Rick <${rick}>`,
    [
      [jane, "Doe, Jane"],
      [rick, "Roe, Rick"],
    ],
  ],
  [
    `"Doe; Jane" <${jane}>, ${rick}`,
    [
      [jane, "Doe; Jane"],
      [rick, null],
    ],
  ],
  [
    `${jane}, Jane Doe, ${rick}`,
    [
      [jane, "Jane Doe"],
      [rick, null],
    ],
  ],
  [
    `Jane Doe, ${jane}, Rick Roe, ${rick}`,
    [
      [jane, "Jane Doe"],
      [rick, "Rick Roe"],
    ],
  ],
  ["Jane Doe", [[null, "Jane Doe"]]],
  ["jane@", [[null, "jane@"]]],
  ["Jane Doe <jane at uni>", [[null, "Jane Doe <jane at uni>"]]],
  [
    `Reviewers:\n${jane}`,
    [
      [null, "Reviewers:"],
      [jane, null],
    ],
  ],
  [
    `${jane}, rick@nowhere, Rick`,
    [
      [jane, null],
      [null, "rick@nowhere, Rick"],
    ],
  ],
  [
    `Jane <${jane}>, Rick <${rick}>, Ann`,
    [
      [jane, "Jane"],
      [rick, "Rick"],
      [null, "Ann"],
    ],
  ],
  ['"Jane Doe', [[null, '"Jane Doe']]],
])("%j", (text, people) => {
  expect(
    pastedPeople(text).map(({ typed: said, ...one }) => [one.email, one.email === null ? said : one.name]),
  ).toEqual(people);
});

test("what is said of somebody can be pasted again and is the same person", () => {
  const text = `"Doe, Jane" <${jane}>; ${rick}, Rick Roe\nAnn Lee\tann@uni.example, bo@uni.example`;
  const people = pastedPeople(text);
  expect(people.map(({ email }) => email)).toEqual([jane, rick, "ann@uni.example", "bo@uni.example"]);
  const again = pastedPeople(people.map(({ typed: said }) => said).join("\n"));
  expect(again).toEqual(people);
});

test("a long line of nothing but quotes and brackets takes no time", () => {
  const started = performance.now();
  for (const text of ['"'.repeat(20_000), "<".repeat(20_000), '"\\'.repeat(10_000), `${"<a".repeat(9_999)}>`])
    pastedPeople(text);
  expect(performance.now() - started).toBeLessThan(1_000);
});
