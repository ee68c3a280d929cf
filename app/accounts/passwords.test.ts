import { expect, test } from "vitest";
import { accountMessages } from "./messages.ts";
import { passwordProblem } from "./passwords.ts";

test.each([
  ["five characters are too few", "12345", false, accountMessages.weakPassword],
  ["six are enough", "124356", false, null],
  ["an emoji is one character", "🌏🌏🌏🌏🌏", false, accountMessages.weakPassword],
  ["six emoji are enough", "🌏🌍🌎🌏🌍🌎", false, null],
  ["eleven are too few for an admin", "plum orchar", true, accountMessages.weakAdminPassword],
  ["twelve are enough for an admin", "plum orchard", true, null],
])("%s", (_rule, password, admin, problem) => {
  expect(passwordProblem(password, admin)).toBe(problem);
});

test.each([
  "123456",
  "1234567890",
  "890123",
  "654321",
  "abcdef",
  "fedcba",
  "qwerty",
  "poiuytrewq",
  "password",
  "PassWord",
  " password ",
  "password123",
  "Harvard2026",
  "hpair2026",
  "      ",
  "aaaaaa",
  "🌏🌏🌏🌏🌏🌏",
  "111111",
  "1q2w3e4r",
  "5201314",
])("%j is among those that are tried first", (password) => {
  expect(passwordProblem(password)).toBe(accountMessages.commonPassword);
});

test.each([
  "123457",
  "abcdeg",
  "password-of-mine",
  "mango tree",
  "conference-2023",
  "aaaaab",
  "üüüüüö",
])("%j is not", (password) => {
  expect(passwordProblem(password)).toBeNull();
});

test("one that is common is refused to an admin too, however long", () => {
  expect(passwordProblem("123456789012", true)).toBe(accountMessages.commonPassword);
  expect(passwordProblem("password1234", true)).toBe(accountMessages.commonPassword);
});
