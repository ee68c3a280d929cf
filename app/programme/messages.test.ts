import { expect, test } from "vitest";
import { programmeMessages } from "./messages.ts";

test.each([
  [0, 0, "0 have a place, 0 are waiting for one."],
  [1, 1, "1 has a place, 1 is waiting for one."],
  [1200, 2, "1,200 have a place, 2 are waiting for one."],
])("%s with a place and %s who wait", (held, waiting, sentence) => {
  expect(programmeMessages.editing.inSession(held, waiting)).toBe(sentence);
});
