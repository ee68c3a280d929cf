import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseDocument } from "~/editions/edition-document.form.ts";
import type { EditionDocument, EditionQuestion } from "~/editions/edition-document.ts";
import { EDITION_PARTS } from "~/editions/edition-document.ts";
import type { PassEvent } from "~/values/catalogue.ts";
import { conferenceList } from "../../../db/seed/conference-list.ts";
import { CURRENT_CONFERENCE } from "../../../db/seed/first-edition.ts";
import { anyEdition } from "../../../test/support/any-edition.ts";
import { documentOfSeed, fiveRounds, smallestEdition } from "../../../test/support/edition-documents.ts";
import {
  EXPECTED_NOTES,
  goodEdition,
  type Mistake,
  PLANTED,
  PLANTED_SINCE,
  questionOf,
  without,
} from "../../../test/support/planted-mistakes.ts";
import type { EditionFinding } from "./findings.ts";
import { lintEdition } from "./linter.ts";

const IDS = { seed: CURRENT_CONFERENCE, "five rounds": "aconf_2024", smallest: "hconf_2026" };
const now = Date.parse("2022-12-01T12:00Z");

type More = Pick<Mistake, "former" | "published"> & {
  taken?: Record<string, number>;
  gates?: Record<string, number> | undefined;
};

const lint = (edition: EditionDocument, id: string, more: More = {}): EditionFinding[] =>
  lintEdition(edition, {
    id,
    now,
    others: conferenceList.filter((conference) => conference.id !== id),
    former: more.former?.() ?? null,
    published: more.published?.() ?? null,
    taken: new Map(Object.entries(more.taken ?? {})),
    gates: new Map(Object.entries(more.gates ?? {})),
  });

const placeOf = ({ level, part, item, field }: EditionFinding) =>
  `${level} ${[part, item, field].filter((name) => name !== undefined).join("/")}`;

describe("a good edition has no error, and the notes that were written down", () => {
  test.each([
    ["seed", documentOfSeed()],
    ["five rounds", fiveRounds()],
    ["smallest", smallestEdition()],
  ] as const)("%s", (name, edition) => {
    expect(parseDocument(structuredClone(edition))).toEqual({ document: edition });
    expect(lint(edition, IDS[name]).map(placeOf).sort()).toEqual([...EXPECTED_NOTES[name]].sort());
  });
});

describe("the planted mistakes", () => {
  test("are forty", () => expect(new Set(PLANTED.map(({ name }) => name)).size).toBe(40));

  test.each(PLANTED)("$name", ({ into, plant, finds, ...more }) => {
    const good = new Set(lint(goodEdition[into](), IDS[into]).map(placeOf));
    const edition = goodEdition[into]();
    plant(edition);
    const found = lint(edition, IDS[into], more).map(placeOf);
    expect(found.filter((place) => !good.has(place))).toEqual(expect.arrayContaining(finds));
  });
});

test.each(PLANTED_SINCE)("$name is found, and said so that somebody can mend it", ({
  plant,
  finds,
  says,
  ...more
}) => {
  const good = lint(fiveRounds(), "aconf_2024", { former: documentOfSeed });
  const edition = fiveRounds();
  plant(edition);
  const found = lint(edition, "aconf_2024", more).filter(
    (finding) => !good.some((one) => placeOf(one) === placeOf(finding) && one.message === finding.message),
  );
  expect(found.map(placeOf)).toEqual(expect.arrayContaining(finds));
  expect(found.map(({ message }) => message).join("\n")).toContain(says);
});

/**
 * Each case: a description, a change of the edition, and the places where the linter must find something (empty if it
 * must find nothing).
 */
type Case = [what: string, change: (edition: EditionDocument) => void, finds: string[], more?: More];
const at = (text: string) => Date.parse(text);
const change =
  (id: string, fields: Partial<EditionQuestion>) =>
  (edition: EditionDocument): void => {
    Object.assign(questionOf(edition, id), fields);
  };
const hint = (text: string) => change("residence", { hint: text });
const HINT = "note questions/residence/hint";
const gold = (number: number) => ({ taken: { gold: number } });
const later = () => {
  const former = fiveRounds();
  former.conference.year = 2023;
  former.conference.title = "Rivers";
  return former;
};

const CASES: Case[] = [
  // Conference
  [
    "no city",
    ({ conference }) => Object.assign(conference, { location: " " }),
    // The texts still name the city that was removed.
    ["error conference/location", "note questions/about/section.introduction"],
  ],
  [
    "a city in small letters",
    ({ conference }) => Object.assign(conference, { location: "Hong Kong" }),
    ["note conference/location"],
  ],
  [
    "a place in the sea",
    ({ conference }) => Object.assign(conference, { lat: 0, lng: 0 }),
    ["note conference/lat"],
  ],
  ["a place on the equator", ({ conference }) => Object.assign(conference, { lat: 0 }), []],
  [
    "a successor with a title and numbers of its own",
    ({ events }) => Object.assign(events[0]!, { ordinal: "thirty-fourth" }),
    [],
    { former: later },
  ],
  ["another draft of the same year", () => {}, [], { former: fiveRounds }],
  [
    "another city with the venue and the clocks of the one before",
    inSeoul(),
    ["note conference/deadlineZone", "note events/forum/venue", "note events/forum/timeZone"],
    { former: later },
  ],
  [
    "another city with a venue and clocks of its own",
    inSeoul("Asia/Seoul", { venue: "Sinchon campus", timeZone: "Asia/Seoul" }),
    [],
    { former: later },
  ],
  [
    "another city with the deadlines of an office that stays",
    inSeoul("Asia/Hong_Kong", { venue: "Sinchon campus", timeZone: "Asia/Seoul" }),
    [],
    {
      former: () => {
        const former = later();
        former.events[0]!.timeZone = "Asia/Manila";
        return former;
      },
    },
  ],

  // Rounds
  [
    "a deadline like the one before",
    ({ rounds }) => Object.assign(rounds[1]!, { deadline: rounds[0]!.deadline }),
    ["note rounds/first/deadline"],
  ],
  [
    "a deadline a millisecond later",
    ({ rounds }) => Object.assign(rounds[1]!, { deadline: rounds[0]!.deadline + 1 }),
    [],
  ],
  [
    "a release at the deadline",
    ({ rounds }) => Object.assign(rounds[1]!, { decisionRelease: rounds[1]!.deadline }),
    [],
  ],
  [
    "a release just before the deadline",
    ({ rounds }) => Object.assign(rounds[1]!, { decisionRelease: rounds[1]!.deadline - 1 }),
    ["note rounds/first/decisionRelease"],
  ],
  [
    "a deadline at midnight",
    ({ rounds }) => Object.assign(rounds[1]!, { deadline: at("2023-12-15T00:00+08:00") }),
    ["note rounds/first/deadline"],
  ],
  [
    "two rounds of one name",
    ({ rounds }) => Object.assign(rounds[1]!, { title: "pioneers " }),
    ["note rounds/first/title"],
  ],
  [
    "a deadline on the first day of the events that are left",
    ({ events, passes, rounds }) => {
      events.splice(1);
      passes.splice(0, 1);
      Object.assign(rounds[4]!, {
        deadline: at("2024-08-16T01:00+08:00"),
        decisionRelease: at("2024-08-16T02:00+08:00"),
      });
      Object.assign(passes[0]!, { saleUntil: null, payBy: null });
    },
    ["note agreement/refundPolicy", "error passes", "note rounds/late/deadline"],
  ],
  [
    "a deadline on the day before",
    ({ events, passes, rounds }) => {
      events.splice(1);
      passes.splice(0, 1);
      Object.assign(rounds[4]!, {
        deadline: at("2024-08-15T23:59+08:00"),
        decisionRelease: at("2024-08-19T23:59+08:00"),
      });
      Object.assign(passes[0]!, { saleUntil: null, payBy: null });
    },
    ["note agreement/refundPolicy", "error passes"],
  ],
  // The clocks of New York go back at 06:00 UTC on 5 November 2023, and forward at 07:00 UTC on 10 March 2024.
  ["the first hour that comes twice", newYork("2023-11-05T05:01Z"), ["note rounds/pioneer/deadline"]],
  ["the last minute before it", newYork("2023-11-05T04:59Z"), []],
  ["the second time of that hour", newYork("2023-11-05T06:59Z"), ["note rounds/pioneer/deadline"]],
  ["the hour after", newYork("2023-11-05T07:00Z"), []],
  [
    "the hour into which a skipped time is put",
    ({ events }) =>
      Object.assign(events[1]!, { timeZone: "America/New_York", refundsUntil: at("2024-03-10T07:30Z") }),
    ["note events/academy/refundsUntil"],
  ],

  // Passes
  [
    "no pass at all",
    (edition) => Object.assign(edition, { passes: [], addOns: [] }),
    ["error passes", "error passes", "note events/academy", "note events/forum"],
  ],
  [
    "nothing on sale",
    ({ passes }) => {
      for (const pass of passes) pass.onSale = false;
    },
    ["note passes"],
  ],
  [
    "a price of a round that was removed",
    ({ passes }) => Object.assign(passes[0]!.cents, { bonus: 5000 }),
    ["error passes/gold/cents.bonus"],
  ],
  [
    "a pass that costs nothing",
    ({ passes }) => Object.assign(passes[0]!.cents, { pioneer: 0 }),
    ["note passes/gold/cents.pioneer"],
  ],
  [
    "a sale that ends with the last release",
    ({ passes, rounds }) => Object.assign(passes[0]!, { saleUntil: rounds[4]!.decisionRelease, payBy: null }),
    [],
  ],
  [
    "a sale that ends just before",
    ({ passes, rounds }) =>
      Object.assign(passes[0]!, { saleUntil: rounds[4]!.decisionRelease - 1, payBy: null }),
    ["error passes/gold/saleUntil"],
  ],
  [
    "pay-by after the sale",
    ({ passes }) => Object.assign(passes[0]!, { payBy: passes[0]!.saleUntil! + 1 }),
    ["note passes/gold/payBy"],
  ],
  [
    "pay-by at the end of the sale",
    ({ passes }) => Object.assign(passes[0]!, { payBy: passes[0]!.saleUntil }),
    [],
  ],
  [
    "pay-by before the sale",
    ({ passes }) => Object.assign(passes[0]!, { payBy: passes[0]!.saleFrom! - 1 }),
    ["error passes/gold/payBy"],
  ],
  [
    "a sale that begins on the last day",
    ({ passes }) =>
      Object.assign(passes[1]!, { saleFrom: at("2024-08-19T23:00+08:00"), saleUntil: null, payBy: null }),
    [],
  ],

  // Events
  [
    "an event to which no pass admits",
    ({ passes }) => Object.assign(passes[0]!, { eventId: "forum" }),
    ["note events/academy"],
  ],
  [
    "an age without days",
    ({ events }) => Object.assign(events[1]!, { firstDay: null, lastDay: null, minimumAge: 18 }),
    ["note events/academy/minimumAge"],
  ],
  ["an event of one day", ({ events }) => Object.assign(events[1]!, { lastDay: "2024-08-23" }), []],
  [
    "an event of another year",
    ({ events }) => Object.assign(events[1]!, { firstDay: "2025-08-23", lastDay: "2025-08-24" }),
    ["note events/academy/firstDay"],
  ],
  [
    "refunds on the last day",
    ({ events }) => Object.assign(events[1]!, { refundsUntil: at("2024-08-24T23:59+08:00") }),
    [],
  ],
  [
    "no refunds once decisions are known",
    ({ events }) => Object.assign(events[1]!, { refundsUntil: at("2023-11-20T23:59+08:00") }),
    ["note events/academy/refundsUntil"],
  ],
  [
    "a deposit above the price",
    ({ events }) => Object.assign(events[1]!, { refundDepositCents: 9901 }),
    ["note events/academy/refundDepositCents", "note agreement/refundPolicy"],
  ],

  // Add-ons
  [
    "an add-on of a pass that is gone",
    ({ addOns, passes, events }) => {
      passes.splice(0, 1);
      events.splice(1);
      addOns[0]!.ticketId = "gold";
    },
    ["note agreement/refundPolicy", "error passes", "error add-ons/ferry/ticketId"],
  ],
  [
    "two add-ons of one title",
    ({ addOns }) => Object.assign(addOns[1]!, { title: "Ferry Tour" }),
    ["note add-ons/notebook/title"],
  ],
  [
    "two add-ons of one title, one switched off",
    ({ addOns }) => Object.assign(addOns[1]!, { title: "Ferry Tour", disabled: true }),
    [],
  ],
  [
    "no variants to choose",
    ({ addOns }) => Object.assign(addOns[1]!, { variants: [] }),
    ["error add-ons/notebook/variants"],
  ],
  [
    "a variant twice",
    ({ addOns }) => Object.assign(addOns[1]!, { variants: ["S", "S"] }),
    ["error add-ons/notebook/variants"],
  ],
  [
    "a picture from elsewhere",
    ({ addOns }) => Object.assign(addOns[0]!, { image: "https://example.org/a.png" }),
    ["note add-ons/ferry/image"],
  ],

  // Places
  ["a pass of which a few are left", ({ passes }) => Object.assign(passes[0]!, { places: 9 }), [], gold(8)],
  ["a pass of which none is left", ({ passes }) => Object.assign(passes[0]!, { places: 8 }), [], gold(8)],
  [
    "a pass with fewer places than are taken",
    ({ passes }) => Object.assign(passes[0]!, { places: 7 }),
    ["note passes/gold/places"],
    gold(8),
  ],
  [
    "an add-on without a place",
    ({ addOns }) => Object.assign(addOns[0]!, { places: 0 }),
    ["note add-ons/ferry/places"],
  ],
  [
    "places of what comes with the pass",
    ({ addOns }) => Object.assign(addOns[0]!, { places: 10, included: true, cents: 0 }),
    ["error add-ons/ferry/places"],
  ],

  // The form
  ["a name as a long text", change("lastName", { kind: "long text" }), ["error questions/lastName/kind"]],
  [
    "a first name that may be left out",
    change("firstName", { required: "never" }),
    ["note questions/firstName/required"],
  ],
  [
    "nobody reads anything",
    ({ sections }) => {
      for (const one of sections.flatMap(({ questions }) => questions)) one.forReviewers = false;
    },
    ["error questions/forReviewers"],
  ],
  [
    "a section without questions",
    ({ sections }) => sections.push({ id: "more", title: "More", introduction: null, questions: [] }),
    ["note questions/more/section"],
  ],
  [
    "no question of taking part",
    (edition) => without(edition, "participation"),
    ["error questions/participation"],
  ],
  [
    "taking part as a text",
    change("participation", { kind: "short text" }),
    ["error questions/participation/kind"],
  ],
  ["taking part in several ways", change("participation", { kind: "several of many" }), []],
  [
    "a date of birth that may be left out",
    change("dateOfBirth", { required: "never" }),
    ["error questions/dateOfBirth/required"],
  ],
  [
    "dates of birth just old enough",
    change("dateOfBirth", { format: { years: { past: 18, ahead: 0 } } }),
    [],
  ],
  ["an option twice", change("visa", { options: ["Yes", "No", "Yes"] }), ["error questions/visa/options"]],
  [
    "an option with a line break",
    change("visa", { options: ["Yes", "No\nNo"] }),
    ["error questions/visa/options"],
  ],
  [
    "a date in nine characters",
    change("dateOfBirth", { maxLength: 9 }),
    ["error questions/dateOfBirth/maxLength"],
  ],
  [
    "a country in one character",
    change("residence", { maxLength: 1 }),
    ["error questions/residence/maxLength"],
  ],
  ["as many characters as all options", change("languages", { maxLength: 32 }), []],
  ["one character fewer", change("languages", { maxLength: 31 }), ["error questions/languages/maxLength"]],
  ["a mask without digits", change("passport", { mask: "AB-" }), ["error questions/passport/mask"]],
  ["a mask with optional digits that just fits", change("passport", { mask: "00-0099", maxLength: 5 }), []],
  [
    "a mask that begins with a space",
    change("passport", { mask: " 000" }),
    ["error questions/passport/mask"],
  ],
  ["a mask of a choice", change("visa", { mask: "000" }), ["note questions/visa/mask"]],
  [
    "a telephone of a country nobody asks",
    change("phone", { format: { telephone: ["visa"] } }),
    ["error questions/phone/format"],
  ],
  ["a telephone as a number", change("phone", { kind: "number" }), ["error questions/phone/format"]],
  [
    "years of a country",
    change("residence", { format: { years: { past: 1, ahead: 1 } }, maxLength: 4 }),
    ["error questions/residence/format"],
  ],
  ["two questions of one text", change("visa", { text: "Phone number" }), ["note questions/visa/text"]],

  // Conditions
  [
    "a question that depends on a later one",
    change("phone", { dependsOn: { field: "visa", values: ["Yes"] } }),
    ["error questions/phone/dependsOn"],
  ],
  [
    "a question asked later that nobody needs on the day",
    change("phone", { askedLater: true, onSite: false, forEmergencies: false }),
    ["note questions/phone/askedLater"],
  ],
  [
    "a question asked later for the door",
    change("phone", { askedLater: true, onSite: true, forEmergencies: false }),
    [],
  ],
  [
    "a question asked later in an emergency",
    change("phone", { askedLater: true, onSite: false, forEmergencies: true }),
    [],
  ],
  [
    "a document asked later",
    change("phone", { kind: "document upload", format: null, askedLater: true, onSite: true }),
    ["note questions/phone/askedLater"],
  ],
  [
    "a question that depends on itself",
    change("visa", { dependsOn: { field: "visa", values: ["Yes"] } }),
    ["error questions/visa/dependsOn"],
  ],
  [
    "a question that depends on one never shown",
    (edition) => {
      change("languages", { dependsOn: { field: "participation", values: ["On the moon"] } })(edition);
    },
    ["error questions/languages/dependsOn", "error questions/otherLanguage/dependsOn"],
  ],
  [
    "a condition without answers",
    change("otherLanguage", { dependsOn: { field: "languages", values: [] } }),
    ["error questions/otherLanguage/dependsOn"],
  ],
  [
    "a condition on a country",
    change("visa", { dependsOn: { field: "residence", values: ["CN", "US"] } }),
    [],
  ],
  [
    "a condition on no country",
    change("visa", { dependsOn: { field: "residence", values: ["China"] } }),
    ["error questions/visa/dependsOn"],
  ],
  [
    "a condition on a day",
    change("visa", { dependsOn: { field: "dateOfBirth", values: ["2000-02-30"] } }),
    ["error questions/visa/dependsOn"],
  ],
  ["a condition on a text", change("visa", { dependsOn: { field: "lastName", values: ["Wong"] } }), []],
  [
    "a condition on a document",
    (edition) => {
      change("phone", { kind: "document upload", format: null })(edition);
      change("visa", { dependsOn: { field: "phone", values: ["cv.pdf"] } })(edition);
    },
    ["error questions/visa/dependsOn"],
  ],
  [
    "required by a question that is not there",
    change("passport", { required: { any: [{ field: "visum", values: ["Yes"] }] } }),
    ["error questions/passport/required"],
  ],
  [
    "required by itself",
    change("passport", { required: { none: [{ field: "passport", values: ["None"] }] } }),
    ["error questions/passport/required"],
  ],
  [
    "required by two answers of several",
    change("passport", {
      required: { all: ["English", "Other"].map((value) => ({ field: "languages", values: [value] })) },
    }),
    [],
  ],
  [
    "required by what hides it",
    change("passport", { dependsOn: { field: "visa", values: ["No"] } }),
    ["error questions/passport/required"],
  ],
  [
    "required by either of two answers, one of which hides it",
    change("passport", {
      dependsOn: { field: "visa", values: ["No"] },
      required: { any: [{ field: "visa", values: ["Yes", "No"] }] },
    }),
    [],
  ],
  [
    "a retired question with old conditions",
    change("nickname", { dependsOn: { field: "gone", values: ["x"] } }),
    [],
  ],

  // Changes of a published form
  [
    "an option that people may have chosen",
    change("languages", { options: ["Cantonese", "English", "Other"] }),
    ["note questions/languages/options"],
    { published: fiveRounds },
  ],
  [
    "an option more",
    change("visa", { options: ["Yes", "No", "I do not know"] }),
    [],
    { published: fiveRounds },
  ],

  // Mails
  [
    "an acceptance without a way on",
    ({ mails }) => Object.assign(mails.Accepted, { body: "Welcome, {firstName}." }),
    ["note mails/Accepted/body"],
  ],
  ["a refusal without a link", ({ mails }) => Object.assign(mails.Rejected, { body: "Not this time." }), []],
  [
    "no subject",
    ({ mails }) => Object.assign(mails.Accepted, { subject: " " }),
    ["error mails/Accepted/subject"],
  ],
  [
    "an unknown word in braces",
    ({ mails }) => Object.assign(mails.Waitlisted, { subject: "{firstname}" }),
    ["error mails/Waitlisted/subject"],
  ],
  [
    "a brace that is not closed",
    ({ mails }) => Object.assign(mails.Waitlisted, { body: "{link" }),
    ["error mails/Waitlisted/body"],
  ],
  ["thirty placeholders", ({ mails }) => Object.assign(mails.Rejected, { body: "{link}".repeat(30) }), []],
  [
    "thirty-one",
    ({ mails }) => Object.assign(mails.Rejected, { body: "{link}".repeat(31) }),
    ["error mails/Rejected/body"],
  ],
  [
    "one mail for two decisions",
    ({ mails }) => Object.assign(mails.Rejected, { body: mails.Accepted.body }),
    ["note mails/Rejected/body"],
  ],

  // Texts
  ["the year of the edition", hint("In 2024."), []],
  ["another year", hint("In 2022."), [HINT]],
  ["a year in the month of a deadline", hint("Until December 2023."), []],
  ["an amount like a year", hint("For $2022, or 2022 characters."), []],
  ["a day of the event", hint("On 17 August 2024."), []],
  ["the American way of writing another day", hint("On August 29, 2024."), [HINT]],
  ["another city", hint("In Seoul."), [HINT]],
  ["a word that begins with a city", hint("Seoulful."), []],
  ["another edition", hint("Like aconf_2023."), [HINT]],
  ["another age", hint("For those 21 or older."), [HINT]],
  ["an age of an event", hint("For those 18 or over."), []],
  ["the name of another conference", hint("Like the Harvard Conference."), [HINT]],
  [
    "the name of another conference, which is one of the events",
    (edition) => {
      edition.events[1]!.name = "Harvard Conference at sea";
      hint("Like the Harvard Conference.")(edition);
    },
    [],
  ],
  [
    "an id of another year",
    ({ criteria }) => Object.assign(criteria[0]!, { id: "c2023" }),
    ["note criteria/c2023"],
  ],
  ["an id of this year", ({ criteria }) => Object.assign(criteria[0]!, { id: "c2024" }), []],
  ["a year in a brand", ({ site }) => Object.assign(site, { name: "Harbour 2019" }), ["note site/name"]],
  [
    "another deposit",
    ({ agreement }) => Object.assign(agreement, { refundPolicy: "We keep $50." }),
    ["note agreement/refundPolicy"],
  ],
  [
    "HTML",
    ({ agreement }) => Object.assign(agreement, { openingLetter: "<b>Hello</b>" }),
    ["note agreement/openingLetter"],
  ],
  [
    "an address in angle brackets",
    ({ agreement }) => Object.assign(agreement, { openingLetter: "<https://example.org>" }),
    [],
  ],
  [
    "a picture",
    ({ texts }) => Object.assign(texts, { registered: "![us](/us.png)" }),
    ["note texts/registered"],
  ],
  [
    "a link to a script",
    ({ texts }) => Object.assign(texts, { registered: "[us](javascript:alert(1))" }),
    ["note texts/registered"],
  ],
  [
    "links that are made",
    ({ texts }) =>
      Object.assign(texts, { registered: "[a](https://a.org) [b](mailto:b@b.org) [c](/history)" }),
    [],
  ],
  [
    "an empty code",
    ({ agreement }) => Object.assign(agreement, { codeOfConduct: "" }),
    ["error agreement/codeOfConduct"],
  ],

  ["a text that nobody wrote", ({ texts }) => delete texts["letter"], ["note texts/letter"]],
  ["a text of spaces", ({ texts }) => Object.assign(texts, { registered: " " }), ["note texts/registered"]],

  // Amounts, compared with the amounts of the previous edition and with other amounts of this edition
  [
    "a price nine times lower",
    ({ passes }) => Object.assign(passes[0]!.cents, { late: 1_101 }),
    ["note events/academy/refundDepositCents", "note passes/gold/cents.late"],
  ],
  [
    "a price ten times lower than in the other rounds",
    ({ passes }) => Object.assign(passes[0]!.cents, { late: 990 }),
    ["note events/academy/refundDepositCents", "note passes/gold/cents.late", "note passes/gold/cents.late"],
  ],
  [
    "a price ten times higher than in the other rounds",
    ({ passes }) => Object.assign(passes[0]!.cents, { late: 99_000 }),
    ["note passes/gold/cents.late"],
  ],
  ["a price nine times higher", ({ passes }) => Object.assign(passes[0]!.cents, { late: 98_999 }), []],
  [
    "an add-on of ninety-nine cents",
    ({ addOns }) => Object.assign(addOns[0]!, { cents: 99 }),
    ["note add-ons/ferry/cents"],
  ],
  ["an add-on of a dollar", ({ addOns }) => Object.assign(addOns[0]!, { cents: 100 }), []],
  [
    "an add-on for nothing that is off",
    ({ addOns }) => Object.assign(addOns[0]!, { cents: 0, disabled: true }),
    [],
  ],
  ["what is included", ({ addOns }) => Object.assign(addOns[0]!, { cents: 0, included: true }), []],
  ["sessions for those with an add-on that is sold", () => {}, [], { gates: { ferry: 1, registered: 4 } }],
  [
    "sessions for those with a pass off sale",
    ({ passes }) => Object.assign(passes[0]!, { onSale: false }),
    ["note passes/gold/onSale"],
    { gates: { gold: 1 } },
  ],
  ["sessions for those with what is not there", () => {}, ["note add-ons"], { gates: { gala: 1 } }],
  [
    "an example that fits its mask",
    change("passport", { mask: "00-0000", hint: "Such as 12-3456, or 123456." }),
    [],
  ],
  [
    "a number in a hint that is no example",
    change("passport", { mask: "0000", hint: "At most 12 digits." }),
    [],
  ],
  [
    "a telephone of no country where none is asked",
    (edition) => {
      without(edition, "residence");
      change("phone", { format: { telephone: [] } })(edition);
    },
    ["note questions/phone/format"],
  ],
  ["an age of thirty", ({ events }) => Object.assign(events[1]!, { minimumAge: 30 }), []],
  [
    "an age of thirty-one",
    ({ events }) => Object.assign(events[1]!, { minimumAge: 31 }),
    ["note events/academy/minimumAge"],
  ],
  [
    "an age of twelve",
    ({ events }) => Object.assign(events[1]!, { minimumAge: 12 }),
    ["note events/academy/minimumAge"],
  ],
  ["an event of thirty-one days", ({ events }) => Object.assign(events[1]!, { lastDay: "2024-09-22" }), []],
  [
    "an event of thirty-two days",
    ({ events }) => Object.assign(events[1]!, { lastDay: "2024-09-23" }),
    ["note events/academy/lastDay"],
  ],
  [
    "a pass sold until the last day",
    ({ passes }) => Object.assign(passes[1]!, { saleUntil: at("2024-08-19T23:59+08:00") }),
    [],
  ],
  [
    "payment a day after the event",
    ({ passes }) => Object.assign(passes[1]!, { saleUntil: null, payBy: at("2024-08-20T00:00+08:00") }),
    ["note passes/goldPlus/payBy"],
  ],
  [
    "a venue in the city of the edition",
    ({ events }) => Object.assign(events[0]!, { venue: "Main campus, Hong Kong" }),
    [],
  ],
  [
    "a venue in the city after which its event is called",
    ({ events }) => Object.assign(events[1]!, { name: "Seoul Academy", venue: "Seoul campus" }),
    [],
  ],
  [
    "all placeholders of a text",
    ({ texts }) => Object.assign(texts, { letter: "{event} {facts} {days} {venue} {minimumAge} {contact}" }),
    [],
  ],
  [
    "a placeholder of another text",
    ({ texts }) => Object.assign(texts, { letter: "{theme}" }),
    ["note texts/letter"],
  ],
  [
    "a right weekday",
    ({ agreement }) =>
      Object.assign(agreement, {
        openingLetter:
          "On Friday, 16 August 2024; Saturday 17–19 August; Monday, August 19; Friday the 16th of August.",
      }),
    [],
  ],
  [
    "a wrong weekday of a date without a year",
    ({ agreement }) => Object.assign(agreement, { openingLetter: "On Thursday, August 16th." }),
    ["note agreement/openingLetter"],
  ],
  [
    "prices, deposits and what is left of them",
    ({ texts }) => Object.assign(texts, { help: "$400, $35.00, $80, $320, $29 and $0." }),
    [],
  ],
  ["an amount in a question, which may be an income", hint("Below $12,000 a year?"), []],
  [
    "years of something else",
    ({ texts }) => Object.assign(texts, { help: "You need at least 12 years of school." }),
    [],
  ],
  [
    "good news to whoever is accepted",
    ({ mails }) => Object.assign(mails.Accepted, { body: "Congratulations! {link}" }),
    [],
  ],
  [
    "bad news to whoever is accepted",
    ({ texts }) => Object.assign(texts, { decisionAccepted: "We regret it." }),
    ["note texts/decisionAccepted"],
  ],
  [
    "good news to whoever waits",
    ({ mails }) => Object.assign(mails.Waitlisted, { subject: "We are pleased to offer you a place" }),
    ["note mails/Waitlisted/subject"],
  ],
  [
    "words like those that are replaced",
    ({ texts }) => Object.assign(texts, { help: "To do: bring [a friend](/help) and xx." }),
    [],
  ],

  // Brand
  ["no address", ({ site }) => Object.assign(site, { supportEmail: "" }), ["note site/supportEmail"]],
  [
    "no e-mail address",
    ({ site }) => Object.assign(site, { supportEmail: "help" }),
    ["error site/supportEmail"],
  ],
  [
    "an example of an address",
    ({ site }) => Object.assign(site, { supportEmail: "a@example.org" }),
    ["note site/supportEmail"],
  ],
  [
    "Live Data without encryption",
    ({ site }) => Object.assign(site, { liveDataUrl: "http://a.org" }),
    ["note site/liveDataUrl"],
  ],
  ["no Live Data", ({ site }) => Object.assign(site, { liveDataUrl: "" }), []],
  ["Live Data in the portal", ({ site }) => Object.assign(site, { liveDataUrl: "/admin" }), []],
  [
    "a logo from elsewhere",
    ({ site }) => Object.assign(site, { logo: "//a.org/logo.png" }),
    ["note site/logo"],
  ],
  [
    "a subscription for nothing",
    ({ site }) => Object.assign(site.plan, { cents: 0 }),
    ["note site/plan.cents"],
  ],
];

/** Moves the edition to Seoul, one year after Hong Kong, with the changes in `event`. */
function inSeoul(deadlineZone = "Asia/Hong_Kong", event: Partial<PassEvent> = {}) {
  return (edition: EditionDocument) => {
    Object.assign(edition.conference, { location: "SEOUL", lat: 37.6, lng: 127 });
    Object.assign(edition.events[0]!, { ordinal: "thirty-fourth" }, event);
    edition.sections[0]!.introduction = null;
    edition.deadlineZone = deadlineZone;
  };
}

function newYork(deadline: string) {
  return (edition: EditionDocument) => {
    edition.deadlineZone = "America/New_York";
    edition.rounds[0]!.deadline = at(deadline);
  };
}

test.each(CASES)("%s", (_, plant, finds, more) => {
  const edition = fiveRounds();
  plant(edition);
  expect(lint(edition, "aconf_2024", more).map(placeOf).sort()).toEqual([...finds].sort());
});

describe("the id of the edition", () => {
  test.each([
    ["aconf_2024", []],
    ["aconf_2024_virtual", []],
    ["aconf_2025", ["note conference/year"]],
    ["aconf_2024_academic", ["note conference/track"]],
  ])("%s", (id, finds) => {
    expect(lint(fiveRounds(), id).map(placeOf)).toEqual(finds);
  });
});

test("an edition whose deadlines have all passed", () => {
  const last = fiveRounds().rounds.at(-1)!.deadline;
  const over = (instant: number) =>
    lintEdition(fiveRounds(), {
      ...{ id: "aconf_2024", now: instant, others: [], former: null, published: null },
      ...{ taken: new Map(), gates: new Map() },
    });
  expect(over(last)).toEqual([]);
  expect(over(last + 1).map(placeOf)).toEqual(["note rounds"]);
});

test("a copy of the seed for the next year is told what it still says of the old one", () => {
  const copy = documentOfSeed();
  copy.conference.year = 2024;
  for (const event of copy.events.filter(({ firstDay }) => firstDay)) {
    Object.assign(event, { firstDay: "2024-02-16", lastDay: "2024-02-18" });
  }
  const places = lint(copy, "aconf_2024", { former: documentOfSeed }).map(placeOf);
  for (const place of [
    "note events/harvard/name",
    "note events/harvard/ordinal",
    "note add-ons/h2023mug",
    "note agreement/refundPolicy",
  ]) {
    expect(places).toContain(place);
  }
  expect(places.filter((place) => place.startsWith("error"))).toEqual([]);
});

test("whatever a document of the right shape says, the linter answers", () => {
  const parts = new Set<string>(EDITION_PARTS.map(({ id }) => id));
  const id = fc.constantFrom("aconf_2023", "hconf_2024", "aconf_2006_academic");
  const numbers = fc.dictionary(fc.string(), fc.nat()).map((found) => new Map(Object.entries(found)));
  const against = fc.record({
    id,
    now: fc.nat(),
    others: fc.constant(conferenceList),
    former: fc.option(anyEdition),
    published: fc.option(anyEdition),
    taken: numbers,
    gates: numbers,
  });
  fc.assert(
    fc.property(anyEdition, against, (edition, circumstances) => {
      expect(parseDocument(structuredClone(edition))).toEqual({ document: edition });
      const before = structuredClone(edition);
      for (const { part, level, message } of lintEdition(edition, circumstances)) {
        expect(parts.has(part) && ["error", "note"].includes(level) && message.length > 20).toBe(true);
        expect(message).not.toMatch(/undefined|NaN|null|\[object/);
      }
      expect(edition).toEqual(before);
    }),
    { numRuns: 60 },
  );
}, 30_000);
