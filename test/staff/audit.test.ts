import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { AUDIT_KEPT } from "~/platform/audit.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { wholeFile } from "../support/csv-file.ts";
import { CONFERENCE, delegate, PASSWORD } from "../support/people.ts";
import { Program, programAs, SIGN_IN } from "../support/programs.ts";
import { colleague } from "../support/staff.ts";
import { row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

type Act = { action: string; object: string; actor_uid: string | null; detail: string };

const actsOf = (uid: string) =>
  rows<Act>("SELECT action, object, actor_uid, detail FROM audit WHERE actor_uid = ? ORDER BY rowid", uid);
const actsOn = (object: string) =>
  rows<Act>("SELECT action, object, actor_uid, detail FROM audit WHERE object = ? ORDER BY rowid", object);

/** A submitted application with a resume and a proof of income, given to a reviewer of its own. */
async function given() {
  const [{ uid }, reader] = [await delegate({ submittedAt: "2022-12-11T18:05:00Z" }), await colleague()];
  await run(
    "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'x', 0)",
    CONFERENCE,
    uid,
    reader.uid,
  );
  for (const questionId of ["resume", "financial_statement"]) {
    await run(
      `INSERT INTO documents (id, conference_id, uid, question_id, file_name, content_type, size, sha256, object_key, uploaded_at)
       VALUES (?1, ?2, ?3, ?4, ?4 || '.pdf', 'application/pdf', 3, '', ?1, 0)`,
      `${questionId}-${uid}`,
      CONFERENCE,
      uid,
      questionId,
    );
    await env.FILES.put(`${questionId}-${uid}`, "pdf");
  }
  return { uid, reader, path: `/admin/delegates/${uid}`, object: `${CONFERENCE}/${uid}` };
}

/* ------------------------------------------------------------------ nothing in it can be changed */

const old = async (id: string, seconds: number) =>
  run(
    "INSERT INTO audit (id, at, action, object, detail) VALUES (?, (unixepoch() - ?) * 1000, 'old', ?, '{}')",
    id,
    seconds,
    `old/${id}`,
  );
const isThere = async (id: string) => (await rows("SELECT 1 FROM audit WHERE id = ?", id)).length === 1;

test("no row can be changed, replaced, or deleted before its time", async () => {
  await old("young", AUDIT_KEPT - 60);
  for (const column of ["at", "actor_uid", "action", "object", "detail", "request_id", "id"])
    await expect(run(`UPDATE audit SET ${column} = 1 WHERE id = 'young'`), column).rejects.toThrow(
      "an audit row is never changed",
    );
  await expect(run("DELETE FROM audit WHERE id = 'young'")).rejects.toThrow("kept for three years");
  await expect(run("DELETE FROM audit")).rejects.toThrow("kept for three years");
  const before = await row("SELECT * FROM audit WHERE id = 'young'");
  await run(
    "INSERT OR REPLACE INTO audit (id, at, action, object, detail) VALUES ('young', 1, 'x', 'x', '{}')",
  );
  expect(await row("SELECT * FROM audit WHERE id = 'young'")).toEqual(before);
});

test("rows older than three years are deleted by themselves, and nothing younger", async () => {
  await old("due", AUDIT_KEPT + 60);
  await old("not-due", AUDIT_KEPT - 60);
  await keepHouse();
  expect([await isThere("due"), await isThere("not-due")]).toEqual([false, true]);
});

test("a future migration can rebuild the table, and has to put the triggers back", async () => {
  const triggers = await rows<{ name: string; sql: string }>(
    "SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' AND tbl_name = 'audit' ORDER BY name",
  );
  expect(triggers.map(({ name }) => name)).toEqual(["audit_first", "audit_kept", "audit_unchanged"]);
  const kept = await rows("SELECT * FROM audit ORDER BY id");
  expect(kept).not.toEqual([]);
  const { sql } = await row<{ sql: string }>(
    "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = 'audit'",
  );
  const indexes = await rows<{ sql: string }>(
    "SELECT sql FROM sqlite_schema WHERE type = 'index' AND tbl_name = 'audit' AND sql IS NOT NULL",
  );
  // These are the statements that drizzle writes to rebuild a table.
  await env.DB.batch(
    [
      "PRAGMA defer_foreign_keys=ON",
      sql.replace(/audit/, "__new_audit"),
      "INSERT INTO `__new_audit` SELECT * FROM `audit`",
      "DROP TABLE `audit`",
      "ALTER TABLE `__new_audit` RENAME TO `audit`",
      ...indexes.map((index) => index.sql),
      ...triggers.map((trigger) => trigger.sql),
    ].map((statement) => env.DB.prepare(statement)),
  );
  expect(await rows("SELECT * FROM audit ORDER BY id")).toEqual(kept);
  await expect(run("UPDATE audit SET at = 1")).rejects.toThrow("never changed");
  await expect(run("DELETE FROM audit")).rejects.toThrow("kept for three years");
});

/* ------------------------------------------------------------------ what is recorded */

test("an export is recorded before its first byte leaves, and its rows when it ends", async () => {
  const { uid, browser } = await colleague("director");
  for (const [path, object] of [
    ["/admin/applications.csv", "exports/applications.csv"],
    ["/admin/reviews.csv", "exports/reviews.csv"],
    ["/admin/registrations.csv", "exports/registrations.csv"],
    ["/admin/decisions.csv?round=early", "exports/decisions.csv"],
    ["/admin/payments.csv?state=captured", "exports/payments.csv"],
    ["/admin/scheduling.csv", "exports/programme.csv"],
  ] as const) {
    const answer = await browser.get(path);
    const text = await answer.text();
    const lines = wholeFile(text).trim().split("\r\n").length - 1;
    const [begun, ended] = (await actsOf(uid)).slice(-2);
    expect(begun, path).toMatchObject({ action: "export", object });
    expect(ended, path).toMatchObject({ action: "exportEnd", object });
    const { rows: number, isWhole } = JSON.parse(ended!.detail);
    expect([isWhole, number > 0, number <= lines], path).toEqual([true, true, true]);
  }
});

test("an export that is broken off is recorded as such", async () => {
  const { uid, browser } = await colleague("director");
  const { body } = await browser.get("/admin/applications.csv");
  const reader = body!.getReader();
  await reader.read();
  await reader.cancel();
  const acts = await actsOf(uid);
  expect(acts[0]).toMatchObject({ action: "export", object: "exports/applications.csv" });
  if (acts[1]) expect(JSON.parse(acts[1].detail)).toMatchObject({ isWhole: false });
});

test("staff who sign in are recorded, in a browser and a program; delegates are not", async () => {
  const visitor = new Browser("198.51.100.71");
  const signIn = (email: string) =>
    visitor.post("/?index", { account: "sign-in", email, password: PASSWORD });
  const director = demoUid("director");
  const before = (await actsOf(director)).length;
  expect((await signIn("director@hpair.example")).status).toBe(302);
  const program = new Program(null, "", "198.51.100.72");
  await program.post(SIGN_IN, { email: "director@hpair.example", password: PASSWORD });
  expect((await actsOf(director)).slice(before)).toMatchObject([
    { action: "signIn", object: `users/${director}`, detail: '{"by":"browser"}' },
    { action: "signIn", object: `users/${director}`, detail: '{"by":"program"}' },
  ]);
  const { uid, email } = await delegate();
  expect((await signIn(email)).status).toBe(302);
  expect(await actsOf(uid)).toEqual([]);
});

test("a wrong password for a staff account is recorded once an hour, for nobody else's", async () => {
  const [{ uid, email }, other] = [await colleague(), await delegate()];
  for (const [address, network] of [
    [email, "198.51.100.73"],
    [email, "198.51.100.74"],
    [other.email, "198.51.100.75"],
    ["nobody@uni.example", "198.51.100.76"],
  ] as const)
    await new Browser(network).post("/?index", {
      account: "sign-in",
      email: address,
      password: "not this one",
    });
  expect(await actsOn(`users/${uid}`)).toEqual([
    { action: "wrongPassword", object: `users/${uid}`, actor_uid: null, detail: "{}" },
  ]);
  expect(await actsOn(`users/${other.uid}`)).toEqual([]);
});

test("somebody who is refused a page of the staff leaves one row per page and hour, whatever address they try", async () => {
  const { uid, browser } = await delegate();
  for (const path of ["/admin/delegates/a", "/admin/delegates/b", "/admin/delegates", "/admin/payments.csv"])
    expect((await browser.get(path)).status).toBe(403);
  await browser.post("/admin/accounts/x", { intent: "disable", reason: "x" });
  const objects = (await actsOf(uid)).map(({ action, object }) => `${action} ${object}`);
  expect(objects.sort()).toEqual([
    "refused pages/admin/accounts",
    "refused pages/admin/delegates",
    "refused pages/admin/payments",
  ]);
  const reviewer = await colleague();
  expect((await reviewer.browser.get("/admin/audit")).status).toBe(403);
  expect((await actsOf(reviewer.uid)).map(({ object }) => object)).toEqual(["pages/admin/audit"]);
});

test("somebody who is not signed in leaves no row: there is nobody to name", async () => {
  const { number } = await row<{ number: number }>("SELECT count(*) AS number FROM audit");
  await new Browser().get("/admin/audit");
  expect(await row("SELECT count(*) AS number FROM audit")).toEqual({ number });
});

test("opening an application is recorded, once an hour however often its page reads itself again", async () => {
  const { uid, reader, path, object } = await given();
  for (let n = 0; n < 3; n += 1) expect((await reader.browser.get(path)).status).toBe(200);
  const director = await colleague("director");
  await director.browser.get(path);
  expect(await actsOn(object)).toEqual([
    { action: "openApplication", object, actor_uid: reader.uid, detail: "{}" },
    { action: "openApplication", object, actor_uid: director.uid, detail: "{}" },
  ]);
  const stranger = await colleague();
  expect((await stranger.browser.get(path)).status).toBe(404);
  expect((await stranger.browser.post(path, { intent: "comment", comment: "x" })).status).toBe(404);
  expect(await actsOf(stranger.uid)).toEqual([
    { action: "refused", object, actor_uid: stranger.uid, detail: "{}" },
  ]);
  expect(uid).not.toBe("");
});

test("opening a document is recorded each time, and so is a refusal", async () => {
  const { uid, reader, object } = await given();
  const open = async (browser: Browser, id: string) => (await browser.get(`/documents/${id}`)).status;
  // An earlier statement on the same connection changed no row. The look is recorded nevertheless.
  await run("UPDATE users SET admin = 1 WHERE uid = 'nobody'");
  expect(await open(reader.browser, `resume-${uid}`)).toBe(200);
  await run("UPDATE users SET admin = 1 WHERE uid = 'nobody'");
  expect(await open(reader.browser, `resume-${uid}`)).toBe(200);
  expect((await actsOf(reader.uid)).map((act) => `${act.action} ${act.object}`)).toEqual([
    `openDocument ${object}`,
    `openDocument ${object}`,
  ]);
  const { uid: other, browser } = await delegate();
  for (let n = 0; n < 2; n += 1) expect(await open(browser, `resume-${uid}`)).toBe(404);
  expect((await actsOf(other)).map((act) => `${act.action} ${act.object}`)).toEqual(["refused documents"]);
});

test("the log offers every act that was recorded, and shows only the chosen one", async () => {
  const director = await signedIn("director");
  const page = await director.open("/admin/audit");
  const recorded = await rows<{ action: string }>("SELECT DISTINCT action FROM audit ORDER BY action");
  const offered = [...page.html.matchAll(/<option value="([^"]+)"/g)].map(([, value]) => value);
  expect(offered).toEqual(recorded.map(({ action }) => action));
  const chosen = await director.open("/admin/audit?what=openDocument");
  expect(chosen.html).toMatch(
    /<option[^>]*value="openDocument"[^>]*selected|<option[^>]*selected[^>]*value="openDocument"/,
  );
  const none = await director.open("/admin/audit?who=nobody%40example.org&what=openDocument");
  expect(none.text).toContain("Nothing matches: who “nobody@example.org”, what “opened a document”.");
  expect(none.html).toMatch(/<a[^>]*href="\/admin\/audit"[^>]*>Show every act/);
});

/* ------------------------------------------------------------------ what reviewers may see */

test("a reviewer sees the parts of an application that reviewing needs, a director everything", async () => {
  const { uid, reader, path } = await given();
  const private_ = {
    ...{ phone: "+85251234567", dateOfBirth: "2001-09-24", nationality: "VN" },
    ...{
      dietary: "No shellfish",
      accessNeeds: "A ramp",
      emergencyName: "Lan Chen",
      emergencyPhone: "+84901234567",
    },
    ...{ scholarship: "Yes", scholarshipAmount: "777", scholarshipStatement: "We sold the buffalo" },
  };
  const open = {
    residence: "HK",
    institution: "Keio",
    level: "Other",
    otherLevel: "Bootcamp",
    motivation: "Rivers",
  };
  await run(
    "UPDATE answers SET answers = ? WHERE uid = ?",
    JSON.stringify({ firstName: "Mei", lastName: "Chen", ...private_, ...open }),
    uid,
  );
  const hidden = [
    "Phone",
    "+852",
    "Date of birth",
    "Nationality",
    "Viet",
    "shellfish",
    "ramp",
    "Lan Chen",
    "+849",
  ];
  const money = [
    "Scholarship",
    "scholarship",
    "777",
    "buffalo",
    "Financial statement",
    `financial_statement-${uid}`,
  ];
  const shown = ["Mei Chen", "Hong Kong", "Keio", "Bootcamp", "Rivers", `resume-${uid}`];
  const { html } = await reader.browser.open(path);
  for (const words of [...hidden, ...money]) expect(html, words).not.toContain(words);
  for (const words of shown) expect(html, words).toContain(words);
  const director = await (await colleague("director")).browser.open(path);
  for (const words of ["shellfish", "Lan Chen", "777", "buffalo", "Financial statement", ...shown])
    expect(director.html, words).toContain(words);
  const statement = (browser: Browser) =>
    Promise.all(
      ["", "/preview"].map(
        async (end) => (await browser.get(`/documents/financial_statement-${uid}${end}`)).status,
      ),
    );
  expect(await statement(reader.browser)).toEqual([404, 404]);
  expect(await statement(await signedIn("director"))).toEqual([200, 200]);
});

test("a new question is for directors alone until somebody says otherwise", async () => {
  const { uid, reader, path } = await given();
  await run(
    `INSERT INTO questions (conference_id, id, section_id, position, text, kind, required, max_length)
     VALUES (?, 'shoeSize', 'about', 900, 'Shoe size', 'short text', '"never"', 10)`,
    CONFERENCE,
  );
  await run("UPDATE answers SET answers = json_set(answers, '$.shoeSize', '43') WHERE uid = ?", uid);
  expect((await reader.browser.open(path)).text).not.toContain("Shoe size");
  await run("UPDATE questions SET for_reviewers = 1 WHERE id = 'shoeSize'");
  expect((await reader.browser.open(path)).text).toContain("Shoe size");
});

test("a reviewer may ask by program for the pass of those they read, and of nobody else", async () => {
  const { uid, reader } = await given();
  const program = await programAs(reader.uid);
  const ask = async (userUid: string) => (await program.call("getPassType", { userUid })).status;
  expect([await ask(uid), await ask(reader.uid)]).toEqual([200, 200]);
  expect([await ask(demoUid("goldplus")), await ask("nobody")]).toEqual([403, 403]);
  const elsewhere = { userUid: uid, conference: "hconf_2023" };
  expect((await program.call("getPassType", elsewhere)).status).toBe(403);
});

/* ------------------------------------------------------------------ home */

test("home is for staff, who have no deadline, unless they apply themselves", async () => {
  const reviewer = await given();
  const home = await reviewer.reader.browser.open("/");
  expect(home.text).toContain("You have reviewed 0 of 1.");
  const { browser, uid } = await colleague("director");
  const own = await browser.open("/");
  for (const page of [home, own]) {
    expect(page.text).not.toMatch(/Write your application|close in|Applications are now closed/);
    expect(page.html).toContain('href="/admin"');
    expect(page.text).toContain("Open the admin hub");
  }
  expect((await browser.open("/decision")).html).not.toContain('class="deadline"');
  await run("INSERT INTO applications (conference_id, uid, created_at) VALUES (?, ?, 0)", CONFERENCE, uid);
  const applying = await browser.open("/");
  expect(applying.text).toContain("Write your application");
  expect(applying.html).toContain('class="deadline"');
});
