// Decides who comes on a night of results, when they come, and which pages they request. Everything depends on the
// random numbers that are passed in, so the same numbers make the same night.

/** The number of all requests, including those by strangers, divided by the number of delegates. */
const REQUESTS_EACH = 4;
/** One delegate in this many comes to pay. */
const OF_WHOM_ONE_PAYS = 30;
/** The number of requests by strangers (who have no cookies), divided by the number of delegates. */
const STRANGERS_EACH = 0.4;

/** Everybody has arrived after this share of the time. */
const LAST_ARRIVAL = 0.85;
/**
 * Most people arrive soon after the mail: within each period of this length (a share of the time), the rate of arrivals
 * falls by about two thirds.
 */
const STEEPNESS = 0.3;
/** How long a page is read on average, as a share of the run; in a run of three minutes, this is 9 s. */
const READING = 0.05;

/** The next step of a delegate who has looked at the decision. The numbers are cumulative probabilities. */
const MORE = [
  [0.45, { path: "/register" }],
  [0.65, { path: "/payment-info" }],
  [1, { reloads: true }],
];

/**
 * @typedef {{ path: string, reads: number, from?: string, reloads?: boolean, pays?: boolean }} Step `reads` is how long
 *   (s) the previous page was read. A step that pays also leads to the receipt, which is one more request.
 * @typedef {{ at: number, person: number | null, steps: Step[] }} Visit `at` is in seconds; a `person` of null is a
 *   stranger.
 */

/**
 * The visits of a night, ordered by when they begin. If every answer came immediately, the last request would be made
 * before the time is over.
 *
 * @param {number} people the number of delegates; the first thirtieth of them pay.
 * @param {number} seconds the time within which all requests are made.
 * @param {() => number} draw returns numbers from 0 up to, but not including, 1.
 * @returns {Visit[]}
 */
export function visitsOf(people, seconds, draw) {
  const payers = payersAmong(people);
  const strangers = Math.round(people * STRANGERS_EACH);
  const paths = Array.from({ length: people }, (_, person) =>
    person < payers ? paying(draw) : looking(draw),
  );
  // Visitors who only look make further requests, until the total number of requests is reached.
  const left = people * REQUESTS_EACH - strangers - requestsIn(paths);
  for (let more = 0; more < left; more += 1) {
    const steps = paths[payers + Math.floor(draw() * (people - payers))];
    steps.push(anotherStep(steps, draw()));
  }
  const alone = Array.from({ length: strangers }, () => [{ path: "/", from: "none" }]);
  return [...paths, ...alone]
    .map((steps, index) => visit(index < people ? index : null, steps, seconds, draw))
    .toSorted((one, other) => one.at - other.at);
}

export const payersAmong = (people) => Math.round(people / OF_WHOM_ONE_PAYS);

/** The number of requests that these lists of steps make. */
export const requestsIn = (paths) => paths.flat().reduce((sum, { pays }) => sum + (pays ? 2 : 1), 0);

const entrance = (draw) =>
  draw() < 0.6 ? { path: "/decision", from: "cross-site" } : { path: "/", from: "none" };

const looking = (draw) => [entrance(draw), { path: "/decision" }];
const paying = (draw) => [entrance(draw), { path: "/register" }, { path: "/register", pays: true }];

function anotherStep(steps, drawn) {
  const [, step] = MORE.find(([odds]) => drawn < odds);
  return step.reloads ? { path: steps.at(-1).path, reloads: true } : step;
}

function visit(person, steps, seconds, draw) {
  const share = 1 - Math.exp(-LAST_ARRIVAL / STEEPNESS);
  const at = -seconds * STEEPNESS * Math.log(1 - draw() * share);
  const reads = steps.map((_, index) => (index === 0 ? 0 : -seconds * READING * Math.log(1 - draw())));
  const all = reads.reduce((sum, one) => sum + one, 0);
  // Somebody who comes late reads faster, so that their visit ends before the night is over.
  const pace = Math.min(1, (seconds - at) / all);
  return { at, person, steps: steps.map((step, index) => ({ ...step, reads: reads[index] * pace })) };
}
