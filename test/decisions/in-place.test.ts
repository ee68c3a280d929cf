import { afterEach, beforeEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { decisionMessages } from "~/decisions/messages.ts";
import type { Decision } from "~/values/types.ts";
import { type Browser, type Page, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { mailsOf } from "../support/told.ts";
import { keepHouse } from "../support/worker.ts";

const NOW = "2022-12-17T15:00:00Z";
const SUBMITTED = "2022-11-11T18:05:00Z";
const DUE = "2022-11-30T18:00:00Z";
const LATER = "2022-12-18T18:00:00Z";
const PLANS = { but: ["plans", "decision_lines", "sessions"] };
const say = decisionMessages.release.alone;
const none = "You have not yet received a decision";

const director = await signedIn("director");

beforeEach(async () => {
  await stopClockAt(NOW);
  await run("DELETE FROM outbox");
  await run("UPDATE decisions SET told_at = 1");
  await setRound({ release: DUE, releasedAt: null });
});

afterEach(restoreClock);

const setRound = ({ release, releasedAt }: { release: string; releasedAt: string | null }) =>
  run(
    `UPDATE rounds SET decision_release = ?, released_at = ?2, told_at = ?2
      WHERE id = 'early' AND conference_id = '${CONFERENCE}'`,
    Date.parse(release),
    releasedAt === null ? null : Date.parse(releasedAt),
  );

const deskOf = ({ uid }: { uid: string }) => director.open(`/admin/delegates/${uid}`);

const press = (page: Page, intent: string) => {
  const form = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === intent));
  expect(form, `${intent} on ${page.path}`).toBeDefined();
  return page.press(form!.buttons.find(({ value }) => value === intent)!.text);
};

/** Presses a button that succeeds, and opens the page to which it leads. */
async function pressed(page: Page, intent: string): Promise<Page> {
  const answer = await press(page, intent);
  expect(answer.status, answer.text).toBe(302);
  return answer.follow();
}

/** Sets somebody's decision on their application, and applies the plan. */
async function decided(person: { uid: string }, decision: Decision): Promise<Page> {
  const plan = await (await deskOf(person)).press(decision);
  expect(plan.status, plan.text).toBe(302);
  return pressed(await plan.follow(), "apply");
}

const seenBy = async ({ browser }: { browser: Browser }) => (await browser.open("/decision")).text;
test("one decision is set and released in three clicks and two pages, and its delegate is told", async () => {
  const person = await delegate({ submittedAt: SUBMITTED });
  const other = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const desk = await deskOf(person);
  expect(desk.text).toContain("Undecided");
  const plan = await changingNothing(async () => (await desk.press("Accepted")).follow(), PLANS);
  expect(plan.text).toContain("Accepted for 1 applicant");
  expect(plan.text).toContain("none → Accepted");
  expect(plan.text).toMatch(/Harvard Conference.* [\d,]+ may have it now, [\d,]+ afterwards/s);
  expect(plan.text).toMatch(/Countries.* 1 no country/s);
  const applied = await pressed(plan, "apply");
  expect(await seenBy(person)).toContain(none);
  expect(applied.text).toContain(say.ready(1));
  const done = await pressed(applied, "release");
  expect(done.text).toContain(say.outWithRound(1));
  expect(await seenBy(person)).toContain("You are accepted");
  expect(await seenBy(other)).toContain(none);
  await keepHouse();
  await keepHouse();
  expect(await mailsOf(person.email)).toMatchObject([{ sent_at: expect.any(Number) }]);
  expect(await mailsOf(other.email)).toEqual([]);
  expect((await director.open(done.path)).text).toContain(decisionMessages.release.mails.all(1));
  expect(await rows("SELECT actor_uid, detail FROM audit WHERE action = 'releaseAlone'")).toEqual([
    { actor_uid: demoUid("director"), detail: '{"decisions":1}' },
  ]);
  // The page that releases the round does not count decisions that their delegates already see.
  const round = await director.open("/admin/release/early");
  const [{ n }] = (await rows<{ n: number }>(
    "SELECT sum(number) AS n FROM tallies WHERE conference_id = ? AND name = 'standing' AND key LIKE 'early/_%/0/%'",
    CONFERENCE,
  )) as [{ n: number }];
  expect(round.text).toContain(`${n} decisions to release`);
});

test("a decision is never released before its round's time, whatever is posted", async () => {
  await setRound({ release: LATER, releasedAt: null });
  const person = await delegate({ submittedAt: SUBMITTED });
  const plan = await decided(person, "Accepted");
  expect(plan.text).not.toContain(say.button(1));
  expect((await deskOf(person)).text).toContain("It can be released from");
  const { set_at, plan_id } = await row<{ set_at: number; plan_id: string }>(
    "SELECT set_at, plan_id FROM decisions WHERE uid = ?",
    person.uid,
  );
  const seen = `1-${set_at}-${plan_id}`;
  for (const path of [plan.path, `/admin/delegates/${person.uid}`]) {
    const refused = await changingNothing(() => director.post(path, { intent: "release", seen }));
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(say.moved);
  }
  await restoreClock();
  await stopClockAt("2022-12-18T17:59:59.999Z");
  expect((await director.post(plan.path, { intent: "release", seen })).status).toBe(409);
  expect(await seenBy(person)).toContain(none);
  await restoreClock();
  await stopClockAt(LATER);
  await pressed(await director.open(plan.path), "release");
  expect(await seenBy(person)).toContain("You are accepted");
});

test("pressing twice releases once, and what was not on the page is not released", async () => {
  const person = await delegate({ submittedAt: SUBMITTED });
  const desk = await decided(person, "Waitlisted").then(() => deskOf(person));
  await decided(person, "Accepted");
  const stale = await changingNothing(() => press(desk, "release"));
  expect(stale.status).toBe(409);
  expect(stale.text).toContain(say.moved);
  const fresh = await deskOf(person);
  const [first, second] = await Promise.all([press(fresh, "release"), press(fresh, "release")]);
  expect([first.status, second.status]).toEqual([302, 302]);
  expect(
    await rows(
      "SELECT 1 FROM audit WHERE action = 'releaseAlone' AND object = ?",
      `${CONFERENCE}/${person.uid}`,
    ),
  ).toHaveLength(1);
});

test("what was released alone is taken back alone or with its round, and its mail waits", async () => {
  const person = await delegate({ submittedAt: SUBMITTED });
  await decided(person, "Accepted");
  await pressed(await deskOf(person), "release");
  await keepHouse({ MAILER: "none" });
  expect(await mailsOf(person.email)).toMatchObject([{ sent_at: null }]);
  await pressed(await deskOf(person), "back");
  expect(await seenBy(person)).toContain(none);
  await keepHouse();
  expect(await mailsOf(person.email)).toMatchObject([{ sent_at: null, due_at: null }]);
  await pressed(await deskOf(person), "release");
  await keepHouse();
  await keepHouse();
  expect(await mailsOf(person.email)).toMatchObject([{ sent_at: expect.any(Number) }]);

  await pressed(await director.open("/admin/release/early"), "release");
  expect((await deskOf(person)).text).not.toContain(say.backButton);
  await pressed(await director.open("/admin/release/early?ask=back"), "back");
  expect(await seenBy(person)).toContain(none);
});

test("a released decision stands until its successor is released, and an undo brings back what was seen", async () => {
  const person = await delegate({ submittedAt: SUBMITTED });
  await decided(person, "Accepted");
  await pressed(await deskOf(person), "release");
  const plan = await (await deskOf(person)).press("Rejected").then((answer) => answer.follow());
  expect(plan.text).toContain("They see that one until the new one is released");
  const applied = await pressed(plan, "apply");
  expect(await seenBy(person)).toContain("You are accepted");
  expect((await deskOf(person)).text).toContain("The delegate still sees: Accepted.");
  await decided(person, "Waitlisted");
  expect(await seenBy(person)).toContain("You are accepted");

  const latest = await pressed(await deskOf(person), "release");
  expect(await seenBy(person)).not.toContain("You are accepted");
  const { plan_id } = await row<{ plan_id: string }>(
    "SELECT plan_id FROM decisions WHERE uid = ?",
    person.uid,
  );
  expect(latest.html).toContain(plan_id);
  // “Rejected” was never released. So when it comes back, the delegate sees “Accepted” as before.
  const undo = await pressed(await director.open(`/admin/upload-decisions/${plan_id}`), "undo");
  await pressed(undo, "apply");
  expect(await seenBy(person)).toContain("You are accepted");
  const first = await pressed(await director.open(applied.path), "undo");
  await pressed(first, "apply");
  expect(await seenBy(person)).toContain("You are accepted");
  expect((await deskOf(person)).text).not.toContain("The delegate still sees");
});

test("a decision that was changed before anybody saw it never comes out", async () => {
  await setRound({ release: LATER, releasedAt: NOW });
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  await decided(person, "Rejected");
  await restoreClock();
  await stopClockAt(LATER);
  expect(await seenBy(person)).toContain(none);
});

test("taking a decision away hides it at once, and the plan says so", async () => {
  await setRound({ release: DUE, releasedAt: NOW });
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  expect(await seenBy(person)).toContain("You are accepted");
  const plan = await (await deskOf(person)).press("No decision").then((answer) => answer.follow());
  expect(plan.text).toContain("would take a decision away at once that the delegate can see");
  await pressed(plan, "apply");
  expect(await seenBy(person)).toContain(none);
});

test("who sees Accepted may pay until another decision is released, and nobody's is released while they pay", async () => {
  await setRound({ release: DUE, releasedAt: NOW });
  const [payer, late, busy] = [
    await delegate({ submittedAt: SUBMITTED, decision: "Accepted", waiver: true }),
    await delegate({ submittedAt: SUBMITTED, decision: "Accepted", waiver: true }),
    await delegate({ submittedAt: SUBMITTED, decision: "Accepted", waiver: true }),
  ];
  for (const person of [payer, late, busy]) await decided(person, "Rejected");
  expect((await payer.browser.post("/register", PASS_PAYMENT)).status).toBe(302);
  expect(
    await row("SELECT grounds ->> 'decision' AS decision FROM payments WHERE delegate_uid = ?", payer.uid),
  ).toEqual({ decision: "Accepted" });
  const desk = await deskOf(late);
  await pressed(desk, "release");
  expect((await late.browser.post("/register", PASS_PAYMENT)).status).toBe(403);
  expect(await rows("SELECT 1 FROM payments WHERE delegate_uid = ?", late.uid)).toEqual([]);

  expect((await busy.browser.post("/register", PASS_PAYMENT)).status).toBe(302);
  await run("UPDATE holdings SET state = 'pending' WHERE uid = ?", busy.uid);
  const paying = await deskOf(busy);
  const refused = await changingNothing(() => press(paying, "release"));
  expect([refused.status, refused.text.includes(say.paying)]).toEqual([409, true]);
  await run("UPDATE holdings SET state = 'held' WHERE uid = ?", busy.uid);
  await keepHouse();
  expect(await rows("SELECT findings FROM inspections WHERE findings LIKE '%right to it%'")).toEqual([]);
});

test("terms are accepted under the decision that is seen", async () => {
  await setRound({ release: DUE, releasedAt: NOW });
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  await decided(person, "Rejected");
  const program = await programAs(person.uid);
  expect((await program.call("acceptWaiver", {})).status).toBe(200);
  expect(await rows("SELECT 1 FROM acceptances WHERE uid = ?", person.uid)).toHaveLength(1);
});

test("an award is given with the decision or alone, in the same plan, out of a budget", async () => {
  await run("INSERT OR IGNORE INTO budgets VALUES ('card', ?, 'Card fund', 500000, 'x', 0)", CONFERENCE);
  const person = await delegate({ submittedAt: SUBMITTED });
  const desk = await deskOf(person);
  expect(desk.has("The award alone")).toBe(false);
  const terms = { awardTitle: "Diversity award", awardBudget: "card" };
  const wrong = await changingNothing(() => desk.press("Accepted", { ...terms, award: "half" }));
  expect([wrong.status, wrong.text.includes(decisionMessages.file.notAnAward("half"))]).toEqual([400, true]);
  expect(wrong.html).toContain('value="Diversity award"');
  const both = await (await desk.press("Accepted", { ...terms, award: "50%" })).follow();
  expect(both.text).toMatch(/none → Accepted.*Award: none → 50%/s);
  await pressed(both, "apply");
  const awards = () =>
    rows("SELECT title, percent, budget_id FROM grants WHERE uid = ? AND ended_at IS NULL", person.uid);
  expect(await awards()).toEqual([{ title: "Diversity award", percent: 50, budget_id: "card" }]);
  const empty = await changingNothing(async () => (await deskOf(person)).press("The award alone"));
  expect([empty.status, empty.text.includes(decisionMessages.file.awardNeeded)]).toEqual([400, true]);
  const alone = await (
    await (await deskOf(person)).press("The award alone", { ...terms, award: "25%" })
  ).follow();
  await pressed(alone, "apply");
  expect(await awards()).toEqual([{ title: "Diversity award", percent: 25, budget_id: "card" }]);
  expect(await rows("SELECT decision FROM decisions WHERE uid = ?", person.uid)).toEqual([
    { decision: "Accepted" },
  ]);
});

test("who decides without money is asked for no award, and gives none", async () => {
  const person = await delegate({ submittedAt: SUBMITTED });
  const { browser } = await colleague("decisions");
  const path = `/admin/delegates/${person.uid}`;
  expect((await browser.open(path)).html).not.toContain('name="award"');
  const refused = await changingNothing(
    () => browser.post(path, { intent: "decide", decision: "Accepted", award: "50%" }),
    { but: ["sessions"] },
  );
  expect([refused.status, (await refused.text()).includes(decisionMessages.file.awardsNeedMoney)]).toEqual([
    403,
    true,
  ]);
});

test("Enter after an award asks which decision it comes with, and a title that is too long is refused beside it", async () => {
  const person = await delegate({ submittedAt: SUBMITTED });
  const { browser } = await colleague("director");
  const page = await browser.open(`/admin/delegates/${person.uid}`);
  const { name, value } = page.form("Waitlisted").buttons[0]!;
  const entered = await changingNothing(() =>
    browser.post(page.path, { intent: "decide", award: "50%", [name]: value }),
  );
  expect(entered.status).toBe(400);
  const html = await entered.text();
  for (const words of [decisionMessages.file.awardForWhat, 'value="50%"', "<details open"])
    expect(html).toContain(words);
  const long = { award: "50%", awardTitle: "x".repeat(81) };
  const refused = await page.press("Waitlisted", long);
  expect([refused.status, refused.html.includes('id="awardTitle-error"')]).toEqual([400, true]);
});

test("an award does not come before the decision that it comes with", async () => {
  await setRound({ release: DUE, releasedAt: NOW });
  const [accepted, waiting] = [
    await delegate({ submittedAt: SUBMITTED, decision: "Accepted" }),
    await delegate({ submittedAt: SUBMITTED, decision: "Waitlisted" }),
  ];
  const table = (email: string, decision: string) => ({
    table: `email,decision,award\n${email},${decision},50%`,
  });
  await run("INSERT OR IGNORE INTO budgets VALUES ('early', ?, 'Fund', 500000, 'x', 0)", CONFERENCE);
  const planOf = async (email: string, decision: string) => {
    const answer = await director.upload("/admin/upload-decisions", {
      ...table(email, decision),
      awardBudget: "early",
    });
    return director.open(answer.headers.get("Location")!);
  };
  const refused = await planOf(accepted.email, "Deferred to virtual");
  expect(refused.text).toContain(decisionMessages.plan.awardTooEarly);
  // Before the release the delegate sees no decision, so a plan may contain an award. After the release, that plan can
  // no longer be applied.
  await setRound({ release: DUE, releasedAt: null });
  const early = await planOf(accepted.email, "Deferred to virtual");
  await setRound({ release: DUE, releasedAt: NOW });
  const moved = await changingNothing(() => press(early, "apply"));
  expect([moved.status, moved.text.includes(decisionMessages.plan.awardTooEarlyByNow)]).toEqual([409, true]);
  // A delegate who sees “Waitlisted” does not see an award early, because they see no price. So an award may come with
  // their next decision.
  const plan = await planOf(waiting.email, "Accepted");
  const done = await pressed(plan, "apply");
  await pressed(done, "release");
  expect(await seenBy(waiting)).toContain("You are accepted");
});

test("the mail goes to whoever asks for it first, once, and to nobody else", async () => {
  const person = await delegate({ submittedAt: SUBMITTED });
  const plan = await decided(person, "Accepted");
  const [first, second] = [await press(plan, "test"), await press(plan, "test")];
  expect([first.status, second.status]).toEqual([302, 302]);
  expect((await first.follow()).text).toContain(say.testSent);
  const mails = await rows<{ recipient: string; subject: string; body: string }>(
    "SELECT recipient, subject, body FROM outbox",
  );
  expect(mails).toEqual([
    {
      recipient: "director@hpair.example",
      subject: expect.stringMatching(/^Test: /),
      body: expect.any(String),
    },
  ]);
  expect(await seenBy(person)).toContain(none);
});

test("who may not decide sees no decision on an application, and sets and releases none", async () => {
  const person = await delegate({ submittedAt: SUBMITTED });
  await decided(person, "Accepted");
  const { uid, browser: reader } = await colleague("reviewer");
  await run(
    "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'test', 0)",
    ...[CONFERENCE, person.uid, uid],
  );
  const path = `/admin/delegates/${person.uid}`;
  const page = await reader.open(path);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain("Not released");
  for (const intent of ["decide", "release", "back", "test"]) {
    const answer = await changingNothing(() =>
      reader.post(path, { intent, decision: "Rejected", seen: "1-1", pressId: "x" }),
    );
    expect(answer.status, intent).toBe(403);
  }
});

test("no mail goes to a disabled account, and the pages say so before the release and after it", async () => {
  const mails = decisionMessages.release.mails;
  const disable = ({ uid }: { uid: string }) => run("UPDATE users SET disabled_at = 1 WHERE uid = ?", uid);
  const [alone, disabled, other] = [
    await delegate({ submittedAt: SUBMITTED }),
    await delegate({ submittedAt: SUBMITTED }),
    await delegate({ submittedAt: SUBMITTED }),
  ];
  await disable(alone);
  const applied = await decided(alone, "Accepted");
  expect(applied.text).toContain(say.ready(1, 1));
  expect(applied.text).not.toContain("gets a mail");
  await pressed(applied, "release");
  await keepHouse();
  const done = await deskOf(alone);
  expect(done.text).toContain(say.outWithRound(1));
  expect(done.text).toContain(say.noMail(1, 1));
  expect(done.text).not.toContain(mails.all(1));
  expect(await mailsOf(alone.email)).toEqual([]);

  await disable(disabled);
  const table = `uid,decision\n${disabled.uid},Accepted\n${other.uid},Accepted\n`;
  const uploaded = await director.upload("/admin/upload-decisions", { table });
  const plan = await pressed(await director.open(uploaded.headers.get("Location")!), "apply");
  expect(plan.text).toContain(say.ready(2, 1));
  const released = await pressed(plan, "release");
  expect(released.text).toContain(mails.some(0, 1));
  await keepHouse();
  await run("UPDATE outbox SET sent_at = 1, due_at = NULL");
  const told = await director.open(plan.path);
  expect(told.text).toContain(mails.all(1));
  expect(told.text).toContain(say.noMail(1, 2));
});
