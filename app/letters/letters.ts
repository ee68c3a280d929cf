import { conferenceName } from "~/conference/conference-name.ts";
import { eventDays, eventFacts, eventFor, eventValues, isOver } from "~/conference/events.ts";
import { type Ability, can } from "~/values/abilities.ts";
import type { LetterSender, PassEvent, Ticket } from "~/values/catalogue.ts";
import { countryName } from "~/values/countries.ts";
import { dateInWords, daysInWords } from "~/values/days.ts";
import { dollars } from "~/values/money.ts";
import type { LetterContent } from "~/values/shapes.ts";
import { daysLater, instantAt, inZone, isoDay } from "~/values/times.ts";
import { type Decision, LETTER_KINDS, type LetterKind, type PassType } from "~/values/types.ts";
import { initials } from "~/values/words.ts";
import { letterMessages } from "./messages.ts";

/** What letters to one person can be made of. Instants are UTC ms. */
export type LetterFacts = {
  now: number;
  conference: { id: string; year: number; title: string | null; track: string | null };
  catalogue: { tickets: Pick<Ticket, "id" | "eventId" | "title">[] };
  events: PassEvent[];
  /** The name in the application; empty if there is none. */
  fullName: string;
  /** The name among the staff; null if no director has given one, or for somebody else. */
  staffName: string | null;
  about: { nationality?: string; institution?: string };
  decision: Decision | null;
  toldAt: number | null;
  payments: {
    id: string;
    passType: PassType;
    state: string;
    amountCents: number;
    createdAt: number;
    resolvedAt: number | null;
    payer: string | null;
  }[];
  refunds: { paymentId: string }[];
  holdings: { item: string; passType: PassType; paymentId: string; state: string }[];
  /** The passes with which the person came in, as the journal of the door says. */
  entries: { holdingId: string; passType: PassType }[];
  /** How many applications the person has read. */
  read: number;
  texts: { letter?: string };
  contact: string;
  sender: LetterSender | null;
};

/** A letter that somebody can have now, and what it rests on. */
type PossibleLetter = { kind: LetterKind; about: string; content: LetterContent };

/** What a person can have of one kind: letters, or the reason why there is none. */
export type LettersOfKind = { kind: LetterKind; possible: PossibleLetter[]; reason: string | null };

const NO_SENDER: LetterSender = { address: null, signatory: null, office: null, signature: null };

/**
 * The kinds that staff give to a whole selection. A letter for a visa asks for a passport, and readers are no selection of
 * applications.
 */
export const KINDS_FOR_MANY = ["acceptance", "payment", "attendance"] as const satisfies LetterKind[];
export type KindForMany = (typeof KINDS_FOR_MANY)[number];

/** Who pays is only for staff who have the ability “Money” too. */
export const kindsForMany = (abilities: readonly Ability[]): KindForMany[] =>
  KINDS_FOR_MANY.filter((kind) => kind !== "payment" || can(abilities, "money"));

/** What nobody has entered yet of what stands on every letter. */
export const missingOf = (sender: LetterSender | null): (keyof LetterSender)[] =>
  (["address", "signatory", "office", "signature"] as const).filter((part) => !(sender ?? NO_SENDER)[part]);

/**
 * In the address of a page on which staff issue letters, and in its forms: letters may be issued although the edition has
 * no postal address for them.
 */
export const WITHOUT = { name: "without", value: "address" } as const;

/** The longest reason that staff may type, in characters. */
export const LONGEST_LETTER_REASON = 500;

/** The days after the last day of its event for which a letter for a visa keeps the passport. */
const PASSPORT_DAYS = 30;

/** The same, from the day on which it was asked for, if the event has no days. */
const PASSPORT_DAYS_WITHOUT_EVENT = 90;

/** When the passport in a letter for a visa to an event is erased (UTC ms), and that day in words. */
export function erasure(
  { lastDay, timeZone }: Pick<PassEvent, "lastDay" | "timeZone">,
  now: number,
): { at: number; day: string } {
  const day = lastDay
    ? daysLater(lastDay, PASSPORT_DAYS)
    : daysLater(isoDay(now, timeZone), PASSPORT_DAYS_WITHOUT_EVENT);
  // In some zones the clocks go forward at midnight, so that 00:00 does not exist.
  return {
    at: instantAt(`${day}T00:00`, timeZone) ?? instantAt(`${day}T01:00`, timeZone)!,
    day: dateInWords(day),
  };
}

/** The event to which accepted people come. */
export const eventOfPlace = ({ catalogue, events }: Pick<LetterFacts, "catalogue" | "events">) =>
  eventFor({ ...catalogue, events }, "goldPlus");

/** The letters that somebody can have now, by kind, each as it would be written now. */
export function lettersFor(facts: LetterFacts): LettersOfKind[] {
  return LETTER_KINDS.map((kind) => {
    const answer = WRITERS[kind](facts);
    return typeof answer === "string"
      ? { kind, possible: [], reason: answer }
      : { kind, possible: answer, reason: null };
  });
}

const { notYet, says, partOf: PART_OF } = letterMessages;

/** Makes the letters of a kind, or says why there is none. */
type Writer = (facts: LetterFacts) => PossibleLetter[] | string;

const WRITERS: Record<LetterKind, Writer> = {
  acceptance: (facts) => {
    const event = eventOfPlace(facts);
    if (facts.decision !== "Accepted" || facts.toldAt === null || !event) return notYet.notAccepted;
    if (facts.fullName === "") return notYet.noName;
    const { nationality, institution } = facts.about;
    return [
      written(facts, "acceptance", {
        event,
        date: inZone(facts.toldAt, event.timeZone, "date"),
        sentences: [says.accepted(facts.fullName, event.name)],
        facts: [
          { term: "Conference", value: `${event.name}, ${eventFacts(event)}` },
          { term: "Nationality", value: countryName(nationality ?? "") },
          { term: "Institution", value: institution },
        ],
        text: facts.texts.letter ?? null,
      }),
    ];
  },

  visa: (facts) => {
    const event = eventOfPlace(facts);
    if (facts.decision !== "Accepted" || facts.toldAt === null || !event) return notYet.notAccepted;
    if (!event.venue) return notYet.notHere;
    if (isOver(event, facts.now)) return letterMessages.over;
    if (facts.fullName === "") return notYet.noName;
    if (!facts.sender?.address || !facts.sender.signatory) return notYet.noSender;
    return [
      written(facts, "visa", {
        event,
        date: inZone(facts.now, event.timeZone, "date"),
        sentences: [says.visa(facts.fullName, event.name, eventFacts(event))],
        facts: [
          { term: "Place", value: [event.venue, event.address].filter(Boolean).join(", ") },
          { term: "Days", value: eventDays(event) },
          { term: "Institution", value: facts.about.institution },
        ],
        text: facts.texts.letter ?? null,
      }),
    ];
  },

  payment: (facts) => {
    const { payments, refunds, holdings, fullName, catalogue } = facts;
    const isHeld = (id: string) =>
      holdings.some((one) => one.paymentId === id && one.item === one.passType && one.state === "held");
    const paid = payments.filter(
      ({ id, state, amountCents, payer }) =>
        state === "captured" &&
        amountCents > 0 &&
        // Somebody else's payment is their own business.
        payer === null &&
        isHeld(id) &&
        refunds.every(({ paymentId }) => paymentId !== id),
    );
    if (paid.length === 0) return notYet.notPaid;
    if (fullName === "") return notYet.noName;
    return paid.flatMap((payment) => {
      const event = eventFor({ ...catalogue, events: facts.events }, payment.passType);
      if (!event) return [];
      const pass = catalogue.tickets.find(({ id }) => id === payment.passType)?.title ?? payment.passType;
      const date = inZone(payment.resolvedAt ?? payment.createdAt, event.timeZone, "date");
      return [
        written(facts, "payment", {
          about: payment.id,
          event,
          date,
          sentences: [says.paid(fullName, dollars(payment.amountCents), event.name)],
          facts: [
            { term: "Conference", value: `${event.name}, ${eventFacts(event)}` },
            { term: "Pass", value: pass },
            { term: "Paid on", value: date },
            { term: "Receipt number", value: payment.id },
          ],
        }),
      ];
    });
  },

  attendance: (facts) => {
    const there = facts.entries.flatMap(({ holdingId, passType }) => {
      const event = eventFor({ ...facts.catalogue, events: facts.events }, passType);
      const { firstDay, lastDay, timeZone } = event ?? {};
      if (!event || !firstDay || !lastDay || isoDay(facts.now, timeZone!) < lastDay) return [];
      return [
        written(facts, "attendance", {
          about: holdingId,
          event,
          date: dateInWords(lastDay),
          sentences: [says.attended(facts.fullName, event.name, eventFacts(event))],
          facts: [
            { term: "Conference", value: event.name },
            { term: "Days", value: daysInWords(firstDay, lastDay) },
            { term: "Institution", value: facts.about.institution },
          ],
        }),
      ];
    });
    if (there.length === 0) return notYet.notThere;
    return facts.fullName === "" ? notYet.noName : there;
  },

  thanks: (facts) => {
    if (facts.read === 0) return notYet.noReading;
    const name = facts.staffName ?? facts.fullName;
    const event = eventOfPlace(facts) ?? facts.events[0];
    if (name === "" || !event) return notYet.noName;
    const conference = conferenceName(facts.conference);
    const read = says.applications(facts.read);
    return [
      written({ ...facts, fullName: name }, "thanks", {
        event,
        date: inZone(facts.now, event.timeZone, "date"),
        sentences: [says.read(name, read, conference)],
        facts: [
          { term: "Conference", value: conference },
          { term: "Read", value: read },
        ],
      }),
    ];
  },
};

function written(
  { conference, fullName, sender, contact }: LetterFacts,
  kind: LetterKind,
  letter: {
    about?: string;
    event: PassEvent;
    date: string;
    sentences: string[];
    facts: { term: string; value: string | null | undefined }[];
    text?: string | null;
  },
): PossibleLetter {
  const { event, date, sentences, text = null } = letter;
  const edition = conferenceName(conference);
  // The page for the code names the edition, so a letter about an event of another name says that they belong together.
  const facts = [...letter.facts, { term: PART_OF, value: event.name === edition ? null : edition }];
  return {
    kind,
    about: letter.about ?? "",
    content: {
      ...{ conference: edition, name: fullName, initials: initials(fullName) },
      ...{ date, zone: event.timeZone, sentences, text },
      facts: facts.flatMap(({ term, value }) => (value ? [{ term, value }] : [])),
      values: text === null ? {} : { ...eventValues(event), contact },
      sender: { ...NO_SENDER, ...sender, signatory: sender?.signatory ?? says.organisers(event.name) },
    },
  };
}

/** What a letter and its code say now. */
export type LetterState = "valid" | "withdrawn" | "replaced";

/** @param holds whether what the letter rests on is still so. */
export const stateOfLetter = ({
  withdrawnAt,
  successor,
  holds,
}: {
  withdrawnAt: number | null;
  successor: string | null;
  holds: boolean;
}): LetterState => {
  if (successor !== null) return "replaced";
  return withdrawnAt !== null || !holds ? "withdrawn" : "valid";
};
