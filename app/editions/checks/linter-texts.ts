import { conferenceName } from "~/conference/conference-name.ts";
import { TEXT_IDS } from "~/conference/texts.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { isDay, isoDay } from "~/values/times.ts";
import { type EditionFinding, type FindingPlace, noteAt } from "./findings.ts";
import { findingMessages } from "./linter-messages.ts";
import { lintPlaceholders, lintSentences, lintTone, MONTH, MONTHS } from "./linter-sentences.ts";

const say = findingMessages.texts;

/** A text that people read, or an id that serves as a name, with its place. */
type Written = { place: FindingPlace; text: string };

/** Every text in a document that people read, sentences as well as names. */
function* textsOf(document: EditionDocument): Generator<Written> {
  const written = (place: FindingPlace, text: string | null): Written[] => (text ? [{ place, text }] : []);
  yield* written({ part: "conference", field: "title" }, document.conference.title);
  for (const { id: item, name, venue } of document.events) {
    yield* written({ part: "events", item, field: "name" }, name);
    yield* written({ part: "events", item, field: "venue" }, venue);
  }
  for (const { id: item, title } of document.rounds) {
    yield* written({ part: "rounds", item, field: "title" }, title);
  }
  for (const { id: item, title } of document.passes) {
    yield* written({ part: "passes", item, field: "title" }, title);
  }
  for (const { id: item, title, description, variants } of document.addOns) {
    yield* written({ part: "add-ons", item, field: "title" }, title);
    yield* written({ part: "add-ons", item, field: "description" }, description);
    yield* written({ part: "add-ons", item, field: "variants" }, variants?.join("\n") ?? null);
  }
  for (const { id: item, title, introduction, questions } of document.sections) {
    yield* written({ part: "questions", item, field: "section.title" }, title);
    yield* written({ part: "questions", item, field: "section.introduction" }, introduction);
    for (const question of questions.filter(({ retired }) => !retired)) {
      for (const field of ["text", "hint", "requiredMessage"] as const) {
        yield* written({ part: "questions", item: question.id, field }, question[field]);
      }
      // An option that is only a year is not a mistake.
      const options = question.options?.filter((option) => !/^\d{4}$/.test(option)).join("\n");
      yield* written({ part: "questions", item: question.id, field: "options" }, options ?? null);
    }
  }
  for (const { id: item, title, hint } of document.criteria) {
    yield* written({ part: "criteria", item, field: "title" }, title);
    yield* written({ part: "criteria", item, field: "hint" }, hint);
  }
  for (const [item, { subject, body }] of Object.entries(document.mails)) {
    yield* written({ part: "mails", item, field: "subject" }, subject);
    yield* written({ part: "mails", item, field: "body" }, body);
  }
  yield* written({ part: "site", field: "name" }, document.site.name);
  yield* written({ part: "site", field: "shortName" }, document.site.shortName);
  yield* written({ part: "site", field: "plan.title" }, document.site.plan.title);
  yield* markdownOf(document);
}

/** The texts that are read as Markdown. */
function* markdownOf({ agreement, texts }: EditionDocument): Generator<Written> {
  const { signAgain: _, ...parts } = agreement;
  for (const [field, text] of Object.entries(parts)) yield { place: { part: "agreement", field }, text };
  for (const [item, text] of Object.entries(texts)) yield { place: { part: "texts", item }, text };
}

function* idsOf(document: EditionDocument): Generator<Written> {
  const lists = {
    events: document.events,
    rounds: document.rounds,
    "add-ons": document.addOns,
    questions: document.sections.flatMap(({ questions }) => questions),
    criteria: document.criteria,
  } as const;
  for (const [part, items] of Object.entries(lists)) {
    for (const { id } of items) yield { place: { part: part as keyof typeof lists, item: id }, text: id };
  }
  for (const { id } of document.sections) {
    yield { place: { part: "questions", item: id, field: "section" }, text: id };
  }
}

/** The calendar days that a text mentions, as they are written there and as YYYY-MM-DD. */
function daysIn(text: string): { written: string; day: string }[] {
  const found = [
    ...Array.from(text.matchAll(new RegExp(`\\b(\\d{1,2}) ${MONTH} (\\d{4})\\b`, "g")), (match) => ({
      written: match[0],
      parts: [match[3], match[2], match[1]],
    })),
    ...Array.from(text.matchAll(new RegExp(`\\b${MONTH} (\\d{1,2}), (\\d{4})\\b`, "g")), (match) => ({
      written: match[0],
      parts: [match[3], match[1], match[2]],
    })),
  ];
  return found
    .map(({ written, parts: [year, month, date] }) => ({
      written,
      day: [year, String(MONTHS.indexOf(month ?? "") + 1).padStart(2, "0"), date?.padStart(2, "0")].join("-"),
    }))
    .filter(({ day }) => isDay(day));
}

/** All days of the edition: single days as YYYY-MM-DD, and the days of events. */
function calendarOf({ rounds, passes, events, deadlineZone }: EditionDocument) {
  const instants = [
    ...rounds.flatMap(({ deadline, decisionRelease }) => [deadline, decisionRelease]),
    ...passes.flatMap(({ saleFrom, saleUntil, payBy }) => [saleFrom, saleUntil, payBy]),
  ];
  const zoned = (instant: number | null, timeZone: string) =>
    instant === null ? [] : [isoDay(instant, timeZone)];
  const days = new Set([
    ...instants.flatMap((instant) => zoned(instant, deadlineZone)),
    ...events.flatMap(({ refundsUntil, timeZone }) => zoned(refundsUntil, timeZone)),
  ]);
  return {
    has: (day: string) =>
      days.has(day) ||
      events.some(({ firstDay, lastDay }) => firstDay && lastDay && firstDay <= day && day <= lastDay),
    years: new Set([...days].map((day) => day.slice(0, 4))),
  };
}

/**
 * A year from 1990 to 2099. The pattern matches no amounts, no ids, no parts of a longer number, and no counts of
 * characters, words or pages.
 */
const YEAR = /(?<![\w$€£.,+-])(199\d|20\d\d)(?![\w$€£]|[.,]\d| (?:characters|words|pages))/g;

/** A minimum age: "18 or older", "at least 21 years", "a minimum age of 18". */
const AGE =
  /\b(\d{1,2}) (?:years )?(?:or|and) (?:older|over)\b|\bat least (1\d|2\d) years?\b(?! of (?!age\b))|\bminimum age (?:of |is )?(\d{1,2})\b/g;

const unique = (words: string[]) => [...new Set(words)];
const money = (cents: number) => `$${cents % 100 === 0 ? cents / 100 : (cents / 100).toFixed(2)}`;
const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
const asWord = (words: string) => new RegExp(`(?<![\\p{L}\\d])${escaped(words)}(?![\\p{L}\\d])`, "iu");

/** Words that stand in place of a city in the list of conferences, but are not cities. */
const NOWHERE = new Set(["VIRTUAL", "ONLINE"]);

/**
 * Finds texts that were probably copied from another edition, because they mention its year, its city, its family, one
 * of its days or one of its ages.
 *
 * @param others the other conferences in the list of conferences.
 * @param former the edition before this one; null if none is known.
 */
export function* lintTexts(
  document: EditionDocument,
  id: string,
  others: readonly { id: string; location: string }[],
  former: EditionDocument | null,
): Generator<EditionFinding> {
  const { conference, events } = document;
  const calendar = calendarOf(document);
  const eventYears = events.flatMap(({ firstDay, lastDay }) => [firstDay?.slice(0, 4), lastDay?.slice(0, 4)]);
  const years = new Set([String(conference.year), ...eventYears]);
  const ages = new Set(events.map(({ minimumAge }) => String(minimumAge)));

  // The names and places of the events belong to this edition, whatever words they contain.
  const own = [conference.location, ...events.flatMap(({ name, venue }) => [name, venue ?? ""])].join("\n");
  const cityWords = unique(others.map(({ location }) => location.trim()))
    .filter((city) => city !== "" && !NOWHERE.has(city) && city !== conference.location)
    .map((city) => ({ city, word: asWord(city) }));
  const otherCityWords = cityWords.filter(({ word }) => !word.test(own));
  const family = conferenceName({ id: id.startsWith("hconf") ? "aconf" : "hconf", year: 0 }).replace(
    " 0",
    "",
  );
  const speaksOfOther = (text: string) => text.includes(family) && !own.includes(family);

  for (const { place, text } of textsOf(document)) {
    const daysNamed = daysIn(text);
    const isOfDate = (year: string, index: number) =>
      calendar.years.has(year) &&
      new RegExp(`${MONTH},? (\\d{1,2}, )?$`).test(text.slice(Math.max(0, index - 20), index));
    const otherYears = Array.from(text.matchAll(YEAR))
      .filter(({ 0: year, index }) => !years.has(year) && !isOfDate(year, index))
      .map(([year]) => year);
    if (otherYears.length > 0) yield noteAt(place, say.otherYear(unique(otherYears)));

    const otherDays = daysNamed.filter(
      ({ day }) => !calendar.has(day) && !otherYears.includes(day.slice(0, 4)),
    );
    if (otherDays.length > 0)
      yield noteAt(place, say.otherDay(unique(otherDays.map(({ written }) => written))));

    if (speaksOfOther(text)) yield noteAt(place, say.otherFamily(family));
    // The name of the other family may also be the name of a city. If the text contains that name, it was reported
    // above as a family, and is not reported again as a city.
    const beside = speaksOfOther(text) ? text.replaceAll(family, "") : text;
    const otherCities = otherCityWords.filter(({ word }) => word.test(beside)).map(({ city }) => city);
    if (otherCities.length > 0) yield noteAt(place, say.otherCity(otherCities));

    const otherIds = Array.from(text.matchAll(/\b[ah]conf_\d{4}(?:_[a-z]+)?\b/g), ([name]) => name).filter(
      (name) => name !== id,
    );
    if (otherIds.length > 0) yield noteAt(place, say.otherEdition(unique(otherIds)));

    const otherAges = Array.from(text.matchAll(AGE))
      .filter(([, ...found]) => !ages.has(found.find((age) => age !== undefined)!))
      .map(([words]) => words);
    if (otherAges.length > 0) yield noteAt(place, say.otherAge(unique(otherAges)));
  }

  for (const { place, text } of idsOf(document)) {
    const named = Array.from(text.matchAll(/(?<!\d)(?:199\d|20\d\d)(?!\d)/g), ([year]) => year);
    if (named.some((year) => !years.has(year))) yield noteAt(place, say.idOfYear(text));
  }
  for (const { id: item, where } of TEXT_IDS) {
    if (!document.texts[item]?.trim()) yield noteAt({ part: "texts", item }, say.empty(where));
  }
  yield* lintPlaceholders(document);
  yield* lintTone(document);
  const deposits = [...lintDeposits(document)];
  yield* deposits;
  // A refund policy with the wrong deposit already has a finding of its own.
  const judged = [...textsOf(document)].filter(
    ({ place }) => deposits.length === 0 || place.field !== "refundPolicy",
  );
  yield* lintSentences(judged, document, former);
  yield* lintVenues(document, cityWords);
  for (const { place, text } of markdownOf(document)) yield* lintMarkdown(place, text);
}

/** Finds events whose venue names a city other than the edition's, unless the event's name contains that city too. */
function* lintVenues(
  { events, conference }: EditionDocument,
  known: { city: string; word: RegExp }[],
): Generator<EditionFinding> {
  for (const { id: item, name, venue } of events) {
    const elsewhere = known.find(({ word }) => word.test(venue ?? "") && !word.test(name));
    if (elsewhere)
      yield noteAt({ part: "events", item, field: "venue" }, say.venue(elsewhere.city, conference.location));
  }
}

/** If a refund policy mentions amounts, finds an event whose deposit is not among them. */
function* lintDeposits({ agreement, events }: EditionDocument): Generator<EditionFinding> {
  const amounts = Array.from(agreement.refundPolicy.matchAll(/\$(\d[\d,]*(?:\.\d\d)?)/g), ([, amount = ""]) =>
    Math.round(Number(amount.replaceAll(",", "")) * 100),
  );
  if (amounts.length === 0) return;
  const missing = events.find(({ refundDepositCents: cents }) => cents > 0 && !amounts.includes(cents));
  if (missing) {
    yield noteAt(
      { part: "agreement", field: "refundPolicy" },
      say.deposit(money(missing.refundDepositCents)),
    );
  }
}

const isLinked = (target: string) => /^(?:https:\/\/|mailto:|\/(?!\/)|#)/i.test(target);

function* lintMarkdown(place: FindingPlace, text: string): Generator<EditionFinding> {
  if (/<\/?[a-z][^<>]*>/i.test(text.replace(/<(?:https?:|mailto:)[^<>]*>/gi, "")))
    yield noteAt(place, say.html);
  if (/!\[[^\]]*\]\(/.test(text)) yield noteAt(place, say.picture);
  const target = Array.from(text.matchAll(/\]\(\s*<?([^\s)>]*)/g), ([, address = ""]) => address).find(
    (address) => !isLinked(address),
  );
  if (target !== undefined) yield noteAt(place, say.link(target));
}
