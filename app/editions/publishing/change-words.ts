import { EDITION_PARTS, type EditionDocument, type EditionPart } from "~/editions/edition-document.ts";
import { type Change, valueAtPath } from "~/editions/merge.ts";
import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";
import { quantity } from "~/values/words.ts";

/** A change to an edition, in words that a director understands. */
export type ChangeInWords = {
  /** The place of the change in the document, as JSON of `Change["path"]`. */
  path: string;
  part: EditionPart;
  /** Such as "Early applications › deadline". */
  what: string;
  before: string;
  after: string;
};

/** For each key of a document, the part of the edition in which it is edited. */
const PART_OF_KEY: Record<string, EditionPart> = {
  conference: "conference",
  deadlineZone: "conference",
  site: "site",
  events: "events",
  rounds: "rounds",
  passes: "passes",
  addOns: "add-ons",
  sections: "questions",
  criteria: "criteria",
  agreement: "agreement",
  texts: "texts",
  mails: "mails",
};

/** Fields that contain an instant. Any other number is an amount of money or a plain number. */
const INSTANTS = new Set(["deadline", "decisionRelease", "saleFrom", "saleUntil", "payBy", "refundsUntil"]);
const MONEY = new Set(["cents", "refundDepositCents"]);
/** The words that pages use for a field, if they differ from its name. */
const LABELS: Record<string, string> = {
  location: "city",
  lat: "latitude",
  lng: "longitude",
  liveDataUrl: "Live Data leads to",
  supportEmail: "address for questions",
  accent: "accent colour",
  deadlineZone: "time zone of deadlines",
  signAgain: "people who have signed must sign again",
  decisionRelease: "decisions may be seen from",
  eventId: "admits to",
  ticketId: "sold with",
  cents: "price",
  plan: "subscription",
  refundDepositCents: "deposit that is not given back",
  disabled: "not sold now",
  included: "comes with the pass",
  takenHome: "a thing to take home",
};
/** The longest excerpt: long enough to recognise a text. */
const LONGEST = 160;

/** Describes the changes in words, in the order of the parts. The document's format is left out. */
export function changesInWords(
  changes: Change[],
  before: EditionDocument | null,
  after: EditionDocument,
): ChangeInWords[] {
  const places = EDITION_PARTS.map(({ id }) => id as string);
  return changes
    .flatMap(splitWhole)
    .filter(({ path }) => PART_OF_KEY[path[0]!] !== undefined)
    .map(({ path, before: was, after: is }) => ({
      path: JSON.stringify(path),
      part: PART_OF_KEY[path[0]!]!,
      what: wordsOf(path, [after, before]),
      before: valueInWords(path, was, after.deadlineZone),
      after: valueInWords(path, is, after.deadlineZone),
    }))
    .sort((one, other) => places.indexOf(one.part) - places.indexOf(other.part));
}

/** A value that was changed in a draft and, since the draft was saved, on another page too. */
export type ChosenTwice = Pick<ChangeInWords, "path" | "what"> & { published: string; drafted: string };

/** The values of a draft for which somebody must still choose between two versions, each listed once. */
export function chosenTwice({
  document,
  live,
  both,
}: {
  document: EditionDocument;
  live: { document: EditionDocument } | null;
  both: string[][];
}): ChosenTwice[] {
  const words = (path: string[], of: EditionDocument | undefined) =>
    valueInWords(path, valueAtPath(of, path), document.deadlineZone);
  return [...new Set(both.map((path) => JSON.stringify(path)))].map((path) => {
    const place: string[] = JSON.parse(path);
    return {
      ...{ path, what: wordsOf(place, [document, live?.document ?? null]) },
      ...{ published: words(place, live?.document), drafted: words(place, document) },
    };
  });
}

/** The number of changed values in each part, as JSON for `partsInWords`. */
export function changedByPart(
  changes: Change[],
  before: EditionDocument | null,
  after: EditionDocument,
): string {
  const number: Partial<Record<EditionPart, number>> = {};
  for (const { part } of changesInWords(changes, before, after)) number[part] = (number[part] ?? 0) + 1;
  return JSON.stringify(number);
}

/** The changes of a publication in words, such as "Events: 2 changes"; empty if no numbers of changes are stored. */
export function partsInWords(changed: string | null): string[] {
  const number: Partial<Record<EditionPart, number>> = changed === null ? {} : JSON.parse(changed);
  return EDITION_PARTS.flatMap(({ id, title }) =>
    number[id] === undefined ? [] : [`${title}: ${quantity(number[id], "change")}`],
  );
}

/**
 * Splits a change that adds a whole part. A list that did not exist before is described item by item; any other part
 * that did not exist before is described field by field.
 */
function splitWhole(change: Change): Change[] {
  const { path, before, after } = change;
  if (path.length > 1 || before !== undefined || typeof after !== "object" || after === null) return [change];
  if (Array.isArray(after))
    return after.map((item: { id: string }) => ({ path: [...path, item.id], before, after: item }));
  return Object.entries(after).map(([key, value]) => ({ path: [...path, key], before, after: value }));
}

/** The path in words, with titles in place of ids. */
function wordsOf([key, ...rest]: string[], documents: (EditionDocument | null)[]): string {
  let found: unknown[] = documents.map((document) => document?.[key as keyof EditionDocument]);
  const words = rest.map((name) => {
    found = found.map((value) =>
      Array.isArray(value)
        ? value.find((item: { id?: string }) => item.id === name)
        : (value as Record<string, unknown> | null | undefined)?.[name],
    );
    const item = found.find((value) => value !== undefined);
    const round = documents.flatMap((document) => document?.rounds ?? []).find(({ id }) => id === name);
    if (typeof item === "number" && round) return round.title;
    return titleOf(item) ?? LABELS[name] ?? inWords(name);
  });
  if (key === "conference" && rest[0] === "title") return "Theme";
  const whole = words.length > 0 ? words.join(" › ") : inWords(key!);
  return whole.replace(/^./u, (letter) => letter.toUpperCase());
}

const titleOf = (value: unknown): string | null => {
  const { title, name, text } = (value ?? {}) as Record<string, unknown>;
  const found = title ?? name ?? text;
  return typeof found === "string" && found !== "" ? found : null;
};

/** Turns "decisionRelease" into "decision release". */
const inWords = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, end, start) => `${end} ${start.toLowerCase()}`);

function valueInWords(path: string[], value: unknown, zone: string): string {
  if (value === undefined || value === null || value === "") return "";
  const field = path.at(-1)!;
  if (typeof value === "number") {
    if (INSTANTS.has(field)) return inZone(value, zone);
    return MONEY.has(field) || path.includes("cents") ? dollars(value) : String(value);
  }
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "string") return shortened(value);
  if (Array.isArray(value))
    return shortened(value.map((item) => titleOf(item) ?? valueInWords(path, item, zone)).join(", "));
  return objectInWords(path, value as Record<string, unknown>, zone);
}

/**
 * Keys that are left out when an object is described: the name of the item has already been said, and its id means
 * nothing to a reader.
 */
const UNSAID = new Set(["id", "title", "name", "text"]);

/**
 * A new item or a condition in words; an item is described field by field. Fields that are empty or off are left out.
 */
function objectInWords(path: string[], value: Record<string, unknown>, zone: string): string {
  const { field, values } = value;
  if (typeof field === "string" && Array.isArray(values)) return `${field} = ${values.join(" | ")}`;
  return Object.entries(value)
    .filter(([key, inner]) => !UNSAID.has(key) && inner !== false)
    .map(([key, inner]) => [LABELS[key] ?? inWords(key), valueInWords([...path, key], inner, zone)] as const)
    .filter(([, words]) => words !== "")
    .map(([label, words]) => `${label}: ${words}`)
    .join("; ");
}

const shortened = (text: string) => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);
