import { expect, test } from "vitest";
import { type BillLine, leftOf, lineTitle } from "~/money/payments/bill-lines.ts";
import {
  creditPart,
  effectOf,
  endedBy,
  endedHint,
  endsEverything,
  lineHint,
  refundable,
  refundLabel,
  refundQuote,
  spread,
} from "./refunds.ts";

const policy = { depositCents: 5_000, refundsUntil: 1_000 };
const over = "The time for refunds is over.";
const less = (deposit: string) =>
  `Everything paid, less the ${deposit} deposit. The deposit is part of the registration fee and is non-refundable.`;

const line = (item: string, cents: number, more: Partial<BillLine> = {}): BillLine => ({
  ...{ id: `line ${item}`, item, isPass: false, uid: "holder", title: item, variant: null },
  ...{ cents, returnedCents: 0, state: "held" },
  ...more,
});
const pass = (cents: number, more: Partial<BillLine> = {}) => line("pass", cents, { isPass: true, ...more });

test.each([
  ["long before", policy, [pass(49_500)], 0, 44_500, less("$50")],
  ["at the last instant", policy, [pass(49_500)], 1_000, 44_500, less("$50")],
  ["a millisecond later", policy, [pass(49_500)], 1_001, 0, over],
  ["a time that never ends", { ...policy, refundsUntil: null }, [pass(49_500)], 9e15, 44_500, less("$50")],
  ["add-ons come back whole", policy, [pass(49_500), line("mug", 10_500)], 0, 55_000, less("$50")],
  [
    "a fee below the deposit keeps only the fee",
    policy,
    [pass(3_000), line("mug", 5_000)],
    0,
    5_000,
    less("$30"),
  ],
  ["a fee as high as the deposit", policy, [pass(5_000)], 0, 0, less("$50")],
  ["a pass that an award paid for", policy, [pass(0), line("mug", 2_500)], 0, 2_500, less("$0")],
  ["less is left than the deposit", policy, [pass(49_500, { returnedCents: 45_500 })], 0, 0, less("$50")],
  ["a cent more is left", policy, [pass(49_500, { returnedCents: 44_499 })], 0, 1, less("$50")],
  ["never more than is left", { ...policy, depositCents: -100 }, [pass(1_000)], 0, 1_000, less("$0")],
  ["an add-on alone", policy, [line("mug", 2_500)], 0, 2_500, "The whole amount paid."],
  [
    "what is left of an add-on",
    policy,
    [line("mug", 2_500, { returnedCents: 500 })],
    0,
    2_000,
    "The whole amount paid.",
  ],
  ["an add-on when the time is over", policy, [line("mug", 2_500)], 1_001, 0, over],
])("the policy: %s", (_rule, terms, ended, now, cents, reason) => {
  expect(refundQuote(terms, ended, now)).toEqual({ cents, reason });
});

const mug = line("mug", 2_500);
const shirt = line("shirt", 3_000, { variant: "M" });
const gone = line("hat", 3_000, { state: "ended", returnedCents: 3_000 });
const bill = [pass(49_500), mug, shirt, gone];

test.each([
  ["an add-on ends alone", ["mug"], ["mug"], false],
  ["two add-ons end", ["shirt", "mug"], ["mug", "shirt"], false],
  ["the pass takes all that is held with it", ["pass"], ["pass", "mug", "shirt"], true],
  ["what has ended does not end again", ["hat"], [], false],
  ["what is not on the bill does not end", ["pin"], [], false],
  ["nothing ends", [], [], false],
])("%s", (_, items, expected, all) => {
  const ended = endedBy(bill, items);
  expect(ended.map(({ item }) => item)).toEqual(expected);
  expect(endsEverything(bill, ended)).toBe(all);
});

test("an add-on gives back what it cost, and a goodwill or the end what is left of the bill", () => {
  expect(leftOf(refundable(bill, [mug]))).toBe(2_500);
  expect(leftOf(refundable(bill, []))).toBe(55_000);
  expect(leftOf(refundable(bill, endedBy(bill, ["pass"])))).toBe(55_000);
  const onlyAddOns = [mug, shirt];
  expect(endsEverything(onlyAddOns, endedBy(onlyAddOns, ["mug", "shirt"]))).toBe(true);
  // The add-ons ended with the pass of another bill, and the money for them can still go back.
  expect(endedHint(policy, onlyAddOns, 0)).toBeNull();
  const ended = onlyAddOns.map((one) => ({ ...one, state: "ended" as const }));
  expect(endsEverything(ended, endedBy(ended, []))).toBe(true);
  expect(leftOf(refundable(ended, []))).toBe(5_500);
  const hint = (now: number) => endedHint(policy, ended, now);
  expect(hint(1_000)).toMatch(
    /can still give the money back\. The policy says: give back \$55\. The whole amount paid\.$/,
  );
  expect(hint(1_001)).toMatch(new RegExp(`The policy says: give back \\$0\\. ${over}$`));
});

test.each([
  ["what is kept is kept of the pass", ["pass"], 50_000, { pass: 44_500, mug: 2_500, shirt: 3_000 }],
  ["everything", ["pass"], 55_000, { pass: 49_500, mug: 2_500, shirt: 3_000 }],
  ["nothing goes back, and all of it ends", ["pass"], 0, { pass: 0, mug: 0, shirt: 0 }],
  ["part of an add-on", ["mug"], 1_000, { mug: 1_000 }],
  ["a goodwill is taken from the pass", [], 10_000, { pass: 10_000 }],
  ["a goodwill beyond the pass", [], 50_000, { pass: 49_500, mug: 500 }],
])("an amount over the lines of a bill: %s", (_rule, items, cents, given) => {
  const ended = endedBy(bill, items);
  const lines = spread(bill, ended, cents);
  const byItem = lines.map(({ id, ...one }) => [id.replace("line ", ""), one.cents]);
  expect(Object.fromEntries(byItem)).toEqual(given);
  expect(lines.filter(({ ends }) => ends)).toHaveLength(ended.length);
});

const doing = {
  who: "Mei Chen",
  amountCents: 3_000,
  creditCents: 0,
  kind: "money" as const,
  later: [] as string[],
};
const kept = ["ticket", "Mug"];

test.each([
  [
    "Give back $30 for the Shirt (M). Mei Chen loses it at once, and keeps the ticket and Mug.",
    { ...doing, ended: [lineTitle({ title: "Shirt", variant: "M" })], kept },
  ],
  [
    "Keep $30 as credit for the next payment, for the Hat and Shirt. Mei Chen loses them at once, and keeps the ticket and Mug.",
    { ...doing, kind: "credit" as const, ended: ["Hat", "Shirt"], kept },
  ],
  [
    "Give back $30 for the ticket and Mug. Mei Chen loses all of it at once.",
    { ...doing, ended: kept, kept: [] },
  ],
  [
    "Give back $30 for the ticket. Mei Chen loses all of it at once. What was bought for the pass later ends too: the Hat and Shirt (M). That was paid separately. Give that money back on the page of that payment.",
    { ...doing, ended: ["ticket"], kept: [], later: ["Hat", "Shirt (M)"] },
  ],
  [
    "Give back $30. Everything that this payment bought has already ended.",
    { ...doing, ended: [], kept: [] },
  ],
  [
    "Give back $30 for the Hat. $12 was paid with credit and becomes credit again. Mei Chen loses it at once, and keeps the ticket and Mug.",
    { ...doing, creditCents: 1_200, ended: ["Hat"], kept },
  ],
  [
    "End the ticket and Mug, and give no money back. Mei Chen loses all of it at once.",
    { ...doing, amountCents: 0, ended: kept, kept: [] },
  ],
  [
    "Give back $30 as a gesture of goodwill. Mei Chen keeps the ticket and Mug.",
    { ...doing, ended: [], kept },
  ],
  [
    "Keep $30 as credit for the next payment, as a gesture of goodwill. Mei Chen keeps the ticket and Mug.",
    { ...doing, kind: "credit" as const, ended: [], kept },
  ],
])("%s", (sentence, what) => {
  expect(effectOf(what)).toBe(sentence);
});

test("the button says what it does, and a line what it would give back", () => {
  expect(refundLabel({ amountCents: 3_000, kind: "money" })).toBe("Give back $30");
  expect(refundLabel({ amountCents: 3_000, kind: "credit" })).toBe("Keep $30 as credit");
  expect(refundLabel({ amountCents: 0, kind: "money" })).toBe("End it");
  expect(lineHint(policy, bill, bill[0]!, 0)).toBe(
    `Paid $495. Everything bought with the pass ends too. The policy says: give back $500. ${less("$50")}`,
  );
  expect(lineHint(policy, bill, line("mug", 2_500, { returnedCents: 500 }), 2_000)).toBe(
    `Paid $25. $5 of it went back. The policy says: give back $0. ${over}`,
  );
});

test.each<[string, paid: number, credit: number, returned: number, cents: number, becomes: number]>([
  ["nothing, if all was charged", 49_500, 0, 0, 49_500, 0],
  ["all of it, if nothing was charged", 49_500, 49_500, 0, 44_500, 44_500],
  ["nothing, up to what was charged", 49_500, 20_000, 0, 29_500, 0],
  ["the cent beyond it", 49_500, 20_000, 0, 29_501, 1],
  ["the whole credit, if all goes back", 49_500, 20_000, 0, 49_500, 20_000],
  ["what is beyond what the card still has to get", 49_500, 20_000, 29_000, 600, 100],
  ["all of it, once the card has got everything", 49_500, 20_000, 29_500, 5_000, 5_000],
])("of what goes back becomes credit: %s", (_, amountCents, creditCents, returnedCents, cents, becomes) => {
  expect(creditPart({ amountCents, creditCents, returnedCents }, cents)).toBe(becomes);
});
