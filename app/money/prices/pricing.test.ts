import { expect, test } from "vitest";
import type { AddOn, Catalogue, Round, Selection } from "~/values/catalogue.ts";
import type { PassType } from "~/values/types.ts";
import { passMessages } from "./messages.ts";
import {
  checkIntended,
  dueOf,
  type IntendedPrice,
  isOfAddOns,
  passPrice,
  type Quote,
  quote,
  quoteAddOns,
} from "./pricing.ts";

const always = { onSale: true, saleFrom: null, saleUntil: null, payBy: null, places: null };
const round = (id: Round["id"], deadline: string): Round => ({
  id,
  title: id,
  deadline: Date.parse(deadline),
  decisionRelease: 0,
  releasedAt: null,
});
const addOn = (id: string, title: string, dollars: number, rest: Partial<AddOn> = {}): AddOn => ({
  id,
  ticketId: "goldPlus",
  title,
  description: null,
  cents: dollars * 100,
  disabled: false,
  included: false,
  takenHome: false,
  variants: null,
  image: null,
  places: null,
  ...rest,
});
const catalogue: Catalogue = {
  left: {},
  rounds: [
    round("early", "2023-05-02T03:59:00.000Z"),
    round("regular", "2023-06-02T03:59:00.000Z"),
    round("bonus", "2022-12-06T04:59:00.000Z"),
  ],
  tickets: [
    { id: "goldPlus", title: "Harvard Conference", eventId: "harvard", ...always },
    { id: "gold", title: "Virtual Summit", eventId: "summit", ...always },
  ],
  prices: [
    { ticketId: "goldPlus", roundId: "early", cents: 49_500 },
    { ticketId: "goldPlus", roundId: "regular", cents: 55_000 },
    { ticketId: "goldPlus", roundId: "bonus", cents: 55_000 },
    { ticketId: "gold", roundId: "early", cents: 15_000 },
    { ticketId: "gold", roundId: "regular", cents: 15_000 },
    { ticketId: "gold", roundId: "bonus", cents: 15_000 },
  ],
  addOns: [
    addOn("h2023virtual", "Virtual summit", 0, { included: true }),
    addOn("h2023execsem", "Executive seminars", 75),
    addOn("h2023mug", "Mug", 25),
    addOn("h2023hatwhite", "Hat (white)", 30),
    addOn("h2023hatblack", "Hat (black)", 30, { disabled: true }),
    addOn("h2023shirtblack", "Unisex black shirt", 30, { variants: ["S", "M", "L", "XL"] }),
    addOn("h2023late", "Late show", 10, { ticketId: "gold" }),
  ],
};
const EARLY = Date.parse("2022-12-01T00:00:00.000Z");
const with_ = (change: Partial<Catalogue>): Catalogue => ({ ...catalogue, ...change });

test.each<[string, PassType, string, number]>([
  ["goldPlus in early", "goldPlus", "2022-12-01T00:00:00.000Z", 49_500],
  ["goldPlus at the early deadline", "goldPlus", "2023-05-02T03:59:00.000Z", 49_500],
  ["goldPlus a millisecond later", "goldPlus", "2023-05-02T03:59:00.001Z", 55_000],
  ["goldPlus at the regular deadline", "goldPlus", "2023-06-02T03:59:00.000Z", 55_000],
  ["goldPlus after all rounds", "goldPlus", "2023-06-02T03:59:00.001Z", 55_000],
  ["gold in early", "gold", "2022-12-01T00:00:00.000Z", 15_000],
  ["gold in regular", "gold", "2023-05-10T12:00:00.000Z", 15_000],
  ["gold after all rounds", "gold", "2024-01-01T00:00:00.000Z", 15_000],
])("price of %s [108, 137]", (_rule, passType, submittedAt, cents) => {
  expect(passPrice(catalogue, passType, Date.parse(submittedAt))).toBe(cents);
});

test("after all rounds the last round in order with a price decides", () => {
  const prices = catalogue.prices
    .filter((price) => price.roundId !== "bonus")
    .map((price) => (price.roundId === "regular" ? { ...price, cents: 1 } : price));
  expect(passPrice(with_({ prices }), "goldPlus", 3e12)).toBe(1);
  const bonus = [...prices, { ticketId: "goldPlus", roundId: "bonus", cents: 2 } as const];
  expect(passPrice(with_({ prices: bonus }), "goldPlus", 3e12)).toBe(2);
});

test("a free round is a price, not a missing one", () => {
  const prices = [{ ticketId: "gold", roundId: "early", cents: 0 } as const, ...catalogue.prices.slice(4)];
  expect(passPrice(with_({ prices }), "gold", EARLY)).toBe(0);
});

test("a pass without any price throws, and is quoted as not on sale", () => {
  expect(() => passPrice(with_({ prices: [] }), "gold", EARLY)).toThrow("gold");
  expect(quote(with_({ prices: [] }), "gold", EARLY, {})).toEqual({
    allowed: false,
    reason: passMessages.notOnSale("Virtual Summit"),
  });
});

test.each<[string, Catalogue["left"], Selection, string | null]>([
  ["one is left", { h2023mug: 1 }, { h2023mug: true }, null],
  ["none is left", { h2023mug: 0 }, { h2023mug: true }, passMessages.addOnSoldOut("Mug")],
  ["none is left of another", { h2023mug: 0 }, { h2023execsem: true }, null],
  [
    "none is left of what comes with it",
    { h2023virtual: 0 },
    {},
    passMessages.addOnSoldOut("Virtual summit"),
  ],
  ["none is left of the pass, which is asked before", { goldPlus: 0 }, {}, null],
])("places: %s", (_, left, selection, reason) => {
  const priced = quote(with_({ left }), "goldPlus", EARLY, selection);
  expect(priced.allowed ? null : priced.reason).toBe(reason);
});

test("a bill: the pass, what comes with it, and the choice in catalogue order", () => {
  const selection: Selection = { h2023shirtblack: "M", h2023execsem: true };
  expect(quote(catalogue, "goldPlus", EARLY, selection)).toEqual({
    allowed: true,
    idle: [],
    passCents: 49_500,
    lines: [
      { id: "goldPlus", title: "Harvard Conference", variant: null, cents: 49_500 },
      { id: "h2023virtual", title: "Virtual summit", variant: null, cents: 0 },
      { id: "h2023execsem", title: "Executive seminars", variant: null, cents: 7_500 },
      { id: "h2023shirtblack", title: "Unisex black shirt", variant: "M", cents: 3_000 },
    ],
    addOns: { h2023virtual: true, h2023execsem: true, h2023shirtblack: "M" },
    totalCents: 60_000,
  });
});

test.each<[string, PassType, Selection, number]>([
  ["nothing chosen", "goldPlus", {}, 49_500],
  ["the included one chosen as well", "goldPlus", { h2023virtual: true }, 49_500],
  ["a cleared one", "goldPlus", { h2023mug: undefined } as unknown as Selection, 49_500],
  [
    "everything",
    "goldPlus",
    { h2023execsem: true, h2023mug: true, h2023hatwhite: true, h2023shirtblack: "XL" },
    65_500,
  ],
  ["the virtual pass", "gold", {}, 15_000],
  ["the virtual pass with its own add-on", "gold", { h2023late: true }, 16_000],
])("total of %s [111]", (_rule, passType, selection, totalCents) => {
  expect(quote(catalogue, passType, EARLY, selection)).toMatchObject({ allowed: true, totalCents });
});

test("what is included costs nothing and is held, whatever its row says", () => {
  const addOns = [addOn("x", "Extra", 99, { included: true, disabled: true, variants: ["S"] })];
  expect(quote(with_({ addOns }), "goldPlus", EARLY, {})).toMatchObject({
    addOns: { x: true },
    totalCents: 49_500,
  });
  expect(quote(with_({ addOns }), "goldPlus", EARLY, { x: "S" })).toMatchObject({
    addOns: { x: "S" },
    totalCents: 49_500,
  });
});

test.each<[string, PassType, unknown, string]>([
  ["an unknown add-on", "goldPlus", { nothing: true }, passMessages.unknownAddOn],
  ["an add-on of the other pass", "goldPlus", { h2023late: true }, passMessages.unknownAddOn],
  ["an add-on of the other pass, the other way", "gold", { h2023mug: true }, passMessages.unknownAddOn],
  ["the included add-on of the other pass", "gold", { h2023virtual: true }, passMessages.unknownAddOn],
  ["an inherited name", "goldPlus", { constructor: true }, passMessages.unknownAddOn],
  ["a prototype key", "goldPlus", JSON.parse('{"__proto__":true}'), passMessages.unknownAddOn],
  ["a disabled add-on", "goldPlus", { h2023hatblack: true }, passMessages.addOnUnavailable("Hat (black)")],
  [
    "a variant add-on without one",
    "goldPlus",
    { h2023shirtblack: true },
    passMessages.chooseVariant("Unisex black shirt"),
  ],
  [
    "an unlisted variant",
    "goldPlus",
    { h2023shirtblack: "XXL" },
    passMessages.chooseVariant("Unisex black shirt"),
  ],
  [
    "a variant in other letters",
    "goldPlus",
    { h2023shirtblack: "m" },
    passMessages.chooseVariant("Unisex black shirt"),
  ],
  ["an empty variant", "goldPlus", { h2023shirtblack: "" }, passMessages.chooseVariant("Unisex black shirt")],
  ["a variant where there is none", "goldPlus", { h2023mug: "red" }, passMessages.unknownAddOn],
  ["a variant of what is included", "goldPlus", { h2023virtual: "red" }, passMessages.unknownAddOn],
  ["false", "goldPlus", { h2023mug: false }, passMessages.unknownAddOn],
  ["a number", "goldPlus", { h2023mug: 3 }, passMessages.unknownAddOn],
  ["null", "goldPlus", { h2023mug: null }, passMessages.unknownAddOn],
])("refused: %s [110, 111]", (_rule, passType, selection, reason) => {
  expect(quote(catalogue, passType, EARLY, selection as Selection)).toEqual({ allowed: false, reason });
});

test("an empty list of variants is none", () => {
  const addOns = [addOn("x", "Extra", 1, { variants: [] })];
  expect(quote(with_({ addOns }), "goldPlus", EARLY, { x: true })).toMatchObject({ totalCents: 49_600 });
  expect(quote(with_({ addOns }), "goldPlus", EARLY, { x: "S" })).toMatchObject({ allowed: false });
});

test("a ticket that is not on sale is refused by its title, an unknown one by its id", () => {
  const tickets = catalogue.tickets.map((ticket) => ({ ...ticket, onSale: ticket.id === "gold" }));
  const reason = passMessages.notOnSale("Harvard Conference");
  expect(quote(with_({ tickets }), "goldPlus", EARLY, {})).toEqual({ allowed: false, reason });
  expect(quote(with_({ tickets }), "gold", EARLY, {})).toMatchObject({ allowed: true });
  expect(quote(with_({ tickets: [] }), "gold", EARLY, {})).toEqual({
    allowed: false,
    reason: passMessages.notOnSale("gold"),
  });
});

const bill = quote(catalogue, "goldPlus", EARLY, { h2023mug: true, h2023shirtblack: "M" });

test.each<[string, IntendedPrice]>([
  ["nothing but an undefined pass cost", { passCost: undefined }],
  ["numbers", { passCost: 495, items: [{ id: "h2023mug", cost: 25 }], total: 550 }],
  ["texts", { passCost: "495.00", items: [{ id: "h2023mug", cost: "25" }], total: "550" }],
  ["an item without a cost", { passCost: 495, items: [{ id: "h2023mug", cost: undefined }] }],
  ["what is included at nothing", { passCost: 495, items: [{ id: "h2023virtual", cost: 0 }] }],
  ["no items", { passCost: 495, items: [], total: undefined }],
])("intended figures that agree pass: %s", (_rule, intended) => {
  expect(checkIntended(catalogue, bill, intended)).toEqual({ allowed: true });
});

test.each<[string, IntendedPrice]>([
  ["the other round's price", { passCost: 550 }],
  ["a cent less", { passCost: 494.99 }],
  ["cents in place of dollars", { passCost: 49_500 }],
  ["null", { passCost: null }],
  ["an empty text", { passCost: "" }],
  ["not a number", { passCost: Number.NaN }],
  ["an item's cost", { passCost: 495, items: [{ id: "h2023mug", cost: 24 }] }],
  [
    "the second item's cost",
    {
      passCost: 495,
      items: [
        { id: "h2023mug", cost: 25 },
        { id: "h2023shirtblack", cost: 0 },
      ],
    },
  ],
  ["the cost of an unknown item", { passCost: 495, items: [{ id: "nothing", cost: 0 }] }],
  ["the cost of an inherited name", { passCost: 495, items: [{ id: "constructor", cost: 0 }] }],
  ["an unreadable cost of an unknown item", { passCost: 495, items: [{ id: "nothing", cost: null }] }],
  ["the total", { passCost: 495, total: 549 }],
  ["a null total", { passCost: 495, total: null }],
])("an intended figure that differs is refused with the new total: %s", (_rule, intended) => {
  expect(checkIntended(catalogue, bill, intended)).toEqual({
    allowed: false,
    reason: "The total is now $550. Nothing has been charged. Please check it and pay again.",
  });
});

test("figures are never looked at when the quote itself is a refusal", () => {
  const refusal: Quote = { allowed: false, reason: "no" };
  expect(checkIntended(catalogue, refusal, { passCost: 495 })).toEqual(refusal);
});

// The oracle below follows the rules exactly as the specification words them, as a flat list of cases.

function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

function oracle(
  { rounds, tickets, prices, addOns }: Catalogue,
  pass: PassType,
  at: number,
  wanted: Selection,
) {
  const ticket = tickets.filter((one) => one.id === pass && one.onSale)[0];
  let paid: number | undefined;
  for (const one of [...rounds].reverse()) {
    const price = prices.filter((row) => row.ticketId === pass && row.roundId === one.id)[0];
    if (price && (paid === undefined || at <= one.deadline)) paid = price.cents;
  }
  if (!ticket || paid === undefined) return null;
  let total = paid;
  for (const [id, choice] of Object.entries(wanted)) {
    const row = addOns.filter((one) => one.id === id && one.ticketId === pass)[0];
    if (!row) return null;
    if (row.included) {
      if (choice !== true && !row.variants?.includes(choice)) return null;
      continue;
    }
    if (row.disabled) return null;
    if (row.variants ? choice === true || !row.variants.includes(choice) : choice !== true) return null;
    total += row.cents;
  }
  return total;
}

test("2,000 random catalogues and selections cost what an independent reckoning says", () => {
  const below = random(20_230_217);
  const one = <T>(...values: T[]): T => values[below(values.length)]!;
  let allowed = 0;
  for (let run = 0; run < 2_000; run++) {
    const made: Catalogue = {
      left: {},
      rounds: (["early", "regular", "bonus"] as const).map((id) => ({
        ...round(id, "2023-01-01"),
        deadline: below(10),
      })),
      tickets: (["gold", "goldPlus"] as const).map((id) => ({
        ...{ id, title: id, eventId: id },
        ...{ ...always, onSale: below(10) > 0 },
      })),
      // Every round has a price here. Other tests cover a missing price.
      prices: (["gold", "goldPlus"] as const).flatMap((ticketId) =>
        (["early", "regular", "bonus"] as const).map((roundId) => ({
          ticketId,
          roundId,
          cents: below(60_000),
        })),
      ),
      addOns: Array.from({ length: below(8) }, (_, index) =>
        addOn(`a${index}`, `A${index}`, 0, {
          ticketId: one("gold", "goldPlus", "goldPlus"),
          cents: below(10_000),
          disabled: below(8) === 0,
          included: below(5) === 0,
          variants: one(null, null, ["S", "M"]),
        }),
      ),
    };
    const pass = one<PassType>("gold", "goldPlus");
    const wanted: Selection = {};
    for (const row of made.addOns) {
      const fits = row.ticketId === pass && !row.disabled;
      if (below(2) === 0 && (fits || below(10) === 0)) {
        wanted[row.id] =
          below(10) === 0 ? one<true | string>(true, "S", "Q") : row.variants ? one("S", "M") : true;
      }
    }
    if (below(30) === 0) wanted["elsewhere"] = true;
    const at = below(12);

    const answer = quote(made, pass, at, wanted);
    const expected = oracle(made, pass, at, wanted);
    expect(answer.allowed ? answer.totalCents : null, JSON.stringify({ made, pass, at, wanted })).toBe(
      expected,
    );
    if (!answer.allowed) continue;
    allowed += 1;
    expect(answer.lines.reduce((sum, line) => sum + line.cents, 0)).toBe(answer.totalCents);
    expect(Object.keys(answer.addOns)).toEqual(answer.lines.slice(1).map(({ id }) => id));
    for (const row of made.addOns) {
      const held = row.ticketId === pass && (row.included || Object.hasOwn(wanted, row.id));
      expect(Object.hasOwn(answer.addOns, row.id)).toBe(held);
    }
    expect(quote(made, pass, at, answer.addOns)).toEqual(answer);
  }
  expect(allowed).toBeGreaterThan(800);
});

test("a bill of add-ons alone: the chosen ones in catalogue order, and neither the pass nor what comes with it", () => {
  const bought = quoteAddOns(catalogue, "goldPlus", { h2023shirtblack: "M", h2023mug: true });
  expect(bought).toEqual({
    ...{
      allowed: true,
      passCents: 0,
      totalCents: 5500,
      idle: [],
      addOns: { h2023mug: true, h2023shirtblack: "M" },
    },
    lines: [
      { id: "h2023mug", title: "Mug", variant: null, cents: 2500 },
      { id: "h2023shirtblack", title: "Unisex black shirt", variant: "M", cents: 3000 },
    ],
  });
  const lines = bought.allowed ? bought.lines : [];
  expect(isOfAddOns({ passType: "goldPlus", lines })).toBe(true);
  const whole = quote(catalogue, "goldPlus", EARLY, { h2023mug: true });
  expect(isOfAddOns({ passType: "goldPlus", lines: whole.allowed ? whole.lines : [] })).toBe(false);
});

test.each([
  [49_500, 0, { spentCents: 0, dueCents: 49_500 }],
  [49_500, 49_499, { spentCents: 49_499, dueCents: 1 }],
  [49_500, 49_500, { spentCents: 49_500, dueCents: 0 }],
  [49_500, 60_000, { spentCents: 49_500, dueCents: 0 }],
  [0, 60_000, { spentCents: 0, dueCents: 0 }],
])("of a total of %i cents and a credit of %i is due", (total, credit, due) => {
  expect(dueOf(total, credit)).toEqual(due);
});

test("the total that a client saw is what is charged beside the credit; the price of the pass is not", () => {
  const priced = quote(catalogue, "goldPlus", EARLY, {});
  const says = (intended: IntendedPrice) => checkIntended(catalogue, priced, intended, 10_000);
  expect(says({ passCost: 495, total: 395 })).toEqual({ allowed: true });
  expect(says({ passCost: 495, total: 495 })).toMatchObject({ reason: passMessages.priceChanged("$395") });
  expect(says({ passCost: 395 })).toMatchObject({ reason: passMessages.priceChanged("$395") });
});

test.each<[string, Selection, Catalogue["left"], string]>([
  ["nothing", {}, {}, passMessages.chooseAddOns],
  ["what comes with the pass", { h2023virtual: true }, {}, passMessages.unknownAddOn],
  ["what is of the other pass", { h2023late: true }, {}, passMessages.unknownAddOn],
  ["what is not sold now", { h2023hatblack: true }, {}, passMessages.addOnUnavailable("Hat (black)")],
  ["no size", { h2023shirtblack: true }, {}, passMessages.chooseVariant("Unisex black shirt")],
  ["what is sold out", { h2023mug: true }, { h2023mug: 0 }, passMessages.addOnSoldOut("Mug")],
])("add-ons alone are refused: %s", (_, selection, left, reason) => {
  expect(quoteAddOns(with_({ left }), "goldPlus", selection)).toEqual({ allowed: false, reason });
});
