// Tests who gets a reminder, and which reminders are still sent. In most of these tests, another edition, another round
// or another moment could be mistaken for the right one.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY, HOUR, MINUTE } from "~/values/durations.ts";
import { addressNone } from "~/values/email-addresses.ts";
import { overtaken } from "../support/overtake.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

/** The portal's clock is the real one. */
const REAL = { DEMO_NOW: undefined };
const atTheHour = (changes = {}) => keepHouse({ ...REAL, ...changes }, 60 * MINUTE);
const NOT_SENT = { MAILER: "none" };

/** An edition of long ago, whose id comes before that of the current one. */
const OTHER = "aconf_1999";
/** The last round of both editions. */
const ROUND = "extra";

const kept = await rows<{ id: string; deadline: number }>(
  "SELECT id, deadline FROM rounds WHERE conference_id = ?",
  CONFERENCE,
);

const setDeadline = (at: number, round = ROUND, conference = CONFERENCE) =>
  run("UPDATE rounds SET deadline = ? WHERE conference_id = ? AND id = ?", at, conference, round);

const draft = (uid: string, conference = CONFERENCE) =>
  run("INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)", conference, uid);

async function drafting() {
  const person = await delegate();
  await draft(person.uid);
  return person;
}

const remindedOf = async (email: string) =>
  (await rows("SELECT 1 FROM outbox WHERE recipient = ? AND kind = 'reminder'", email)).length;

/**
 * Sends the mails that wait. After each run, a counter says when the next one may send mails. Until then, a run sends
 * nothing, so the counter is deleted first.
 */
async function send() {
  await run("DELETE FROM counters WHERE key = 'mail'");
  await keepHouse(REAL, MINUTE);
}

const mailTo = (email: string) =>
  row<{ isSent: number; failures: number; waits: number }>(
    "SELECT sent_at IS NOT NULL AS isSent, failures, due_at IS NOT NULL AS waits FROM outbox WHERE recipient = ?",
    email,
  );
const SENT = { isSent: 1, failures: 0, waits: 0 };
/** The mail was not sent, and the portal does not try again. */
const DROPPED = { isSent: 0, failures: 0, waits: 0 };

beforeEach(async () => {
  await run("DELETE FROM outbox");
  await run("UPDATE rounds SET deadline = 1000 WHERE conference_id = ?", CONFERENCE);
  for (const conference of [OTHER, CONFERENCE])
    await run(
      "INSERT INTO rounds (conference_id, id, title, position, deadline, decision_release) VALUES (?, ?, 'Extra', 9, 1000, 1000)",
      ...[conference, ROUND],
    );
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const table of ["answers", "applications", "sections"])
    await run(`DELETE FROM ${table} WHERE conference_id = ?`, OTHER);
  await run("DELETE FROM rounds WHERE id = ?", ROUND);
  for (const { id, deadline } of kept) await setDeadline(deadline, id);
});

test("an hour in which no deadline is near is no fault", async () => {
  const faults = vi.spyOn(console, "error");
  await atTheHour();
  expect(faults.mock.calls).toEqual([]);
});

test("a draft of another edition is not reminded, and work on it does not spare the draft of this one", async () => {
  await setDeadline(Date.now() + 2 * DAY);
  const [elsewhere, both] = [await delegate(), await drafting()];
  for (const { uid } of [elsewhere, both]) await draft(uid, OTHER);
  await run("INSERT INTO sections (conference_id, id, title, position) VALUES (?, 'about', 'You', 0)", OTHER);
  await run(
    "INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, 'about', 1, '{}', ?)",
    ...[OTHER, both.uid, Date.now()],
  );
  await atTheHour();
  expect([await remindedOf(elsewhere.email), await remindedOf(both.email)]).toEqual([0, 1]);
});

test("an account without an address gets no mail", async () => {
  await setDeadline(Date.now() + 2 * DAY);
  const { uid } = await drafting();
  const email = addressNone(uid);
  await run("UPDATE users SET email = ?, email_key = ? WHERE uid = ?", email, email, uid);
  await atTheHour();
  expect(await remindedOf(email)).toBe(0);
});

test("whoever begins after others were reminded is reminded too, whatever the order of their ids", async () => {
  await setDeadline(Date.now() + 2 * DAY);
  const people = [await delegate(), await delegate(), await delegate()];
  const [first, middle, last] = people.sort((one, other) => (one.uid < other.uid ? -1 : 1));
  await draft(middle!.uid);
  await atTheHour();
  for (const { uid } of [first!, last!]) await draft(uid);
  await atTheHour();
  for (const { email } of people) expect(await remindedOf(email)).toBe(1);
});

const removeRound = () => run("DELETE FROM rounds WHERE conference_id = ? AND id = ?", CONFERENCE, ROUND);

test.each([
  ["moved", () => setDeadline(Date.now() + 30 * DAY)],
  ["deleted with its round", removeRound],
])("nobody is told a deadline that is %s just before the mails are queued", async (_, change) => {
  const near = Date.now() + 2 * DAY;
  await setDeadline(near);
  const { email } = await drafting();
  const { DB, hasHappened } = overtaken(
    (sql) => sql.startsWith('insert into "outbox"') && sql.includes('"applications"'),
    async () => {
      await change();
      // Another round, and the same round of another edition, get the deadline that this round had. These two deadlines
      // do not count.
      await setDeadline(near, kept[0]!.id);
      await setDeadline(near, ROUND, OTHER);
    },
  );
  await atTheHour({ DB });
  expect([hasHappened(), await remindedOf(email)]).toEqual([true, 0]);
});

test("a reminder that waits is dropped once its deadline is past, and nobody tries again", async () => {
  await setDeadline(Date.now() + 2 * DAY);
  const { uid, email } = await drafting();
  await atTheHour(NOT_SENT);
  const past = Date.now() - HOUR;
  await setDeadline(past);
  await run(
    "UPDATE outbox SET event_key = ? WHERE recipient = ?",
    ...[`reminder/near/${CONFERENCE}/${ROUND}/${uid}/${past}`, email],
  );
  await send();
  expect(await mailTo(email)).toEqual(DROPPED);
});

test("a reminder that waits is dropped once its round is gone, and nobody tries again", async () => {
  await setDeadline(Date.now() + 2 * DAY);
  const { email } = await drafting();
  await atTheHour(NOT_SENT);
  await run("DELETE FROM rounds WHERE id = ?", ROUND);
  await send();
  expect(await mailTo(email)).toEqual(DROPPED);
});

test("whether a reminder is still true is asked of its own edition", async () => {
  await setDeadline(Date.now() + 2 * DAY);
  const [open, submitted] = [await drafting(), await drafting()];
  await atTheHour(NOT_SENT);
  await draft(submitted.uid, OTHER);
  await run(
    "UPDATE applications SET submitted_at = 1 WHERE conference_id = ? AND uid = ?",
    CONFERENCE,
    submitted.uid,
  );
  await send();
  expect([await mailTo(open.email), await mailTo(submitted.email)]).toEqual([SENT, DROPPED]);
});

test("a mail about something else is sent whatever its key is", async () => {
  const { email } = await delegate();
  await run(
    "INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, due_at, failures) VALUES (?, 'news/1', ?, 'News', 'Hello.', 1, 1, 0)",
    ...[email, email],
  );
  await send();
  expect(await mailTo(email)).toEqual(SENT);
});
