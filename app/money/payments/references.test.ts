import { expect, test } from "vitest";
import { shortReference, typedReference } from "./references.ts";

const ID = "mpte7k2aqwertyuiop23";

test("a reference is eight signs that can be read out", () => {
  expect(shortReference(ID)).toBe("MPTE-7K2A");
});

test.each([
  ["MPTE-7K2A", "mpte7k2a"],
  ["mpte-7k2a", "mpte7k2a"],
  ["MPTE – 7K2A", "mpte7k2a"],
  ["mpte7k2a", "mpte7k2a"],
  ["MPTE-7", "mpte7"],
  [ID, ID],
  ["Anne-Marie", "annemarie"],
  ["Li-Wei Chen", "li-wei chen"],
  ["wei@example.org", "wei@example.org"],
])("typed as %s", (typed, beginning) => {
  expect(typedReference(typed)).toBe(beginning);
});
