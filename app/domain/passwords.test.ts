import { expect, test } from "vitest";
import { messages } from "./messages.ts";
import { passwordProblem } from "./passwords.ts";

test.each([
  ["five characters are too few", "12345", false, messages.weakPassword],
  ["six are enough", "123456", false, null],
  ["an emoji is one character", "🌏🌏🌏🌏🌏", false, messages.weakPassword],
  ["eleven are too few for an admin", "12345678901", true, messages.weakAdminPassword(12)],
  ["twelve are enough for an admin", "123456789012", true, null],
])("%s", (_rule, password, admin, problem) => {
  expect(passwordProblem(password, admin)).toBe(problem);
});
