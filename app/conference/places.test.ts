import { expect, test } from "vitest";
import { fewLeft, isSoldOut, placesLeft } from "./places.ts";

const left = (places: number | null, taken: number) =>
  placesLeft(
    { tickets: [{ id: "gold", places }], addOns: [{ id: "mug", places: null }] },
    new Map([
      ["gold", taken],
      ["mug", 7],
    ]),
  );

test.each<[string, places: number | null, taken: number, left: number | undefined, few: number | null]>([
  ["without a limit", null, 500, undefined, null],
  ["nobody has come", 11, 0, 11, null],
  ["the first of the last ten", 11, 1, 10, 10],
  ["one before the end", 11, 10, 1, 1],
  ["the last is taken", 11, 11, 0, null],
  ["more are taken than there are", 11, 14, 0, null],
  ["there were never any", 0, 0, 0, null],
])("%s", (_, places, taken, number, few) => {
  const found = left(places, taken);
  expect(found["gold"]).toBe(number);
  expect(fewLeft(found, "gold")).toBe(few);
  expect(isSoldOut(found, "gold")).toBe(number === 0);
  expect(isSoldOut(found, "mug")).toBe(false);
});

test("what is counted and not in the catalogue any more says nothing", () => {
  expect(placesLeft({ tickets: [], addOns: [] }, new Map([["gone", 3]]))).toEqual({});
});
