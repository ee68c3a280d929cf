import { beforeEach, expect, test } from "vitest";
import { meteredDatabase } from "../support/asked.ts";
import { deliverMailEvent, MAIL_EVENT_SECRET, mailEvent } from "../support/mail-events.ts";
import { row, run } from "../support/storage.ts";

// A mailing to 10,000 people leads to 10,000 events within a minute.
const EVENTS = 1_000;
const AT_ONCE = 20;

/** Stores sent mails with the numbers `first`, `first + 1` and so on, each to an address of its own. */
const sentMails = (first: number, number: number) =>
  run(
    `WITH RECURSIVE mail (n) AS (SELECT CAST(?1 AS INTEGER) UNION ALL SELECT n + 1 FROM mail WHERE n < ?1 + ?2 - 1)
      INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, sent_at, failures, provider_id)
      SELECT 'mail-' || n, 'mail-' || n, 'reader-' || n || '@example.org', 'News', '', 1, 1, 0, 'of-' || n FROM mail`,
    ...[first, number],
  );

/**
 * Delivers an event about each of these mails. Returns the most statements and the most rows that one delivery needed.
 */
async function deliver(type: string, first: number, number: number) {
  const most = { statements: 0, rows: 0 };
  for (let from = first; from < first + number; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, first + number - from);
    await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const { DB, asked, meter } = meteredDatabase();
        const bounce = { type: "Permanent", message: "No such mailbox." };
        const body = mailEvent({ type, about: `of-${from + index}`, tag: `mail-${from + index}`, bounce });
        const answer = await deliverMailEvent(body, {}, { DB, RESEND_WEBHOOK_SECRET: MAIL_EVENT_SECRET });
        expect(answer.status).toBe(200);
        most.statements = Math.max(most.statements, asked.length);
        most.rows = Math.max(most.rows, meter.read);
      }),
    );
  }
  return most;
}

beforeEach(async () => {
  await run("DELETE FROM outbox");
  await run("DELETE FROM mail_events");
  await run("DELETE FROM unreachable_addresses");
});

test.each([
  "email.delivered",
  "email.bounced",
])("%s costs the same when ten mails are known and when many thousand are, and all are taken", async (type) => {
  await sentMails(0, 10);
  // An isolate's first request also asks whether the database is ready.
  await deliver(type, 0, 1);
  const ofFew = await deliver(type, 1, 9);
  await sentMails(10, 20_000);
  const ofMany = await deliver(type, 10, EVENTS);
  expect(ofMany.statements).toBe(ofFew.statements);
  // An insertion between other rows also reads one or two neighbours.
  expect(ofMany.rows).toBeLessThanOrEqual(ofFew.rows + 5);
  expect(await row("SELECT count(*) AS taken FROM outbox WHERE report IS NOT NULL")).toEqual({
    taken: EVENTS + 10,
  });
}, 120_000);
