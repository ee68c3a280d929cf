import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { ACTS, CITIES, nearTables, OPTIONS, shareForAsia, waitFor, waitIn } from "../scripts/bench/near.mjs";
import { configOf } from "../scripts/production.mjs";

const root = path.resolve(import.meta.dirname, "..");
const read = (file: string) => readFileSync(path.join(root, file), "utf8");

/* ------------------------------------------------------------------ the arithmetic */

const FAR = { edge: 10, primary: 200, replica: 20, processor: 200 };
const HERE = { edge: 0, primary: 0, replica: 0, processor: 0 };
const page = { reads: 1, writes: 0 };
const form = { reads: 1, writes: 2, answers: 2 };
const paying = { reads: 0, writes: 3, charges: true };
const nearVisitor = { placed: false, replicas: "none" } as const;
const nearDatabase = { placed: true, replicas: "none" } as const;

test.each([
  ["nothing is far", HERE, page, nearVisitor, 0],
  ["the Worker near the visitor: each trip crosses the distance", FAR, page, nearVisitor, 10 + 200],
  ["three trips", FAR, { reads: 3, writes: 0 }, nearVisitor, 10 + 3 * 200],
  ["the Worker near the database: the distance once", FAR, page, nearDatabase, 10 + 200 + 5],
  ["three trips there", FAR, { reads: 3, writes: 0 }, nearDatabase, 10 + 200 + 3 * 5],
  ["a form and the page after it", FAR, form, nearVisitor, 2 * 10 + 3 * 200],
  ["there", FAR, form, nearDatabase, 2 * (10 + 200) + 3 * 5],
  ["paying: the processor is far too", FAR, paying, nearVisitor, 10 + 3 * 200 + 600 + 3 * 200],
  ["there it is near", FAR, paying, nearDatabase, 10 + 200 + 3 * 5 + 600],
])("%s", (_, distances, trips, option, wait) => {
  expect(waitFor(distances, trips, option)).toBe(wait);
});

test.each([
  ["with a session from the primary a replica saves nothing", "safely", page, 10 + 200],
  ["with a session from the replica too, a page is as near as that", "anywhere", page, 10 + 20],
  ["writes go to the primary all the same", "anywhere", form, 2 * 10 + 20 + 2 * 200],
] as const)("%s", (_, replicas, trips, wait) => {
  expect(waitFor(FAR, trips, { placed: false, replicas })).toBe(wait);
});

test("a replica is asked where it is nearer than the primary, and only there", () => {
  const option = { placed: false, replicas: "anywhere" } as const;
  expect(waitFor({ ...FAR, primary: 21 }, page, option)).toBe(10 + 20);
  expect(waitFor({ ...FAR, primary: 20 }, page, option)).toBe(10 + 20);
  expect(waitFor({ ...FAR, primary: 19 }, page, option)).toBe(10 + 19);
});

test("beside the database the option with replicas is the one without", () => {
  for (const city of Object.keys(CITIES))
    for (const act of Object.keys(ACTS))
      expect(waitIn(city, act, "replicas, Worker near the database, session from the primary")).toBe(
        waitIn(city, act, "one trip, Worker near the database"),
      );
});

test("the share of pages that would decide for a database in Asia is where both serve all alike", () => {
  const share = shareForAsia();
  const mean = (cities: string[], primary: string) =>
    cities.reduce(
      (sum, city) => sum + waitIn(city, "page", "one trip, Worker near the database", primary),
      0,
    ) / cities.length;
  const all = (primary: string) =>
    share * mean(["Hong Kong", "Sydney"], primary) + (1 - share) * mean(["Boston", "London"], primary);
  expect(all("apac")).toBeCloseTo(all("enam"), 6);
});

/* ------------------------------------------------------------------ what was chosen */

test("the decision shows the tables of these numbers", () => {
  const record = read("docs/decisions/0035-near-the-data.md");
  for (const table of nearTables()) expect(record).toContain(table);
  expect(record).toContain(`${Math.round(shareForAsia() * 100)} %`);
  expect(Object.keys(OPTIONS)).toHaveLength(6);
});

test("in production the Worker runs where docs/operations.md creates the database and the files", () => {
  const { placement } = configOf("production");
  expect(placement).toEqual({ region: "aws:us-east-1" });
  const created = [
    ...read("docs/operations.md").matchAll(/wrangler (?:d1|r2 bucket) create \S+ --location (\w+)/g),
  ];
  // The first database, its bucket, and the database that a backup is restored into.
  expect(created.map(([, location]) => location)).toEqual(["enam", "enam", "enam"]);
  expect(configOf("development").placement).toBeUndefined();
});

test("the portal asks the primary alone: no session of D1 begins where it may be behind", () => {
  const sources = ["app", "db"].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => path.join(folder, file)),
  );
  expect(sources.length).toBeGreaterThan(100);
  const behind = /withSession(?!\("first-primary"\))/;
  expect(sources.filter((file) => behind.test(read(file)))).toEqual([]);
  for (const text of [
    "db.withSession()",
    'db.withSession("first-unconstrained")',
    "db.withSession(bookmark)",
  ])
    expect(text).toMatch(behind);
  expect('db.withSession("first-primary")').not.toMatch(behind);
});
