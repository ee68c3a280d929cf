import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PLANTED_MISTAKES } from "./support/histories/planted.ts";

// The long run that plants these mistakes is done rarely, and the code changes in between. So this test checks that the
// place of each mistake is still there.
test.each(
  PLANTED_MISTAKES.flatMap((mistake) => (mistake.rewrite ? [] : [mistake])),
)("$name: its place in $file is there once", ({ file, find }) => {
  expect(readFileSync(file, "utf8").split(find)).toHaveLength(2);
});
