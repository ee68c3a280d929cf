import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { planMessages } from "~/plans/messages.ts";
import { reviewMessages } from "~/reviews/messages.ts";
import { shareField } from "~/reviews/who-takes-part.ts";
import { MINUTE } from "~/values/durations.ts";
import { Browser, type Page, signedIn } from "../support/browser.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { type Colleague, colleague } from "../support/staff.ts";
import { changingNothing, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

const said = reviewMessages.distribution;

// Before each test, everything that other tests have left for readers is deleted.
beforeEach(async () => {
  for (const table of ["reviews", "comments", "assignments", "conflicts", "distribution_lines"])
    await run(`DELETE FROM ${table}`);
  await run("DELETE FROM plans WHERE kind = 'distribution'");
  await run("UPDATE staff SET on_leave_since = 1");
  await run("DELETE FROM decisions");
  await run("UPDATE applications SET submitted_at = NULL");
});

type Assignment = { uid: string; staff_uid: string; plan_id: string | null; reason: string };

const assignmentsOf = (uid?: string) =>
  rows<Assignment>(
    "SELECT uid, staff_uid, plan_id, reason FROM assignments WHERE uid = coalesce(?, uid) ORDER BY uid, staff_uid",
    uid ?? null,
  );

const applicant = (submittedAt = "2022-12-11T18:05:00Z") => delegate({ submittedAt });
const several = <Made>(count: number, make: () => Promise<Made>) =>
  Promise.all(Array.from({ length: count }, make));

const give = (uid: string, staffUid: string) =>
  run(
    "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'test', 0)",
    CONFERENCE,
    uid,
    staffUid,
  );

const begin = (uid: string, staffUid: string) =>
  run(
    "INSERT INTO comments (id, conference_id, uid, staff_uid, text, created_at) VALUES (?, ?, ?, ?, 'x', 0)",
    `${uid} ${staffUid}`,
    CONFERENCE,
    uid,
    staffUid,
  );

const CHOICES = { round: "all", state: "undecided", readers: "1", seed: "1" };

/** The page of a plan made by a director. */
async function planned(choices: Record<string, string> = {}, director?: Browser): Promise<Page> {
  const browser = director ?? (await signedIn("director"));
  const form = await browser.open("/admin/distribute-apps");
  const answer = await form.press("Make a plan", { ...CHOICES, ...choices });
  expect([answer.status, answer.text.slice(0, answer.status === 302 ? 0 : 2000)]).toEqual([302, ""]);
  return answer.follow();
}

const planOf = (page: Page) => page.path.split("/").at(-1)!;
const acts = async (plan: string) =>
  rows<{ action: string; detail: string }>(
    "SELECT action, detail FROM audit WHERE object = ?",
    `plans/${plan}`,
  );

test("a plan shows who would read what and why, changes nothing, and is then done exactly", async () => {
  const [one, two] = (await several(2, () => colleague())) as [Colleague, Colleague];
  const people = await several(6, () => applicant());
  const page = await changingNothing(() => planned({ readers: "1" }), {
    but: ["plans", "distribution_lines", "sessions"],
  });
  for (const words of [one.email, two.email, "Not applied", said.noExceptions])
    expect(page.text).toContain(words);
  expect(await assignmentsOf()).toEqual([]);

  const done = await page.press(/^Apply: (give|take) [\d,]+/);
  expect([done.status, done.location]).toEqual([302, page.path]);
  const given = await assignmentsOf();
  expect(given.map(({ uid }) => uid).sort()).toEqual(people.map(({ uid }) => uid).sort());
  for (const { uid } of [one, two]) expect(given.filter((row) => row.staff_uid === uid)).toHaveLength(3);
  expect(new Set(given.map(({ plan_id }) => plan_id))).toEqual(new Set([planOf(page)]));
  expect(given[0]!.reason).toContain("Lowest load.");
  expect(await acts(planOf(page))).toEqual([
    { action: "applyDistribution", detail: JSON.stringify({ assigned: 6, withdrawn: 0 }) },
  ]);
  expect((await done.follow()).text).toContain("Applied");
  const again = await changingNothing(() => page.press(/^Apply: (give|take) [\d,]+/));
  expect([again.status, again.text.includes(planMessages.alreadyApplied)]).toEqual([409, true]);
});

test("round and state choose the applications", async () => {
  await colleague();
  const early = await applicant("2022-11-11T18:05:00Z");
  const regular = await applicant("2023-05-20T18:05:00Z");
  const decided = await delegate({ submittedAt: "2022-11-12T18:05:00Z", decision: "Accepted" });
  await delegate();
  const chosen = async (choices: Record<string, string>) => {
    const plan = planOf(await planned(choices));
    return (
      await rows<{ uid: string }>("SELECT uid FROM distribution_lines WHERE plan_id = ? ORDER BY uid", plan)
    ).map(({ uid }) => uid);
  };
  expect(await chosen({ round: "early" })).toEqual([early.uid]);
  expect(await chosen({ round: "early", state: "all" })).toEqual([early.uid, decided.uid]);
  expect(await chosen({ round: "regular" })).toEqual([regular.uid]);
  expect(await chosen({ round: "all" })).toEqual([early.uid, regular.uid]);
  const none = await (await (await signedIn("director")).open("/admin/distribute-apps")).press(
    "Make a plan",
    {
      ...CHOICES,
      round: "bonus",
    },
  );
  expect([none.status, none.text.includes(said.noApplications)]).toEqual([409, true]);
});

test.each([
  ["round", "winter"],
  ["state", "some"],
  ["readers", "6"],
  ["readers", "0"],
  ["seed", "x".repeat(41)],
])("%s %s is refused, and the choices stay in the form", async (field, value) => {
  await colleague();
  const form = await (await signedIn("director")).open("/admin/distribute-apps");
  const refused = await changingNothing(() =>
    form.press("Make a plan", { ...CHOICES, seed: "7", [field]: value }),
  );
  expect(refused.status).toBe(400);
  expect(refused.text).toContain("There is a problem");
});

test("the form says how many applications each round has, and how many of them are undecided", async () => {
  await colleague();
  await applicant("2022-11-11T18:05:00Z");
  await delegate({ submittedAt: "2022-11-12T18:05:00Z", decision: "Accepted" });
  await applicant("2023-05-20T18:05:00Z");
  await delegate();
  const page = await (await signedIn("director")).open("/admin/distribute-apps");
  const titles = await rows<{ id: string; title: string }>(
    "SELECT id, title FROM rounds WHERE conference_id = ?",
    CONFERENCE,
  );
  const counts: Record<string, [number, number]> = { early: [1, 2], regular: [1, 1] };
  for (const { id, title } of titles)
    expect(page.text).toContain(said.ofRound(title, ...(counts[id] ?? [0, 0])));
  expect(page.text).toContain(said.ofRound("All rounds", 2, 3));
});

test("if there are no readers, the page says so and leads to the staff", async () => {
  const page = await (await signedIn("director")).open("/admin/distribute-apps");
  expect(page.text).toContain(said.nobodyReads);
  expect(page.has("Make a plan")).toBe(false);
});

test.each([
  ["essays"],
  // In the demo, the question about the institution is in the section "education". So the last run puts it back there.
  ["education"],
])("nobody is given their own application, one from their institution (asked for under %s), or one they declared", async (section) => {
  await run(
    "UPDATE questions SET section_id = ? WHERE conference_id = ? AND id = 'institution'",
    section,
    CONFERENCE,
  );
  const own = await colleague();
  await run(
    "INSERT INTO applications (conference_id, uid, created_at, submitted_at) VALUES (?, ?, 0, 1)",
    CONFERENCE,
    own.uid,
  );
  await colleague("reviewer", { institution: "Universität Zürich" });
  const declared = await colleague();
  await run(
    "INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, ?, 1, ?, 0)",
    CONFERENCE,
    own.uid,
    section,
    JSON.stringify({ institution: "UNIVERSITAT ZURICH" }),
  );
  await run(
    "INSERT INTO conflicts (conference_id, uid, staff_uid, reason, declared_at) VALUES (?, ?, ?, 'cousin', 0)",
    CONFERENCE,
    own.uid,
    declared.uid,
  );
  const page = await planned({ readers: "2" });
  expect(page.text).toContain("Too few readers");
  expect(page.text).not.toContain("of other applications");
  expect(page.text).toContain(said.shortage({ self: 1, declared: 1, institution: 1 }, 3));
  expect(page.has(/^Apply/)).toBe(false);
  // A plan keeps only the first applications without enough readers.
  await run("UPDATE plans SET summary = json_set(summary, '$.missing', 7) WHERE id = ?", planOf(page));
  expect((await page.browser.open(page.path)).text).toContain("5 more readings of other applications.");
  const other = await colleague();
  const [line] = await rows<{ staff_uid: string; reason: string }>(
    "SELECT staff_uid, reason FROM distribution_lines WHERE plan_id = ?",
    planOf(await planned()),
  );
  expect(line).toEqual({
    staff_uid: other.uid,
    reason: said.lowestLoad({ self: 1, declared: 1, institution: 1 }),
  });
});

test("of two directors who apply plans at once, one succeeds and the other is told", async () => {
  await several(2, () => colleague());
  await several(4, () => applicant());
  const one = await planned();
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => one.press(/^Apply: (give|take) [\d,]+/)),
  );
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 302))
    expect(answer.text).toContain(planMessages.alreadyApplied);
  expect(await assignmentsOf()).toHaveLength(4);
  expect(await acts(planOf(one))).toHaveLength(1);
});

test("a large plan whose request was cut off says that it is being applied, and the cron applies it", async () => {
  const [{ uid }] = [await applicant(), await colleague("reviewer")];
  const page = await planned();
  const id = planOf(page);
  const asked = Date.now() - 5 * MINUTE;
  await run("UPDATE plans SET asked_by = created_by, asked_at = ? WHERE id = ?", asked, id);
  const open = await (await signedIn("director")).open(page.path);
  expect(open.text).toContain("This plan is being applied");
  expect(open.html).toMatch(/http-equiv="refresh"/i);
  expect(open.forms.flatMap(({ buttons }) => buttons.map(({ value }) => value))).not.toContain("apply");
  await keepHouse();
  expect(await assignmentsOf(uid)).toMatchObject([{ plan_id: id }]);
  expect((await acts(id)).map(({ action }) => action)).toEqual(["applyDistribution"]);
});

test("a plan that another one overtook is not applied, and says so, even if they have no line in common", async () => {
  const director = await colleague("director");
  await run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", director.uid);
  await several(2, () => colleague());
  await applicant();
  const readerIn = async (page: Page) =>
    (
      await rows<{ staff_uid: string }>(
        "SELECT staff_uid FROM distribution_lines WHERE plan_id = ?",
        planOf(page),
      )
    )[0]!.staff_uid;
  const one = await planned({ seed: "0" });
  let other = one;
  for (let seed = 1; (await readerIn(other)) === (await readerIn(one)); seed += 1)
    other = await planned({ seed: String(seed) }, director.browser);
  expect((await one.press(/^Apply: (give|take) [\d,]+/)).status).toBe(302);
  const late = await changingNothing(() => other.press(/^Apply: (give|take) [\d,]+/));
  expect(late.status).toBe(409);
  for (const words of [said.moved, said.otherPlan]) expect(late.text).toContain(words);
  expect(late.has(/^Apply/)).toBe(false);
});

const MOVES: [
  string,
  keyof typeof said.movedLine,
  (line: { uid: string; staffUid: string; left: string }) => Promise<unknown>,
][] = [
  ["somebody else gave it", "there", ({ uid, staffUid }) => give(uid, staffUid)],
  [
    "the application was opened again",
    "withdrawn",
    ({ uid }) => run("UPDATE applications SET submitted_at = NULL WHERE uid = ?", uid),
  ],
  [
    "the reader went on leave",
    "notOnStaff",
    ({ staffUid }) => run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", staffUid),
  ],
  ["the reader left", "notOnStaff", ({ staffUid }) => run("DELETE FROM staff WHERE uid = ?", staffUid)],
  [
    "the reader was disabled",
    "notOnStaff",
    ({ staffUid }) => run("UPDATE users SET disabled_at = 1 WHERE uid = ?", staffUid),
  ],
  [
    "the reader declared a conflict",
    "conflict",
    ({ uid, staffUid }) =>
      run(
        "INSERT INTO conflicts (conference_id, uid, staff_uid, reason, declared_at) VALUES (?, ?, ?, 'x', 0)",
        CONFERENCE,
        uid,
        staffUid,
      ),
  ],
  [
    "what goes is gone",
    "gone",
    ({ uid, left }) => run("DELETE FROM assignments WHERE uid = ? AND staff_uid = ?", uid, left),
  ],
  ["what goes is begun", "started", ({ uid, left }) => begin(uid, left)],
];

test.each(
  MOVES,
)("if %s since the plan was made, nothing is applied and the line is shown", async (_, why, move) => {
  const [left, reader] = (await several(2, () => colleague())) as [Colleague, Colleague];
  const { uid } = await applicant();
  const other = await applicant();
  await give(uid, left.uid);
  await run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", left.uid);
  const page = await planned();
  await move({ uid, staffUid: reader.uid, left: left.uid });
  const refused = await changingNothing(() => page.press(/^Apply: (give|take) [\d,]+/));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(said.moved);
  const line = refused.text.match(/(Mei Chen|\d+ applications) ?, (\S+): ([^:]*?\.)/);
  expect(line?.slice(2)).toEqual([
    ["gone", "started"].includes(why) ? left.email : reader.email,
    said.movedLine[why],
  ]);
  expect((await assignmentsOf(other.uid)).length).toBe(0);
  expect(await acts(planOf(page))).toEqual([]);
});

test("a plan is undone by a plan of its own, after which everything is as before", async () => {
  const [left, reader] = (await several(2, () => colleague())) as [Colleague, Colleague];
  const people = await several(3, () => applicant());
  for (const { uid } of people) await give(uid, left.uid);
  const page = await planned();
  const done = await (await page.press(/^Apply: (give|take) [\d,]+/)).follow();
  expect(await assignmentsOf()).toHaveLength(3);
  expect((await assignmentsOf()).some(({ staff_uid }) => staff_uid === reader.uid)).toBe(true);

  const undo = await (await done.press("Undo: make the plan that undoes it")).follow();
  expect(undo.text).toContain("Undo: All rounds");
  const undone = await (await undo.press("Undo it")).follow();
  expect(undone.text).toContain("Applied");
  expect((await assignmentsOf()).map(({ staff_uid }) => staff_uid)).toEqual([left.uid, left.uid, left.uid]);
  expect((await acts(planOf(undo))).map(({ action }) => action)).toEqual(["undoDistribution"]);
  const shown = await page.browser.open(page.path);
  expect(shown.text).toContain("Undone");
  expect((await shown.browser.open("/admin/distribute-apps")).text).toContain("Undone");
  expect(shown.has("Undo: make the plan that undoes it")).toBe(false);
  const twice = await changingNothing(() => done.press("Undo: make the plan that undoes it"));
  expect([twice.status, twice.text.includes(planMessages.alreadyUndone)]).toEqual([409, true]);
});

test("of two plans that undo the same one, one is applied", async () => {
  await colleague();
  await several(2, () => applicant());
  const done = await (await (await planned()).press(/^Apply: (give|take) [\d,]+/)).follow();
  const undo = async () => (await done.press("Undo: make the plan that undoes it")).follow();
  const [one, other] = [await undo(), await undo()];
  const statuses = (await Promise.all([one, other].map((page) => page.press("Undo it")))).map(
    ({ status }) => status,
  );
  expect(statuses.sort()).toEqual([302, 409]);
  expect(await assignmentsOf()).toEqual([]);
});

test("work that was begun since is not undone: the undo is refused and shows it", async () => {
  const reader = await colleague();
  const [first] = await several(2, () => applicant());
  const done = await (await (await planned()).press(/^Apply: (give|take) [\d,]+/)).follow();
  await begin(first!.uid, reader.uid);
  const undo = await (await done.press("Undo: make the plan that undoes it")).follow();
  expect(undo.text).toContain(`Mei Chen , ${reader.email}: ${said.movedLine.started}`);
  expect(undo.has("Undo it")).toBe(false);
  const refused = await changingNothing(() => undo.browser.submit(undo.path, [["intent", "apply"]]));
  expect([refused.status, refused.text.includes(said.moved)]).toEqual([409, true]);
  expect(await assignmentsOf()).toHaveLength(2);
});

test("an undo gives nothing back to readers who may no longer have it, and says so", async () => {
  const [left] = (await several(2, () => colleague())) as [Colleague];
  const { uid } = await applicant();
  await give(uid, left.uid);
  await run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", left.uid);
  const done = await (await (await planned()).press(/^Apply: (give|take) [\d,]+/)).follow();
  const undo = await (await done.press("Undo: make the plan that undoes it")).follow();
  expect(undo.text).toContain(said.lost(1));
  await undo.press("Undo it");
  expect(await assignmentsOf()).toEqual([]);
});

test("nobody but a director makes, sees or applies a plan", async () => {
  const reviewer = await colleague();
  await applicant();
  const page = await planned();
  for (const browser of [reviewer.browser, (await delegate()).browser, new Browser()]) {
    await changingNothing(async () => {
      for (const path of ["/admin/distribute-apps", page.path]) {
        expect([401, 403]).toContain((await browser.get(path)).status);
        expect([401, 403]).toContain((await browser.post(path, { ...CHOICES, intent: "apply" })).status);
        expect([401, 403]).toContain((await browser.post(path, { intent: "undo" })).status);
      }
    });
  }
});

test("a plan of decisions, or of another conference, is not found here", async () => {
  await colleague();
  await applicant();
  const page = await planned();
  await run("UPDATE plans SET kind = 'decisions' WHERE id = ?", planOf(page));
  for (const intent of ["apply", "undo"])
    expect((await page.browser.post(page.path, { intent })).status).toBe(404);
  expect((await page.browser.get(page.path)).status).toBe(404);
});

/* ------------------------------------------------------------------ who takes part */

const readersOf = async (plan: string) =>
  [
    ...new Set(
      (
        await rows<{ staff_uid: string }>(
          "SELECT staff_uid FROM distribution_lines WHERE plan_id = ? AND act = 'assign'",
          plan,
        )
      ).map(({ staff_uid }) => staff_uid),
    ),
  ].sort();

test("nobody with money and no director reads unless they are ticked, or unless nobody else reads", async () => {
  const treasurer = await colleague("treasurer");
  const director = await colleague("director");
  await several(8, () => applicant());
  expect(await readersOf(planOf(await planned()))).toEqual([treasurer.uid, director.uid].sort());
  const reader = await colleague();
  const decider = await colleague("decisions");
  expect(await readersOf(planOf(await planned()))).toEqual([reader.uid, decider.uid].sort());
  expect(await readersOf(planOf(await planned({ part: director.uid })))).toEqual(
    [reader.uid, decider.uid, director.uid].sort(),
  );
  expect(await readersOf(planOf(await planned({ who: "ticked", part: director.uid })))).toEqual([
    director.uid,
  ]);
});

test("a capacity can be changed for one plan, and stays what it was for the next", async () => {
  const [one, two] = (await several(2, () => colleague())) as [Colleague, Colleague];
  await several(8, () => applicant());
  const page = await planned({ [shareField(one.uid)]: "3" });
  const given = await rows<{ staff_uid: string; number: number }>(
    "SELECT staff_uid, count(*) AS number FROM distribution_lines WHERE plan_id = ? GROUP BY staff_uid ORDER BY number",
    planOf(page),
  );
  expect(given).toEqual([
    { staff_uid: two.uid, number: 2 },
    { staff_uid: one.uid, number: 6 },
  ]);
  expect(await rows("SELECT DISTINCT capacity FROM staff WHERE uid IN (?, ?)", one.uid, two.uid)).toEqual([
    { capacity: 1 },
  ]);
});

test.each([
  ["keeps", 0],
  ["returns", 2],
])("who does not take part %s what they have not begun", async (leftOut, taken) => {
  const treasurer = await colleague("treasurer");
  await colleague();
  const people = await several(3, () => applicant());
  for (const { uid } of people) await give(uid, treasurer.uid);
  await begin(people[0]!.uid, treasurer.uid);
  await applicant();
  const plan = planOf(await planned({ leftOut }));
  expect(
    await rows(
      "SELECT count(*) AS number FROM distribution_lines WHERE plan_id = ? AND act = 'withdraw' AND staff_uid = ?",
      plan,
      treasurer.uid,
    ),
  ).toEqual([{ number: taken }]);
});

test("if nobody takes part, or a capacity is no number, the form says so and keeps what was chosen", async () => {
  const reader = await colleague();
  await applicant();
  const form = await (await signedIn("director")).open("/admin/distribute-apps");
  const nobody = await changingNothing(() => form.press("Make a plan", { ...CHOICES, who: "ticked" }), {
    but: ["sessions"],
  });
  expect([nobody.status, nobody.text.includes(said.nobodyTicked)]).toEqual([400, true]);
  const wrong = await changingNothing(
    () =>
      form.press("Make a plan", {
        ...{ ...CHOICES, part: reader.uid, leftOut: "returns" },
        [shareField(reader.uid)]: "many",
      }),
    { but: ["sessions"] },
  );
  expect([wrong.status, wrong.text.includes(said.capacity(10))]).toEqual([400, true]);
  expect(wrong.html).toContain('value="many"');
  expect(wrong.html).toMatch(
    new RegExp(`name="part" checked="" value="${reader.uid}"|value="${reader.uid}" checked`),
  );
});

test("a selection is distributed among the people who are ticked, and its plan says what was selected", async () => {
  const [, two] = (await several(2, () => colleague())) as [Colleague, Colleague];
  const chosen = await applicant();
  await several(3, () => applicant());
  const director = await signedIn("director");
  const selection = await director.open(`/admin/delegates/selection?of=ticked&tick=${chosen.uid}`);
  const [, path] = /href="(\/admin\/distribute-apps\?[^"]+)"/.exec(selection.html)!;
  const form = await director.open(path!.replaceAll("&amp;", "&"));
  expect(form.text).toContain("1 application : 1 ticked");
  const made = await (
    await form.press("Make a plan", { readers: "1", who: "ticked", part: two.uid })
  ).follow();
  expect(made.text).toContain("1 ticked, 1 reader each");
  expect(await rows("SELECT uid, staff_uid FROM distribution_lines WHERE plan_id = ?", planOf(made))).toEqual(
    [{ uid: chosen.uid, staff_uid: two.uid }],
  );
});

/* ------------------------------------------------------------------ the mail to readers */

const mailsTo = (recipient: string) =>
  rows<{ subject: string; body: string; kind: string }>(
    "SELECT subject, body, kind FROM outbox WHERE recipient = ? AND event_key LIKE 'distributions/%'",
    recipient,
  );

test("who is given something gets one mail with their number and a link, when the plan is applied", async () => {
  const [one, two] = (await several(2, () => colleague())) as [Colleague, Colleague];
  await several(6, () => applicant());
  const page = await planned({ [shareField(two.uid)]: "2" });
  expect(await mailsTo(one.email)).toEqual([]);
  await Promise.all([page.press(/^Apply/), page.press(/^Apply/)]);
  for (const [{ email, uid }, number] of [
    [one, 2],
    [two, 4],
  ] as const) {
    const mails = await mailsTo(email);
    expect(mails).toHaveLength(1);
    expect(mails[0]!.body).toContain(`read now: ${number}.`);
    expect(mails[0]!.body).toContain("/admin/delegates/next?show=mine");
    expect(await rows("SELECT 1 AS found FROM assignments WHERE staff_uid = ?", uid)).toHaveLength(number);
  }
  const undo = await (
    await (await page.browser.open(page.path)).press("Undo: make the plan that undoes it")
  ).follow();
  await undo.press("Undo it");
  expect(await mailsTo(one.email)).toHaveLength(1);
});

test("without the tick, nobody gets a mail", async () => {
  const reader = await colleague();
  await applicant();
  const page = await planned({ mail: "" });
  expect(page.text).toContain("Mail None");
  expect((await page.press(/^Apply/)).status).toBe(302);
  expect(await mailsTo(reader.email)).toEqual([]);
});

/* ------------------------------------------------------------------ lines */

test("a plan shows exceptions only; a reader's lines and all lines are a link away", async () => {
  const [one, two] = (await several(2, () => colleague())) as [Colleague, Colleague];
  const left = await colleague();
  const people = await several(4, () => applicant());
  await give(people[0]!.uid, left.uid);
  await run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", left.uid);
  const page = await planned();
  const lines = (shown: Page) => shown.html.split("<tbody").at(-1)!.split("<tr").length - 1;
  expect(page.text).toContain(said.exceptions);
  expect([lines(page), page.text.includes(said.onLeave)]).toEqual([1, true]);
  const all = await page.browser.open(`${page.path}?show=all`);
  expect(lines(all)).toBe(5);
  for (const { uid, email } of [one, two]) {
    expect(page.html).toContain(`?reader=${uid}#lines`);
    const theirs = await page.browser.open(`${page.path}?reader=${uid}`);
    expect([lines(theirs), theirs.text.includes(`Lines of ${email}`)]).toEqual([2, true]);
  }
});

const FIRST = 3000;

test("3,000 applications for 60 readers are planned and applied in one batch each, and shown in three round trips", async () => {
  const readers = await several(60, () => colleague());
  await env.DB.batch([
    env.DB.prepare(
      `WITH RECURSIVE numbers(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${FIRST})
        INSERT INTO users (uid, email, email_key, password_hash, created_at)
        SELECT printf('many-%04d-0000000000000000', n), 'many' || n || '@x.example', 'many' || n || '@x.example', '', 0 FROM numbers`,
    ),
    env.DB.prepare(
      "INSERT INTO applications (conference_id, uid, created_at, submitted_at) SELECT ?, uid, 0, 1 FROM users WHERE uid GLOB 'many-*'",
    ).bind(CONFERENCE),
  ]);
  const page = await planned({ readers: "3" });
  const done = await page.press(/^Apply: (give|take) [\d,]+/);
  expect(done.status).toBe(302);
  const loads = await rows<{ number: number }>(
    "SELECT count(*) AS number FROM assignments GROUP BY staff_uid",
  );
  expect(loads.map(({ number }) => number)).toEqual(readers.map(() => 150));
  const trips = (shown: Page) =>
    Number(/db;desc="(\d+)"/.exec(shown.response.headers.get("Server-Timing")!)![1]);
  const shown = await done.follow();
  expect(trips(shown)).toBeLessThanOrEqual(3);
  expect(shown.text).toContain(said.noExceptions);
  const all = await page.browser.open(`${page.path}?show=all`);
  const [, line] = /after=(\d+)/.exec(all.html)!;
  expect(line).toBe("100");
  const next = await page.browser.open(`${page.path}?show=all&after=100`);
  expect(trips(next)).toBeLessThanOrEqual(3);
  expect(next.text).not.toEqual(all.text);
  const last = await page.browser.open(`${page.path}?show=all&after=8950`);
  expect(last.html).not.toContain("More lines");
});
