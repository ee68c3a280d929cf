import { afterEach, beforeEach, expect, test } from "vitest";
import { applicationMessages } from "~/applications/messages.ts";
import { applicant, submit } from "../support/applying.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { delegate } from "../support/people.ts";
import { run } from "../support/storage.ts";

/** Moments before and after the demo's last deadline, which is 2023-06-02, 03:59 UTC. */
const [BEFORE, NOW] = ["2023-05-10T15:00:00Z", "2023-06-10T16:00:00Z"];
const PAGES = ["/", "/application", "/application/check", "/decision"];

beforeEach(() => stopClockAt(NOW));
afterEach(restoreClock);

test("after the last deadline an application that was opened again is open on every page", async () => {
  await stopClockAt(BEFORE);
  const person = await applicant();
  await submit(person.browser);
  await stopClockAt(NOW);
  await run(
    "UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?",
    person.uid,
  );
  for (const path of PAGES) {
    const page = await person.browser.open(path);
    expect(page.text, path).toContain(applicationMessages.reopened);
    expect(page.text, path).not.toMatch(/applications are (now )?closed/i);
  }
  for (const path of ["/", "/decision"])
    expect((await person.browser.open(path)).html).toMatch(/<a [^>]*href="\/application"[^>]*>Go to your/);
});

test("after the last deadline nobody is told of an application that they did not begin", async () => {
  const [person, other] = [await delegate(), await applicant()];
  for (const path of PAGES) {
    const none = await person.browser.open(path);
    expect(none.text, path).toMatch(/applications are (now )?closed/i);
    expect(none.text, path).not.toMatch(/we have kept|what you wrote|go to your application/i);
    const draft = await other.browser.open(path);
    expect(draft.text, path).toMatch(/applications are (now )?closed/i);
    expect(draft.html, path).toMatch(/you can still read|you did not submit/i);
  }
});
