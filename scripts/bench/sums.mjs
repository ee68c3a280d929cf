// Calculates the result of a night: its figures, and whether our database and the processor agree on the money. Also
// calculates the figures of an evening at the door.
import { percentile } from "./figures.mjs";

const SHARES = [0.5, 0.95, 0.99];
const percentiles = (values) => SHARES.map((share) => percentile(values, share));

/**
 * @param {{ end: string, turnedAway: number, wait?: number }[]} requests for each request: how it ended ("answered",
 *   "turned away" or "failed"), how many times it was turned away (including the last time), and how long (ms) its last
 *   answer took, without earlier attempts.
 * @param {{ milliseconds: number | null }[]} payments the time from pressing the button to the receipt; null if there
 *   was no receipt.
 */
export function nightFigures(requests, payments) {
  const ended = (end) => requests.filter((request) => request.end === end);
  const answered = ended("answered");
  const paying = payments.flatMap(({ milliseconds }) => milliseconds ?? []);
  return {
    answered: answered.length,
    turnedAway: requests.reduce((sum, { turnedAway }) => sum + turnedAway, 0),
    left: ended("turned away").length,
    failed: ended("failed").length,
    waits: percentiles(answered.map(({ wait }) => wait)),
    receipts: paying.length,
    paying: percentiles(paying),
  };
}

/**
 * The differences in the money of a night, one sentence for each; empty if there is none.
 *
 * @param {{ captured: { uid: string, cents: number }[], charged: { uid: string, cents: number }[], payments: { uid:
 *   string, milliseconds: number | null, turnedAway: number }[], open: number }} sums what was captured according to
 *   our database, what the processor charged, the payments as their payers saw them, and the number of attempts whose
 *   outcome is still unknown.
 */
export function differencesIn({ captured, charged, payments, open }) {
  const [ours, theirs] = [captured, charged].map(byPayer);
  const found = [];
  for (const uid of new Set([...ours.keys(), ...theirs.keys()])) {
    const [here, there] = [ours, theirs].map((payers) => payers.get(uid) ?? []);
    if (String(here) !== String(there))
      found.push(
        `Our database has payments of [${here}] cents by ${uid}; the processor charged [${there}] cents.`,
      );
    if (there.length > 1) found.push(`${uid} was charged ${there.length} times.`);
  }
  for (const { uid, milliseconds, turnedAway } of payments) {
    if (milliseconds !== null && !ours.has(uid)) found.push(`${uid} has a receipt but has not paid.`);
    if (turnedAway > 0) found.push(`${uid} was turned away while paying.`);
  }
  if (open > 0) found.push(`The outcome of ${open} attempts is still unknown.`);
  return found;
}

function byPayer(payments) {
  const payers = new Map();
  for (const { uid, cents } of payments)
    payers.set(
      uid,
      [...(payers.get(uid) ?? []), cents].toSorted((one, other) => one - other),
    );
  return payers;
}

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * @param {{ kind: string, status: number, time: number, counted?: "first" | "last", rows?: number }[]} requests for
 *   each request of an evening: its kind, its status, and how long (ms) its answer took. Requests of the first and of
 *   the last visits also have the number of rows that they read.
 * @returns the number of requests, and how many failed (5xx). For each kind of request: how many there were, the
 *   percentiles of their times, and the mean number of rows that they read in the first and in the last visits (NaN if
 *   none was counted).
 */
export function doorFigures(requests) {
  const kinds = [...new Set(requests.map(({ kind }) => kind))].sort().map((kind) => {
    const all = requests.filter((request) => request.kind === kind);
    const rows = (counted) => mean(all.filter((one) => one.counted === counted).map((one) => one.rows));
    return {
      ...{ kind, requests: all.length, times: percentiles(all.map(({ time }) => time)) },
      ...{ firstRows: rows("first"), lastRows: rows("last") },
    };
  });
  return { requests: requests.length, failed: requests.filter(({ status }) => status >= 500).length, kinds };
}

/** The kind of request that may read ever more rows, because it reads the rows of everybody. */
const OF_EVERYBODY = "sealed list";
/**
 * The most rows that the last visits may read, as a multiple of the rows that the first visits read. It is more than 1
 * because people have different numbers of names, answers and entries.
 */
const MOST_GROWTH = 1.25;

/** Which requests read many more rows at the end of an evening than at its beginning, as sentences; empty if none. */
export const growthIn = (kinds) =>
  kinds
    .filter(({ kind, firstRows, lastRows }) => kind !== OF_EVERYBODY && lastRows > firstRows * MOST_GROWTH)
    .map(
      ({ kind, firstRows, lastRows }) =>
        `"${kind}" read ${firstRows} rows on average in the first visits, and ${lastRows} in the last.`,
    );
