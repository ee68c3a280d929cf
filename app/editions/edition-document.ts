import type { AddOn, PassEvent, Question, Section, Site } from "~/values/catalogue.ts";
import type { Decision, PassType, RoundId } from "~/values/types.ts";

/**
 * Everything of an edition as one value: what directors edit, compare, check, preview and publish. Instants are UTC
 * milliseconds, days YYYY-MM-DD, money integer cents. Lists are in the order in which they are shown.
 */
export type EditionDocument = {
  /** Changes when a stored document can no longer be read as it is. */
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
  /** The zone in which deadlines are written and read. */
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
    /** Whether those who accepted the version before must accept this one too, if its text changes. */
    signAgain: boolean;
  };
  /** Markdown by the id of the text. For a missing one the portal's own text stands. */
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
  /** How many may have it at the same time; null for no limit. */
  places: number | null;
  /** By round; a round without a price cannot be paid for. */
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

/** The parts of a document, in the order in which a director meets them, each with a page of its own. */
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

/** The pass that an id stands for: the specification names them. */
const PASS_WORDS: Record<string, string> = { gold: "virtual pass", goldPlus: "in-person pass" };
export const passInWords = (id: string): string => `${id}: ${PASS_WORDS[id] ?? "pass"}`;

/** The most that anything costs. */
export const MOST_CENTS = 100_000_00;

/** The most places that a pass or an add-on can have, if their number is limited at all. */
export const MOST_SOLD = 100_000;

/** The form of an edition's id: its family, its year, and a word that tells it from another one of that year. */
export const EDITION_ID = /^(?:aconf|hconf)_\d{4}(?:_[a-z]{1,20})?$/;

/** Ids within an edition: short, and safe in an address, in JSON and in a name of a field. */
export const ID_IN_EDITION = /^[a-zA-Z][\w-]{0,39}$/;
