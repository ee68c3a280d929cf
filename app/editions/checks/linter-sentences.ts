import { TEXT_IDS } from "~/conference/texts.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { isoDay } from "~/values/times.ts";
import { DECISIONS, type Decision } from "~/values/types.ts";
import { type EditionFinding, type FindingPlace, noteAt } from "./findings.ts";
import { findingMessages } from "./linter-messages.ts";

const say = findingMessages.texts;

/** A text that people read, with its place. */
type Written = { place: FindingPlace; text: string };

const unique = (words: string[]) => [...new Set(words)];

const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
export const MONTHS =
  "January February March April May June July August September October November December".split(" ");
const WEEKDAY = `(${DAYS.join("|")})`;
export const MONTH = `(${MONTHS.join("|")})`;
const DATE = "(\\d{1,2})(?:st|nd|rd|th)?";
const YEAR = "(?:,? (\\d{4}))?";

/**
 * A weekday with its date, in British and in American order. If a weekday stands before several days, the pattern takes
 * the first day.
 */
const WEEKDAYS = [
  {
    pattern: new RegExp(
      `\\b${WEEKDAY},? (?:the )?${DATE}(?:\\s?[–-]\\s?\\d{1,2})? (?:of )?${MONTH}${YEAR}`,
      "g",
    ),
    order: [2, 3],
  },
  {
    pattern: new RegExp(`\\b${WEEKDAY},? ${MONTH} ${DATE}(?:\\s?[–-]\\s?\\d{1,2})?${YEAR}`, "g"),
    order: [3, 2],
  },
] as const;

/**
 * The dates in a text that have the wrong weekday, each with the right one.
 *
 * @param years the years that may be meant if a date has no year.
 */
function wrongWeekdays(text: string, years: readonly number[]): { written: string; is: string }[] {
  return WEEKDAYS.flatMap(({ pattern, order: [date, month] }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const possible = match[4] === undefined ? years : [Number(match[4])];
      const days = possible.map((year) => {
        const day = new Date(Date.UTC(year, MONTHS.indexOf(match[month]!), Number(match[date])));
        return DAYS[day.getUTCDay()]!;
      });
      return days.length === 0 || days.includes(match[1]!) ? [] : [{ written: match[0], is: days[0]! }];
    }),
  );
}

/** The years in which something of the edition happens; the edition's own year comes first. */
function yearsOf({ conference, rounds, events, passes, deadlineZone }: EditionDocument): number[] {
  const instants = [
    ...rounds.flatMap(({ deadline, decisionRelease }) => [deadline, decisionRelease]),
    ...passes.flatMap(({ saleFrom, saleUntil, payBy }) => [saleFrom, saleUntil, payBy]),
    ...events.map(({ refundsUntil }) => refundsUntil),
  ].filter((instant) => instant !== null);
  const days = [
    ...instants.map((instant) => isoDay(instant, deadlineZone)),
    ...events.flatMap(({ firstDay, lastDay }) => [firstDay, lastDay]),
  ];
  return [...new Set([conference.year, ...days.flatMap((day) => (day ? [Number(day.slice(0, 4))] : []))])];
}

/** Every amount (cents) that somebody pays, or gets back, in this edition. */
function amountsOf({ passes, addOns, events, site }: EditionDocument): Set<number> {
  const prices = passes.flatMap(({ cents, eventId }) => {
    const kept = events.find(({ id }) => id === eventId)?.refundDepositCents ?? 0;
    return Object.values(cents).flatMap((price) => [price, price - kept]);
  });
  const deposits = events.map(({ refundDepositCents }) => refundDepositCents);
  return new Set([0, ...prices, ...addOns.map(({ cents }) => cents), ...deposits, site.plan.cents]);
}

/** The amounts in dollars that a text mentions, as they are written there. */
const amountsIn = (text: string) =>
  Array.from(text.matchAll(/\$\s?(\d[\d,]*(?:\.\d\d)?)/g), ([written, amount = ""]) => ({
    written,
    cents: Math.round(Number(amount.replaceAll(",", "")) * 100),
  }));

/** Placeholder words that somebody meant to replace. */
const UNFINISHED =
  /\b(?:TODO|FIXME|TBD|TBA|TBC|lorem ipsum)\b|\bX{3,}\b|\[(?:insert|your|name|date|link|amount|price)\b[^\]]*\]/gi;

/** The parts of an edition in which an amount is a price. (A question, for example, may ask for an income.) */
const SPEAKS_OF_PRICES = new Set(["agreement", "texts", "mails", "add-ons"]);

/**
 * Finds single phrases that contradict the rest of the edition: wrong weekdays, amounts that nobody pays, the theme or
 * number of the previous edition, and placeholder words that somebody meant to replace.
 */
export function* lintSentences(
  written: Iterable<Written>,
  document: EditionDocument,
  former: EditionDocument | null,
): Generator<EditionFinding> {
  const years = yearsOf(document);
  const amounts = amountsOf(document);
  const formerWords = formerWordsOf(document, former);
  for (const { place, text } of written) {
    for (const { written: day, is } of wrongWeekdays(text, years)) yield noteAt(place, say.weekday(day, is));
    const others = SPEAKS_OF_PRICES.has(place.part)
      ? amountsIn(text).filter(({ cents }) => !amounts.has(cents))
      : [];
    if (others.length > 0) yield noteAt(place, say.otherAmount(unique(others.map((one) => one.written))));
    const unfinished = Array.from(text.matchAll(UNFINISHED), ([words]) => words);
    if (unfinished.length > 0) yield noteAt(place, say.unfinished(unique(unfinished)));
    const old = formerWords.filter((words) => text.includes(words));
    // Another check compares these two fields with the previous edition, and reports them itself.
    const isCompared = place.field === "title" || place.field === "ordinal";
    if (old.length > 0 && !isCompared) yield noteAt(place, say.formerWords(old));
  }
}

/** The theme and the numbers of the previous edition, without those that this edition has too. */
function formerWordsOf(document: EditionDocument, former: EditionDocument | null): string[] {
  if (!former || former.conference.year === document.conference.year) return [];
  const own = [document.conference.title, ...document.events.map(({ ordinal }) => ordinal)];
  const then = [former.conference.title, ...former.events.map(({ ordinal }) => ordinal)];
  return unique(
    then.filter((words): words is string => words !== null && words.length > 3 && !own.includes(words)),
  );
}

/**
 * Finds words in braces that would appear on the page unchanged, because no page replaces them with a value in that
 * text.
 */
export function* lintPlaceholders({
  texts,
  agreement,
  sections,
}: EditionDocument): Generator<EditionFinding> {
  for (const { id: item, placeholders } of TEXT_IDS) {
    const unknown = wordsInBraces(texts[item] ?? "").filter(
      (name) => !(placeholders as readonly string[]).includes(name),
    );
    if (unknown.length > 0)
      yield noteAt({ part: "texts", item }, say.placeholders(unknown.map(braced), placeholders.map(braced)));
  }
  const { signAgain: _, ...parts } = agreement;
  const plain: Written[] = [
    ...Object.entries(parts).map(([field, text]) => ({ place: { part: "agreement" as const, field }, text })),
    ...sections.flatMap(({ id: item, introduction, questions }) => [
      {
        place: { part: "questions" as const, item, field: "section.introduction" },
        text: introduction ?? "",
      },
      ...questions.flatMap(({ id, text, hint }) => [
        { place: { part: "questions" as const, item: id, field: "text" }, text },
        { place: { part: "questions" as const, item: id, field: "hint" }, text: hint ?? "" },
      ]),
    ]),
  ];
  for (const { place, text } of plain) {
    const words = wordsInBraces(text);
    if (words.length > 0) yield noteAt(place, say.noPlaceholders(words.map(braced)));
  }
}

const braced = (name: string) => `{${name}}`;
const wordsInBraces = (text: string) =>
  unique(Array.from(text.matchAll(/\{(\w+)\}/g), ([, name = ""]) => name));

/** Whether a decision is good news (true) or bad news (false); null if it is neither, such as a deferral. */
const GOOD: Record<Decision, boolean | null> = {
  Accepted: true,
  "Deferred to virtual": null,
  Waitlisted: false,
  Rejected: false,
};
const GLAD =
  /\b(?:congratulations|(?:delighted|pleased|thrilled|happy) to (?:accept|offer|invite|welcome))\b/i;
const SORRY = /\b(?:regret|unfortunately|not been (?:accepted|selected)|unable to (?:accept|offer))\b/i;

/**
 * Finds mails and texts that sound glad about a bad decision or sorry about a good one; probably two of them were
 * swapped.
 */
export function* lintTone({ mails, texts }: EditionDocument): Generator<EditionFinding> {
  const pages: Record<Decision, string> = {
    Accepted: "decisionAccepted",
    "Deferred to virtual": "decisionDeferred",
    Waitlisted: "decisionWaitlisted",
    Rejected: "decisionRejected",
  };
  for (const decision of DECISIONS) {
    const isGood = GOOD[decision];
    if (isGood === null) continue;
    const page = pages[decision];
    const written: Written[] = [
      { place: { part: "mails", item: decision, field: "subject" }, text: mails[decision].subject },
      { place: { part: "mails", item: decision, field: "body" }, text: mails[decision].body },
      { place: { part: "texts", item: page }, text: texts[page] ?? "" },
    ];
    for (const { place, text } of written) {
      const words = (isGood ? SORRY : GLAD).exec(text)?.[0];
      if (words !== undefined) yield noteAt(place, say.tone(decision, words));
    }
  }
}
