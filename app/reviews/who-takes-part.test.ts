import { expect, test } from "vitest";
import { usualReaders } from "./who-takes-part.ts";

test.each([
  ["readers and deciders", [["read"], ["read", "decide"]], [0, 1]],
  ["no treasurer and no director", [["read"], ["read", "money"], ["everything"]], [0]],
  ["all of them where nobody else reads", [["read", "money"], ["everything"]], [0, 1]],
  ["nobody where nobody reads", [], []],
] as const)("the usual readers are %s", (_, staff, usual) => {
  const people = staff.map((abilities, index) => ({ index, abilities }));
  expect(usualReaders(people).map(({ index }) => index)).toEqual(usual);
});
