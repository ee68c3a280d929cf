import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";

const folder = path.resolve(import.meta.dirname, "../app/ui");
const SHOWING = ["blocks.tsx", "blocks-of-fields.tsx", "block.tsx"];
/** Blocks that only appear within another block, each with the block in which it is shown. */
const WITHIN: Record<string, string> = {
  Main: "Page",
  BelowHeading: "Page",
  Plot: "ColumnChart",
  PlotNumbers: "ColumnChart",
};

test("the page of building blocks shows every component of app/ui", () => {
  const files = readdirSync(folder).filter((name) => name.endsWith(".tsx"));
  const shown = SHOWING.map((name) => readFileSync(path.join(folder, name), "utf8")).join("");
  const components = files
    .filter((name) => !SHOWING.includes(name))
    .flatMap((name) => [
      ...readFileSync(path.join(folder, name), "utf8").matchAll(
        /^export (?:function|const) ([A-Z][a-z]\w*)(?! = createContext)\b/gm,
      ),
    ])
    .map(([, name]) => name!)
    .filter((name) => !name.endsWith("Context"));
  expect(components.length).toBeGreaterThan(30);
  const isShown = (name: string) => new RegExp(`<${WITHIN[name] ?? name}\\b`).test(shown);
  expect(components.filter((name) => !isShown(name))).toEqual([]);
});

test("docs/design.md names every colour of the palette, and no other", () => {
  const palette = readFileSync(path.join(folder, "colours.css"), "utf8");
  const page = readFileSync(path.resolve(folder, "../../docs/design.md"), "utf8");
  const colours = new Set(Array.from(palette.matchAll(/--([\w-]+): #/g), ([, name]) => name!));
  const named = new Set(Array.from(page.matchAll(/`--([\w-]+)`/g), ([, name]) => name!));
  expect([...colours].filter((name) => !named.has(name))).toEqual([]);
  expect([...named].filter((name) => !palette.includes(`--${name}:`))).toEqual([]);
});
