import { env } from "cloudflare:workers";
import Papa from "papaparse";
import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { decisionMessages } from "~/decisions/messages.ts";
import { planMessages, tableMessages } from "~/plans/messages.ts";
import { TABLE_CAP, UPLOAD_CAP } from "~/request/guard.server.ts";
import { grouped } from "~/values/words.ts";
import { type Applicant, applicants, fileOf } from "../support/applicants.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { wholeFile } from "../support/csv-file.ts";
import { applied, applyButton, planned, UPLOAD } from "../support/decision-plans.ts";
import { deep } from "../support/deep.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { answerWith, keepHouse } from "../support/worker.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const PLANS = { but: ["plans", "decision_lines", "sessions"] };

type DecisionRow = {
  uid: string;
  decision: string;
  set_by: string | null;
  set_at: number;
  plan_id: string | null;
  told_at: number | null;
};

const decisionsOf = (people: Applicant[]) =>
  rows<DecisionRow>(
    `SELECT uid, decision, set_by, set_at, plan_id, told_at FROM decisions
      WHERE uid IN (SELECT value FROM json_each(?)) ORDER BY uid`,
    JSON.stringify(people.map(({ uid }) => uid)),
  );

const decide = (people: Applicant[], decision: string, setAt = 5) =>
  run(
    `INSERT INTO decisions (conference_id, uid, decision, set_by, set_at, told_at)
      SELECT '${CONFERENCE}', value, ?, 'earlier', ?, ? FROM json_each(?)`,
    decision,
    setAt,
    setAt + 1,
    JSON.stringify(people.map(({ uid }) => uid)),
  );

/* ------------------------------------------------------------------ the plan */

test("a file becomes a plan that shows old and new and changes nothing", async () => {
  const director = await signedIn("director");
  const [first, second, third, fourth, fifth] = (await applicants("plan", 5)) as Required<Applicant[]>;
  await decide([second!, third!, fourth!], "Waitlisted");
  const file = new File(
    [
      `\uFEFFName;Decision;Email\r\n"Chen; Mei";accepted;${first!.email.toUpperCase()}\r\n`,
      `;Rejected;${second!.email}\r\n;waitlisted;${third!.email}\r\n;none;${fourth!.email}\r\n;;${fifth!.email}\r\n`,
    ],
    "early.csv",
  );
  const plan = await changingNothing(() => planned(director, file), PLANS);
  expect(plan.text).toContain("early.csv");
  expect(plan.text).toContain("1 new, 1 changed, 1 taken away, 2 unchanged");
  expect(plan.text).toContain("none → Accepted");
  expect(plan.text).toContain("Waitlisted → Rejected");
  expect(plan.text).toContain("Waitlisted → none");
  expect(applyButton(plan)).toBe("Apply 3 decisions");
  const changes = await director.open(`${plan.path}?state=change`);
  expect(changes.text).not.toContain(fifth!.email);

  const [named] = await rows<{ name: string }>(
    "SELECT answers ->> 'lastName' AS name FROM answers WHERE uid = ? AND section_id = 'about'",
    first!.uid,
  );
  if (named) expect(plan.text).toContain(named.name);
  expect(plan.text).not.toContain("Go to release");

  const done = await applied(plan);
  expect(done.text).toContain("Applied");
  expect(done.text).toContain("Go to release");
  const { id, applied_by } = await row<{ id: string; applied_by: string }>(
    "SELECT * FROM plans WHERE title = 'early.csv'",
  );
  expect(applied_by).toBe(demoUid("director"));
  const fresh = { set_by: demoUid("director"), plan_id: id, told_at: null };
  expect(await decisionsOf([first!, second!, third!, fourth!, fifth!])).toMatchObject([
    { uid: first!.uid, decision: "Accepted", ...fresh },
    { uid: second!.uid, decision: "Rejected", ...fresh },
    { uid: third!.uid, decision: "Waitlisted", set_by: "earlier", set_at: 5, plan_id: null, told_at: 6 },
  ]);
  expect(await rows("SELECT actor_uid, action, detail FROM audit WHERE object = ?", `plans/${id}`)).toEqual([
    {
      actor_uid: demoUid("director"),
      action: "applyDecisions",
      detail: '{"added":1,"changed":1,"removed":1}',
    },
  ]);
  const again = await changingNothing(() => director.post(plan.path, { intent: "apply" }));
  expect(again.status).toBe(409);
  expect(await again.text()).toContain(planMessages.alreadyApplied);
});

test("a table can be pasted, and anything else is refused and shown again", async () => {
  const director = await signedIn("director");
  const [person] = await applicants("paste", 1);
  const answer = await director.upload(UPLOAD, { table: `uid\tdecision\n${person!.uid}\tAccepted` });
  expect(answer.status).toBe(302);
  await changingNothing(async () => {
    const refused: [Record<string, string | File>, string][] = [
      [{}, tableMessages.nothingGiven],
      [{ file: new File([], "empty.csv") }, tableMessages.nothingGiven],
      [{ table: "name,town\nMei,Boston" }, decisionMessages.file.noColumns],
      [{ file: new File([new Uint8Array([0x65, 0xe9, 0x0a])], "latin.csv") }, tableMessages.notUtf8],
    ];
    for (const [fields, sentence] of refused) {
      const page = await director.upload(UPLOAD, fields);
      expect(page.status).toBe(400);
      const text = await page.text();
      expect(text).toContain(sentence);
      if (fields["table"]) expect(text).toContain("Mei,Boston");
    }
  });
});

const ROWS = deep ? 10_000 : 2_000;

test.each([
  ["first", 0],
  ["middle", ROWS / 2],
  ["last", ROWS - 1],
])(`one bad row at the %s of ${grouped(ROWS)}: nothing is changed, the line is named`, async (where, at) => {
  const director = await signedIn("director");
  const people = await applicants(`bad-${where}`, ROWS);
  await decide(people.slice(0, 20), "Waitlisted");
  const lines = people.map(({ email }) => `${email},Accepted`);
  lines[at] = `${people[at]!.email},Acepted`;
  const before = await decisionsOf(people);
  const plan = await changingNothing(
    () => planned(director, new File([`email,decision\n${lines.join("\n")}`], "bad.csv")),
    PLANS,
  );
  expect(plan.text).toContain(planMessages.refusedLines);
  expect(applyButton(plan)).toBeUndefined();
  const refused = await director.open(`${plan.path}?state=refused`);
  expect(refused.html).toContain(`id="line-${at + 2}"`);
  expect(refused.html.match(/id="line-/g)).toHaveLength(1);
  // The reason comes first, then the link for uploading another file, and then the facts about the plan.
  const said = [decisionMessages.file.notADecision("Acepted"), "Upload again", "Cannot be applied"];
  const places = said.map((words) => refused.text.indexOf(words));
  expect(places).toEqual(places.filter((place) => place >= 0).sort((one, other) => one - other));

  const forced = await changingNothing(() => director.post(plan.path, { intent: "apply" }));
  expect(forced.status).toBe(409);
  expect(await decisionsOf(people)).toEqual(before);
});

test("nobody twice, nobody unknown, nobody who has not submitted", async () => {
  const director = await signedIn("director");
  const [one, two] = await applicants("twice", 2);
  await run("UPDATE applications SET submitted_at = NULL WHERE uid = ?", two!.uid);
  const table = `email,decision\n${one!.email},Accepted\nnobody@x.org,Accepted\n${two!.email},Accepted\n${one!.email},Rejected`;
  const plan = await planned(director, new File([table], "wrong.csv"));
  for (const said of [
    decisionMessages.file.twice([5]),
    decisionMessages.file.twice([2]),
    decisionMessages.file.unknown,
    decisionMessages.file.notSubmitted,
  ])
    expect(plan.text).toContain(said);
  expect(plan.text).toContain("4 refused");
});

test("lines are paged by their numbers", async () => {
  const director = await signedIn("director");
  const plan = await planned(director, fileOf(await applicants("paged", 150)));
  expect(plan.html).toContain('id="line-101"');
  expect(plan.html).not.toContain('id="line-102"');
  const more = await director.open(`${plan.path}?after=101`);
  expect(more.html).toContain('id="line-102"');
  expect(more.html).toContain('id="line-151"');
});

/* ------------------------------------------------------------------ two at once */

test("of two directors at once, one applies the plan and the other is told what moved", async () => {
  const [one, other] = [await signedIn("director"), await signedIn("director")];
  const people = await applicants("race", 3);
  const plans = [
    await planned(one, fileOf(people, "Accepted")),
    await planned(other, fileOf(people, "Rejected")),
  ];
  const answers = await Promise.all(plans.map((plan) => plan.press(applyButton(plan)!)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  const told = answers.find(({ status }) => status === 409)!;
  const [kept] = new Set((await decisionsOf(people)).map(({ decision }) => decision));
  expect(told.text).toContain(decisionMessages.plan.moved);
  for (const [index, { email }] of people.entries())
    expect(told.text).toContain(`Line ${index + 2}, ${email}: now ${kept}`);
  expect(applyButton(told)).toBeUndefined();
  expect(
    await rows(
      "SELECT 1 FROM audit WHERE action = 'applyDecisions' AND object IN (SELECT 'plans/' || value FROM json_each(?))",
      JSON.stringify(plans.map(({ path }) => path.split("/").at(-1))),
    ),
  ).toHaveLength(1);
});

test("a double click applies once", async () => {
  const director = await signedIn("director");
  const people = await applicants("double", 2);
  const plan = await planned(director, fileOf(people));
  const answers = await Promise.all([1, 2, 3].map(() => plan.press("Apply 2 decisions")));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409]);
});

test.each<[string, (uid: string) => Promise<unknown>]>([
  ["another decision", (uid) => run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", uid)],
  ["the same decision set again", (uid) => run("UPDATE decisions SET set_at = 6 WHERE uid = ?", uid)],
  ["another plan", (uid) => run("UPDATE decisions SET plan_id = 'other' WHERE uid = ?", uid)],
  ["no decision any more", (uid) => run("DELETE FROM decisions WHERE uid = ?", uid)],
  [
    "an application opened again",
    (uid) => run("UPDATE applications SET submitted_at = NULL WHERE uid = ?", uid),
  ],
])("a plan over rows that have moved is refused as a whole: %s", async (what, move) => {
  const director = await signedIn("director");
  const people = await applicants(`moved-${what.replaceAll(" ", "-")}`.slice(0, 20), 3);
  await decide(people, "Waitlisted");
  const plan = await planned(director, fileOf(people));
  await move(people[1]!.uid);
  const refused = await changingNothing(() => plan.press("Apply 3 decisions"));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(`Line 3, ${people[1]!.email}: now`);
  expect(refused.text).not.toContain("Line 2,");
});

/* ------------------------------------------------------------------ undo */

test("undo brings everything back as it was, and can itself be undone", async () => {
  const director = await signedIn("director");
  const people = await applicants("undo", 4);
  await decide(people.slice(0, 2), "Waitlisted");
  const before = await decisionsOf(people);
  const table = `email,decision\n${people[0]!.email},Accepted\n${people[1]!.email},none\n${people[2]!.email},Rejected\n${people[3]!.email},`;
  const plan = await applied(await planned(director, new File([table], "undone.csv")));
  const after = await decisionsOf(people);

  const undo = await (await plan.press("Undo")).follow();
  expect(undo.text).toContain("Undo: undone.csv");
  expect(undo.text).toContain("Accepted → Waitlisted");
  expect(undo.text).toContain("none → Waitlisted");
  expect(undo.text).toContain("Rejected → none");
  const other = await (await plan.press("Undo")).follow();
  const undone = await applied(undo);
  expect(undone.text).not.toContain("Nobody sees these decisions before they are released.");
  expect(await decisionsOf(people)).toEqual(before);
  expect((await director.post(other.path, { intent: "apply" })).status).toBe(409);

  const redo = await (await undone.press("Undo")).follow();
  expect(redo.text).toContain("Redo: undone.csv");
  expect(redo.text).toContain("New or changed 1 Accepted, 1 Rejected");
  await applied(redo);
  expect(await decisionsOf(people)).toEqual(after);
  // The decisions of the first plan are in force again. But that plan has been taken back already, so only the newest
  // plan can be taken back.
  expect((await director.post(other.path, { intent: "apply" })).status).toBe(409);
  expect((await director.post(plan.path, { intent: "undo" })).status).toBe(409);
  const last = await (await (await director.open(redo.path)).press("Undo")).follow();
  expect(last.text).toContain("Undo: undone.csv");
  await applied(last);
  expect(await decisionsOf(people)).toEqual(before);
});

test("an undo over decisions that were set since is refused, and the lines say so", async () => {
  const director = await signedIn("director");
  const people = await applicants("late-undo", 3);
  const plan = await applied(await planned(director, fileOf(people)));
  await applied(await planned(director, fileOf([people[1]!], "Rejected")));
  const undo = await (await plan.press("Undo")).follow();
  expect(undo.text).toContain("2 taken away, 1 refused");
  expect(undo.text).toContain(decisionMessages.plan.changedSince);
  expect((await changingNothing(() => director.post(undo.path, { intent: "apply" }))).status).toBe(409);
});

test("a delegate who was told of the decision that goes is told again of the one that comes back", async () => {
  const director = await signedIn("director");
  const people = await applicants("told", 2);
  await decide(people, "Waitlisted");
  await run("UPDATE rounds SET told_at = released_at");
  const plan = await applied(await planned(director, fileOf(people)));
  await run("UPDATE decisions SET told_at = 7 WHERE uid = ?", people[0]!.uid);
  await applied(await (await plan.press("Undo")).follow());
  expect((await decisionsOf(people)).map(({ told_at }) => told_at)).toEqual([null, 6]);
  expect(await rows("SELECT 1 FROM rounds WHERE told_at IS NOT NULL")).toEqual([]);
  await run("UPDATE rounds SET told_at = released_at");
});

test("only what was applied can be undone, and only a plan of decisions is one", async () => {
  const director = await signedIn("director");
  const plan = await planned(director, fileOf(await applicants("proposed", 1)));
  expect((await director.post(plan.path, { intent: "undo" })).status).toBe(409);
  for (const intent of ["undo", "apply"])
    expect((await director.post(`${UPLOAD}/none`, { intent })).status).toBe(404);
  expect((await director.get(`${UPLOAD}/none`)).status).toBe(404);
});

/* ------------------------------------------------------------------ warnings */

test("a plan warns of what delegates see and of passes that are held", async () => {
  const director = await signedIn("director");
  const table = "email,decision\ngoldplus@hpair.example,Rejected\nunreleased@hpair.example,Rejected";
  const [seen] = await rows<{ n: number }>(
    "SELECT count(*) AS n FROM decisions WHERE uid = ?",
    demoUid("goldplus"),
  );
  expect(seen!.n).toBe(1);
  const plan = await planned(director, new File([table], "warned.csv"));
  expect(plan.text).toContain("1 line would change a decision while the delegate can see one.");
  expect(plan.text).toContain("1 line would change the decision of somebody who has a pass.");
});

/* ------------------------------------------------------------------ export */

test("the export is uploaded again as it is, safe for spreadsheets, by round", async () => {
  const director = await signedIn("director");
  const { uid } = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  await run("UPDATE users SET email = '=cmd@x.org', email_key = '=cmd@x.org' WHERE uid = ?", uid);
  await run(`UPDATE answers SET answers = '{"firstName":"=1+1","lastName":"Chen"}' WHERE uid = ?`, uid);
  const text = await (await director.get("/admin/decisions.csv")).text();
  const { data } = Papa.parse<Record<string, string>>(wholeFile(text.replace("\uFEFF", "")), {
    header: true,
    skipEmptyLines: true,
  });
  const { n } = await row<{ n: number }>(
    "SELECT count(*) AS n FROM applications WHERE submitted_at IS NOT NULL AND conference_id = ?",
    CONFERENCE,
  );
  expect(data).toHaveLength(n);
  expect(data.find(({ email }) => email === "'=cmd@x.org")).toEqual({
    award: "",
    email: "'=cmd@x.org",
    name: "'=1+1 Chen",
    round: "early",
    submittedAt: "2022-11-11T18:05:00.000Z",
    reviews: "0",
    score: "",
    decision: "Accepted",
  });
  const plan = await planned(director, new File([text], "export.csv"));
  expect(plan.text).toContain(`${n.toLocaleString("en-US")} unchanged.`);
  const regular = await (await director.get("/admin/decisions.csv?round=regular")).text();
  expect(regular).toContain("regular@hpair.example");
  expect(regular).not.toContain('"early"');
});

/* ------------------------------------------------------------------ a request that is cut off */

const MANY = 1_000;

/** A plan of many decisions. The request that was about to apply it was cut off. */
async function cutOff(name: string, from?: Browser) {
  const director = from ?? (await signedIn("director"));
  const people = await applicants(name, MANY);
  const plan = await planned(director, fileOf(people));
  const id = plan.path.split("/").at(-1)!;
  const isApplying = (statements: D1PreparedStatement[]) => statements.length > 4;
  const DB = {
    prepare: (sql: string) => env.DB.prepare(sql),
    batch: async (statements: D1PreparedStatement[]) => {
      if (isApplying(statements) && (await stateOf(id)).asked_at !== null)
        throw new Error("the isolate is gone");
      return env.DB.batch(statements);
    },
  };
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  director.send = (request) => answerWith({ DB }, request);
  expect((await director.post(plan.path, { intent: "apply" })).status).toBe(500);
  director.send = (request) => answerWith({}, request);
  expect(await decisionsOf(people)).toEqual([]);
  return { director, people, plan, id };
}

const stateOf = (id: string) =>
  row<{ state: string; asked_at: number | null; applied_by: string | null }>(
    "SELECT state, asked_at, applied_by FROM plans WHERE id = ?",
    id,
  );
const later = (id: string) => run("UPDATE plans SET asked_at = asked_at - 130000 WHERE id = ?", id);

test("a large plan whose request was cut off is applied by the cron, whole, in the name of whoever asked", async () => {
  const { director, people, plan, id } = await cutOff("cut");
  const page = await director.open(plan.path);
  expect(page.text).toContain("This plan is being applied");
  expect(page.html).toMatch(/http-equiv="refresh"/i);
  expect(applyButton(page)).toBeUndefined();
  // The request may still be applying the plan.
  await keepHouse();
  expect(await decisionsOf(people)).toEqual([]);
  await later(id);
  await keepHouse();
  expect(await decisionsOf(people)).toHaveLength(MANY);
  const uid = demoUid("director");
  expect(await stateOf(id)).toEqual({ state: "applied", asked_at: null, applied_by: uid });
  await keepHouse();
  expect(await rows("SELECT actor_uid, action FROM audit WHERE object = ?", `plans/${id}`)).toEqual([
    { actor_uid: uid, action: "applyDecisions" },
  ]);
  expect((await director.open(plan.path)).text).not.toContain("being applied");
});

test("what has moved meanwhile keeps a plan from being finished, and its page says so", async () => {
  const { director, people, plan, id } = await cutOff("moved-on");
  await decide([people[7]!], "Rejected");
  await later(id);
  await keepHouse();
  expect(await decisionsOf(people)).toHaveLength(1);
  expect(await stateOf(id)).toEqual({ state: "proposed", asked_at: null, applied_by: null });
  const page = await director.open(plan.path);
  expect(page.text).toContain("Changed since this plan was made");
  expect(page.text).not.toContain("being applied");
});

test.each([
  ["left the staff", "UPDATE users SET admin = 0 WHERE uid = ?"],
  ["may decide no more", `UPDATE staff SET abilities = '["read"]' WHERE uid = ?`],
  ["has a disabled account", "UPDATE users SET disabled_at = 1 WHERE uid = ?"],
])("a plan that was cut off is not applied by the cron once whoever asked %s", async (_, end) => {
  const { uid, browser } = await colleague("decisions");
  const { people, plan, id } = await cutOff(`gone-${uid.slice(0, 14)}`, browser);
  await run(end, uid);
  await later(id);
  await keepHouse();
  expect(await decisionsOf(people)).toEqual([]);
  expect(await stateOf(id)).toEqual({ state: "proposed", asked_at: null, applied_by: null });
  expect(applyButton(await (await signedIn("director")).open(plan.path))).toBeDefined();
});

/* ------------------------------------------------------------------ size */

/** A D1 database that notes for every statement how long it is and how many values it binds. */
function measured(
  database: D1Database,
  longest: Record<"sql" | "parameters" | "value" | "statements", number>,
) {
  const see = (key: keyof typeof longest, value: number) => {
    longest[key] = Math.max(longest[key], value);
  };
  return {
    prepare(query: string) {
      see("sql", query.length);
      const statement = database.prepare(query);
      return new Proxy(statement, {
        get(target, name) {
          if (name === "bind") {
            return (...values: unknown[]) => {
              see("parameters", values.length);
              for (const value of values) if (typeof value === "string") see("value", value.length);
              return target.bind(...values);
            };
          }
          const value: unknown = Reflect.get(target, name);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
    },
    batch(statements: D1PreparedStatement[]) {
      see("statements", statements.length);
      return database.batch(statements);
    },
  } as D1Database;
}

const A_SEASON = deep ? 50_000 : 10_000;

test(`${grouped(A_SEASON)} lines are planned and applied within D1's limits for a statement`, {
  timeout: 300_000,
}, async () => {
  const director = await signedIn("director");
  const people = await applicants("whole", A_SEASON);
  const longest = { sql: 0, parameters: 0, value: 0, statements: 0 };
  director.send = (request) => answerWith({ DB: measured(env.DB, longest) }, request);
  const plan = await planned(director, fileOf(people));
  expect(plan.text).toContain(`${grouped(A_SEASON)} new.`);
  await applied(plan);
  expect(longest.parameters).toBeLessThanOrEqual(100);
  expect(longest.sql).toBeLessThanOrEqual(100_000);
  expect(longest.value).toBeLessThanOrEqual(1_000_000);
  expect(longest.statements).toBeLessThanOrEqual(100);
  const id = plan.path.split("/").at(-1);
  expect(await row("SELECT count(*) AS n FROM decisions WHERE plan_id = ?", id)).toEqual({ n: A_SEASON });
  const undo = await (await (await director.open(plan.path)).press("Undo")).follow();
  await applied(undo);
  expect(await row("SELECT count(*) AS n FROM decisions WHERE plan_id = ?", id)).toEqual({ n: 0 });
});

test("only somebody whose cookie claims to be staff may send a file of that size, and only here", async () => {
  const big = (size: number) => ({ file: new File([new Uint8Array(size).fill(97)], "big.csv") });
  const director = await signedIn("director");
  expect((await director.upload(UPLOAD, big(UPLOAD_CAP))).status).toBe(413);
  // Every page sets the cookie that identifies the browser.
  await director.get("/admin");
  expect((await director.upload(UPLOAD, big(UPLOAD_CAP))).status).toBe(400);
  expect((await director.upload(UPLOAD, big(TABLE_CAP))).status).toBe(413);
  expect((await director.upload("/admin/mail", big(UPLOAD_CAP))).status).toBe(413);
  const { browser } = await delegate();
  await browser.get("/");
  expect((await browser.upload(UPLOAD, big(UPLOAD_CAP))).status).toBe(413);
});
