import { env } from "cloudflare:workers";
import { getTableName } from "drizzle-orm";
import { expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { FirstTrip } from "#db/first-trip.ts";
import { VERSIONED } from "#db/versions.ts";
import { priceRows, roundRows } from "~/conference/catalogue.server.ts";
import { type Asked, tripsOf } from "../support/asked.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { CONFERENCE, delegate, readyToPay } from "../support/people.ts";
import { chargesOf, row, rows, run } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

const versions = async () =>
  new Map(
    (await rows<{ content: string; version: string }>("SELECT * FROM content_versions")).map(
      ({ content, version }) => [content, version],
    ),
  );

/* ------------------------------------------------------------------ what is asked */

/** Makes the browser's requests note what they ask the database. Returns these notes. */
function noting(browser: Browser): Asked[] {
  const asked: Asked[] = [];
  const statements = new WeakMap<object, Asked>();
  const prepare = (sql: string) => {
    const wrapped = (statement: D1PreparedStatement, values: unknown[]): D1PreparedStatement => {
      const bound = Object.assign(statement, {});
      statements.set(bound, { sql, values });
      const bind = statement.bind.bind(statement);
      return Object.assign(bound, { bind: (...given: unknown[]) => wrapped(bind(...given), given) });
    };
    return wrapped(env.DB.prepare(sql), []);
  };
  const batch = (batched: D1PreparedStatement[]) => {
    asked.push(...batched.map((statement) => statements.get(statement)!));
    return env.DB.batch(batched);
  };
  browser.send = (request) => answerWith({ DB: { prepare, batch } }, request);
  return asked;
}

const nameOf = ({ sql, values }: Asked) => `${sql} ${JSON.stringify(values)}`;

test.each([
  ["accepted", "/", 20],
  ["accepted", "/decision", 14],
  ["signed", "/register", 15],
  ["goldplus", "/scheduling", 7],
  ["gold", "/payment-info", 15],
  ["draft", "/application/about", 7],
  ["subscriber", "/plus", 5],
  [null, "/", 5],
] as const)("somebody as %s asks for %s with %i statements at most, and for nothing twice", async (who, path, most) => {
  const browser = who ? await signedIn(who) : new Browser();
  for (const _ of [1, 2]) await browser.get(path);
  const asked = noting(browser);
  const page = await browser.open(path);
  expect([page.status, tripsOf(page)]).toEqual([200, 1]);
  expect(new Set(asked.map(nameOf)).size).toBe(asked.length);
  expect(asked.length, asked.map(nameOf).join("\n")).toBeLessThanOrEqual(most);
});

/** After this, everything that isolates have kept is out of date, although no value has changed. */
async function touchEverything() {
  await run("UPDATE editions SET revision = revision");
  await run("UPDATE speakers SET version = version");
}

test("what is kept is of tables alone whose every change makes another version", async () => {
  const kept = new Set<string>();
  for (const [who, ...paths] of [
    ["accepted", "/", "/decision", "/register", "/waiver", "/help"],
    ["goldplus", "/scheduling", "/scheduling/agenda", "/details"],
    ["draft", "/application", "/application/about", "/application/check"],
    ["subscriber", "/plus", "/plus/lectures"],
    ["director", "/admin", "/admin/scheduling"],
    [null, "/", "/plus", "/help"],
  ] as const) {
    const browser = who ? await signedIn(who) : new Browser();
    const asked = noting(browser);
    for (const path of paths) {
      await touchEverything();
      await browser.get(path);
      const first = asked.splice(0).map(({ sql }) => sql);
      await browser.get(path);
      const again = new Set(asked.splice(0).map(({ sql }) => sql));
      for (const sql of first) if (!again.has(sql)) kept.add(sql);
    }
  }
  expect(kept.size).toBeGreaterThan(15);
  const versioned = new Set(VERSIONED.map(({ table }) => getTableName(table)));
  for (const sql of kept) {
    const named = [...sql.matchAll(/\b(?:from|join)\s+"(\w+)"/gi)].map(([, name]) => name!);
    expect(named.length, sql).toBeGreaterThan(0);
    expect(
      named.filter((name) => !versioned.has(name)),
      sql,
    ).toEqual([]);
  }
});

test("every change makes a version that has not been there before", async () => {
  const before = await versions();
  await run("UPDATE rounds SET title = title WHERE conference_id = ?", CONFERENCE);
  const after = await versions();
  expect(after.get(CONFERENCE)).not.toBe(before.get(CONFERENCE));
  for (const [content, version] of before)
    if (content !== CONFERENCE) expect(after.get(content)).toBe(version);
  await run("INSERT INTO rooms (conference_id, id, title, position) VALUES (?, 'new', 'New', 9)", CONFERENCE);
  const withRoom = await versions();
  await run("DELETE FROM rooms WHERE id = 'new'");
  const last = await versions();
  expect(new Set([before, after, withRoom, last].map((one) => one.get(CONFERENCE))).size).toBe(4);
});

/* ------------------------------------------------------------------ what an isolate has kept is out of date */

// This isolate keeps what it has read. The test itself writes to the database, as another isolate would.

test("after a change a page takes one trip more, once", async () => {
  const { browser } = await readyToPay();
  const trips = async () => tripsOf(await browser.open("/register"));
  await trips();
  expect(await trips()).toBe(1);
  await run("UPDATE texts SET body = body WHERE conference_id = ?", CONFERENCE);
  expect([await trips(), await trips()]).toEqual([2, 1]);
});

/** Does the work while the database differs from what this isolate has read. */
async function whileChanged<Result>(
  browser: Browser,
  path: string,
  [changed, back]: readonly [string, string],
  work: () => Promise<Result>,
) {
  for (const _ of [1, 2]) await browser.get(path);
  await run(changed);
  try {
    return await work();
  } finally {
    await run(back);
  }
}

const DEARER = [
  "UPDATE prices SET cents = 51000 WHERE ticket_id = 'goldPlus' AND cents = 49500",
  "UPDATE prices SET cents = 49500 WHERE ticket_id = 'goldPlus' AND cents = 51000",
] as const;
const UNRELEASED = [
  "UPDATE rounds SET released_at = NULL WHERE id = 'early'",
  "UPDATE rounds SET released_at = decision_release WHERE id = 'early'",
] as const;
const replaced = (table: string, column: string, was: string, is: string) =>
  [
    `UPDATE ${table} SET ${column} = replace(${column}, '${was}', '${is}')`,
    `UPDATE ${table} SET ${column} = replace(${column}, '${is}', '${was}')`,
  ] as const;

test.each([
  ["a price", "/register", "$495", "$510", DEARER],
  ["a release that is taken back", "/decision", "You are accepted", "We are reading", UNRELEASED],
  ["an add-on", "/register", "Mug", "Teapot", replaced("add_ons", "title", "Mug", "Teapot")],
  [
    "an event",
    "/register",
    "thirty-first",
    "fortieth",
    replaced("events", "ordinal", "thirty-first", "fortieth"),
  ],
  [
    "a question",
    "/application/about",
    "First name",
    "Forename",
    replaced("questions", "text", "First name", "Forename"),
  ],
  [
    "a session",
    "/scheduling",
    "Registration",
    "Arrival",
    replaced("programme_sessions", "title", "Registration", "Arrival"),
  ],
  ["a room", "/scheduling", "Hall", "Barn", replaced("rooms", "title", "Hall", "Barn")],
] as const)("%s is as it is from the next request on", async (_, path, was, is, change) => {
  const browser =
    path === "/application/about"
      ? await signedIn("draft")
      : path === "/scheduling"
        ? await signedIn("goldplus")
        : (await readyToPay()).browser;
  const during = await whileChanged(browser, path, change, () => browser.open(path));
  expect(during.text).toContain(is);
  expect((await browser.open(path)).text).toContain(was);
});

test("nobody pays a price that is no longer so, nor on a decision that was taken back", async () => {
  for (const change of [DEARER, UNRELEASED]) {
    const { browser, uid } = await readyToPay();
    const paid = await whileChanged(browser, "/register", change, () =>
      browser.post("/register", PASS_PAYMENT),
    );
    expect(paid.status).toBeGreaterThanOrEqual(400);
    expect(await chargesOf(uid)).toEqual([]);
    expect(await rows("SELECT id FROM payments WHERE delegate_uid = ?", uid)).toEqual([]);
  }
});

test("of another edition nothing is shown of what was kept of the one before", async () => {
  const { browser } = await delegate();
  for (const _ of [1, 2]) await browser.get("/");
  const { value } = await row<{ value: string }>(
    "SELECT value FROM settings WHERE key = 'currentConference'",
  );
  await run("UPDATE settings SET value = 'hconf_2023' WHERE key = 'currentConference'");
  const page = await browser.open("/");
  await run("UPDATE settings SET value = ? WHERE key = 'currentConference'", value);
  expect(page.text).not.toContain("Asia Conference 2023");
  expect((await browser.open("/")).text).toContain("Asia Conference 2023");
});

test("without the trigger of its table an old price would be shown", async () => {
  const { sql } = await row<{ sql: string }>(
    "SELECT sql FROM sqlite_master WHERE name = 'prices_update_version'",
  );
  const { browser } = await readyToPay();
  await run("DROP TRIGGER prices_update_version");
  const during = await whileChanged(browser, "/register", DEARER, () => browser.open("/register"));
  await run(sql);
  expect(during.text).toContain("$495");
  expect(during.text).not.toContain("$510");
});

/* ------------------------------------------------------------------ one trip */

test("what several ask with the same values travels once, and its rows are nobody's to change", async () => {
  const meter = newMeter();
  const trip = new FirstTrip();
  const db = connect(env.DB, meter, trip);
  const [[one, other], again] = await Promise.all([
    db.batch([roundRows(db, CONFERENCE), roundRows(db, "hconf_2023")]),
    db.batch([roundRows(db, CONFERENCE), priceRows(db, CONFERENCE)]),
  ]);
  expect([meter.trips, meter.statements]).toEqual([1, 3]);
  expect(again[0]).toBe(one);
  expect(other).not.toEqual(one);
  expect(() => one.pop()).toThrow(TypeError);
  expect(() => Object.assign(one[0]!, { title: "" })).toThrow(TypeError);
});
