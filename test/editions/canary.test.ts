import { env } from "cloudflare:workers";
import { beforeAll, expect, test } from "vitest";
import { personas } from "#db/seed/demo-people.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { wordsOf } from "../support/page.ts";
import { RECOUNTED, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";
import { EXACT_TEXTS } from "./exact-texts.ts";

/** The words of the seed, each with the word that replaces it in every row. */
const CANARIES: [seed: string, canary: string][] = [
  ["HPAIR", "CANARY"],
  ["Harvard", "Birdcage"],
  ["Hong Kong", "Zanziport"],
  ["HONG KONG", "ZANZIPORT"],
  ["Architects of Asia", "Singers of Zanziport"],
  ["Asia", "Atlantis"],
  ["thirty-first", "ninety-ninth"],
  ["America/New_York", "Pacific/Auckland"],
  ["New York", "Zanziport"],
  ["2023", "2041"],
  ["$50 ", "$77 "],
  ["49500", "61700"],
  ["55000", "62900"],
];
const FROM = Date.UTC(2023, 0, 1);
const UNTIL = Date.UTC(2024, 0, 1);
const YEARS = Date.UTC(2041, 0, 1) - FROM;

/** Columns that stay as they are: they join rows with one another, or they contain no words. */
const KEYS =
  /(^|_)(id|key|uid|hash|slug|kind|state|source|prefix|content_type|link|sha256|version)$|email|password/;

/** Some ids of the seed, each with the id that replaces it. Any edition may choose such ids freely. */
const IDS: [column: RegExp, ids: Record<string, string>][] = [
  [
    /^(?:rounds\.id|.*\.round_id|.*\.round)$/,
    { early: "firstCall", regular: "secondCall", bonus: "lastCall" },
  ],
  [/^(?:events\.id|.*\.event_id)$/, { harvard: "flight", summit: "cloud" }],
];

/**
 * Gives rounds, events and add-ons other ids, wherever a row names them. The table `tallies` is left out, because
 * triggers update it.
 */
async function renameIds() {
  const statements = ["PRAGMA defer_foreign_keys = ON"];
  for (const { name: table, sql } of await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name NOT IN ('d1_migrations', 'tallies')",
  )) {
    if (/VIRTUAL/i.test(sql)) continue;
    const columns = await rows<{ name: string; type: string }>(`PRAGMA table_info("${table}")`);
    for (const { name } of columns.filter(({ type }) => type === "TEXT")) {
      const found = IDS.find(([pattern]) => pattern.test(`${table}.${name}`))?.[1] ?? {};
      for (const [id, other] of Object.entries(found))
        statements.push(`UPDATE "${table}" SET "${name}" = '${other}' WHERE "${name}" = '${id}'`);
      statements.push(
        `UPDATE "${table}" SET "${name}" = replace("${name}", 'h2023', 'z2041') WHERE "${name}" LIKE '%h2023%'`,
      );
    }
  }
  await env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));
}

beforeAll(async () => {
  // The rows of `detail_changes` have dates too, and this test has to move them. A trigger forbids that, so the test
  // drops the trigger.
  await run("DROP TRIGGER detail_changes_unchanged");
  // Other triggers protect the settings for invoices and the bookings.
  const staying = ["entries_unchanged", "payments_stay_booked", "refunds_stay_booked"];
  for (const name of ["invoicing_stays", "invoicing_settled_once", ...staying])
    await run(`DROP TRIGGER ${name}`);
  await renameIds();
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' AND name NOT IN ('d1_migrations', 'tallies', 'settings')",
  );
  for (const { name: table } of tables) {
    const columns = await rows<{ name: string; type: string; pk: number }>(`PRAGMA table_info("${table}")`);
    const words = columns.filter(({ name, type, pk }) => type === "TEXT" && pk === 0 && !KEYS.test(name));
    for (const { name } of words) {
      const replaced = CANARIES.reduce(
        (sql, [seed, canary]) => `replace(${sql}, '${seed}', '${canary}')`,
        `"${name}"`,
      );
      await run(
        `UPDATE "${table}" SET "${name}" = ${replaced} WHERE "${name}" IS NOT NULL AND ${replaced} <> "${name}"`,
      );
    }
    // All columns are shifted in one statement, because checks compare them with one another.
    const shifted = columns
      .filter(({ type, pk }) => type === "INTEGER" && pk === 0)
      .map(({ name }) => `"${name}" = "${name}" + iif("${name}" BETWEEN ${FROM} AND ${UNTIL}, ${YEARS}, 0)`);
    if (shifted.length > 0) await run(`UPDATE "${table}" SET ${shifted.join(", ")}`);
  }
  await run("UPDATE settings SET value = replace(value, 'HPAIR', 'CANARY')");
  await run("UPDATE settings SET value = '#1f558c' WHERE key = 'accent'");
  await run("UPDATE conferences SET year = 2041 WHERE id = 'aconf_2023'");
  await run(`UPDATE subscriptions SET paid_until = paid_until + ${YEARS}`);
  await run(`UPDATE subscription_periods SET period_until = period_until + ${YEARS}`);
  await run("UPDATE prices SET cents = cents + 12200");
  await run("UPDATE payments SET amount_cents = amount_cents + 12200 WHERE lines LIKE '%61700%'");
  await run("UPDATE holdings SET cents = cents + 12200 WHERE cents = 49500");
  await run(`UPDATE entries SET cents = b.cents FROM payment_bookings AS b
    WHERE b.payment_id = entries.payment_id AND b.account = entries.account AND entries.kind = 'payment'`);
  for (const sql of RECOUNTED) await run(sql);
});

const LEAKS =
  /h2023|(?:release\/|round[=:]"?)(?:early|regular|bonus)|HPAIR|Harvard|Hong Kong|Asia|thirty-first|2023|\$495|\$550|New[ _]York|Eastern|\bE[SD]T\b/g;

/** A page without the lists that every edition offers: countries and zones. */
const withoutLists = (html: string) => html.replace(/<select[\s\S]*?<\/select>/g, "");

/** A day that is counted from the present day, and does not come from the edition. */
const COUNTED = /Due by \d+ \w+ \d{4}/g;

function leaksIn(said: string): string[] {
  const rest = EXACT_TEXTS.reduce((text, exact) => text.replaceAll(exact, ""), said).replaceAll(COUNTED, "");
  return [...rest.matchAll(LEAKS)].map(({ index }) => rest.slice(Math.max(0, index - 40), index + 40));
}

/** The kind of an address: its ids become `*`. There are many ids, and their pages are alike. */
const kindOf = (address: string) =>
  address.replace(/[?#].*/, "").replace(/\/[\w-]*(?:\d|[A-Z])[\w-]*(?=\/|$|\.)/g, "/*");

/** Opens the pages that links lead to, one for each kind of address. Returns the text of each page, by address. */
async function crawl(browser: Browser): Promise<Map<string, string>> {
  const said = new Map<string, string>();
  const waiting = [
    "/",
    "/application",
    "/decision",
    "/decision/letter",
    "/waiver",
    "/register",
    "/virtual-summit",
  ];
  waiting.push("/payment-info", "/scheduling", "/plus", "/plus/subscribe", "/change-email", "/?form=create");
  waiting.push("/openapi.json", "/developers", "/help");
  // The history of all conferences keeps its words, so its pages are left out.
  const seen = new Set([...waiting.map(kindOf), "/history", "/admin/editions"]);
  for (let address = waiting.shift(); address !== undefined; address = waiting.shift()) {
    const response = await browser.get(address);
    const type = response.headers.get("Content-Type") ?? "";
    expect(response.status, address).toBeLessThan(500);
    if (!/text|json/.test(type)) continue;
    const body = await response.text();
    if (!type.includes("html")) {
      said.set(address, body);
      continue;
    }
    const title = /<title>([^<]*)/.exec(body)?.[1] ?? "";
    const described = [...body.matchAll(/ (?:content|alt|title|aria-label|placeholder)="([^"]*)"/g)].map(
      ([, text]) => text,
    );
    said.set(address, `${title} ${described.join(" ")} ${wordsOf(withoutLists(body))}`);
    for (const [, href = ""] of body.matchAll(/ href="(\/(?!\/)[^"#]*)/g)) {
      const next = href.replaceAll("&amp;", "&");
      if (
        /^\/(?:media|build|assets|documents|favicon)|\.(?:js|css|svg|png)$/.test(next) ||
        seen.has(kindOf(next))
      )
        continue;
      seen.add(kindOf(next));
      waiting.push(next);
    }
  }
  return said;
}

test.each([
  null,
  ...personas.map(({ account }) => account),
])("no page shows a value of the seed: %s", async (account) => {
  const browser = account ? await signedIn(account) : new Browser();
  const said = await crawl(browser);
  expect(said.size).toBeGreaterThan(5);
  const leaks = [...said].flatMap(([address, text]) => leaksIn(text).map((leak) => `${address}: ${leak}`));
  expect(leaks).toEqual([]);
}, 120_000);

test("the canary is shown in its own words, prices, zone and colour", async () => {
  const visitor = await new Browser().open("/");
  expect(visitor.text).toContain("CANARY");
  expect(visitor.html).toContain("--accent:#1f558c");
  const policy = visitor.response.headers.get("Content-Security-Policy")!;
  expect(policy.match(/sha256-/g)!.length).toBeGreaterThanOrEqual(2);
  const { text } = await (await signedIn("signed")).open("/register");
  for (const value of ["Birdcage", "ninety-ninth", "17–19 February 2041", "$617"])
    expect(text).toContain(value);
});

test("no mail shows a value of the seed", async () => {
  const released = await (await signedIn("director")).open("/admin/release/firstCall");
  expect((await released.press("Release again")).status).toBe(302);
  const card = { cardNumber: "4111111111111111", expirationDate: "12/30", cardCode: "123" };
  const paying = await (await signedIn("signed")).open("/register");
  expect((await paying.press("Pay $617", { firstName: "Mei", lastName: "Chen", ...card })).status).toBe(302);
  const subscription = await (await signedIn("subscriber")).open("/plus/subscribe");
  expect((await subscription.press("Cancel subscription")).status).toBe(302);
  await keepHouse();
  const mails = await rows<{ subject: string; body: string }>("SELECT subject, body FROM outbox");
  expect(mails.length).toBeGreaterThan(2);
  expect(mails.flatMap(({ subject, body }) => leaksIn(`${subject} ${body}`))).toEqual([]);
});
