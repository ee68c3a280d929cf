import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import {
  accentColours,
  accentStyles,
  contrast,
  GROUNDS,
  LEAST_CONTRAST,
  OWN_ACCENT,
  themeColour,
} from "./accent.ts";

const stylesheet = readFileSync(path.resolve(import.meta.dirname, "colours.css"), "utf8");

test("the colours it is compared with are the stylesheet's", () => {
  const [byDay = "", byNight = ""] = stylesheet.split("By night");
  for (const [name, value] of Object.entries(GROUNDS.day)) expect(byDay).toContain(`--${name}: ${value};`);
  for (const [name, value] of Object.entries(GROUNDS.night))
    expect(byNight).toContain(`--${name}: ${value};`);
  expect(byDay).toContain(`--accent: ${OWN_ACCENT};`);
  expect(byDay).toContain(`--deep: ${themeColour(OWN_ACCENT)};`);
});

test.each([
  ["#000000", "#ffffff", 21],
  ["#ffffff", "#ffffff", 1],
  ["#767676", "#ffffff", 4.54],
  ["#777777", "#ffffff", 4.48],
])("the contrast of %s on %s is %d", (one, other, ratio) => {
  expect(contrast(one, other)).toBeCloseTo(ratio, 2);
  expect(contrast(other, one)).toBeCloseTo(ratio, 2);
});

test.each([
  "#a41034",
  "#1f558c",
  "#1B6840",
  "#000000",
  "#0000ff",
  "#6b21a8",
  "#5a5a00",
])("%s can be read by day and by night", (hex) => {
  const { day, night } = accentColours(hex)!;
  for (const [colours, grounds] of [
    [day, GROUNDS.day],
    [night, GROUNDS.night],
  ] as const) {
    for (const ground of [...Object.values(grounds), colours["accent-soft"]])
      expect(contrast(colours["accent-text"], ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
    for (const ground of [colours.accent, colours["accent-hover"], colours.deep])
      expect(contrast("#ffffff", ground)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  }
});

test.each([
  "#ffcc00",
  "#ffffff",
  "#ff6600",
  "#777777",
  "red",
  "",
  "#fff",
  "#a4103",
  "a41034",
  "#a41034;}",
  "#a4103g",
])("%j cannot be read, or is no colour: pages keep their own", (hex) => {
  expect(accentColours(hex)).toBeNull();
  expect(accentStyles(hex)).toBeNull();
});

test("every grey is either readable everywhere or refused, and the limit is where it should be", () => {
  const readable = Array.from(
    { length: 256 },
    (_, value) => `#${value.toString(16).padStart(2, "0").repeat(3)}`,
  ).map((grey) => [grey, accentColours(grey) !== null] as const);
  const limit = readable.findIndex(([, is]) => !is);
  expect(readable.every(([, is], index) => is === index < limit)).toBe(true);
  const [last, first] = [readable[limit - 1]![0], readable[limit]![0]];
  expect(contrast(last, GROUNDS.day.sunken)).toBeGreaterThanOrEqual(LEAST_CONTRAST);
  expect(contrast(first, GROUNDS.day.sunken)).toBeLessThan(LEAST_CONTRAST);
});

test("the portal's own accent takes no styles, another one takes a line of plain declarations", () => {
  expect(accentStyles(OWN_ACCENT)).toBeNull();
  expect(accentStyles("#A41034")).toBeNull();
  expect(accentStyles("#1f558c")).toMatch(
    /^@media screen\{:root\{--accent:#1f558c;[-a-z:;#0-9]+\}\}@media screen and \(prefers-color-scheme:dark\)\{:root\{[-a-z:;#0-9]+\}\}$/,
  );
});
