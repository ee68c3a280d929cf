import { describe, expect, test } from "vitest";
import { isForOthers } from "~/money/payments/orders.ts";
import type { PaymentState } from "~/values/types.ts";
import { payerOrder } from "./payer-order.ts";

const paid = (id: string, name: string, state: PaymentState = "captured", cents = 49_500) => ({
  name,
  payment: {
    ...{ id, orderId: "first", state, means: "simulator", cardBrand: "Visa", cardLastFour: "1111" },
    ...{ amountCents: cents, creditCents: 0, createdAt: 1, resolvedAt: 2 },
    lines: [
      { id: "goldPlus", title: "Harvard Conference ticket", variant: null, cents },
      { id: "shirt", title: "Shirt", variant: "M", cents: 0 },
    ],
  },
  refunds: [],
});

test("an order is for others if another person pays than the delegate", () => {
  expect(isForOthers({ payerUid: "ada", delegateUid: "ada" })).toBe(false);
  expect(isForOthers({ payerUid: "ada", delegateUid: "bo" })).toBe(true);
});

describe("what the payer reads of an order", () => {
  test("everybody by name, what each of them gets, and the sum", () => {
    const order = payerOrder([paid("first", "Bo Chen"), paid("second", "Ada Chen", "captured", 39_600)]);
    expect(order).toMatchObject({ id: "first", state: "captured", total: "$891", date: 2 });
    expect(order.people.map(({ name, amount, things }) => [name, amount, things])).toEqual([
      ["Ada Chen", "$396", "Harvard Conference ticket and Shirt (M)"],
      ["Bo Chen", "$495", "Harvard Conference ticket and Shirt (M)"],
    ]);
  });

  test.each([
    ["charging", "charging"],
    ["unknown", "unknown"],
    ["declined", "declined"],
    ["released", "released"],
    ["captured", "captured"],
    // The order was paid, even if one of its payments has gone back since.
    ["refund_pending", "captured"],
    ["refunded", "captured"],
    ["voided", "captured"],
  ] as const)("an order whose first payment is %s is shown as %s", (state, shown) => {
    expect(payerOrder([paid("first", "Bo Chen", state)]).state).toBe(shown);
  });

  test("an order is cancelled if its whole charge was cancelled", () => {
    const [one, other] = [paid("first", "Bo Chen", "voided"), paid("second", "Ada Chen", "voided")];
    expect(payerOrder([one, other]).isCancelled).toBe(true);
    expect(payerOrder([one, paid("second", "Ada Chen")]).isCancelled).toBe(false);
  });

  test("what went back is said of the person for whom it was paid", () => {
    const one = paid("first", "Bo Chen", "refunded");
    const back = {
      ...{ kind: "money" as const, state: "done" as const, amountCents: 44_500, creditCents: 0 },
      ...{ createdAt: 3, resolvedAt: 4, ended: [] },
    };
    const [shown] = payerOrder([{ ...one, refunds: [back] }]).people;
    expect(shown!.refunds).toEqual([{ term: "Refunded", amount: "$445", date: 4 }]);
    expect(payerOrder([paid("first", "", "voided")]).people[0]).toMatchObject({
      name: "Somebody",
      isCancelled: true,
    });
  });
});
