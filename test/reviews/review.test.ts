import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { reviewMessages } from "~/reviews/messages.ts";
import { messages } from "~/values/messages.ts";
import { paymentStatements } from "../support/bills.ts";
import { type Browser, type Page, signedIn, signedInAs } from "../support/browser.ts";
import { CONFERENCE, type Delegate, delegate } from "../support/people.ts";
import { abilitiesOf } from "../support/staff.ts";
import { changingNothing, row, rows, run, runAll } from "../support/storage.ts";

/* ------------------------------------------------------------------ people */

const SUBMITTED = "2022-11-11T18:05:00Z";

async function member(role: "reviewer" | "director" = "reviewer") {
  const person = await delegate();
  await run("UPDATE users SET admin = 1 WHERE uid = ?", person.uid);
  await run("INSERT INTO staff (uid, abilities, created_at) VALUES (?, ?, 0)", person.uid, abilitiesOf(role));
  return person;
}

const assign = (uid: string, ...readers: Delegate[]) =>
  Promise.all(
    readers.map((reader) =>
      run(
        "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'test', 0)",
        CONFERENCE,
        uid,
        reader.uid,
      ),
    ),
  );

/** A reviewer, and an application given to them. */
async function reading() {
  const reader = await member();
  const applicant = await delegate({ submittedAt: SUBMITTED });
  await assign(applicant.uid, reader);
  return { reader, applicant, path: `/admin/delegates/${applicant.uid}` };
}

const REVIEW = {
  "score.motivation": "5",
  "score.asia": "4",
  "score.initiative": "3",
  "score.voice": "2",
  recommendation: "Accepted",
};
const SCORE = 383;

/**
 * The actions in the audit log that change an application. Looks and refusals are tested in test/staff/audit.test.ts.
 */
const actsOn = async (uid: string) =>
  (
    await rows<{ action: string }>(
      "SELECT action FROM audit WHERE object = ? AND action NOT IN ('openApplication', 'refused') ORDER BY rowid",
      `${CONFERENCE}/${uid}`,
    )
  ).map(({ action }) => action);

const applicationOf = (uid: string) =>
  row<{
    submitted_at: number | null;
    reopened_from: number | null;
    review_count: number;
    mean_score: number;
  }>("SELECT * FROM applications WHERE uid = ?", uid);

/* ------------------------------------------------------------------ who may open what */

test("a reviewer opens the applications given to them, and learns of no others", async () => {
  const { reader, path } = await reading();
  const other = await delegate({ submittedAt: SUBMITTED });
  expect((await reader.browser.open(path)).text).toContain("Mei Chen");
  const nowhere = await reader.browser.open("/admin/delegates/nobody");
  for (const uid of [other.uid, demoUid("gold"), reader.uid, "__proto__"]) {
    const page = await reader.browser.open(`/admin/delegates/${uid}`);
    expect([page.status, page.text]).toEqual([404, nowhere.text]);
  }
  expect((await (await signedIn("director")).open(`/admin/delegates/${other.uid}`)).status).toBe(200);
});

test("every act on somebody else's application is refused as if it did not exist", async () => {
  const reader = await member();
  const other = await delegate({ submittedAt: SUBMITTED });
  const acts: Record<string, string>[] = [
    { intent: "save", ...REVIEW },
    { intent: "save-next", ...REVIEW },
    { intent: "comment", comment: "Who is this?" },
    { intent: "delete-comment", "comment-id": "x" },
    { intent: "conflict", conflict: "My cousin" },
    { intent: "reopen", reopen: "A typo" },
  ];
  await changingNothing(async () => {
    for (const fields of acts) {
      for (const uid of [other.uid, "nobody"])
        expect((await reader.browser.post(`/admin/delegates/${uid}`, fields)).status, fields["intent"]).toBe(
          404,
        );
      expect((await other.browser.post(`/admin/delegates/${other.uid}`, fields)).status).toBe(403);
    }
  });
});

test("documents are opened by the owner, directors and the application's readers; a preview is for PDF", async () => {
  const reader = await signedIn("reviewer");
  const idOf = async (account: string) =>
    (
      await row<{ id: string }>(
        "SELECT id FROM documents WHERE uid = ? AND question_id = 'resume'",
        demoUid(account),
      )
    ).id;
  const [given, other] = [await idOf("submitted"), await idOf("gold")];
  expect((await reader.get(`/documents/${given}`)).status).toBe(200);
  const preview = await reader.get(`/documents/${given}/preview`);
  expect(
    [...preview.headers].filter(([name]) => /content-(type|disp|sec)|nosniff|x-content|cache/.test(name)),
  ).toEqual([
    ["cache-control", "private, no-store"],
    ["content-disposition", "inline"],
    ["content-security-policy", "frame-ancestors 'self'"],
    ["content-type", "application/pdf"],
    ["x-content-type-options", "nosniff"],
  ]);
  expect((await preview.text()).startsWith("%PDF-")).toBe(true);
  await changingNothing(async () => {
    for (const end of ["", "/preview"]) {
      const refused = await reader.get(`/documents/${other}${end}`);
      const nowhere = await reader.get(`/documents/none${end}`);
      expect([refused.status, await refused.text()]).toEqual([404, await nowhere.text()]);
    }
  });
  const looks = await rows(
    "SELECT detail FROM audit WHERE action = 'openDocument' AND actor_uid = ? AND object = ?",
    demoUid("reviewer"),
    `${CONFERENCE}/${demoUid("submitted")}`,
  );
  expect(looks).toHaveLength(2);
  await run("UPDATE documents SET content_type = 'application/msword' WHERE id = ?", given);
  expect((await reader.get(`/documents/${given}/preview`)).status).toBe(404);
  expect((await reader.get(`/documents/${given}`)).status).toBe(200);
  await run("UPDATE documents SET content_type = 'application/pdf' WHERE id = ?", given);
});

/* ------------------------------------------------------------------ scoring */

test("a review is scored by the rubric's weights, kept with count and mean, and recorded", async () => {
  const { reader, applicant, path } = await reading();
  const saved = await (await reader.browser.open(path)).press("Save", REVIEW);
  expect([saved.status, saved.location]).toEqual([302, `${path}?show=mine&saved=${applicant.uid}`]);
  const review = await row<{ score: number; version: number; scores: string }>(
    "SELECT * FROM reviews WHERE uid = ?",
    applicant.uid,
  );
  expect([review.score, review.version]).toEqual([SCORE, 1]);
  expect(await applicationOf(applicant.uid)).toMatchObject({ review_count: 1, mean_score: SCORE });
  expect(await actsOn(applicant.uid)).toEqual(["saveReview"]);

  const director = await signedIn("director");
  await director.post(path, { intent: "save", ...REVIEW, "score.motivation": "1", "score.asia": "1" });
  expect(await applicationOf(applicant.uid)).toMatchObject({ review_count: 2, mean_score: 267 });
  const page = await reader.browser.open(path);
  for (const words of ["3.83", "1.50", "2.67", "2.33 apart", "Dora Reyes"])
    expect(page.text).toContain(words);
  // The reader's own form shows what they chose, and can change it.
  const changed = await page.press("Save", { "score.voice": "5" });
  expect(changed.status).toBe(302);
  expect(await applicationOf(applicant.uid)).toMatchObject({ review_count: 2, mean_score: 292 });
});

test("a review that is not complete is shown again as it was chosen, and nothing is saved", async () => {
  const { reader, path } = await reading();
  const page = await reader.browser.open(path);
  const cases: [Record<string, string>, string][] = [
    [{ ...REVIEW, "score.asia": "" }, reviewMessages.chooseScore],
    [{ ...REVIEW, "score.asia": "6" }, reviewMessages.chooseScore],
    [{ ...REVIEW, "score.asia": "4.5" }, reviewMessages.chooseScore],
    [{ ...REVIEW, recommendation: "Perhaps" }, reviewMessages.chooseRecommendation],
    // A sentence that is the same for several criteria is said once.
    [
      { recommendation: "" },
      `Motivation, Engagement with Asia, Initiative, and Voice: ${reviewMessages.chooseScore}`,
    ],
  ];
  await changingNothing(async () => {
    for (const [fields, sentence] of cases) {
      const refused = await page.press("Save and next", fields);
      expect(refused.status).toBe(400);
      expect(refused.text).toContain(sentence);
      if (fields["score.motivation"])
        expect(refused.form("Save").fields).toContainEqual(["score.motivation", "5"]);
    }
  });
});

test("two tabs: the second is told what the first saved, and saves nothing until it is pressed again", async () => {
  const { reader, applicant, path } = await reading();
  const [one, other] = [await reader.browser.open(path), await reader.browser.open(path)];
  expect((await one.press("Save", REVIEW)).status).toBe(302);
  // The same form is posted once more, as if the first answer had been lost.
  expect((await one.press("Save", REVIEW)).status).toBe(302);
  const clash = await changingNothing(() =>
    other.press("Save", { ...REVIEW, "score.voice": "4", recommendation: "Waitlisted" }),
  );
  expect(clash.status).toBe(409);
  expect(clash.text).toContain(reviewMessages.clash);
  expect(clash.text).toMatch(/Stored now .*Recommendation Accepted/);
  expect(clash.form("Save").fields).toContainEqual(["recommendation", "Waitlisted"]);
  expect((await clash.press("Save")).status).toBe(302);
  expect(await row("SELECT score, recommendation FROM reviews WHERE uid = ?", applicant.uid)).toEqual({
    score: 417,
    recommendation: "Waitlisted",
  });
});

test("a typing error in between does not hide what another tab has saved meanwhile", async () => {
  const { reader, path } = await reading();
  const [one, other] = [await reader.browser.open(path), await reader.browser.open(path)];
  expect((await one.press("Save", REVIEW)).status).toBe(302);
  const between = await changingNothing(() =>
    other.press("Save", { ...REVIEW, "score.voice": "", recommendation: "Waitlisted" }),
  );
  expect(between.status).toBe(400);
  const late = await changingNothing(() => between.press("Save", { "score.voice": "4" }));
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(reviewMessages.clash)]);
  expect(late.text).toMatch(/Stored now .*Recommendation Accepted/);
  expect((await late.press("Save")).status).toBe(302);
});

test("reviewers see what others think only after they have said what they think", async () => {
  const { reader, applicant, path } = await reading();
  const other = await member();
  await assign(applicant.uid, other);
  await other.browser.post(path, { intent: "save", ...REVIEW });
  await other.browser.post(path, { intent: "comment", comment: "I was moved." });
  await reader.browser.post(path, { intent: "comment", comment: "I am not sure." });
  const secrets = ["3.83", other.email, "I was moved."];
  const list = `/admin/delegates?search=${applicant.email}`;
  for (const page of [await reader.browser.open(path), await reader.browser.open(list)])
    for (const secret of secrets) expect(page.html).not.toContain(secret);
  expect((await reader.browser.open(path)).text).toContain("I am not sure.");
  expect((await reader.browser.open(path)).text).toContain(reviewMessages.afterYours);

  await reader.browser.post(path, { intent: "save", ...REVIEW, "score.motivation": "1" });
  for (const secret of secrets) expect((await reader.browser.open(path)).text).toContain(secret);
  expect((await reader.browser.open(list)).text).toContain("1.33 apart");
  // A director sees everything at once. A delegate sees nothing of it.
  for (const secret of secrets)
    expect((await (await signedIn("director")).open(path)).text).toContain(secret);
  for (const page of ["/application", "/decision", "/"])
    for (const secret of secrets) expect((await applicant.browser.open(page)).html).not.toContain(secret);
});

test("a decision is shown to directors alone", async () => {
  const reader = await member();
  const applicant = await delegate({ submittedAt: SUBMITTED, decision: "Waitlisted" });
  await assign(applicant.uid, reader);
  const inTable = (page: Page) => /<table[\s\S]*<\/table>/.exec(page.html)?.[0] ?? "";
  const head = (page: Page) => page.text.slice(0, page.text.indexOf("Recommendation"));
  const director = await signedIn("director");
  expect(head(await director.open(`/admin/delegates/${applicant.uid}`))).toContain("Waitlisted");
  const list = `/admin/delegates?search=${applicant.email}&show=everyone`;
  expect(inTable(await director.open(list))).toContain("Waitlisted");
  expect(head(await reader.browser.open(`/admin/delegates/${applicant.uid}`))).not.toContain("Waitlisted");
  expect((await reader.browser.open(list)).text).not.toContain("Waitlisted");
  // The reader cannot find the decision by a filter either.
  for (const decision of ["Waitlisted", "Rejected"])
    expect((await reader.browser.open(`/admin/delegates?decision=${decision}`)).text).toContain(
      applicant.email,
    );
});

/* ------------------------------------------------------------------ comments */

test("comments are added once, have 4,000 characters at most, and are taken back by their authors [126]", async () => {
  const { reader, applicant, path } = await reading();
  const page = await reader.browser.open(path);
  const text = `<b>Ask</b> about the pilot\n${"字".repeat(3_900)}`;
  for (let press = 0; press < 2; press += 1)
    expect((await page.press("Comment", { comment: text })).location).toBe(`${path}?show=mine#comments`);
  for (const [comment, sentence] of [
    ["  ", reviewMessages.emptyComment],
    ["x".repeat(4_001), messages.tooLong(4_000)],
  ] as const) {
    const refused = await changingNothing(() => page.press("Comment", { comment }));
    expect(refused.status).toBe(400);
    expect(refused.text).toContain(sentence);
    if (comment.trim()) expect(refused.form("Comment").fields).toContainEqual(["comment", comment]);
  }
  const { id, staff_uid } = await row<{ id: string; staff_uid: string }>(
    "SELECT id, staff_uid FROM comments WHERE uid = ?",
    applicant.uid,
  );
  expect(staff_uid).toBe(reader.uid);
  const director = await signedIn("director");
  expect((await director.open(path)).text).toContain("<b>Ask</b> about the pilot");
  await changingNothing(() => director.post(path, { intent: "delete-comment", "comment-id": id }));
  const gone = await (await reader.browser.open(path)).press("Delete");
  expect(gone.status).toBe(302);
  expect(await rows("SELECT id FROM comments WHERE uid = ?", applicant.uid)).toEqual([]);
  expect(await actsOn(applicant.uid)).toEqual(["addComment", "deleteComment"]);
});

/* ------------------------------------------------------------------ conflicts */

test("a reader who should not read an application loses it, with a reason; one who has begun does not", async () => {
  const { reader, applicant, path } = await reading();
  const page = await reader.browser.open(path);
  expect((await page.press("Do not assign it to me", { conflict: " " })).text).toContain(
    reviewMessages.conflictReason,
  );
  const gone = await page.press("Do not assign it to me", { conflict: "My cousin" });
  expect(gone.location).toMatch(/^\/admin\/delegates\/next/);
  expect((await gone.follow()).location).toBe("/admin/delegates?show=mine");
  expect(await row("SELECT staff_uid, reason FROM conflicts WHERE uid = ?", applicant.uid)).toEqual({
    staff_uid: reader.uid,
    reason: "My cousin",
  });
  expect(await rows("SELECT * FROM assignments WHERE uid = ?", applicant.uid)).toEqual([]);
  expect((await reader.browser.open(path)).status).toBe(404);
  const twice = await changingNothing(() => page.press("Do not assign it to me", { conflict: "My cousin" }));
  expect(twice.location).toBe(gone.location);
  expect(await actsOn(applicant.uid)).toEqual(["declareConflict"]);
  const director = await signedIn("director");
  const seen = await director.open(`/admin/delegates/${applicant.uid}?show=everyone`);
  expect(seen.text).toMatch(/should not read this application: .?My cousin/);

  const begun = await reading();
  const open = await begun.reader.browser.open(begun.path);
  await begun.reader.browser.post(begun.path, { intent: "comment", comment: "Hm." });
  const refused = await changingNothing(() =>
    open.press("Do not assign it to me", { conflict: "My cousin" }),
  );
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(reviewMessages.started);
});

test("a director with a conflict may look and not score", async () => {
  const director = await member("director");
  const applicant = await delegate({ submittedAt: SUBMITTED });
  const path = `/admin/delegates/${applicant.uid}`;
  await director.browser.post(path, { intent: "conflict", conflict: "My student" });
  const page = await director.browser.open(path);
  expect(page.text).toContain(reviewMessages.conflictDeclared);
  expect(page.has("Save")).toBe(false);
  const refused = await changingNothing(() => director.browser.post(path, { intent: "save", ...REVIEW }));
  expect(refused.status).toBe(409);
});

/* ------------------------------------------------------------------ the queue */

test("the desk leads from one unread application to the next, and says when none is left", async () => {
  const reader = await member();
  const people = [];
  for (let day = 11; day < 14; day += 1) {
    const applicant = await delegate({ submittedAt: `2022-11-${day}T18:05:00Z` });
    await assign(applicant.uid, reader);
    people.push(applicant.uid);
  }
  const [oldest, middle, newest] = people;
  const { browser } = reader;
  const list = await browser.open("/admin/delegates");
  expect(list.text).toContain("0 of 3 reviewed");
  const address = "?show=mine";
  const nextOf = async (page: Page, button = "Save and next") => {
    const answer = await (await page.press(button, REVIEW)).follow();
    const next = await answer.follow();
    // The next page says whose review was saved, because the page of that applicant is not shown again.
    expect(next.text).toContain(`${reviewMessages.saved} Mei Chen`);
    return answer.location?.replace(/&saved=[^&]+/, "");
  };
  const first = (await browser.get(`/admin/delegates/next${address}`)).headers.get("Location");
  expect(first).toBe(`/admin/delegates/${newest}${address}`);
  const skip = /<a href="(\/admin\/delegates\/next[^"]*)"[^>]*>Skip/.exec(
    (await browser.open(first!)).html,
  )![1]!;
  const skipped = await browser.open(skip.replaceAll("&amp;", "&"));
  expect(skipped.location).toBe(`/admin/delegates/${middle}${address}`);

  const desk = await skipped.follow();
  expect(linkOf(desk, "prev")).toBe(`/admin/delegates/${newest}${address}`);
  expect(linkOf(desk, "next")).toBe(`/admin/delegates/${oldest}${address}`);
  // The link is also above the answers.
  expect(desk.html).toMatch(/<a href="\/admin\/delegates\/next[^"]*">Next to review<\/a>/);
  expect(await nextOf(desk)).toBe(`/admin/delegates/${oldest}${address}`);
  expect(await nextOf(await browser.open(`/admin/delegates/${oldest}${address}`))).toBe(
    `/admin/delegates/${newest}${address}`,
  );
  expect(await nextOf(await browser.open(`/admin/delegates/${newest}${address}`))).toBe(
    `/admin/delegates${address}`,
  );
  // Somebody who has not reviewed an application cannot find out, by its id, whose application it is.
  const stranger = await member();
  for (const uid of [oldest, "nobody", reader.uid])
    expect((await stranger.browser.open(`/admin/delegates?saved=${uid}`)).text).not.toContain(
      reviewMessages.saved,
    );
  const done = await browser.open("/admin/delegates");
  expect(done.text).toContain("3 of 3 reviewed");
  expect(done.text).toContain(reviewMessages.nothingLeft);
});

test("who has left only applications that were opened again is not sent back to the list", async () => {
  const reader = await member();
  const applicant = await delegate({ submittedAt: SUBMITTED });
  await assign(applicant.uid, reader);
  const list = () => reader.browser.open("/admin/delegates");
  expect((await list()).text).toContain("Review the next one");
  await run(
    "UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?",
    applicant.uid,
  );
  const { text } = await list();
  expect(text).toContain("0 of 1 reviewed");
  expect(text).toContain(reviewMessages.onlyReopenedLeft);
  expect(text).not.toContain("Review the next one");
});

const linkOf = ({ html }: Page, rel: string) =>
  new RegExp(`<a href="([^"]*)" rel="${rel}"`).exec(html)?.[1]?.replaceAll("&amp;", "&");

test("directors begin with what was given to them, else with everybody's", async () => {
  const director = await member("director");
  const applicant = await delegate({ submittedAt: SUBMITTED });
  const shown = async () => selected(await director.browser.open("/admin/delegates"));
  expect(await shown()).toBe("everyone");
  await assign(applicant.uid, director);
  expect(await shown()).toBe("mine");
});

const selected = (page: Page) => page.form("Show").fields.find(([name]) => name === "show")?.[1];

/* ------------------------------------------------------------------ opening again */

test("a director opens an application again: it is changed and submitted again after the deadline, and keeps its first time", async () => {
  const director = await signedIn("director");
  const applicant = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  // The application gets the complete answers and documents of a demo account.
  await run("DELETE FROM answers WHERE uid = ?", applicant.uid);
  for (const table of ["answers", "documents"]) await copyOf(table, "signed", applicant.uid);
  const path = `/admin/delegates/${applicant.uid}`;
  const page = await director.open(path);
  expect((await page.press("Open again", { reopen: "" })).text).toContain(reviewMessages.reopenReason);
  expect((await page.press("Open again", { reopen: "Wrong name in the visa letter" })).status).toBe(302);
  expect(await applicationOf(applicant.uid)).toMatchObject({
    submitted_at: null,
    reopened_from: Date.parse(SUBMITTED),
  });
  const [act] = await rows<{ detail: string }>(
    "SELECT detail FROM audit WHERE object = ? AND action = 'reopenApplication'",
    `${CONFERENCE}/${applicant.uid}`,
  );
  expect(JSON.parse(act!.detail)).toEqual({ reason: "Wrong name in the visa letter" });
  const mails = await rows<{ body: string }>(
    "SELECT body FROM outbox WHERE recipient = ? AND event_key GLOB 'reopened:*'",
    applicant.email,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body).not.toContain("visa letter");
  expect((await director.post(path, { intent: "reopen", reopen: "Again" })).status).toBe(409);

  // Meanwhile the decision cannot be seen, and the application cannot be scored.
  expect((await applicant.browser.open("/decision")).text).not.toContain("You are accepted");
  expect((await director.post(path, { intent: "save", ...REVIEW })).status).toBe(409);
  await run("UPDATE rounds SET deadline = 0 WHERE conference_id = ? AND id <> 'early'", CONFERENCE);
  const { deadline } = await row<{ deadline: number }>(
    "SELECT deadline FROM rounds WHERE conference_id = ? AND id = 'early'",
    CONFERENCE,
  );
  await run("UPDATE rounds SET deadline = ? WHERE id = 'early'", Date.parse("2022-11-30T00:00:00Z"));
  try {
    const home = await applicant.browser.open("/application");
    expect(home.text).toContain(applicationMessages.reopened);
    expect(home.text).not.toContain(applicationMessages.applicationsClosed);
    const about = await applicant.browser.open("/application/about");
    expect((await about.press("Save draft", { lastName: "Chén" })).status).toBe(302);
    const submitted = await (await applicant.browser.open("/application/check")).press("Submit application");
    expect(submitted.location).toBe("/application");
  } finally {
    await run("UPDATE rounds SET deadline = ? WHERE id = 'early'", deadline);
  }
  expect(await applicationOf(applicant.uid)).toMatchObject({
    submitted_at: Date.parse(SUBMITTED),
    reopened_from: null,
  });
  expect((await applicant.browser.open("/decision")).text).toContain("You are accepted");
});

/** Copies the rows of a demo account to another user. */
async function copyOf(table: string, account: string, uid: string) {
  for (const stored of await rows(`SELECT * FROM ${table} WHERE uid = ?`, demoUid(account))) {
    const copy: Record<string, unknown> = { ...stored, uid };
    for (const unique of ["id", "object_key"]) if (copy[unique]) copy[unique] = `${uid}-${copy[unique]}`;
    const places = Object.keys(copy).map(() => "?");
    await run(
      `INSERT INTO ${table} (${Object.keys(copy).join(", ")}) VALUES (${places.join(", ")})`,
      ...Object.values(copy),
    );
  }
}

test.each([
  "captured",
  "charging",
  "unknown",
  "refund_pending",
])("while a payment is %s the application is not opened again", async (state) => {
  const applicant = await delegate({ submittedAt: SUBMITTED, decision: "Accepted" });
  await runAll(
    paymentStatements({
      id: applicant.uid
        .slice(-20)
        .padStart(20, "p")
        .replace(/^.{14}/, applicant.uid.slice(0, 14)),
      ...{ uid: applicant.uid, amountCents: 49_500, state, transactionId: `T-${applicant.uid}` },
    }),
  );
  const refused = await changingNothing(
    async () =>
      (await signedIn("director")).post(`/admin/delegates/${applicant.uid}`, {
        intent: "reopen",
        reopen: "x",
      }),
    { but: ["sessions"] },
  );
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain("Nothing was changed.");
});

test("a reviewer cannot open an application again, and does not see how", async () => {
  const { reader, path } = await reading();
  expect((await reader.browser.open(path)).has("Open again")).toBe(false);
  const refused = await changingNothing(() =>
    reader.browser.post(path, { intent: "reopen", reopen: "A typo" }),
  );
  expect(refused.status).toBe(403);
});

test("a reader who lost an application cannot score it, and an unknown button does nothing", async () => {
  const { reader, applicant, path } = await reading();
  const page = await reader.browser.open(path);
  await run("DELETE FROM assignments WHERE uid = ?", applicant.uid);
  expect((await changingNothing(() => page.press("Save", REVIEW))).status).toBe(404);
  const director: Browser = await signedInAs(demoUid("director"));
  expect((await changingNothing(() => director.post(path, { intent: "delete" }))).status).toBe(400);
});
