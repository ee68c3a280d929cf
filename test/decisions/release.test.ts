import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { demoUid } from "#db/seed/demo.ts";
import { roundRows } from "~/conference/catalogue.server.ts";
import { isDecisionVisible, roundOn } from "~/conference/rounds.ts";
import { visibleVersions } from "~/decisions/decisions.server.ts";
import { decisionMessages } from "~/decisions/messages.ts";
import { staffMessages } from "~/staff/messages.ts";
import { seenVersion } from "~/standing/visible-decision.ts";
import { messages } from "~/values/messages.ts";
import { EASTERN, instantAt, inZone, wallTime } from "~/values/times.ts";
import { DECISIONS, type Decision } from "~/values/types.ts";
import { applicants } from "../support/applicants.ts";
import { type Browser, type Page, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { programAs } from "../support/programs.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { mailsOf, told } from "../support/told.ts";
import { keepHouse } from "../support/worker.ts";

const NOW = "2022-12-17T15:00:00Z";
const SUBMITTED = "2022-11-11T18:05:00Z";
const at = (text: string) => Date.parse(text);
const EARLY = "/admin/release/early";

/** The delegates who had been told before any test began. */
const seeded = await rows<{ account: string }>(
  `SELECT replace(email, '@hpair.example', '') AS account FROM users
    WHERE uid IN (SELECT uid FROM decisions WHERE told_at IS NOT NULL)`,
);

beforeEach(async () => {
  await run("DELETE FROM outbox");
  await run("UPDATE decisions SET told_at = 1");
  await setRound({ releasedAt: "2022-11-30T18:00:00Z" });
});

afterEach(async () => {
  vi.restoreAllMocks();
  await restoreClock();
});

async function setRound({
  release = "2022-11-30T18:00:00Z",
  releasedAt,
}: {
  release?: string;
  releasedAt: string | null;
}) {
  const released = releasedAt === null ? null : at(releasedAt);
  await run(
    "UPDATE rounds SET decision_release = ?, released_at = ?2, told_at = ?2 WHERE id = 'early' AND conference_id = ?3",
    at(release),
    released,
    CONFERENCE,
  );
}

const decide = (uid: string, decision: Decision, setAt: string) =>
  run(
    `INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, ?, ?)
      ON CONFLICT DO UPDATE SET decision = excluded.decision, set_at = excluded.set_at, told_at = NULL`,
    CONFERENCE,
    uid,
    decision,
    at(setAt),
  );

const press = (page: Page, intent: string) => {
  const form = page.forms.find(({ buttons }) => buttons.some(({ value }) => value === intent))!;
  const { text } = form.buttons.find(({ value }) => value === intent)!;
  return page.press(text);
};

async function release(director: Browser): Promise<void> {
  const answer = await press(await director.open(EARLY), "release");
  expect(answer.status, answer.text).toBe(302);
}

/* ------------------------------------------------------------------ with and without a hidden decision */

const WORLDS: [string, { release?: string; releasedAt: string | null; setAt: string }][] = [
  ["the round is not released", { releasedAt: null, setAt: "2022-11-28T16:30:00Z" }],
  [
    "it is released, and its hour has not come",
    { release: "2022-12-18T18:00:00Z", releasedAt: "2022-12-10T00:00:00Z", setAt: "2022-11-28T16:30:00Z" },
  ],
  [
    "the decision was set after the release",
    { releasedAt: "2022-11-30T18:00:00Z", setAt: "2022-11-30T18:00:00.001Z" },
  ],
];

test.each(WORLDS)(
  "with every decision and with none all is the same to its delegate, byte by byte: %s",
  { timeout: 120_000 },
  async (_, { setAt, ...round }) => {
    await stopClockAt(NOW);
    await setRound(round);
    await run("UPDATE rounds SET told_at = NULL");
    const person = await delegate({ submittedAt: SUBMITTED });
    // The first visits set cookies and fill the isolate's memory, so they are not compared.
    for (const _ of [1, 2]) await told(person);
    const without = await told(person);
    for (const decision of DECISIONS) {
      await decide(person.uid, decision, setAt);
      const withDecision = await told(person);
      for (const [name, said] of Object.entries(without))
        expect(withDecision[name], `${name}, ${decision}`).toBe(said);
    }
    expect(without["mail"]).toBe("[]");

    await setRound({ releasedAt: NOW });
    await run("UPDATE rounds SET told_at = NULL WHERE id = 'early'");
    const after = await told(person);
    const changed = Object.keys(after).filter((name) => after[name] !== without[name]);
    expect(changed).toEqual(
      expect.arrayContaining(["/", "/decision", "/register", "getDecision", "mail", "outbox"]),
    );
  },
);

test.each<Decision>([
  "Accepted",
  "Waitlisted",
])("until its successor is released, a delegate who sees %s is told the same of every other decision, byte by byte", {
  timeout: 240_000,
}, async (first) => {
  await stopClockAt(NOW);
  const director = await signedIn("director");
  const person = await delegate({ submittedAt: SUBMITTED, decision: first });
  const other = await delegate({ submittedAt: SUBMITTED });
  await run("UPDATE decisions SET told_at = ? WHERE uid = ?", at("2022-12-01T00:00Z"), person.uid);
  for (const _ of [1, 2]) await told(person);
  const before = await told(person);
  const expectSame = async (state: string) => {
    // After a plan is applied, the cron updates the rounds, so their version changes. The first visits read the new
    // version, so they are not compared.
    await keepHouse();
    await told(person);
    for (const [name, said] of Object.entries(await told(person)))
      expect(said, `${name}, ${state}`).toBe(before[name]);
  };
  let plan = "";
  for (const decision of DECISIONS.filter((one) => one !== first)) {
    plan = await uploaded(director, `email,decision\n${person.email},${decision}`);
    await expectSame(decision);
  }
  // A decision that is released alone is released for nobody else.
  const others = await uploaded(director, `email,decision\n${other.email},Rejected`);
  expect((await press(await director.open(others), "release")).status).toBe(302);
  await keepHouse();
  await run("DELETE FROM outbox");
  await expectSame("another one released alone");

  expect((await press(await director.open(plan), "release")).status).toBe(302);
  const after = await told(person);
  const changed = Object.keys(after).filter((name) => after[name] !== before[name]);
  expect(changed).toEqual(expect.arrayContaining(["/", "/decision", "getDecision", "mail", "outbox"]));
});

test("by hand, nothing is shown a millisecond before its decisionRelease", async () => {
  await stopClockAt("2022-12-20T17:59:59.999Z");
  await setRound({ release: "2022-12-20T18:00:00Z", releasedAt: NOW });
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const program = await programAs(person.uid);
  expect((await program.call("getDecision")).body.data.data.decision).toBeNull();
  await restoreClock();
  await stopClockAt("2022-12-20T18:00:00Z");
  expect((await program.call("getDecision")).body.data.data.decision).toBe("Accepted");
});

test("queries and the rule agree on which decisions are visible", async () => {
  const db = connect(env.DB, newMeter());
  const stored = await roundRows(db, CONFERENCE);
  const instants = stored.flatMap(({ deadline }) => [deadline - 1, deadline, deadline + 1]);
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const setAt = at("2022-11-28T16:30:00Z");
  const asked = [{ uid: person.uid, version: `${setAt}-` }];
  for (const submittedAt of instants) {
    await run("UPDATE applications SET submitted_at = ? WHERE uid = ?", submittedAt, person.uid);
    const round = roundOn(stored, submittedAt);
    for (const releasedAt of [null, setAt - 1, setAt, setAt + 1]) {
      await run("UPDATE rounds SET released_at = ?", releasedAt);
      for (const wait of [-1, 0, 1]) {
        const now = (round?.decisionRelease ?? 0) + wait;
        for (const aloneAt of [null, setAt - 1, setAt]) {
          await run("UPDATE decisions SET released_at = ? WHERE uid = ?", aloneAt, person.uid);
          const seen = (await visibleVersions(db, CONFERENCE, asked, now)).has(`${person.uid}/${setAt}-`);
          expect(seen).toBe(isDecisionVisible(round && { ...round, releasedAt }, setAt, now, aloneAt));
          // The same comparison for a decision with a former version. That version was set a millisecond earlier.
          const former = { decision: "Waitlisted", setAt: setAt - 1, planId: "one", toldAt: null } as const;
          await run("UPDATE decisions SET former = ? WHERE uid = ?", JSON.stringify(former), person.uid);
          const stored = { decision: "Accepted", setAt, toldAt: null, releasedAt: aloneAt, former } as const;
          const both = [...asked, { uid: person.uid, version: `${setAt - 1}-one` }];
          const [version] = await visibleVersions(db, CONFERENCE, both, now);
          const expected = seenVersion(round && { ...round, releasedAt }, stored, now);
          const ofExpected = expected && (expected.setAt === setAt ? asked[0]! : both[1]!);
          expect(version ?? null).toBe(ofExpected && `${person.uid}/${ofExpected.version}`);
          await run("UPDATE decisions SET former = NULL WHERE uid = ?", person.uid);
        }
      }
    }
  }
  await run("UPDATE rounds SET released_at = ?", at("2022-12-16T18:00:00Z"));
});

/* ------------------------------------------------------------------ releasing */

test("a release shows what speaks against it, and flips once for all", async () => {
  await stopClockAt(NOW);
  await setRound({ releasedAt: null });
  const director = await signedIn("director");
  const accepted = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const nameless = await delegate({ submittedAt: SUBMITTED, decision: "Rejected" });
  await run("UPDATE answers SET answers = '{}' WHERE uid = ?", nameless.uid);
  const off = await delegate({ submittedAt: SUBMITTED, decision: "Rejected" });
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", off.uid);
  await run("UPDATE mail_templates SET body = 'Dear {name}' WHERE decision = 'Waitlisted'");
  const page = await director.open(EARLY);
  expect(page.text).toMatch(/\d+ (person has|people have) no decision/);
  expect(page.text).toContain("1 account is disabled");
  expect(page.text).toContain("The mail for “Waitlisted” contains {name}");
  expect(page.text).toContain(`1 with “Rejected” has no first name`);
  expect((await accepted.browser.open("/decision")).text).toContain("You have not yet received a decision");

  expect((await director.open("/admin/release")).text).toContain("Check and release : Early");
  await release(director);
  expect((await accepted.browser.open("/decision")).text).toContain("You are accepted");
  expect(await row("SELECT released_at FROM rounds WHERE id = 'early'")).toEqual({ released_at: at(NOW) });
  expect(await rows("SELECT actor_uid FROM audit WHERE action = 'releaseDecisions' AND at > 0")).toEqual([
    { actor_uid: demoUid("director") },
  ]);
  const listed = (await director.open("/admin/release")).text;
  expect(listed).toMatch(
    /All times are US Eastern time\..* Released 17 December 2022, 10:00 .*Look at what was sent : Early/s,
  );
  await run("UPDATE mail_templates SET body = 'Dear {firstName}: {link}' WHERE decision = 'Waitlisted'");
  await run("UPDATE users SET disabled_at = NULL WHERE uid = ?", off.uid);
});

test.each<[string, (uid: string) => Promise<unknown>]>([
  [
    "its hour was moved",
    () => run("UPDATE rounds SET decision_release = decision_release + 1 WHERE id = 'early'"),
  ],
  ["somebody released it", () => run("UPDATE rounds SET released_at = 5 WHERE id = 'early'")],
  ["a decision was set", (uid) => decide(uid, "Rejected", "2022-12-17T14:59:00Z")],
  ["a decision was taken away", (uid) => run("DELETE FROM decisions WHERE uid = ?", uid)],
])("a release of anything that was not on the page is refused: %s", async (_, move) => {
  await setRound({ releasedAt: null });
  const director = await signedIn("director");
  const { uid } = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const page = await director.open(EARLY);
  await move(uid);
  const refused = await changingNothing(() => press(page, "release"));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(decisionMessages.release.moved);
  expect((await press(refused, "release")).status).toBe(302);
});

test("to press “Release” or “Save schedule” twice does it once, and says that it is done", async () => {
  await stopClockAt(NOW);
  await setRound({ releasedAt: null });
  const director = await signedIn("director");
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const page = await director.open(EARLY);
  expect((await press(page, "release")).status).toBe(302);
  await stopClockAt("2022-12-17T15:00:05Z");
  expect((await changingNothing(() => press(page, "release"))).status).toBe(302);
  // The old page does not release a decision that was set after it was opened, and says so.
  await decide(person.uid, "Rejected", "2022-12-17T15:10:00Z");
  const refused = await changingNothing(() => press(page, "release"));
  expect([refused.status, refused.text.includes(decisionMessages.release.moved)]).toEqual([409, true]);

  const before = await row<{ at: number }>(
    "SELECT decision_release AS at FROM rounds WHERE id = 'early' AND conference_id = ?",
    CONFERENCE,
  );
  const form = await director.open(EARLY);
  const save = () => form.press("Save schedule", { decisionRelease: wallTime(before.at - 60_000, EASTERN) });
  expect((await save()).status).toBe(302);
  expect((await changingNothing(save)).status).toBe(302);
  await run("UPDATE rounds SET decision_release = ? WHERE id = 'early'", before.at);
  await run("DELETE FROM decisions WHERE uid = ?", person.uid);
});

test("the page says how many mails have left, and asks for nothing once there is nothing new", async () => {
  await stopClockAt(NOW);
  const director = await signedIn("director");
  const people = [
    await delegate({ submittedAt: SUBMITTED, decision: "Accepted" }),
    await delegate({ submittedAt: SUBMITTED, decision: "Rejected" }),
  ];
  const said = async () => (await director.open(EARLY)).text;
  const numbers = async () =>
    /([\d,]+) of ([\d,]+) mails sent/
      .exec(await said())!
      .slice(1)
      .map((digits) => Number(digits));
  expect(await said()).toMatch(/\d+ more decisions to release/);
  await release(director);
  const [sent = 0, all = 0] = await numbers();
  expect(all - sent).toBeGreaterThanOrEqual(people.length);
  await keepHouse({ MAILER: "none" });
  expect((await numbers())[1]).toBe(all);
  await run("UPDATE outbox SET due_at = NULL, failures = 1 WHERE recipient = ?", people[0]!.email);
  expect(await said()).toContain("1 mail could not be sent.");
  await run("UPDATE outbox SET due_at = 0, failures = 0 WHERE recipient = ?", people[0]!.email);
  await keepHouse();
  expect(await said()).toContain(`All ${all} mails were sent.`);
  const { html } = await director.open(EARLY);
  expect(/<button[^>]*value="release"[^>]*>/.exec(html)![0]).toContain("secondary");
});

test("only mails about the present decisions are counted, each person's newest one", async () => {
  await stopClockAt(NOW);
  const director = await signedIn("director");
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Waitlisted" });
  const late = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", late.uid);
  const said = async () => (await director.open(EARLY)).text;
  const send = () => run("UPDATE outbox SET sent_at = 1, due_at = NULL WHERE failures = 0");
  const giveUp = () => run("UPDATE outbox SET due_at = NULL, failures = 1 WHERE recipient = ?", person.email);
  await release(director);
  await keepHouse({ MAILER: "none" });
  await giveUp();
  await send();
  expect(await said()).toContain("1 mail could not be sent.");
  // Once the mail about a later decision was sent, the page no longer mentions the mail about the former one.
  await decide(person.uid, "Accepted", "2022-12-17T14:59:00Z");
  await release(director);
  await run("UPDATE rounds SET told_at = NULL WHERE id = 'early'");
  await keepHouse({ MAILER: "none" });
  await send();
  expect(await said()).toMatch(/All [\d,]+ mails were sent/);
  // A mail that could not be sent at first, but was sent again, counts as sent.
  const [, key] = await mailsOf(person.email).then((mails) => mails.map(({ event_key }) => event_key));
  await run("UPDATE outbox SET sent_at = NULL, failures = 1 WHERE event_key = ?", key);
  expect(await said()).toContain("1 mail could not be sent.");
  await run(
    `INSERT INTO outbox (id, event_key, recipient, subject, body, created_at, sent_at)
      SELECT 'again', event_key || '/again', recipient, subject, body, created_at, 1 FROM outbox WHERE event_key = ?`,
    key,
  );
  const before = /All ([\d,]+) mails were sent/.exec(await said())![1];
  // The disabled account has a decision that is not released yet. No mail is counted for it.
  await decide(late.uid, "Rejected", "2022-12-17T15:10:00Z");
  expect(/All ([\d,]+) mails were sent/.exec(await said())![1]).toBe(before);
  await run("UPDATE users SET disabled_at = NULL WHERE uid = ?", late.uid);
  await run("DELETE FROM decisions WHERE uid = ?", late.uid);
});

test("a release is taken back after it was asked twice, and mails that have not left are held", async () => {
  await stopClockAt(NOW);
  const director = await signedIn("director");
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  await release(director);
  await keepHouse({ MAILER: "none" });
  expect(await mailsOf(person.email)).toMatchObject([{ sent_at: null }]);

  expect((await director.open(EARLY)).text).toContain("Take the release back");
  const asked = await director.open(`${EARLY}?ask=back`);
  expect(asked.text).toContain("Delegates who have already looked");
  expect((await press(asked, "back")).status).toBe(302);
  expect((await person.browser.open("/decision")).text).toContain("You have not yet received a decision");
  expect((await person.browser.get("/decision/letter")).status).toBe(404);
  await keepHouse();
  expect(await mailsOf(person.email)).toMatchObject([{ sent_at: null, due_at: null }]);
  // Pressing twice takes it back once.
  expect((await changingNothing(() => press(asked, "back"))).status).toBe(302);

  await release(director);
  await keepHouse();
  expect(await mailsOf(person.email)).toMatchObject([{ sent_at: expect.any(Number) }]);
  await keepHouse();
  expect(await mailsOf(person.email)).toHaveLength(1);
});

test("delegates who can see a decision keep their round: a deadline is not moved past them before the release is taken back", async () => {
  const director = await signedIn("director");
  const submitted = await row<{ at: number }>(
    "SELECT submitted_at AS at FROM applications WHERE conference_id = ? AND uid = ?",
    CONFERENCE,
    demoUid("accepted"),
  );
  const before = wallTime(submitted.at - 60_000, EASTERN);
  const page = await director.open(EARLY);
  const refused = await changingNothing(() => page.press("Save schedule", { deadline: before }));
  expect([refused.status, refused.text.includes(decisionMessages.release.keepsRound)]).toEqual([409, true]);
  expect(refused.html).toContain(before);

  const { deadline } = await row<{ deadline: number }>("SELECT deadline FROM rounds WHERE id = 'early'");
  await setRound({ releasedAt: null });
  const saved = await (await director.open(EARLY)).press("Save schedule", { deadline: before });
  expect(saved.status).toBe(302);
  await run("UPDATE rounds SET deadline = ? WHERE id = 'early' AND conference_id = ?", deadline, CONFERENCE);
});

test("the last deadline is not moved before a submitted application, which would belong to no round", async () => {
  const director = await signedIn("director");
  const last = await row<{ id: string; deadline: number }>(
    "SELECT id, deadline FROM rounds WHERE conference_id = ? ORDER BY deadline DESC LIMIT 1",
    CONFERENCE,
  );
  const submitted = last.deadline - 60 * 60_000;
  await delegate({ submittedAt: new Date(submitted).toISOString() });
  const page = await director.open(`/admin/release/${last.id}`);
  const before = wallTime(submitted - 60_000, EASTERN);
  const refused = await changingNothing(() => page.press("Save schedule", { deadline: before }));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(decisionMessages.release.noRound);
  expect(refused.html).toContain(before);
  const after = await page.press("Save schedule", { deadline: wallTime(submitted + 60_000, EASTERN) });
  expect(after.status).toBe(302);
  await run("UPDATE rounds SET deadline = ? WHERE id = ?", last.deadline, last.id);
});

test("a deadline that is moved on Release is told to everybody with a draft, if its round is open", async () => {
  await stopClockAt(NOW);
  const director = await signedIn("director");
  const drafting = await delegate();
  await run(
    "INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)",
    ...[CONFERENCE, drafting.uid],
  );
  const subjects = async () => (await mailsOf(drafting.email)).map(({ subject }) => subject.split(" ")[0]);
  const stored = await rows<{ id: string; deadline: number }>(
    "SELECT id, deadline FROM rounds WHERE conference_id = ? ORDER BY position",
    CONFERENCE,
  );
  const open = stored.find(({ deadline }) => deadline >= at(NOW))!;
  const move = async (id: string, deadline: number) => {
    const page = await director.open(`/admin/release/${id}`);
    const saved = await page.press("Save schedule", { deadline: wallTime(deadline, EASTERN) });
    expect(saved.status, saved.text).toBe(302);
  };
  await move(open.id, open.deadline + 60_000);
  expect(await subjects()).toEqual(["New"]);
  // Saving the same schedule again is no move. Moving the deadline back is a second move.
  await move(open.id, open.deadline + 60_000);
  expect(await subjects()).toEqual(["New"]);
  await stopClockAt("2022-12-17T15:01:00Z");
  await move(open.id, open.deadline);
  expect(await subjects()).toEqual(["New", "New"]);
  for (const { id, deadline } of stored)
    await run("UPDATE rounds SET deadline = ? WHERE id = ? AND conference_id = ?", deadline, id, CONFERENCE);
});

test("decisions that can be seen are not hidden by a later decision release before the release is taken back", async () => {
  await stopClockAt(NOW);
  const director = await signedIn("director");
  const pastAndFuture = { past: "2022-12-17T09:59", future: "2022-12-17T10:01" };
  await release(director);
  const page = await director.open(EARLY);
  const holder = await signedIn("goldplus");
  const seen = (await holder.open("/decision")).text;
  expect(seen).toContain("You are accepted");
  const refused = await changingNothing(() =>
    page.press("Save schedule", { decisionRelease: pastAndFuture.future }),
  );
  expect([refused.status, refused.text.includes(decisionMessages.release.hidesDecisions)]).toEqual([
    409,
    true,
  ]);
  expect(refused.html).toContain(pastAndFuture.future);
  expect((await holder.open("/decision")).text).toBe(seen);

  // A release time in the past hides nothing.
  const { decision_release: before } = await row<{ decision_release: number }>(
    "SELECT decision_release FROM rounds WHERE id = 'early' AND conference_id = ?",
    CONFERENCE,
  );
  const moved = await (await director.open(EARLY)).press("Save schedule", {
    decisionRelease: pastAndFuture.past,
  });
  expect(moved.status).toBe(302);
  // A future time hides nothing either, if nothing has been released yet.
  await setRound({ releasedAt: null });
  const saved = await (await director.open(EARLY)).press("Save schedule", {
    decisionRelease: pastAndFuture.future,
  });
  expect(saved.status).toBe(302);
  await run(
    "UPDATE rounds SET decision_release = ? WHERE id = 'early' AND conference_id = ?",
    before,
    CONFERENCE,
  );
  await release(director);
});

test("a round is scheduled in US Eastern time, summer and winter, over what was shown", async () => {
  const released = await rows<{ id: string; released_at: number | null }>(
    "SELECT id, released_at FROM rounds",
  );
  await run("UPDATE rounds SET released_at = NULL");
  const director = await signedIn("director");
  const page = await director.open(EARLY);
  const saved = await page.press("Save schedule", {
    deadline: "2023-07-01T23:59",
    decisionRelease: "2022-12-20T13:00",
  });
  expect(saved.status).toBe(302);
  expect(await row("SELECT deadline, decision_release FROM rounds WHERE id = 'early'")).toEqual({
    deadline: at("2023-07-02T03:59:00Z"),
    decision_release: at("2022-12-20T18:00:00Z"),
  });
  const stale = await changingNothing(() =>
    page.press("Save schedule", { deadline: "2023-07-01T23:59", decisionRelease: "2022-12-21T13:00" }),
  );
  expect(stale.status).toBe(409);
  // The refused form keeps what was typed. After a typing error, the form also keeps the schedule that the page showed
  // at first. So it is refused as outdated once the error is mended.
  expect(stale.form("Save schedule").fields).toContainEqual(["decisionRelease", "2022-12-21T13:00"]);
  const wrong = await page.press("Save schedule", { deadline: "" });
  const again = await wrong.press("Save schedule", { deadline: "2023-07-01T23:59" });
  expect([wrong.status, again.status]).toEqual([400, 409]);
  const fresh = await director.open(EARLY);
  expect(fresh.text).toContain("20 December 2022, 18:00 UTC");
  const skipped = await changingNothing(() => fresh.press("Save schedule", { deadline: "2023-03-12T02:30" }));
  expect(skipped.status).toBe(400);
  expect(skipped.text).toContain(messages.notATime);
  expect(instantAt("2023-03-12T02:30", "America/New_York")).toBeNull();
  const back = await fresh.press("Save schedule", {
    deadline: "2023-05-01T23:59",
    decisionRelease: "2022-11-30T13:00",
  });
  expect(back.status).toBe(302);
  expect((await director.post("/admin/release/none", { intent: "release" })).status).toBe(404);
  for (const { id, released_at } of released)
    await run("UPDATE rounds SET released_at = ? WHERE id = ?", released_at, id);
});

/* ------------------------------------------------------------------ telling */

test("everybody is told once of the decision as it is at that moment, in the words of its mail", async () => {
  await stopClockAt(NOW);
  await setRound({ releasedAt: null });
  const director = await signedIn("director");
  const people = await Promise.all(
    DECISIONS.map(async (decision) => ({
      decision,
      ...(await delegate({ submittedAt: SUBMITTED, decision })),
    })),
  );
  await keepHouse();
  expect(await rows("SELECT 1 FROM outbox")).toEqual([]);
  await release(director);
  await run('UPDATE answers SET answers = \'{"firstName":"明"}\' WHERE uid = ?', people[0]!.uid);
  await keepHouse();
  await keepHouse();
  for (const { decision, email, uid } of people) {
    const [mail, ...others] = await mailsOf(email);
    expect(others).toEqual([]);
    expect(mail!.event_key).toBe(`decision/${CONFERENCE}/${uid}/${at("2022-11-28T16:30:00Z")}-`);
    expect(mail!.body).toContain(decision === "Accepted" ? "Dear 明" : "Mei");
    expect(mail!.body).toContain("/decision");
    expect(mail!.body).not.toMatch(/[{}]/);
    expect(mail!.sent_at).not.toBeNull();
  }
  expect(await row("SELECT told_at = released_at AS told FROM rounds WHERE id = 'early'")).toEqual({
    told: 1,
  });
});

test("a run that stopped between queueing and noting is completed without a second mail", async () => {
  await stopClockAt(NOW);
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  await release(await signedIn("director"));
  const cut = {
    ...env.DB,
    batch: env.DB.batch.bind(env.DB),
    prepare(query: string) {
      if (query.startsWith('update "decisions" set "told_at"')) throw new Error("cut");
      return env.DB.prepare(query);
    },
  };
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await keepHouse({ DB: cut });
  expect(await mailsOf(person.email)).toHaveLength(1);
  expect(await row("SELECT told_at FROM decisions WHERE uid = ?", person.uid)).toEqual({ told_at: null });
  await keepHouse();
  await keepHouse();
  expect(await mailsOf(person.email)).toHaveLength(1);
  expect(await row("SELECT told_at FROM decisions WHERE uid = ?", person.uid)).toEqual({ told_at: at(NOW) });
});

test("many are told, 500 a minute and nobody twice, even by two crons at once", {
  timeout: 120_000,
}, async () => {
  await stopClockAt(NOW);
  const people = await applicants("many", 1200);
  for (const { uid } of people.slice(0, 3)) await decide(uid, "Rejected", "2022-11-28T16:30:00Z");
  await run(
    `INSERT INTO decisions (conference_id, uid, decision, set_at) SELECT ?1, value ->> 'uid', 'Accepted', 5
      FROM json_each(?2)`,
    CONFERENCE,
    JSON.stringify(people.slice(3)),
  );
  await release(await signedIn("director"));
  const mails = () =>
    row<{ n: number; people: number }>(
      "SELECT count(*) AS n, count(DISTINCT recipient) AS people FROM outbox",
    );
  await keepHouse({ MAILER: "none" });
  expect(await mails()).toEqual({ n: 500, people: 500 });
  await Promise.all([keepHouse({ MAILER: "none" }), keepHouse({ MAILER: "none" })]);
  await keepHouse({ MAILER: "none" });
  await keepHouse({ MAILER: "none" });
  expect(await mails()).toEqual({ n: 1200, people: 1200 });
  expect(await row("SELECT told_at = released_at AS told FROM rounds WHERE id = 'early'")).toEqual({
    told: 1,
  });
});

test("a mail that is no longer true is not sent, and comes back with its decision", async () => {
  await stopClockAt(NOW);
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const director = await signedIn("director");
  await release(director);
  await keepHouse({ MAILER: "none" });
  const plan = await uploaded(director, `email,decision\n${person.email},none`);
  await keepHouse();
  expect(await mailsOf(person.email)).toMatchObject([{ sent_at: null, due_at: null }]);
  const undo = await (await (await director.open(plan)).press("Undo")).follow();
  expect((await press(undo, "apply")).status).toBe(302);
  await keepHouse();
  expect(await mailsOf(person.email)).toMatchObject([{ sent_at: expect.any(Number) }]);
});

test("the mail about a decision that still stands is sent, although another one was set since", async () => {
  await stopClockAt(NOW);
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const director = await signedIn("director");
  await release(director);
  await keepHouse({ MAILER: "none" });
  await uploaded(director, `email,decision\n${person.email},Rejected`);
  await keepHouse();
  await keepHouse();
  expect(await mailsOf(person.email)).toMatchObject([
    { sent_at: expect.any(Number), subject: expect.stringContaining("You are acc") },
  ]);
});

test("a delegate who was told of a decision that is undone is told of the previous one again", async () => {
  await stopClockAt(NOW);
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Waitlisted" });
  const director = await signedIn("director");
  await release(director);
  await keepHouse();
  const plan = await uploaded(director, `email,decision\n${person.email},Accepted`);
  await release(director);
  await keepHouse();
  const undo = await (await (await director.open(plan)).press("Undo")).follow();
  expect(undo.text).toContain("would bring back a decision that the delegate sees at once");
  expect((await press(undo, "apply")).status).toBe(302);
  await keepHouse();
  await keepHouse();
  expect(
    (await mailsOf(person.email)).map(({ subject, sent_at }) => [subject.slice(0, 11), sent_at !== null]),
  ).toEqual([
    ["You are on ", true],
    ["You are acc", true],
    ["You are on ", true],
  ]);
});

test("a mail that cannot be written goes out in plain words, and is logged", async () => {
  await stopClockAt(NOW);
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  await run("UPDATE answers SET answers = '{}' WHERE uid = ?", person.uid);
  await release(await signedIn("director"));
  await keepHouse();
  const [mail] = await mailsOf(person.email);
  expect(mail!.body).toContain("There is a decision on your application");
  expect(mail!.body).toContain("/decision");
  expect(log.mock.calls.join()).toContain("could not be written");
});

test("delegates who were told in the demo's past are not told again by another release", () => {
  expect(seeded.map(({ account }) => account)).toEqual(
    expect.arrayContaining(["accepted", "rejected", "regular"]),
  );
  expect(seeded.map(({ account }) => account)).not.toContain("unreleased");
});

test("a disabled account gets no mail, and holds nobody up", async () => {
  await stopClockAt(NOW);
  const person = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", person.uid);
  await release(await signedIn("director"));
  await keepHouse();
  await keepHouse();
  expect(await mailsOf(person.email)).toEqual([]);
  expect(await row("SELECT told_at = released_at AS told FROM rounds WHERE id = 'early'")).toEqual({
    told: 1,
  });
});

async function uploaded(director: Browser, table: string): Promise<string> {
  const answer = await director.upload("/admin/upload-decisions", { table });
  const plan = await director.open(answer.headers.get("Location")!);
  expect((await press(plan, "apply")).status).toBe(302);
  return plan.path;
}

/* ------------------------------------------------------------------ letter */

test("the letter of acceptance is only for delegates who may see that they are accepted", async () => {
  await run("UPDATE decisions SET told_at = ? WHERE uid = ?", at("2022-11-30T18:00Z"), demoUid("signed"));
  const accepted = await signedIn("signed");
  const letter = await accepted.open("/decision/letter");
  expect(letter.status).toBe(200);
  expect((await accepted.open("/decision")).html).toContain('href="/decision/letter"');
  expect(letter.text).toContain("Harvard Conference 2023");
  expect(letter.text).toContain("17–19 February 2023");
  expect(letter.text).toContain("30 November 2022");
  expect(letter.text).toContain("help@hpair.example");
  for (const account of ["unreleased", "submitted", "draft", "new", "deferred", "rejected"]) {
    const browser = await signedIn(account);
    const answer = await browser.open("/decision/letter");
    expect(answer.status, account).toBe(404);
    expect(answer.text).toContain(messages.notFound);
  }
});

test("the letter is dated when the decision was released, not when it was set", async () => {
  const { browser, uid } = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  const { decision_release: release } = await row<{ decision_release: number }>(
    "SELECT decision_release FROM rounds WHERE conference_id = ? AND id = 'early'",
    CONFERENCE,
  );
  const letter = await browser.open("/decision/letter");
  expect(letter.text).toContain(inZone(release, EASTERN, "date"));
  expect(letter.text).not.toContain("28 November 2022");
  // The letter has the day on which the delegate was told, even if the round is released again later.
  await run("UPDATE decisions SET told_at = ? WHERE uid = ?", at("2022-12-03T12:00Z"), uid);
  expect((await browser.open("/decision/letter")).text.match(/3 December 2022/g)).toHaveLength(2);
});

/* ------------------------------------------------------------------ templates */

test("the mails about decisions are changed over what was shown, with placeholders that exist", async () => {
  const director = await signedIn("director");
  const page = await director.open("/admin/mail/decisions?change=Accepted");
  expect(page.text).toContain("Dear Mei,");
  const wrong = await changingNothing(() => page.press("Save", { body: "Dear {name}" }));
  expect(wrong.status).toBe(400);
  expect(wrong.text).toContain(staffMessages.mailing.unknownPlaceholder("name"));
  const preview = await changingNothing(() =>
    page.press("Preview", { body: "Hello {fullName}: {conference}" }),
  );
  expect(preview.text).toContain("Hello Mei Chen: Asia Conference 2023");
  expect((await preview.press("Save")).status).toBe(302);
  expect(await row("SELECT body FROM mail_templates WHERE decision = 'Accepted'")).toEqual({
    body: "Hello {fullName}: {conference}",
  });
  expect((await changingNothing(() => preview.press("Save"))).status).toBe(302);
  const stale = await changingNothing(() => page.press("Save", { body: "Mine" }));
  expect(stale.status).toBe(409);
  expect(stale.text).toContain("Mine");
});

test.each([
  ["a preview", "Preview", "Hello {fullName}"],
  ["a mistake", "Save", "Hello {name}"],
])("after %s, a mail that somebody else saved meanwhile is still not overwritten", async (_, button, body) => {
  const director = await signedIn("director");
  const open = () => director.open("/admin/mail/decisions?change=Accepted");
  const [page, other] = [await open(), await open()];
  expect((await other.press("Save", { body: `Theirs, before ${button}` })).status).toBe(302);
  const again = await page.press(button, { body });
  const refused = await changingNothing(() => again.press("Save", { body: "Hello {fullName}" }));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(messages.changedMeanwhile);
});
