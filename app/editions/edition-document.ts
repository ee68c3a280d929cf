import type { AddOn, PassEvent, Question, Section, Site } from "~/values/catalogue.ts";
import type { Decision, PassType, RoundId } from "~/values/types.ts";

/**
 * A whole edition as one value, which directors edit, compare, check, preview and publish. Instants are UTC
 * milliseconds, days are written YYYY-MM-DD, and amounts of money are integer cents. Lists are in the order in which
 * they are shown.
 */
export type EditionDocument = {
  /** The version of the format. A new version is needed if stored documents can no longer be read in their old form. */
  format: 1;
  conference: {
    /** The city, in upper case. */
    location: string;
    year: number;
    title: string | null;
    track: "academic" | "business" | null;
    lat: number;
    lng: number;
  };
  /** The time zone in which deadlines are written and read. */
  deadlineZone: string;
  site: Site;
  events: PassEvent[];
  rounds: EditionRound[];
  passes: EditionPass[];
  addOns: AddOn[];
  sections: EditionSection[];
  criteria: Criterion[];
  agreement: {
    openingLetter: string;
    codeOfConduct: string;
    refundPolicy: string;
    liabilityRelease: string;
    /**
     * Whether people who accepted the previous version of the agreement must accept this version too, if its text
     * differs.
     */
    signAgain: boolean;
  };
  /** The texts in Markdown, by their ids. If a text is missing, its page shows nothing in its place. */
  texts: Record<string, string>;
  mails: Record<Decision, { subject: string; body: string }>;
};

export type EditionRound = { id: RoundId; title: string; deadline: number; decisionRelease: number };

export type EditionPass = {
  id: PassType;
  title: string;
  onSale: boolean;
  eventId: string;
  saleFrom: number | null;
  saleUntil: number | null;
  payBy: number | null;
  /** How many people may have the pass at the same time; null if there is no limit. */
  places: number | null;
  /** The price for each round. In a round without a price, the pass cannot be bought. */
  cents: Record<RoundId, number>;
};

type EditionSection = Section & { questions: EditionQuestion[] };

export type EditionQuestion = Omit<Question, "sectionId"> & {
  scholarshipRelated: boolean;
  forReviewers: boolean;
  onSite: boolean;
  forEmergencies: boolean;
  askedLater: boolean;
};

type Criterion = { id: string; title: string; hint: string | null; weight: number };

/** The parts of a document, in the order in which a director goes through them; each has a page of its own. */
export const EDITION_PARTS = [
  { id: "conference", title: "Name, place and year" },
  { id: "events", title: "Events" },
  { id: "rounds", title: "Rounds and deadlines" },
  { id: "passes", title: "Passes and prices" },
  { id: "add-ons", title: "Add-ons" },
  { id: "questions", title: "Application form" },
  { id: "criteria", title: "Criteria for reading" },
  { id: "agreement", title: "Terms and agreement" },
  { id: "texts", title: "Texts of pages" },
  { id: "mails", title: "Mails about decisions" },
  { id: "site", title: "Brand, contact and library" },
] as const;
export type EditionPart = (typeof EDITION_PARTS)[number]["id"];

/** What each pass id means, in words; the ids come from the specification. */
const PASS_WORDS: Record<string, string> = { gold: "virtual pass", goldPlus: "in-person pass" };
export const passInWords = (id: string): string => `${id}: ${PASS_WORDS[id] ?? "pass"}`;

/** The highest price that anything can have (cents). */
export const MOST_CENTS = 100_000_00;

/** The most places that a pass or an add-on can have, if their number is limited. */
export const MOST_SOLD = 100_000;

/**
 * The form of an edition's id: its family, its year, and a word that distinguishes it from another edition of that
 * year.
 */
export const EDITION_ID = /^(?:aconf|hconf)_\d{4}(?:_[a-z]{1,20})?$/;

/** The form of an id within an edition: short, and safe in a URL, in JSON and in the name of a field. */
export const ID_IN_EDITION = /^[a-zA-Z][\w-]{0,39}$/;
