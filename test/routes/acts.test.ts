import { expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { ACTS_THAT_HURT, type ActThatHurts } from "~/access/acts.ts";
import { Browser } from "../support/browser.ts";
import { asksForCode, codeOf, codeTyped, giveFactor, typePassword, wrongCode } from "../support/factors.ts";
import { CONFERENCE, PASSWORD } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, run } from "../support/storage.ts";

const { id: payment } = await row<{ id: string }>(
  "SELECT id FROM payments WHERE id = (SELECT min(id) FROM payments)",
);
const { id: subscription } = await row<{ id: string }>(
  "SELECT id FROM subscriptions WHERE id = (SELECT min(id) FROM subscriptions)",
);

/**
 * For each act that hurts, the addresses at which it is done, and the fields that are posted with its intent. If the
 * fields are null, nothing is posted: the file at the address is downloaded.
 */
const DONE_AT: Record<ActThatHurts, [path: string, fields: Record<string, string> | null][]> = {
  release: [["/admin/release/early", { seen: "none" }]],
  decide: [["/admin/upload-decisions/none", {}]],
  refund: [[`/admin/payments/${payment}`, { amount: "1", kind: "goodwill", reason: "x" }]],
  refundSubscription: [[`/admin/subscriptions/${subscription}`, {}]],
  award: [
    ["/admin/grants", {}],
    [`/admin/payments/person/${demoUid("signed")}`, {}],
  ],
  recordSale: [[`/admin/payments/person/${demoUid("signed")}/desk`, { passType: "gold" }]],
  recordFile: [["/admin/payments/bank", { table: "Date,Memo,Amount\n12/16/2022,x,5" }]],
  recordMoney: [["/admin/payments/invoices/none", {}]],
  invoicing: [["/admin/payments/invoicing", {}]],
  export: [
    ["/admin/applications.csv", null],
    ["/admin/badges?size=90x55", null],
    ["/admin/day?question=dietary", null],
    ["/admin/day.csv?question=dietary", null],
    ["/admin/decisions.csv", null],
    ["/admin/emergency-contacts.csv", null],
    ["/admin/payments.csv", null],
    ["/admin/payments/journal.csv", null],
    ["/admin/registrations.csv", null],
    ["/admin/reviews.csv", null],
    ["/admin/sponsors.csv", null],
  ],
  appoint: [["/admin/manage-staff?index", { people: "" }]],
  changeStaff: [["/admin/manage-staff/none", {}]],
  handOver: [["/admin/handover/none", {}]],
  publish: [[`/admin/editions/${CONFERENCE}/publish`, {}]],
  letter: [[`/admin/delegates/${demoUid("goldplus")}/letters`, { letter: "", id: "", reason: "" }]],
  makeCurrent: [[`/admin/editions/${CONFERENCE}`, {}]],
  disable: [[`/admin/accounts/${demoUid("new")}`, { reason: "" }]],
  factors: [["/admin/manage-staff/second-factor", { abilities: "none", uid: "none" }]],
};

/** One request for each act at each place. The page of a person makes awards, but no codes and no budgets. */
const REQUESTS = Object.entries(DONE_AT).flatMap(([act, places]) => {
  const intents = ACTS_THAT_HURT[act as ActThatHurts].intents ?? [null];
  return places.flatMap(([path, fields]) =>
    intents
      .filter((intent) => !path.includes("/person/") || path.endsWith("desk") || intent === "award")
      .map((intent) => ({
        name: `${act} ${intent ?? path}`,
        path,
        fields: fields && { ...fields, ...(intent && { intent }) },
      })),
  );
});

type Request = (typeof REQUESTS)[number];

async function ask(browser: Browser, { path, fields }: Request, code?: string) {
  const answer = await (fields
    ? browser.post(path, { ...fields, ...(code !== undefined && { factorCode: code }) })
    : browser.get(path));
  const text = await answer.text();
  const isSent = answer.headers.get("Location")?.startsWith("/code?redirectTo=%2Fadmin%2F") ?? false;
  return { status: answer.status, asksCode: isSent || asksForCode(answer.status, text) };
}

const LOOKS_ONLY = { but: ["sessions", "audit", "counters"] };

test.each(REQUESTS)("$name is not done without a fresh code of one's own", async (request) => {
  const [own, other] = [await colleague("director"), await colleague("director")];
  const [secret, theirs] = [await giveFactor(own.uid), await giveFactor(other.uid)];
  const spent = codeOf(secret);
  await codeTyped(own.uid, null);
  expect((await own.browser.post("/code", { factorCode: spent })).status).toBe(302);
  const program = await programAs(own.uid);
  const halfway = new Browser();
  await typePassword(halfway, own.email, PASSWORD);
  await changingNothing(async () => {
    for (const [typed, used] of [
      [null, null],
      [6, 6],
      [16, 1],
    ] as const) {
      await codeTyped(own.uid, typed, used);
      const { asksCode } = await ask(own.browser, request);
      expect([typed, asksCode]).toEqual([typed, true]);
    }
    for (const code of request.fields ? ["", wrongCode(secret), spent, codeOf(theirs)] : []) {
      const { asksCode } = await ask(own.browser, request, code);
      expect([code, asksCode]).toEqual([code, true]);
    }
    // Two other requests are refused. The first comes from a session in which only the password was typed, as after a
    // reset. The second comes from a program, which has a token and no cookie.
    expect((await ask(halfway, request)).status).toBe(401);
    const byProgram = await program.fetch(request.path, {
      method: request.fields ? "POST" : "GET",
      ...(request.fields && { body: new URLSearchParams(request.fields) }),
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
    });
    expect([401, 403, 404]).toContain(byProgram.status);
  }, LOOKS_ONLY);
});

test.each(
  REQUESTS,
)("$name is not asked for a code when one is fresh, nor without a factor", async (request) => {
  const [own, none] = [await colleague("director"), await colleague("director")];
  const secret = await giveFactor(own.uid);
  await codeTyped(own.uid, 4);
  for (const browser of [own.browser, none.browser]) {
    const { status, asksCode } = await ask(browser, request);
    expect([status < 500, asksCode]).toEqual([true, false]);
  }
  await codeTyped(own.uid, 30);
  if (!request.fields) return;
  const { status, asksCode } = await ask(own.browser, request, codeOf(secret));
  expect([status < 500, asksCode]).toEqual([true, false]);
});

test.each(REQUESTS)("$name is closed for who must have a factor and has none", async (request) => {
  const { browser } = await colleague("director");
  await run(
    "INSERT INTO settings VALUES ('factorRule', ?) ON CONFLICT DO UPDATE SET value = excluded.value",
    JSON.stringify({ abilities: ["read", "money", "decide"], from: 0 }),
  );
  try {
    await changingNothing(async () => {
      expect([302, 403]).toContain((await ask(browser, request)).status);
    }, LOOKS_ONLY);
  } finally {
    await run("DELETE FROM settings WHERE key = 'factorRule'");
  }
});

test("what was typed is kept, and sent on after the code", async () => {
  const { uid, browser } = await colleague("director");
  const secret = await giveFactor(uid);
  const fields: [string, string][] = [
    ["intent", "disable"],
    ["reason", "Asked for by the delegate"],
  ];
  const path = `/admin/accounts/${demoUid("submitted")}`;
  const asked = await browser.submit(path, fields);
  expect(asksForCode(asked.status, asked.text)).toBe(true);
  const again = await asked.press("Continue", { factorCode: wrongCode(secret) });
  expect(again.status).toBe(401);
  const sent = await again.press("Continue", { factorCode: codeOf(secret) });
  expect([sent.status, sent.location]).toEqual([307, path]);
  const done = await sent.follow();
  expect(done.status).toBe(302);
  const { detail } = await row<{ detail: string }>(
    "SELECT detail FROM audit WHERE action = 'disableAccount' AND actor_uid = ?",
    uid,
  );
  expect(JSON.parse(detail)).toEqual({ reason: "Asked for by the delegate" });
  await browser.post(path, { intent: "enable", reason: "A test" });
});

test("the evening of the results costs a director two codes and no page", async () => {
  const { uid, browser } = await colleague("director");
  const secret = await giveFactor(uid);
  const start = Date.now();
  await run("UPDATE sessions SET expires_at = ? WHERE uid = ?", start + 4 * 60 * 60_000, uid);
  const [decide, refund] = ["/admin/upload-decisions/none", `/admin/payments/${payment}`];
  // A release, three corrections that are each applied, and two refunds.
  const evening: [minute: number, page: string, path: string, fields: Record<string, string>][] = [
    [0, "/admin/release/early", "/admin/release/early", { intent: "release", seen: "none" }],
    ...[4, 8, 12].map(
      (minute) =>
        [minute, "/admin/release/early", decide, { intent: "apply" }] as [
          number,
          string,
          string,
          Record<string, string>,
        ],
    ),
    [16, "/admin/release/early", refund, { intent: "give" }],
    [20, "/admin/release/early", refund, { intent: "give" }],
  ];
  let codes = 0;
  let pages = 0;
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  try {
    for (const [minute, page, path, fields] of evening) {
      vi.setSystemTime(start + minute * 60_000);
      const isAsked = (await browser.open(page)).html.includes('name="factorCode"');
      if (isAsked) codes += 1;
      const { asksCode } = await ask(
        browser,
        { name: "", path, fields },
        isAsked ? codeOf(secret) : undefined,
      );
      if (asksCode) pages += 1;
    }
  } finally {
    vi.useRealTimers();
  }
  expect({ codes, pages }).toEqual({ codes: 2, pages: 0 });
});
