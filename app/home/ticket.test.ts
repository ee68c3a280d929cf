import { expect, test } from "vitest";
import { baseRows } from "#db/seed/first-edition.ts";
import { bankMessages } from "~/money/payments/messages.ts";
import type { LiveHolding } from "~/standing/standing.ts";
import { drawingOf } from "../conference/drawings.ts";
import { ticketOf } from "./ticket.ts";

const { rounds, tickets, prices, addOns, events } = baseRows(0);

const PAYMENT = "abcdefghij0123456789";
const holding = (item: string, more: Partial<LiveHolding> = {}): LiveHolding => ({
  ...{ item, passType: "goldPlus", paymentId: PAYMENT, title: item, variant: null, state: "held" },
  isAwarded: false,
  ...more,
});

function holder(holdings: LiveHolding[], more: Partial<Parameters<typeof ticketOf>[0]> = {}) {
  return {
    catalogue: { rounds, tickets, prices, addOns, left: {} },
    ...{ submittedAt: 1, decision: "Accepted", agreementVersion: 1, waiverDate: 1 },
    edition: { deadlineZone: "America/New_York" },
    ...{ events, fullName: "Mei Chen", badgeName: null, holdings },
    passes: holdings
      .filter(({ item, passType }) => item === passType)
      .map(({ passType, state }) => ({ passType, state })),
    payments: [
      {
        ...{ id: PAYMENT, passType: "goldPlus", lines: [], state: "captured", amountCents: 60_000 },
        ...{ createdAt: 0, resolvedAt: Date.parse("2022-12-04T02:00:00Z") },
      },
    ],
    refunds: [],
    ...more,
  } as Parameters<typeof ticketOf>[0];
}

test("the ticket says that a bank has taken back what was paid", () => {
  const back = {
    ...{
      paymentId: PAYMENT,
      isBank: true,
      kind: "money" as const,
      state: "done" as const,
      amountCents: 60_000,
      creditCents: 0,
      ended: [],
    },
    ...{ createdAt: 0, resolvedAt: Date.parse("2022-12-09T12:00:00Z") },
  };
  const refunds = [back, { ...back, paymentId: "another" }];
  expect(ticketOf(holder([holding("goldPlus")], { refunds }))?.paid).toBe(
    `You paid $600 on 3 December 2022. ${bankMessages.tookBack("$600", "9 December 2022")} ${bankMessages.writeToUs}`,
  );
});

test("the ticket says who paid, if that was another person", () => {
  const paid = holder([holding("goldPlus")]);
  paid.payments[0]!.payer = "bursar@example.org";
  expect(ticketOf(paid)?.paid).toBe("Another person paid $600 for you on 3 December 2022.");
});

test("the ticket of a pass with add-ons says all that is needed at the door", () => {
  const shirt = holding("h2023shirtblack", { title: "Unisex black shirt", variant: "M", paymentId: "later" });
  const seminars = holding("h2023execsem", { title: "Executive seminars" });
  expect(ticketOf(holder([holding("goldPlus"), shirt, seminars]))).toEqual({
    passType: "goldPlus",
    hasDoor: true,
    pass: "Harvard Conference ticket",
    name: "Mei Chen",
    event: "Harvard Conference 2023",
    days: "17–19 February 2023",
    place: "Harvard campus",
    address: {
      words: "Harvard Yard, Cambridge, MA 02138, USA",
      map: "https://www.openstreetmap.org/search?query=Harvard%20Yard%2C%20Cambridge%2C%20MA%2002138%2C%20USA",
    },
    drawing: drawingOf({ drawing: "campus", ownDrawing: null }),
    // The add-ons are in the order of the catalogue, and not in the order of purchase.
    addOns: ["Executive seminars", "Unisex black shirt (M)"],
    reference: "ABCD-EFGH",
    receiptOf: PAYMENT,
    paid: "You paid $600 on 3 December 2022.",
    calendar: "/event/goldPlus.ics",
  });
});

test("whoever gave a name for their badge reads it on the ticket", () => {
  expect(ticketOf(holder([holding("goldPlus")], { badgeName: "May" }))?.name).toBe("May");
});

test("an event without days is online and in no calendar", () => {
  const ticket = ticketOf(holder([holding("gold", { passType: "gold" })]));
  expect(ticket).toMatchObject({
    event: "Virtual Summit",
    hasDoor: false,
    days: null,
    place: "Online",
    address: null,
    calendar: null,
  });
});

test("of two passes the better one is shown, with what is held with it alone", () => {
  const gold = [holding("gold", { passType: "gold" }), holding("print", { passType: "gold" })];
  expect(ticketOf(holder([...gold, holding("goldPlus")]))).toMatchObject({
    pass: "Harvard Conference ticket",
    addOns: [],
  });
});

test("nothing was paid for a pass that was free", () => {
  const free = holder([holding("goldPlus")]);
  free.payments[0]!.amountCents = 0;
  expect(ticketOf(free)?.paid).toBeNull();
});

test("who took a pass over sees neither the price nor the receipt of whoever paid for it", () => {
  const taken = holder([holding("goldPlus")], { payments: [] });
  expect(ticketOf(taken)).toMatchObject({ pass: "Harvard Conference ticket", paid: null, receiptOf: null });
});

test.each(["pending", "ending"] as const)("there is no ticket while the pass is %s", (state) => {
  expect(ticketOf(holder([holding("goldPlus", { state })]))).toBeNull();
});

test("what is ending is not on the ticket", () => {
  const shirt = holding("h2023shirtblack", { state: "ending" });
  expect(ticketOf(holder([holding("goldPlus"), shirt]))?.addOns).toEqual([]);
});
