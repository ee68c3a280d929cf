import { expect, test } from "vitest";
import type { Ability } from "~/values/abilities.ts";
import {
  isFoundByNeutralName,
  isReadBlind,
  neutralFileName,
  neutralName,
  readsBlind,
  tellsWho,
} from "./blind-reading.ts";

const asked = (id: string, forReviewers: boolean) => ({ id, forReviewers });
const SEEN = [asked("firstName", true), asked("lastName", true), asked("nationality", false)];
const UNSEEN = [asked("firstName", true), asked("lastName", false)];

test.each([
  ["names that readers see, and another answer that they do not", SEEN, false],
  ["one part of the name that they do not see", UNSEEN, true],
  ["no name asked", [asked("essay", false)], false],
  ["nothing asked", [], false],
] as const)("%s: blind %s", (_, questions, isBlind) => {
  expect(isReadBlind(questions)).toBe(isBlind);
});

test.each<[Ability[], boolean]>([
  [["read"], true],
  [["read", "money"], true],
  [["read", "content", "door"], true],
  [["read", "decide"], false],
  [["everything"], false],
])("who may %j reads blind: %s", (abilities, isBlind) => {
  expect(readsBlind({ abilities }, UNSEEN)).toBe(isBlind);
  expect(readsBlind({ abilities }, SEEN)).toBe(false);
});

test.each<[string, string | null, boolean]>([
  ["middleName", null, true],
  ["badge", "nickname", true],
  ["mail", "email", true],
  ["phone", "tel", true],
  ["mobile", "tel-national", true],
  ["site", "url", true],
  ["residence", "country", false],
  ["birth", "bday", false],
  ["essay", null, false],
])("the question %s with autocomplete %s tells who it is: %s", (id, autocomplete, tells) => {
  expect(tellsWho({ id, autocomplete })).toBe(tells);
});

test("a neutral name is always the same, and another one for another person or edition", () => {
  const name = neutralName("aconf_2023", "somebody");
  expect(name).toMatch(/^Application [2-9B-DF-HJKMNP-TV-XZ]{5}$/);
  expect(neutralName("aconf_2023", "somebody")).toBe(name);
  expect(neutralName("aconf_2024", "somebody")).not.toBe(name);
  expect(neutralName("aconf_2023", "somebodz")).not.toBe(name);
});

test("of 3,000 applications, hardly two have the same name", () => {
  const names = Array.from({ length: 3_000 }, (_, index) =>
    neutralName("aconf_2023", `delegate-${String(index).padStart(19, "0")}`),
  );
  expect(new Set(names).size).toBeGreaterThanOrEqual(2_998);
});

test("a file keeps its ending and nothing else of its name", () => {
  const whose = { conferenceId: "aconf_2023", uid: "somebody" };
  const name = neutralName(whose.conferenceId, whose.uid);
  const of = (fileName: string) => neutralFileName(whose, { questionId: "resume", fileName });
  expect(of("Mei Chen.PDF")).toBe(`${name} resume.pdf`);
  expect(of("mei.docx")).toBe(`${name} resume.docx`);
  expect(of("mei")).toBe(`${name} resume`);
});

test("a search finds an application by the beginning of its neutral name", () => {
  const [conferenceId, uid] = ["aconf_2023", "somebody"];
  const name = neutralName(conferenceId, uid);
  const sign = name.replace("Application ", "");
  const finds = (search: string) => isFoundByNeutralName(search, conferenceId, uid);
  for (const search of [name, name.toLowerCase(), sign, ` ${sign.slice(0, 3)} `])
    expect(finds(search)).toBe(true);
  for (const search of ["", "Application", sign.slice(1), "somebody", "%", "_"])
    expect(finds(search)).toBe(false);
});
