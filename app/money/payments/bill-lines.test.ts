import { expect, test } from "vitest";
import { type BillLine, billLines, holderOf, partsOf, type RefundAmounts } from "./bill-lines.ts";

const line = (item: string, cents: number, more: Partial<BillLine> = {}): BillLine => ({
  ...{ id: `line ${item}`, item, isPass: false, uid: "holder", title: item, variant: null },
  ...{ cents, returnedCents: 0, state: "held" },
  ...more,
});
const pass = (cents: number, more: Partial<BillLine> = {}) => line("pass", cents, { isPass: true, ...more });

test("the lines of a bill are shown with what took their place", () => {
  const row = (id: string, item: string, more = {}) => ({
    ...{ id, item, passType: "goldPlus", uid: "holder", fromHolding: null, title: item, variant: null },
    ...{ cents: 100, returnedCents: 0, state: "held" as const },
    ...more,
  });
  const lines = billLines([
    row("p-00", "goldPlus"),
    row("p-01", "shirt", { variant: "M", state: "ended", returnedCents: 40 }),
    row("x", "shirt", { variant: "L", state: "ended", fromHolding: "p-01" }),
    row("a", "shirt", { variant: "XL", fromHolding: "x" }),
  ]);
  expect(lines).toEqual([
    { ...pass(100), id: "p-00", item: "goldPlus", title: "goldPlus" },
    line("shirt", 100, { id: "p-01", variant: "XL", returnedCents: 40 }),
  ]);
});

test("of a pass that was transferred, the lines are held by whoever has it now", () => {
  const rows = ["goldPlus", "mug"].flatMap((item, index) => {
    const row = {
      ...{ item, passType: "goldPlus", title: item, variant: null, cents: 100, returnedCents: 0 },
    };
    const first = { ...row, id: `p-0${index}`, uid: "payer", fromHolding: null, state: "ended" as const };
    return [first, { ...row, id: `t-${item}`, uid: "holder", fromHolding: first.id, state: "held" as const }];
  });
  const lines = billLines(rows);
  expect(lines.map(({ id, uid, state }) => [id, uid, state])).toEqual([
    ["p-00", "holder", "held"],
    ["p-01", "holder", "held"],
  ]);
  expect(holderOf(lines)).toBe("holder");
  expect(holderOf(lines.map((one) => ({ ...one, state: "ending" as const })))).toBeNull();
});

test.each<[RefundAmounts, { cardCents: number; creditCents: number }]>([
  [
    { kind: "money", amountCents: 500, creditCents: 0 },
    { cardCents: 500, creditCents: 0 },
  ],
  [
    { kind: "money", amountCents: 500, creditCents: 200 },
    { cardCents: 300, creditCents: 200 },
  ],
  [
    { kind: "credit", amountCents: 500, creditCents: 0 },
    { cardCents: 0, creditCents: 500 },
  ],
])("%o goes to the card and to the credit", (back, parts) => {
  expect(partsOf(back)).toEqual(parts);
});
