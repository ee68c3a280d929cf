// How long delegates in four cities wait for an answer, depending on where the Worker and the database are. Nothing is
// measured: the times are calculated from published distances, so that the choice can be made before anything is
// deployed, and reconsidered when a distance or a number of trips changes. `node scripts/bench/near.mjs` prints the
// tables of docs/decisions/0035-near-the-data.md.
import { pathToFileURL } from "node:url";

/**
 * Round trips in milliseconds. `edge`: from the visitor to the nearest data centre of Cloudflare. The other trips start
 * at that data centre and use the backbone: `enam` to a database in eastern North America, `apac` to one in East Asia,
 * and `replica` to the copy in the same region, which may be in another city.
 */
export const CITIES = {
  Boston: { edge: 10, enam: 15, apac: 215, replica: 15 },
  London: { edge: 10, enam: 80, apac: 200, replica: 15 },
  "Hong Kong": { edge: 10, enam: 210, apac: 10, replica: 35 },
  Sydney: { edge: 10, enam: 205, apac: 130, replica: 15 },
};

/** The round trip (ms) to a database from a Worker that was placed near it. */
const NEAR = 5;
/**
 * The processor answers a caller in North America within `answers` ms. For a caller elsewhere, three round trips are
 * added.
 */
const PROCESSOR = { answers: 600, trips: 3 };

/**
 * Trips to the database that somebody waits for, one after the other. `reads` are trips that only read. A replica can
 * answer such a trip if a stale answer does no harm. Only the primary can answer the `writes`; these include the reads
 * on which a write depends.
 */
export const ACTS = {
  page: { before: { reads: 3, writes: 0 }, now: { reads: 1, writes: 0 } },
  // The isolate has not read the settings yet, so it cannot ask for the session and the page in one trip.
  "page, isolate just started": { before: { reads: 3, writes: 0 }, now: { reads: 2, writes: 0 } },
  "staff list": { before: { reads: 4, writes: 0 }, now: { reads: 2, writes: 0 } },
  "form, and the page after it": {
    before: { reads: 3, writes: 4, answers: 2 },
    now: { reads: 1, writes: 2, answers: 2 },
  },
  paying: { before: { reads: 0, writes: 5, charges: true }, now: { reads: 0, writes: 3, charges: true } },
};

/** With `anywhere`, a replica is also asked who is signed in, what was decided and what was paid. */
export const OPTIONS = {
  before: { trips: "before", placed: false, replicas: "none" },
  "one trip, Worker near the visitor": { trips: "now", placed: false, replicas: "none" },
  "one trip, Worker near the database": { trips: "now", placed: true, replicas: "none" },
  "replicas, session from the primary": { trips: "now", placed: false, replicas: "safely" },
  "replicas, Worker near the database, session from the primary": {
    trips: "now",
    placed: true,
    replicas: "safely",
  },
  "replicas, session from a replica too": { trips: "now", placed: false, replicas: "anywhere" },
};

/**
 * How long somebody waits, in milliseconds. The connection is already open, and the computing time of the database and
 * the Worker is left out: these are the same with every option.
 *
 * @param {{ edge: number, primary: number, replica: number, processor: number }} distances from a city
 * @param {{ reads: number, writes: number, answers?: number, charges?: boolean }} trips
 * @param {{ placed: boolean, replicas: "none" | "safely" | "anywhere" }} option
 */
export function waitFor({ edge, primary, replica, processor }, trips, { placed, replicas }) {
  const { reads, writes, answers = 1, charges = false } = trips;
  const toWorker = edge + (placed ? primary : 0);
  const toPrimary = placed ? NEAR : primary;
  // Every page checks the session, and fetches its content in the same trip. So if the session is read from the
  // primary, everything else is read from the primary too. If the Worker was placed near the database, the copy beside
  // the Worker is no nearer than the primary.
  const toReads = replicas === "anywhere" && !placed ? Math.min(replica, primary) : toPrimary;
  const charging = charges ? PROCESSOR.answers + (placed ? 0 : PROCESSOR.trips * processor) : 0;
  return answers * toWorker + reads * toReads + writes * toPrimary + charging;
}

export const waitIn = (city, act, option, primary = "enam") => {
  const { [primary]: distance, edge, replica, enam } = CITIES[city];
  const { trips, ...where } = OPTIONS[option];
  return waitFor({ edge, primary: distance, replica, processor: enam }, ACTS[act][trips], where);
};

/**
 * If more than this share of all pages (0 to 1) is requested from East Asia and Australia, the average wait is shorter
 * with a database in East Asia than with a database in eastern North America.
 */
export function shareForAsia(option = "one trip, Worker near the database") {
  const mean = (cities, primary) =>
    cities.reduce((sum, city) => sum + waitIn(city, "page", option, primary), 0) / cities.length;
  const lost = mean(["Boston", "London"], "apac") - mean(["Boston", "London"], "enam");
  const won = mean(["Hong Kong", "Sydney"], "enam") - mean(["Hong Kong", "Sydney"], "apac");
  return lost / (lost + won);
}

const row = (cells) => `| ${cells.join(" | ")} |`;

/** The waiting times in each city, for each act and option, as tables of Markdown. */
export function nearTables() {
  const cities = Object.keys(CITIES);
  const head = (first) => [
    row([...first, ...cities]),
    row([...first.map(() => "---"), ...cities.map(() => "---:")]),
  ];
  const acts = Object.keys(ACTS).flatMap((act) =>
    Object.keys(OPTIONS).map((option, index) =>
      row([index === 0 ? act : "", option, ...cities.map((city) => waitIn(city, act, option))]),
    ),
  );
  const places = [
    ["eastern North America", "enam"],
    ["East Asia", "apac"],
  ].map(([name, primary]) =>
    row([name, ...cities.map((city) => waitIn(city, "page", "one trip, Worker near the database", primary))]),
  );
  return [
    [...head(["waits, ms", ""]), ...acts].join("\n"),
    [...head(["place of the database (waiting time for a page, ms)"]), ...places].join("\n"),
  ];
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  console.log(nearTables().join("\n\n"));
  console.log(
    `\nA database in Asia becomes the better choice once this share of pages is requested from Asia and Australia: ${shareForAsia()}`,
  );
}
