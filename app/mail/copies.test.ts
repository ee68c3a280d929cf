import { expect, test } from "vitest";
import { troubleOf } from "./copies.ts";

test.each([
  [1, null, null],
  [1, "sent", null],
  [1, "delayed", null],
  [1, "delivered", null],
  [1, "complained", null],
  [1, "bounced", "cameBack"],
  [null, "bounced", "cameBack"],
  [null, "withheld", "notSent"],
  [null, null, "notSent"],
] as const)("a mail sent at %s of which %s is known: %s", (sentAt, report, trouble) => {
  expect(troubleOf({ sentAt, report })).toBe(trouble);
});
