import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";

test("a check that does not exist is answered by those that do, and none of them is run", () => {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["scripts/check.mjs", "types", "laws"], {
    cwd: root,
    encoding: "utf8",
  });
  expect([stdout, stderr, status]).toEqual([
    "",
    "There is no check “laws”. The checks are: style, types, law, unused, rules.\n",
    1,
  ]);
});
