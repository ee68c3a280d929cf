import { afterEach, expect, test } from "vitest";
import { programmeMessages } from "~/programme/messages.ts";
import { daysFrom } from "~/values/times.ts";
import { signedIn } from "../support/browser.ts";
import { addFormerEdition, FORMER_CONFERENCE, switchBack, switchTo } from "../support/editions.ts";
import { CONFERENCE } from "../support/people.ts";
import { giveBack } from "../support/refunds.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { holder } from "../support/transfers.ts";

await addFormerEdition();
afterEach(switchBack);

const IMPORT = "/admin/scheduling/import";
const TAKE = "Show what would be taken over";
const firstDay = async (id: string) =>
  (
    await row<{ day: string }>(
      "SELECT first_day AS day FROM events WHERE conference_id = ? AND first_day IS NOT NULL",
      id,
    )
  ).day;
const sessionsOf = (id: string) =>
  rows<{ title: string; day: string; time: string; room: string | null; speakers: string; recording: null }>(
    `SELECT s.title, s.day, strftime('%H:%M', s.starts_at / 1000, 'unixepoch') AS time, r.title AS room, s.speakers,
        s.recording_id AS recording
      FROM programme_sessions s LEFT JOIN rooms r ON r.id = s.room_id AND r.conference_id = s.conference_id
      WHERE s.conference_id = ? AND s.cancelled_at IS NULL ORDER BY s.day, s.starts_at, s.title`,
    id,
  );

test("the sessions of another edition become a plan for the days of this one, without speakers", async () => {
  await run("DELETE FROM programme_sessions WHERE conference_id = ?", FORMER_CONFERENCE);
  const [then, now] = [await firstDay(CONFERENCE), await firstDay(FORMER_CONFERENCE)];
  const [before, all] = [await sessionsOf(CONFERENCE), await rows("SELECT id FROM programme_sessions")];
  expect(before.some(({ speakers }) => speakers !== "[]")).toBe(true);
  expect(all.length).toBeGreaterThan(before.length);
  await switchTo(FORMER_CONFERENCE);
  const director = await signedIn("director");
  const proposed = await (await director.open(IMPORT)).press(TAKE, { from: CONFERENCE });
  expect(proposed.status, proposed.text).toBe(302);
  expect(await sessionsOf(FORMER_CONFERENCE)).toEqual([]);
  const plan = await proposed.follow();
  expect(plan.text).toContain(programmeMessages.plan.copied(CONFERENCE, 0));
  expect((await plan.press(`Apply to ${before.length} sessions`)).status).toBe(302);
  const made = await sessionsOf(FORMER_CONFERENCE);
  expect(made.map(({ title, time, room }) => [title, time, room])).toEqual(
    before.map(({ title, time, room }) => [title, time, room]),
  );
  expect(made.map(({ day }) => daysFrom(now, day))).toEqual(before.map(({ day }) => daysFrom(then, day)));
  expect(new Set(made.map(({ speakers, recording }) => `${speakers} ${recording}`))).toEqual(
    new Set(["[] null"]),
  );
});

test("a session for some people stays theirs, or is left out if this edition sells nothing that corresponds", async () => {
  await run("DELETE FROM programme_sessions WHERE conference_id = ?", FORMER_CONFERENCE);
  const [seminar, workshop] = await rows<{ id: string; title: string }>(
    "SELECT id, title FROM programme_sessions WHERE conference_id = ? AND cancelled_at IS NULL ORDER BY id LIMIT 2",
    CONFERENCE,
  );
  const levelOf = (id: string, level: string) =>
    run("UPDATE programme_sessions SET access_level = ? WHERE id = ?", level, id);
  await levelOf(seminar!.id, "h2023execsem");
  await levelOf(workshop!.id, "h2023mug");
  const sold = "WHERE conference_id = ? AND id =";
  await run(`UPDATE add_ons SET id = 'seminars' ${sold} 'h2023execsem'`, FORMER_CONFERENCE);
  await run(`DELETE FROM add_ons ${sold} 'h2023mug'`, FORMER_CONFERENCE);
  await switchTo(FORMER_CONFERENCE);
  const director = await signedIn("director");
  const proposed = await (await director.open(IMPORT)).press(TAKE, { from: CONFERENCE });
  const plan = await proposed.follow();
  expect(plan.text).toContain(programmeMessages.plan.copied(CONFERENCE, 1));
  expect(plan.text).toContain(programmeMessages.plan.only("Executive seminars"));
  expect(
    await rows(
      `SELECT act, session ->> 'accessLevel' AS level FROM schedule_lines
        WHERE plan_id = ? AND (act = 'refused' OR session ->> 'title' IN (?, ?)) ORDER BY act`,
      ...[proposed.location!.split("/").at(-1)!, seminar!.title, workshop!.title],
    ),
  ).toEqual([{ act: "create", level: "seminars" }]);
  expect((await plan.press(/^Apply/)).status).toBe(302);
  await run("UPDATE programme_sessions SET access_level = 'h2023mug' WHERE conference_id = ?", CONFERENCE);
  const none = await (await director.open(IMPORT)).press(TAKE, { from: CONFERENCE });
  expect([none.status, none.text.includes(programmeMessages.plan.noneSoldHere)]).toEqual([400, true]);
  await run("UPDATE programme_sessions SET access_level = NULL WHERE conference_id = ?", CONFERENCE);
});

test.each([
  ["an edition without sessions", "hconf_2023", programmeMessages.plan.nothingThere],
  ["no edition", "nonsense", programmeMessages.plan.nothingThere],
])("from %s nothing is taken over", async (_, from, reason) => {
  const director = await signedIn("director");
  const page = await director.open(IMPORT);
  const refused = await changingNothing(() => page.press(TAKE, { from }));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(reason);
});

test("nothing is taken over into an edition without days", async () => {
  await switchTo(FORMER_CONFERENCE);
  await run("UPDATE events SET first_day = NULL, last_day = NULL WHERE conference_id = ?", FORMER_CONFERENCE);
  const director = await signedIn("director");
  const refused = await (await director.open(IMPORT)).press(TAKE, { from: CONFERENCE });
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(programmeMessages.plan.noDays);
});

test("a refund that staff make while another edition is shown takes its holder out of the sessions of their own", async () => {
  const person = await holder();
  const session = "left-elsewhere";
  await run(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers,
      access_level, capacity, version, changed_at)
      VALUES (?, ?, 'Gala', '', '2023-02-18', ?, ?, '[]', 'goldPlus', 1, 1, 0)`,
    ...[session, CONFERENCE, Date.parse("2023-02-18T15:00Z"), Date.parse("2023-02-18T16:00Z")],
  );
  expect((await person.browser.post("/scheduling", { choose: session })).status).toBe(302);
  const places = () => rows("SELECT uid FROM places WHERE session_id = ?", session);
  expect(await places()).toEqual([{ uid: person.uid }]);
  await switchTo(FORMER_CONFERENCE);
  await giveBack(person.id, { items: "goldPlus" });
  expect(await places()).toEqual([]);
});
