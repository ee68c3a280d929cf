import { expect, test } from "vitest";
import { payerMessages } from "./messages.ts";

test.each([
  [1, "1 minute"],
  [2, "2 minutes"],
  [180, "3 hours"],
])("%s minutes to wait", (minutes, words) => {
  expect(payerMessages.tooMany(minutes)).toContain(` ${words}, `);
});
