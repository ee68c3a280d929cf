import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PLANTED_MISTAKES } from "./support/histories/planted.ts";

// The long run of planted mistakes is rare, and the code changes in between. So this test looks for the place of each
// mistake.
test.each(
  PLANTED_MISTAKES.flatMap((mistake) => (mistake.rewrite ? [] : [mistake])),
)("$name: its place in $file is there once", ({ file, find }) => {
  expect(readFileSync(file, "utf8").split(find)).toHaveLength(2);
});
