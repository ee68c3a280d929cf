import { env } from "cloudflare:workers";
import { beforeEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { signedIn } from "../support/browser.ts";
import { run } from "../support/storage.ts";
import { keepHouse, TENTH } from "../support/worker.ts";

const away = () => Promise.reject(new Error("No answer."));

/** A file store, or a simulator's ledger, that does not answer. */
const silent = <Service extends object>(service: Service, ...calls: string[]) =>
  new Proxy(service, {
    get: (target, name) => {
      if (calls.includes(String(name))) return away;
      const member = Reflect.get(target, name) as unknown;
      return typeof member === "function" ? member.bind(target) : member;
    },
  });

/** The page of the checks, after the cron has checked the records. */
async function checked(changes: Record<string, unknown>): Promise<string> {
  await keepHouse(changes, TENTH);
  return (await (await signedIn("director")).open("/admin/checks")).text;
}

beforeEach(async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await run("DELETE FROM inspections");
  await run("DELETE FROM outbox WHERE id = 'lost-mail'");
  // A mail that was given up is something to look at, whatever else cannot be asked.
  await run(
    `INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, due_at, failures)
      VALUES ('lost-mail', 'lost-mail', 'a@example.org', '-', '-', ?, NULL, 7)`,
    Date.now(),
  );
});

test("a file store that does not answer keeps nothing else from being found", async () => {
  await run(
    `INSERT INTO documents (id, conference_id, uid, question_id, file_name, content_type, size, sha256, object_key, uploaded_at)
      SELECT 'doc-of-checks', conference_id, ?, id, 'cv.pdf', 'application/pdf', 1, '', 'doc-of-checks', ?
      FROM questions WHERE conference_id = 'aconf_2023' AND kind = 'document upload' LIMIT 1`,
    demoUid("draft"),
    Date.now(),
  );
  const text = await checked({ FILES: silent(env.FILES, "head") });
  expect(text).toContain("Could not be checked: every document has its file (files)");
  expect(text).toContain("outbox/lost-mail");
});

test("a card processor that does not answer keeps nothing else from being found", async () => {
  const text = await checked({ SIMULATOR: silent(env.SIMULATOR, "batch") });
  expect(text).toContain(
    "Could not be checked: every charge at the processor has its payment (processors/simulator)",
  );
  expect(text).toContain("outbox/lost-mail");
});

test("a rule that fails keeps none of the others from being checked", async () => {
  const DB = {
    prepare: (sql: string) => env.DB.prepare(sql.includes("sum(value ->> 'cents')") ? "SELECT no" : sql),
    batch: (statements: D1PreparedStatement[]) => env.DB.batch(statements),
  };
  const text = await checked({ DB });
  expect(text).toContain("Could not be checked: the lines of a payment add up to its amount (database)");
  expect(text).toContain("outbox/lost-mail");
});
