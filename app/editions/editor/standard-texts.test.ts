import { expect, test } from "vitest";
import { TEXT_IDS } from "~/conference/texts.ts";
import { lintEdition } from "~/editions/checks/linter.ts";
import { documentOfSeed } from "../../../test/support/edition-documents.ts";
import { STANDARD_MAILS, STANDARD_TEXTS, standardAgreement } from "./standard-texts.ts";

test.each(
  TEXT_IDS.map((definition) => [definition.id, definition] as const),
)("the standard text %s is short enough and uses words that it may use", (id, { longest, placeholders }) => {
  expect(STANDARD_TEXTS[id].length).toBeLessThanOrEqual(longest);
  const used = [...STANDARD_TEXTS[id].matchAll(/\{(\w+)\}/g)].map(([, word]) => word);
  expect(used.filter((word) => !(placeholders as readonly (string | undefined)[]).includes(word))).toEqual(
    [],
  );
});

const seed = documentOfSeed();

test("for the first edition it is its own agreement, but for the law of the place", () => {
  const { signAgain: _, ...own } = seed.agreement;
  const standard = standardAgreement(seed);
  const filled = {
    ...standard,
    codeOfConduct: standard.codeOfConduct
      .replace("[insert the emergency number]", "911")
      .replace(
        "[insert who may drink alcohol there.]",
        "Nobody under 21 may drink alcohol in Massachusetts.",
      ),
    liabilityRelease: standard.liabilityRelease.replace(
      "[insert the country or state]",
      "the Commonwealth of Massachusetts",
    ),
  };
  expect(filled).toEqual(own);
});

test.each([
  [
    { refundsUntil: Date.UTC(2024, 1, 2), firstDay: "2024-02-16" },
    "**After 2 February 2024**, 2 weeks before",
  ],
  [
    { refundsUntil: Date.UTC(2024, 1, 7), firstDay: "2024-02-16" },
    "**After 7 February 2024**, 9 days before",
  ],
  [{ refundsUntil: Date.UTC(2024, 1, 16), firstDay: "2024-02-16" }, "**After 16 February 2024**, there"],
  [{ refundsUntil: null, firstDay: "2024-02-16" }, "**After [date until which refunds are given]**, there"],
])("of refunds it says what the event says: %j", (event, words) => {
  const events = seed.events.map((one) => ({ ...one, ...event, lastDay: "2024-02-18", timeZone: "UTC" }));
  const { refundPolicy } = standardAgreement({ ...seed, events });
  expect(refundPolicy).toContain(words);
  expect(refundPolicy).toContain("16–18 February 2024");
});

test("the linter stops at what nobody has said yet, and finds nothing else in these texts", () => {
  const empty = { events: [], passes: [] };
  const document = {
    ...seed,
    texts: STANDARD_TEXTS,
    mails: STANDARD_MAILS,
    agreement: { ...standardAgreement(empty), signAgain: true },
  };
  const against = { id: "aconf_2023", now: 0, others: [], former: null, published: null };
  const found = lintEdition(document, { ...against, taken: new Map(), gates: new Map() })
    .filter(({ part }) => part === "agreement" || part === "texts" || part === "mails")
    .map(({ level, field }) => `${level} ${field}`);
  expect(found.sort()).toEqual(["note codeOfConduct", "note liabilityRelease", "note refundPolicy"]);
});
