import { expect, test } from "vitest";
import type { PaymentState, RefundState } from "~/values/types.ts";
import { balanceOf, orderEvents } from "./order-events.ts";

type Facts = Parameters<typeof orderEvents>[0];

const NOTHING: Facts = { uid: "mei", payments: [], refunds: [], awards: [], holdings: [], transfers: [] };
const LINES = [
  { id: "goldPlus", title: "Ticket", variant: null, cents: 49_500 },
  { id: "shirt", title: "Shirt", variant: "M", cents: 3_500 },
];
const payment = (more: Partial<Facts["payments"][number]> = {}): Facts["payments"][number] => ({
  ...{ id: "p", state: "captured", amountCents: 53_000, creditCents: 0, lines: LINES, means: "simulator" },
  ...{ cardLastFour: "1111", createdAt: 10, ...more },
});
const refund = (more: Partial<Facts["refunds"][number]> = {}): Facts["refunds"][number] => ({
  ...{
    paymentId: "p",
    kind: "money",
    state: "done",
    amountCents: 3_500,
    creditCents: 0,
    reason: "Too small",
  },
  ...{ requestedBy: "treasurer", createdAt: 20, ...more },
});

test.each<[PaymentState, number | null]>([
  ["reserved", null],
  ["charging", null],
  ["unknown", null],
  ["captured", 53_000],
  ["declined", null],
  ["released", null],
  ["voided", null],
  ["refund_pending", 53_000],
  ["refunded", 53_000],
])("of a payment that is %s came in: %s", (state, cents) => {
  const [event] = orderEvents({ ...NOTHING, payments: [payment({ state })] });
  expect(event).toEqual({
    ...{ at: 10, words: "Payment", state: { payment: state }, by: null, paymentId: "p" },
    ...{ detail: "Ticket, Shirt (M); card ending in 1111", cents, other: null },
  });
});

test.each<[RefundState, number | null]>([
  ["pending", -3_500],
  ["sending", -3_500],
  ["unknown", -3_500],
  ["done", -3_500],
  ["refused", null],
])("of a refund that is %s went out: %s", (state, cents) => {
  const [event] = orderEvents({ ...NOTHING, payments: [payment()], refunds: [refund({ state })] });
  expect(event).toEqual({
    ...{ at: 20, words: "Refund of $35", state: { refund: state }, by: "treasurer", paymentId: "p" },
    ...{ detail: "Too small", cents, other: null },
  });
});

test("a charge that was cancelled never arrived, and what cancelled it gave nothing back", () => {
  const events = orderEvents({
    ...NOTHING,
    payments: [payment({ state: "voided" })],
    refunds: [refund({ amountCents: 53_000 })],
  });
  expect(balanceOf(events)).toEqual({ paidCents: 0, returnedCents: 0, keptCents: 0 });
});

test.each<[string, Partial<Facts["refunds"][number]>, string]>([
  ["credit has not left", { kind: "credit" }, "$35 kept as credit"],
  ["nothing went back", { amountCents: 0 }, "Ended, no money given back"],
])("%s", (_, more, words) => {
  const [event] = orderEvents({ ...NOTHING, payments: [payment()], refunds: [refund(more)] });
  expect(event).toMatchObject({ words, state: null, cents: null });
});

test("a pass that cost nothing moves no money and names no card", () => {
  const free = payment({ amountCents: 0, means: "none", cardLastFour: null });
  expect(orderEvents({ ...NOTHING, payments: [free] })).toMatchObject([
    { words: "Taken without paying", detail: "Ticket, Shirt (M)", cents: null },
  ]);
});

test("what was paid with credit is no money that came in, and what becomes credit again none that left", () => {
  const part = payment({ creditCents: 20_000 });
  const whole = payment({ id: "q", creditCents: 53_000, means: "none", cardLastFour: null });
  const refunds = [refund({ amountCents: 53_000, creditCents: 20_000 })];
  const events = orderEvents({ ...NOTHING, payments: [part, whole], refunds });
  expect(events.map(({ words, detail, cents }) => [words, detail, cents])).toEqual([
    ["Refund of $530, $200 of it as credit", "Too small", -33_000],
    ["Payment", "Ticket, Shirt (M); card ending in 1111; $200 of credit", 33_000],
    ["Paid with credit", "Ticket, Shirt (M); $530 of credit", null],
  ]);
});

test("money that came in without a card says how", () => {
  const bank = payment({ means: "bank transfer", cardLastFour: null });
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

const transfer = (more: Partial<Facts["transfers"][number]>): Facts["transfers"][number] => ({
  ...{ title: "Ticket", paymentId: "p", fromUid: "mei", toUid: "bo", email: "bo@x.example", state: "open" },
  ...{ createdAt: 40, expiresAt: 90, closedAt: null, closedBy: null, ...more },
});

test.each<[string, Parameters<typeof transfer>[0], [number, string, string | null, string | null][]]>([
  ["that is open", {}, [[40, "Pass offered", null, null]]],
  [
    "that was accepted",
    { state: "accepted", closedAt: 60, closedBy: "bo" },
    [
      [60, "Pass transferred", null, "bo"],
      [40, "Pass offered", null, null],
    ],
  ],
  [
    "that staff took back",
    { state: "taken back", closedAt: 60, closedBy: "treasurer" },
    [
      [60, "Offer taken back", "treasurer", null],
      [40, "Pass offered", null, null],
    ],
  ],
  [
    "that expired, whenever that was noted",
    { state: "expired", closedAt: 200 },
    [
      [90, "Offer expired", null, null],
      [40, "Pass offered", null, null],
    ],
  ],
  [
    "that came from another person",
    { fromUid: "bo", toUid: "mei", state: "accepted", closedAt: 60, closedBy: "mei" },
    [[60, "Pass taken over", null, "bo"]],
  ],
  ["that another person still makes", { fromUid: "bo", toUid: "mei" }, []],
])("an offer %s", (_, more, expected) => {
  const events = orderEvents({ ...NOTHING, transfers: [transfer(more)] });
  expect(events.map(({ at, words, by, other }) => [at, words, by, other])).toEqual(expected);
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

test("money that buys nothing came in, and went back by the hand of somebody", () => {
  const money = {
    ...{
      paymentId: "p",
      means: "cash",
      reference: "Cash book 7",
      amountCents: 1_000,
      state: "unwanted" as const,
    },
    ...{ recordedBy: "one", recordedAt: 20, settledBy: null, settledAt: null, note: null },
  };
  const empty = NOTHING;
  const came = {
    at: 20,
    words: "Money that buys nothing",
    detail: "cash; Cash book 7",
    cents: 1_000,
    by: "one",
  };
  expect(orderEvents({ ...empty, takings: [money] })).toMatchObject([came]);
  const back = {
    ...money,
    state: "returned" as const,
    settledBy: "two",
    settledAt: 30,
    note: "In an envelope",
  };
  expect(orderEvents({ ...empty, takings: [back] })).toMatchObject([
    { at: 30, words: "Given back by hand", detail: "In an envelope", cents: -1_000, by: "two" },
    came,
  ]);
  for (const state of ["waiting", "taken", "withdrawn"] as const)
    expect(orderEvents({ ...empty, takings: [{ ...money, state }] })).toEqual([]);
});
