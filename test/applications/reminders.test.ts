import { afterEach, beforeEach, expect, test } from "vitest";
import { DAY, HOUR, MINUTE } from "~/values/durations.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

/** The portal's clock is the real one. */
const REAL = { DEMO_NOW: undefined };
const everyMinute = () => keepHouse(REAL, MINUTE);
const atTheHour = (changes = {}) => keepHouse({ ...REAL, ...changes }, 60 * MINUTE);

const deadline = (at: number) =>
  run("UPDATE rounds SET deadline = ? WHERE conference_id = ? AND id = ?", at, CONFERENCE, ROUND);

/** Somebody whose draft was last saved at this time. */
async function drafting(savedAt = 0) {
  const person = await delegate();
  await run(
    "INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)",
    ...[CONFERENCE, person.uid],
  );
  await run(
    "INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, 'about', 1, '{}', ?)",
    ...[CONFERENCE, person.uid, savedAt],
  );
  return person;
}

/** The first word of the subject of each mail to somebody. */
const toldTo = async (email: string) =>
  (await rows<{ subject: string }>("SELECT subject FROM outbox WHERE recipient = ?", email)).map(
    ({ subject }) => subject.split(" ")[0],
  );
const NEAR = ["Your"];
const MOVED = ["New"];

const kept = await rows<{ id: string; deadline: number }>(
  "SELECT id, deadline FROM rounds WHERE conference_id = ? ORDER BY position",
  CONFERENCE,
);
const ROUND = kept.at(-1)!.id;

beforeEach(async () => {
  await run("DELETE FROM outbox");
  await run("DELETE FROM unreachable_addresses");
  await run("UPDATE rounds SET deadline = 1000 WHERE conference_id = ?", CONFERENCE);
});
afterEach(async () => {
  for (const { id, deadline: at } of kept)
    await run("UPDATE rounds SET deadline = ? WHERE conference_id = ? AND id = ?", at, CONFERENCE, id);
});

test("nobody with a deadline of their own is reminded of everybody's", async () => {
  await deadline(Date.now() + 2 * DAY);
  const [own, other] = [await drafting(), await drafting()];
  await run(
    "UPDATE applications SET own_deadline = ?, late_round = ? WHERE uid = ?",
    ...[Date.now() + 9 * DAY, ROUND, own.uid],
  );
  await atTheHour();
  expect([await toldTo(own.email), await toldTo(other.email)]).toEqual([[], NEAR]);
  // Now the deadline for everybody is later than this person's own, which no longer counts.
  await run("UPDATE applications SET own_deadline = ? WHERE uid = ?", Date.now() + DAY, own.uid);
  await atTheHour();
  expect(await toldTo(own.email)).toEqual(NEAR);
});

test("everybody with a draft is reminded once, also by two crons at the same time", async () => {
  await deadline(Date.now() + 2 * DAY);
  const { email } = await drafting();
  await Promise.all([atTheHour(), atTheHour()]);
  await atTheHour();
  expect(await toldTo(email)).toEqual(NEAR);
  expect(await row("SELECT kind, uid IS NOT NULL AS copied FROM outbox WHERE recipient = ?", email)).toEqual({
    ...{ kind: "reminder", copied: 1 },
  });
});

test("who is at work, has submitted, was let in again, is disabled or unreachable is not reminded", async () => {
  await deadline(Date.now() + 2 * DAY);
  const atWork = await drafting(Date.now() - DAY + HOUR);
  const rested = await drafting(Date.now() - DAY - HOUR);
  const submitted = await drafting();
  const reopened = await drafting();
  const disabled = await drafting();
  const lost = await drafting();
  await run("UPDATE applications SET submitted_at = 1 WHERE uid = ?", submitted.uid);
  await run("UPDATE applications SET reopened_from = 1 WHERE uid = ?", reopened.uid);
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", disabled.uid);
  await run(
    "INSERT INTO unreachable_addresses (email_key, because, said, at) VALUES (?, 'bounced', '', 1)",
    lost.email,
  );
  await atTheHour();
  expect(await toldTo(rested.email)).toEqual(NEAR);
  for (const { email } of [atWork, submitted, reopened, disabled, lost])
    expect([email, await toldTo(email)]).toEqual([email, []]);
});

test("who uploaded a document lately is at work, as who saved an answer is", async () => {
  await deadline(Date.now() + 2 * DAY);
  const upload = async (uploadedAt: number) => {
    const person = await drafting();
    await run(
      `INSERT INTO documents (id, conference_id, uid, question_id, file_name, content_type, size, sha256, object_key, uploaded_at)
        VALUES (?1, ?2, ?1, 'resume', 'cv.pdf', 'application/pdf', 3, '', ?1, ?3)`,
      ...[person.uid, CONFERENCE, uploadedAt],
    );
    return person;
  };
  const [atWork, rested] = [await upload(Date.now() - DAY + HOUR), await upload(Date.now() - DAY - HOUR)];
  await atTheHour();
  expect(await toldTo(rested.email)).toEqual(NEAR);
  expect(await toldTo(atWork.email)).toEqual([]);
  await run("DELETE FROM documents WHERE id IN (?, ?)", atWork.uid, rested.uid);
});

test("nobody is reminded long before the deadline, or after it", async () => {
  const { email } = await drafting();
  for (const at of [Date.now() + 3 * DAY + HOUR, Date.now() - HOUR]) {
    await deadline(at);
    await atTheHour();
    expect(await toldTo(email)).toEqual([]);
  }
});

test("more people than fit into a statement are reminded in one run", async () => {
  await deadline(Date.now() + 2 * DAY);
  const { uid } = await drafting();
  await run(
    `WITH RECURSIVE one (n) AS (SELECT CAST(1 AS INTEGER) UNION ALL SELECT n + 1 FROM one WHERE n < 1100)
      INSERT INTO users (uid, email, email_key, password_hash, created_at)
      SELECT 'many-' || n, 'many-' || n || '@example.org', 'many-' || n || '@example.org', password_hash, 0
      FROM one CROSS JOIN users WHERE uid = ?`,
    uid,
  );
  await run(
    "INSERT INTO applications (conference_id, uid, created_at) SELECT ?, uid, 0 FROM users WHERE uid LIKE 'many-%'",
    CONFERENCE,
  );
  await atTheHour({ MAILER: "none" });
  expect(await row("SELECT count(*) AS n FROM outbox WHERE recipient LIKE 'many-%'")).toEqual({ n: 1100 });
  await run("DELETE FROM applications WHERE uid LIKE 'many-%'");
  await run("DELETE FROM users WHERE uid LIKE 'many-%'");
});

/** Stores a publication that moves the deadline to this time. Only the values that the cron reads are real. */
async function publish(at: number) {
  await run(
    `INSERT OR IGNORE INTO edition_revisions (conference_id, revision, document, author_uid, created_at)
      VALUES (?, 900, '{}', 'x', 0)`,
    CONFERENCE,
  );
  await run(
    `INSERT INTO edition_publications
        (id, conference_id, revision, state, due_at, created_by, created_at, moved_deadlines)
      VALUES (lower(hex(randomblob(10))), ?, 900, 'published', 0, 'x', 0, ?)`,
    ...[CONFERENCE, JSON.stringify([{ id: ROUND, deadline: at }])],
  );
}

test("a moved deadline is told to everybody with a draft, once for each move, at work or not", async () => {
  const first = Date.now() + 20 * DAY;
  await deadline(first);
  const { email } = await drafting(Date.now());
  await publish(first);
  await Promise.all([everyMinute(), everyMinute()]);
  await everyMinute();
  expect(await toldTo(email)).toEqual(MOVED);
  await deadline(first + DAY);
  await publish(first + DAY);
  await everyMinute();
  expect(await toldTo(email)).toEqual([...MOVED, ...MOVED]);
  expect(await rows("SELECT id FROM edition_publications WHERE moved_deadlines IS NOT NULL")).toEqual([]);
});

test("a deadline that has moved again, or is past, is told to nobody", async () => {
  const { email } = await drafting();
  await deadline(Date.now() + 20 * DAY);
  await publish(Date.now() + 10 * DAY);
  await everyMinute();
  await deadline(Date.now() - HOUR);
  await publish(Date.now() - HOUR);
  await everyMinute();
  expect(await toldTo(email)).toEqual([]);
});

test("a reminder that waits is not sent if its deadline has moved; its delegate is reminded of the new one, once", async () => {
  await deadline(Date.now() + 2 * DAY);
  const { email } = await drafting();
  await atTheHour({ MAILER: "none" });
  await deadline(Date.now() + 2.5 * DAY);
  await atTheHour();
  await run("DELETE FROM counters WHERE key = 'mail'");
  await everyMinute();
  expect(await rows("SELECT sent_at FROM outbox WHERE recipient = ?", email)).toEqual([{ sent_at: null }]);
  for (const _ of ["queued", "not again"]) {
    await run("DELETE FROM counters WHERE key = 'mail'");
    await atTheHour();
  }
  expect(await rows("SELECT sent_at FROM outbox WHERE recipient = ? ORDER BY created_at", email)).toEqual([
    { sent_at: null },
    { sent_at: expect.any(Number) },
  ]);
});

test("a reader who has stopped reminders does not get another one when the deadline moves", async () => {
  await deadline(Date.now() + 2 * DAY);
  const { email } = await drafting();
  await atTheHour({ MAILER: "none" });
  await run("UPDATE outbox SET due_at = NULL, report = 'unsubscribed' WHERE recipient = ?", email);
  await deadline(Date.now() + 2.5 * DAY);
  await atTheHour();
  expect(await toldTo(email)).toEqual(NEAR);
});

test("a reminder that waits is not sent once its deadline is past, or the application is submitted", async () => {
  await deadline(Date.now() + 2 * DAY);
  const done = await drafting();
  const open = await drafting();
  await atTheHour({ MAILER: "none" });
  await run("UPDATE applications SET submitted_at = 1 WHERE uid = ?", done.uid);
  const send = async () => {
    await run("DELETE FROM counters WHERE key = 'mail'");
    await everyMinute();
  };
  const sentTo = async (email: string) =>
    (await rows("SELECT id FROM outbox WHERE recipient = ? AND sent_at IS NOT NULL", email)).length;
  await send();
  expect([await sentTo(open.email), await sentTo(done.email)]).toEqual([1, 0]);
  await run("UPDATE outbox SET sent_at = NULL, due_at = 1 WHERE recipient = ?", open.email);
  await deadline(Date.now() - HOUR);
  await send();
  expect(await sentTo(open.email)).toBe(0);
});
