// Decides who comes to the door on an evening, when, to which helper, and what is done with each ticket. Everything
// depends on the random numbers that are passed in, so the same numbers make the same evening.

const MINUTE = 60;
/**
 * How long (s) the evening lasts. The last person comes a little before the end of the evening, because the helpers
 * still have to deal with the queues after that.
 */
export const EVENING_SECONDS = 45 * MINUTE;
const LAST_ARRIVAL = 42 * MINUTE;
/** Most people come around this time (s): the programme begins soon after it. */
const PEAK = 15 * MINUTE;

/** For each helper, how they find people: with the camera of their phone, in the list of names, or on the page that scans. */
export const LANES = ["camera", "camera", "camera", "camera", "names", "names", "phone", "phone"];

/** When the phones of the two "phone" lanes have no network (s from the beginning). */
const AWAY = [
  [10 * MINUTE, 20 * MINUTE],
  [28 * MINUTE, 36 * MINUTE],
];
/** Whether the phones have no network at this time (s from the beginning). */
export const isAway = (at) => AWAY.some(([from, to]) => at >= from && at < to);

/** How likely it is that somebody comes to each kind of lane. The numbers are cumulative probabilities. */
const WAYS = [
  [0.6, "camera"],
  [0.75, "names"],
  [1, "phone"],
];
/**
 * Three probabilities: that somebody is handed a mug at the door; that a helper first lets them in by mistake and
 * undoes it; and that they come in again later.
 */
const MUGS = 0.6;
const MISTAKES = 0.02;
const RETURNS = 0.06;
/** Of the tickets that come to a "phone" lane, one in this many is shown to the other phone too, a minute later. */
const SHOWN_TWICE = 15;
/** For each person whose ticket no longer counts, and for each with a forged one, this many have a valid ticket. */
const OF_WHOM_ONE_IS_DEAD = 60;
const OF_WHOM_ONE_FORGES = 100;

/**
 * How long (s) a helper takes to find somebody in each kind of lane, and to read a page before each press. The first
 * number of each pair is the shortest time, and the second is the longest time that is added to the first.
 */
const FINDING = { camera: [3, 5], names: [8, 10], phone: [2, 3] };
const READING = [1.5, 3];

/**
 * @typedef {"in" | "handed" | "undone"} Act
 * @typedef {{ kind: "alive" | "dead" | "forged", number: number }} Ticket
 * @typedef {{ at: number, lane: number, ticket: Ticket, acts: { act: Act, reads: number }[] }} Visit `at` is when the
 *   helper begins, in seconds from the beginning of the evening; `reads` is how long the helper reads the page before
 *   the press.
 */

export const deadAmong = (people) => Math.ceil(people / OF_WHOM_ONE_IS_DEAD);
export const forgedAmong = (people) => Math.ceil(people / OF_WHOM_ONE_FORGES);

/**
 * The visits of an evening, ordered by when they begin. Each helper has one visitor at a time. A visitor goes to the
 * helper of the right kind who is free first, and waits in a queue if all of them are busy.
 *
 * @param {number} people the number of people with a ticket that counts; all of them come.
 * @param {() => number} draw returns numbers from 0 up to, but not including, 1.
 * @returns {Visit[]}
 */
export function eveningOf(people, draw) {
  const between = ([least, more]) => least + draw() * more;
  const come = (kind, number) => ({
    ticket: { kind, number },
    at: arrival(draw()),
    way: wayOf(kind, draw()),
    acts: kind === "alive" ? actsOf(draw) : [],
  });
  const waiting = [
    ...Array.from({ length: people }, (_, number) => come("alive", number)),
    ...Array.from({ length: deadAmong(people) }, (_, number) => come("dead", number)),
    ...Array.from({ length: forgedAmong(people) }, (_, number) => come("forged", number)),
  ].toSorted((one, other) => one.at - other.at);
  const free = LANES.map(() => 0);
  const visits = [];
  for (let next = waiting.shift(); next; next = waiting.shift()) {
    const { ticket, at, way, acts, not, isAgain } = next;
    const lane = laneFor(way, free, not);
    const visit = {
      ...{ at: Math.max(at, free[lane]), lane, ticket },
      acts: acts.map((act) => ({ act, reads: between(READING) })),
    };
    free[lane] = visit.at + between(FINDING[way]) + visit.acts.reduce((sum, { reads }) => sum + reads, 0);
    visits.push(visit);
    if (isAgain || ticket.kind !== "alive") continue;
    const again = { ticket, acts: ["in"], isAgain: true };
    if (way === "phone" && ticket.number % SHOWN_TWICE === 0)
      insert(waiting, { ...again, at: free[lane] + MINUTE, way, not: lane });
    else if (draw() < RETURNS)
      insert(waiting, { ...again, at: free[lane] + between([5 * MINUTE, 10 * MINUTE]), way: "camera" });
  }
  return visits.toSorted((one, other) => one.at - other.at);
}

/**
 * The kind of lane to which somebody comes. A ticket that does not count never comes to the list of names, because the
 * list already says that it does not count.
 */
function wayOf(kind, drawn) {
  const [, way] = WAYS.find(([odds]) => drawn < odds);
  return kind !== "alive" && way === "names" ? "camera" : way;
}

/** When somebody arrives: few people arrive at first, most around the peak, and fewer and fewer until the last one. */
function arrival(drawn) {
  const rising = PEAK / LAST_ARRIVAL;
  return drawn < rising
    ? Math.sqrt(drawn * LAST_ARRIVAL * PEAK)
    : LAST_ARRIVAL - Math.sqrt((1 - drawn) * LAST_ARRIVAL * (LAST_ARRIVAL - PEAK));
}

function actsOf(draw) {
  const isMistake = draw() < MISTAKES;
  return [...(isMistake ? ["in", "undone"] : []), "in", ...(draw() < MUGS ? ["handed"] : [])];
}

/** The lane of this kind that is free first; the lane `not` is left out. */
function laneFor(way, free, not) {
  const lanes = LANES.flatMap((of, lane) => (of === way && lane !== not ? [lane] : []));
  return lanes.reduce((best, lane) => (free[lane] < free[best] ? lane : best));
}

function insert(waiting, visit) {
  const index = waiting.findIndex(({ at }) => at > visit.at);
  waiting.splice(index < 0 ? waiting.length : index, 0, visit);
}
