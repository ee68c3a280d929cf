import { expect, test } from "vitest";
import { grouped, initials } from "./words.ts";

test.each([
  ["Mei Ling Chen", "MC"],
  ["  Ada   Lovelace ", "AL"],
  ["Madonna", "M"],
  ["émile zola", "ÉZ"],
  ["陳 大文", "陳大"],
  ["😀 Smile", "😀S"],
  ["", ""],
])("the initials of %j are %j", (name, letters) => {
  expect(initials(name)).toBe(letters);
});

test.each([
  [0, "0"],
  [999, "999"],
  [1_000, "1,000"],
  [1_234_567, "1,234,567"],
  [-1_000, "-1,000"],
  [12.5, "12.5"],
  [1_234.25, "1,234.25"],
  [2 ** 53, "9,007,199,254,740,992"],
])("%d is written as %s", (number, text) => {
  expect([grouped(number), new Intl.NumberFormat("en-US").format(number)]).toEqual([text, text]);
});
