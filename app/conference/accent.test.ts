import { expect, test } from "vitest";
import { accentColours, contrast } from "./accent.ts";

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#767676", "#ffffff", 4.54],
])("%s and %s are %d apart", (one, other, expected) => {
  expect(contrast(one, other)).toBeCloseTo(expected, 2);
  expect(contrast(other, one)).toBe(contrast(one, other));
});

test.each([
  ["#a41034", true],
  ["#005a78", true],
  ["#000000", true],
  ["#0000ff", true],
  // White can be read on it, but it cannot be read on the darkest ground of the day.
  ["#767676", false],
  ["#ffd23f", false],
  ["#ffffff", false],
])("%s is readable: %s", (accent, readable) => {
  expect(accentColours(accent) !== null).toBe(readable);
});

test("by night the text is lighter than the accent, and the ground of buttons is the same", () => {
  const { light, dark } = accentColours("#a41034")!;
  expect(dark.accent).toBe(light.accent);
  expect(contrast(dark.text, "#2c2320")).toBeGreaterThanOrEqual(4.5);
  expect(contrast(light.text, "#2c2320")).toBeLessThan(4.5);
});
