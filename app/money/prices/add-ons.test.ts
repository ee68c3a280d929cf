import { expect, test } from "vitest";
import type { AddOn, Catalogue } from "~/values/catalogue.ts";
import { addOnsFor } from "./add-ons.ts";

const addOn = (id: string, ticketId: AddOn["ticketId"], disabled = false): AddOn => ({
  id,
  ticketId,
  title: id,
  description: null,
  cents: 0,
  disabled,
  included: false,
  takenHome: false,
  variants: null,
  image: null,
  places: null,
});

test("add-ons go with one pass and keep the catalogue's order, disabled or not", () => {
  const catalogue: Catalogue = {
    rounds: [],
    left: {},
    tickets: [],
    prices: [],
    addOns: [addOn("b", "goldPlus"), addOn("x", "gold"), addOn("a", "goldPlus", true)],
  };
  expect(addOnsFor(catalogue, "goldPlus").map(({ id }) => id)).toEqual(["b", "a"]);
  expect(addOnsFor(catalogue, "gold").map(({ id }) => id)).toEqual(["x"]);
});
