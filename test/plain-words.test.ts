import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import {
  hardToRead,
  LONGEST_SENTENCE,
  MEAN_LENGTH,
  SPECIFIED,
  sentencesOf,
  wordsIn,
} from "./e2e/plain-words.ts";

const lorem = (words: number) => `W${Array.from({ length: words }, (_, index) => `${index}`).join(" w")}.`;

describe("the sentences of a transcript", () => {
  test.each<[name: string, transcript: string, sentences: string[]]>([
    ["one in each line", "Your pass\nYou have a place.", ["Your pass", "You have a place."]],
    ["two in a line", "Saved. We will write.", ["Saved.", "We will write."]],
    ["a question and a cry", "Is it you? Yes! Log in.", ["Is it you?", "Yes!", "Log in."]],
    ["the end of a quotation", "Press “Save draft.” Then wait.", ["Press “Save draft.”", "Then wait."]],
    [
      "one that begins with a quotation or a number",
      "Done. “A” is. 3 left.",
      ["Done.", "“A” is.", "3 left."],
    ],
    [
      "amounts, times and addresses are whole",
      "Pay $12.50 by 9.30 to a.b@c.example.",
      ["Pay $12.50 by 9.30 to a.b@c.example."],
    ],
    ["fields are no words", "E-mail [a. B is here.] (disabled) Save", ["E-mail", "Save"]],
    ["fields of several lines too", "Essay [One.\n\nTwo.]\nSave", ["Essay", "Save"]],
    ["numbers and signs alone are none", "1.\n→\n12 · 13", []],
    [
      "code is none",
      'Send this:\n{ "email": "a@b.example" }\nimport { a } from "b"; Then wait.',
      ["Send this:"],
    ],
    [
      "a link ends one",
      "Read it: https://a.example/b Then pay.",
      ["Read it: https://a.example/b", "Then pay."],
    ],
    ["a point in the middle parts two", "Last step · Back", ["Last step", "Back"]],
    ["a name with a point in it", "Ask J. Lee about it.", ["Ask J. Lee about it."]],
  ])("%s", (_, transcript, sentences) => {
    expect(sentencesOf(transcript)).toEqual(sentences);
  });
});

test.each<[sentence: string, words: number]>([
  ["", 0],
  ["You pay $495.", 3],
  ["17–19 February 2023", 3],
  ["First name – as on your badge → here", 7],
  ["Write to help@hpair.example, or ask.", 5],
])("%j has %i words", (sentence, words) => {
  expect(wordsIn(sentence)).toBe(words);
});

describe("what is hard to read", () => {
  const known = {
    typed: "what a delegate wrote, of which nobody judges the length",
    specified: [/Quoted, of which .*\./g],
  };
  const find = (transcript: string) => hardToRead(transcript, known);
  test.each<[name: string, transcript: string, complaints: number]>([
    ["nothing", "Your pass\nYou have a place.", 0],
    ["as many words as may be", [lorem(LONGEST_SENTENCE), lorem(3)].join("\n"), 0],
    ["one word too many", [lorem(LONGEST_SENTENCE + 1), lorem(1)].join("\n"), 1],
    ["a long line without an end too", [lorem(LONGEST_SENTENCE + 1).slice(0, -1), lorem(1)].join("\n"), 1],
    ["sentences that are long together", [lorem(MEAN_LENGTH), lorem(MEAN_LENGTH + 1)].join(" "), 1],
    [
      "not made shorter by labels",
      ["Save", "Back", lorem(MEAN_LENGTH), lorem(MEAN_LENGTH + 1)].join("\n"),
      1,
    ],
    ["as long as may be together", [lorem(MEAN_LENGTH - 1), lorem(MEAN_LENGTH + 1)].join(" "), 0],
    ["whoever", "Whoever pays gets it.", 1],
    ["of which", "Two, of which one is held.", 1],
    ["for whom", "The people for whom you paid.", 1],
    ["the one who", "The one who pays.", 1],
    ["a heading of that kind", "For whom you paid", 1],
    ["a word that only begins so", "Forwhomever", 0],
    ["the specification’s words", "Quoted, of which nothing is said.", 0],
    ["what somebody typed", "What a delegate wrote, of which nobody judges the length", 0],
    ["a part of what somebody typed", "of which nobody", 0],
  ])("%s", (_, transcript, complaints) => {
    expect(find(transcript)).toHaveLength(complaints);
  });
});

const specification = readFileSync(path.resolve(import.meta.dirname, "../docs/specification.md"), "utf8");

test.each(SPECIFIED)("section $section of the specification says “$words”", ({ words, section }) => {
  const from = specification.indexOf(`\n## ${section}. `);
  expect(from).toBeGreaterThan(0);
  const end = specification.indexOf("\n## ", from + 1);
  expect(specification.slice(from, end < 0 ? undefined : end)).toContain(words);
});
