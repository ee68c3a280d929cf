import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import { helpFacts, pricesInWords } from "./help.ts";

const seed = baseRows(0);
const NOW = Date.parse("2022-12-17T15:00:00Z");

test("the seed's edition says until when, for how much, and what comes back", () => {
  const { rounds, passes, ages, sizes } = helpFacts(seed, NOW);
  expect(rounds).toEqual([
    { title: "Early applications", deadline: Date.parse("2023-05-02T03:59:00Z"), release: null },
    { title: "Regular applications", deadline: Date.parse("2023-06-02T03:59:00Z"), release: null },
  ]);
  expect(passes.map(({ title, prices }) => [title, prices])).toEqual([
    [
      "Harvard Conference ticket",
      "$495 (Early applications), $550 (Regular applications and Bonus applications)",
    ],
    ["Virtual Summit ticket", "$150"],
  ]);
  expect(passes[0]!.refund).toEqual({ deposit: "$50", until: Date.parse("2023-02-11T04:59:59.999Z") });
  expect(ages).toEqual([{ event: "Harvard Conference 2023", age: 18, days: "17–19 February 2023" }]);
  expect(sizes).toEqual([{ title: "Unisex black shirt", variants: "S, M, L, and XL" }]);
});

test("a release after the deadline is told, a round that is over is not", () => {
  const [early, regular, bonus] = seed.rounds;
  const later = { ...early!, decisionRelease: early!.deadline + 1 };
  const told = (now: number) => helpFacts({ ...seed, rounds: [later, regular!, bonus!] }, now).rounds;
  expect(told(early!.deadline)[0]).toMatchObject({
    title: "Early applications",
    release: early!.deadline + 1,
  });
  expect(told(early!.deadline + 1).map(({ title }) => title)).toEqual(["Regular applications"]);
});

test("what is not sold or disabled is not told", () => {
  const { passes, sizes } = helpFacts(
    {
      ...seed,
      tickets: seed.tickets.map((ticket) => ({ ...ticket, onSale: ticket.id === "gold" })),
      addOns: seed.addOns.map((addOn) => ({ ...addOn, disabled: true })),
      events: seed.events.map((event) => ({ ...event, refundsUntil: null })),
    },
    NOW,
  );
  expect(passes).toEqual([{ title: "Virtual Summit ticket", prices: "$150", payBy: null, refund: null }]);
  expect(sizes).toEqual([]);
});

test("a pass without a price has none", () => {
  expect(pricesInWords([], [{ id: "early", title: "Early" }])).toBe("not known yet");
});
