import { expect, test } from "vitest";
import { countries, countryName, isCountry } from "./countries.ts";

test("about 250 countries and territories, each with a code and a name of its own", () => {
  const list = countries();
  expect(list.length).toBeGreaterThanOrEqual(245);
  expect(new Set(list.map(({ name }) => name)).size).toBe(list.length);
  for (const { code, name } of list) {
    expect(code).toMatch(/^[A-Z]{2}$/);
    expect(name).toMatch(/^\p{Lu}/u);
    expect(isCountry(code)).toBe(true);
    expect(countryName(code)).toBe(name);
  }
});

test("sorted alphabetically by name, accents beside their letters, and made once", () => {
  const names = countries().map(({ name }) => name);
  expect(names[0]).toBe("Afghanistan");
  expect(names.at(-1)).toBe("Zimbabwe");
  expect(names.indexOf("Åland Islands")).toBe(1);
  expect(names.toSorted(new Intl.Collator("en").compare)).toEqual(names);
  expect(countries()).toBe(countries());
});

test.each([
  ["XK", "Kosovo"],
  ["HK", "Hong Kong"],
  ["US", "United States of America"],
  ["PR", "Puerto Rico"],
  ["CN", "China"],
  ["TW", "Taiwan"],
  ["GM", "Gambia"],
])("%s is %s", (code, name) => {
  expect(countryName(code)).toBe(name);
});

test.each(["", "hk", "ZZ", "HKG", "344", " HK", "constructor", "__proto__"])("%o is no country", (code) => {
  expect(isCountry(code)).toBe(false);
  expect(countryName(code)).toBeNull();
});
