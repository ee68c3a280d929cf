import { expect, test } from "vitest";
import { WAIT } from "~/accounts/second-person.ts";
import { NO_INVOICING } from "~/conference/invoicing.ts";
import { invoicingChanges, proposalRefusal } from "./invoicing-changes.ts";

const AT = 1_000_000_000_000;
const proposal = { proposedBy: "maker", proposedAt: AT, replaces: 3 };
const other = { version: 3, uid: "other", since: AT - WAIT - 1, makerSince: AT - 1 };

test.each([
  ["another person, who has had the ability for long enough", {}, null],
  ["who has had it for exactly so long", { since: AT - WAIT }, "new"],
  ["who was given it since", { since: AT + 1 }, "new"],
  ["who has not got it", { since: undefined }, "new"],
  ["who proposed it", { uid: "maker" }, "own"],
  ["if whoever proposed it has lost the ability", { makerSince: undefined }, "left"],
  ["if they lost it and got it back", { makerSince: AT }, "left"],
  ["if another version is in force", { version: 4 }, "moved"],
  ["if none is in force any more", { version: 0 }, "moved"],
] as const)("a change is confirmed, or not, by %s", (_, changed, why) => {
  expect(proposalRefusal(proposal, { ...other, ...changed })).toBe(why);
});

test("what a change does is said field by field, from what is in force or from what holds if nobody said anything", () => {
  const says = {
    seller: "S\nStreet",
    payTo: "Bank 1",
    tax: "No tax is charged.",
    taxRate: 0,
    taxNumber: "",
    days: 14,
    secondPersonCents: 1,
    writeOffCents: 25_00,
    moneyOutCents: 500_00,
  };
  expect(invoicingChanges(says, { ...says, payTo: "Bank 2", secondPersonCents: 90_000 })).toEqual([
    { label: "How an invoice is paid", from: "Bank 1", to: "Bank 2" },
    { label: "A second person confirms money above", from: "$0.01", to: "$900" },
  ]);
  expect(invoicingChanges(says, { ...says, taxRate: 770, taxNumber: "CHE-1", writeOffCents: 10_50 })).toEqual(
    [
      { label: "Tax that prices include", from: "", to: "7.7 %" },
      { label: "Tax number", from: "", to: "CHE-1" },
      { label: "A second person confirms a write-off above", from: "$25", to: "$10.50" },
    ],
  );
  expect(invoicingChanges(says, { ...says })).toEqual([]);
  expect(invoicingChanges(null, NO_INVOICING)).toEqual([]);
  expect(invoicingChanges(null, { ...NO_INVOICING, days: 7 })).toEqual([
    { label: "Days in which an invoice is due", from: "14", to: "7" },
  ]);
});
