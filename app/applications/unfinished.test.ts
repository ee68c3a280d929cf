import { expect, test } from "vitest";
import type { Question } from "~/values/catalogue.ts";
import { messages } from "~/values/messages.ts";
import { unfinishedInWords, unfinishedPages } from "./unfinished.ts";

const question = (id: string, sectionId: string, more: Partial<Question> = {}) =>
  ({
    id,
    sectionId,
    text: `${id}?`,
    kind: "short text",
    dependsOn: null,
    retired: false,
    ...more,
  }) as Question;

const application = {
  sections: [
    { id: "about", title: "About you", introduction: null },
    { id: "essays", title: "Essays", introduction: null },
  ],
  questions: [
    question("cv", "about", { kind: "document upload", text: "Resume" }),
    question("first", "about", { text: "First name" }),
    question("level", "about", { text: "Level" }),
    question("born", "about", { text: "Date of birth" }),
    question("why", "essays", { text: "Why?" }),
  ],
  answers: { born: "2999-01-01", why: "Because" },
  documents: [],
};

test("what is missing is counted page by page, and what is wrong is said", () => {
  const pages = unfinishedPages(application, {
    ...{ cv: messages.required, first: messages.required, level: "Tell us your level." },
    born: "This is in the future.",
  });
  expect(pages).toEqual([
    {
      ...{ href: "/application/about?check", title: "About you", missing: 2, wrong: 1 },
      words: "2 answers missing, 1 to correct",
      questions: [
        { href: "/application/about?check#level", text: "Level: Tell us your level." },
        { href: "/application/about?check#born", text: "Date of birth: This is in the future." },
      ],
    },
    {
      ...{ href: "/application/documents?check", title: "Documents", missing: 1, wrong: 0 },
      words: "1 document missing",
      questions: [],
    },
  ]);
});

test("a document that is stored is not missing but wrong", () => {
  const documents = [{ questionId: "cv" }];
  const [page] = unfinishedPages({ ...application, documents }, { cv: "Unreadable." });
  expect(page?.words).toBe("1 to correct");
});

test("nothing is listed while nothing is wrong", () => {
  expect(unfinishedPages(application, {})).toEqual([]);
});

test.each([
  [[{ missing: 13, wrong: 0 }], "13 answers are missing"],
  [[{ missing: 1, wrong: 0 }], "1 answer is missing"],
  [[{ missing: 0, wrong: 1 }], "1 answer is to be corrected"],
  [[{ missing: 0, wrong: 2 }], "2 answers are to be corrected"],
  [
    [
      { missing: 2, wrong: 1 },
      { missing: 1, wrong: 0 },
    ],
    "3 answers are missing, and 1 is to be corrected",
  ],
])("%j is said as one sentence", (pages, words) => {
  const page = { href: "", title: "", words: "", questions: [] };
  expect(unfinishedInWords(pages.map((counts) => ({ ...page, ...counts })))).toBe(words);
});
