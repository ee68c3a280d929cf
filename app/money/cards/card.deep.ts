import { expect, test } from "vitest";
import { completed, isListed, labelListed } from "../../../test/support/card-list.ts";
import { cardNumberError, cardTypeLabel } from "./card.ts";

const LENGTHS = [12, 13, 14, 15, 16, 17, 18, 19];

test("the label and verdict for every six-digit prefix and every length are those of the listed type", {
  timeout: 1_800_000,
}, () => {
  let counted = 0;
  const differing: string[] = [];
  for (let prefix = 0; prefix < 1_000_000; prefix++) {
    const start = String(prefix).padStart(6, "0");
    if (cardTypeLabel(start) !== labelListed(start)) differing.push(start);
    for (const length of LENGTHS) {
      const number = completed(start.padEnd(length - 1, "7"));
      if ((cardNumberError(number) === null) !== isListed(number)) differing.push(number);
      counted++;
    }
  }
  expect(counted).toBe(8_000_000);
  expect(differing).toEqual([]);
});
