import { beforeEach, expect, test } from "vitest";
import { reviewMessages } from "~/reviews/messages.ts";
import { type Browser, type Page, signedIn } from "../support/browser.ts";
import { wholeFile } from "../support/csv-file.ts";
import { mailsTo, mailsWhere } from "../support/mails.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { type Colleague, colleague } from "../support/staff.ts";
import { changingNothing, rows, run } from "../support/storage.ts";

const said = reviewMessages.scores;

// Before each test, everything that other tests have left for readers is deleted.
beforeEach(async () => {
  for (const table of ["reviews", "comments", "assignments", "decisions"]) await run(`DELETE FROM ${table}`);
  await run("DELETE FROM outbox");
  await run("UPDATE staff SET on_leave_since = 1");
  await run("UPDATE applications SET submitted_at = NULL");
});

const SUBMITTED = "2022-11-11T18:05:00Z";
const applicant = () => delegate({ submittedAt: SUBMITTED });

const score = (uid: string, { uid: staffUid }: Colleague, hundredths: number) =>
  run(
    `INSERT INTO reviews (conference_id, uid, staff_uid, scores, score, recommendation, version, created_at, saved_at)
      VALUES (?, ?, ?, '{"motivation":4}', ?, 'Accepted', 1, 0, 0)`,
    ...[CONFERENCE, uid, staffUid, hundredths],
  );

const comment = (uid: string, { uid: staffUid }: Colleague, text: string) =>
  run(
    "INSERT INTO comments (id, conference_id, uid, staff_uid, text, created_at) VALUES (?, ?, ?, ?, ?, 0)",
    ...[`${uid} ${staffUid} ${text}`.slice(0, 90), CONFERENCE, uid, staffUid, text],
  );

const give = (uid: string, { uid: staffUid }: Colleague) =>
  run(
    "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'test', 0)",
    ...[CONFERENCE, uid, staffUid],
  );

/**
 * Six applications that two readers have scored. The harsh reader gave each of them one point less than the mild
 * reader.
 */
async function harshAndMild() {
  const [mild, harsh] = [await colleague(), await colleague()];
  const uids: string[] = [];
  for (const given of [500, 450, 400, 350, 300, 237]) {
    const { uid } = await applicant();
    await score(uid, mild, given);
    await score(uid, harsh, given - 100);
    uids.push(uid);
  }
  return { mild, harsh, uids };
}

const open = async (query = ""): Promise<Page> => (await signedIn("director")).open(`/admin/scores${query}`);

test("who decides reads how harsh and mild each reader is, beside the raw means", async () => {
  const { mild, harsh } = await harshAndMild();
  const { status, text } = await open();
  expect(status).toBe(200);
  expect(text).toMatch(new RegExp(`${harsh.email} 6 0 2\\.73 harsher by 0\\.5 `));
  expect(text).toMatch(new RegExp(`${mild.email} 6 0 3\\.73 milder by 0\\.5 `));
  expect(text).toContain("The corrected mean takes this out.");
});

test("where readers are alike, the page says that no correction is needed, and corrects nothing", async () => {
  const [one, other] = [await colleague(), await colleague()];
  for (const given of [500, 400, 300, 200, 350]) {
    const { uid } = await applicant();
    await score(uid, one, given);
    await score(uid, other, given + (given === 350 ? 10 : 0));
  }
  const { text } = await open();
  expect(text).toContain("No correction needed");
  expect(text).toContain("3.55 3.55");
});

test("without reviews, the page says so", async () => {
  const { status, text } = await open();
  expect([status, text]).toEqual([200, expect.stringContaining(said.none)]);
});

test("the list is ordered by the raw mean, and by the corrected one only where it is chosen", async () => {
  const { mild, harsh } = await harshAndMild();
  const [lucky, unlucky] = [await applicant(), await applicant()];
  await score(lucky.uid, mild, 420);
  await score(unlucky.uid, harsh, 400);
  const orderOf = ({ html }: Page) => {
    const list = html.slice(html.indexOf('id="applications"'));
    return list.indexOf(lucky.uid) < list.indexOf(unlucky.uid) ? "lucky first" : "unlucky first";
  };
  expect(orderOf(await open())).toBe("lucky first");
  expect(orderOf(await open("?sort=nonsense"))).toBe("lucky first");
  expect(orderOf(await open("?sort=corrected"))).toBe("unlucky first");
});

test("drafts and applications that were opened again are left out", async () => {
  const { uids } = await harshAndMild();
  await run("UPDATE applications SET submitted_at = NULL WHERE uid = ?", uids[0]);
  const { text } = await open();
  expect(text).toContain("5 applications");
});

test("the largest disagreements are shown with what both wrote", async () => {
  const { mild, harsh } = await harshAndMild();
  const { uid } = await applicant();
  await score(uid, mild, 200);
  await score(uid, harsh, 500);
  await comment(uid, mild, "Nothing but phrases.");
  await comment(uid, harsh, "The best essay so far.");
  const { text } = await open();
  const [, part = ""] = /Largest disagreements([\s\S]*?)Applications /.exec(text) ?? [];
  expect(part).toMatch(/5\.00 The best essay so far\.[\s\S]*2\.00 Nothing but phrases\./);
});

test("one more reading of what is near the line is planned with one press, and decided applications are left out", async () => {
  const { mild, harsh, uids } = await harshAndMild();
  await colleague();
  for (const uid of uids) for (const reader of [mild, harsh]) await give(uid, reader);
  await run(
    "INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, 'Rejected', 0)",
    ...[CONFERENCE, uids[3]],
  );
  const page = await open("?places=3");
  const near = page.html.slice(page.html.indexOf('id="more"'), page.html.indexOf('id="apart"'));
  expect(near).toContain(uids[2]);
  expect(near).not.toContain(uids[3]);
  const [button = ""] = /Plan one more reader(?: for these \d+)?/.exec(page.text) ?? [];
  const plan = await (await page.press(button)).follow();
  expect(plan.text).toContain(reviewMessages.distribution.titleMore);
  expect(await rows("SELECT DISTINCT act FROM distribution_lines")).toEqual([{ act: "assign" }]);
  // An application that already waits for a review is not given out a second time.
  await plan.press(plan.forms.flatMap(({ buttons }) => buttons).find(({ value }) => value === "apply")!.text);
  const after = await open("?places=3");
  expect(after.text).toContain(said.nobodyClose);
});

test("nobody without the ability sees the page, its file or its data", async () => {
  const { mild } = await harshAndMild();
  for (const path of ["/admin/scores", "/admin/reviews.csv"])
    expect([path, (await mild.browser.get(path)).status]).toEqual([path, 403]);
  await changingNothing(
    async () => {
      for (const intent of ["remind", "more"])
        expect((await mild.browser.post("/admin/scores", { intent, by: "2030-01-01" })).status).toBe(403);
    },
    { but: ["sessions", "audit"] },
  );
});

/* ------------------------------------------------------------------ what a reader sees */

test("a reader sees their own number and mean on the hub", async () => {
  const { mild, harsh, uids } = await harshAndMild();
  await give(uids[0]!, mild);
  await give(uids[0]!, harsh);
  expect((await mild.browser.open("/admin")).text).toContain(said.own(6, "3.73"));
  expect((await harsh.browser.open("/admin")).text).toContain(said.own(6, "2.73"));
  expect((await (await signedIn("director")).open("/admin")).text).not.toContain("your mean is");
});

test("no page of a reader has another reader's mean or offset", async () => {
  const { mild, harsh, uids } = await harshAndMild();
  const treasurer = await colleague("treasurer");
  for (const uid of uids) for (const reader of [mild, treasurer]) await give(uid, reader);
  await score(uids[0]!, treasurer, 313);
  /** The mean and the offset of the harsh reader, as a page or its data would contain them. */
  const SECRETS = [/\b2\.73\b/, /\b27[23](\.\d+)?\b/, /harsher by/, /milder by/];
  const told = (body: string) => SECRETS.filter((secret) => secret.test(body)).map(String);
  const paths = [
    ...["/admin", "/admin/delegates", "/admin/delegates?show=everyone&sort=-score", "/admin/scores"],
    ...["/admin/distribute-apps", "/admin/reviews.csv", "/admin/applications.csv", "/", "/mails"],
    ...uids.map((uid) => `/admin/delegates/${uid}?sort=corrected`),
  ];
  for (const { browser } of [mild, treasurer]) {
    for (const path of paths) {
      for (const address of [path, withData(path)]) {
        const body = await (await browser.get(address)).text();
        expect([address, told(body)]).toEqual([address, []]);
      }
    }
  }
  // Staff who decide read both numbers.
  const director = await signedIn("director");
  expect(told(await (await director.get("/admin/scores")).text())).toEqual(
    expect.arrayContaining([SECRETS[0], SECRETS[2]].map(String)),
  );
  expect((await director.open("/admin/scores")).text).toContain(harsh.email);
});

/**
 * The address at which Remix would serve a page's data, if we let it
 * (docs/decisions/0068-nothing-travels-that-is-not-used.md).
 */
const withData = (path: string) =>
  path.replace(/^([^?]*)/, (all) => (all === "/" ? "/_root.data" : `${all}.data`));

/* ------------------------------------------------------------------ the file */

test("every review is a row of the file, with each score and the reader's comments", async () => {
  const { mild, uids } = await harshAndMild();
  await comment(uids[0]!, mild, "First.");
  await comment(uids[0]!, mild, "Second, with a comma");
  const file = wholeFile(await (await (await signedIn("director")).get("/admin/reviews.csv")).text());
  expect(file.split("\r\n")[0]).toContain("score.motivation");
  expect(file.match(new RegExp(`"${mild.email}"`, "g"))?.length).toBeGreaterThanOrEqual(6);
  expect(file).toContain('"First.\n\nSecond, with a comma"');
  for (const uid of uids) expect(file).toContain(uid);
});

/* ------------------------------------------------------------------ reminders */

const remind = async (browser: Browser, fields: Record<string, string> = {}) => {
  const page = await browser.open("/admin/scores");
  const [button = ""] = /Remind \d readers?/.exec(page.text) ?? [];
  return page.press(button, fields);
};

test("everybody who is behind gets one mail with their number, however often the button is pressed", async () => {
  const { mild, harsh, uids } = await harshAndMild();
  const [busy, idle, away] = [await colleague(), await colleague(), await colleague()];
  await run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", away.uid);
  for (const uid of uids) for (const reader of [mild, busy, away]) await give(uid, reader);
  await give((await applicant()).uid, harsh);
  const draft = await applicant();
  await run("UPDATE applications SET submitted_at = NULL WHERE uid = ?", draft.uid);
  await give(draft.uid, idle);
  const browser = await signedIn("director");
  const page = await browser.open("/admin/scores");
  expect(page.text).toContain("Remind 2 readers");
  const fields = { by: "2030-02-16" };
  await Promise.all([page.press("Remind 2 readers", fields), page.press("Remind 2 readers", fields)]);
  const told = await (await page.press("Remind 2 readers", fields)).follow();
  expect(told.text).toContain(said.reminded);
  const sent = await mailsWhere("event_key LIKE 'reviews/%'");
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual([busy.email, harsh.email].sort());
  const [mail] = await mailsTo(busy.email);
  expect(mail).toMatchObject({ subject: "Please finish your reviews by 16 February 2030" });
  expect(mail!.body).toContain("still wait for your review: 6.");
  expect((await mailsTo(harsh.email))[0]!.body).toContain("still wait for your review: 1.");
  expect(mail!.body).toContain("/admin/delegates/next?show=mine");
  expect(await rows("SELECT kind FROM outbox WHERE event_key LIKE 'reviews/%'")).toEqual([
    { kind: "staff" },
    { kind: "staff" },
  ]);
  expect(await rows("SELECT detail FROM audit WHERE action = 'remindReaders'")).toEqual([
    { detail: '{"by":"2030-02-16"}' },
  ]);
  // A form that is opened anew sends another reminder.
  await remind(browser, fields);
  expect(await mailsTo(busy.email)).toHaveLength(2);
});

test.each([
  ["", said.notADay],
  ["2023-02-30", said.notADay],
  ["2020-01-01", said.dayIsOver],
])("a reminder for %o is refused with a sentence, and sends nothing", async (by, sentence) => {
  await give((await applicant()).uid, await colleague());
  const answer = await remind(await signedIn("director"), { by });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining(sentence)]);
  expect(await mailsWhere("event_key LIKE 'reviews/%'")).toEqual([]);
});

test("where nobody is behind any more, the form says so", async () => {
  const reader = await colleague();
  const { uid } = await applicant();
  await give(uid, reader);
  const browser = await signedIn("director");
  const page = await browser.open("/admin/scores");
  await score(uid, reader, 300);
  const answer = await page.press("Remind 1 reader", { by: "2030-01-01" });
  expect([answer.status, answer.text]).toEqual([409, expect.stringContaining(said.nobodyBehind)]);
  expect((await browser.open("/admin/scores")).text).toContain(said.nobodyBehind);
});

test("where only readers on leave are behind, nobody is said to be done, and nobody can be reminded", async () => {
  const [away, atWork] = [await colleague(), await colleague()];
  const [first, second] = [await applicant(), await applicant()];
  await give(first.uid, away);
  await give(second.uid, atWork);
  await run("UPDATE staff SET on_leave_since = 1 WHERE uid = ?", away.uid);
  const browser = await signedIn("director");
  const page = await browser.open("/admin/scores");
  await score(second.uid, atWork, 300);
  const { text } = await browser.open("/admin/scores");
  expect(text).toContain(said.nobodyToRemind);
  expect(text).not.toContain(said.nobodyBehind);
  expect((await page.press("Remind 1 reader", { by: "2030-01-01" })).text).not.toContain(said.nobodyBehind);
});
