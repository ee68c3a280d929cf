import { expect, test } from "vitest";
import { doublesIn } from "../scripts/bench/bundle.mjs";
import { helperAt, journalDifferences } from "../scripts/bench/door-visits.mjs";
import {
  deadAmong,
  EVENING_SECONDS,
  eveningOf,
  forgedAmong,
  isAway,
  LANES,
} from "../scripts/bench/evening.mjs";
import { depthOf, loadFigures, median, percentile, together, turned } from "../scripts/bench/figures.mjs";
import { cpuChart, TABLES, table, withPart } from "../scripts/bench/report.mjs";
import { differencesIn, doorFigures, growthIn, nightFigures } from "../scripts/bench/sums.mjs";
import { payersAmong, requestsIn, visitsOf } from "../scripts/bench/visits.mjs";
import { seeded } from "./support/images.ts";

test.each([
  ["none", [], Number.NaN],
  ["one", [3], 3],
  ["two", [1, 4], 2.5],
  ["an odd number, in any order", [9, 1, 5], 5],
  ["an even number", [4, 1, 3, 2], 2.5],
])("the median of %s", (_, values, middle) => {
  expect(median(values)).toBe(middle);
});

const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
test.each([
  [hundred, 0.5, 50],
  [hundred, 0.95, 95],
  [hundred, 0.99, 99],
  [hundred, 1, 100],
  [[7], 0.5, 7],
  [[7], 0.99, 7],
  [[1, 2], 0.5, 1],
  [[1, 2], 0.51, 2],
  [[], 0.5, Number.NaN],
])("a percentile: %#", (values, share, found) => {
  expect(percentile(values, share)).toBe(found);
});

test.each([
  [0, ["a", "b", "c"]],
  [1, ["b", "c", "a"]],
  [2, ["c", "a", "b"]],
  [3, ["a", "b", "c"]],
])("who begins in run %i", (turns, order) => {
  expect(turned(["a", "b", "c"], turns)).toEqual(order);
});

const trip = (start: number, end: number) => ({ start, end });
test.each([
  ["none", [], 0],
  ["one", [trip(0, 150)], 1],
  ["one after the other", [trip(0, 150), trip(150, 300), trip(310, 460)], 3],
  ["two at once", [trip(0, 150), trip(0, 151)], 1],
  ["two at once, then one", [trip(0, 150), trip(5, 155), trip(155, 305)], 2],
  ["one that lasts as long as two others", [trip(0, 300), trip(0, 150), trip(150, 300)], 2],
])("how many trips wait for one another: %s", (_, trips, depth) => {
  expect(depthOf(trips)).toBe(depth);
});

const run = (requests: number, cpu: number, latencies: number[] = []) => ({
  requests,
  seconds: 2,
  cpu,
  latencies,
});

test("the slices of a run are one", () => {
  expect(together([run(2, 10, [1, 2]), run(1, 0, [3])])).toEqual({
    requests: 3,
    seconds: 4,
    cpu: 10,
    latencies: [1, 2, 3],
  });
});

test("ratios are those within a run, so that a slow moment of the machine counts for nothing", () => {
  const figures = loadFigures("/", {
    ours: [run(100, 1_000, [10, 20]), run(10, 200, [30]), run(90, 990, [40])],
    bare: [run(200, 500), run(20, 100), run(200, 500)],
    still: [run(2_000, 100), run(200, 20), run(1_000, 100)],
  });
  expect(figures).toEqual({
    name: "/",
    perSecond: 45,
    barePerSecond: 100,
    stillPerSecond: 500,
    ofBare: 0.5,
    cpu: 11,
    bareCpu: 2.5,
    stillCpu: 0.1,
    bareCpuOfOurs: 0.25,
    latencies: [20, 40, 40],
  });
});

const file = (bytes: number, format = "esm") => ({ bytes, format });
const bundled = {
  "app/entry.worker.ts": file(40),
  "build/server/index.js": file(1_000),
  "node_modules/react/index.js": file(50, "cjs"),
  "node_modules/@remix-run/react/dist/esm/index.js": file(70),
};
const built = ["app/root.tsx", "app/values/words.ts", "node_modules/i18n/langs/en.json"];

test.each([
  ["nothing", {}, []],
  ["what is left out again", { "app/root.tsx": file(0), "node_modules/react/index.mjs": file(0) }, []],
  [
    "a module of ours",
    { "app/values/words.ts": file(3) },
    ["app/values/words.ts is in the script twice: Vite built it in, and wrangler bundled it again"],
  ],
  [
    "a package in two forms",
    { "node_modules/react/index.mjs": file(50) },
    ["react is in the script more than once: node_modules/react as cjs and node_modules/react as esm"],
  ],
  [
    "a package in two folders",
    { "node_modules/x/node_modules/@remix-run/react/index.js": file(70) },
    [
      "@remix-run/react is in the script more than once: node_modules/@remix-run/react as esm and node_modules/x/node_modules/@remix-run/react as esm",
    ],
  ],
  [
    "a package that Vite built too",
    { "node_modules/x/node_modules/i18n/index.js": file(9) },
    [
      "i18n is in the script more than once: node_modules/i18n as esm and node_modules/x/node_modules/i18n as esm",
    ],
  ],
])("what is in the script twice: %s", (_, more, expected) => {
  expect(doublesIn({ ...bundled, ...more }, built)).toEqual(expected);
});

test("a table", () => {
  expect(table(["page", "ms"], [["/", "1"]])).toBe("| page | ms |\n| --- | ---: |\n| / | 1 |");
});

test.each([
  [
    "one size has nothing to grow from",
    [[100, 12]],
    "| page | rows at 100 | ms at 100 |",
    "| `/` | 12 | 3.0 |",
  ],
  [
    "the last size against the one before",
    [
      [100, 12],
      [10_000, 1_200],
      [100_000, 1_500],
    ],
    "| page | rows at 100 | rows at 10,000 | rows at 100,000 | 100,000 ÷ 10,000 | ms at 100 | ms at 10,000 | ms at 100,000 |",
    "| `/` | 12 | 1,200 | 1,500 | 1.25 | 3.0 | 3.0 | 3.0 |",
  ],
])("the table of rows: %s", (_, sizes, head, body) => {
  const measured = sizes.map(([applications, rows]) => ({ applications, rows, time: 3 }));
  const [first, , last] = TABLES.rows([{ name: "/", sizes: measured }]).split("\n");
  expect([first, last]).toEqual([head, body]);
});

test("the table of starts", () => {
  const rows = TABLES.start({ portal: 240.4, empty: 60, ofEmpty: 4.006 }).split("\n");
  expect(rows[2]).toBe("| 240 ms | 60 ms | 4.01 |");
});

test("the table of Lighthouse leaves out what was not asked of a page", () => {
  const scores = { performance: 99.5, accessibility: 100, "best-practices": 100 };
  const rows = TABLES.lighthouse([
    { name: "/", scores: { ...scores, seo: 100 } },
    { name: "/decision", scores },
  ]).split("\n");
  expect(rows.slice(2)).toEqual(["| `/` | 100 | 100 | 100 | 100 |", "| `/decision` | 100 | 100 | 100 |  |"]);
});

const DOCUMENT =
  "# Title\n\n<!-- bench: cpu -->\nold\n<!-- bench end -->\n\nprose\n\n<!-- bench: lcp --><!-- bench end -->";

test("a part is replaced where it stands, and what was written by hand stays", () => {
  const once = withPart(DOCUMENT, "cpu", "new");
  expect(once).toBe(DOCUMENT.replace("-->\nold\n<!--", "-->\n\nnew\n\n<!--"));
  expect(withPart(once, "cpu", "new")).toBe(once);
  expect(withPart(DOCUMENT, "lcp", "LCP")).toContain("old");
  expect(() => withPart(DOCUMENT, "rows", "new")).toThrow("does not contain");
});

test("the picture: bars as long as the times, and names that could be taken for markup", () => {
  const figures = { name: "/?a&b", cpu: 10, bareCpu: 5, stillCpu: 1, bareCpuOfOurs: 0.5 };
  const svg = cpuChart([figures, { ...figures, name: "<half>", cpu: 5, bareCpu: 2.5 }]);
  const widths = [...svg.matchAll(/class="(?:ours|bare)" x="210" .*? width="([\d.]+)"/g)].flatMap(([row]) =>
    [...row.matchAll(/width="([\d.]+)"/g)].map(([, width]) => Number(width)),
  );
  expect(widths).toEqual([460, 230, 230, 115]);
  expect(svg).toContain("/?a&amp;b");
  expect(svg).toContain("&lt;half>");
  expect(svg).toContain("10.0 ms · 0.50");
  expect(svg).toContain("prefers-color-scheme: dark");
});

type Visit = ReturnType<typeof visitsOf>[number];
const stepsOf = (visits: Visit[]) => visits.map(({ steps }) => steps);
const payersIn = (visits: Visit[]) => visits.filter(({ steps }) => steps.some(({ pays }) => pays));

test.each([
  [3_000, 180],
  [3_000, 20],
  [100, 60],
  [31, 20],
])("a night of %i delegates in %i s: four requests for each, all within the time", (people, seconds) => {
  const visits = visitsOf(people, seconds, seeded(37));
  expect(requestsIn(stepsOf(visits))).toBe(people * 4);
  const delegates = visits.flatMap(({ person }) => person ?? []);
  expect(new Set(delegates).size).toBe(people);
  expect(delegates).toHaveLength(people);
  for (const { at, steps } of visits) {
    const end = steps.reduce((sum, { reads }) => sum + reads, at);
    expect(at).toBeGreaterThanOrEqual(0);
    expect(end).toBeLessThanOrEqual(seconds + 1e-9);
  }
  expect(visits.map(({ at }) => at)).toEqual(visits.map(({ at }) => at).toSorted((a, b) => a - b));
});

test("a night is the same for the same seed, and another for another", () => {
  const night = visitsOf(300, 60, seeded(1));
  expect(visitsOf(300, 60, seeded(1))).toEqual(night);
  expect(visitsOf(300, 60, seeded(2))).not.toEqual(night);
});

test("a hundred of 3,000 pay, after they saw the form; more than half come in the first quarter of the time", () => {
  const visits = visitsOf(3_000, 180, seeded(37));
  expect(payersAmong(3_000)).toBe(100);
  expect(payersIn(visits)).toHaveLength(100);
  for (const { steps } of payersIn(visits))
    expect(steps.map(({ path }) => path).slice(-2)).toEqual(["/register", "/register"]);
  const soon = visits.filter(({ at }) => at < 45);
  expect(soon.length).toBeGreaterThan(visits.length / 2);
  const all = stepsOf(visits).flat();
  const isReload = all.filter(({ reloads }) => reloads).length;
  expect(isReload).toBeGreaterThan(1_000);
  expect(visits.filter(({ person }) => person === null)).toHaveLength(1_200);
});

test("the figures of a night", () => {
  const answered = hundred.map((wait) => ({ end: "answered", turnedAway: 0, wait }));
  const figures = nightFigures(
    [
      ...answered.slice(1),
      { end: "answered", turnedAway: 2, wait: 100 },
      { end: "turned away", turnedAway: 4, wait: 1 },
      { end: "failed", turnedAway: 0, wait: undefined },
    ],
    [{ milliseconds: 300 }, { milliseconds: 100 }, { milliseconds: null }],
  );
  expect(figures).toEqual({
    answered: 100,
    turnedAway: 6,
    left: 1,
    failed: 1,
    waits: [50, 95, 99],
    receipts: 2,
    paying: [100, 300, 300],
  });
});

const paid = { uid: "mei", cents: 49_500 };
const receipt = { uid: "mei", milliseconds: 300, turnedAway: 0 };
const right = { captured: [paid], charged: [paid], payments: [receipt], open: 0 };

test.each([
  ["nothing is wrong", {}, []],
  [
    "a payer who did not see the receipt has paid all the same",
    { payments: [{ ...receipt, milliseconds: null }] },
    [],
  ],
  [
    "a charge is lost",
    { captured: [], payments: [] },
    ["Our database has payments of [] cents by mei; the processor charged [49500] cents."],
  ],
  [
    "nobody was charged",
    { charged: [] },
    ["Our database has payments of [49500] cents by mei; the processor charged [] cents."],
  ],
  [
    "another sum",
    { charged: [{ ...paid, cents: 123 }] },
    ["Our database has payments of [49500] cents by mei; the processor charged [123] cents."],
  ],
  ["paid twice", { captured: [paid, paid], charged: [paid, paid] }, ["mei was charged 2 times."]],
  ["a receipt for nothing", { captured: [], charged: [] }, ["mei has a receipt but has not paid."]],
  [
    "a payer was turned away",
    { payments: [{ ...receipt, turnedAway: 1 }] },
    ["mei was turned away while paying."],
  ],
  ["an outcome is open", { open: 2 }, ["The outcome of 2 attempts is still unknown."]],
])("the sums of a night: %s", (_, change, sentences) => {
  expect(differencesIn({ ...right, ...change })).toEqual(sentences);
});

test("the table of a night", () => {
  const figures = { answered: 11_000, turnedAway: 900, left: 30, failed: 0, waits: [20.4, 100, 1_200] };
  const money = { captured: 100, receipts: 99, paying: [700, 2_000, 2_900], heapMegabytes: 41.25 };
  const night = { seconds: 20, requests: 12_000, ...figures, ...money };
  const [head, , row] = TABLES.night({ delay: 20, nights: [night] }).split("\n");
  expect(head).toMatch(/^\| time in which all requests are made \(each trip takes 20 ms longer\) \|/);
  expect(row).toBe(
    "| 20 s | 12,000 | 11,000 | 900 | 30 | 0 | 20 | 100 | 1,200 | 100 | 99 | 700 | 2,000 | 2,900 | 41.3 |",
  );
});

/* ------------------------------------------------------------------ an evening at the door */

test.each([
  60, 1_200,
])("an evening of %i people: all of them come, and a helper has one at a time", (people) => {
  const visits = eveningOf(people, seeded(41));
  const came = (kind: string) =>
    new Set(visits.flatMap(({ ticket }) => (ticket.kind === kind ? [ticket.number] : [])));
  expect(came("alive").size).toBe(people);
  expect([came("dead").size, came("forged").size]).toEqual([deadAmong(people), forgedAmong(people)]);
  expect(visits.map(({ at }) => at)).toEqual(visits.map(({ at }) => at).toSorted((a, b) => a - b));
  for (const [lane] of LANES.entries()) {
    const own = visits.filter((one) => one.lane === lane);
    for (const [index, { at, acts }] of own.slice(0, -1).entries())
      expect(own[index + 1]!.at).toBeGreaterThan(acts.reduce((end, { reads }) => end + reads, at));
  }
  for (const { ticket, acts } of visits) expect(acts.length > 0).toBe(ticket.kind === "alive");
});

test("an evening is the same for the same seed; most come early, and each kind of visit is there", () => {
  const visits = eveningOf(1_200, seeded(41));
  expect(eveningOf(1_200, seeded(41))).toEqual(visits);
  expect(eveningOf(1_200, seeded(42))).not.toEqual(visits);
  const until = (share: number) =>
    visits.filter(({ at }) => at < EVENING_SECONDS * share).length / visits.length;
  expect(until(0.5)).toBeGreaterThan(0.5);
  expect(until(1)).toBeGreaterThan(0.95);
  const before = (visit: (typeof visits)[number]) =>
    visits.find(({ ticket, at }) => ticket === visit.ticket && at < visit.at);
  const isPhone = ({ lane }: { lane: number }) => LANES[lane] === "phone";
  const again = visits.filter(before);
  expect(again.length).toBeGreaterThan(50);
  expect(again.filter((visit) => isPhone(visit) && isPhone(before(visit)!)).length).toBeGreaterThan(5);
  expect(visits.filter((visit) => isPhone(visit) && isAway(visit.at)).length).toBeGreaterThan(100);
  expect(visits.filter(({ acts }) => acts.some(({ act }) => act === "undone")).length).toBeGreaterThan(10);
});

const entry = { id: "one", thing: "pass", act: "in", way: "code", by: "mei" };
const asWritten = { id: "one", thing: "pass", number: 1, act: "in", times: 1, way: "code", byUid: "mei" };

test.each([
  ["nothing is wrong", [asWritten], [entry], []],
  ["an entry is lost", [], [entry], [/^Scanned, and not/, /^1 entries should .* but it has 0/]],
  ["an entry is invented", [asWritten], [], [/^In the journal/, /^0 entries should .* but it has 1/]],
  ["by somebody else", [{ ...asWritten, byUid: "ada" }], [entry], [/^Scanned/, /^In the journal/]],
  [
    "the same entry twice",
    [asWritten, { ...asWritten, number: 2, times: 2 }],
    [entry],
    [/^1 entries should .* but it has 2/],
  ],
  [
    "counted wrongly",
    [{ ...asWritten, times: 2 }],
    [entry],
    [/^An entry of pass has the number 1 and the count 2\./],
  ],
  ["a number left out", [{ ...asWritten, number: 2 }], [entry], [/^An entry of pass has the number 2/]],
  [
    "taken back",
    [asWritten, { ...asWritten, id: "two", number: 2, act: "undone", times: 0 }],
    [entry, { ...entry, id: "two", act: "undone" }],
    [],
  ],
])("the journal of an evening: %s", (_, written, scanned, patterns) => {
  const found = journalDifferences(written, scanned);
  expect(found).toHaveLength(patterns.length);
  for (const [index, pattern] of patterns.entries()) expect(found[index]).toMatch(pattern);
});

/**
 * Shows one ticket to a phone that has a network. `reason` says why the portal refuses the ticket; null if the portal
 * accepts the ticket.
 */
async function shownToPhone(kind: "alive" | "dead" | "forged", reason: string | null) {
  const answers: Record<string, unknown> = {
    "sealed list": { edition: "one", entries: {} },
    "question of a phone": { reason, times: 0 },
    "report of a phone": { outcome: reason ? "refused" : "done", reason },
  };
  const helper = helperAt({
    ...{ by: "mei", lane: LANES.indexOf("phone"), wait: async () => undefined, newId: () => "one" },
    ask: async (what) => ({ status: 200, location: null, body: JSON.stringify(answers[what]) }),
    ...{ keysOf: async () => ({ proof: "proof" }), listed: async () => null },
  });
  const ticket = { id: "pass", secret: "secret", mug: "mug", code: "code", name: "Mei" };
  const acts = kind === "alive" ? [{ act: "in" as const, reads: 0 }] : [];
  await helper.play({ at: 0, lane: 0, ticket: { kind, number: 0 }, acts }, () => ticket);
  return helper;
}

test.each([
  ["alive", "givenBack", "The phone refused ticket pass (alive). Its reason: givenBack."],
  ["dead", null, "The phone did not refuse ticket pass (dead)."],
  ["forged", null, "The phone did not refuse ticket pass (forged)."],
] as const)("an evening fails if the portal answers wrongly to a phone: %s, %s", async (kind, reason, sentence) => {
  await expect(shownToPhone(kind, reason)).rejects.toThrow(sentence);
});

test.each([
  ["alive", null, "done"],
  ["dead", "givenBack", "refused"],
  ["forged", "unknown", "refused"],
] as const)("an evening goes on if the portal answers rightly to a phone: %s, %s", async (kind, reason, outcome) => {
  const { scans, entries } = await shownToPhone(kind, reason);
  expect(scans).toEqual([{ id: "one", outcome, reason }]);
  expect(entries).toHaveLength(kind === "alive" ? 1 : 0);
});

test("the figures of an evening, and what reads more rows in the end than at the beginning", () => {
  const request = (kind: string, time: number, status = 200) => ({ kind, time, status });
  const figures = doorFigures([
    ...hundred.map((time) => request("press", time)),
    { ...request("list", 4), counted: "first", rows: 10 },
    { ...request("list", 6), counted: "last", rows: 20 },
    { ...request("list", 6), counted: "last", rows: 40 },
    request("list", 8, 503),
  ]);
  expect(figures).toEqual({
    ...{ requests: 104, failed: 1 },
    kinds: [
      { kind: "list", requests: 4, times: [6, 8, 8], firstRows: 10, lastRows: 30 },
      { kind: "press", requests: 100, times: [50, 95, 99], firstRows: Number.NaN, lastRows: Number.NaN },
    ],
  });
  expect(growthIn(figures.kinds)).toEqual([
    '"list" read 10 rows on average in the first visits, and 30 in the last.',
  ]);
  expect(growthIn([{ ...figures.kinds[0]!, lastRows: 11 }])).toEqual([]);
  expect(growthIn([{ ...figures.kinds[0]!, kind: "sealed list" }])).toEqual([]);
});

test("the table of an evening", () => {
  const evening = {
    ...{ seconds: 180, requests: 6_000, failed: 0, visits: 1_300, entries: 2_000, scans: 400 },
    ...{ doubles: 6, refused: 8, list: { cpu: 250.4, time: 300, bytes: 2_048 } },
    kinds: [
      { kind: "press", requests: 1_900, times: [20.4, 40, 1_100], firstRows: 12.4, lastRows: 12 },
      { kind: "sealed list", requests: 9, times: [20, 40, 41], firstRows: Number.NaN, lastRows: 5_000 },
    ],
  };
  const lines = TABLES.door({ delay: 20, people: 1_200, evenings: [evening] }).split("\n");
  expect(lines[0]).toMatch(/^\| 1,200 people within 180 s; each trip takes 20 ms longer \|/);
  expect(lines.slice(2, 4)).toEqual([
    "| press | 1,900 | 20 | 40 | 1,100 | 12 | 12 |",
    "| sealed list | 9 | 20 | 40 | 41 |  | 5,000 |",
  ]);
  expect(lines.join(" ")).toContain("0 answers with status 500 or higher");
});
