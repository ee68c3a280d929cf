import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { memoryDatabase } from "./support/histories/sqlite.ts";

const folder = path.join(import.meta.dirname, "../migrations");
const names = readdirSync(folder)
  .filter((name) => name.endsWith(".sql"))
  .sort();

/** A database that got these statements before the migration whose name begins so, and was then migrated to the last. */
async function migrated(first: string, earlier: string[]): Promise<D1Database> {
  const db = memoryDatabase();
  const run = (statements: string[]) => db.batch(statements.map((statement) => db.prepare(statement)));
  for (const name of names) {
    if (name.startsWith(first)) await run(earlier);
    await run(readFileSync(path.join(folder, name), "utf8").split("--> statement-breakpoint"));
  }
  return db;
}

const rowsOf = async (db: D1Database, query: string) => (await db.prepare(query).all()).results;

const id = (name: string) => name.padEnd(20, "0");
const INVOICING = { seller: "HPAIR", payTo: "The bank", tax: "No tax.", days: 21, secondPersonCents: 30_000 };
const LINES = '[{"id":"goldPlus","title":"Ticket","cents":49500}]';

const person = (uid: string, admin: 0 | 1) =>
  `INSERT INTO users (uid, email, email_key, password_hash, admin, created_at)
    VALUES ('${uid}', '${uid}@x.example', '${uid}@x.example', 'none', ${admin}, 1)`;

/** Money that came in for a pass, or for nothing. */
const money = (conference: string, state: "taken" | "unwanted" | "returned") => {
  const [payment, settled] = [id(`p${conference}${state}`), state === "unwanted" ? "NULL" : "6"];
  return [
    person(`${conference}${state}`, 0),
    `INSERT INTO applications (conference_id, uid, created_at, submitted_at)
      VALUES ('${conference}', '${conference}${state}', 1, 2)`,
    `INSERT INTO payments (id, conference_id, delegate_uid, pass_type, add_ons, amount_cents, lines, state, gateway,
      lease_until, created_at) VALUES ('${payment}', '${conference}', '${conference}${state}', 'goldPlus', '{}', 49500,
      '${LINES}', '${state === "taken" ? "captured" : "released"}', 'cash', 0, 4)`,
    `INSERT INTO takings (id, conference_id, payment_id, means, reference, received_on, amount_cents, state,
      recorded_by, recorded_at, settled_by, settled_at) VALUES ('${id(`t${conference}${state}`)}', '${conference}',
      '${payment}', 'cash', 'An envelope', '2022-12-01', 49500, '${state}', 'treasurer', 5, 'director', ${settled})`,
  ];
};

const edition = (conference: string, revision: number | null, invoicing: object | null) => [
  `INSERT INTO conferences (id, location, year, lat, lng) VALUES ('${conference}', 'BOSTON', 2023, 0, 0)`,
  `INSERT INTO editions (conference_id, revision, invoicing)
    VALUES ('${conference}', ${revision}, ${invoicing ? `'${JSON.stringify(invoicing)}'` : "NULL"})`,
  `INSERT INTO events (conference_id, id, name, time_zone, refund_deposit_cents, position)
    VALUES ('${conference}', 'e', 'Conference', 'UTC', 0, 0)`,
  `INSERT INTO tickets (conference_id, id, title, position, on_sale, event_id)
    VALUES ('${conference}', 'goldPlus', 'Ticket', 0, 1, 'e')`,
];

const EARLIER = [
  ...edition("with", 2, INVOICING),
  ...edition("bare", null, null),
  ...[person("treasurer", 1), person("reader", 1), person("director", 1), person("former", 0)],
  `INSERT INTO staff (uid, abilities, created_at) VALUES ('treasurer', '["decide","money"]', 7),
    ('reader', '["read"]', 7), ('former', '["everything"]', 7)`,
  ...money("with", "taken"),
  ...money("with", "unwanted"),
  ...money("with", "returned"),
  ...money("bare", "taken"),
  `INSERT INTO add_ons (conference_id, id, ticket_id, title, cents, variants, image, position) VALUES
    ('with', 'shirt', 'goldPlus', 'Shirt', 3000, '["S","M"]', NULL, 0),
    ('with', 'mug', 'goldPlus', 'Mug', 2500, NULL, 'mug.webp', 1),
    ('with', 'ferry', 'goldPlus', 'Ferry', 2500, NULL, NULL, 2)`,
  `INSERT INTO edition_revisions VALUES ('with', 1, '{"of":1}', NULL, 'director', 1),
    ('with', 2, '{"of":2}', '{"of":1}', 'director', 2), ('bare', 1, '{"of":3}', '{"of":0}', 'director', 1)`,
];

const balances = (db: D1Database) =>
  rowsOf(
    db,
    "SELECT conference_id AS edition, account, sum(cents) AS cents FROM journal GROUP BY 1, 2 ORDER BY 1, 2",
  );

test("money of before stays in the books to the cent, with the limit that was in force", async () => {
  const db = await migrated("0038", EARLIER);
  expect(
    await rowsOf(
      db,
      `SELECT state, limit_cents AS "limit", created_at AS at, recorded_by AS by, confirmed_by AS confirmed
        FROM takings ORDER BY id`,
    ),
  ).toEqual([
    { state: "taken", limit: 50_000, at: 5, by: "treasurer", confirmed: null },
    { state: "returned", limit: 30_000, at: 5, by: "treasurer", confirmed: null },
    { state: "taken", limit: 30_000, at: 5, by: "treasurer", confirmed: null },
    { state: "unwanted", limit: 30_000, at: 5, by: "treasurer", confirmed: null },
  ]);
  expect(await balances(db)).toEqual([
    { edition: "bare", account: "cash", cents: 49_500 },
    { edition: "bare", account: "goldPlus", cents: -49_500 },
    { edition: "with", account: "cash", cents: 99_000 },
    { edition: "with", account: "goldPlus", cents: -49_500 },
    { edition: "with", account: "owed", cents: -49_500 },
  ]);
  expect(await rowsOf(db, "SELECT 1 FROM reversals")).toEqual([]);
});

test("what invoices said is in force, and those who had the ability keep the time from which they had it", async () => {
  const db = await migrated("0038", EARLIER);
  expect(
    await rowsOf(
      db,
      `SELECT conference_id AS edition, seller, pay_to AS payTo, tax, days, second_person_cents AS secondPersonCents,
        state, version FROM invoicing`,
    ),
  ).toEqual([{ edition: "with", ...INVOICING, state: "applied", version: 1 }]);
  expect(await rowsOf(db, "SELECT uid, since FROM money_since ORDER BY uid")).toEqual([
    { uid: "director", since: 1 },
    { uid: "treasurer", since: 7 },
  ]);
});

test("what had a picture or sizes is taken home, and what is published is the base of its draft", async () => {
  const db = await migrated("0038", EARLIER);
  expect(await rowsOf(db, "SELECT id, taken_home AS home FROM add_ons ORDER BY id")).toEqual([
    { id: "ferry", home: 0 },
    { id: "mug", home: 1 },
    { id: "shirt", home: 1 },
  ]);
  expect(
    await rowsOf(db, "SELECT document, base FROM edition_revisions ORDER BY conference_id DESC, 2"),
  ).toEqual([
    { document: '{"of":1}', base: null },
    { document: '{"of":2}', base: '{"of":2}' },
    { document: '{"of":3}', base: '{"of":0}' },
  ]);
});
