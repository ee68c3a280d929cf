import * as z from "zod";
import { LONGEST_DRAWING } from "~/values/drawings.ts";
import { isDay, zoneNamed } from "~/values/times.ts";
import { DECISIONS, PASS_TYPES, QUESTION_KINDS } from "~/values/types.ts";
import { type EditionDocument, ID_IN_EDITION, MOST_CENTS, MOST_SOLD } from "./edition-document.ts";

const text = (longest: number) => z.string().max(longest);
const named = text(200).min(1);
const id = z
  .string()
  .regex(ID_IN_EDITION)
  // Every object inherits properties such as "constructor". An item with such an id would always seem to exist.
  .refine((name) => !(name in {}));
/** The years 1970 to 9999, which SQLite and the browser's date fields can represent. */
const instant = z.int().min(0).max(253_402_300_799_999);
const day = z.string().refine(isDay);
const cents = z.int().min(0).max(MOST_CENTS);
const places = z.int().min(0).max(MOST_SOLD).nullable();
const zone = z.string().refine((name) => zoneNamed(name) !== null);

const distinct = <Item extends { id: string }>(item: z.ZodType<Item>, most: number) =>
  z
    .array(item)
    .max(most)
    .refine((items) => new Set(items.map(({ id }) => id)).size === items.length);

const condition = z.strictObject({ field: id, values: z.array(text(200)).max(100) });
const conditions = z.array(condition).min(1).max(20);

const question = z.strictObject({
  id,
  text: text(500).min(1),
  hint: text(1000).nullable(),
  kind: z.enum(QUESTION_KINDS),
  required: z.union([
    z.enum(["always", "never"]),
    z.strictObject({ all: conditions }),
    z.strictObject({ any: conditions }),
    z.strictObject({ none: conditions }),
  ]),
  requiredMessage: text(300).nullable(),
  dependsOn: condition.nullable(),
  options: z.array(text(200).min(1)).max(300).nullable(),
  mask: text(60).nullable(),
  format: z
    .union([
      z.strictObject({ telephone: z.array(id).max(5) }),
      z.strictObject({
        years: z.strictObject({ past: z.int().min(0).max(200), ahead: z.int().min(0).max(200) }),
      }),
    ])
    .nullable(),
  maxLength: z.int().min(1).max(20_000),
  autocomplete: text(60).nullable(),
  scholarshipRelated: z.boolean(),
  forReviewers: z.boolean(),
  onSite: z.boolean(),
  forEmergencies: z.boolean(),
  askedLater: z.boolean(),
  retired: z.boolean(),
});

/**
 * The shape of a document: what its rows can hold. Whether an edition makes sense is checked by the linter, so that an
 * unfinished draft can be saved.
 */
const editionDocument: z.ZodType<EditionDocument> = z.strictObject({
  format: z.literal(1),
  conference: z.strictObject({
    location: text(80),
    year: z.int().min(1990).max(2999),
    title: text(200).nullable(),
    track: z.enum(["academic", "business"]).nullable(),
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
  }),
  deadlineZone: zone,
  site: z.strictObject({
    name: named,
    shortName: named,
    /** Empty if the style sheets' own colour is used. */
    accent: z.string().regex(/^(#[0-9a-f]{6})?$/),
    logo: text(200).nullable(),
    supportEmail: text(254),
    liveDataUrl: text(500),
    plan: z.strictObject({ title: named, cents, months: z.int().min(1).max(36) }),
    letters: z
      .strictObject({
        address: text(400).nullable(),
        signatory: text(100).nullable(),
        office: text(100).nullable(),
        signature: text(200).nullable(),
      })
      .optional(),
  }),
  events: distinct(
    z
      .strictObject({
        id,
        name: named,
        ordinal: text(60).nullable(),
        venue: text(120).nullable(),
        address: text(200).nullable(),
        // A text that is not the name of a drawing is ignored when pages are rendered.
        drawing: text(200).nullable(),
        ownDrawing: text(LONGEST_DRAWING).nullable(),
        firstDay: day.nullable(),
        lastDay: day.nullable(),
        timeZone: zone,
        minimumAge: z.int().min(0).max(99).nullable(),
        refundDepositCents: cents,
        refundsUntil: instant.nullable(),
      })
      .refine(({ firstDay, lastDay }) => (firstDay === null) === (lastDay === null)),
    20,
  ),
  rounds: distinct(z.strictObject({ id, title: named, deadline: instant, decisionRelease: instant }), 20),
  passes: distinct(
    z.strictObject({
      id: z.enum(PASS_TYPES),
      title: named,
      onSale: z.boolean(),
      eventId: id,
      saleFrom: instant.nullable(),
      saleUntil: instant.nullable(),
      payBy: instant.nullable(),
      places,
      cents: z.record(id, cents),
    }),
    PASS_TYPES.length,
  ),
  addOns: distinct(
    z
      .strictObject({
        id,
        ticketId: z.enum(PASS_TYPES),
        title: named,
        description: text(500).nullable(),
        cents,
        disabled: z.boolean(),
        included: z.boolean(),
        takenHome: z.boolean(),
        variants: z.array(text(60).min(1)).max(30).nullable(),
        image: text(200).nullable(),
        places,
      })
      .refine(({ included, cents }) => !included || cents === 0),
    60,
  ),
  sections: distinct(
    z.strictObject({
      id,
      title: named,
      introduction: text(2000).nullable(),
      questions: z.array(question).max(100),
    }),
    30,
  ).refine((sections) => {
    const ids = sections.flatMap(({ questions }) => questions.map(({ id }) => id));
    return new Set(ids).size === ids.length;
  }),
  criteria: distinct(
    z.strictObject({ id, title: named, hint: text(300).nullable(), weight: z.int().min(1).max(10) }),
    20,
  ),
  agreement: z.strictObject({
    openingLetter: text(20_000),
    codeOfConduct: text(40_000),
    refundPolicy: text(20_000),
    liabilityRelease: text(40_000),
    signAgain: z.boolean(),
  }),
  texts: z.record(id, text(10_000)),
  mails: z.record(z.enum(DECISIONS), z.strictObject({ subject: text(200), body: text(10_000) })),
});

/**
 * The document if `value` has the right shape; otherwise the places where the shape is wrong, as paths such as
 * "rounds.1.title".
 */
export function parseDocument(value: unknown): { document: EditionDocument } | { wrong: string[] } {
  const parsed = editionDocument.safeParse(value);
  if (parsed.success) return { document: parsed.data };
  return { wrong: [...new Set(parsed.error.issues.map(({ path }) => path.join(".")))] };
}

/**
 * @throws Error if a stored document has the wrong shape. Only the portal stores documents, so a wrong shape is a fault
 *   of the portal.
 */
export function storedDocument(json: string): EditionDocument {
  const parsed = parseDocument(JSON.parse(json));
  if ("wrong" in parsed) throw new Error(`A stored edition cannot be read: ${parsed.wrong.join(", ")}`);
  return parsed.document;
}
