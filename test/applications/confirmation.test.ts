import { afterEach, expect, test } from "vitest";
import { applicant, submit } from "../support/applying.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { rows, run } from "../support/storage.ts";

afterEach(restoreClock);

const mailsTo = (email: string) =>
  rows<{ subject: string; body: string; event_key: string }>(
    "SELECT subject, body, event_key FROM outbox WHERE recipient = ? ORDER BY created_at, rowid",
    email,
  );

test("a mail confirms a submitted application, once: which, when, and what comes next and when", async () => {
  await stopClockAt("2022-11-20T15:00:00Z");
  const { browser, email } = await applicant();
  expect((await submit(browser)).status).toBe(302);
  await browser.post("/application/check", { revision: "" });
  const [mail, ...others] = await mailsTo(email);
  expect(others).toEqual([]);
  expect(mail!.subject).toBe("We have your application for the Asia Conference 2023");
  expect(mail!.body).toContain("Dear Mei,");
  expect(mail!.body).toContain("on 20 November 2022, 10:00 EST.");
  expect(mail!.body).toContain("Decisions come out on 30 November 2022, 13:00 EST.");
  expect(mail!.body).toMatch(/\/decision\n/);
});

test("a mail promises no day for decisions that has passed", async () => {
  await stopClockAt("2022-12-20T15:00:00Z");
  const { browser, email } = await applicant();
  await submit(browser);
  const [mail] = await mailsTo(email);
  expect(mail!.body).not.toContain("Decisions come out");
  expect(mail!.body).toContain("We will write to you when your decision is ready.");
});

test("nothing is confirmed that was not submitted, and an application that was opened again is confirmed again", async () => {
  const { browser, email, uid } = await applicant({ firstName: "" });
  expect((await submit(browser)).status).toBe(409);
  expect(await mailsTo(email)).toEqual([]);

  const other = await applicant();
  await submit(other.browser);
  await run(
    "UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?",
    other.uid,
  );
  expect((await submit(other.browser)).status).toBe(302);
  const keys = (await mailsTo(other.email)).filter(({ event_key }) => event_key.startsWith("submitted:"));
  expect(keys).toHaveLength(2);
  expect(await rows("SELECT * FROM applications WHERE uid = ? AND submitted_at IS NOT NULL", uid)).toEqual(
    [],
  );
});
