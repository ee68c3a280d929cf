import { TEXT_IDS } from "~/conference/texts.ts";
import { DECISIONS, PASS_TYPES, QUESTION_KINDS } from "~/values/types.ts";
import {
  type EditionDocument,
  type EditionPart,
  type EditionQuestion,
  MOST_CENTS,
} from "./edition-document.ts";
import {
  choice,
  day,
  type EditionField,
  type EditionItem,
  figure,
  lineField,
  linesField,
  lineThat,
  money,
  prose,
  rows,
  tick,
  time,
  zone,
} from "./edition-fields.ts";
import { editionMessages } from "./messages.ts";

/** Part of a document as a page edits it: items with the same fields. */
export type PartShape = {
  /** What one item is called; null if the part is one whole, to which nothing is added. */
  noun: string | null;
  items: EditionItem[];
  /** A heading for an item. */
  titleOf(item: EditionItem): string;
  fields: EditionField[];
  /** What "add" adds; null if there is no room for another. */
  empty: EditionItem | null;
  /** The document with these items in place of its own. */
  put(items: EditionItem[]): EditionDocument;
  /** Ids that a new item must not get, beside those of the items. */
  taken?: string[];
  /** Where the items of an item are edited; for sections of questions. */
  inside?: { href(item: EditionItem): string; words(item: EditionItem): string };
};

type Shape = (document: EditionDocument) => PartShape;

const titled = (item: EditionItem) => String(item["title"] ?? item["name"] ?? item["text"] ?? "");

/** A list of the document that lies at one of its keys. */
const list = (
  document: EditionDocument,
  key: "events" | "rounds" | "passes" | "addOns" | "sections" | "criteria",
  shape: Pick<PartShape, "noun" | "fields" | "empty"> & Partial<Pick<PartShape, "inside">>,
): PartShape => ({
  ...shape,
  items: document[key] as unknown as EditionItem[],
  titleOf: titled,
  put: (items) => ({ ...document, [key]: items }),
});

/** A part that is one whole. */
const whole = (
  item: EditionItem,
  fields: EditionField[],
  put: (item: EditionItem) => EditionDocument,
): PartShape => ({
  ...{ noun: null, items: [item], fields, empty: null },
  titleOf: () => "",
  put: ([changed]) => put(changed!),
});

const options = (values: readonly string[]) => values.map((value) => ({ value, label: value }));

const { hints } = editionMessages;

const SHAPES: Record<EditionPart, Shape> = {
  conference: (document) =>
    whole(
      { ...document.conference, deadlineZone: document.deadlineZone },
      [
        lineThat(lineField("location", "City", 80, { hint: hints.location }), Boolean, "", (city) =>
          city.toUpperCase(),
        ),
        figure("year", "Year", [1990, 2999]),
        lineField("title", "Theme", 200, { optional: true }),
        choice(
          "track",
          "Track",
          [
            { value: "academic", label: "Academic" },
            { value: "business", label: "Business" },
          ],
          {
            optional: true,
            hint: hints.track,
          },
        ),
        zone("deadlineZone", "Time zone of deadlines"),
        figure("lat", "Latitude", [-90, 90], { decimals: true, hint: hints.latitude }),
        figure("lng", "Longitude", [-180, 180], { decimals: true, hint: hints.longitude }),
      ],
      ({ deadlineZone, ...conference }) =>
        ({ ...document, conference, deadlineZone }) as unknown as EditionDocument,
    ),

  events: (document) =>
    list(document, "events", {
      noun: "event",
      fields: [
        lineField("name", "Name", 200, { hint: hints.eventName }),
        lineField("ordinal", "Edition in words", 60, { optional: true, hint: hints.ordinal }),
        lineField("venue", "Venue", 120, { optional: true, hint: hints.venue }),
        day("firstDay", "First day", { optional: true, hint: hints.firstDay }),
        day("lastDay", "Last day", { optional: true }),
        zone("timeZone", "Time zone"),
        figure("minimumAge", "Least age on the first day", [0, 99], { optional: true }),
        money("refundDepositCents", "Deposit that is not given back", MOST_CENTS),
        time("refundsUntil", "Refunds may be asked for until", document.deadlineZone, { optional: true }),
      ],
      empty: {
        ...{ name: "", ordinal: null, venue: null, firstDay: null, lastDay: null, minimumAge: null },
        ...{ timeZone: document.deadlineZone, refundDepositCents: 0, refundsUntil: null },
      },
    }),

  rounds: (document) =>
    list(document, "rounds", {
      noun: "round",
      fields: [
        lineField("title", "Title", 200, { hint: hints.roundTitle }),
        time("deadline", "Deadline", document.deadlineZone, { hint: hints.deadline }),
        time("decisionRelease", "Decisions may be seen from", document.deadlineZone),
      ],
      empty: { title: "", deadline: null, decisionRelease: null },
    }),

  passes(document) {
    const missing = PASS_TYPES.filter((id) => !document.passes.some((pass) => pass.id === id));
    return list(document, "passes", {
      noun: "pass",
      fields: [
        lineField("title", "Title", 200),
        choice(
          "eventId",
          "Admits to",
          document.events.map(({ id, name }) => ({ value: id, label: name })),
        ),
        tick("onSale", "On sale"),
        time("saleFrom", "Sold from", document.deadlineZone, { optional: true }),
        time("saleUntil", "Sold until", document.deadlineZone, { optional: true }),
        time("payBy", "Accepted delegates are asked to pay by", document.deadlineZone, {
          optional: true,
          hint: hints.payBy,
        }),
        ...document.rounds.map(({ id, title }) =>
          money(`cents.${id}`, `Price: ${title}`, MOST_CENTS, { optional: true, hint: hints.price }),
        ),
      ],
      empty: missing[0]
        ? {
            ...{ id: missing[0], title: "", onSale: true, eventId: document.events[0]?.id ?? "" },
            ...{ saleFrom: null, saleUntil: null, payBy: null, cents: {} },
          }
        : null,
    });
  },

  "add-ons": (document) =>
    list(document, "addOns", {
      noun: "add-on",
      fields: [
        lineField("title", "Title", 200),
        lineField("description", "Description", 500, { optional: true }),
        choice(
          "ticketId",
          "Sold with",
          document.passes.map(({ id, title }) => ({ value: id, label: title })),
        ),
        money("cents", "Price", MOST_CENTS),
        tick("included", "Comes with the pass", { hint: hints.included }),
        tick("disabled", "Not sold now"),
        rows("variants", "Variants", 60, { hint: hints.variants }),
        lineField("image", "Picture", 200, { optional: true, hint: hints.picture }),
      ],
      empty: {
        ...{ title: "", description: null, ticketId: document.passes[0]?.id ?? "", cents: 0 },
        ...{ included: false, disabled: false, variants: null, image: null },
      },
    }),

  questions: (document) =>
    list(document, "sections", {
      noun: "section",
      fields: [
        lineField("title", "Title", 200),
        linesField("introduction", "Introduction", 2000, { optional: true }),
      ],
      empty: { title: "", introduction: null, questions: [] },
      inside: {
        href: ({ id }) => `questions/${String(id)}`,
        words: ({ questions }) => editionMessages.questionsIn((questions as unknown[]).length),
      },
    }),

  criteria: (document) =>
    list(document, "criteria", {
      noun: "criterion",
      fields: [
        lineField("title", "Title", 200),
        lineField("hint", "What it means", 300, { optional: true }),
        figure("weight", "Weight", [1, 10], { hint: hints.weight }),
      ],
      empty: { title: "", hint: null, weight: 1 },
    }),

  agreement: (document) =>
    whole(
      document.agreement,
      [
        prose("openingLetter", "Opening letter", 20_000, { rows: 12, hint: hints.markdown }),
        prose("codeOfConduct", "Security rules and code of conduct", 40_000, {
          rows: 16,
          hint: hints.markdown,
        }),
        prose("refundPolicy", "Refund policy", 20_000, { rows: 12, hint: hints.markdown }),
        prose("liabilityRelease", "Liability release", 40_000, { rows: 12, hint: hints.markdown }),
        tick("signAgain", "Whoever has signed an earlier version must sign this one", {
          hint: hints.signAgain,
        }),
      ],
      (agreement) => ({ ...document, agreement }) as unknown as EditionDocument,
    ),

  texts: (document) => ({
    ...{ noun: null, empty: null },
    items: TEXT_IDS.map(({ id }) => ({ id, body: document.texts[id] ?? "" })),
    titleOf: ({ id }) => {
      const { title, where } = TEXT_IDS.find((text) => text.id === id)!;
      return `${title} (${where})`;
    },
    fields: [prose("body", "Text", 10_000, { rows: 6, hint: hints.texts })],
    put: (items) => ({
      ...document,
      // A text that is left empty is none: the page says nothing, or what the portal says.
      texts: Object.fromEntries(
        items.filter(({ body }) => body !== "").map(({ id, body }) => [String(id), String(body)]),
      ),
    }),
  }),

  mails: (document) => ({
    ...{ noun: null, empty: null },
    items: DECISIONS.map((id) => ({ id, ...(document.mails[id] ?? { subject: "", body: "" }) })),
    titleOf: ({ id }) => String(id),
    fields: [
      lineField("subject", "Subject", 200),
      prose("body", "Text", 10_000, { rows: 10, hint: hints.placeholders }),
    ],
    put: (items) => ({
      ...document,
      mails: Object.fromEntries(
        items.map(({ id, subject, body }) => [id, { subject, body }]),
      ) as unknown as EditionDocument["mails"],
    }),
  }),

  site: (document) =>
    whole(
      document.site,
      [
        lineField("name", "Name of the organisation", 200),
        lineField("shortName", "Short name", 200),
        lineThat(
          lineField("accent", "Accent colour", 7, { hint: hints.accent }),
          isColour,
          editionMessages.notAColour,
          (colour) => colour.toLowerCase(),
        ),
        lineThat(
          lineField("supportEmail", "Address for questions", 254),
          (value) => /^\S+@\S+\.\S+$/.test(value),
          editionMessages.notAnAddress,
        ),
        lineThat(
          lineField("liveDataUrl", "Live Data leads to", 500, { hint: hints.liveData }),
          (value) => /^https:\/\/\S+$/.test(value) || /^\/(?!\/)\S*$/.test(value),
          editionMessages.notALink,
        ),
        lineField("plan.title", "Name of the subscription", 200),
        money("plan.cents", "Price of the subscription", MOST_CENTS),
        figure("plan.months", "Months of one period", [1, 36]),
      ],
      (site) => ({ ...document, site }) as unknown as EditionDocument,
    ),
};

const isColour = (value: string) => /^#[0-9a-f]{6}$/.test(value);

/** A part of a document as its page edits it. */
export const partShape = (part: EditionPart, document: EditionDocument): PartShape => SHAPES[part](document);

/** The questions of a section as their page edits them; null if there is no such section. */
export function questionsShape(document: EditionDocument, sectionId: string): PartShape | null {
  const section = document.sections.find(({ id }) => id === sectionId);
  if (!section) return null;
  const others = document.sections.flatMap(({ questions }) => questions);
  return {
    noun: "question",
    items: section.questions.map(toItem),
    taken: others.map(({ id }) => id),
    titleOf: titled,
    fields: [
      lineField("text", "Question", 500),
      linesField("hint", "Hint", 1000, { optional: true, rows: 2 }),
      choice("kind", "Kind", options(QUESTION_KINDS)),
      choice(
        "required",
        "Must be answered",
        [
          { value: "always", label: "always" },
          { value: "never", label: "never" },
          { value: "rule", label: "by the rule it has" },
        ],
        { hint: hints.required },
      ),
      lineField("requiredMessage", "Said instead of “This field is required”", 300, { optional: true }),
      choice(
        "dependsOn.field",
        "Asked only after an answer to",
        others.map(({ id, text }) => ({ value: id, label: text })),
        { optional: true },
      ),
      rows("dependsOn.values", "… that is one of", 200, { hint: hints.rows }),
      rows("options", "Options", 200, { hint: hints.options }),
      lineField("mask", "Mask", 60, { optional: true, hint: hints.mask }),
      figure("maxLength", "Most characters", [1, 20_000]),
      tick("forReviewers", "Reviewers see the answer"),
      tick("onSite", "The door or the kitchen needs the answer"),
      tick("forEmergencies", "Needed to reach somebody in an emergency"),
      tick("scholarshipRelated", "Belongs to a scholarship"),
      tick("retired", "Asked no more", { hint: hints.retired }),
    ],
    empty: toItem(NEW_QUESTION),
    put: (items) => ({
      ...document,
      sections: document.sections.map((one) =>
        one.id === sectionId ? { ...one, questions: items.map(toQuestion) } : one,
      ),
    }),
  };
}

const NEW_QUESTION: EditionQuestion = {
  ...{ id: "", text: "", hint: null, kind: "short text", required: "always", requiredMessage: null },
  ...{ dependsOn: null, options: null, mask: null, format: null, maxLength: 200, autocomplete: null },
  ...{ scholarshipRelated: false, forReviewers: true, onSite: false, forEmergencies: false, retired: false },
};

/** A rule among several answers has no field of its own: it is kept beside the choice. */
const toItem = ({ required, ...question }: EditionQuestion): EditionItem =>
  typeof required === "string"
    ? { ...question, required }
    : { ...question, required: "rule", rule: required };

function toQuestion({ rule, required, dependsOn, ...question }: EditionItem): EditionQuestion {
  const { field, values } = (dependsOn ?? {}) as { field?: string | null; values?: string[] | null };
  return {
    ...question,
    required: required === "rule" ? (rule ?? "always") : required,
    dependsOn: field ? { field, values: values ?? [] } : null,
  } as unknown as EditionQuestion;
}
