import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { scansOf, watched } from "../support/asked.ts";
import { billed } from "../support/bills.ts";
import { CONFERENCE } from "../support/people.ts";
import { run } from "../support/storage.ts";

/* ------------------------------------------------------------------ a conference of any size */

const FEW = 100;

/** Makes a person for each number in this range: an account, a name, an application, and what belongs to it. */
async function fill(from: number, to: number) {
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT ${from} UNION ALL SELECT n + 1 FROM numbers WHERE n < ${to - 1}) `;
  const uid = "printf('crowd-%06d', n)";
  // One person gets another surname, for the searches.
  const surname = "CASE WHEN n = 77 THEN 'Zaphod' ELSE 'Crowd' || n END";
  const statements = [
    `INSERT INTO users (uid, email, email_key, password_hash, created_at)
      SELECT ${uid}, printf('crowd%06d@many.example', n), printf('crowd%06d@many.example', n), '', n FROM numbers`,
    // Every tenth application is a draft. Every fifth application has a decision and is not a draft. One application in
    // a thousand is waitlisted.
    `INSERT INTO applications (conference_id, uid, created_at, submitted_at, review_count, mean_score)
      SELECT '${CONFERENCE}', ${uid}, 0, CASE WHEN n % 10 = 9 THEN NULL ELSE 1660000000000 + n * 1000 END,
        n % 3, CASE WHEN n % 3 = 0 THEN NULL ELSE 100 + n % 401 END FROM numbers`,
    `INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at)
      SELECT '${CONFERENCE}', ${uid}, 'about', 1, json_object('firstName', 'Mei', 'lastName', ${surname}), 0 FROM numbers`,
    `INSERT INTO search_words (conference_id, word, uid) SELECT '${CONFERENCE}', 'mei', ${uid} FROM numbers`,
    `INSERT INTO search_words (conference_id, word, uid) SELECT '${CONFERENCE}', lower(${surname}), ${uid} FROM numbers`,
    `INSERT INTO decisions (conference_id, uid, decision, set_at)
      SELECT '${CONFERENCE}', ${uid}, CASE WHEN n % 1000 = 0 THEN 'Waitlisted' ELSE 'Accepted' END, 0 FROM numbers WHERE n % 5 = 0`,
    `INSERT INTO orders (id, conference_id, payer_uid, means, due_cents, lease_until, created_at)
      SELECT printf('pay%017d', n), '${CONFERENCE}', ${uid}, 'simulator', 15000, 0, n FROM numbers`,
    `INSERT INTO payments (id, order_id, conference_id, delegate_uid, pass_type, add_ons, amount_cents, lines, state, created_at)
      SELECT printf('pay%017d', n), printf('pay%017d', n), '${CONFERENCE}', ${uid}, 'gold', '{}', 15000, '${billed("gold", 15_000)}', 'declined', n FROM numbers`,
    `INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at)
      SELECT '${CONFERENCE}', ${uid}, '${demoUid("reviewer")}', 'test', 0 FROM numbers WHERE n < 60`,
    `INSERT INTO reviews (conference_id, uid, staff_uid, scores, score, recommendation, version, created_at, saved_at)
      SELECT '${CONFERENCE}', ${uid}, '${demoUid("reviewer")}', '{}', 100 + n, 'Accepted', 1, 0, 0 FROM numbers WHERE n < 20`,
  ];
  for (const statement of statements) await run(numbers + statement);
}

/** Every filter is tried with each of these, because `show` changes how the rows are found. */
const SHOWS = ["show=mine", "show=everyone", ""];
const FILTERS = [
  "",
  "state=draft",
  "round=early",
  "round=regular",
  "decision=undecided",
  "decision=Accepted",
  "reviewed=yes",
  "reviewed=no",
  "sort=-score",
  "sort=score",
  "sort=submitted",
  "sort=-score&round=early&reviewed=no",
  "search=zap",
  "search=m+zaph",
  "search=crowd000077@many.example",
  "search=zaphod&decision=undecided&sort=score",
  "search=%21",
  "after=1660000050000-crowd-000050",
  "sort=-score&after=300-crowd-000050",
  "sort=submitted&after=1660000050000-crowd-000050",
  "state=draft&after=0-crowd-000059",
];
const LISTS: [account: string, address: string][] = [
  ...SHOWS.flatMap((show) =>
    FILTERS.map((filter): [string, string] => ["director", `/admin/delegates?${show}&${filter}`]),
  ),
  ...FILTERS.map((filter): [string, string] => ["reviewer", `/admin/delegates?${filter}`]),
  ...["", "show=everyone", "show=everyone&sort=-score", "search=zaphod&show=everyone"].flatMap(
    (filter): [string, string][] => [
      ["director", `/admin/delegates/crowd-000010?${filter}`],
      ["director", `/admin/delegates/next?${filter}&from=crowd-000010`],
      ["reviewer", `/admin/delegates/crowd-000010?${filter}`],
      ["reviewer", `/admin/delegates/next?${filter}&from=crowd-000010`],
    ],
  ),
  ...[
    "",
    "search=crowd000077",
    "search=zaphod",
    "search=m+zaph",
    "search=pay00000000000000077",
    "state=declined",
    "state=declined&pass=gold&search=zaphod",
    "after=50-pay00000000000000050",
    "sort=date&state=declined&after=50-pay00000000000000050",
  ].map((filter): [string, string] => ["director", `/admin/payments?${filter}`]),
  ...["", "search=crowd000077", "search=m+zaph", "sort=-email&after=crowd000050@many.example"].map(
    (filter): [string, string] => ["director", `/admin/accounts?${filter}`],
  ),
  ...["", "sort=since", "state=active&sort=since&after=1"].map((filter): [string, string] => [
    "director",
    `/admin/subscriptions?${filter}`,
  ]),
  ...["/admin", "/admin/release", "/admin/release/early", "/"].map((address): [string, string] => [
    "director",
    address,
  ]),
  ...["/admin", "/"].map((address): [string, string] => ["reviewer", address]),
];

/* ------------------------------------------------------------------ tests */

test("no list, search, neighbour, queue or count reads a whole table", { timeout: 90_000 }, async () => {
  await fill(0, FEW);
  const scans = new Set<string>();
  for (const [account, address] of LISTS) {
    const { browser, asked } = await watched(account);
    const page = await browser.open(address);
    expect(page.status, address).toBeLessThan(400);
    for (const scan of await scansOf(asked)) scans.add(scan);
  }
  expect([...scans]).toEqual([]);
});

test("the test above can see a scan", async () => {
  expect(await scansOf([{ sql: "SELECT * FROM applications WHERE uid = ?", values: ["x"] }])).toHaveLength(1);
});
