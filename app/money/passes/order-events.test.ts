import { expect, test } from "vitest";
import type { PaymentState, RefundState } from "~/values/types.ts";
import { balanceOf, orderEvents } from "./order-events.ts";

type Facts = Parameters<typeof orderEvents>[0];

const NOTHING: Facts = { payments: [], refunds: [], awards: [], holdings: [] };
const LINES = [
  { id: "goldPlus", title: "Ticket", variant: null, cents: 49_500 },
  { id: "shirt", title: "Shirt", variant: "M", cents: 3_500 },
];
const payment = (more: Partial<Facts["payments"][number]> = {}): Facts["payments"][number] => ({
  ...{ id: "p", state: "captured", amountCents: 53_000, lines: LINES, gateway: "simulator" },
  ...{ cardLastFour: "1111", createdAt: 10, ...more },
});
const refund = (more: Partial<Facts["refunds"][number]> = {}): Facts["refunds"][number] => ({
  ...{ paymentId: "p", kind: "money", state: "done", amountCents: 3_500, reason: "Too small" },
  ...{ requestedBy: "treasurer", createdAt: 20, ...more },
});

test.each<[PaymentState, string, number | null]>([
  ["reserved", "Payment begun", null],
  ["charging", "Payment begun", null],
  ["unknown", "Payment being checked", null],
  ["captured", "Paid", 53_000],
  ["declined", "Card declined", null],
  ["released", "Not charged", null],
  ["voided", "Paid, and the charge cancelled", null],
  ["refund_pending", "Paid", 53_000],
  ["refunded", "Paid", 53_000],
])("a payment that is %s reads: %s, %s", (state, words, cents) => {
  expect(orderEvents({ ...NOTHING, payments: [payment({ state })] })).toEqual([
    { at: 10, words, detail: "Ticket, Shirt (M); card ending in 1111", cents, by: null, paymentId: "p" },
  ]);
});

test.each<[RefundState, string, number | null]>([
  ["pending", "Refund waits until the charge is settled", -3_500],
  ["sending", "Refund on its way", -3_500],
  ["unknown", "Refund being checked", -3_500],
  ["done", "Given back", -3_500],
  ["refused", "Refund refused by the card processor", null],
])("a refund that is %s reads: %s, %s", (state, words, cents) => {
  expect(orderEvents({ ...NOTHING, refunds: [refund({ state })] })).toEqual([
    { at: 20, words, detail: "Too small", cents, by: "treasurer", paymentId: "p" },
  ]);
});

test("what was given up with no money for it is no money", () => {
  const [event] = orderEvents({ ...NOTHING, refunds: [refund({ amountCents: 0 })] });
  expect(event).toMatchObject({ words: "Given up, with no money going back", cents: null });
});

test("credit has not left", () => {
  const [event] = orderEvents({ ...NOTHING, refunds: [refund({ kind: "credit" })] });
  expect(event).toMatchObject({ words: "$35 kept as credit", cents: null });
});

test.each<[string, Partial<Facts["payments"][number]>, string, string]>([
  ["a free pass", { state: "captured" }, "Taken without paying", "Ticket, Shirt (M)"],
  ["a free pass that was ended", { state: "voided" }, "Taken without paying, and ended", "Ticket, Shirt (M)"],
])("%s", (_, more, words, detail) => {
  const free = payment({ amountCents: 0, gateway: "none", cardLastFour: null, ...more });
  expect(orderEvents({ ...NOTHING, payments: [free] })).toMatchObject([{ words, detail, cents: null }]);
});

test("money that came in without a card says how", () => {
  const bank = payment({ gateway: "bank transfer", cardLastFour: null });
  expect(orderEvents({ ...NOTHING, payments: [bank] })).toMatchObject([
    { detail: "Ticket, Shirt (M); bank transfer", cents: 53_000 },
  ]);
});

test("an award that was ended reads twice", () => {
  const award = { kind: "award", title: "Diversity award", percent: 50, amountCents: null } as const;
  const awards = [{ ...award, createdBy: "treasurer", createdAt: 5, endedAt: 30 }];
  expect(orderEvents({ ...NOTHING, awards }).map(({ at, words, by }) => [at, words, by])).toEqual([
    [30, "Award ended", null],
    [5, "Award given", "treasurer"],
  ]);
});

test("a size that was exchanged names both", () => {
  const shirt = { title: "Shirt", paymentId: "p" };
  const holdings: Facts["holdings"] = [
    { ...shirt, id: "p-01", variant: "M", fromHolding: null, since: 10, state: "ended" },
    { ...shirt, id: "x", variant: "L", fromHolding: "p-01", since: 15, state: "held" },
  ];
  expect(orderEvents({ ...NOTHING, holdings })).toMatchObject([
    { at: 15, words: "Exchanged", detail: "Shirt: M → L" },
  ]);
});

test("the newest comes first, and what is kept is what came in less what left", () => {
  const events = orderEvents({
    ...NOTHING,
    payments: [payment(), payment({ id: "q", state: "declined", createdAt: 9 })],
    refunds: [refund(), refund({ state: "refused" }), refund({ kind: "credit", createdAt: 21 })],
  });
  expect(events.map(({ at }) => at)).toEqual([21, 20, 20, 10, 9]);
  expect(balanceOf(events)).toEqual({ paidCents: 53_000, returnedCents: 3_500, keptCents: 49_500 });
});
