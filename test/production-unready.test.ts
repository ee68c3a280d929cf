import { afterAll, beforeAll, expect, test } from "vitest";
import { baseStatements } from "#db/seed/seed.ts";
import { Production } from "./support/production.ts";
import { MALFORMED, RIGHT } from "./support/wrong-variables.ts";

// An operator has not finished setting up this portal. It serves nobody, and says that it is not ready. It tells the
// operator in one sentence what is left to do.

let portal: Production;
beforeAll(async () => {
  portal = await Production.unprepared();
}, 60_000);
afterAll(() => portal.close());

/** What visitors, programs, monitors and the log are told. */
async function told() {
  portal.log.splice(0);
  const page = await portal.fetch("/", { headers: { Accept: "text/html" } });
  const program = await portal.fetch("/getDecision", { method: "POST" });
  const health = await portal.fetch("/health");
  const shown = await page.text();
  await portal.cron();
  expect([page.status, program.status, health.status]).toEqual([503, 503, 503]);
  expect(page.headers.get("Retry-After")).not.toBeNull();
  expect(shown).not.toMatch(/\bat \S+ \(|Error|D1_|SQLITE/);
  const lines = new Set(portal.log.join("").split("\n").filter(Boolean));
  return { shown: /<p>([^<]+)/.exec(shown)![1], health: await health.json(), log: [...lines] };
}

test.each<[string, Record<string, unknown>, string]>([
  [
    "a secret is missing",
    { SESSION_SECRET: undefined },
    "SESSION_SECRET is missing: it must be a secret of at least 32 random characters",
  ],
  [
    "a word is misspelt",
    { PAYMENT_GATEWAY: "authorise-net" },
    "PAYMENT_GATEWAY must be authorize-net, simulator (not in production) or none",
  ],
  ["the mail goes to a mailbox", { MAILER: "mailbox" }, "MAILER must be resend or none in production"],
  [
    "three variables are wrong, each in its own way",
    { MAIL_REPLY_TO: "the office", RESEND_API_KEY: undefined, DEMO_NOW: "2022-12-17T15:00:00Z" },
    "MAIL_REPLY_TO must be an e-mail address; RESEND_API_KEY is missing: MAILER resend needs it; DEMO_NOW must not be set in production",
  ],
])("it answers nobody while %s", async (_, settings, faults) => {
  await portal.configure(settings);
  expect(await told()).toEqual({
    shown: "This portal is not set up correctly yet. Please come back later.",
    health: { ok: false, missing: "configuration" },
    log: [`The Worker is not configured: ${faults}`],
  });
});

// Only the rehearsal tries a wrong value of each variable in the Worker. The rules for the variables have tests of
// their own (app/platform/config.test.ts).
const EVERY = process.env["REHEARSAL"] === "1" ? MALFORMED : [];

test.each(EVERY)("it answers nobody while %s is wrong", async (name, value, fault) => {
  await portal.configure({ ...RIGHT, [name]: value });
  expect(await told()).toEqual({
    shown: "This portal is not set up correctly yet. Please come back later.",
    health: { ok: false, missing: "configuration" },
    log: [`The Worker is not configured: ${name} ${fault}`],
  });
});

const unmigrated = {
  shown: "This portal is being set up: its database is not complete yet. Please come back later.",
  health: { ok: false, missing: "migrations" },
  log: ["The database lacks migrations: run npx wrangler d1 migrations apply DB --env production --remote"],
};

test("it answers nobody before its database is migrated to the last, and filled", async () => {
  await portal.configure({});
  expect(await told()).toEqual(unmigrated);
  await portal.migrate({ but: 1 });
  expect(await told()).toEqual(unmigrated);
  await portal.migrate();
  await portal.batch(baseStatements(Date.now()));
  await portal.batch(["UPDATE settings SET key = 'away' WHERE key = 'currentConference'"]);
  expect(await told()).toEqual({
    shown: "This portal is being set up: it has no conference yet. Please come back later.",
    health: { ok: false, missing: "seed" },
    log: [
      "The database lacks what every installation starts with: run npm run seed:base -- --env production --remote",
    ],
  });
  await portal.batch(["UPDATE settings SET key = 'currentConference' WHERE key = 'away'"]);
  const [page, health] = [await portal.fetch("/"), await portal.fetch("/health")];
  expect([page.status, await health.json()]).toMatchObject([200, { ok: true }]);
});
