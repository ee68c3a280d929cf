import { expect, test } from "vitest";
import { TEXT_IDS } from "~/conference/texts.ts";
import { lintEdition } from "~/editions/checks/linter.ts";
import { documentOfSeed } from "../../../test/support/edition-documents.ts";
import { standardAgreement } from "./standard-agreement.ts";
import { STANDARD_MAILS, STANDARD_TEXTS } from "./standard-texts.ts";

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
