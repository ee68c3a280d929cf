import { expect, test } from "vitest";
import { documentOfSeed } from "../../../test/support/edition-documents.ts";
import { standardAgreement } from "./standard-agreement.ts";

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
    { refundsUntil: Date.UTC(2024, 1, 2, 23, 59, 59, 999), firstDay: "2024-02-16" },
    "**After 2 February 2024**, 2 weeks before",
  ],
  [
    { refundsUntil: Date.UTC(2024, 1, 7, 23, 59), firstDay: "2024-02-16" },
    "**After 7 February 2024**, 9 days before",
  ],
  [
    { refundsUntil: Date.UTC(2024, 1, 16), firstDay: "2024-02-16" },
    "**After 16 February 2024, 00:00 UTC**, there",
  ],
  [{ refundsUntil: null, firstDay: "2024-02-16" }, "**After [date until which refunds are given]**, there"],
])("of refunds it says what the event says: %j", (event, words) => {
  const events = seed.events.map((one) => ({ ...one, ...event, lastDay: "2024-02-18", timeZone: "UTC" }));
  const { refundPolicy } = standardAgreement({ ...seed, events });
  expect(refundPolicy).toContain(words);
  expect(refundPolicy).toContain("16–18 February 2024");
});
