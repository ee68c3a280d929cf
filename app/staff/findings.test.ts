import { expect, test } from "vitest";
import { MOST_OF_RULE, mayBeMore } from "./findings.ts";

const found = (rule: string, number: number) =>
  Array.from({ length: number }, (_, index) => ({ rule, object: `payments/${index}` }));

test.each([
  ["nothing", [], false],
  ["fewer than one rule reports", [...found("one", MOST_OF_RULE - 1), ...found("other", 5)], false],
  ["as many as one rule reports", [...found("one", 2), ...found("other", MOST_OF_RULE)], true],
])("of %s there may be more", (_, findings, isMore) => {
  expect(mayBeMore(findings)).toBe(isMore);
});
