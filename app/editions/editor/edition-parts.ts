import { DRAWING_CHOICES } from "~/conference/drawings.ts";
import { TEXT_IDS, type TextId } from "~/conference/texts.ts";
import { findingMessages } from "~/editions/checks/linter-messages.ts";
import {
  type EditionDocument,
  type EditionPart,
  type EditionPass,
  type EditionRound,
  MOST_CENTS,
  MOST_SOLD,
} from "~/editions/edition-document.ts";
import {
  choice,
  colour,
  day,
  type EditionField,
  type EditionItem,
  figure,
  lineField,
  linesField,
  lineThat,
  money,
  orEmpty,
  picture,
  prose,
  rows,
  tick,
  time,
  zone,
} from "~/editions/edition-fields.ts";
import { addOnInBrief, eventInBrief, passInBrief, roundInBrief, textInBrief } from "~/editions/in-brief.ts";
import { editionMessages } from "~/editions/messages.ts";
import type { AddOn, PassEvent } from "~/values/catalogue.ts";
import { LONGEST_DRAWING, parsedDrawing } from "~/values/drawings.ts";
import { DECISIONS, type Decision, PASS_TYPES } from "~/values/types.ts";
import { nameOf, type PartShape } from "./part-shape.ts";
import { standardAgreement } from "./standard-agreement.ts";
import { STANDARD_MAILS, STANDARD_TEXTS } from "./standard-texts.ts";

/** The field in which directors choose one of the portal's drawings. The drawings themselves are shown as options. */
const drawingField: EditionField = {
  ...choice("drawing", "Drawing", DRAWING_CHOICES, {
    hint: editionMessages.hints.drawing,
    optional: true,
  }),
  control: "drawing",
};

/** The field for the organisers' own drawing, which may contain only lines. */
const ownDrawingField: EditionField = {
  ...linesField("ownDrawing", "Drawing of your own", LONGEST_DRAWING, {
    hint: editionMessages.hints.ownDrawing,
    optional: true,
    rows: 3,
  }),
  read(typed) {
    const written = typed.replace(/\s+/g, " ").trim();
    if (written === "") return { value: null };
    return parsedDrawing(written)
      ? { value: written }
      : { problem: editionMessages.notDrawing(LONGEST_DRAWING) };
  },
};

type Shape = (document: EditionDocument) => PartShape;

/** A part that is a list, stored under one key of the document. */
const list = (
  document: EditionDocument,
  key: "events" | "rounds" | "passes" | "addOns" | "sections" | "criteria",
  shape: Pick<PartShape, "noun" | "fields" | "empty" | "inBrief"> &
    Partial<Pick<PartShape, "inside" | "ids" | "check" | "first" | "put">>,
): PartShape => ({
  items: document[key] as unknown as EditionItem[],
  titleOf: nameOf,
  put: (items) => ({ ...document, [key]: items }),
  ...shape,
});

/** The first of these lists that is still empty, since the fields of another part choose from it. */
const firstEmpty = (document: EditionDocument, keys: readonly ("events" | "rounds" | "passes")[]) => {
  const first = keys.find((key) => document[key].length === 0);
  return first && { first };
};

/** A part that is a single item. */
const whole = (
  item: EditionItem,
  fields: EditionField[],
  put: (item: EditionItem) => EditionDocument,
): PartShape => ({
  ...{ noun: null, items: [item], fields, empty: {} },
  titleOf: () => "",
  put: ([changed]) => put(changed!),
});

const { hints } = editionMessages;

const places = figure("places", "Places", [0, MOST_SOLD], { optional: true, hint: hints.places });

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
      inBrief: (event) => eventInBrief(event as PassEvent),
      fields: [
        lineField("name", "Name", 200, { hint: hints.eventName }),
        lineField("ordinal", "Edition in words", 60, { optional: true, hint: hints.ordinal }),
        lineField("venue", "Venue", 120, { optional: true, hint: hints.venue }),
        lineField("address", "Address", 200, { optional: true, hint: hints.address }),
        drawingField,
        ownDrawingField,
        day("firstDay", "First day", { optional: true, hint: hints.firstDay }),
        day("lastDay", "Last day", { optional: true }),
        zone("timeZone", "Time zone"),
        figure("minimumAge", "Least age on the first day", [0, 99], { optional: true }),
        money("refundDepositCents", "Deposit that is not given back", MOST_CENTS),
        time("refundsUntil", "Refunds may be asked for until", document.deadlineZone, { optional: true }),
      ],
      empty: {
        ...{
          name: "",
          ordinal: null,
          venue: null,
          address: null,
          drawing: null,
          ownDrawing: null,
          firstDay: null,
          lastDay: null,
          minimumAge: null,
        },
        ...{ timeZone: document.deadlineZone, refundDepositCents: 0, refundsUntil: null },
      },
      check: ({ firstDay, lastDay }) => ({
        ...(firstDay !== null && lastDay === null && { lastDay: editionMessages.lastDayNeeded }),
        ...(lastDay !== null && firstDay === null && { firstDay: editionMessages.firstDayNeeded }),
      }),
    }),

  rounds: (document) =>
    list(document, "rounds", {
      noun: "round",
      inBrief: (round) => roundInBrief(round as EditionRound, document.deadlineZone),
      fields: [
        lineField("title", "Title", 200, { hint: hints.roundTitle }),
        time("deadline", "Deadline", document.deadlineZone, { hint: hints.deadline }),
        time("decisionRelease", "Decisions may be seen from", document.deadlineZone),
      ],
      empty: { title: "", deadline: null, decisionRelease: null },
      // The prices of a round that is removed have no field any more, so they go with it.
      put: (items) => ({
        ...document,
        rounds: items as unknown as EditionRound[],
        passes: document.passes.map(({ cents, ...pass }) => ({
          ...pass,
          cents: Object.fromEntries(
            Object.entries(cents).filter(([id]) => items.some((one) => one.id === id)),
          ),
        })),
      }),
    }),

  passes: (document) =>
    list(document, "passes", {
      noun: "pass",
      inBrief: (pass) => passInBrief(pass as EditionPass, document),
      ids: PASS_TYPES,
      ...firstEmpty(document, ["events", "rounds"]),
      fields: [
        lineField("title", "Title", 200),
        choice(
          "eventId",
          "Admits to",
          document.events.map(({ id, name }) => ({ value: id, label: name })),
        ),
        // The fields that change most often come first. The hint about prices is given only once.
        ...document.rounds.map(({ id, title }, index) =>
          money(`cents.${id}`, `Price: ${title}`, MOST_CENTS, {
            optional: true,
            ...(index === 0 && { hint: hints.price }),
          }),
        ),
        tick("onSale", "On sale"),
        time("saleFrom", "Sold from", document.deadlineZone, { optional: true }),
        time("saleUntil", "Sold until", document.deadlineZone, { optional: true }),
        time("payBy", "Accepted delegates are asked to pay by", document.deadlineZone, {
          optional: true,
          hint: hints.payBy,
        }),
        places,
      ],
      empty: {
        ...{ title: "", onSale: true, eventId: document.events[0]?.id ?? "" },
        ...{ saleFrom: null, saleUntil: null, payBy: null, places: null, cents: {} },
      },
    }),

  "add-ons": (document) =>
    list(document, "addOns", {
      noun: "add-on",
      inBrief: (addOn) => addOnInBrief(addOn as AddOn, document),
      ...firstEmpty(document, ["passes"]),
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
        tick("takenHome", "A thing to take home", { hint: hints.takenHome }),
        tick("disabled", "Stop selling it"),
        rows("variants", "Variants", 60, { hint: hints.variants }),
        places,
        picture("image", "Picture", "add-on", hints.picture),
      ],
      empty: {
        ...{ title: "", description: null, ticketId: document.passes[0]?.id ?? "", cents: 0 },
        ...{ included: false, takenHome: false, disabled: false, variants: null, image: null, places: null },
      },
      check: ({ included, cents }) => ({
        ...(included === true && cents !== 0 && { cents: findingMessages.addOns.includedCosts }),
      }),
    }),

  questions: (document) =>
    list(document, "sections", {
      noun: "section",
      inBrief: ({ introduction }) => (introduction ? [textInBrief(String(introduction))] : []),
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
      inBrief: ({ weight, hint }) => [`Weight ${weight}`, ...(hint ? [textInBrief(String(hint))] : [])],
      fields: [
        lineField("title", "Title", 200),
        lineField("hint", "What it means", 300, { optional: true }),
        figure("weight", "Weight", [1, 10], { hint: hints.weight }),
      ],
      empty: { title: "", hint: null, weight: 1 },
    }),

  agreement: (document) => ({
    standard: () => standardAgreement(document),
    ...whole(
      document.agreement,
      [
        prose("openingLetter", "Opening letter", 20_000, { rows: 12, hint: hints.markdown }),
        prose("codeOfConduct", "Security rules and code of conduct", 40_000, {
          rows: 16,
          hint: hints.markdown,
        }),
        prose("refundPolicy", "Refund policy", 20_000, { rows: 12, hint: hints.markdown }),
        prose("liabilityRelease", "Liability release", 40_000, { rows: 12, hint: hints.markdown }),
        tick("signAgain", "People who signed an earlier version must sign this version", {
          hint: hints.signAgain,
        }),
      ],
      (agreement) => ({ ...document, agreement }) as unknown as EditionDocument,
    ),
  }),

  texts: (document) => ({
    ...{ noun: null, empty: {} },
    items: TEXT_IDS.map(({ id }) => ({ id, body: document.texts[id] ?? "" })),
    standard: ({ id }) => ({ body: STANDARD_TEXTS[id as TextId] }),
    titleOf: ({ id }) => TEXT_IDS.find((text) => text.id === id)!.title,
    aboutOf: ({ id }) => editionMessages.readOn(TEXT_IDS.find((text) => text.id === id)!.where),
    inBrief: ({ body }) => [textInBrief(String(body)) || editionMessages.empty],
    fields: [prose("body", "Text", 10_000, { rows: 6, hint: hints.texts })],
    put: (items) => ({
      ...document,
      // A text that is left empty is not stored. The page then shows nothing in its place.
      texts: Object.fromEntries(
        items.filter(({ body }) => body !== "").map(({ id, body }) => [String(id), String(body)]),
      ),
    }),
  }),

  mails: (document) => ({
    ...{ noun: null, empty: {} },
    items: DECISIONS.map((id) => ({ id, ...(document.mails[id] ?? { subject: "", body: "" }) })),
    standard: ({ id }) => STANDARD_MAILS[id as Decision],
    titleOf: ({ id }) => String(id),
    inBrief: ({ subject }) => [String(subject) || editionMessages.empty],
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
        picture("logo", "Logo", "logo", hints.logo),
        colour("accent", "Accent colour", { hint: hints.accent }),
        lineThat(
          lineField("supportEmail", "Address for questions", 254),
          (value) => /^\S+@\S+\.\S+$/.test(value),
          editionMessages.notAnAddress,
        ),
        orEmpty(
          lineThat(
            lineField("liveDataUrl", "Live Data leads to", 500, { hint: hints.liveData, optional: true }),
            (value) => /^https:\/\/\S+$/.test(value) || /^\/(?!\/)\S*$/.test(value),
            editionMessages.notALink,
          ),
        ),
        lineField("plan.title", "Name of the subscription", 200),
        money("plan.cents", "Price of the subscription", MOST_CENTS),
        figure("plan.months", "Months of one period", [1, 36]),
        linesField("letters.address", "Letters: postal address", 400, {
          hint: hints.letterAddress,
          optional: true,
        }),
        lineField("letters.signatory", "Letters: who signs", 100, { optional: true }),
        lineField("letters.office", "Letters: their office", 100, { hint: hints.office, optional: true }),
        picture("letters.signature", "Letters: signature", "logo", hints.signature),
      ],
      (site) => ({ ...document, site }) as unknown as EditionDocument,
    ),
};

/** How a part is edited on its page. */
export const partShape = (part: EditionPart, document: EditionDocument): PartShape => SHAPES[part](document);
