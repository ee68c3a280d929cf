import { afterEach, beforeEach, expect, test } from "vitest";
import { applicationMessages } from "~/applications/messages.ts";
import { applicant, save, submit, submittedAt } from "../support/applying.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { mailsOf } from "../support/told.ts";

/** A moment after the demo's last deadline. That is the deadline of the regular round: 2023-06-02, 03:59 UTC. */
const NOW = "2023-06-10T16:00:00Z";
const say = applicationMessages.ownDeadline;
/** The deadline of one person: in US Eastern, the zone of deadlines, and the same moment in UTC. */
const [UNTIL, UNTIL_UTC] = ["2023-06-13T12:00", Date.parse("2023-06-13T16:00:00Z")];

const director = await signedIn("director");

beforeEach(() => stopClockAt(NOW));
afterEach(restoreClock);

const pathOf = ({ uid }: { uid: string }) => `/admin/delegates/${uid}/deadline`;
const given = { deadline: UNTIL, round: "regular", reason: "Was in hospital" };

const give = async (person: { uid: string }, changes: Partial<typeof given> = {}) =>
  (await director.open(pathOf(person))).press("Set the deadline and write to them", { ...given, ...changes });

const barOf = async (browser: Browser) => {
  const html = await (await browser.get("/help")).text();
  return /<deadline-clock[^>]*>(.*?)<\/deadline-clock>/s.exec(html)?.[1]?.replace(/<[^>]+>/g, "") ?? "";
};

/** The round that the file of all applications states for this person. */
const roundIn = async (person: { uid: string }) => {
  const answer = await director.get("/admin/applications.csv");
  const file = await answer.text();
  expect(answer.status, file.slice(0, 200)).toBe(200);
  return file
    .split("\n")
    .find((line) => line.includes(person.uid))
    ?.split(",")[3]
    ?.replaceAll('"', "");
};

test("after the last deadline one person submits until a time of their own, and nobody else does", async () => {
  const [person, other] = [await applicant(), await applicant()];
  expect((await person.browser.open("/application/check")).has("Submit application")).toBe(false);
  expect(await barOf(person.browser)).toBe(applicationMessages.applicationsClosed);
  const answer = await give(person);
  expect(answer.status, answer.text).toBe(302);
  expect((await answer.follow()).text).toContain(say.given);

  const mails = (await mailsOf(person.email)).filter(({ event_key }) => event_key.startsWith("deadline:"));
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body).toContain("13 June 2023");
  expect(mails[0]!.body).not.toContain("hospital");
  expect(await barOf(person.browser)).toContain("Regular applications close in 3 days 00:00:00");
  expect((await person.browser.open("/")).text).toContain("Submit by");
  expect((await person.browser.open("/application")).text).toContain(say.untilForDelegate);
  expect(await barOf(other.browser)).toBe(applicationMessages.applicationsClosed);
  expect(await submittedAt(other)).toBeNull();

  expect((await submit(person.browser)).location).toBe("/application");
  expect(await submittedAt(person)).toBe(Date.parse(NOW));
  expect(await roundIn(person)).toBe("regular");
});

test.each([
  ["at its last millisecond", UNTIL_UTC, "/application"],
  ["a millisecond later", UNTIL_UTC + 1, null],
])("an application is taken %s or not at all", async (_, at, location) => {
  const person = await applicant();
  await give(person);
  await stopClockAt(new Date(at).toISOString());
  const page = await person.browser.open("/application/check");
  expect(page.has("Submit application")).toBe(location !== null);
  const { revision } = await row<{ revision: string }>(
    `SELECT group_concat(version, '.') || '.' || (SELECT id FROM documents WHERE uid = ?1) AS revision
      FROM (SELECT version FROM answers WHERE uid = ?1 ORDER BY section_id)`,
    person.uid,
  );
  const answer = await person.browser.post("/application/check", { revision });
  expect(answer.status).toBe(location === null ? 409 : 302);
  expect(await submittedAt(person)).toBe(location === null ? null : at);
});

test("the round that was chosen decides the price and the day of the decision", async () => {
  const person = await applicant();
  await give(person, { round: "early" });
  await submit(person.browser);
  expect(await roundIn(person)).toBe("early");
  // The filter by round applies the same rule, in SQL.
  const file = await (await director.get("/admin/applications.csv?show=everyone&round=early")).text();
  expect(file).toContain(person.uid);
  const decide = await director.open(`/admin/delegates/${person.uid}`);
  const plan = await (await decide.press("Accepted")).follow();
  const apply = plan.forms.flatMap(({ buttons }) => buttons).find(({ value }) => value === "apply");
  expect((await plan.press(apply!.text)).status).toBe(302);
  // The early round was released before this decision was set. The round is due, so the decision is released alone, at
  // once.
  await run("UPDATE decisions SET released_at = set_at WHERE uid = ?", person.uid);
  expect((await person.browser.open("/decision")).text).toContain("You are accepted");
  await run(
    `INSERT INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at)
      VALUES (?, ?, 1, 'Mei Chen', '2022-12-10', 0)`,
    CONFERENCE,
    person.uid,
  );
  expect((await person.browser.open("/register")).text).toContain("Harvard Conference ticket $495 ");
  expect(await rows("SELECT * FROM tallied EXCEPT SELECT * FROM tallies")).toEqual([]);
});

test("within the season, the round follows the time of the submission", async () => {
  const person = await applicant();
  await stopClockAt("2023-05-10T15:00:00Z");
  await give(person, { round: "early" });
  await submit(person.browser);
  expect(await roundIn(person)).toBe("regular");
});

test("somebody who has begun nothing applies late", async () => {
  const person = await delegate();
  const account = await director.open(`/admin/accounts/${person.uid}`);
  expect(account.text).toContain("Let them apply late");
  expect((await give(person)).status).toBe(302);
  expect((await save(person.browser, "about", { firstName: "Mei" })).status).toBe(302);
  expect((await person.browser.open("/application")).text).toContain(say.untilForDelegate);
});

test("a double press is one act, and the deadline can be taken back", async () => {
  const person = await applicant();
  const page = await director.open(pathOf(person));
  const twice = () => page.press("Set the deadline and write to them", given);
  expect((await Promise.all([twice(), twice()])).map(({ status }) => status)).toEqual([302, 302]);
  const acts = () =>
    rows<{ action: string }>(
      "SELECT action FROM audit WHERE object = ? AND action GLOB '*OwnDeadline*' ORDER BY rowid",
      `${CONFERENCE}/${person.uid}`,
    );
  expect(await acts()).toEqual([{ action: "giveOwnDeadline" }]);
  expect(await mailsOf(person.email)).toHaveLength(1);

  const back = await director.open(pathOf(person));
  const backTwice = () => back.press("Take the deadline back", { backReason: "A mistake" });
  expect((await Promise.all([backTwice(), backTwice()])).map(({ status }) => status)).toEqual([302, 302]);
  expect(await acts()).toHaveLength(2);
  expect(await mailsOf(person.email)).toHaveLength(2);
  expect(await barOf(person.browser)).toBe(applicationMessages.applicationsClosed);
});

test("the same deadline again, with another reason, changes nothing, and the page says so", async () => {
  const person = await applicant();
  const page = await director.open(pathOf(person));
  const press = (reason: string) => page.press("Set the deadline and write to them", { ...given, reason });
  expect((await press("Was in hospital")).status).toBe(302);
  const refused = await changingNothing(() => press("Was ill"), { but: ["sessions"] });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(say.same);
  expect(refused.html).toContain("Was ill");
  expect(await mailsOf(person.email)).toHaveLength(1);
});

test.each([
  ["a time that has passed", { deadline: "2023-06-10T11:59" }, say.notAhead],
  ["no time", { deadline: "" }, "May submit until"],
  ["no reason", { reason: " " }, applicationMessages.exceptionReason],
  ["a round that there is not", { round: "last" }, say.chooseRound],
] as const)("%s is refused, and what was typed stays", async (_, changes: Partial<
  typeof given
>, sentence) => {
  const person = await applicant();
  const answer = await changingNothing(() => give(person, changes), { but: ["sessions"] });
  expect(answer.status).toBe(400);
  expect(answer.text).toContain(sentence);
  expect(answer.html).toContain(changes.reason === " " ? UNTIL : "Was in hospital");
});

test("a time before the last deadline is refused: until then everybody may submit", async () => {
  const person = await applicant();
  await stopClockAt("2023-05-10T15:00:00Z");
  expect((await give(person, { deadline: "2023-06-01T12:00" })).text).toContain("everybody may submit");
});

test("an own deadline that a later one for everybody has overtaken is named no more", async () => {
  const person = await applicant();
  await give(person);
  const pages = async () => [
    (await person.browser.open("/application")).text.includes(say.untilForDelegate),
    (await director.open(pathOf(person))).text.includes("This person may submit until"),
    (await director.open(`/admin/delegates/${person.uid}`)).text.includes("May submit until"),
  ];
  expect(await pages()).toEqual([true, true, true]);
  const regular = "WHERE conference_id = ? AND id = 'regular'";
  const { deadline } = await row<{ deadline: number }>(`SELECT deadline FROM rounds ${regular}`, CONFERENCE);
  await run(`UPDATE rounds SET deadline = ? ${regular}`, UNTIL_UTC + 1, CONFERENCE);
  try {
    expect(await pages()).toEqual([false, false, false]);
  } finally {
    await run(`UPDATE rounds SET deadline = ? ${regular}`, deadline, CONFERENCE);
  }
});

test("a submitted application gets no deadline, and who does not decide cannot give one", async () => {
  const person = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  expect((await director.open(pathOf(person))).has("Set the deadline and write to them")).toBe(false);
  const late = await changingNothing(() => director.post(pathOf(person), { ...given, intent: "give" }), {
    but: ["sessions"],
  });
  expect([late.status, await late.text()]).toEqual([409, expect.stringContaining(say.tooLate)]);
  const reader = await colleague("reviewer");
  expect((await reader.browser.get(pathOf(person))).status).toBe(403);
  expect((await reader.browser.post(pathOf(person), { ...given, intent: "give" })).status).toBe(403);
});
