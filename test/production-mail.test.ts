import { describe, expect, test } from "vitest";
import { Production } from "./support/production.ts";
import { Resend } from "./support/resend.ts";

/** Puts mails into the outbox in the same way as a batch of the portal. */
const queue = (portal: Production, number: number, subject = "News") =>
  portal.batch(
    Array.from(
      { length: number },
      (_, index) => `INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, due_at)
        VALUES ('${subject}-${index}', 'test:${subject}/${index}', 'reader-${index}@example.org', '${subject}', 'Hello.', 1, 1)`,
    ),
  );

describe.concurrent("mail in production", { timeout: 120_000 }, () => {
  test("mails at a provider that takes 2 a second all arrive, none twice and none given up", async () => {
    const portal = await Production.open({ resend: new Resend(2) });
    await queue(portal, 8);
    // Two runs overlap, as if the first one took longer than a minute.
    await Promise.all([portal.cron(), portal.cron()]);
    await portal.batch(["UPDATE outbox SET due_at = 1 WHERE sent_at IS NULL"]);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await portal.cron();
    const [{ left }] = (await portal.query<{ left: number }>(
      "SELECT count(*) AS left FROM outbox WHERE sent_at IS NULL OR failures > 0",
    )) as [{ left: number }];
    expect([portal.resend.mails.length, left]).toEqual([8, 0]);
    expect(new Set(portal.resend.mails.map(({ to }) => String(to))).size).toBe(8);
    expect(portal.resend.requests.length - 8, "refused because it came too early").toBeLessThan(2);
    await portal.close();
  });

  test("a run waits as long as the provider asks, and no try is spent", async () => {
    const resend = new Resend();
    const busy = { status: 429, body: { name: "rate_limit_exceeded", message: "Too many requests." } };
    resend.answers.push({ ...busy, headers: { "retry-after": "2" } });
    const portal = await Production.open({ resend, settings: { MAIL_PER_SECOND: "100" } });
    await queue(portal, 3);
    await portal.cron();
    // The run sends a second time once the jobs that ask card processors are done. By then the wait is over.
    expect(resend.mails).toHaveLength(3);
    expect(resend.requests[1]! - resend.requests[0]!).toBeGreaterThanOrEqual(1900);

    resend.answers.push({ ...busy, headers: { "retry-after": "3600" } });
    await portal.batch(["UPDATE outbox SET due_at = 1 WHERE sent_at IS NULL"]);
    await queue(portal, 1, "More");
    for (let minute = 0; minute < 3; minute += 1) await portal.cron();
    expect(resend.requests, "one that is told to wait an hour, and none after it").toHaveLength(5);
    await portal.batch([
      "UPDATE outbox SET due_at = 1 WHERE sent_at IS NULL",
      "UPDATE counters SET expires_at = 1 WHERE key = 'mail'",
    ]);
    await portal.cron();
    expect(resend.mails).toHaveLength(4);
    const tried = await portal.query("SELECT 1 FROM outbox WHERE failures > 0 OR refusal IS NOT NULL");
    expect(tried).toEqual([]);
    // Each wait is in the log, so that the operator learns of it.
    expect(portal.faults()).toHaveLength(2);
    await portal.close();
  });
});
