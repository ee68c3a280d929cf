import { expect, test } from "vitest";
import { textsFrom } from "./texts.ts";

test("only texts that a page asks for, and that say something, are read", () => {
  const rows = [
    { id: "letter", body: "To whom" },
    { id: "passVirtual", body: "  \n" },
    { id: "toString", body: "x" },
  ];
  expect(textsFrom(rows)).toEqual({ letter: "To whom" });
});
