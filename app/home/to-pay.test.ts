import { expect, test } from "vitest";
import type { DraftProgress } from "~/applications/draft-progress.ts";
import { isNextToPay } from "./to-pay.ts";

const draft = (isBegun: boolean) => ({ isBegun }) as DraftProgress;
const one = { number: 1, invoices: 0 };

test.each([
  ["nobody asks", { submittedAt: null, decision: null }, draft(false), { number: 0, invoices: 0 }, false],
  ["they have not begun to apply", { submittedAt: null, decision: null }, draft(false), one, true],
  ["applications are closed", { submittedAt: null, decision: null }, null, one, true],
  ["they are writing", { submittedAt: null, decision: null }, draft(true), one, false],
  ["they wait for a decision", { submittedAt: 1, decision: null }, null, one, true],
  ["they have a decision", { submittedAt: 1, decision: "Accepted" as const }, null, one, false],
  ["an invoice is open", { submittedAt: null, decision: null }, null, { number: 0, invoices: 1 }, true],
])("whether to pay for others is the next thing: %s", (_when, standing, begun, toPay, expected) => {
  expect(isNextToPay(standing, begun, toPay)).toBe(expected);
});
