import { expect, test } from "vitest";
import type { Severity } from "~/values/types.ts";
import { noticesInWords } from "./notices-in-words.ts";

const of = (...notices: [Severity, string][]) =>
  noticesInWords(notices.map(([severity, message]) => ({ severity, message })));

const VISA = "Ask for your visa appointment today if you come from abroad. Many consulates need eight weeks.";

test("a line says how many notifications are behind it", () => {
  expect(of(["INFO", "We read all."])).toBe("1 notice");
  expect(of(["IMPORTANT", "The office is closed."], ["INFO", "We read all."])).toBe("2 notices");
});

test("what a critical one says first is not behind the line", () => {
  const said = "Critical: Ask for your visa appointment today if you come from abroad.";
  expect(of(["CRITICAL", VISA])).toBe(said);
  expect(of(["CRITICAL", VISA], ["INFO", "We read all."])).toBe(`${said} (1 more notice)`);
  expect(of(["CRITICAL", VISA], ["CRITICAL", "Another."], ["INFO", "One."], ["INFO", "Two."])).toBe(
    `${said} (1 more critical, 2 more notices)`,
  );
});

test.each([
  ["Pay at 3.30 p.m. today! Then rest.", "Critical: Pay at 3.30 p.m."],
  ["No end", "Critical: No end"],
  ["", "Critical: "],
])("the first sentence of %j", (message, line) => {
  expect(of(["CRITICAL", message])).toBe(line);
});
