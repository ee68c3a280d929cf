import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import { expect } from "@playwright/test";
import { root } from "../../scripts/env.mjs";
import { tooNewIn } from "../support/old-browsers.ts";
import { type Account, demoAccount, newId, type Portal, sha256, test } from "./support.ts";

const KILOBYTE = 1024;
/**
 * The programme needs this much: it says in the specification's words for whom each session is, and it shows times in
 * two zones.
 */
const HTML_LIMIT = 9.25 * KILOBYTE;
/**
 * The limit for pages that show one of these: the whole agreement; all questions and answers; filters with two lists of
 * all countries; all building blocks; the guide for developers.
 */
const LONG_HTML_LIMIT = 13 * KILOBYTE;
/** A page that hydrates contains its data a second time, for the scripts. */
const HYDRATED_HTML_LIMIT = 16 * KILOBYTE;
/** All scripts that a hydrating page loads, including React and the module of staff's pages. */
const HYDRATED_SCRIPTS_LIMIT = 131 * KILOBYTE;
/**
 * The modules that dismiss notifications need 0.25 KB for what they say about critical ones
 * (docs/decisions/0090-notices-and-what-is-next.md).
 */
const MODULE_LIMITS = {
  delegate: 5.75 * KILOBYTE,
  decision: 3.25 * KILOBYTE,
  // Card rules and prices. The links to a payer and to an invoice take along what was chosen (0.1 KB).
  payment: 9.5 * KILOBYTE,
  library: 2 * KILOBYTE,
  live: 3.25 * KILOBYTE,
  // This module reads QR codes (10 KB), verifies and opens tickets, and stores what was done. Phones keep the module.
  door: 22 * KILOBYTE,
  // Passkeys take 0.6 KB of this (docs/decisions/0100-a-second-factor.md). The keyboard key for the documents of an
  // application opens them one after the other. To dismiss a notification without losing what is typed takes 0.2 KB.
  staff: 6.5 * KILOBYTE,
};
/** The styles that a page inlines. */
const INLINED_CSS_LIMIT = 7.5 * KILOBYTE;
/**
 * The styles that staff's pages link to, in a file that the browser keeps. Rows that open
 * (docs/decisions/0078-rows-that-open.md), the score bar (0076), low filters (0091) and last days (0123) raised this
 * limit from 3 KB.
 */
const LINKED_CSS_LIMIT = 5.25 * KILOBYTE;
/** The land on the map of the world. The browser keeps it. */
const MAP_LIMIT = 8 * KILOBYTE;
/**
 * The most requests that opening a page may make: for the page, for its module and for an icon. Lazy pictures, films,
 * and pictures that the browser keeps are not counted. Staff's pages are not checked.
 */
const MOST_REQUESTS = 3;
/**
 * The most trips to the database for a page that exists, by a visitor who has been here before. Staff's lists make a
 * second trip for the people in their rows: `MORE_TRIPS` in test/routes/pages.test.ts names them.
 */
const MOST_TRIPS = { delegates: 1, staff: 2 };
/** An additional trip counts all answers of an edition, if the address asks for it. */
const MORE_TRIPS: Record<string, number> = { "?usage": 1 };
/**
 * A director's additional trips: for proposals about money, for what waits, and for the name of the person who
 * published. Each trip is made only if there is something to read.
 */
const TRIPS_FOR_NAMES: Record<string, number> = {
  "/": 2,
  "/admin/grants": 2,
  "/admin/editions/:id/publish": 1,
};
/**
 * Twenty-one of the statements read three things: the delegate's standing, the people whom the delegate has asked to
 * pay, and the people who have asked the delegate to pay.
 */
const MOST_STATEMENTS = { delegates: 30, staff: 38 };

const VISITORS = [
  null,
  ...["new", "draft", "submitted", "unreleased", "accepted", "signed", "regular", "deferred", "rejected"],
  ...["gold", "goldplus", "subscriber", "reviewer", "director"],
];

/**
 * A visitor like the reviewer, but with a second factor. Only the pages about the factor differ from the reviewer's.
 */
const WITH_FACTOR = "reviewer with a second factor";
const PAGES_OF_FACTOR = ["/code", "/second-factor"];

/** Queries that show the same page in another state. */
const VARIANTS: Record<string, string[]> = {
  "/": ["?form=create", "?form=forgot"],
  "/application/:section": ["?check", "?saved"],
  "/application/documents": ["?check"],
  "/verify-email": ["?sent"],
  "/scheduling": ["?day=2023-02-18&zone=Asia/Tokyo", "?search=panel"],
  "/register/add-ons": ["?addOns.h2023mug=true"],
  "/register": ["", "&pay"].map((step) => `?addOns.h2023mug=true&addOns.h2023shirtblack=M${step}`),
  "/admin/editions/:id/questions/:section": ["?usage"],
};

// There are some four hundred pages. The tests count and do not measure time, so a busy machine may be slow.
test.describe.configure({ timeout: 240_000 });

/** Whether a page is for staff. Such pages link a style sheet, and may ask the database more. */
const isOfStaff = (pattern: string) => /^\/(admin|staff|notifications)(\/|$)/.test(pattern);
/** Whether a page may hydrate: only the editor of questions may. Pages for delegates and visitors never hydrate. */
const mayHydrate = (pattern: string) => pattern === "/admin/editions/:id/questions/:section";

type Visit = { pattern: string; address: string; visitor: string | null };
type Page = Visit & {
  html: string;
  status: number;
  weight: number;
  limit: number;
  trips: number;
  statements: number;
  modules: string[];
};

test("every page of every visitor is light, runs no inline script and asks the database little", async ({
  portal,
  origin,
}) => {
  const pages = await everyPage(portal, origin);
  const patterns = [...new Set(pages.map(({ pattern }) => pattern))];
  const heaviest = patterns.flatMap((pattern) =>
    [HTML_LIMIT, LONG_HTML_LIMIT, HYDRATED_HTML_LIMIT].flatMap((limit) => {
      const [page] = pages
        .filter((page) => page.pattern === pattern && page.limit === limit)
        .sort((one, other) => other.weight - one.weight);
      return page ? [page] : [];
    }),
  );
  const most = (pattern: string, count: "trips" | "statements") =>
    Math.max(...pages.filter((page) => page.pattern === pattern).map((page) => page[count]));
  console.table(
    heaviest.map(({ address, visitor, status, html, weight, limit, trips, pattern }) => ({
      "heaviest page": address,
      visitor: visitor ?? "(signed out)",
      status,
      HTML: Buffer.byteLength(html),
      "brotli, at most": weight,
      limit,
      "DB trips": trips,
      "most trips": most(pattern, "trips"),
      "most statements": most(pattern, "statements"),
    })),
  );
  const modules = await Promise.all(
    [...new Set(pages.flatMap(({ modules }) => modules))].map(async (address) => {
      const code = await (await get(origin + address)).text();
      const name = /enhance-(\w+)-/.exec(address)?.[1] as keyof typeof MODULE_LIMITS;
      return { module: address, brotli: await weigh(code), limit: MODULE_LIMITS[name] };
    }),
  );
  console.table(modules);

  const about = ({ address, visitor, weight, trips, statements }: Page) =>
    `${visitor} ${address}: ${weight} bytes, ${trips} trips, ${statements} statements`;
  // A refused request also writes to the audit log.
  const found = pages.filter(({ status }) => status === 200);
  const more = ({ address, pattern, visitor }: Page) =>
    (visitor === "director" && TRIPS_FOR_NAMES[pattern]) ||
    (MORE_TRIPS[/\?.*/.exec(address)?.[0] ?? ""] ?? 0);
  const exceeding = (count: "trips" | "statements", limits: { delegates: number; staff: number }) =>
    found.filter((page) => {
      const limit = limits[isOfStaff(page.pattern) ? "staff" : "delegates"];
      return !(page[count] <= limit + (count === "trips" ? more(page) : 0));
    });
  expect(pages.length).toBeGreaterThan(200);
  expect.soft(pages.filter(({ weight, limit }) => weight > limit).map(about), "too heavy").toEqual([]);
  expect.soft(exceeding("trips", MOST_TRIPS).map(about), "too many trips").toEqual([]);
  expect.soft(exceeding("statements", MOST_STATEMENTS).map(about), "too many statements").toEqual([]);
  expect.soft(pages.filter(({ status }) => status >= 500).map(about), "faults").toEqual([]);
  expect.soft(pages.filter((page) => !hasOnlyOurModule(page)).map(about), "scripts").toEqual([]);
  expect
    .soft(
      modules.filter(({ brotli, limit }) => !(brotli <= limit)),
      "modules",
    )
    .toEqual([]);
});

test("every page needs three requests at most", async ({ page, context, portal, origin }) => {
  test.setTimeout(180_000);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const { pattern, address, visitor } of await oneGoodVisitEach(portal, origin)) {
    await context.clearCookies();
    if (visitor) await portal.signIn(context, await accountOf(portal, visitor));
    asked.length = 0;
    await page.goto(address);
    const lazy = await page
      .locator("img[loading=lazy]")
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
    // The films that a player shows, and the pictures with which they begin.
    const played = await page
      .locator("video")
      .evaluateAll((videos) =>
        videos.flatMap((video) => [(video as HTMLVideoElement).src, (video as HTMLVideoElement).poster]),
      );
    // The browser keeps these pictures: those of the library, and the map of the history.
    const isPicture = (url: string) => /^\/(media\/|assets\/world-)/.test(new URL(url).pathname);
    const needed = asked.filter((url) => !lazy.includes(url) && !played.includes(url) && !isPicture(url));
    if (isOfStaff(pattern)) continue;
    expect.soft(needed.length, `${pattern}: ${needed.join(", ")}`).toBeLessThanOrEqual(MOST_REQUESTS);
  }
});

test("the page that hydrates loads few scripts, and neither zod nor the list of countries", async ({
  page,
  context,
  portal,
}) => {
  await portal.signIn(context, demoAccount("director"));
  const loaded: { name: string; brotli: number }[] = [];
  const carriers: string[] = [];
  const weighing: Promise<void>[] = [];
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    if (!pathname.endsWith(".js")) return;
    const read = async () => {
      const code = await response.text();
      loaded.push({ name: pathname, brotli: await weigh(code) });
      if (/Kiribati|safeParse/.test(code)) carriers.push(pathname);
    };
    weighing.push(read());
  });
  await page.goto("/admin/editions/aconf_2023/questions/about?usage", { waitUntil: "networkidle" });
  await Promise.all(weighing);
  console.table(loaded.toSorted((one, other) => other.brotli - one.brotli).slice(0, 8));
  const together = loaded.reduce((sum, { brotli }) => sum + brotli, 0);
  console.log(`${loaded.length} scripts, ${together} bytes`);
  expect(loaded.some(({ name }) => name.includes("enhance-staff"))).toBe(true);
  expect(together).toBeLessThanOrEqual(HYDRATED_SCRIPTS_LIMIT);
  expect(carriers, "the list of countries, or zod").toEqual([]);
});

/** Asks a second time, since the server may close an idle connection just as the request is sent. */
const get = (address: string, init?: RequestInit) => fetch(address, init).catch(() => fetch(address, init));

let withFactor: Promise<Account> | undefined;

function accountOf(portal: Portal, visitor: string): Promise<Account> | Account {
  if (visitor !== WITH_FACTOR) return demoAccount(visitor);
  withFactor ??= portal.accountLike("reviewer").then(async (account) => {
    await portal.query("INSERT INTO factors VALUES (?, 'sealed', 0, 0)", account.uid);
    return account;
  });
  return withFactor;
}

let pages: Promise<Page[]> | undefined;

function everyPage(portal: Portal, origin: string): Promise<Page[]> {
  pages ??= openEveryPage(portal, origin);
  return pages;
}

async function openEveryPage(portal: Portal, origin: string): Promise<Page[]> {
  const cookies = new Map<string | null, string>([[null, ""]]);
  for (const visitor of VISITORS)
    if (visitor) cookies.set(visitor, await portal.cookieOf(demoAccount(visitor)));
  cookies.set(WITH_FACTOR, await portal.cookieOf(await accountOf(portal, WITH_FACTOR)));
  for (const [visitor, cookie] of cookies) cookies.set(visitor, await beenHere(origin, cookie));
  const visits = await everyVisit(portal);
  const pages: Page[] = [];
  const work = visits.values();
  const worker = async () => {
    for (const visit of work) pages.push(...(await open(visit)));
  };
  const open = async (visit: Visit): Promise<Page[]> => {
    const response = await get(origin + visit.address, {
      redirect: "manual",
      headers: { Cookie: cookies.get(visit.visitor)! },
    });
    const html = await response.text();
    // This is a redirect. The page that it leads to has a row of its own.
    if (response.status >= 300 && response.status < 400) return [];
    expect(response.headers.get("Content-Type"), visit.address).toContain("text/html");
    const count = (name: string) =>
      Number(new RegExp(`\\b${name};desc="(\\d+)"`).exec(response.headers.get("Server-Timing")!)?.[1]);
    const limit = limitOf(visit, html);
    const modules = [...html.matchAll(/<script type="module" async="" src="([^"]+)"><\/script>/g)];
    return [
      {
        ...visit,
        html,
        status: response.status,
        weight: await weighAtMost(html, limit),
        limit,
        trips: count("db"),
        statements: count("statements"),
        modules: modules.map(([, source]) => source!),
      },
    ];
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  return pages;
}

/**
 * Visits some pages, and returns the cookies that a visitor then has. After the visits, the isolate also has in memory
 * the data from which it guesses what a page needs, so that later pages make fewer trips.
 */
async function beenHere(origin: string, cookie: string): Promise<string> {
  const cookies = [cookie];
  const days = ["", ...VARIANTS["/scheduling"]!].map((query) => `/scheduling${query}`);
  for (const path of ["/", ...days, "/scheduling/agenda"]) {
    const { headers } = await get(origin + path, { headers: { Cookie: cookies.join("; ") } });
    for (const set of headers.getSetCookie()) cookies.push(set.split(";")[0]!);
  }
  return cookies.filter(Boolean).join("; ");
}

test("what a page names exists, and its styles are light", async ({ portal, origin }) => {
  const pages = await everyPage(portal, origin);
  const named =
    /<(?:link|img|image|script|video)\b[^>]*?\s(?:href|src|poster)="(\/(?:assets|add-ons|media|favicon)[^"]*)"/g;
  const addresses = new Set(pages.flatMap(({ html }) => [...html.matchAll(named)].map(([, at]) => at!)));
  expect(addresses.size).toBeGreaterThan(10);
  for (const address of addresses) {
    const answer = await get(origin + address);
    expect.soft(answer.status, address).toBe(200);
    const text = await answer.text();
    if (address.endsWith(".css")) {
      expect.soft(await weigh(text), address).toBeLessThanOrEqual(LINKED_CSS_LIMIT);
      expect.soft(tooNewIn(text), address).toEqual([]);
    }
    if (address.startsWith("/assets/") && address.endsWith(".svg"))
      expect.soft(await weigh(text), address).toBeLessThanOrEqual(MAP_LIMIT);
  }
  const inlined = new Set(
    pages
      // The page of building blocks is only for developers, who have a current browser.
      .filter(({ pattern }) => pattern !== "/dev/blocks")
      .map(({ html }) => [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)].map(([, css]) => css).join("")),
  );
  for (const css of inlined) {
    expect.soft(await weigh(css)).toBeLessThanOrEqual(INLINED_CSS_LIMIT);
    expect.soft(tooNewIn(css), css.slice(0, 80)).toEqual([]);
  }
  const linking = pages.filter(({ html }) => html.includes('rel="stylesheet"'));
  expect(linking.filter(({ pattern }) => !isOfStaff(pattern)).map(({ address }) => address)).toEqual([]);
});

test("what a page says by a class is in the styles it carries", async ({ portal, origin }) => {
  const pages = await everyPage(portal, origin);
  const linked = new Map<string, string>();
  for (const { html } of pages)
    for (const [, address] of html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g))
      if (!linked.has(address!)) linked.set(address!, await (await get(origin + address)).text());
  const styled = pages.map(({ html, ...page }) => {
    const own = [...html.matchAll(/<style>([\s\S]*?)<\/style>|<link rel="stylesheet" href="([^"]+)"/g)];
    const said = [...html.matchAll(/\sclass="([^"]+)"/g)].flatMap(([, names]) => names!.split(" "));
    return { ...page, said, rules: classesIn(own.map(([, css, at]) => css ?? linked.get(at!)).join("")) };
  });
  const known = new Set(styled.flatMap(({ rules }) => [...rules]));
  expect(known.size).toBeGreaterThan(50);
  const bare = styled.flatMap(({ address, said, rules }) =>
    said.filter((name) => known.has(name) && !rules.has(name)).map((name) => `${address}: ${name}`),
  );
  expect([...new Set(bare)]).toEqual([]);
});

const classesIn = (css: string) => new Set([...css.matchAll(/\.([a-z][\w-]*)/gi)].map(([, name]) => name!));

test("every time that delegates read is marked, so that scripts add it in their own zone", async ({
  portal,
  origin,
}) => {
  // A mail says the time in words, and the mailbox shows the mail as it was sent. The building blocks include those of
  // staff's pages.
  const pages = (await everyPage(portal, origin)).filter(
    ({ pattern }) => !isOfStaff(pattern) && !pattern.startsWith("/dev/"),
  );
  const months = "January|February|March|April|May|June|July|August|September|October|November|December";
  const found = pages.flatMap(({ html, address }) => {
    const unmarked = html.replaceAll(/<own-time\b[\s\S]*?<\/own-time>|<head>[\s\S]*?<\/head>/g, "");
    return (
      unmarked
        .match(new RegExp(`\\d (?:${months}) \\d{4}, \\d\\d:\\d\\d|<time\\b`, "g"))
        ?.map((time) => `${address}: ${time}`) ?? []
    );
  });
  expect(pages.some(({ html }) => html.includes("<own-time"))).toBe(true);
  expect(found).toEqual([]);
});

test("no module for the browser carries the telephone plans of the world, or what looks into documents", () => {
  const ofTelephones = "country_calling_codes";
  const ofDocuments = "RichMediaExecute";
  const read = (name: string) => readFileSync(path.join(root, name), "utf8");
  expect(read("node_modules/libphonenumber-js/metadata.min.json.js")).toContain(ofTelephones);
  expect(read("app/applications/pdf-content.ts")).toContain(ofDocuments);
  // These are all the files that Remix made for browsers, including those of pages that do not hydrate.
  const made = "build/made/client";
  const files = readdirSync(path.join(root, made), { recursive: true, encoding: "utf8" });
  const modules = files.filter((name) => name.endsWith(".js"));
  expect(modules.length).toBeGreaterThan(50);
  const carriers = modules.filter((name) => {
    const code = read(path.join(made, name));
    return code.includes(ofTelephones) || code.includes(ofDocuments);
  });
  expect(carriers).toEqual([]);
});

/** Every address of every page route, for every visitor. */
async function everyVisit(portal: Portal): Promise<Visit[]> {
  const sections = await portal.query<{ id: string }>(
    "SELECT DISTINCT section_id AS id FROM questions WHERE kind <> 'document upload'",
  );
  const payments = await portal.query<{ id: string; uid: string }>(
    "SELECT id, delegate_uid AS uid FROM payments",
  );
  const { uid, email } = demoAccount("new");
  const token = newId();
  for (const purpose of ["reset-password", "revert-email", "verify-email", "known-device"]) {
    await portal.query(
      "INSERT INTO tokens (hash, purpose, uid, email, created_at, expires_at) VALUES (?, ?, ?, ?, 0, ?)",
      ...[sha256(purpose + token), purpose, uid, email, Date.now() + 600_000],
    );
  }
  // A transfer of a pass. Its holder, the other person and staff see it on their pages.
  await portal.query(
    `INSERT OR IGNORE INTO transfers (id, conference_id, holding_id, from_uid, email, to_uid, state, created_at, expires_at)
      SELECT ?, conference_id, id, uid, ?, ?, 'open', ?, ? FROM holdings
      WHERE uid = ? AND item = pass_type AND state = 'held'`,
    ...[token.slice(0, 20), demoAccount("signed").email, demoAccount("signed").uid],
    ...[Date.parse("2022-12-17T15:00Z"), Date.parse("2022-12-24T15:00Z"), demoAccount("goldplus").uid],
  );
  const idsOf = async (table: string) =>
    (await portal.query<{ id: string }>(`SELECT id FROM ${table} ORDER BY rowid LIMIT 4`)).map(
      ({ id }) => id,
    );
  const library: Record<string, string[]> = {
    "/plus/video/:id": await idsOf("recordings"),
    "/plus/speaker/:id": await idsOf("speakers"),
    "/plus/category/:category": await idsOf("categories"),
    "/earlier/:conference": ["aconf_2022"],
    "/transfer/:id": [token.slice(0, 20)],
    ...Object.fromEntries(
      ["", "/:part", "/publish", "/questions/:section", "/preview", "/preview/:state/:at/mails"].map(
        (inside) => [`/admin/editions/:id${inside}`, ["aconf_2023"]],
      ),
    ),
  };
  const parameters = (name: string, pattern: string, visitor: string | null) =>
    (pattern in library
      ? { [name]: ["unknown", ...library[pattern]!] }
      : ({
          section: sections.map(({ id }) => id),
          uid: ["unknown", demoAccount("submitted").uid],
          token: [pattern.split("/")[1] + token, "unknown"],
          id: [
            "unknown",
            ...payments.filter(({ uid }) => visitor && uid === demoAccount(visitor).uid).map(({ id }) => id),
          ],
          plan: ["unknown"],
          round: ["unknown", "early"],
          holding: ["unknown"],
          session: ["unknown"],
          code: ["000000000000"],
          "*": ["no/such/page"],
        } as Record<string, string[]>))[name] ?? [];

  return (await pagePatterns()).flatMap((pattern) =>
    (PAGES_OF_FACTOR.includes(pattern) ? [...VISITORS, WITH_FACTOR] : VISITORS).flatMap((visitor) => {
      const [, name] = /:(\w+)|\*/.exec(pattern) ?? [];
      const parameter = pattern.includes("*") ? "*" : name;
      const values = parameter ? parameters(parameter, pattern, visitor) : [""];
      expect(values, `Say in this file what may stand for a parameter of ${pattern}`).not.toEqual([]);
      return values
        .map((value) =>
          pattern
            .replace(/:\w+|\*/, value)
            .replace(":part", "rounds")
            .replace(":section", "about")
            .replace(":state/:at", "accepted/2022-12-17T10:00"),
        )
        .flatMap((address) => ["", ...(VARIANTS[pattern] ?? [])].map((query) => address + query))
        .map((address) => ({ pattern, address, visitor }));
    }),
  );
}

type RouteNode = { path?: string; file: string; index?: boolean; children?: RouteNode[] };

/** All routes that answer with a page. The list comes from Remix itself, so that a new route is never forgotten. */
async function pagePatterns(): Promise<string[]> {
  const remix = path.join(root, "node_modules/@remix-run/dev/dist/cli.js");
  // Remix runs without blocking this process, so that fetch can learn meanwhile which of its connections the server has
  // closed.
  const { stdout } = await promisify(execFile)(process.execPath, [remix, "routes", "--json"], { cwd: root });
  const routes: RouteNode[] = JSON.parse(stdout);
  const isPage = ({ file, children }: RouteNode) =>
    !children && /^export default/m.test(readFileSync(path.join(root, "app", file), "utf8"));
  const walk = (node: RouteNode, above: string): string[] => {
    const address = [above, node.path].filter(Boolean).join("/");
    return [
      ...(isPage(node) ? [`/${address}`] : []),
      ...(node.children ?? []).flatMap((child) => walk(child, address)),
    ];
  };
  return routes.flatMap((node) => walk(node, ""));
}

async function oneGoodVisitEach(portal: Portal, origin: string): Promise<Page[]> {
  const pages = (await everyPage(portal, origin)).toSorted((one, other) => other.weight - one.weight);
  return (await pagePatterns()).map((pattern) => {
    const candidates = pages.filter((page) => page.pattern === pattern);
    expect(candidates, `Nobody sees a page of ${pattern}: say in this file who does`).not.toEqual([]);
    return candidates.find(({ status }) => status === 200) ?? candidates[0]!;
  });
}

const isLong = (html: string) =>
  /<h2[^>]*>(Liability release form|Documents|Pass, payment and programme|With curl|Colours)<\/h2>/.test(
    html,
  );

function limitOf({ pattern }: Visit, html: string): number {
  if (isHydrated(pattern, html)) return HYDRATED_HTML_LIMIT;
  // The payments of other tests decide how many entries a page of the journal has.
  return isLong(html) || pattern === "/admin/payments/journal" ? LONG_HTML_LIMIT : HTML_LIMIT;
}

const isHydrated = (pattern: string, html: string) => mayHydrate(pattern) && html.includes("__remixContext");

/**
 * Whether the HTML names at most one module, which is ours, and nothing else that runs. On a page with React, every
 * script has the nonce.
 */
function hasOnlyOurModule({ pattern, html, modules }: Page): boolean {
  const scripts = html.match(/<script/g) ?? [];
  if (isHydrated(pattern, html))
    return scripts.length === (html.match(/<script nonce="[^"]{20,}"/g) ?? []).length;
  const handlers = /<[^>]+\son\w+=/.test(html.replace(/<style>[\s\S]*?<\/style>/, ""));
  return scripts.length === modules.length && modules.length <= 1 && !handlers;
}

const compress = promisify(brotliCompress);

async function weigh(text: string, quality = constants.BROTLI_MAX_QUALITY): Promise<number> {
  return (await compress(text, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } })).byteLength;
}

/**
 * The weight of a text. It is exact if it is above the limit, and may be too high otherwise. To weigh exactly takes
 * fifty times as long as the first guess, and the guess is enough for nearly every page.
 */
async function weighAtMost(text: string, limit: number): Promise<number> {
  for (const quality of [5, 9]) {
    const most = await weigh(text, quality);
    if (most <= limit) return most;
  }
  return weigh(text);
}
