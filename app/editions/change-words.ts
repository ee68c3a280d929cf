import { dollars } from "~/values/money.ts";
import { inZone } from "~/values/times.ts";
import { EDITION_PARTS, type EditionDocument, type EditionPart } from "./edition-document.ts";
import type { Change } from "./merge.ts";

/** A change of an edition as a director reads it. */
export type ChangeInWords = {
  part: EditionPart;
  /** Such as "Early applications › deadline". */
  what: string;
  before: string;
  after: string;
};

/** The keys of a document by the part that edits them. */
const PART_OF_KEY: Record<string, EditionPart> = {
  conference: "conference",
  deadlineZone: "conference",
  site: "site",
  events: "events",
  rounds: "rounds",
  passes: "passes",
  addOns: "add-ons",
  invoicing: "invoices",
  sections: "questions",
  criteria: "criteria",
  agreement: "agreement",
  texts: "texts",
  mails: "mails",
};

/** Fields that hold an instant; all other numbers that are not money are themselves. */
const INSTANTS = new Set(["deadline", "decisionRelease", "saleFrom", "saleUntil", "payBy", "refundsUntil"]);
const MONEY = new Set(["cents", "refundDepositCents", "secondPersonCents"]);
/** What the pages call a field, where its name says something else. */
const LABELS: Record<string, string> = {
  location: "city",
  lat: "latitude",
  lng: "longitude",
  liveDataUrl: "Live Data leads to",
  supportEmail: "address for questions",
  accent: "accent colour",
  deadlineZone: "time zone of deadlines",
  signAgain: "whoever has signed must sign again",
  decisionRelease: "decisions may be seen from",
  eventId: "admits to",
  ticketId: "sold with",
  cents: "price",
  plan: "subscription",
  refundDepositCents: "deposit that is not given back",
  seller: "who sends invoices",
  payTo: "how an invoice is paid",
  tax: "what an invoice says of taxes",
  days: "days in which an invoice is due",
  secondPersonCents: "a second person confirms money above",
  disabled: "not sold now",
  included: "comes with the pass",
};
/** Long enough to recognise a text by. */
const LONGEST = 160;

/** The changes in words, in the order of the parts. What the document itself is made of is left out. */
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
      part: PART_OF_KEY[path[0]!]!,
      what: wordsOf(path, [after, before]),
      before: valueInWords(path, was, after.deadlineZone),
      after: valueInWords(path, is, after.deadlineZone),
    }))
    .sort((one, other) => places.indexOf(one.part) - places.indexOf(other.part));
}

/** A whole list that came with its edition is told item by item, and a whole part field by field. */
function splitWhole(change: Change): Change[] {
  const { path, before, after } = change;
  if (path.length > 1 || before !== undefined || typeof after !== "object" || after === null) return [change];
  if (Array.isArray(after))
    return after.map((item: { id: string }) => ({ path: [...path, item.id], before, after: item }));
  return Object.entries(after).map(([key, value]) => ({ path: [...path, key], before, after: value }));
}

/** A path with titles in place of ids. */
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

/** "decisionRelease" as "decision release". */
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

/** What names an item is said before its value, and its id says nothing to a reader. */
const UNSAID = new Set(["id", "title", "name", "text"]);

/** A new item field by field, or a condition; what is empty or off is left out. */
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
