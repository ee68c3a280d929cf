import { env } from "cloudflare:workers";
import fc from "fast-check";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { lintEdition } from "~/editions/checks/linter.ts";
import type { EditionDocument } from "~/editions/edition-document.ts";
import { editionMessages } from "~/editions/messages.ts";
import { INVENTED } from "~/editions/preview/preview-pages.ts";
import { previewStates } from "~/editions/preview/preview-states.ts";
import { anyEdition } from "../../support/any-edition.ts";
import { paymentStatements } from "../../support/bills.ts";
import { Browser, type Page, signedIn } from "../../support/browser.ts";
import { restoreClock, stopClockAt } from "../../support/clock.ts";
import { deep } from "../../support/deep.ts";
import { documentOfSeed, fiveRounds, smallestEdition } from "../../support/edition-documents.ts";
import { CONFERENCE } from "../../support/people.ts";
import { everything, row, rows, run, runAll } from "../../support/storage.ts";
import { answerWith } from "../../support/worker.ts";

const said = editionMessages.preview;

/**
 * A word that no preview may show. The test writes this word into real rows that have the same ids as the invented rows
 * of a preview.
 */
const CANARY = "CANARY";

/** A moment after the release of the first round in the demo's edition. */
const AT = "2022-12-17T10:00";

const address = (id: string, state: string, path = "", at = AT) =>
  `/admin/editions/${id}/preview/${state}/${at}${path}`;

const store = (id: string, document: EditionDocument, revision = 1) =>
  run(
    "INSERT INTO edition_revisions (conference_id, revision, document, base, author_uid, created_at) VALUES (?, ?, ?, NULL, 'x', 0)",
    id,
    revision,
    JSON.stringify(document),
  );

beforeAll(async () => {
  await store("aconf_2024", fiveRounds());
  await store("hconf_2026", smallestEdition());
  const { uid, email, paymentId } = INVENTED;
  await run(
    "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?, ?, ?, 'x', 0)",
    uid,
    `${CANARY}@hpair.example`,
    email,
  );
  await run("INSERT INTO profiles (uid, created_at) VALUES (?, 0)", uid);
  await run(
    "INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES (?, ?, 0, 1)",
    CONFERENCE,
    uid,
  );
  for (const section of ["about", "education", "essays"])
    await run(
      "INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, ?, 1, ?, 0)",
      ...[CONFERENCE, uid, section],
      JSON.stringify({ firstName: CANARY, lastName: CANARY, institution: CANARY, motivation: CANARY }),
    );
  await runAll(
    paymentStatements({
      ...{ id: paymentId, uid, amountCents: 12_345, state: "captured", transactionId: CANARY, resolvedAt: 0 },
      lines: JSON.stringify([{ id: "goldPlus", title: CANARY, variant: null, cents: 12345 }]),
    }),
  );
  await run(
    `INSERT INTO notifications (id, message, severity, show_from, created_at) VALUES ('canary', ?, 'CRITICAL', 0, 0)`,
    CANARY,
  );
});

afterEach(async () => {
  vi.restoreAllMocks();
  await restoreClock();
});

/** Expects everything that must be true of each page of a preview. */
function expectMarked(page: Page, base: string) {
  const { html, response, path } = page;
  expect(html, path).toContain("Preview of a draft:");
  expect(html).toContain("<title>Preview: ");
  expect(html).not.toMatch(/<(script|iframe|object|embed|meta http-equiv|link rel="modulepreload")/i);
  for (const [form] of html.matchAll(/<form[^>]*>/g)) {
    expect(form).toContain(" inert");
    expect(form).not.toMatch(/ (action|method)=/);
  }
  for (const [control] of html.matchAll(/<(?:button|input|select|textarea)\b[^>]*>/g)) {
    expect(control).toContain(" disabled");
    expect(control).not.toMatch(/ form(action|method)?=/);
  }
  for (const [, href = ""] of html.matchAll(/<a [^>]*?href="([^"]*)"/g))
    expect(
      href === base ||
        href.startsWith(`${base}/`) ||
        href.startsWith(`${base}?`) ||
        href.startsWith("#") ||
        /^(mailto:|https:\/\/)/.test(href) ||
        href.startsWith(base.replace(/\/preview\/.*/, "/preview?")),
      `${href} on ${path}`,
    ).toBe(true);
  const policy = response.headers.get("Content-Security-Policy")!;
  for (const directive of [
    "default-src 'none'",
    "script-src 'none'",
    "form-action 'none'",
    "connect-src 'none'",
  ])
    expect(policy).toContain(directive);
  expect(policy).toMatch(/style-src [^;]*'sha256-/);
  expect(response.headers.get("Cache-Control")).toBe("private, no-store");
  expect(response.headers.getSetCookie()).toEqual([]);
}

/** A director who has visited the portal before: the form token and the role cookie are set. */
async function director(): Promise<Browser> {
  const browser = await signedIn("director");
  await browser.open("/admin");
  return browser;
}

/** The pages that are offered for a state, by their titles. */
async function offered(browser: Browser, id: string, state: string, at = AT): Promise<string[]> {
  const page = await browser.open(`/admin/editions/${id}/preview?${new URLSearchParams({ state, at })}`);
  expect(page.status).toBe(200);
  return [...page.html.matchAll(/href="(\/admin\/editions\/[^"]*\/preview\/[^"?]*)"/g)].map(
    ([, href]) => href!,
  );
}

const EDITIONS: [string, EditionDocument, string][] = [
  [CONFERENCE, documentOfSeed(), AT],
  ["aconf_2024", fiveRounds(), "2024-05-21T12:00"],
  ["hconf_2026", smallestEdition(), "2026-01-05T12:00"],
];

/** Whether a state is tried. Of editions other than the demo's, a usual run tries only every fourth state. */
const isTried = (id: string, at: number) => deep || id === CONFERENCE || at % 4 === 0;

test.each(EDITIONS)(
  "every page of %s in every state is shown and changes nothing",
  async (id, document, at) => {
    const browser = await director();
    const faults = vi.spyOn(console, "error");
    const before = await everything();
    for (const { id: state } of previewStates(document).filter((_, position) => isTried(id, position))) {
      const base = address(id, state, "", at);
      const pages = await offered(browser, id, state, at);
      expect(pages.length).toBeGreaterThan(10);
      for (const path of pages.filter((one) => !one.endsWith("/mails"))) {
        const page = await browser.open(path);
        expect(page.html, path).not.toContain(CANARY);
        expect([200, 302, 401, 403, 404], `${path}: ${page.text}`).toContain(page.status);
        if (page.status === 302) expect(page.location).toContain(`${base}/`);
        else expectMarked(page, base);
      }
      const mails = await browser.open(`${base}/mails`);
      expect(mails.status).toBe(200);
      expect(mails.html).not.toContain(CANARY);
      expect(mails.text).toContain("Preview of a draft:");
    }
    expect(await everything()).toEqual(before);
    expect(faults).not.toHaveBeenCalled();
  },
  120_000,
);

test("what the pages ask reads no table, whatever is in it", async () => {
  const browser = await director();
  const asked = new Set<string>();
  const prepare = env.DB.prepare.bind(env.DB);
  const spied = new Proxy(env.DB, {
    get: (target, name) =>
      name === "prepare"
        ? (sql: string) => {
            asked.add(sql);
            return prepare(sql);
          }
        : Reflect.get(target, name).bind(target),
  });
  browser.send = (request) => answerWith({ DB: spied }, request);
  for (const path of await offered(browser, CONFERENCE, "goldplus")) await browser.open(path);
  for (const path of await offered(browser, CONFERENCE, "draft")) await browser.open(path);
  const inner = [...asked].filter((sql) => sql.startsWith("WITH "));
  expect(inner.length).toBeGreaterThan(15);
  // D1 takes statements of at most 100 KB.
  expect(Math.max(...inner.map(({ length }) => length))).toBeLessThan(50_000);
  const cursorsOf = async (sql: string) => {
    const alone = sql.replaceAll("?1", "'{}'");
    const blanks = Array<null>(alone.match(/\?/g)?.length ?? 0).fill(null);
    const steps = await rows<{ opcode: string }>(`EXPLAIN ${alone}`, ...blanks);
    return steps
      .map(({ opcode }) => opcode)
      .filter((opcode) => /^(OpenRead|OpenWrite|ReopenIdx)$/.test(opcode));
  };
  for (const sql of inner) expect(await cursorsOf(sql), sql).toEqual([]);
  // The same check notices a statement that reads a table.
  expect(await cursorsOf("SELECT count(*) FROM users")).not.toEqual([]);
});

const ALL = ["/", "/application", "/decision", "/decision/letter", "/waiver", "/register", "/virtual-summit"];

test.each([
  ["visitor", "Create", 200, "log in"],
  ["new", "Begin: ", 404, "No application yet"],
])("who has not applied sees it as %s", async (state, _, letter, decision) => {
  const browser = await director();
  expect((await browser.open(address(CONFERENCE, state, "/decision/letter"))).status).toBe(
    state === "visitor" ? 401 : letter,
  );
  const page = await browser.open(address(CONFERENCE, state, "/decision"));
  expect(page.text.toLowerCase()).toContain(decision.toLowerCase());
});

test.each([
  ["submitted", "You have not yet received a decision", 404, 404],
  ["unreleased", "You have not yet received a decision", 404, 404],
  ["accepted", "You are accepted", 200, 404],
  ["signed", "You are accepted", 200, 404],
  ["deferred", "You are invited to the virtual summit", 404, 404],
  ["waitlisted", "You are on the waiting list", 404, 404],
  ["rejected", "We cannot offer you a place", 404, 404],
  ["gold", "You are accepted", 200, 200],
  ["goldplus", "You are accepted", 200, 200],
])("%s: the decision, the letter, the receipt", async (state, decision, letter, receipt) => {
  const browser = await director();
  expect((await browser.open(address(CONFERENCE, state, "/decision"))).text).toContain(decision);
  expect((await browser.open(address(CONFERENCE, state, "/decision/letter"))).status).toBe(letter);
  const paid = await browser.open(address(CONFERENCE, state, `/payment/${INVENTED.paymentId}/receipt`));
  expect(paid.status).toBe(receipt);
  if (receipt === 200) expect(paid.text).toContain("Invented Delegate");
});

test("what is paid for follows the round of the application", async () => {
  const browser = await director();
  const prices = await Promise.all(
    ["signed", "signed.regular"].map((state) => browser.open(address(CONFERENCE, state, "/register"))),
  );
  expect(prices.map(({ text }) => /\$(495|550)\b/.exec(text)?.[1])).toEqual(["495", "550"]);
});

test("before and after the deadline and the release, what a delegate would see then", async () => {
  const browser = await director();
  const { deadline, decision_release: release } = await row<{ deadline: number; decision_release: number }>(
    "SELECT deadline, decision_release FROM rounds WHERE conference_id = 'aconf_2023' AND id = 'early'",
  );
  const last = await row<{ deadline: number }>("SELECT max(deadline) AS deadline FROM rounds");
  const wall = (at: number) => {
    const parts = new Intl.DateTimeFormat("sv-SE", {
      timeZone: "America/New_York",
      dateStyle: "short",
      timeStyle: "short",
    });
    return parts.format(at).replace(" ", "T");
  };
  const decisionAt = async (at: number) =>
    (await browser.open(address(CONFERENCE, "accepted", "/decision", wall(at)))).text;
  expect(await decisionAt(release - 60_000)).toContain("You have not yet received a decision");
  expect(await decisionAt(release)).toContain("You are accepted");
  const sent = async (at: number) =>
    (await browser.open(address(CONFERENCE, "accepted", "/mails", wall(at)))).text;
  expect(await sent(release - 60_000)).toContain(said.mails.none);
  expect(await sent(release)).not.toContain(said.mails.none);
  const barAt = async (at: number) => (await browser.open(address(CONFERENCE, "draft", "", wall(at)))).text;
  expect(await barAt(deadline)).toContain("Early");
  expect(await barAt(deadline + 60_000)).not.toContain("Early applications");
  const formAt = async (at: number) =>
    (await browser.open(address(CONFERENCE, "draft", "/application/check", wall(at)))).text;
  expect(await formAt(last.deadline)).toContain("Submit application");
  expect(await formAt(last.deadline + 60_000)).not.toContain("Submit application");
});

test("the draft is shown, and not what is published", async () => {
  const browser = await director();
  const document = documentOfSeed();
  document.site = { ...document.site, name: "Drafted Forum", shortName: "Drafted", accent: "#004488" };
  document.texts["decisionAccepted"] = "Drafted words for {conference}.";
  document.passes = document.passes.map((pass) => ({ ...pass, title: `Drafted ${pass.id}` }));
  document.mails.Accepted = { subject: "Drafted for {firstName}", body: "Dear {fullName}: {link}" };
  await store(CONFERENCE, document, 90);
  const open = (path: string) => browser.open(address(CONFERENCE, "accepted", path));
  const decision = await open("/decision");
  expect(decision.text).toContain("Drafted words for Asia Conference 2023.");
  expect(decision.html).toContain("#004488");
  expect((await open("/register")).text).toContain("Drafted goldPlus");
  const mails = await open("/mails");
  expect(mails.text).toContain("Drafted for Invented Dear Invented Delegate: http://portal.test/decision");
  const published = await (await signedIn("accepted")).open("/decision");
  expect(published.text).not.toContain("Drafted");
  await run("DELETE FROM edition_revisions WHERE revision = 90");
});

test("the help page answers from the draft", async () => {
  const browser = await director();
  const document = documentOfSeed();
  document.texts["help"] = "### Where do I sleep?\n\nIn a drafted bed.";
  document.passes = document.passes.map((pass) => ({ ...pass, title: `Drafted ${pass.id}` }));
  await store(CONFERENCE, document, 90);
  for (const state of ["visitor", "accepted"]) {
    const { text } = await browser.open(address(CONFERENCE, state, "/help"));
    expect(text).toContain("In a drafted bed.");
    expect(text).toContain("Drafted goldPlus");
  }
  await run("DELETE FROM edition_revisions WHERE revision = 90");
});

test("the programme is that of today, without anybody's agenda", async () => {
  await run(
    `INSERT INTO programme_sessions
      (id, conference_id, title, description, day, starts_at, ends_at, speakers, access_level, capacity, version, changed_at)
      VALUES ('previewed', ?, 'A session of today', '', '2023-02-17', 1676667600000, 1676671200000, '[]', NULL, 9, 1, 0)`,
    CONFERENCE,
  );
  await run(
    "INSERT INTO places (conference_id, session_id, uid, state, chosen_at) VALUES (?, 'previewed', ?, 'held', 0)",
    ...[CONFERENCE, INVENTED.uid],
  );
  const browser = await director();
  const day = "/scheduling?day=2023-02-17";
  const page = await browser.open(address(CONFERENCE, "goldplus", day));
  expect(page.status).toBe(200);
  expectMarked(page, address(CONFERENCE, "goldplus"));
  expect(page.text).toContain("A session of today");
  expect(page.text).toContain("My agenda (0)");
  expect((await browser.open(address(CONFERENCE, "visitor", day))).status).toBe(401);
  // Another edition has a programme of its own.
  const other = await browser.open(address("aconf_2024", "signed", day, "2024-05-21T12:00"));
  expect(other.text).not.toContain("A session of today");
  await run("DELETE FROM places WHERE session_id = 'previewed'");
  await run("DELETE FROM programme_sessions WHERE id = 'previewed'");
});

test("who looks at a page after a preview sees what they saw before", async () => {
  await stopClockAt("2022-12-17T15:00:00Z");
  const browser = await director();
  const [visitor, delegate] = [new Browser(), await signedIn("signed")];
  const seen = async () => {
    const pages: string[] = [];
    for (const path of ALL) pages.push((await delegate.open(path)).html, (await visitor.open(path)).html);
    return pages;
  };
  await seen();
  const before = await seen();
  expect(before[0]).toContain("signed@hpair.example");
  expect(before[1]).toContain("Asia Conference 2023");
  for (const path of ALL) {
    await browser.open(address("aconf_2024", "signed", path === "/" ? "" : path));
    await browser.open(address("hconf_2026", "visitor", path === "/" ? "" : path));
  }
  expect(await seen()).toEqual(before);
  expect((await browser.open("/admin/editions")).status).toBe(200);
});

test.each([
  [null, 401],
  ["new", 403],
  ["goldplus", 403],
  ["reviewer", 403],
])("as %s nothing is previewed", async (account, status) => {
  const browser = account ? await signedIn(account) : new Browser();
  for (const path of ["", "/decision", "/mails", "/nowhere"]) {
    const page = await browser.open(address(CONFERENCE, "accepted", path));
    expect(page.status).toBe(status);
    expect(page.html).not.toContain("Preview of a draft");
  }
  expect((await browser.open(`/admin/editions/${CONFERENCE}/preview`)).status).toBe(status);
});

test("a program that asks gets no more", async () => {
  const browser = await director();
  const page = await browser.open(address(CONFERENCE, "accepted", "/register"));
  expect(page.status).toBe(200);
  expect(page.html).toContain("Preview of a draft:");
  expect(page.html).not.toContain("method=");
  const head = await browser.fetch(page.path, { method: "HEAD" });
  expect([head.status, await head.text()]).toEqual([200, ""]);
});

test.each(["POST", "PUT", "DELETE"])("%s is not taken", async (method) => {
  const browser = await director();
  const answer = await browser.fetch(address(CONFERENCE, "accepted", "/register"), { method });
  expect(answer.status).toBe(405);
});

test.each([
  [address(CONFERENCE, "nobody"), 400],
  [address(CONFERENCE, "__proto__", "/decision"), 400],
  [address(CONFERENCE, "signed.early"), 400],
  [address(CONFERENCE, "accepted", "", "yesterday"), 400],
  [address(CONFERENCE, "accepted", "", "2022-02-30T10:00"), 400],
  [address(CONFERENCE, "accepted", "", "9999-12-31T23:59"), 400],
  [address(CONFERENCE, "accepted", "", "0100-01-01T00:00"), 400],
  [address(CONFERENCE, "accepted", "/mails", "9"), 400],
  [address(CONFERENCE, "nobody", "/mails"), 400],
  [address("aconf_1066", "accepted"), 404],
  [address("constructor", "accepted"), 404],
  [address(CONFERENCE, "accepted", "/admin"), 404],
  [address(CONFERENCE, "accepted", "/logout"), 404],
  [address(CONFERENCE, "accepted", "/plus"), 404],
  [address(CONFERENCE, "accepted", "/..%2f..%2fadmin"), 404],
  [address(CONFERENCE, "accepted", "/application/about/autosave"), 404],
  [address(CONFERENCE, "accepted", "//evil.example/decision"), 404],
  [address(CONFERENCE, "accepted", "/documents/x"), 404],
  [address(CONFERENCE, "accepted", "/nowhere"), 404],
  [`/admin/editions/${CONFERENCE}/preview?state=nobody&at=never`, 400],
  [`/admin/editions/${CONFERENCE}/preview?state=accepted&at=`, 400],
  ["/admin/editions/aconf_1066/preview", 404],
])("%s answers %i with a sentence", async (path, status) => {
  const page = await (await director()).open(path);
  expect(page.status).toBe(status);
  expect(page.text).toMatch(/[A-Z].*\./);
});

test("an edition without rounds says why nothing is shown", async () => {
  const browser = await director();
  await store("hconf_2031", { ...smallestEdition(), rounds: [], passes: [], sections: [], events: [] });
  const page = await browser.open("/admin/editions/hconf_2031/preview");
  expect(page.status).toBe(200);
  expect(page.text).toContain(said.notes.noRound);
  const refused = await browser.open(address("hconf_2031", "new"));
  expect([refused.status, refused.text.includes(said.notes.noRound)]).toEqual([409, true]);
});

const CHECKED = ["", "/application/check", "/decision/letter", "/waiver", "/register", "/payment-info"];

test("whatever a draft says, a page is shown, or a sentence says why not", async () => {
  const browser = await director();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const at = "2023-06-01T12:00";
  await fc.assert(
    fc.asyncProperty(anyEdition, async (document) => {
      await run("DELETE FROM edition_revisions WHERE conference_id = 'hconf_2032'");
      await store("hconf_2032", document);
      const around = {
        id: "hconf_2032",
        now: 0,
        others: [],
        former: null,
        published: null,
        taken: new Map(),
        gates: new Map(),
      };
      const hasMistakes = lintEdition(document, around).some(({ level }) => level === "error");
      const choices = previewStates(document).flatMap(({ id }) => CHECKED.map((path) => [id, path] as const));
      for (const [index, [state, path]] of choices.entries()) {
        // One choice in five is enough to open each of the pages in one state or another.
        if (index % 5 !== 0) continue;
        const page = await browser.open(address("hconf_2032", state, path, at));
        expect(page.status, `${path} as ${state}`).toBeLessThan(500);
        if (page.text.includes(said.broken)) expect(hasMistakes).toBe(true);
      }
    }),
    { numRuns: 10 },
  );
});
