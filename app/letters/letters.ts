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

/** The facts from which letters to one person are made. Instants are UTC ms. */
export type LetterFacts = {
  now: number;
  conference: { id: string; year: number; title: string | null; track: string | null };
  catalogue: { tickets: Pick<Ticket, "id" | "eventId" | "title">[] };
  events: PassEvent[];
  /** The name in the application; empty if there is none. */
  fullName: string;
  /** The name in the list of staff; null if no director has given one, or if the person is not on the staff. */
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
  /** The passes with which the person came in, according to the journal of the door. */
  entries: { holdingId: string; passType: PassType }[];
  /** How many applications the person has read. */
  read: number;
  texts: { letter?: string };
  contact: string;
  sender: LetterSender | null;
};

/**
 * A letter that the person can have now. `about` is the id of the payment or the pass on which the letter rests; empty
 * if there is none.
 */
type PossibleLetter = { kind: LetterKind; about: string; content: LetterContent };

/** The letters of one kind that a person can have, or the reason why they can have none. */
export type LettersOfKind = { kind: LetterKind; possible: PossibleLetter[]; reason: string | null };

const NO_SENDER: LetterSender = { address: null, signatory: null, office: null, signature: null };

/**
 * The kinds of letters that staff can issue to a whole selection. A letter for a visa is not one of them, because it
 * needs a passport. A letter of thanks is not one either, because it is for readers, and a selection consists of
 * applications.
 */
export const KINDS_FOR_MANY = ["acceptance", "payment", "attendance"] as const satisfies LetterKind[];
export type KindForMany = (typeof KINDS_FOR_MANY)[number];

/**
 * Whether staff with these abilities see, issue and withdraw letters of a kind. Letters about payments also need the
 * ability “Money”, because they show who pays.
 */
export const handlesLetters = (abilities: readonly Ability[], kind: LetterKind): boolean =>
  kind !== "payment" || can(abilities, "money");

/** The kinds of letters that staff with these abilities can issue to a whole selection. */
export const kindsForMany = (abilities: readonly Ability[]): KindForMany[] =>
  KINDS_FOR_MANY.filter((kind) => handlesLetters(abilities, kind));

/** The parts of the sender that nobody has entered yet, although every letter shows them. */
export const missingOf = (sender: LetterSender | null): (keyof LetterSender)[] =>
  (["address", "signatory", "office", "signature"] as const).filter((part) => !(sender ?? NO_SENDER)[part]);

/**
 * A parameter that allows letters to be issued although the edition has no postal address for them. A page on which
 * staff issue letters has it in its address and in its forms.
 */
export const WITHOUT = { name: "without", value: "address" } as const;

/** The longest reason that staff may type, in characters. */
export const LONGEST_LETTER_REASON = 500;

/** The name of the field with the reason why a letter ends. Each letter of a page has a field of its own. */
export const reasonField = (letter: string) => `reason-${letter}`;

/** The passport in a letter for a visa is kept for this many days after the event's last day. */
const PASSPORT_DAYS = 30;

/** If the event has no days, the passport is kept for this many days after the request. */
const PASSPORT_DAYS_WITHOUT_EVENT = 90;

/**
 * When the passport in a letter for a visa is erased (UTC ms), and that day in words. The first parameter is the event
 * to which the person travels.
 */
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

/** The letters that a person can have now, by kind. Each has the text that it would have if it were issued now. */
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
        // A payment that another person made is not shown in a letter.
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
  // The page for the code names the edition. So if the event has another name, the letter says that the event is part
  // of the edition.
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

/** The present state of a letter. */
export type LetterState = "valid" | "withdrawn" | "replaced";

/** @param holds whether the condition on which the letter rests still holds. */
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
