import { expect, test } from "vitest";
import type { Ability } from "~/values/abilities.ts";
import { ABILITY_SETS, abilitySet } from "~/values/abilities.ts";
import { abilitiesInWords, ROLE_NAMES, ROLES, roleLabel, roleNoun, roleOf } from "./abilities.ts";
import { accessMessages } from "./messages.ts";

test.each<[string, Ability[]]>([
  ["reviewer", ["read"]],
  ["decisions", ["read", "decide"]],
  ["treasurer", ["read", "money"]],
  ["content", ["content"]],
  ["door", ["door"]],
  ["director", ["everything"]],
])("the role %s is %j", (role, abilities) => {
  expect(ROLES[role as keyof typeof ROLES].abilities).toEqual(abilities);
  expect(roleOf(abilities)).toBe(role);
  expect(roleOf([...abilities].reverse())).toBe(role);
});

test("each role is a set that may be stored, and no two are the same", () => {
  const written = ROLE_NAMES.map((name) => JSON.stringify(abilitySet(ROLES[name].abilities)));
  expect(new Set(written).size).toBe(written.length);
  for (const set of written) expect(ABILITY_SETS).toContain(set);
});

test.each<[Ability[], string, string]>([
  [["read", "money"], "Treasurer", "a treasurer"],
  [["money"], "Money", "one of the staff with the ability “Money”"],
  [["money", "door"], "Money, Door", "one of the staff with the abilities “Money” and “Door”"],
])("%j is called %s", (abilities, label, noun) => {
  expect(roleLabel(abilities)).toBe(label);
  expect(roleNoun(abilities)).toBe(noun);
});

test.each<[Ability[], string]>([
  [["money"], "This needs the ability “Money”. Ask a director."],
  [["money", "door"], "This needs the ability “Money” or “Door”. Ask a director."],
  [["everything"], "Only directors can do this. If you need it done, ask a director."],
])("who lacks %j reads what is missing", (needed, sentence) => {
  expect(accessMessages.needs(needed)).toBe(sentence);
});

test("three abilities are listed as people list things", () => {
  expect(abilitiesInWords(["read", "money", "door"], "and")).toBe("“Read”, “Money” and “Door”");
});
