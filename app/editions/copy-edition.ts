import type { EditionDocument, EditionPart } from "./edition-document.ts";
import { KNOWN_SECTIONS } from "./known-questions.ts";
import { shiftDates } from "./shift.ts";

/** The parts that a copy may take over from another edition; all other parts begin empty. */
export const COPIED_PARTS = [
  "events",
  "rounds",
  "passes",
  "add-ons",
  "questions",
  "criteria",
  "agreement",
  "texts",
  "mails",
] as const satisfies readonly EditionPart[];
export type CopiedPart = (typeof COPIED_PARTS)[number];

/** The name and place of a new edition. */
export type NewEdition = Pick<EditionDocument["conference"], "location" | "year" | "title">;

/**
 * An edition for which only the name is decided. It has the portal's brand and contact, and its form asks only what
 * every form must ask.
 */
export function newEdition(
  { location, year, title }: NewEdition,
  { site, deadlineZone }: Pick<EditionDocument, "site" | "deadlineZone">,
): EditionDocument {
  return {
    format: 1,
    conference: { location, year, title, track: null, lat: 0, lng: 0 },
    ...{ deadlineZone, site },
    ...{ events: [], rounds: [], passes: [], addOns: [], criteria: [], texts: {} },
    sections: KNOWN_SECTIONS,
    agreement: {
      ...{ openingLetter: "", codeOfConduct: "", refundPolicy: "", liabilityRelease: "", signAgain: true },
    },
    mails: {
      Accepted: { subject: "", body: "" },
      "Deferred to virtual": { subject: "", body: "" },
      Waitlisted: { subject: "", body: "" },
      Rejected: { subject: "", body: "" },
    },
  };
}

/**
 * Makes a new edition from an earlier one: it takes the chosen parts, moves every date by `weeks` weeks, and replaces
 * the year in names and ids. A document contains no personal data, so none is copied.
 */
export function copyEdition(
  from: EditionDocument,
  { weeks, parts, ...edition }: NewEdition & { weeks: number; parts: ReadonlySet<CopiedPart> },
): EditionDocument {
  const { location, year } = edition;
  const shifted = inYear(shiftDates(from, weeks), from.conference.year, year);
  const empty = newEdition(edition, shifted);
  const { lat, lng } = from.conference;
  const conference = {
    ...empty.conference,
    // If the city stays the same, so does its place on the map.
    ...(location === from.conference.location && { lat, lng }),
  };
  const has = (part: CopiedPart) => parts.has(part);
  const rounds = has("rounds") ? shifted.rounds : [];
  const events = has("events") ? shifted.events : [];
  // A pass without its event, or an add-on without its pass, cannot be copied.
  const passes = has("passes") && has("events") ? shifted.passes : [];
  return {
    ...empty,
    ...{ conference, rounds, events },
    passes: passes.map((pass) => ({ ...pass, cents: has("rounds") ? pass.cents : {} })),
    addOns: has("add-ons") && passes.length > 0 ? shifted.addOns : [],
    sections: has("questions")
      ? shifted.sections.map((section) => ({
          ...section,
          questions: section.questions.filter(({ retired }) => !retired),
        }))
      : empty.sections,
    criteria: has("criteria") ? shifted.criteria : [],
    agreement: has("agreement") ? { ...shifted.agreement, signAgain: true } : empty.agreement,
    texts: has("texts") ? shifted.texts : {},
    mails: has("mails") ? shifted.mails : empty.mails,
  };
}

/**
 * Replaces the former year with the new one in the names of events, the titles of passes and add-ons, and the ids of
 * add-ons. Sentences are left for a person to change.
 */
function inYear(document: EditionDocument, from: number, to: number): EditionDocument {
  const renamed = (text: string) => text.replaceAll(String(from), String(to));
  return {
    ...document,
    events: document.events.map((event) => ({ ...event, name: renamed(event.name) })),
    passes: document.passes.map((pass) => ({ ...pass, title: renamed(pass.title) })),
    addOns: document.addOns.map((addOn) => ({
      ...addOn,
      id: renamed(addOn.id),
      title: renamed(addOn.title),
    })),
  };
}
