// What `npm run test:room` says if there is nothing to run.
import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";

function said(...rooms: string[]) {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["scripts/test-room.mjs", ...rooms], {
    cwd: root,
    encoding: "utf8",
  });
  return { text: stdout + stderr, status };
}

test("a room that is not there is answered by those that are", () => {
  const { text, status } = said("money/refund");
  expect(text).toMatch(
    /^There is no room “money\/refund”\. The rooms are: values, db, .*\bmoney\/refunds, .*routes\.\n$/,
  );
  expect(status).toBe(1);
});

test("no room is answered by an example", () => {
  expect(said()).toMatchObject({
    status: 1,
    text: expect.stringContaining("test:room -- money/refunds. The rooms are: "),
  });
});

test("a room without tests of its own names those that try it", () => {
  const { text, status } = said("plans");
  expect(text).toMatch(/^plans has no tests of its own\. These tests, which are elsewhere, cover it best:\n/);
  expect(text).toContain("  test/staff/handover.test.ts\n");
  expect(status).toBe(0);
});
