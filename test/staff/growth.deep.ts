import { expect, test } from "vitest";
import { scansOf, tripsOf, watched } from "../support/asked.ts";
import { fillScale } from "../support/scale.ts";
import { row, rows } from "../support/storage.ts";
import { keepHouse, TENTH } from "../support/worker.ts";

// Compares how many rows the staff's pages read with 10,000 and with 100,000 applications.

const SOME = 10_000;
const MANY = 100_000;
/** A difference of this many rows is not growth: a full page of fifty reads more rows than a page that is not full. */
const A_LITTLE = 500;
const A_HANDFUL = 1_000;
/** A search stops after this many rows, however many people there are. */
const SEARCHED = 20_000;
/**
 * A list counts its rows only up to a limit, and beyond the limit shows "more than". Each row that is counted is read
 * twice: in an index and in the table.
 */
const COUNTED = 2_000;
/** The page before a release looks at every decision of its round, in several ways. */
const RELEASED = 8 * MANY;

const director = (addresses: string[]) => addresses.map((address): [string, string] => ["director", address]);
const PAGES: [account: string, address: string][] = [
  ...director(["/", "/admin", "/admin/release", "/admin/release/early", "/admin/release/regular"]),
  ...director(
    [
      "",
      "&state=draft",
      "&round=early",
      "&decision=undecided",
      "&sort=-score",
      "&sort=submitted",
      "&reviewed=no",
    ].map((filter) => `/admin/delegates?show=everyone${filter}`),
  ),
  ...director(
    [
      "ma",
      "maria",
      "ma+sa",
      "maria+santos",
      "a",
      "reader-001",
      "zzz",
      "japan",
      "university",
      "maria+japan",
    ].map((search) => `/admin/delegates?show=everyone&search=${search}`),
  ),
  ...director(
    ["", "?search=ma", "?search=maria+santos", "?state=captured", "?state=refunded"].map(
      (q) => `/admin/payments${q}`,
    ),
  ),
  ...director(["", "?search=ma", "?search=maria.santos"].map((q) => `/admin/accounts${q}`)),
  ...director(["", "?search=maria"].map((q) => `/admin/subscriptions${q}`)),
];

/** The most rows that a page may read with `MANY` applications, if it reads `ofSome` rows with `SOME`. */
function mostOf(page: string, ofSome: number): number {
  if (page.includes("search=")) return SEARCHED;
  if (page.includes("/admin/release/")) return RELEASED;
  return 1.2 * ofSome + (/\/(admin|subscriptions)$/.test(page) ? COUNTED : A_LITTLE);
}

type Cost = { trips: number; read: number; status: number; scans: string[] };

async function costs(): Promise<Map<string, Cost>> {
  const found = new Map<string, Cost>();
  for (const [account, address] of PAGES) {
    const { browser, meter, asked } = await watched(account);
    const page = await browser.open(address);
    const cost = { trips: tripsOf(page), read: meter.read, status: page.status };
    found.set(`${account} ${address}`, { ...cost, scans: await scansOf(asked, A_HANDFUL) });
  }
  return found;
}

test("with 100,000 applications staff's pages read no more than with 10,000, and scan nothing", async () => {
  await fillScale(SOME);
  const some = await costs();
  await fillScale(MANY, SOME);
  // The cron makes SQLite analyse its tables again, and the checker finds nothing wrong.
  await keepHouse({}, TENTH);
  expect(await row("SELECT findings FROM inspections")).toEqual({ findings: "[]" });
  const many = await costs();
  const grown: string[] = [];
  const table: string[] = [];
  for (const [page, { trips, read, status, scans }] of many) {
    const before = some.get(page)!;
    expect([status, trips], page).toEqual([200, before.trips]);
    expect(scans, page).toEqual([]);
    table.push(`${page}: ${before.read} → ${read}`);
    const most = mostOf(page, before.read);
    if (read > most) grown.push(table.at(-1)!);
  }
  console.log(table.join("\n"));
  expect(grown).toEqual([]);
}, 600_000);

/** Filters that have no index: each must look at every application. */
const FILTERS = [
  "is-nationality=JP",
  "is-nationality=XX",
  "is-institution=univ",
  "from-graduationYear=2024",
  "has-resume=no",
  "reviewsTo=1",
  "scoreFrom=4",
  "spreadFrom=2",
  "pass=none",
  "payment=paid",
  "award=yes",
  "label=none",
  "sort=name",
  "sort=institution",
  "sort=-reviews",
];

test("a filter of 100,000 applications reads at most three rows for each", async () => {
  const { browser, meter } = await watched("director");
  const costOf = async (query: string) => {
    const [read, start] = [meter.read, Date.now()];
    const page = await browser.open(`/admin/delegates?show=everyone${query}`);
    return { status: page.status, trips: tripsOf(page), read: meter.read - read, took: Date.now() - start };
  };
  await costOf("");
  const usual = await costOf("");
  const table: string[] = [];
  for (const filter of FILTERS) {
    const { status, trips, read, took } = await costOf(`&${filter}`);
    table.push(`${filter}: ${(read / MANY).toFixed(2)} rows an application, ${took} ms`);
    expect([status, trips], filter).toEqual([200, usual.trips]);
    expect(read - usual.read, filter).toBeLessThanOrEqual(3 * MANY);
  }
  console.log(table.join("\n"));
}, 600_000);

test("a search that finds too many says so", async () => {
  const { browser } = await watched("director");
  const text = async (search: string) =>
    (await browser.open(`/admin/delegates?show=everyone&search=${search}`)).text;
  expect(await text("ma")).toContain("More than 200 people match; type more letters.");
  expect(await text("maria+santos")).not.toContain("type more letters");
});

test("a plan over everybody is shown by pages, each line looked up once, and applied", {
  timeout: 600_000,
}, async () => {
  const { browser, meter, asked } = await watched("director");
  const people = await rows<{ uid: string; decision: string }>(
    `SELECT applications.uid, iif(decisions.decision = 'Accepted', 'Waitlisted', 'Accepted') AS decision
      FROM applications LEFT JOIN decisions ON decisions.conference_id = applications.conference_id
        AND decisions.uid = applications.uid
      WHERE applications.conference_id = 'aconf_2023' AND applications.uid GLOB 'scale*' AND submitted_at IS NOT NULL`,
  );
  const csv = ["uid,decision", ...people.map(({ uid, decision }) => `${uid},${decision}`)].join("\n");
  const timed = async <Result>(what: string, work: () => Promise<Result>): Promise<Result> => {
    const start = Date.now();
    const result = await work();
    console.log(`${what}: ${Date.now() - start} ms`);
    return result;
  };
  const file = new File([csv], "decisions.csv");
  const answer = await timed("proposed", () => browser.upload("/admin/upload-decisions", { file }));
  const path = answer.headers.get("Location")!;
  for (const after of [0, 50_000, 80_000, 0]) {
    const [read, statements] = [meter.read, asked.length];
    const page = await timed(`lines behind ${after}`, () => browser.open(`${path}?after=${after}`));
    expect([page.status, tripsOf(page)]).toEqual([200, 2]);
    expect(meter.read - read).toBeLessThan(9 * people.length);
    expect(await scansOf(asked.slice(statements), A_HANDFUL)).toEqual([]);
  }
  expect((await timed("applied", () => browser.post(path, { intent: "apply" }))).status).toBe(302);
  const id = path.split("/").at(-1);
  expect(await row("SELECT count(*) AS n FROM decisions WHERE plan_id = ?", id)).toEqual({
    n: people.length,
  });
  await timed("the file of applications", async () => (await browser.get("/admin/applications.csv")).text());
});
