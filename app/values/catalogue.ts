import type { PassType, QuestionKind, RoundId } from "./types.ts";

/** The catalogue as the rules read it: the rows that an admin maintains for one conference. */

/** In the order of their positions. Instants are UTC milliseconds. */
export type Round = {
  id: RoundId;
  title: string;
  /** Inclusive. */
  deadline: number;
  decisionRelease: number;
  /** Decisions set up to this instant are released; null if none are. */
  releasedAt: number | null;
};

export type Ticket = {
  id: PassType;
  title: string;
  onSale: boolean;
  /** The event that it admits to. */
  eventId: string;
  /** The first and the last moment at which it is sold, inclusive; null for no limit. */
  saleFrom: number | null;
  saleUntil: number | null;
  /** The day by which accepted delegates are asked to pay; null for none. */
  payBy: number | null;
  /** How many may have it at the same time; null for no limit. */
  places: number | null;
};

type Price = { ticketId: PassType; roundId: RoundId; cents: number };

export type AddOn = {
  id: string;
  /** The pass that it belongs to. */
  ticketId: PassType;
  title: string;
  description: string | null;
  cents: number;
  disabled: boolean;
  /** Included in the pass at no cost, so never chosen and always held. */
  included: boolean;
  /** Whether it is a thing that one takes home. Otherwise it is something that one takes part in. */
  takenHome: boolean;
  variants: string[] | null;
  image: string | null;
  /** How many may have it at the same time; null for no limit. */
  places: number | null;
};

/** Add-on id → true, or the chosen variant. */
export type Selection = Record<string, true | string>;

/** How many places are left at this moment, by the id of the pass or add-on. Those without a limit are missing. */
export type PlacesLeft = Record<string, number>;

export type Catalogue = {
  rounds: Round[];
  tickets: Ticket[];
  prices: Price[];
  addOns: AddOn[];
  left: PlacesLeft;
};

/** The question `field` is answered with one of `values`. If several options were chosen, one of them is enough. */
export type Condition = { field: string; values: string[] };
export type Requirement =
  | "always"
  | "never"
  | { all: Condition[] }
  | { any: Condition[] }
  | { none: Condition[] };

/** What an answer must be, beyond its kind. */
export type AnswerFormat =
  /**
   * A telephone number. Without a country code it is read as dialled in the country named by the first
   * answered field of this list.
   */
  | { telephone: string[] }
  /** A date or a year, at most `past` years before today and `ahead` years after it. */
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
  /** The one field that the question depends on: it is shown only while the condition holds. */
  dependsOn: Condition | null;
  options: string[] | null;
  mask: string | null;
  format: AnswerFormat | null;
  maxLength: number;
  autocomplete: string | null;
  /** No longer asked; the answers given stay and are shown. */
  retired: boolean;
};

/** Question id → answer as typed, several chosen options one per line; a missing or empty string is no answer. */
export type Answers = Record<string, string>;

/** The portal's name, brand and contact on every page. */
export type Site = {
  /** The organisation, such as "HPAIR". */
  name: string;
  /** For places with little room. */
  shortName: string;
  /** `#rrggbb`. */
  accent: string;
  /** The path under which the logo is served; null for the portal's own. */
  logo: string | null;
  supportEmail: string;
  liveDataUrl: string;
  /** What a subscription to the library costs, and for how many months. */
  plan: { title: string; cents: number; months: number };
};

/** What a pass admits to. Days are YYYY-MM-DD in its own zone; instants are UTC milliseconds. */
export type PassEvent = {
  id: string;
  name: string;
  ordinal: string | null;
  venue: string | null;
  /** The address as a map finds it; null if nobody has given one. */
  address: string | null;
  /** The portal's drawing for it, and the organisers' own drawing, which takes its place: see `drawingOf`. */
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
  /** The sender of invoices, as it stands on them: name and address, several lines. */
  seller: string;
  /** How an invoice is paid, such as the number of a bank account; empty if no invoices are offered. */
  payTo: string;
  /** The sentence about taxes on an invoice. */
  tax: string;
  /** The tax that prices include, in hundredths of a percent (770 is 7.7 %); 0 for none. */
  taxRate: number;
  /** The number under which the sender of invoices pays this tax; empty if there is none. */
  taxNumber: string;
  /** How many days an invoice stays open. */
  days: number;
  /** Money above this amount counts only once a second person has confirmed it. */
  secondPersonCents: number;
  /** A write-off above this amount counts only once a second person has confirmed it. */
  writeOffCents: number;
};

/** Facts about a conference that takes registrations, beyond its catalogue. */
export type Edition = {
  /** Null if nobody has given one. */
  invoicing: Invoicing | null;
  /** The zone in which deadlines are written and read. */
  deadlineZone: string;
};
