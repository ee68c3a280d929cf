import { afterEach, beforeAll, expect, test } from "vitest";
import { LETTER_TITLES, letterMessages } from "~/letters/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import type { LetterKind } from "~/values/types.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { overtake } from "../support/overtake.ts";
import { CONFERENCE, confirmed, delegate } from "../support/people.ts";
import { giveBack } from "../support/refunds.ts";
import { type Colleague, colleague } from "../support/staff.ts";
import { rows, run } from "../support/storage.ts";
import { holder } from "../support/transfers.ts";

afterEach(restoreClock);

const say = letterMessages.many;
const accepted = () => confirmed({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });

let decider: Colleague;
let treasurer: Colleague;
beforeAll(async () => {
  decider = await colleague("decisions");
  treasurer = await colleague(["decide", "money"]);
});

const pathOf = (
  people: { uid: string }[],
  kind?: LetterKind,
  more: Record<string, string> = WITHOUT_ADDRESS,
) =>
  `/admin/delegates/letters?${new URLSearchParams({ only: people.map(({ uid }) => uid).join(","), ...(kind && { kind }), ...more })}`;
/** The edition of the tests has no postal address for letters. */
const WITHOUT_ADDRESS = { without: "address" };

const lettersOf = (people: { uid: string }[]) =>
  rows<{ id: string; uid: string; about: string; content: string; withdrawnAt: number | null }>(
    `SELECT id, uid, about, content, withdrawn_at AS withdrawnAt FROM letters
      WHERE uid IN (SELECT value FROM json_each(?)) ORDER BY uid, rowid`,
    JSON.stringify(people.map(({ uid }) => uid)),
  );
const mailsTo = (email: string) =>
  rows<{ subject: string; body: string }>(
    "SELECT subject, body FROM outbox WHERE recipient = ? AND event_key GLOB 'letter:*'",
    email,
  );

test("everybody in a selection who can have a letter gets one with a mail, and who cannot is named with the reason", async () => {
  const people = [await accepted(), await accepted()];
  const [rejected, nameless, before] = [
    await confirmed({ submittedAt: "2022-11-11T18:05:00Z", decision: "Rejected" }),
    await accepted(),
    await accepted(),
  ];
  await run("UPDATE answers SET answers = '{}' WHERE uid = ?", nameless.uid);
  await (await before.browser.open("/letters")).press(`Get it: ${LETTER_TITLES.acceptance.toLowerCase()}`);
  const all = [...people, rejected, nameless, before];
  const path = pathOf(all, "acceptance");
  const page = await decider.browser.open(path);
  expect(page.text).toContain(say.ready(2));
  expect(page.text).toContain(`${say.has}: 1`);
  expect(page.text).toContain(`${say.why.notAccepted}: 1`);
  expect(page.text).toContain(`${say.why.noName}: 1`);
  expect(page.html).toContain(`/admin/delegates/${rejected.uid}?show=everyone`);

  const answer = await page.press(say.issue(2));
  expect(answer.text).toContain(say.issued(2));
  const issued = await lettersOf(people);
  expect(issued).toHaveLength(2);
  for (const { uid, email } of people) {
    const { id } = issued.find((letter) => letter.uid === uid)!;
    const [mail, ...others] = await mailsTo(email);
    expect([mail?.body.includes(`/letters/${id}`), mail?.body.includes("{id}"), others]).toEqual([
      true,
      false,
      [],
    ]);
  }
  expect(await lettersOf([rejected, nameless])).toEqual([]);
  expect(await lettersOf([before])).toHaveLength(1);
  expect(await mailsTo(before.email)).toEqual([]);
  const [letter] = await lettersOf([people[0]!]);
  expect((await people[0]!.browser.open(`/letters/${letter!.id}`)).text).toContain("Mei Chen");

  // If the same form is posted once more, no letter is issued, and the page says the same. This also holds after a
  // letter was withdrawn.
  await run("UPDATE letters SET withdrawn_at = 1, withdrawn_by = 'x' WHERE id = ?", letter!.id);
  expect((await page.press(say.issue(2))).text).toContain(say.issued(2));
  expect(await lettersOf(people)).toHaveLength(2);
  expect(await mailsTo(people[0]!.email)).toHaveLength(1);
  expect(
    await rows("SELECT 1 FROM audit WHERE action = 'issueLetters' AND actor_uid = ?", decider.uid),
  ).toHaveLength(1);
});

test("each letter says what the same letter to one person says", async () => {
  const [one, many] = [await holder(), await holder()];
  for (const { uid } of [one, many])
    await run(
      `INSERT INTO door_entries SELECT lower(hex(randomblob(10))), conference_id, id, id, 1, 'in', 1, 'list', 'x', 0
        FROM holdings WHERE uid = ? AND item = pass_type`,
      uid,
    );
  await stopClockAt("2023-02-20T12:00:00Z");
  for (const kind of ["acceptance", "payment", "attendance"] as const) {
    const page = await treasurer.browser.open(`/admin/delegates/${one.uid}/letters?without=address`);
    expect((await page.press(LETTER_TITLES[kind])).status).toBe(302);
    expect((await (await treasurer.browser.open(pathOf([many], kind))).press(say.issue(1))).text).toContain(
      say.issued(1),
    );
  }
  // The letters of both people have the same contents, except for the ids of their receipts.
  const contents = async ({ uid, id }: { uid: string; id: string }) =>
    (await lettersOf([{ uid }])).map(({ content }) => content.replaceAll(id, "receipt"));
  expect(await contents(many)).toEqual(await contents(one));
  expect(await contents(many)).toHaveLength(3);
});

test("a decision that changes just before it gives that person no letter, and the others theirs", async () => {
  const people = [await accepted(), await accepted()];
  const page = await decider.browser.open(pathOf(people, "acceptance"));
  const happened = overtake(decider.browser, 'insert into "letters"', () =>
    run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", people[0]!.uid),
  );
  expect((await page.press(say.issue(2))).text).toContain(say.issued(1));
  expect(happened()).toBe(true);
  expect((await lettersOf(people)).map(({ uid }) => uid)).toEqual([people[1]!.uid]);
  expect(await mailsTo(people[0]!.email)).toEqual([]);
});

test("nothing is issued if other people can have the letter now than the page counted", async () => {
  const people = [await accepted(), await accepted()];
  await run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", people[0]!.uid);
  const page = await decider.browser.open(pathOf(people, "acceptance"));
  await run("UPDATE decisions SET decision = 'Accepted' WHERE uid = ?", people[0]!.uid);
  const refused = await page.press(say.issue(1));
  expect([refused.status, refused.text.includes(say.changed)]).toEqual([409, true]);
  expect(await lettersOf(people)).toEqual([]);
  const issued = await refused.press(say.issue(2));
  expect(issued.text).toContain(say.issued(2));
});

test("a letter that does not hold any more makes room for another one", async () => {
  const person = await holder();
  const give = async () => {
    const page = await treasurer.browser.open(pathOf([person], "acceptance"));
    return page.press(say.issue(1));
  };
  await give();
  await giveBack(person.id, { items: "goldPlus" });
  expect((await give()).text).toContain(say.issued(1));
  expect((await lettersOf([person])).map(({ withdrawnAt }) => withdrawnAt === null)).toEqual([false, true]);
});

test("payments are for those who see money, scores choose nobody, and nobody else issues letters", async () => {
  const person = await holder();
  const page = await decider.browser.open(pathOf([person], "payment"));
  expect(page.text).not.toContain(LETTER_TITLES.payment);
  const fields = { intent: "give", id: newId(), seen: newId(), kind: "payment" };
  expect((await decider.browser.post(pathOf([person]), fields)).status).toBe(400);
  expect((await treasurer.browser.open(pathOf([person], "payment"))).text).toContain(say.ready(1));
  expect((await treasurer.browser.post(pathOf([person]), { ...fields, kind: "visa" })).status).toBe(400);
  expect((await decider.browser.get("/admin/delegates/letters?scoreFrom=3&kind=acceptance")).status).toBe(
    400,
  );
  const { browser } = await colleague("door");
  expect((await browser.get(pathOf([person]))).status).toBe(403);
  expect((await browser.post(pathOf([person]), { ...fields, kind: "acceptance" })).status).toBe(403);
  expect((await (await delegate()).browser.get(pathOf([person]))).status).toBe(403);
  expect(await lettersOf([person])).toEqual([]);
});

test("a decision that delegates cannot see yet chooses nobody", async () => {
  const person = await accepted();
  await run("UPDATE decisions SET set_at = 4e12 WHERE uid = ? AND conference_id = ?", person.uid, CONFERENCE);
  const path = `${pathOf([person], "acceptance")}&decision=Accepted`;
  const { text } = await decider.browser.open(path);
  expect([text.includes(say.ready(0)), text.includes(say.why.notAccepted)]).toEqual([true, false]);
  expect((await decider.browser.open(pathOf([person], "acceptance"))).text).toContain(say.why.notAccepted);
});
