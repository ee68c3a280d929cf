import { beforeAll, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { selectionMessages } from "~/selections/messages.ts";
import { quantity } from "~/values/words.ts";
import { tripsOf, watched } from "../support/asked.ts";
import { type Browser, type Page, signedIn } from "../support/browser.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

const SENT = "2022-11-11T18:05:00Z";
const EVERYONE = "/admin/delegates?show=everyone";

/** The uids of a list's rows, page by page. */
async function listed(browser: Browser, query: string): Promise<string[]> {
  const found: string[] = [];
  let path: string | undefined = `/admin/delegates?${query}`;
  while (path) {
    const page: Page = await browser.open(path);
    expect(page.status, path).toBe(200);
    found.push(...[...page.html.matchAll(/<tr role="row" id="row-([^"]+)"/g)].map(([, uid]) => uid!));
    path = /<a href="([^"]*)" rel="next">/.exec(page.html)?.[1]?.replaceAll("&amp;", "&");
  }
  return found;
}

const uidsOf = async (condition: string, ...values: unknown[]) =>
  (
    await rows<{ uid: string }>(
      `SELECT uid FROM applications WHERE conference_id = '${CONFERENCE}' AND ${condition} ORDER BY uid`,
      ...values,
    )
  ).map(({ uid }) => uid);

const answered = (section: string, question: string) =>
  `(SELECT answers ->> '$.${question}' FROM answers WHERE answers.conference_id = applications.conference_id
    AND answers.uid = applications.uid AND section_id = '${section}')`;
const SUBMITTED = "submitted_at IS NOT NULL AND";

let director: Browser;
/** Somebody with two reviews that are far apart, a label, and a place in a session. */
const known = { uid: demoUid("submitted"), label: "", session: "" };

beforeAll(async () => {
  director = await signedIn("director");
  await run(
    "UPDATE applications SET review_count = 2, mean_score = 350, spread = 200 WHERE uid = ? AND conference_id = ?",
    known.uid,
    CONFERENCE,
  );
  await run(
    "UPDATE applications SET review_count = 3, mean_score = 300, spread = 100 WHERE uid = ? AND conference_id = ?",
    demoUid("accepted"),
    CONFERENCE,
  );
  const reply = await director.post(`/admin/delegates/selection?only=${known.uid}`, {
    intent: "label",
    label: "Shortlist",
  });
  expect(reply.status).toBe(200);
  known.label = (await row<{ id: string }>("SELECT id FROM labels WHERE title = 'Shortlist'")).id;
  known.session = (await row<{ id: string }>("SELECT session_id AS id FROM places LIMIT 1")).id;
});

/** Every filter, with a condition in SQL for what it must find. */
const FILTERS: [query: () => string, condition: string, ...values: (() => string)[]][] = [
  [() => "is-nationality=JP", `${SUBMITTED} ${answered("about", "nationality")} = 'JP'`],
  [() => "is-institution=UNIV", `${SUBMITTED} lower(${answered("education", "institution")}) LIKE '%univ%'`],
  [() => "is-scholarship=Yes", `${SUBMITTED} ${answered("scholarship", "scholarship")} = 'Yes'`],
  [
    () => "is-level=Other&state=draft",
    `submitted_at IS NULL AND ${answered("education", "level")} = 'Other'`,
  ],
  [() => "from-dateOfBirth=2001-01-01", `${SUBMITTED} ${answered("about", "dateOfBirth")} >= '2001-01-01'`],
  [
    () => "from-dateOfBirth=2000-01-01&to-dateOfBirth=2001-12-31",
    `${SUBMITTED} ${answered("about", "dateOfBirth")} BETWEEN '2000-01-01' AND '2001-12-31'`,
  ],
  [
    () => "from-graduationYear=2024",
    `${SUBMITTED} CAST(${answered("education", "graduationYear")} AS INTEGER) >= 2024`,
  ],
  [
    () => "has-resume=yes",
    `${SUBMITTED} EXISTS (SELECT 1 FROM documents WHERE documents.uid = applications.uid
      AND documents.conference_id = applications.conference_id AND question_id = 'resume')`,
  ],
  [
    () => "has-resume=no",
    `${SUBMITTED} NOT EXISTS (SELECT 1 FROM documents WHERE documents.uid = applications.uid
      AND documents.conference_id = applications.conference_id AND question_id = 'resume')`,
  ],
  [() => "reviewsFrom=1", `${SUBMITTED} review_count >= 1`],
  [() => "reviewsTo=0", `${SUBMITTED} review_count <= 0`],
  [() => "scoreFrom=3.5", `${SUBMITTED} mean_score >= 350`],
  [() => "scoreTo=3,5", `${SUBMITTED} mean_score <= 350`],
  [() => "scoreFrom=3.51", `${SUBMITTED} mean_score >= 351`],
  [() => "spreadFrom=2", `${SUBMITTED} spread >= 200`],
  [() => "spreadFrom=2.01", `${SUBMITTED} spread >= 201`],
  [() => `label=${known.label}`, `${SUBMITTED} uid = ?`, () => known.uid],
  [
    () => `reader=${demoUid("reviewer")}`,
    `${SUBMITTED} uid IN (SELECT uid FROM assignments WHERE staff_uid = ? AND conference_id = '${CONFERENCE}')`,
    () => demoUid("reviewer"),
  ],
  [
    () => "pass=goldPlus",
    `${SUBMITTED} uid IN (SELECT uid FROM holdings WHERE item = 'goldPlus' AND state = 'held'
      AND conference_id = '${CONFERENCE}')`,
  ],
  [
    () => "pass=none",
    `${SUBMITTED} uid NOT IN (SELECT uid FROM holdings WHERE item = pass_type AND state = 'held'
      AND conference_id = '${CONFERENCE}')`,
  ],
  [
    () => "payment=paid",
    `${SUBMITTED} uid IN (SELECT delegate_uid FROM payments WHERE state = 'captured' AND conference_id = '${CONFERENCE}')`,
  ],
  [
    () => "award=yes",
    `${SUBMITTED} uid IN (SELECT uid FROM grants WHERE kind = 'award' AND ended_at IS NULL AND conference_id = '${CONFERENCE}')`,
  ],
  [
    () => `session=${known.session}`,
    `${SUBMITTED} uid IN (SELECT uid FROM places WHERE session_id = ?)`,
    () => known.session,
  ],
  [
    () => `only=${known.uid},${demoUid("accepted")}`,
    `uid IN ('${demoUid("submitted")}', '${demoUid("accepted")}')`,
  ],
  [
    () => "is-nationality=JP&reviewsTo=0&sort=name",
    `${SUBMITTED} ${answered("about", "nationality")} = 'JP' AND review_count = 0`,
  ],
  // A filter by a question that does not exist adds no condition.
  [() => "is-nothing=x", "submitted_at IS NOT NULL"],
];

test.each(FILTERS)("%s finds exactly what it says", async (query, condition, ...values) => {
  const expected = await uidsOf(condition, ...values.map((value) => value()));
  expect((await listed(director, `show=everyone&${query()}`)).sort()).toEqual(expected);
  const page = await director.open(`/admin/delegates/selection?${query()}`);
  expect(page.text).toContain(`${expected.length === 0 ? "No" : expected.length} application`);
});

test.each([
  "reviews",
  "spread",
  "name",
  "institution",
  "decision",
])("a list is sorted by %s, both ways", async (by) => {
  const up = await listed(director, `show=everyone&sort=${by}`);
  const down = await listed(director, `show=everyone&sort=-${by}`);
  expect(up.length).toBeGreaterThan(1);
  expect(down).toEqual(up.toReversed());
  const other = { reviews: "review_count", spread: "spread" }[by];
  if (!other) return;
  const keys = await rows<{ uid: string; key: number }>(
    `SELECT uid, ${other} AS key FROM applications WHERE conference_id = '${CONFERENCE}'`,
  );
  const found = up.map((uid) => keys.find((one) => one.uid === uid)!.key);
  expect(found).toEqual([...found].sort((one, two) => one - two));
});

test.each([
  "sort=score",
  "sort=-spread",
  "sort=-score&decision=undecided",
  "sort=name",
])("all of a list with %s are the applications of the list, and no others", async (query) => {
  const director = await signedIn("director");
  const uids = await listed(director, `show=everyone&${query}`);
  const page = await director.open(`/admin/delegates/selection?of=all&show=everyone&${query}`);
  expect(page.text).toContain(quantity(uids.length, "application"));
});

test.each([
  "/admin/delegates/selection?decision=accepted",
  "/admin/delegates/selection?of=all&show=everyone&reviewsFrom=many",
  "/admin/delegates/letters?decision=accepted",
  "/admin/mail?decision=accepted",
  "/notifications?decision=accepted",
  "/admin/distribute-apps?decision=accepted",
])("%s has a value that no filter has, so nothing is done with everybody", async (address) => {
  const director = await signedIn("director");
  const page = await director.open(address);
  expect([page.status, page.text.includes(selectionMessages.invalidFilter)]).toEqual([400, true]);
  expect((await director.open("/admin/delegates?decision=accepted")).status).toBe(200);
});

test("what is posted to such an address changes nothing", async () => {
  const director = await signedIn("director");
  const posted = { intent: "label", label: "Too many" };
  const answer = await changingNothing(() =>
    director.post("/admin/delegates/selection?decision=accepted", posted),
  );
  expect(answer.status).toBe(400);
});

test("the search finds institutions and countries, but only for people who decide, and only what was submitted", async () => {
  const found = async (browser: Browser, search: string) =>
    listed(browser, `show=everyone&search=${encodeURIComponent(search)}`);
  const japanese = await uidsOf(
    `${SUBMITTED} '${"JP"}' IN (${answered("about", "nationality")}, ${answered("about", "residence")})`,
  );
  expect((await found(director, "Japan")).sort()).toEqual(japanese);
  const [first] = await rows<{ uid: string; institution: string; name: string }>(
    `SELECT uid, ${answered("education", "institution")} AS institution, ${answered("about", "firstName")} AS name
      FROM applications WHERE conference_id = ? AND submitted_at IS NOT NULL AND uid IN
        (SELECT uid FROM assignments WHERE staff_uid = ?) ORDER BY uid`,
    CONFERENCE,
    demoUid("reviewer"),
  );
  const word = first!.institution.split(" ").at(-1)!;
  expect(await found(director, word)).toContain(first!.uid);
  expect(await found(director, `${first!.name} ${word}`)).toContain(first!.uid);
  const reviewer = await signedIn("reviewer");
  expect(await found(reviewer, first!.name)).toContain(first!.uid);
  expect(await found(reviewer, word)).toEqual([]);
});

test("an application that is submitted is found by its answers, and a draft only by its name", async () => {
  const { uid, browser } = await delegate();
  const name = { version: "0", firstName: "Quetzal", nationality: "NP", residence: "NP" };
  await browser.post("/application/about", name);
  expect(await listed(director, "show=everyone&state=draft&search=Quetzal")).toEqual([uid]);
  expect(await listed(director, "show=everyone&state=draft&search=Quetzal+Nepal")).toEqual([]);
  expect(await listed(director, "show=everyone&state=draft&is-nationality=NP")).toEqual([uid]);
});

/* ------------------------------------------------------------------ what readers may not see */

const HIDDEN = [
  "is-nationality=JP",
  `reader=${demoUid("reviewer")}`,
  "reviewsFrom=1",
  "scoreFrom=3",
  "spreadFrom=1",
  "pass=goldPlus",
  "payment=paid",
  "award=yes",
  "decision=Accepted",
  `only=${demoUid("submitted")}`,
  "sort=-spread",
  "sort=name",
  "sort=decision",
];

/** A page without the parts that differ each time, and without the fields that contain its own address. */
const withoutToken = ({ html }: Page) =>
  html
    .replace(/name="formToken" value="[^"]*"/g, "")
    .replace(/nonce="[^"]*"/g, "")
    .replace(/name="from" value="[^"]*"/g, "");

test.each(HIDDEN)("for a reader, the filter %s does not exist", async (query) => {
  const reviewer = await signedIn("reviewer");
  const plain = await reviewer.open("/admin/delegates");
  expect(withoutToken(await reviewer.open(`/admin/delegates?${query}`))).toBe(withoutToken(plain));
  expect(await listed(director, `show=everyone&${query}`)).not.toEqual(
    await listed(director, "show=everyone"),
  );
});

test.each([
  "pass=goldPlus",
  "payment=paid",
  "award=yes",
])("who decides but does not see money has the same list with %s as without", async (query) => {
  const { browser } = await colleague(["read", "decide"]);
  const all = await listed(browser, "show=everyone");
  expect(await listed(browser, `show=everyone&${query}`)).toEqual(all);
  expect((await listed(director, `show=everyone&${query}`)).length).toBeLessThan(all.length);
});

test.each([
  "/admin/delegates/selection?pass=none",
  "/admin/delegates/selection?of=all&show=everyone&payment=none",
  "/admin/delegates/letters?award=no",
  "/admin/mail?payment=none",
  "/notifications?payment=none",
  "/admin/distribute-apps?payment=none",
  "/admin/applications.csv?payment=none",
])("who may not filter by money is refused at %s, because the filter would find more people", async (address) => {
  const { browser } = await colleague(["read", "decide", "content"]);
  const page = await browser.open(address);
  expect([page.status, page.text.includes(selectionMessages.needsMoney)]).toEqual([403, true]);
  expect((await director.open(address)).status).toBe(200);
});

test("what is posted to such an address labels nobody", async () => {
  const { browser } = await colleague(["read", "decide"]);
  const posted = { intent: "label", label: "Too many" };
  const answer = await changingNothing(() => browser.post("/admin/delegates/selection?payment=none", posted));
  expect(answer.status).toBe(403);
});

test("a filter that is dropped is named above the list, and nothing is offered for the whole list", async () => {
  const ALL = "Go on with all of this list";
  const typed = "show=everyone&reviewsFrom=three&scoreFrom=2.5";
  const page = await director.open(`/admin/delegates?${typed}`);
  expect(page.text).toContain(selectionMessages.notRead(["three"]));
  expect([page.has(ALL), page.has("Go on with those ticked")]).toEqual([false, true]);
  // The links that sort the list, and the small form of filters, keep what was asked for, even the dropped filter.
  const [sorted] = /\/admin\/delegates\?[^"]*sort=name[^"]*/.exec(page.html) ?? [];
  const again = await director.open(sorted!.replaceAll("&amp;", "&"));
  expect(again.text).toContain(selectionMessages.notRead(["three"]));
  expect(again.has(ALL)).toBe(false);
  expect(page.html).toMatch(/<input[^>]*name="reviewsFrom"[^>]*value="three"/);
  const corrected = await director.open(
    "/admin/delegates/find?reviewsFrom=three&scoreFrom=2.5&show=everyone",
  );
  expect(page.html).toContain(
    'href="/admin/delegates/find?show=everyone&amp;reviewsFrom=three&amp;scoreFrom=2.5"',
  );
  expect(corrected.html).toMatch(/<input[^>]*name="reviewsFrom"[^>]*value="three"/);
  expect(corrected.text).toContain(selectionMessages.notANumber);

  const { browser } = await colleague(["read", "decide"]);
  const list = await browser.open("/admin/delegates?show=everyone&payment=none");
  expect(list.text).toContain(selectionMessages.needsMoney);
  expect(list.has(ALL)).toBe(false);
  expect(list.html).toMatch(/<input[^>]*name="payment"[^>]*value="none"/);
  expect(list.html).toMatch(/\/admin\/delegates\?[^"]*payment=none[^"]*sort=name/);
  expect((await browser.open("/admin/delegates?show=everyone")).has(ALL)).toBe(true);
});

test("spaces around a value of a filter change nothing", async () => {
  const { text, html } = await director.open("/admin/delegates?show=everyone&reviewsFrom=+1+&scoreTo=5%20");
  expect(text).toContain("At least 1 review");
  expect(text).toContain("Mean up to 5");
  expect(html).toContain("Go on with all of this list");
});

/* ------------------------------------------------------------------ what is done with a selection */

test("a label is put on each application once, and taken off again", async () => {
  const query = `only=${demoUid("gold")},${demoUid("goldplus")},${demoUid("nobody")}`;
  const labelled = () =>
    rows("SELECT 1 FROM application_labels JOIN labels ON id = label_id WHERE title = 'Band 7'");
  const put = () =>
    director.post(`/admin/delegates/selection?${query}`, { intent: "label", label: " Band  7 " });
  expect(await (await put()).text()).toContain("2 applications got the label “Band 7”");
  expect(await (await put()).text()).toContain("0 applications got the label");
  expect(await labelled()).toHaveLength(2);
  expect(
    await rows("SELECT 1 FROM audit WHERE action = 'putLabel' AND detail ->> 'title' = 'Band 7'"),
  ).toHaveLength(1);
  const off = await director.post("/admin/delegates/selection?", { intent: "unlabel", label: "band 7" });
  expect(await off.text()).toContain("was taken off 2 applications");
  expect(await labelled()).toHaveLength(0);
  expect(await rows("SELECT 1 FROM labels WHERE title = 'Band 7'")).toHaveLength(0);
});

test("taking a label off says so, although nothing has the label then", async () => {
  const both = `only=${known.uid},${demoUid("accepted")}`;
  await director.post(`/admin/delegates/selection?${both}`, { intent: "label", label: "Taken off" });
  const { id } = await row<{ id: string }>("SELECT id FROM labels WHERE title = 'Taken off'");
  const page = await director.open(`/admin/delegates/selection?label=${id}`);
  const off = await page.press("Take this label off", { label: "Taken off" });
  expect(off.text).toContain(selectionMessages.unlabelled(2, "Taken off"));
  expect(off.text).not.toContain("Nothing matches");
  // The page has nothing else to do then, so it leads back.
  expect(off.html).toMatch(/<a [^>]*href="\/admin\/delegates[^"]*"[^>]*>Back to the list</);
});

test("what is ticked in a list of an earlier selection is all that is acted on", async () => {
  const of = (query: string) =>
    director.open(`/admin/delegates/selection?only=${known.uid},${demoUid("accepted")}&${query}`);
  expect((await of(`of=ticked&tick=${known.uid}`)).text).toContain("1 application");
  expect((await of("of=ticked")).text).toContain("Nothing ticked");
  expect((await of(`of=all&tick=${known.uid}`)).text).toContain("2 applications");
});

test("a text is found as the list shows it, whatever its letters", async () => {
  const { uid } = await delegate({ submittedAt: SENT });
  await run(
    `INSERT INTO answers (conference_id, uid, section_id, answers, version, saved_at)
      VALUES (?, ?, 'education', '{"institution":"École Örebro"}', 1, 0)
      ON CONFLICT DO UPDATE SET answers = excluded.answers`,
    ...[CONFERENCE, uid],
  );
  for (const typed of ["École Örebro", "École ÖREBRO"])
    expect(await listed(director, `show=everyone&is-institution=${encodeURIComponent(typed)}`)).toEqual([
      uid,
    ]);
});

test("a selection is saved under one name, found again, and removed", async () => {
  const save = (query: string, name: string) =>
    director.post(`/admin/delegates/selection?${query}`, { intent: "save", name });
  expect((await save("is-nationality=JP", "From Japan")).status).toBe(200);
  expect((await save("is-nationality=JP", "From Japan")).status).toBe(200);
  expect((await save("is-nationality=NP", "From Japan")).status).toBe(409);
  expect((await save("", "Everything")).status).toBe(400);
  expect(await rows("SELECT 1 FROM saved_selections WHERE name = 'From Japan'")).toHaveLength(1);
  const page = await director.open("/admin/delegates/find");
  expect(page.html).toContain('href="/admin/delegates?is-nationality=JP"');
  const { id } = await row<{ id: string }>("SELECT id FROM saved_selections WHERE name = 'From Japan'");
  expect((await director.post("/admin/delegates/find", { id })).status).toBe(302);
  expect((await director.open("/admin/delegates/find")).text).not.toContain("From Japan");
});

test("a selection is given to a reader by a plan, apart from what they must not read", async () => {
  const reader = await colleague(["read"]);
  const [one, other] = [demoUid("gold"), demoUid("goldplus")];
  await run(
    "INSERT INTO conflicts (conference_id, uid, staff_uid, reason, declared_at) VALUES (?, ?, ?, 'test', 0)",
    CONFERENCE,
    other,
    reader.uid,
  );
  const path = `/admin/delegates/selection?only=${one},${other}`;
  const reply = await director.post(path, { intent: "assign", reader: reader.uid });
  expect(reply.status).toBe(302);
  const plan = reply.headers.get("Location")!;
  expect((await director.post(plan, { intent: "apply" })).status).toBe(302);
  expect(await rows("SELECT uid FROM assignments WHERE staff_uid = ?", reader.uid)).toEqual([{ uid: one }]);
  expect((await director.post(path, { intent: "assign", reader: "nobody" })).status).toBe(409);
});

test("a selection is decided by a plan", async () => {
  const people = [await delegate({ submittedAt: SENT }), await delegate({ submittedAt: SENT })];
  const uids = people.map(({ uid }) => uid).sort();
  const path = `/admin/delegates/selection?only=${uids.join(",")}`;
  expect((await director.post(path, { intent: "decide", decision: "Perhaps" })).status).toBe(400);
  const reply = await director.post(path, { intent: "decide", decision: "Waitlisted" });
  expect(reply.status).toBe(302);
  expect((await director.post(reply.headers.get("Location")!, { intent: "apply" })).status).toBe(302);
  expect(await rows("SELECT decision FROM decisions WHERE uid IN (?, ?)", uids[0]!, uids[1]!)).toEqual([
    { decision: "Waitlisted" },
    { decision: "Waitlisted" },
  ]);
});

test("a selection is given awards by the plan that decides it, or by one that leaves the decisions", async () => {
  await run("INSERT OR IGNORE INTO budgets VALUES ('picked', ?, 'Fund', 900000, 'x', 0)", CONFERENCE);
  const people = [await delegate({ submittedAt: SENT }), await delegate({ submittedAt: SENT })];
  const uids = people.map(({ uid }) => uid).sort();
  const path = `/admin/delegates/selection?only=${uids.join(",")}`;
  const award = { award: "$100", awardTitle: "Travel award", awardBudget: "picked" };
  const decide = (fields: Record<string, string>) => director.post(path, { intent: "decide", ...fields });
  const wrong = await decide({ decision: "Accepted", ...award, award: "much" });
  expect([wrong.status, (await wrong.text()).includes("Travel award")]).toEqual([400, true]);
  for (const decision of ["Accepted", "leave"]) {
    const reply = await decide({ decision, ...award, award: decision === "leave" ? "whole" : "$100" });
    expect((await director.post(reply.headers.get("Location")!, { intent: "apply" })).status).toBe(302);
  }
  expect(
    await rows(
      "SELECT uid, percent, title FROM grants WHERE uid IN (?, ?) AND ended_at IS NULL ORDER BY uid",
      ...uids,
    ),
  ).toEqual(uids.map((uid) => ({ uid, percent: 100, title: "Travel award" })));
  expect(await rows("SELECT DISTINCT decision FROM decisions WHERE uid IN (?, ?)", ...uids)).toEqual([
    { decision: "Accepted" },
  ]);
});

test("nothing ticked changes nothing", async () => {
  await changingNothing(async () => {
    const reply = await director.post("/admin/delegates/selection?of=ticked", {
      intent: "label",
      label: "All",
    });
    expect(reply.status).toBe(409);
  });
  expect((await director.open("/admin/delegates/selection?of=ticked")).text).toContain("Nothing ticked");
  const all = await director.open(`/admin/delegates/selection?of=all&tick=${known.uid}`);
  expect(all.text).not.toContain("1 ticked");
});

test("the file of a selection has its rows and no others", async () => {
  const whole = await (await director.get("/admin/applications.csv")).text();
  const part = await (await director.get("/admin/applications.csv?is-nationality=JP")).text();
  const expected = await uidsOf(`${SUBMITTED} ${answered("about", "nationality")} = 'JP'`);
  const uids = [...part.matchAll(/^"?([\w-]{28})"?,/gm)].map(([, uid]) => uid!);
  expect(uids.sort()).toEqual(expected);
  expect(whole.split("\n")[0]).toBe(part.split("\n")[0]);
});

/* ------------------------------------------------------------------ mails */

const MAIL = { subject: "News", body: "Hello {firstName}" };
const recipientsOf = async (query: string) => {
  const page = await director.open(`/admin/mail?${query}`);
  const { status, html } = await page.press("Show who it goes to", MAIL);
  return { status, html };
};

test("a mail to a selection goes to exactly its people", async () => {
  const { uid, email } = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  const page = await director.open(`/admin/mail?only=${uid}`);
  const preview = await page.press("Show who it goes to", MAIL);
  expect(preview.text).toContain("This goes to 1 person");
  expect((await preview.press("Send to 1 person")).status).toBe(302);
  expect(
    await rows("SELECT recipient FROM outbox WHERE event_key LIKE 'mailing/%' AND subject = 'News'"),
  ).toEqual([{ recipient: email }]);
});

test("for mails, a decision counts only once delegates may see it", async () => {
  const hidden = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  await run(
    "INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, 'Accepted', 9999999999999)",
    CONFERENCE,
    hidden.uid,
  );
  expect(await listed(director, `show=everyone&decision=Accepted&only=${hidden.uid}`)).toEqual([hidden.uid]);
  expect((await recipientsOf(`decision=Accepted&only=${hidden.uid}`)).status).toBe(400);
  expect((await recipientsOf(`decision=undecided&only=${hidden.uid}`)).html).toContain(
    "This goes to 1 person",
  );
  const corrected = await delegate({ submittedAt: SENT, decision: "Accepted" });
  const plan = await director.post(`/admin/delegates/selection?only=${corrected.uid}`, {
    intent: "decide",
    decision: "Rejected",
  });
  expect((await director.post(plan.headers.get("Location")!, { intent: "apply" })).status).toBe(302);
  expect(await listed(director, `show=everyone&decision=Rejected&only=${corrected.uid}`)).toEqual([
    corrected.uid,
  ]);
  expect((await recipientsOf(`decision=Rejected&only=${corrected.uid}`)).status).toBe(400);
  expect((await recipientsOf(`decision=Accepted&only=${corrected.uid}`)).html).toContain(
    "This goes to 1 person",
  );
  const seen = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  expect((await recipientsOf(`decision=Accepted&only=${seen.uid}`)).html).toContain("This goes to 1 person");
});

test("for mails, an award counts only once its delegate may know of it", async () => {
  const hidden = await delegate({ submittedAt: SENT });
  const seen = await delegate({ submittedAt: SENT, decision: "Accepted" });
  for (const { uid } of [hidden, seen])
    await run(
      `INSERT INTO grants (id, conference_id, kind, title, uid, percent, created_by, created_at)
        VALUES (?1, ?2, 'award', 'Award', ?3, 50, 'nobody', 0)`,
      `award-${uid}`.slice(0, 20),
      CONFERENCE,
      uid,
    );
  const both = `only=${hidden.uid},${seen.uid}`;
  expect(await listed(director, `show=everyone&award=yes&${both}`)).toHaveLength(2);
  const { html } = await recipientsOf(`award=yes&${both}`);
  expect(html).toContain("This goes to 1 person");
  expect(html).toContain(seen.email);
  expect((await recipientsOf(`award=no&${both}`)).html).toContain(hidden.email);
});

/* ------------------------------------------------------------------ notifications */

let notices = 0;

/** Publishes a notification for a selection; returns its text, its id and the answer. */
async function noticeTo(query: string) {
  const message = `Only for you ${++notices}`;
  const page = await director.open(`/notifications?${query}`);
  const answer = await page.press("Publish", { message });
  const [stored] = await rows<{ id: string; selection: string }>(
    "SELECT id, selection FROM notifications WHERE message = ?",
    message,
  );
  return { page, message, answer, stored };
}

test("a notification for a selection is shown to nobody if its writer may no longer decide", async () => {
  const chosen = await delegate({ submittedAt: SENT });
  const { uid, browser } = await colleague(["decide", "content"]);
  const page = await browser.open(`/notifications?only=${chosen.uid}`);
  await run(`UPDATE staff SET abilities = '["content"]' WHERE uid = ?`, uid);
  for (const [button, message] of [
    ["Publish", "Only for the chosen"],
    ["Publish", ""],
    ["Preview", "Only for the chosen"],
  ] as const) {
    const answer = await changingNothing(() => page.press(button, { message }));
    expect([answer.status, answer.text.includes(selectionMessages.needsDecide)]).toEqual([403, true]);
  }
  expect((await browser.open("/notifications")).status).toBe(200);
});

test("a notification for a selection is shown to its people alone, until they dismiss it or it is deleted", async () => {
  const [chosen, other] = [await delegate({ submittedAt: SENT }), await delegate({ submittedAt: SENT })];
  const selection = await director.open(`/admin/delegates/selection?only=${chosen.uid}`);
  expect(selection.html).toContain(`href="/notifications?only=${chosen.uid}"`);
  const { page, message, answer, stored } = await noticeTo(`only=${chosen.uid}`);
  expect(page.text).toContain("Who sees it: 1 person: 1 ticked");
  expect([answer.status, answer.location]).toEqual([302, "/notifications"]);
  const shows = async ({ browser }: { browser: Browser }) => (await browser.open("/")).text.includes(message);
  expect([await shows(chosen), await shows(other), await shows({ browser: director })]).toEqual([
    true,
    false,
    false,
  ]);
  expect((await director.open("/notifications")).text).toContain("1 ticked");
  const edit = await director.open(`/notifications/${stored!.id}`);
  expect(edit.text).toContain("Who sees it: 1 ticked");
  await edit.press("Save", { message: `${message} and warm` });
  expect([await shows(chosen), await shows(other)]).toEqual([true, false]);
  await chosen.browser.post(`/notifications/${stored!.id}/dismiss`, {});
  expect(await shows(chosen)).toBe(false);
  await (await director.open(`/notifications/${stored!.id}`)).press("Delete");
  expect(await rows("SELECT 1 FROM notification_readers WHERE notification_id = ?", stored!.id)).toEqual([]);
});

test("pressed twice, a notification is published once, for the people of the first press", async () => {
  const [one, two] = [await delegate({ submittedAt: SENT }), await delegate({ submittedAt: SENT })];
  const page = await director.open(`/notifications?only=${one.uid}`);
  const message = "Once only";
  await page.press("Publish", { message });
  const id = page.form("Publish").fields.find(([name]) => name === "id")![1];
  await director.post(`/notifications?only=${two.uid}`, {
    id,
    message,
    severity: "INFO",
    audience: "everyone",
  });
  expect(await rows("SELECT id FROM notifications WHERE message = ?", message)).toEqual([{ id }]);
  expect(await rows("SELECT uid FROM notification_readers WHERE notification_id = ?", id)).toEqual([
    { uid: one.uid },
  ]);
});

test("for notifications, a decision counts only once delegates may see it", async () => {
  const hidden = await delegate({ submittedAt: SENT });
  await run(
    "INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, 'Accepted', 9999999999999)",
    CONFERENCE,
    hidden.uid,
  );
  const nobody = await noticeTo(`decision=Accepted&only=${hidden.uid}`);
  expect([nobody.answer.status, nobody.stored]).toEqual([409, undefined]);
  expect(nobody.answer.html).toContain(nobody.message);
  const seen = await delegate({ submittedAt: SENT, decision: "Accepted" });
  const both = await noticeTo(`decision=Accepted&only=${hidden.uid},${seen.uid}`);
  expect(
    await rows("SELECT uid FROM notification_readers WHERE notification_id = ?", both.stored!.id),
  ).toEqual([{ uid: seen.uid }]);
});

test("a notification is for no selection by scores, and none of who does not decide", async () => {
  expect((await director.open("/notifications?scoreFrom=3")).status).toBe(400);
  const { browser } = await colleague("content");
  const page = await browser.open(`/notifications?only=${known.uid}`);
  expect(page.text).toContain("Everyone who is signed in");
  const { stored } = await noticeTo(`only=${known.uid}`);
  const mail = await director.open(`/admin/mail?only=${known.uid}`);
  await (await mail.press("Show who it goes to", MAIL)).press("Send to 1 person");
  for (const path of ["/notifications", `/notifications/${stored!.id}`, "/admin/mail"]) {
    expect((await browser.open(path)).html).not.toContain("1 ticked");
    expect((await browser.open(path)).text).toContain(selectionMessages.someSelection);
    expect((await director.open(path)).text).toContain("1 ticked");
  }
});

test.each([
  "scoreFrom=3",
  "scoreTo=5",
  "spreadFrom=1",
  "sort=-score",
  "sort=spread",
])("nobody is written to by %s", async (query) => {
  expect((await director.open(`/admin/mail?${query}`)).status).toBe(400);
  expect((await director.post(`/admin/mail?${query}`, { ...MAIL, intent: "preview" })).status).toBe(400);
  const page = await director.open(`/admin/delegates/selection?${query}`);
  expect(page.text).toContain(selectionMessages.notForMail);
});

test("who writes mails but does not decide has no selections", async () => {
  const { browser } = await colleague(["content"]);
  const page = await browser.open(`/admin/mail?only=${known.uid}`);
  expect(page.html).toContain('name="audience"');
});

/* ------------------------------------------------------------------ what it costs */

test("a filter reads at most three rows for each application, in at most two trips", async () => {
  const added = 300;
  const numbers = `WITH RECURSIVE numbers(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${added - 1}) `;
  await run(
    `${numbers}INSERT INTO applications (conference_id, uid, created_at, submitted_at, review_count)
      SELECT '${CONFERENCE}', 'many-' || n, 0, 1660000000000 + n, 0 FROM numbers`,
  );
  await run(
    `${numbers}INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at)
      SELECT '${CONFERENCE}', 'many-' || n, 'about', 1, json_object('nationality', 'XX', 'lastName', 'Many'), 0 FROM numbers`,
  );
  const all = (
    await row<{ number: number }>(
      `SELECT count(*) AS number FROM applications WHERE conference_id = '${CONFERENCE}'`,
    )
  ).number;
  for (const [query] of FILTERS) {
    const { browser, meter } = await watched("director");
    await browser.open("/admin/delegates?show=everyone");
    const before = meter.read;
    await browser.open("/admin/delegates?show=everyone");
    const usual = meter.read - before;
    const start = meter.read;
    const page = await browser.open(`${EVERYONE}&${query()}`);
    expect(tripsOf(page), query()).toBeLessThanOrEqual(2);
    expect(meter.read - start - usual, query()).toBeLessThanOrEqual(3 * all);
  }
});
