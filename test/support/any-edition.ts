import fc from "fast-check";
import { DRAWING_NAMES } from "../../app/conference/drawing-paths.ts";
import type { EditionDocument } from "../../app/editions/edition-document.ts";
import { DECISIONS, PASS_TYPES, QUESTION_KINDS } from "../../app/values/types.ts";

/** There are only a few ids, so that a reference often leads to something that exists. */
const IDS = ["firstName", "lastName", "dateOfBirth", "participation", "level", "a", "b", "h2023"];
const id = fc.constantFrom(...IDS);
const NASTY = [
  ...[
    "",
    " ",
    "In person",
    "Yes",
    "2022",
    "{link}",
    "{",
    "}{",
    "$50",
    "Harvard Conference",
    "\\",
    "[](",
    "<b>",
  ],
  ...["31 February 2023", "Seoul\n", "aconf_2001", "(?:", "𝒳", "\ud800", "18 or older"],
];
const text = (longest: number) =>
  fc
    .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: "binary", maxLength: 12 })), {
      maxLength: 6,
    })
    .map((pieces) => pieces.join(" ").slice(0, longest));
const named = text(200).map((words) => words || "x");
const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: null });
const LAST = 253_402_300_799_999;
const instant = fc.oneof(
  fc.integer({ min: 0, max: LAST }),
  fc.constantFrom(0, LAST, Date.parse("2023-11-05T05:30Z"), Date.parse("2024-03-10T07:30Z")),
);
const day = fc
  .integer({ min: 0, max: 1_000_000 })
  .map((days) => new Date(Date.UTC(1000, 0, 1 + days)).toISOString().slice(0, 10));
const zone = fc.constantFrom(
  "UTC",
  "Asia/Hong_Kong",
  "America/New_York",
  "Australia/Lord_Howe",
  "Pacific/Kiritimati",
);
const cents = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10_000_000 }));
const condition = fc.record({
  field: id,
  values: fc.array(fc.oneof(fc.constantFrom(...NASTY), text(60)), { maxLength: 3 }),
});
const conditions = fc.array(condition, { minLength: 1, maxLength: 3 });
const distinct = <Item extends { id: string }>(item: fc.Arbitrary<Item>) =>
  fc.uniqueArray(item, { selector: ({ id }) => id, maxLength: 5 });

const question = fc.record({
  id,
  text: named,
  hint: some(text(300)),
  kind: fc.constantFrom(...QUESTION_KINDS),
  required: fc.oneof(
    fc.constantFrom("always" as const, "never" as const),
    fc.record({ all: conditions }),
    fc.record({ any: conditions }),
    fc.record({ none: conditions }),
  ),
  requiredMessage: some(text(100)),
  dependsOn: some(condition),
  options: some(fc.array(named, { maxLength: 4 })),
  mask: some(text(60)),
  format: some(
    fc.oneof(
      fc.record({ telephone: fc.array(id, { maxLength: 3 }) }),
      fc.record({ years: fc.record({ past: fc.nat({ max: 200 }), ahead: fc.nat({ max: 200 }) }) }),
    ),
  ),
  maxLength: fc.integer({ min: 1, max: 20_000 }),
  autocomplete: some(text(20)),
  scholarshipRelated: fc.boolean(),
  forReviewers: fc.boolean(),
  onSite: fc.boolean(),
  forEmergencies: fc.boolean(),
  askedLater: fc.boolean(),
  retired: fc.boolean(),
});

const mail = fc.record({ subject: text(200), body: text(400) });

/** Documents of the right shape, whether they make sense or not. */
export const anyEdition: fc.Arbitrary<EditionDocument> = fc.record({
  format: fc.constant(1 as const),
  conference: fc.record({
    location: text(80),
    year: fc.integer({ min: 1990, max: 2999 }),
    title: some(text(200)),
    track: some(fc.constantFrom("academic" as const, "business" as const)),
    lat: fc.integer({ min: -90, max: 90 }),
    lng: fc.integer({ min: -180, max: 180 }),
  }),
  deadlineZone: zone,
  site: fc.record({
    name: named,
    shortName: named,
    accent: fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, "0")}`),
    logo: some(text(200)),
    supportEmail: text(254),
    liveDataUrl: text(500),
    plan: fc.record({ title: named, cents, months: fc.integer({ min: 1, max: 36 }) }),
  }),
  events: distinct(
    fc
      .record({
        id,
        name: named,
        ordinal: some(text(60)),
        venue: some(text(120)),
        address: some(text(200)),
        drawing: some(fc.constantFrom(...DRAWING_NAMES)),
        ownDrawing: some(fc.constantFrom("0 0 24 24 M2 22h20", "0 0 8 8M1 1 7 7")),
        firstDay: some(day),
        lastDay: day,
        timeZone: zone,
        minimumAge: some(fc.nat({ max: 99 })),
        refundDepositCents: cents,
        refundsUntil: some(instant),
      })
      .map((event) => ({ ...event, lastDay: event.firstDay === null ? null : event.lastDay })),
  ),
  rounds: distinct(fc.record({ id, title: named, deadline: instant, decisionRelease: instant })),
  passes: distinct(
    fc.record({
      id: fc.constantFrom(...PASS_TYPES),
      title: named,
      onSale: fc.boolean(),
      eventId: id,
      saleFrom: some(instant),
      saleUntil: some(instant),
      payBy: some(instant),
      places: some(fc.nat({ max: 100_000 })),
      cents: fc.dictionary(id, cents, { noNullPrototype: true }),
    }),
  ),
  addOns: distinct(
    fc
      .record({
        id,
        ticketId: fc.constantFrom(...PASS_TYPES),
        title: named,
        description: some(text(100)),
        cents,
        disabled: fc.boolean(),
        included: fc.boolean(),
        takenHome: fc.boolean(),
        variants: some(
          fc.array(
            text(60).map((words) => words || "x"),
            { maxLength: 3 },
          ),
        ),
        image: some(text(200)),
        places: some(fc.nat({ max: 100_000 })),
      })
      .map((addOn) => ({ ...addOn, cents: addOn.included ? 0 : addOn.cents })),
  ),
  sections: fc
    .tuple(
      distinct(fc.record({ id, title: named, introduction: some(text(100)) })),
      fc.uniqueArray(fc.tuple(question, fc.nat({ max: 4 })), { selector: ([{ id }]) => id, maxLength: 9 }),
    )
    .map(([sections, questions]) =>
      sections.map((section, index) => ({
        ...section,
        questions: questions.filter(([, place]) => place === index).map(([one]) => one),
      })),
    ),
  criteria: distinct(
    fc.record({ id, title: named, hint: some(text(60)), weight: fc.integer({ min: 1, max: 10 }) }),
  ),
  agreement: fc.record({
    openingLetter: text(300),
    codeOfConduct: text(300),
    refundPolicy: text(300),
    liabilityRelease: text(300),
    signAgain: fc.boolean(),
  }),
  texts: fc.dictionary(id, text(300), { noNullPrototype: true }),
  mails: fc
    .tuple(mail, mail, mail, mail)
    .map(
      (mails) =>
        Object.fromEntries(
          DECISIONS.map((decision, index) => [decision, mails[index]]),
        ) as EditionDocument["mails"],
    ),
});
