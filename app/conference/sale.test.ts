import { expect, test } from "vitest";
import { isSoldAt } from "./sale.ts";

const at = Date.parse("2023-01-10T12:00:00Z");
const open = { onSale: true, saleFrom: null, saleUntil: null };

test.each([
  ["without limits", open, at, true],
  ["switched off", { ...open, onSale: false }, at, false],
  ["a millisecond before it begins", { ...open, saleFrom: at }, at - 1, false],
  ["the moment it begins", { ...open, saleFrom: at }, at, true],
  ["the moment it ends", { ...open, saleUntil: at }, at, true],
  ["a millisecond after it ends", { ...open, saleUntil: at }, at + 1, false],
  ["between both", { ...open, saleFrom: at - 1, saleUntil: at + 1 }, at, true],
  ["at the only moment there is", { ...open, saleFrom: at, saleUntil: at }, at, true],
  ["between both, but switched off", { onSale: false, saleFrom: at - 1, saleUntil: at + 1 }, at, false],
])("a pass is sold: %s", (_case, ticket, now, sold) => {
  expect(isSoldAt(ticket, now)).toBe(sold);
});
