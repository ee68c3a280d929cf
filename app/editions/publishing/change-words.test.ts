import { expect, test } from "vitest";
import { newEdition } from "~/editions/copy-edition.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { changesBetween } from "~/editions/merge.ts";
import { fiveRounds } from "../../../test/support/edition-documents.ts";
import { changesInWords } from "./change-words.ts";

const site = {
  ...{ name: "Forum", shortName: "Forum", accent: "#004488", logo: null },
  ...{ supportEmail: "help@example.org", liveDataUrl: "/admin" },
  plan: { title: "Forum+", cents: 4_900, months: 12 },
};
const before: EditionDocument = {
  ...newEdition({ location: "SEOUL", year: 2030, title: null }, { site, deadlineZone: "Asia/Seoul" }),
  rounds: [{ id: "early", title: "Early", deadline: Date.UTC(2030, 0, 31, 14, 59), decisionRelease: 0 }],
  passes: [
    {
      ...{ id: "gold", title: "Online ticket", onSale: true, eventId: "online" },
      ...{ saleFrom: null, saleUntil: null, payBy: null, places: null, cents: { early: 15_000 } },
    },
  ],
};

test.each<[string, (document: EditionDocument) => void, object]>([
  [
    "a deadline, by the clocks of the edition",
    ({ rounds }) => {
      rounds[0]!.deadline += 86_400_000;
    },
    {
      part: "rounds",
      what: "Early › deadline",
      before: "31 January 2030, 23:59 GMT+9",
      after: "1 February 2030, 23:59 GMT+9",
    },
  ],
  [
    "a price",
    ({ passes }) => {
      passes[0]!.cents["early"] = 16_050;
    },
    { part: "passes", what: "Online ticket › price › Early", before: "$150", after: "$160.50" },
  ],
  [
    "what came",
    ({ rounds }) => void rounds.push({ id: "late", title: "Late", deadline: 1, decisionRelease: 2 }),
    {
      ...{ part: "rounds", what: "Late", before: "" },
      after: "deadline: 1 January 1970, 09:00 GMT+9; decisions may be seen from: 1 January 1970, 09:00 GMT+9",
    },
  ],
  [
    "a yes that was a no",
    ({ passes }) => {
      passes[0]!.onSale = false;
    },
    { part: "passes", what: "Online ticket › on sale", before: "yes", after: "no" },
  ],
  [
    "the theme",
    ({ conference }) => {
      conference.title = "Bridges";
    },
    { part: "conference", what: "Theme", before: "", after: "Bridges" },
  ],
])("%s", (_, plant, words) => {
  const after = structuredClone(before);
  plant(after);
  const [change, ...others] = changesBetween(before, after);
  expect(others).toEqual([]);
  const path = JSON.stringify(change!.path);
  expect(changesInWords([change!], before, after)).toEqual([{ path, ...words }]);
});

test("an edition that is published for the first time is told part by part", () => {
  const told = changesInWords(changesBetween({}, before), null, before);
  expect(told.map(({ part, what }) => `${part}: ${what}`)).toEqual(
    expect.arrayContaining(["rounds: Early", "passes: Online ticket", "site: Name", "conference: City"]),
  );
});

test("a new item is told field by field, without JSON", () => {
  const said = changesInWords(changesBetween({}, fiveRounds()), null, fiveRounds());
  const of = (what: string) => said.find((change) => change.what === what)!.after;
  expect(of("Pioneers")).toMatch(
    /^deadline: 5 November 2023, 23:59 .*; decisions may be seen from: 25 November 2023/,
  );
  expect(of("Asia Conference ticket")).toContain("price: pioneer: $400; first: $450");
  expect(of("Accepted")).toContain("subject: Welcome to the Asia Conference 2024; body: Dear {firstName}");
  expect(JSON.stringify(said.map(({ after }) => after))).not.toMatch(/\{\\"|\[object|undefined/);
  const after = fiveRounds();
  after.sections[1]!.questions[4]!.required = { any: [{ field: "visa", values: ["Yes", "No"] }] };
  const rules = changesInWords(changesBetween(fiveRounds(), after), fiveRounds(), after);
  expect(rules.map(({ before, after }) => [before, after])).toEqual([
    ["", "visa = Yes | No"],
    ["visa = Yes", ""],
  ]);
});
