import { expect, test } from "vitest";
import { type ActThatHurts, hurts } from "./acts.ts";

const form = (fields: Record<string, string>) => {
  const posted = new FormData();
  for (const [name, value] of Object.entries(fields)) posted.append(name, value);
  return posted;
};

test.each<[ActThatHurts, Record<string, string>, boolean]>([
  ["refund", { intent: "give" }, true],
  ["refund", { intent: "check" }, false],
  ["refund", {}, false],
  ["refundSubscription", { reason: "x" }, true],
  ["award", { intent: "award" }, true],
  ["award", { intent: "award", "award-budgetId": "" }, true],
  ["award", { intent: "award", "award-budgetId": "travel" }, false],
  ["award", { intent: "award", "code-budgetId": "travel" }, true],
  ["award", { intent: "award", "award-budgetId": " " }, true],
  ["award", { intent: "budget" }, true],
  ["award", { intent: "budget", "budget-budgetId": "travel" }, true],
  ["award", { intent: "confirm-out", "confirm-out-budgetId": "travel" }, true],
  ["award", { intent: "end" }, false],
  ["publish", { putBack: "prices" }, false],
])("%s with %j hurts: %j", (act, fields, does) => {
  expect(hurts(act, form(fields))).toBe(does);
});

test("a file that is asked for by its address always hurts", () => {
  expect(hurts("export", undefined)).toBe(true);
});
