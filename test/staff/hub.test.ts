import { beforeAll, expect, test } from "vitest";
import { DAY } from "~/values/durations.ts";
import { signedIn } from "../support/browser.ts";
import { addFormerEdition, FORMER_CONFERENCE } from "../support/editions.ts";
import { CONFERENCE } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { row, run } from "../support/storage.ts";

const NOW = Date.parse("2022-12-17T15:00:00Z");
const hub = async (browser: Awaited<ReturnType<typeof signedIn>>) => (await browser.open("/admin")).text;
const number = async (sql: string, ...values: (string | number)[]) =>
  Number(Object.values((await row<Record<string, number>>(sql, ...values))!)[0]);

const dayOf = (instant: number) => Math.floor(instant / DAY);
const deadlineOf = (conference: string) =>
  number("SELECT max(deadline) AS at FROM rounds WHERE conference_id = ?", conference);
/** How many days are left until the last deadline of this edition. After the deadline the number is negative. */
const daysLeft = async () => dayOf(await deadlineOf(CONFERENCE)) - dayOf(NOW);

beforeAll(addFormerEdition);

test.each([
  ["on the day that is as far from its deadline as today", 0, 1],
  ["a day later", -1, 0],
])("an application of the last edition, submitted %s", async (_when, sooner, then) => {
  const day = dayOf(await deadlineOf(FORMER_CONFERENCE)) - (await daysLeft()) - sooner;
  await run(
    "UPDATE applications SET submitted_at = ? WHERE conference_id = ? AND submitted_at IS NOT NULL",
    (day + 1) * DAY - 1,
    FORMER_CONFERENCE,
  );
  const own = await number(
    "SELECT count(*) AS number FROM applications WHERE conference_id = ? AND submitted_at <= ?",
    CONFERENCE,
    NOW,
  );
  expect(await hub(await signedIn("director"))).toContain(
    `${await daysLeft()} days before the last deadline: ${own}. Asia Conference 2022 had ${then} then and 1 in the end.`,
  );
});

test.each([
  ["decide", ["Applications beside"], ["Money beside"]],
  ["money", ["Money beside"], ["Applications beside"]],
  ["read", [], ["Applications beside", "Money beside"]],
  ["door", [], ["Applications beside", "Money beside"]],
] as const)("somebody with the ability %s sees %j and not %j", async (ability, seen, hidden) => {
  const text = await hub((await colleague([ability])).browser);
  for (const title of seen) expect(text).toContain(title);
  for (const title of hidden) expect(text).not.toContain(title);
});

test("there is nothing beside the first edition", async () => {
  await run(
    "UPDATE rounds SET deadline = deadline + ? WHERE conference_id = ?",
    1000 * DAY,
    FORMER_CONFERENCE,
  );
  expect(await hub(await signedIn("director"))).not.toContain("beside the last conference");
  await run(
    "UPDATE rounds SET deadline = deadline - ? WHERE conference_id = ?",
    1000 * DAY,
    FORMER_CONFERENCE,
  );
});

test("reviews of applications that were not assigned do not count as assigned reading", async () => {
  const { uid, browser } = await colleague(["read", "decide"]);
  const applications = `SELECT conference_id, uid FROM applications
    WHERE conference_id = '${CONFERENCE}' AND submitted_at IS NOT NULL ORDER BY uid`;
  await run(
    `INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at)
      SELECT conference_id, uid, ?, 'by hand', 0 FROM (${applications} LIMIT 3)`,
    uid,
  );
  await run(
    `INSERT INTO reviews (conference_id, uid, staff_uid, scores, score, recommendation, version, created_at, saved_at)
      SELECT conference_id, uid, ?, '{}', 300, 'Accepted', 1, 0, 0 FROM (${applications} LIMIT 3 OFFSET 3)`,
    uid,
  );
  expect(await hub(browser)).toContain("You have reviewed 0 of 3.");
});

test("a mail that was given up is a task for a month, unless it was withheld on purpose", async () => {
  const director = await signedIn("director");
  const give = (createdAt: number, report: string | null) =>
    run(
      `INSERT INTO outbox (id, event_key, kind, recipient, subject, body, created_at, failures, report)
        VALUES (?1, ?1, 'decision', 'a@b.example', '', '', ?2, 9, ?3)`,
      `given-up/${createdAt}/${report}`,
      ...[createdAt, report],
    );
  await give(Date.now() - 31 * DAY, null);
  await give(Date.now() - DAY, "withheld");
  expect(await hub(director)).not.toContain("could not be sent");
  await give(Date.now() - DAY, null);
  expect(await hub(director)).toContain("1 mail could not be sent and was given up.");
});

test("a director reads whose work each task is, and who else does it", async () => {
  const reader = await colleague(["read"]);
  await run("DELETE FROM assignments");
  await run(
    `INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at)
      SELECT conference_id, uid, ?, 'by hand', 0 FROM applications WHERE conference_id = ? AND submitted_at IS NOT NULL LIMIT 3`,
    reader.uid,
    CONFERENCE,
  );
  await run(
    "INSERT INTO factor_resets (uid, asked_by, asked_at) VALUES (?1, ?1, ?2)",
    reader.uid,
    Date.now() - DAY / 2,
  );
  const text = await hub(await signedIn("director"));
  expect(text).toContain("1 reader has 3 applications left to review.");
  expect(text).toContain("1 reset of a second factor waits for another director.");
  await run("UPDATE factor_resets SET asked_at = asked_at - ?", DAY);
  await run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", reader.uid);
  const later = await hub(await signedIn("director"));
  expect(later).not.toContain("left to review");
  expect(later).not.toContain("waits for another director");
  expect(await hub(reader.browser)).not.toContain("What needs to be done");
});

test("what nobody can review, and the readers who are gone, are not counted as left to review", async () => {
  const people = [await colleague(["read"]), await colleague(["read"]), await colleague(["money"])];
  const [reader, disabled] = people;
  await run("DELETE FROM assignments");
  for (const { uid } of people)
    await run(
      `INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at)
        SELECT conference_id, uid, ?, 'by hand', 0 FROM applications
        WHERE conference_id = ? AND submitted_at IS NOT NULL ORDER BY uid LIMIT 3`,
      ...[uid, CONFERENCE],
    );
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", disabled!.uid);
  const director = await signedIn("director");
  expect(await hub(director)).toContain("1 reader has 3 applications left to review.");
  const { uid } = await row<{ uid: string }>(
    "SELECT min(uid) AS uid FROM assignments WHERE staff_uid = ?",
    reader!.uid,
  );
  await run("UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?", uid);
  expect(await hub(director)).toContain("1 reader has 2 applications left to review.");
  await run("UPDATE applications SET submitted_at = reopened_from, reopened_from = NULL WHERE uid = ?", uid);
  await run("DELETE FROM assignments");
});

test("the money that we have is said with the part of it that is on its way back, which no entry books yet", async () => {
  const treasurer = (await colleague(["money"])).browser;
  const had = /Money that we have (\$[\d,.]+)/.exec(await hub(treasurer))![1];
  expect(await hub(treasurer)).not.toContain("on its way back");
  await run(
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, credit_cents, reason, state, requested_by,
      lease_until, created_at) SELECT 'r2345672345672345672', ?1, id, 'money', 44500, 4500, 'test', 'pending', 'test', 0, 1
      FROM payments WHERE conference_id = ?1 AND state = 'captured' LIMIT 1`,
    CONFERENCE,
  );
  expect(await hub(treasurer)).toContain(`Money that we have ${had} Of this, on its way back $400`);
  expect(await hub((await colleague(["door"])).browser)).not.toContain("on its way back");
  await run("DELETE FROM refunds WHERE id = 'r2345672345672345672'");
});

test("a payment or refund without an answer is a task that leads to it, also in another edition", async () => {
  const treasurer = (await colleague(["money"])).browser;
  const html = async () => (await treasurer.open("/admin")).html;
  const paid = async (conference: string) =>
    (
      await row<{ id: string }>(
        "SELECT id FROM payments WHERE conference_id = ? AND state = 'captured' LIMIT 1",
        conference,
      )
    ).id;
  const [own, former] = [await paid(CONFERENCE), await paid(FORMER_CONFERENCE)];
  await run(
    `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, credit_cents, reason, state, requested_by,
      lease_until, created_at) VALUES ('r2345672345672345672', ?, ?, 'money', 100, 0, 'test', 'unknown', 'test', 0, 1)`,
    FORMER_CONFERENCE,
    former,
  );
  expect(await hub(treasurer)).toContain("1 refund has waited over an hour");
  expect(await html()).toContain(`href="/admin/payments/${former}"`);
  await run("DELETE FROM refunds WHERE id = 'r2345672345672345672'");

  const unknown = (id: string) =>
    run("UPDATE payments SET state = 'unknown', resolved_at = NULL, booking = NULL WHERE id = ?", id);
  await unknown(own);
  expect(await html()).toContain('href="/admin/payments?state=unknown"');
  await unknown(former);
  expect(await hub(treasurer)).toContain("2 payments have waited over an hour");
  expect(await html()).toContain('href="/admin/payments?state=unknown"');
  await run("UPDATE payments SET state = 'declined', resolved_at = 1 WHERE id = ?", own);
  expect(await html()).toContain(`href="/admin/payments/${former}"`);
  expect((await treasurer.open(`/admin/payments/${former}`)).status).toBe(200);
  await run("UPDATE payments SET state = 'declined', resolved_at = 1 WHERE id IN (?, ?)", own, former);
});

test("free places of the waiting list are a task as long as nobody fills them by itself", async () => {
  const task = /Harvard Conference ticket: [\d,]+ places? (is|are) free while people are on the waiting list/;
  await run("UPDATE rounds SET released_at = 1 WHERE conference_id = ?", CONFERENCE);
  await run("UPDATE decisions SET decision = 'Waitlisted', set_at = 0");
  await run("UPDATE tickets SET places = 100000 WHERE id = 'goldPlus'");
  const director = await signedIn("director");
  expect(await hub(director)).not.toMatch(task);
  await run(
    `INSERT INTO waiting_lists (conference_id, sorted_by, by_hand, pass_type, refills, hours)
      VALUES (?, 'score', '[]', 'goldPlus', 0, 48)`,
    CONFERENCE,
  );
  expect(await hub(director)).toMatch(task);
  await run("UPDATE waiting_lists SET stops_at = ?", NOW - 1);
  expect(await hub(director)).not.toMatch(task);
  await run("UPDATE waiting_lists SET stops_at = ?, refills = 0", NOW + DAY);
  expect(await hub(director)).toMatch(task);
  await run("UPDATE tickets SET sale_until = ? WHERE id = 'goldPlus'", NOW - 1);
  expect(await hub(director)).not.toMatch(task);
  await run("UPDATE tickets SET sale_until = NULL WHERE id = 'goldPlus'");
  // Nobody sees yet that they wait.
  await run(
    "UPDATE rounds SET decision_release = decision_release + ? WHERE conference_id = ?",
    9e12,
    CONFERENCE,
  );
  expect(await hub(director)).not.toMatch(task);
  await run(
    "UPDATE rounds SET decision_release = decision_release - ? WHERE conference_id = ?",
    9e12,
    CONFERENCE,
  );
  expect(await hub(director)).toMatch(task);
  await run("UPDATE waiting_lists SET refills = 1");
  expect(await hub(director)).not.toMatch(task);
});
