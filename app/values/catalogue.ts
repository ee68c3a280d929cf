import type { PassType, QuestionKind, RoundId } from "./types.ts";

/** The catalogue in the form that rules use: the rows that the staff maintain for one conference. */

/** Rounds are listed by position. Instants are UTC milliseconds. */
export type Round = {
  id: RoundId;
  title: string;
  /** The last moment of the round (inclusive). */
  deadline: number;
  decisionRelease: number;
  /** Decisions that were set up to this instant are released; null if none are. */
  releasedAt: number | null;
};

export type Ticket = {
  id: PassType;
  title: string;
  onSale: boolean;
  /** The event to which the ticket admits. */
  eventId: string;
  /** The first and the last moment at which the ticket is sold (inclusive); null for no limit. */
  saleFrom: number | null;
  saleUntil: number | null;
  /** The day by which accepted delegates are asked to pay; null for none. */
  payBy: number | null;
  /** How many people may hold the ticket at the same time; null for no limit. */
  places: number | null;
};

type Price = { ticketId: PassType; roundId: RoundId; cents: number };

export type AddOn = {
  id: string;
  /** The pass to which the add-on belongs: only somebody who buys or holds this pass can buy the add-on. */
  ticketId: PassType;
  title: string;
  description: string | null;
  cents: number;
  disabled: boolean;
  /** Whether the add-on is included in the pass at no cost: then it cannot be chosen, and is always held. */
  included: boolean;
  /** Whether the add-on is a thing to take home. Otherwise it is something to take part in. */
  takenHome: boolean;
  variants: string[] | null;
  image: string | null;
  /** How many people may hold the add-on at the same time; null for no limit. */
  places: number | null;
};

/** For each chosen add-on, by id: true, or the chosen variant. */
export type Selection = Record<string, true | string>;

/**
 * For each pass or add-on with a limited number of places, by id, how many places are left at the moment. Passes and
 * add-ons without a limit are left out.
 */
export type PlacesLeft = Record<string, number>;

export type Catalogue = {
  rounds: Round[];
  tickets: Ticket[];
  prices: Price[];
  addOns: AddOn[];
  left: PlacesLeft;
};

/**
 * A condition that holds if the question `field` is answered with one of `values`. If several options were chosen, it
 * is enough that one of them is among `values`.
 */
export type Condition = { field: string; values: string[] };
export type Requirement =
  | "always"
  | "never"
  | { all: Condition[] }
  | { any: Condition[] }
  | { none: Condition[] };

/** A requirement that an answer must meet in addition to the kind of its question. */
export type AnswerFormat =
  /**
   * A telephone number. Without a country code, it is read as a number in the country that is given by the first
   * answered field of this list.
   */
  | { telephone: string[] }
  /** A date or a year, at most `past` years before today and at most `ahead` years after it. */
  | { years: { past: number; ahead: number } };

export type Section = { id: string; title: string; introduction: string | null };

export type Question = {
  id: string;
  sectionId: string;
  text: string;
  hint: string | null;
  kind: QuestionKind;
  required: Requirement;
  requiredMessage: string | null;
  /** A condition on the answer to one other question. The question is shown only while the condition holds. */
  dependsOn: Condition | null;
  options: string[] | null;
  mask: string | null;
  format: AnswerFormat | null;
  maxLength: number;
  autocomplete: string | null;
  /** Whether the question is no longer asked. Answers that were given are kept and shown. */
  retired: boolean;
};

/**
 * By question id, the answer as typed. Several chosen options are on separate lines. A missing or empty string means no
 * answer.
 */
export type Answers = Record<string, string>;

/** The portal's name, brand and contact on every page. */
export type Site = {
  /** The organisation, such as "HPAIR". */
  name: string;
  /** The name for places with little room. */
  shortName: string;
  /** A colour, `#rrggbb`. */
  accent: string;
  /** The path under which the logo is served; null for the portal's own logo. */
  logo: string | null;
  supportEmail: string;
  liveDataUrl: string;
  /** What a subscription to the library costs, and for how many months. */
  plan: { title: string; cents: number; months: number };
  /** The sender whom letters name at their head and foot; undefined if nobody has entered a sender. */
  letters?: LetterSender | undefined;
};

/** The sender of letters. A value that nobody has entered is null. */
export type LetterSender = {
  /** The postal address, on several lines. */
  address: string | null;
  /** The person who signs, and their office. */
  signatory: string | null;
  office: string | null;
  /** The path under which the picture of the signature is served. */
  signature: string | null;
};

/** An event to which a pass admits. Days are YYYY-MM-DD in the event's own time zone; instants are UTC milliseconds. */
export type PassEvent = {
  id: string;
  name: string;
  ordinal: string | null;
  venue: string | null;
  /** The venue's address, as a map service finds it; null if none was given. */
  address: string | null;
  /**
   * `drawing` is one of the portal's drawings for the event. The organisers' own drawing replaces it: see `drawingOf`.
   */
  drawing: string | null;
  ownDrawing: string | null;
  firstDay: string | null;
  lastDay: string | null;
  timeZone: string;
  minimumAge: number | null;
  refundDepositCents: number;
  refundsUntil: number | null;
};

/** How an edition takes money without a card processor. */
export type Invoicing = {
  /** The sender of invoices, as printed on them: name and address, on several lines. */
  seller: string;
  /** How an invoice is paid, for example to which bank account; empty if no invoices are offered. */
  payTo: string;
  /** The sentence about taxes on an invoice. */
  tax: string;
  /** The tax included in prices, in hundredths of a percent (770 is 7.7 %); 0 for none. */
  taxRate: number;
  /** The sender's number for this tax; empty if there is none. */
  taxNumber: string;
  /** How many days an invoice stays open. */
  days: number;
  /** Money above this amount does not count until a second person has confirmed it. */
  secondPersonCents: number;
  /** A write-off above this amount does not count until a second person has confirmed it. */
  writeOffCents: number;
  /** Money out above this amount is only proposed until a second person has confirmed it. */
  moneyOutCents: number;
};

/** Facts about an edition that are not part of its catalogue. */
export type Edition = {
  /** Null if nobody has set how money is taken. */
  invoicing: Invoicing | null;
  /** The time zone in which deadlines are entered and shown. */
  deadlineZone: string;
};
