import { expect, test } from "vitest";
import { ABILITIES, ABILITY_SETS, type Ability, abilitySet, can } from "./abilities.ts";

test.each<[Ability[], Ability[], boolean]>([
  [[], ["read"], false],
  [["read"], ["read"], true],
  [["read"], ["decide"], false],
  [["read", "money"], ["money"], true],
  [["decide"], ["read"], false],
  [["door"], ["money", "door"], true],
  [["content"], ["money", "door"], false],
  [["read", "decide", "money", "content", "door"], ["everything"], false],
  [["everything"], ["everything"], true],
])("with %j somebody may do what needs one of %j: %j", (abilities, needed, may) => {
  expect(can(abilities, ...needed)).toBe(may);
});

test.each(ABILITIES)("a director may do what needs %s", (ability) => {
  expect(can(["everything"], ability)).toBe(true);
});

test.each<[Ability[], Ability[]]>([
  [
    ["door", "read"],
    ["read", "door"],
  ],
  [["money", "money"], ["money"]],
  [["read", "everything", "door"], ["everything"]],
  [[], []],
])("%j is written %j", (chosen, written) => {
  expect(abilitySet(chosen)).toEqual(written);
});

test("each set has one spelling, and none is empty", () => {
  expect(ABILITY_SETS).toHaveLength(32);
  expect(new Set(ABILITY_SETS).size).toBe(32);
  for (const written of ABILITY_SETS) {
    const set = JSON.parse(written) as Ability[];
    expect(set).not.toEqual([]);
    expect(abilitySet([...set].reverse())).toEqual(set);
  }
});
