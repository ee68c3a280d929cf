import { expect, test } from "vitest";
import { seedTexts } from "../../db/seed/texts.ts";
import { TEXT_IDS, textsFrom } from "./texts.ts";

test("only texts that a page asks for, and that say something, are read", () => {
  const rows = [
    { id: "letter", body: "To whom" },
    { id: "passVirtual", body: "  \n" },
    { id: "toString", body: "x" },
  ];
  expect(textsFrom(rows)).toEqual({ letter: "To whom" });
});

test.each(
  TEXT_IDS.map((definition) => [definition.id, definition] as const),
)("the first installation's text %s is short enough and uses words that it may use", (id, {
  longest,
  placeholders,
}) => {
  expect(seedTexts[id].length).toBeLessThanOrEqual(longest);
  const used = [...seedTexts[id].matchAll(/\{(\w+)\}/g)].map(([, word]) => word);
  expect(used.filter((word) => !(placeholders as readonly (string | undefined)[]).includes(word))).toEqual(
    [],
  );
});
