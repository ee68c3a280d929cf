import { eventDays } from "~/conference/events.ts";
import { TEXT_IDS } from "~/conference/texts.ts";
import type { AddOn, PassEvent, Question } from "~/values/catalogue.ts";
import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";
import { DECISIONS } from "~/values/types.ts";
import { grouped, quantity } from "~/values/words.ts";
import {
  type EditionDocument,
  type EditionPart,
  type EditionPass,
  type EditionRound,
  passInWords,
} from "./edition-document.ts";

/** The line beside an item's name, which gives the item's two or three main values. */
export type InBrief = string[];

const brief = (values: (string | null | false | undefined)[]): InBrief =>
  values.filter((value): value is string => Boolean(value));

/** One price or a range of prices, such as "$150" or "$495–$550"; null if there is no price. */
function pricesInBrief(cents: readonly number[]): string | null {
  if (cents.length === 0) return null;
  const [least, most] = [Math.min(...cents), Math.max(...cents)];
  return least === most ? dollars(least) : `${dollars(least)}–${dollars(most)}`;
}

const placesInBrief = (places: number | null): string | null =>
  places === null ? null : quantity(places, "place");

export const eventInBrief = (event: PassEvent): InBrief =>
  brief([
    eventDays(event) ?? "No days",
    event.venue ?? "Online",
    event.minimumAge !== null && `${event.minimumAge} or older`,
  ]);

export const roundInBrief = ({ deadline, decisionRelease }: EditionRound, zone: string): InBrief => [
  `Deadline ${inZone(deadline, zone)}`,
  `Decisions ${inZone(decisionRelease, zone, "date")}`,
];

export const passInBrief = (
  { id, cents, eventId, onSale, places }: EditionPass,
  { events, rounds }: Pick<EditionDocument, "events" | "rounds">,
): InBrief =>
  brief([
    pricesInBrief(rounds.flatMap((round) => cents[round.id] ?? [])) ?? "No price",
    passInWords(id).replace(/^.*: /, ""),
    events.find((event) => event.id === eventId)?.name,
    placesInBrief(places),
    !onSale && "Not on sale",
  ]);

export const addOnInBrief = (
  { cents, included, variants, places, disabled, ticketId }: AddOn,
  { passes }: Pick<EditionDocument, "passes">,
): InBrief =>
  brief([
    included ? "Comes with the pass" : dollars(cents),
    passes.find(({ id }) => id === ticketId)?.title,
    variants?.join(", "),
    placesInBrief(places),
    disabled && "Not sold",
  ]);

export const questionInBrief = ({
  kind,
  options,
  required,
  dependsOn,
  retired,
}: Pick<Question, "kind" | "options" | "required" | "dependsOn" | "retired">): InBrief =>
  brief([
    options && options.length > 0 ? `${kind}, ${quantity(options.length, "option")}` : kind,
    required === "always" ? "Must be answered" : required === "never" ? "Optional" : "Required by a rule",
    dependsOn && dependsOn.values.length > 0 && `After ${dependsOn.values.join(" or ")}`,
    retired && "Asked no more",
  ]);

/** The beginning of a text, long enough to tell the text from others. */
export function textInBrief(text: string): string {
  const words = text.replaceAll(/[#*_>[\]]|\(\S+\)/g, "").trim();
  const [line = ""] = words.split("\n");
  return line.length > BEGINNING ? `${line.slice(0, BEGINNING).replace(/\s+\S*$/, "")} …` : line;
}

const BEGINNING = 90;

/** How many items of a list the overview names. */
const NAMED = 3;

/** The first lines of a list, and how many more there are. */
const firstOf = (lines: string[]): InBrief =>
  lines.length > NAMED + 1 ? [...lines.slice(0, NAMED), `and ${lines.length - NAMED} more`] : lines;

const wordsIn = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + (text.match(/\S+/g)?.length ?? 0), 0);

const AGREEMENT = ["openingLetter", "codeOfConduct", "refundPolicy", "liabilityRelease"] as const;

const PARTS: Record<EditionPart, (document: EditionDocument) => InBrief> = {
  conference: ({ conference }) => brief([`${conference.location} ${conference.year}`, conference.title]),
  events: ({ events }) => firstOf(events.map((event) => named(event.name, eventDays(event) ?? "no days"))),
  rounds: ({ rounds, deadlineZone }) =>
    firstOf(
      rounds.map(({ title, deadline }) => named(title, `until ${inZone(deadline, deadlineZone, "date")}`)),
    ),
  passes: ({ passes, rounds }) =>
    passes.map(({ title, cents, onSale, places }) =>
      named(
        title,
        ...brief([
          pricesInBrief(rounds.flatMap(({ id }) => cents[id] ?? [])) ?? "no price",
          placesInBrief(places),
          !onSale && "not on sale",
        ]),
      ),
    ),
  "add-ons": ({ addOns }) => {
    const sold = addOns.filter(({ disabled, included }) => !disabled && !included);
    return brief([
      addOns.length > 0 &&
        [quantity(addOns.length, "add-on"), pricesInBrief(sold.map(({ cents }) => cents))]
          .filter(Boolean)
          .join(", "),
      counting(addOns.filter(({ included }) => included).length, "comes with a pass", "come with a pass"),
      counting(addOns.filter(({ disabled }) => disabled).length, "not sold"),
    ]);
  },
  questions: ({ sections }) => {
    const questions = sections.flatMap((section) => section.questions).filter(({ retired }) => !retired);
    return brief([
      sections.length > 0 &&
        `${quantity(sections.length, "section")}, ${quantity(questions.length, "question")}`,
      counting(questions.filter(({ required }) => required === "always").length, "must be answered"),
      counting(questions.filter(({ kind }) => kind === "document upload").length, "document", "documents"),
    ]);
  },
  criteria: ({ criteria }) =>
    firstOf(criteria.map(({ title, weight }) => (weight === 1 ? title : named(title, `weight ${weight}`)))),
  agreement: ({ agreement }) => written(AGREEMENT.map((name) => agreement[name])),
  texts: ({ texts }) => written(TEXT_IDS.map(({ id }) => texts[id] ?? "")),
  mails: ({ mails }) => written(DECISIONS.map((decision) => mails[decision]?.body ?? "")),
  site: ({ site }) =>
    brief([
      site.name,
      site.supportEmail,
      named(site.plan.title, `${dollars(site.plan.cents)} for ${quantity(site.plan.months, "month")}`),
    ]),
};

const named = (name: string, ...values: string[]): string => [name, ...values].join(", ");

const counting = (number: number, one: string, many = one): string | false =>
  number > 0 && `${grouped(number)} ${number === 1 ? one : many}`;

function written(texts: string[]): InBrief {
  const there = texts.filter((text) => text.trim() !== "");
  return brief([
    `${there.length} of ${quantity(texts.length, "text")} written`,
    there.length > 0 && quantity(wordsIn(there), "word"),
  ]);
}

/** What the overview says about a part, line by line; nothing for an empty part. */
export const partInBrief = (part: EditionPart, document: EditionDocument): InBrief => PARTS[part](document);
