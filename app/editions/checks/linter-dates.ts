import { roundOn } from "~/conference/rounds.ts";
import { datesOf } from "~/editions/edition-dates.ts";
import type { EditionDocument, EditionPass, EditionRound } from "~/editions/edition-document.ts";
import type { PassEvent } from "~/values/catalogue.ts";
import { HOUR } from "~/values/durations.ts";
import { daysFrom, isoDay, wallTime } from "~/values/times.ts";
import { type EditionFinding, errorAt, type FindingPlace, graveNoteAt, noteAt, twinsIn } from "./findings.ts";
import { findingMessages } from "./linter-messages.ts";

/** A minimum age that is below the first of these two ages or above the second was probably mistyped. */
const LEAST_AGE = 13;
const MOST_AGE = 30;

/**
 * If an event's last day is this many days or more after its first, one of the two days probably has the wrong year.
 */
const LONGEST_EVENT_DAYS = 31;

/** The rounds that are open at some moment. */
const reachable = (rounds: EditionRound[]) =>
  rounds.filter((round) => roundOn(rounds, round.deadline) === round);

/** The offset of a zone from UTC at an instant, in ms. */
const offsetAt = (instant: number, timeZone: string) =>
  Date.parse(`${wallTime(instant, timeZone)}Z`) - instant;

/**
 * Whether the clocks change within an hour of the instant. Around such a change, a local time may occur twice or not at
 * all.
 */
function isAtChangeOfClocks(instant: number, timeZone: string): boolean {
  const [before, after] = [offsetAt(instant - HOUR, timeZone), offsetAt(instant + HOUR, timeZone)];
  return Number.isFinite(before - after) && before !== after;
}

function* clocks(place: FindingPlace, instant: number | null, timeZone: string): Generator<EditionFinding> {
  if (instant !== null && isAtChangeOfClocks(instant, timeZone)) {
    yield noteAt(place, findingMessages.clocks(timeZone));
  }
}

/** Whether the event is over at the instant. */
const isOver = ({ lastDay, timeZone }: PassEvent, instant: number) =>
  lastDay !== null && isoDay(instant, timeZone) > lastDay;

/** Checks the rounds against each other, in their order, and against the events. */
export function* lintRounds(
  { rounds, events, passes, deadlineZone }: EditionDocument,
  now: number,
): Generator<EditionFinding> {
  const say = findingMessages.rounds;
  if (rounds.length > 0 && roundOn(rounds, now) === null) yield graveNoteAt({ part: "rounds" }, say.over);
  yield* twinsIn(
    rounds,
    ({ title }) => title,
    ({ id }, title) => noteAt({ part: "rounds", item: id, field: "title" }, findingMessages.twin(title)),
  );

  const admitting = events.filter(({ id }) => passes.some(({ eventId }) => eventId === id));
  const dated = events.filter(({ firstDay }) => firstDay !== null);
  for (const round of rounds) {
    const { id, deadline, decisionRelease } = round;
    const deadlineField: FindingPlace = { part: "rounds", item: id, field: "deadline" };
    const releaseField: FindingPlace = { part: "rounds", item: id, field: "decisionRelease" };
    const before = roundOn(rounds, deadline);
    if (before && before !== round) {
      yield graveNoteAt(deadlineField, say.unreachable(before.title));
      continue;
    }
    if (decisionRelease < deadline) yield noteAt(releaseField, say.releaseBeforeDeadline);
    for (const event of admitting) {
      if (isOver(event, decisionRelease)) yield errorAt(releaseField, say.releaseAfterEvent(event.name));
    }
    const begun = dated.filter(({ firstDay, timeZone }) => isoDay(deadline, timeZone) >= firstDay!);
    if (begun[0] && begun.length === dated.length) {
      yield graveNoteAt(deadlineField, say.deadlineAfterEvent(begun[0].name));
    }
    if (wallTime(deadline, deadlineZone).endsWith("T00:00")) yield noteAt(deadlineField, say.midnight);
    yield* clocks(deadlineField, deadline, deadlineZone);
    yield* clocks(releaseField, decisionRelease, deadlineZone);
  }
}

/** All dates of one edition should lie within this many days of their median. */
const NEAR_DAYS = 500;

/** Finds days and times that are far from the median of all dates, probably because of a wrong year. */
export function* lintFarDates(document: EditionDocument): Generator<EditionFinding> {
  const dates = datesOf(document).map(({ path, value, field }) => ({
    path,
    shown: field.shown(value),
    instant: typeof value === "number" ? value : Date.parse(`${String(value)}T12:00Z`),
  }));
  if (dates.length < 3) return;
  const middle = dates.map(({ instant }) => instant).sort((one, other) => one - other)[dates.length >> 1]!;
  for (const { path, shown, instant } of dates) {
    const days = Math.abs(instant - middle) / (24 * HOUR);
    const [part, item = "", field = ""] = path.split("/") as [FindingPlace["part"], string?, string?];
    if (days > NEAR_DAYS)
      yield noteAt({ part, item, field }, findingMessages.farDate(shown, Math.round(days / 30)));
  }
}

/** Checks the passes: their events, their time of sale and their prices. */
export function* lintPasses(document: EditionDocument): Generator<EditionFinding> {
  const say = findingMessages.passes;
  const { passes, events, deadlineZone } = document;
  if (passes.length > 0 && !passes.some(({ onSale }) => onSale)) {
    yield graveNoteAt({ part: "passes" }, say.nothingOnSale);
  }
  yield* twinsIn(
    passes,
    ({ title }) => title,
    ({ id }, title) => noteAt({ part: "passes", item: id, field: "title" }, findingMessages.twin(title)),
  );
  for (const pass of passes) {
    if (!events.some(({ id }) => id === pass.eventId)) {
      yield errorAt({ part: "passes", item: pass.id, field: "eventId" }, say.noEvent);
    }
    yield* lintSale(document, pass);
    yield* lintPrices(document.rounds, pass);
    for (const field of ["saleFrom", "saleUntil", "payBy"] as const) {
      yield* clocks({ part: "passes", item: pass.id, field }, pass[field], deadlineZone);
    }
  }
}

function* lintSale({ events, rounds }: EditionDocument, pass: EditionPass): Generator<EditionFinding> {
  const say = findingMessages.passes;
  const { saleFrom, saleUntil, payBy } = pass;
  const at = (field: string): FindingPlace => ({ part: "passes", item: pass.id, field });
  const releasedAfter = (instant: number) =>
    reachable(rounds)
      .filter(({ decisionRelease }) => decisionRelease > instant)
      .map(({ title }) => title);

  const event = events.find(({ id }) => id === pass.eventId);
  if (event && saleFrom !== null && isOver(event, saleFrom)) {
    yield errorAt(at("saleFrom"), say.afterEvent(event.name));
  }
  for (const field of ["saleUntil", "payBy"] as const) {
    const instant = pass[field];
    if (event && instant !== null && isOver(event, instant))
      yield noteAt(at(field), say.untilAfterEvent(event.name));
  }
  if (saleUntil !== null) {
    const tooLate = releasedAfter(saleUntil);
    if (saleFrom !== null && saleUntil < saleFrom) yield errorAt(at("saleUntil"), say.endsBeforeItBegins);
    else if (tooLate.length > 0) yield errorAt(at("saleUntil"), say.endsBeforeRelease(tooLate));
  }
  if (payBy !== null) {
    const tooLate = releasedAfter(payBy);
    if (saleFrom !== null && payBy < saleFrom) yield errorAt(at("payBy"), say.payBeforeSale);
    else if (tooLate.length > 0) yield errorAt(at("payBy"), say.payBeforeRelease(tooLate));
    if (saleUntil !== null && payBy > saleUntil) yield noteAt(at("payBy"), say.payAfterSale);
  }
}

function* lintPrices(rounds: EditionRound[], { id, cents }: EditionPass): Generator<EditionFinding> {
  const say = findingMessages.passes;
  const at = (round: string): FindingPlace => ({ part: "passes", item: id, field: `cents.${round}` });
  const priceIn = (round: EditionRound) => (Object.hasOwn(cents, round.id) ? cents[round.id] : undefined);

  for (const round of rounds) {
    if (priceIn(round) === 0) yield noteAt(at(round.id), say.free(round.title));
  }
  for (const key of Object.keys(cents)) {
    if (!rounds.some((round) => round.id === key)) yield errorAt(at(key), say.priceOfNoRound(key));
  }
  const inOrder = reachable(rounds);
  for (const [index, round] of inOrder.entries()) {
    const before = inOrder[index - 1];
    const [earlier, later] = [before && priceIn(before), priceIn(round)];
    if (before && earlier !== undefined && later !== undefined && later < earlier) {
      yield noteAt(at(round.id), say.cheaper(before.title));
    }
  }
}

/** Checks the events: their days, and how they fit the passes, the rounds and the previous edition. */
export function* lintEvents(
  { events, passes, rounds, conference }: EditionDocument,
  former: EditionDocument | null,
): Generator<EditionFinding> {
  const say = findingMessages.events;
  yield* twinsIn(
    events,
    ({ name }) => name,
    ({ id }, name) => noteAt({ part: "events", item: id, field: "name" }, findingMessages.twin(name)),
  );
  const then = former?.conference.year === conference.year ? null : former;
  const firstRelease = Math.min(...reachable(rounds).map(({ decisionRelease }) => decisionRelease));
  for (const event of events) {
    const { id, firstDay, lastDay, refundsUntil, ordinal } = event;
    const at = (field: string): FindingPlace => ({ part: "events", item: id, field });
    const admitted = passes.filter(({ eventId }) => eventId === id);
    if (admitted.length === 0) yield noteAt({ part: "events", item: id }, say.noPass);
    if (firstDay !== null && lastDay !== null && lastDay < firstDay) {
      yield errorAt(at("lastDay"), say.endsBeforeItBegins);
    }
    if (firstDay !== null && Number(firstDay.slice(0, 4)) !== conference.year) {
      yield noteAt(at("firstDay"), say.otherYear(conference.year));
    }
    if (firstDay !== null && lastDay !== null && daysFrom(firstDay, lastDay) >= LONGEST_EVENT_DAYS) {
      yield noteAt(at("lastDay"), say.long(daysFrom(firstDay, lastDay) + 1));
    }
    const age = event.minimumAge;
    if (age !== null && age > 0 && (age < LEAST_AGE || age > MOST_AGE))
      yield noteAt(at("minimumAge"), say.age(age));
    if (event.minimumAge !== null && firstDay === null) yield noteAt(at("minimumAge"), say.ageWithoutDays);
    if (refundsUntil !== null) {
      if (isOver(event, refundsUntil)) yield noteAt(at("refundsUntil"), say.refundsAfter);
      if (refundsUntil < firstRelease && Number.isFinite(firstRelease)) {
        yield noteAt(at("refundsUntil"), say.refundsBeforeRelease);
      }
    }
    yield* clocks(at("refundsUntil"), refundsUntil, event.timeZone);
    const dearer = admitted.find(({ cents }) =>
      Object.values(cents).some((price) => price > 0 && price < event.refundDepositCents),
    );
    if (dearer) yield noteAt(at("refundDepositCents"), say.deposit(dearer.title));

    const isSameOrdinal = then?.events.some((one) => one.id === id && one.ordinal === ordinal);
    if (ordinal !== null && isSameOrdinal) yield noteAt(at("ordinal"), say.ordinal);
    if (event.venue === null || !then || then.conference.location === conference.location) continue;
    // An online event keeps its time zone wherever the conference takes place.
    const held = then.events.filter(({ venue }) => venue !== null);
    const { location } = then.conference;
    if (held.some(({ venue }) => venue === event.venue)) yield noteAt(at("venue"), say.formerVenue(location));
    if (held.some(({ timeZone }) => timeZone === event.timeZone))
      yield noteAt(at("timeZone"), say.formerZone(event.timeZone, location));
  }
}
