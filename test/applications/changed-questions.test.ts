import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { demoUid } from "#db/seed/demo.ts";
import { keepField } from "~/applications/application-form.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { questionUsage } from "~/applications/question-usage.server.ts";
import { QUESTION_KINDS } from "~/values/types.ts";
import {
  applicant,
  COMPLETE,
  PDF,
  save,
  storedAnswers,
  submit,
  submittedAt,
  upload,
} from "../support/applying.ts";
import { type Browser, signedIn, signedInAs } from "../support/browser.ts";
import { CONFERENCE, delegate, PASSWORD } from "../support/people.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

const CHANGED = await rows<Record<string, unknown> & { id: string }>("SELECT * FROM questions");
const NO_LONGER = "No longer asked";

afterEach(async () => {
  await run("DELETE FROM questions WHERE id = 'topics'");
  for (const { conference_id: conference, id, ...fields } of CHANGED)
    await change(id, fields, String(conference));
});

const change = (id: string, fields: Record<string, unknown>, conference = CONFERENCE) =>
  run(
    `UPDATE questions SET ${Object.keys(fields)
      .map((field) => `${field} = ?`)
      .join(", ")} WHERE conference_id = ? AND id = ?`,
    ...Object.values(fields),
    conference,
    id,
  );

const TOPICS = ["Climate", "Trade, and ports", "Health; ageing"];
/** Adds a question of the kind “several of many” to the essays. */
const askTopics = (fields: Record<string, unknown> = {}) => {
  const asked = {
    conference_id: CONFERENCE,
    id: "topics",
    section_id: "essays",
    position: 900,
    text: "Which topics interest you?",
    kind: "several of many",
    required: '"always"',
    options: JSON.stringify(TOPICS),
    max_length: 100,
    for_reviewers: 1,
    on_site: 1,
    ...fields,
  };
  const names = Object.keys(asked);
  return run(
    `INSERT INTO questions (${names.join(", ")}) VALUES (${names.map(() => "?").join(", ")})`,
    ...Object.values(asked),
  );
};

const essays = (topics: string[], version = "0"): [string, string][] => [
  ...Object.entries({ ...COMPLETE["essays"], version, intent: "save" }),
  ...topics.map((topic): [string, string] => ["topics", topic]),
];

const csvOf = async (name: string) => (await (await signedIn("director")).get(`/admin/${name}.csv`)).text();
const pick = async (browser: Browser, topics: string[], version = "0") =>
  browser.post("/application/essays", essays(topics, version));
const topicsOf = async (person: { uid: string }) => (await storedAnswers(person, "essays"))!.answers.topics;

/* ------------------------------------------------------------------ several of many */

test("several of many are ticked, kept in the order of the options, and shown everywhere", async () => {
  await askTopics();
  const person = await applicant();
  const refused = await submit(person.browser);
  expect(refused.text).toContain("This field is required: Essays : 1 answer missing");
  expect(refused.text).toContain("Add Which topics interest you?");

  expect((await pick(person.browser, [TOPICS[2]!, TOPICS[0]!], "1")).status).toBe(302);
  expect(await topicsOf(person)).toBe("Climate\nHealth; ageing");
  const page = await person.browser.open("/application/essays");
  const form = page.form("Save draft");
  expect(form.fields.filter(([name]) => name === "topics")).toEqual([
    ["topics", "Climate"],
    ["topics", "Health; ageing"],
  ]);
  expect(form.choices.filter(({ name }) => name === "topics")).toEqual(
    TOPICS.map((value) => ({ kind: "checkbox", name: "topics", value })),
  );
  expect(page.html).toMatch(/<fieldset[^>]*><legend>Which topics interest you\?/);

  expect((await submit(person.browser)).status).toBe(302);
  const [own, desk] = await Promise.all([
    person.browser.open("/application"),
    (await signedIn("director")).open(`/admin/delegates/${person.uid}`),
  ]);
  for (const { html } of [own, desk]) expect(html).toContain("Climate\nHealth; ageing");
  expect(await csvOf("applications")).toContain("Climate; Health; ageing");
});

test("a page saves several by itself, and what is made up is stored and refused", async () => {
  await askTopics();
  const person = await applicant();
  const saved = await person.browser.post(
    "/application/essays/autosave",
    essays(["Trade, and ports", "Tea"], "1"),
  );
  expect(await saved.json()).toEqual({ version: 2 });
  expect(await topicsOf(person)).toBe("Trade, and ports\nTea");
  const refused = await changingNothing(() => submit(person.browser));
  expect(refused.text).toContain(`Which topics interest you? ${applicationMessages.notTheseOptions}`);
  const none = await person.browser.post("/application/essays/autosave", essays([], "2"));
  expect([none.status, await topicsOf(person)]).toEqual([200, ""]);
});

test("the second of two tabs keeps all that was ticked in it", async () => {
  await askTopics();
  const person = await delegate();
  await pick(person.browser, ["Climate"]);
  await pick(person.browser, ["Trade, and ports"], "1");
  const stale = await person.browser.submit(
    "/application/essays",
    essays(["Climate", "Health; ageing"], "1"),
  );
  expect(stale.status).toBe(409);
  expect(stale.text).toContain("Trade, and ports");
  expect(stale.form("Save draft").fields.filter(([name]) => name === "topics")).toEqual([
    ["topics", "Climate"],
    ["topics", "Health; ageing"],
  ]);
  expect((await stale.press("Save draft")).status).toBe(302);
  expect(await topicsOf(person)).toBe("Climate\nHealth; ageing");
});

test("what was ticked before logging in again is sent on", async () => {
  await askTopics();
  const person = await delegate();
  const form = (await person.browser.open("/application/essays")).form("Save draft");
  await run("DELETE FROM sessions WHERE uid = ?", person.uid);
  const ticked = ["Climate", "Health; ageing"].map((topic): [string, string] => ["topics", topic]);
  const ended = await person.browser.submit("/application/essays", [
    ...form.fields,
    ...ticked,
    ["intent", "save"],
  ]);
  const back = await ended.press("Log in", { email: person.email, password: PASSWORD });
  expect((await back.follow()).status).toBe(302);
  expect(await topicsOf(person)).toBe("Climate\nHealth; ageing");
});

test("a question depends on one of several", async () => {
  await askTopics({ required: '"never"' });
  await change("contribution", {
    depends_on: JSON.stringify({ field: "topics", values: ["Health; ageing", "Peace"] }),
  });
  const person = await applicant({ contribution: "" });
  await pick(person.browser, ["Climate", "Health; ageing"], "1");
  const essay = (await rows<{ text: string }>("SELECT text FROM questions WHERE id = 'contribution'"))[0]!
    .text;
  await save(person.browser, "essays", { motivation: "m", challenge: "c", topics: "Health; ageing" }, "2");
  const refused = await submit(person.browser);
  expect(refused.text).toContain("This field is required: Essays : 1 answer missing");
  expect(refused.text).toContain(`Add ${essay}`);
  await save(person.browser, "essays", { motivation: "m", challenge: "c", topics: "Climate" }, "3");
  expect((await submit(person.browser)).status).toBe(302);
});

/* ------------------------------------------------------------------ retired questions */

test("a retired question is asked no more, and its answer stays and is shown as such", async () => {
  const person = await applicant({ linkedIn: "linkedin.example/mei", dietary: "No nuts" });
  await change("institution", { retired: 1, required: '"always"' });
  await change("linkedIn", { retired: 1 });
  const education = await person.browser.open("/application/education");
  expect(education.html).not.toContain('name="institution"');
  expect((await education.press("Save draft", { field: "Law" })).status).toBe(302);
  expect((await storedAnswers(person, "education"))!.answers).toMatchObject({
    institution: "The University of Hong Kong",
    field: "Law",
  });
  const { institution: _, ...withoutInstitution } = COMPLETE["education"]!;
  const auto = await person.browser.post("/application/education/autosave", {
    ...withoutInstitution,
    version: "2",
  });
  expect(await auto.json()).toEqual({ version: 3 });
  expect((await storedAnswers(person, "education"))!.answers.institution).toBe("The University of Hong Kong");

  const check = await person.browser.open("/application/check");
  expect(check.html).not.toContain("education?check#institution");
  expect((await check.press("Submit application")).status).toBe(302);
  const director = await signedIn("director");
  for (const page of [
    await person.browser.open("/application"),
    await director.open(`/admin/delegates/${person.uid}`),
  ]) {
    expect(page.text).toContain(`University or school ${NO_LONGER} The University of Hong Kong`);
    expect(page.text).toContain(`LinkedIn profile ${NO_LONGER} linkedin.example/mei`);
    expect(page.text.split(NO_LONGER)).toHaveLength(3);
  }
  expect(await csvOf("applications")).toContain("linkedin.example/mei");
});

test("a retired question that was never answered is no reason to refuse, and is shown nowhere", async () => {
  const person = await applicant({ institution: "", firstName: "" });
  await change("institution", { retired: 1 });
  await change("firstName", { retired: 1 });
  await change("resume", { retired: 1 });
  await run("DELETE FROM documents WHERE uid = ?", person.uid);
  expect((await submit(person.browser)).status).toBe(302);
  const page = await person.browser.open("/application");
  expect(page.text).not.toContain(NO_LONGER);
  expect(page.text).not.toContain("University or school");
});

test("a section whose questions are all retired is not in the form, and its answers are still read", async () => {
  const person = await applicant();
  await run("UPDATE questions SET retired = 1 WHERE section_id = 'education'");
  expect((await person.browser.open("/application")).html).not.toContain('href="/application/education"');
  expect((await person.browser.get("/application/education")).status).toBe(404);
  expect((await changingNothing(() => save(person.browser, "education", {}))).status).toBe(404);
  const next = await (await person.browser.open("/application/about")).press("Save and continue");
  expect(next.location).toBe("/application/participation");
  const check = await person.browser.open("/application/check");
  expect(check.text).toContain(`Education University or school ${NO_LONGER} The University of Hong Kong`);
  expect((await submit(person.browser)).status).toBe(302);
});

test("the document of a retired question stays readable and cannot be replaced", async () => {
  const person = await applicant();
  await change("resume", { retired: 1 });
  const { id } = await row<{ id: string }>("SELECT id FROM documents WHERE uid = ?", person.uid);
  expect((await person.browser.open("/application/documents")).text).toContain("No documents needed");
  const again = await changingNothing(() => upload(person.browser, "resume", new File([PDF], "new.pdf")));
  expect(again.status).toBe(404);
  expect((await submit(person.browser)).status).toBe(302);
  const director = await signedIn("director");
  expect((await person.browser.open("/application")).text).toContain(`Resume ${NO_LONGER} resume.pdf`);
  expect((await director.open(`/admin/delegates/${person.uid}`)).text).toContain(`Resume ${NO_LONGER}`);
  for (const browser of [person.browser, director])
    expect((await browser.get(`/documents/${id}`)).status).toBe(200);
});

test("a question that depends on a retired one follows the stored answer, in the form too", async () => {
  const person = await applicant({ level: "Other", otherLevel: "Exchange year" });
  const other = await applicant();
  await change("level", { retired: 1 });
  const asked = await person.browser.open("/application/education");
  expect(asked.form("Save draft").fields).toContainEqual(["otherLevel", "Exchange year"]);
  expect(asked.html).not.toContain("<dependent-question");
  const notAsked = await other.browser.open("/application/education");
  expect(notAsked.html).not.toContain('name="otherLevel"');
  expect((await submit(other.browser)).status).toBe(302);
  await asked.press("Save draft", { otherLevel: "" });
  expect((await submit(person.browser)).text).toContain("Tell us your level of study");
});

/* ------------------------------------------------------------------ questions that changed */

test("an option that is gone is shown as answered before, kept until another is chosen, and refused", async () => {
  const person = await applicant({ level: "Graduate" });
  const stored = async () => (await storedAnswers(person, "education"))!.answers.level;
  const before = await stored();
  await change("level", { options: JSON.stringify(["School", "Doctoral"]) });
  const page = await person.browser.open("/application/education");
  expect(page.text).toContain(applicationMessages.answeredBefore(before));
  expect(page.form("Save draft").fields).toContainEqual([keepField("level"), before]);
  expect(page.html).not.toMatch(/type="radio"[^>]*name="level"[^>]*checked/);
  expect((await page.press("Save draft", { field: "Law" })).status).toBe(302);
  expect(await stored()).toBe(before);

  const refused = await changingNothing(() => submit(person.browser));
  expect(refused.text).toContain("Level of study: Choose one of the options.");
  const mended = await (await person.browser.open("/application/education")).press("Save draft", {
    level: "Doctoral",
  });
  expect([mended.status, await stored()]).toEqual([302, "Doctoral"]);
  expect((await person.browser.open("/application/education")).html).not.toContain(keepField("level"));
});

test("an answer from before can be taken back", async () => {
  const person = await applicant({ dietary: "No nuts" });
  await change("dietary", { kind: "several of many", options: JSON.stringify(["Vegan", "Halal"]) });
  const page = await person.browser.open("/application/participation");
  expect(page.text).toContain(applicationMessages.answeredBefore("No nuts"));
  const fields = page.form("Save draft").fields.filter(([name]) => name !== keepField("dietary"));
  await person.browser.submit("/application/participation", [...fields, ["intent", "save"]]);
  expect((await storedAnswers(person, "participation"))!.answers.dietary).toBe("");
  expect((await submit(person.browser)).status).toBe(302);
});

test("a question that moved to another section keeps its answer, and the newer one counts", async () => {
  const person = await applicant({ linkedIn: "linkedin.example/old" });
  await change("linkedIn", { section_id: "about" });
  const about = await person.browser.open("/application/about");
  expect(about.form("Save draft").fields).toContainEqual(["linkedIn", "linkedin.example/old"]);
  await about.press("Save draft", { linkedIn: "linkedin.example/new" });
  const check = await person.browser.open("/application/check");
  expect(check.text).toContain("linkedin.example/new");
  expect(check.text).not.toContain("linkedin.example/old");
  expect(await csvOf("applications")).toContain("linkedin.example/new");
});

test("a text that has become a document, and a document that has become a text, are both still there", async () => {
  const person = await applicant({ linkedIn: "linkedin.example/mei" });
  await change("linkedIn", { kind: "document upload" });
  await change("resume", { kind: "short text", section_id: "essays", required: '"never"' });
  await (await person.browser.open("/application/participation")).press("Save draft");
  expect((await submit(person.browser)).status).toBe(302);
  const director = await signedIn("director");
  for (const page of [
    await person.browser.open("/application"),
    await director.open(`/admin/delegates/${person.uid}`),
  ]) {
    expect(page.text).toContain("linkedin.example/mei");
    expect(page.text).toContain(`Resume ${NO_LONGER}`);
  }
  const file = await csvOf("applications");
  expect(file).toContain("linkedin.example/mei");
  expect(file).toContain("resume.pdf");
});

/* ------------------------------------------------------------------ any change at all */

/** Numbers that look random and are the same in every run. */
function randomly(seed: number) {
  let state = seed;
  const next = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
  return { one: <Item>(items: readonly Item[]): Item => items[Math.floor(next() * items.length)]!, next };
}

const ROUNDS = 12;
const OPTIONS = ["Yes", "In person", "Undergraduate", "Other", "Virtual", "A\\nB", `"quoted"`, "No"];
/** The text without the spaces and signs that a mask adds or removes. */
const digest = (text: string) => text.replace(/[\s;()+-]/g, "");

test("whatever a director makes of the questions, no page fails and no answer is lost", async () => {
  const { one, next } = randomly(20_230_217);
  const { rows: ids, sections } = {
    rows: CHANGED.filter(({ conference_id: id }) => id === CONFERENCE).map(({ id }) => id),
    sections: ["about", "education", "participation", "essays", "scholarship"],
  };
  const condition = () => ({ field: one(ids), values: [one(OPTIONS), one(OPTIONS)] });
  const edit = () => ({
    kind: one(QUESTION_KINDS),
    section_id: next() < 0.2 ? one(sections) : undefined,
    required: JSON.stringify(one(["always", "never", { all: [condition()] }, { none: [condition()] }])),
    depends_on: next() < 0.3 ? JSON.stringify(condition()) : null,
    options: next() < 0.3 ? null : JSON.stringify(OPTIONS.filter(() => next() < 0.5)),
    mask: one([null, null, "0000", "(000) 0000-9999", ""]),
    format: one([null, null, '{"telephone":["residence"]}', '{"years":{"past":1,"ahead":0}}']),
    max_length: one([1, 20, 3000]),
    retired: next() < 0.2 ? 1 : 0,
  });
  const director = await signedIn("director");
  const typed = await applicant({ otherLevel: "Gap", linkedIn: "of\nlines", scholarship: "Yes" });
  const people = [typed.uid, demoUid("draft")];
  const handedIn = [demoUid("submitted"), demoUid("accepted"), demoUid("goldplus")];
  const answersOf = async (uid: string) => {
    const stored = await rows<{ answers: string }>("SELECT answers FROM answers WHERE uid = ?", uid);
    return stored.flatMap(({ answers }) => Object.entries<string>(JSON.parse(answers)));
  };
  const given = new Map(
    await Promise.all([...people, ...handedIn].map(async (uid) => [uid, await answersOf(uid)] as const)),
  );
  const failed: string[] = [];
  const note = (round: number, what: string, { status }: { status: number }) => {
    if (status >= 500) failed.push(`round ${round}: ${what} ${status}`);
  };

  for (let round = 0; round < ROUNDS; round++) {
    for (const id of ids) {
      const fields = Object.entries(edit()).filter(([, value]) => value !== undefined);
      await change(id, Object.fromEntries(fields));
    }
    for (const uid of people) {
      await run("UPDATE applications SET submitted_at = NULL WHERE uid = ?", uid);
      const browser = await signedInAs(uid);
      for (const section of sections) {
        const page = await browser.open(`/application/${section}?check`);
        note(round, `${section} of ${uid}`, page);
        if (page.has("Save draft")) note(round, `save ${section}`, await page.press("Save draft"));
      }
      for (const path of ["/application", "/application/documents?check"])
        note(round, path, await browser.get(path));
      note(round, "submit", await submit(browser));
      note(round, "submitted", await browser.get("/application"));
    }
    for (const uid of [...people, ...handedIn])
      note(round, `desk of ${uid}`, await director.get(`/admin/delegates/${uid}`));
    note(round, "own page", await (await signedInAs(handedIn[0]!)).get("/application"));
    for (const name of ["applications", "registrations", "emergency-contacts"]) {
      const file = await director.get(`/admin/${name}.csv`);
      note(round, name, file);
      expect((await file.text()).length).toBeGreaterThan(0);
    }
    await questionUsage(connect(env.DB, newMeter()), CONFERENCE);
    for (const [uid, entries] of given) {
      const left = new Set((await answersOf(uid)).map(([id, answer]) => `${id} ${digest(answer)}`));
      for (const [id, answer] of entries)
        if (answer.trim() !== "" && !left.has(`${id} ${digest(answer)}`))
          failed.push(`round ${round}: ${uid} lost ${id} ${answer}`);
    }
  }
  expect(failed).toEqual([]);
}, 300_000);

/* ------------------------------------------------------------------ what a change does */

test("how often each question and each option was answered, by drafts and by those submitted", async () => {
  await run("UPDATE answers SET answers = json_remove(answers, '$.topics')");
  const before = await questionUsage(connect(env.DB, newMeter()), CONFERENCE);
  const none = { drafts: 0, submitted: 0 };
  await askTopics({ options: JSON.stringify([...TOPICS, `back\\nslash "`]) });
  const one = await applicant({ linkedIn: "x" });
  const two = await applicant();
  await pick(one.browser, ["Climate", "Health; ageing"], "1");
  await pick(two.browser, ["Climate", "Tea", `back\\nslash "`], "1");
  await pick(one.browser, ["Climate", "Health; ageing"], "2");
  await run("UPDATE applications SET submitted_at = 1 WHERE uid = ?", one.uid);
  const usage = await questionUsage(connect(env.DB, newMeter()), CONFERENCE);
  expect(usage["topics"]).toEqual({
    drafts: 1,
    submitted: 1,
    options: {
      Climate: { drafts: 1, submitted: 1 },
      "Health; ageing": { drafts: 0, submitted: 1 },
      Tea: { drafts: 1, submitted: 0 },
      [`back\\nslash "`]: { drafts: 1, submitted: 0 },
    },
  });
  const plus = (id: string, { drafts, submitted }: typeof none) => ({
    drafts: (before[id]?.drafts ?? 0) + drafts,
    submitted: (before[id]?.submitted ?? 0) + submitted,
  });
  expect(usage["linkedIn"]).toEqual({ ...plus("linkedIn", { drafts: 0, submitted: 1 }), options: {} });
  expect(usage["resume"]).toMatchObject(plus("resume", { drafts: 1, submitted: 1 }));
  const undergraduate = before["level"]?.options["Undergraduate"] ?? none;
  expect(usage["level"]!.options["Undergraduate"]).toEqual({
    drafts: undergraduate.drafts + 1,
    submitted: undergraduate.submitted + 1,
  });
  expect(usage["middleName"]).toEqual(before["middleName"]);
  expect(await submittedAt(two)).toBeNull();
});
