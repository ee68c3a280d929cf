import { expect, test } from "vitest";
import { initials } from "./words.ts";

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
