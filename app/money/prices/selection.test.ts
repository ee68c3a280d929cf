import { expect, test } from "vitest";
import type { Selection } from "~/values/catalogue.ts";
import { parseSelection, selectionOf } from "./selection.ts";

test.each<[string, [string, string][], Selection]>([
  ["no field", [], {}],
  ["a checkbox", [["addOns.mug", "true"]], { mug: true }],
  ["a variant", [["addOns.shirt", "M"]], { shirt: "M" }],
  ["an empty one chose nothing", [["addOns.shirt", ""]], {}],
  [
    "the last of one name counts",
    [
      ["addOns.shirt", "M"],
      ["addOns.shirt", "L"],
    ],
    { shirt: "L" },
  ],
  [
    "an empty one undoes no other",
    [
      ["addOns.shirt", "M"],
      ["addOns.shirt", ""],
    ],
    { shirt: "M" },
  ],
  [
    "other fields are left alone",
    [
      ["cardNumber", "4111"],
      ["addOnsmug", "true"],
      ["xaddOns.mug", "true"],
    ],
    {},
  ],
  ["a prefix without an id is nothing", [["addOns.", "true"]], {}],
  ["an id may hold dots", [["addOns.a.b", "true"]], { "a.b": true }],
  ["False is a variant, not a boolean", [["addOns.mug", "false"]], { mug: "false" }],
])("a form's selection: %s", (_rule, fields, selection) => {
  expect({ ...parseSelection(fields) }).toEqual(selection);
});

test("a selection can be read from a real form", () => {
  const form = new FormData();
  form.set("addOns.mug", "true");
  form.set("addOns.file", new File(["x"], "x.txt"));
  expect({ ...parseSelection(form as unknown as Iterable<[string, string]>) }).toEqual({ mug: true });
});

test.each([
  "__proto__",
  "constructor",
  "toString",
  "hasOwnProperty",
])("an add-on called %s is an ordinary key and inherits nothing", (id) => {
  const empty = parseSelection([]);
  expect(empty[id]).toBeUndefined();
  expect(id in empty).toBe(false);
  const selection = parseSelection([[`addOns.${id}`, "true"]]);
  expect(Object.entries(selection)).toEqual([[id, true]]);
  expect(({} as Selection)["true"]).toBeUndefined();
});

test.each<[string, Parameters<typeof selectionOf>[0], [string, string | true][]]>([
  ["no item", [], []],
  ["an item without a variant", [{ id: "mug" }], [["mug", true]]],
  ["true for a variant", [{ id: "mug", selectedVariant: true }], [["mug", true]]],
  ["null for a variant", [{ id: "mug", selectedVariant: null }], [["mug", true]]],
  ["an empty variant is none", [{ id: "shirt", selectedVariant: "" }], [["shirt", true]]],
  ["a variant", [{ id: "shirt", selectedVariant: "M" }], [["shirt", "M"]]],
  [
    "two items, in their order",
    [{ id: "shirt", selectedVariant: "M" }, { id: "mug" }],
    [
      ["shirt", "M"],
      ["mug", true],
    ],
  ],
  ["an item called __proto__ is an ordinary key", [{ id: "__proto__" }], [["__proto__", true]]],
])("a program's selection: %s", (_rule, items, selection) => {
  const selected = selectionOf(items);
  expect(Object.entries(selected)).toEqual(selection);
  expect(Object.getPrototypeOf(selected)).toBeNull();
});
