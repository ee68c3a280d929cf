import { expect, test } from "vitest";
import { chargeReturned, isWithBank, takenOf } from "./bank-returns.ts";

const PAID = { amountCents: 49_500, creditCents: 0, returnedCents: 0 };
const line = (cents: number, returnedCents = 0) => ({ cents, returnedCents });

test.each([
  ["all of a charge", PAID, [line(49_500)], 49_500],
  ["what has not gone back", { ...PAID, returnedCents: 10_000 }, [line(49_500, 10_000)], 39_500],
  ["nothing of what went back whole", { ...PAID, returnedCents: 49_500 }, [line(49_500, 49_500)], 0],
  ["nothing of what was paid with credit", { ...PAID, creditCents: 10_000 }, [line(49_500)], 39_500],
  [
    "no more of its lines than is left of them: the rest was kept as credit",
    PAID,
    [line(49_500, 20_000)],
    29_500,
  ],
  ["nothing of what was kept as credit", PAID, [line(46_500, 46_500), line(3_000, 3_000)], 0],
  ["of all its lines", { ...PAID, amountCents: 52_500 }, [line(49_500), line(3_000)], 52_500],
])("a bank takes %s", (_, payment, lines, cents) => {
  expect(takenOf(payment, lines)).toBe(cents);
});

test("what went back to the card is money that was not refused, without what became credit", () => {
  const one = { kind: "money" as const, state: "done" as const, amountCents: 500, creditCents: 100 };
  expect(
    chargeReturned([one, { ...one, state: "refused" }, { ...one, kind: "credit", creditCents: 0 }]),
  ).toBe(400);
});

test.each([
  [null, "done", false],
  ["open", "done", true],
  ["decided", "done", true],
  ["decided", "refused", false],
] as const)("a row of a bank that is %s and %s: the bank has the money: %s", (bankState, state, is) => {
  expect(isWithBank({ bankState, state })).toBe(is);
});
