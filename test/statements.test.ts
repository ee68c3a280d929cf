import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { root } from "../scripts/env.mjs";
import { states } from "./e2e/states.ts";
import { CLAIMS } from "./specification/claims.ts";
import { DECIDED } from "./specification/decided.ts";
import { PAGES } from "./specification/pages.ts";
import { filesOfProject } from "./support/files.ts";

// These tests are about the table of the statements itself. Other tests try whether the portal does what each statement
// says. `npm run spec` runs those tests.

const read = (file: string) => readFileSync(path.join(root, file), "utf8");
const numbers = [...read("test/specification/statements.csv").matchAll(/^(\d+),/gm)].map(([, number]) =>
  Number(number),
);
const names = new Set(states.map(({ name }) => name));

/** The numbers at the end of titles of tests, as in "… [57, 58]". */
const named = filesOfProject("*.test.ts")
  .flatMap((file) => [...read(file).matchAll(/\[(\d+(?:, \d+)*)\]["'`]/g)])
  .flatMap(([, list]) => list!.split(", ").map(Number));

test("each of the 264 statements is seen on a page, named by a test, or decided in a record", () => {
  expect(numbers).toEqual(Array.from({ length: 264 }, (_, index) => index + 1));
  const known = new Set([...Object.keys(PAGES), ...Object.keys(DECIDED)].map(Number).concat(named));
  expect(numbers.filter((number) => !known.has(number))).toEqual([]);
});

test("what is read is looked for in states that there are", () => {
  const places = [
    ...Object.values(PAGES).flat(),
    ...CLAIMS.flatMap((claim) => claim.in.map((on) => ({ on }))),
  ];
  expect(places.map(({ on }) => on).filter((on) => !names.has(on))).toEqual([]);
  expect(names.size, "each state has a name of its own").toBe(states.length);
});

test("a statement is decided by a record that there is", () => {
  for (const [number, record] of Object.entries(DECIDED)) {
    expect(numbers).toContain(Number(number));
    expect(existsSync(path.join(root, "docs/decisions", record)), record).toBe(true);
  }
});
