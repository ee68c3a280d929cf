import { env } from "cloudflare:workers";
import { deflateSync } from "node:zlib";
import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { UNCONFIRMED_UPLOADS_A_DAY, UPLOADS_A_DAY } from "~/applications/documents.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { messages } from "~/values/messages.ts";
import {
  applicant,
  COMPLETE,
  PDF,
  save,
  storedAnswers,
  submit,
  submittedAt,
  text,
  upload,
} from "../support/applying.ts";
import { Browser, signedIn, signedInAs } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { join, bytes as latin1, oleOf, packed, word, zip } from "../support/documents.ts";
import { overtake } from "../support/overtake.ts";
import { CONFERENCE, delegate, PASSWORD } from "../support/people.ts";
import { changingNothing, files, rows, run } from "../support/storage.ts";
import { answerWith } from "../support/worker.ts";

// These sentences are the specification's own.
const CLOSED = "Applications are now closed.";
const REQUIRED = "This field is required";
/** The words in the row of a missing answer. The whole sentence is shown only once, above the list. */
const MISSING = "Error: Missing";
const TOO_LARGE =
  "Maximum file size exceeded. Please upload a PDF or Microsoft Word Document no more than 5 MB.";
const NOT_LOGGED_IN = "You must be logged in to access this content!";
const WRONG_PASSWORD =
  "Invalid email/password combination. Please double-check your credentials and try again.";

afterEach(restoreClock);

/* ------------------------------------------------------------------ drafts */

test("a draft keeps everything that was typed, valid or not", async () => {
  const person = await delegate();
  const typed = {
    firstName: "M".repeat(5_000),
    middleName: `"><script>alert(1)</script>&amp;`,
    lastName: "Ōyama-陳 👩🏽‍🎓",
    oneName: "",
    dateOfBirth: "31/02/2020",
    phone: "call me at noon",
    nationality: "Atlantis",
    residence: "",
  };
  const saved = await (await person.browser.open("/application/about")).press("Save draft", typed);
  expect([saved.status, saved.location]).toEqual([302, "/application/about?saved"]);
  expect(await storedAnswers(person, "about")).toEqual({ version: 1, answers: typed });

  const page = await saved.follow();
  expect(page.text).toContain("Draft saved.");
  const shown = Object.fromEntries(page.form("Save draft").fields);
  // A select cannot show a value that is not one of its options.
  const { oneName: _, ...filledIn } = typed;
  expect(shown).toMatchObject({ ...filledIn, nationality: "", version: "1" });

  const essay = "First line\r\nsecond\r\n\r\n\tlast 'line' ";
  await save(person.browser, "essays", { motivation: essay });
  const essays = await person.browser.open("/application/essays");
  const expected = "First line\nsecond\n\n\tlast 'line'";
  expect(essays.form("Save draft").fields).toContainEqual(["motivation", expected]);
});

test("Save and continue leads through the sections to the documents", async () => {
  const { browser } = await delegate();
  let page = await browser.open("/application/about");
  const visited: string[] = [];
  while (page.has("Save and continue")) {
    page = await (await page.press("Save and continue", COMPLETE[visited.at(-1) ?? "about"])).follow();
    visited.push(page.path.replace("/application/", ""));
  }
  expect(visited).toEqual(["education", "participation", "essays", "scholarship", "documents"]);
});

test("the second of two tabs is told, keeps its text and overwrites only when asked to", async () => {
  const person = await delegate();
  await save(person.browser, "about", COMPLETE["about"]!);
  const one = await person.browser.open("/application/about");
  const other = await person.browser.open("/application/about");
  expect((await one.press("Save draft", { firstName: "From one" })).status).toBe(302);

  const stale = await changingNothing(() => other.press("Save draft", { firstName: "From the other" }));
  expect(stale.status).toBe(409);
  expect(stale.text).toContain(applicationMessages.staleDraft);
  expect(stale.text).toContain("From one");
  expect(stale.form("Save draft").fields).toContainEqual(["firstName", "From the other"]);
  expect((await storedAnswers(person, "about"))!.answers.firstName).toBe("From one");

  expect((await stale.press("Save draft")).status).toBe(302);
  expect(await storedAnswers(person, "about")).toMatchObject({
    version: 3,
    answers: { firstName: "From the other" },
  });
});

test.each([
  ["first", "0"],
  ["second", "1"],
])("of twenty simultaneous %s saves of one section one wins and the others are told", async (_, version) => {
  const person = await delegate();
  if (version === "1") await save(person.browser, "about", { firstName: "Before" });
  const names = Array.from({ length: 20 }, (_, index) => `Name ${index}`);
  const answers = await Promise.all(
    names.map((firstName) => save(person.browser, "about", { firstName }, version)),
  );
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status !== 409)).toEqual([302]);
  const winner = names[statuses.indexOf(302)];
  expect(await storedAnswers(person, "about")).toMatchObject({
    version: Number(version) + 1,
    answers: { firstName: winner },
  });
  const told = await answers[statuses.indexOf(409)]!.text();
  expect(told).toContain(applicationMessages.staleDraft);
  expect(told).toContain(`<dd><bdi>${winner}`);
});

test("a first save that another one overtakes says so, and shows what the other one stored", async () => {
  const person = await delegate();
  const form = await person.browser.open("/application/about");
  const twin = await signedInAs(person.uid);
  const overtaken = overtake(person.browser, 'insert into "answers"', () =>
    save(twin, "about", { firstName: "Faster" }),
  );
  const stale = await form.press("Save draft", { firstName: "Slower" });
  expect(overtaken()).toBe(true);
  expect(stale.status).toBe(409);
  expect(stale.text).toContain("Faster");
  expect(stale.form("Save draft").fields).toEqual(
    expect.arrayContaining([
      ["version", "1"],
      ["firstName", "Slower"],
    ]),
  );
  expect((await storedAnswers(person, "about"))!.answers.firstName).toBe("Faster");
});

test("the same draft again is no conflict: the answer to the first save may have been lost", async () => {
  const person = await delegate();
  for (let count = 0; count < 2; count++) {
    expect((await save(person.browser, "about", COMPLETE["about"]!, "0")).status).toBe(302);
  }
  expect((await storedAnswers(person, "about"))!.answers).toEqual(COMPLETE["about"]);
});

test("sections saved at the same time do not collide", async () => {
  const person = await delegate();
  const sections = Object.entries(COMPLETE);
  const saves = await Promise.all(sections.map(([id, answers]) => save(person.browser, id, answers)));
  expect(saves.map(({ status }) => status)).toEqual(sections.map(() => 302));
  for (const [id, { emergencyName: _, emergencyPhone: __, ...asked }] of sections)
    expect((await storedAnswers(person, id))!.answers).toEqual(asked);
});

test.each([
  "7",
  "-1",
  "1.5",
  "abc",
  "1e999",
  "",
  "99999999999999999999",
  "0x1",
  "1; DROP TABLE answers",
])("a made-up version %s overwrites nothing", async (version) => {
  const person = await delegate();
  for (let count = 0; count < 2; count++) {
    await save(person.browser, "about", { firstName: "Kept" }, String(count));
  }
  const stale = await changingNothing(() => save(person.browser, "about", { firstName: "New" }, version));
  expect(stale.status).toBe(409);
});

test.each(["nowhere", "resume", "__proto__", "about%00"])("there is no section %s", async (section) => {
  const { browser } = await delegate();
  expect((await browser.get(`/application/${section}`)).status).toBeGreaterThanOrEqual(400);
  const refused = await changingNothing(() => save(browser, section, { firstName: "Mei" }));
  expect([400, 404]).toContain(refused.status);
});

test("only answers to the section's own questions are stored", async () => {
  const person = await delegate();
  await save(person.browser, "education", {
    field: "Law",
    firstName: "Somebody",
    resume: "x",
    submittedAt: "1",
    uid: demoUid("draft"),
    __proto__: "x",
  });
  expect((await storedAnswers(person, "education"))!.answers).toEqual({
    institution: "",
    level: "",
    otherLevel: "",
    field: "Law",
    graduationYear: "",
  });
  expect(await submittedAt(person)).toBeNull();
});

test("a page saves itself: 200 with the version, 409 with the reason, 401 when signed out", async () => {
  const person = await delegate();
  const autosave = (browser: Browser, version: string, section = "about", firstName = `Over ${version}`) =>
    browser.post(`/application/${section}/autosave`, { firstName, version });
  const first = await autosave(person.browser, "0");
  expect([first.status, await first.json()]).toEqual([200, { version: 1 }]);
  const second = await autosave(person.browser, "1");
  expect([second.status, await second.json()]).toEqual([200, { version: 2 }]);
  expect((await storedAnswers(person, "about"))!.answers.firstName).toBe("Over 1");

  const refusals: [Browser, string, string, number, string][] = [
    [person.browser, "1", "about", 409, applicationMessages.staleDraft],
    [person.browser, "0", "nowhere", 404, messages.notFound],
    [new Browser(), "2", "about", 401, applicationMessages.sessionEnded],
    [await signedIn("submitted"), "1", "about", 409, applicationMessages.alreadySubmitted],
  ];
  for (const [browser, version, section, status, message] of refusals) {
    const refused = await changingNothing(() => autosave(browser, version, section, "Other"));
    expect([refused.status, await refused.json()]).toEqual([status, { message }]);
  }
});

/* ------------------------------------------------------------------ submitting */

test("a complete application is submitted once, however often it is tried", async () => {
  const person = await applicant();
  const check = await person.browser.open("/application/check");
  expect(check.text).not.toContain("to complete");
  const presses = await Promise.all(Array.from({ length: 20 }, () => check.press("Submit application")));
  const statuses = presses.map(({ status }) => status);
  expect(statuses).toContain(302);
  expect(statuses.every((status) => status === 302 || status === 409)).toBe(true);
  const at = await submittedAt(person);
  expect(at).not.toBeNull();
  expect(
    await rows(
      "SELECT actor_uid FROM audit WHERE action = 'submitApplication' AND actor_uid = ?",
      person.uid,
    ),
  ).toHaveLength(1);

  const again = await changingNothing(() => check.press("Submit application"));
  expect(again.status).not.toBe(200);
  expect(await submittedAt(person)).toBe(at);
  const page = await person.browser.open("/application");
  expect(page.text).toContain("Application submitted");
  expect(page.text).toContain("The University of Hong Kong");
});

test("an application has the names as they were typed, and the second in which it was submitted [120]", async () => {
  const person = await applicant({ middleName: "Xin" });
  const at = "2022-12-18T09:10:11Z";
  await stopClockAt(at);
  const submitted = await submit(person.browser);
  await restoreClock();
  expect(submitted.status).toBe(302);
  expect(Math.floor((await submittedAt(person))! / 1_000)).toBe(Date.parse(at) / 1_000);
  const stored = await storedAnswers(person, "about");
  expect(stored!.answers).toMatchObject({ firstName: "Mei", middleName: "Xin", lastName: "Chen" });
});

test("submitting names everything that is missing or wrong, and changes nothing", async () => {
  const { browser } = await delegate();
  await save(browser, "about", { ...COMPLETE["about"]!, phone: "none", nationality: "ZZ", firstName: " " });
  await save(browser, "scholarship", { scholarship: "Maybe" });
  const refused = await changingNothing(() => submit(browser));
  expect(refused.status).toBe(409);
  for (const problem of [
    `First name ${MISSING}`,
    `Phone number: ${applicationMessages.notATelephone}`,
    `Nationality: ${messages.notAnOption}`,
    `University or school ${MISSING}`,
    `How would you like to take part? ${MISSING}`,
    `What brings you to this conference, and why now? ${MISSING}`,
    `Do you want to apply for a scholarship? ${messages.notAnOption}`,
    `Resume ${MISSING}`,
  ]) {
    expect(refused.text).toContain(problem);
  }
  expect(refused.text.split(REQUIRED)).toHaveLength(2);
  expect(refused.text).toContain("About you : 1 answer missing, 2 to correct Nationality: ");
  expect(refused.text).toContain("Documents : 1 document missing");
  for (const fine of ["Last name: ", "Middle name: ", "LinkedIn profile: ", "Budget: "]) {
    expect(refused.text).not.toContain(fine);
  }
});

test.each([
  [{ level: "Other" }, ["Which other level? Tell us your level of study"]],
  [
    { scholarship: "Yes" },
    [
      `How much support do you need, in US dollars? ${MISSING}`,
      `Why do you need this support? ${MISSING}`,
      `Budget ${MISSING}`,
      `Financial statement ${MISSING}`,
    ],
  ],
  [
    { scholarship: "Yes", scholarshipAmount: "a lot", scholarshipStatement: "x".repeat(3_001) },
    [
      `How much support do you need, in US dollars? ${applicationMessages.notANumber}`,
      `Why do you need this support? ${messages.tooLong(3_000)}`,
    ],
  ],
])("answers that other questions depend on are required: %o", async (changes, problems) => {
  const { browser } = await applicant(changes);
  const refused = await changingNothing(() => submit(browser));
  expect(refused.status).toBe(409);
  for (const problem of problems) expect(refused.text).toContain(problem);
});

test("an answer to a question that is no longer asked does not prevent submitting", async () => {
  const person = await applicant({ otherLevel: "x".repeat(500), scholarshipAmount: "a lot" });
  expect((await submit(person.browser)).status).toBe(302);
  expect((await storedAnswers(person, "scholarship"))!.answers.scholarshipAmount).toBe("a lot");
});

test.each([
  ["2005-02-17", "In person", true],
  ["2005-02-18", "In person", false],
  ["2005-02-18", "Virtual", true],
  ["2015-01-01", "Virtual", true],
])("born on %s and taking part %s: %s", async (dateOfBirth, participation, allowed) => {
  const person = await applicant({ dateOfBirth, participation });
  const answer = await submit(person.browser);
  expect(answer.status).toBe(allowed ? 302 : 409);
  expect((await submittedAt(person)) !== null).toBe(allowed);
  if (!allowed) expect(answer.text).toContain(`Date of birth: ${applicationMessages.tooYoungInPerson(18)}`);
});

test("only what was on the screen is submitted", async () => {
  const person = await applicant();
  const check = await person.browser.open("/application/check");
  await save(person.browser, "about", { ...COMPLETE["about"]!, firstName: "Another" }, "1");
  const refused = await changingNothing(() => check.press("Submit application"));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(applicationMessages.applicationChanged);
  expect(refused.text).toContain("Another");

  await upload(person.browser, "resume", new File([PDF], "new.pdf"));
  expect((await changingNothing(() => refused.press("Submit application"))).status).toBe(409);
  for (const revision of ["", "1.1.1.1.1", "__proto__"]) {
    const made = await changingNothing(() => person.browser.post("/application/check", { revision }));
    expect(made.status).toBe(409);
  }
  expect((await submit(person.browser)).status).toBe(302);
});

test.each([
  ["an answer is saved", "UPDATE answers SET version = 2 WHERE uid = ? AND section_id = 'about'"],
  ["a document is taken away", "DELETE FROM documents WHERE uid = ?"],
])("when %s between the check and the submission, it does not take place", async (_, change) => {
  const person = await applicant();
  const check = await person.browser.open("/application/check");
  const overtaken = overtake(person.browser, 'update "applications"', () => run(change, person.uid));
  const refused = await check.press("Submit application");
  expect(overtaken()).toBe(true);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(applicationMessages.applicationChanged);
  expect(await submittedAt(person)).toBeNull();
  expect(await rows("SELECT * FROM audit WHERE actor_uid = ?", person.uid)).toEqual([]);
});

test("submitting is possible until the last round's last millisecond, and saving also after it", async () => {
  const early = await applicant();
  const late = await applicant();
  const tooLate = await applicant();
  const form = await tooLate.browser.open("/application/check");

  await stopClockAt("2023-05-02T03:59:00.000Z");
  expect((await submit(early.browser)).status).toBe(302);
  expect(await submittedAt(early)).toBe(Date.parse("2023-05-02T03:59:00.000Z"));

  await stopClockAt("2023-06-02T03:59:00.000Z");
  expect((await submit(late.browser)).status).toBe(302);

  await stopClockAt("2023-06-02T03:59:00.001Z");
  const refused = await changingNothing(() => form.press("Submit application"));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(CLOSED);
  expect(refused.has("Submit application")).toBe(false);
  expect((await tooLate.browser.open("/application")).text).toContain(
    `${CLOSED} You did not submit this application.`,
  );
  expect((await save(tooLate.browser, "about", { firstName: "Kept" }, "1")).status).toBe(302);
});

test("after submission nothing can be changed", async () => {
  const person = await applicant();
  const [about, documents] = await Promise.all(
    ["about", "documents"].map((page) => person.browser.open(`/application/${page}`)),
  );
  await submit(person.browser);
  const attempts = async () => {
    const saved = await about!.press("Save draft", { firstName: "Changed" });
    expect(saved.status).toBe(409);
    expect(saved.text).toContain(applicationMessages.alreadySubmitted);
    expect((await documents!.press("Remove Resume")).status).not.toBe(200);
    const uploaded = await upload(person.browser, "resume", new File([PDF], "changed.pdf"));
    expect(uploaded.status).toBeLessThan(500);
    // The object of the refused upload is deleted after the answer has been sent.
    await expect.poll(() => files(`${CONFERENCE}/applications/${person.uid}/`)).toHaveLength(1);
    return files(`${CONFERENCE}/applications/${person.uid}/`);
  };
  const kept = await changingNothing(attempts, { but: ["counters"] });
  expect(kept).toHaveLength(1);
  for (const page of ["about", "documents", "check"]) {
    expect((await person.browser.open(`/application/${page}`)).location).toBe("/application");
  }
});

/* ------------------------------------------------------------------ documents */

const DOC = oleOf("WordDocument", "1Table");
const DOCX = zip(word);

/** A PDF of exactly this many bytes. */
function pdfOf(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size).fill(32);
  bytes.set(text("%PDF-1.7\n"));
  bytes.set(text("\n%%EOF\n"), size - 7);
  return bytes;
}

/** A PDF with one object in a compressed object stream. */
function withPacked(object: string): Uint8Array<ArrayBuffer> {
  const packedObject = Uint8Array.from(deflateSync(`2 0 ${object}`));
  const head = `<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${packedObject.length}>>`;
  return join(text(`%PDF-1.7\n1 0 obj ${head} stream\n`), packedObject, text("\nendstream endobj\n%%EOF\n"));
}

const documentsOf = ({ uid }: { uid: string }) =>
  rows<{ id: string; question_id: string; file_name: string; object_key: string; sha256: string }>(
    "SELECT * FROM documents WHERE uid = ? ORDER BY question_id",
    uid,
  );
const filesOf = ({ uid }: { uid: string }) => files(`${CONFERENCE}/applications/${uid}/`);

const WORD = "application/vnd.openxmlformats-officedocument.wordprocessingml.document";

test.each([
  ["resume.pdf", PDF, "application/pdf"],
  ["RESUME.DOC", DOC, "application/msword"],
  ["履歷 – “final”.docx", DOCX, WORD],
  ["../../../etc/passwd.pdf", PDF, "application/pdf"],
  ["exactly 5 MB.pdf", pdfOf(5_000_000), "application/pdf"],
])("%s is stored [130, 224, 253]", async (name, bytes, contentType) => {
  const person = await delegate();
  const answer = await upload(person.browser, "resume", new File([bytes], name, { type: "text/html" }));
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/application/documents?saved"]);
  const [stored, ...more] = await documentsOf(person);
  expect(more).toEqual([]);
  expect(stored).toMatchObject({
    question_id: "resume",
    file_name: name,
    content_type: contentType,
    size: bytes.length,
    sha256: fingerprint(bytes),
  });
  const folder = `${CONFERENCE}/applications/${person.uid}/resume/`;
  expect(stored!.object_key.replace(folder, "")).toMatch(/^[a-z2-7]{20}$/);
  const object = await env.FILES.get(stored!.object_key);
  expect(fingerprint(new Uint8Array(await object!.arrayBuffer()))).toBe(fingerprint(bytes));
  expect(object!.httpMetadata!.contentType).toBe(contentType);
});

test.each([
  ["page.pdf", text("<!doctype html><script>alert(1)</script>"), applicationMessages.wrongFileType],
  ["photo.png", latin1("\x89PNG\r\n\x1a\n"), applicationMessages.photoOfDocument],
  ["photo.pdf", latin1("\xff\xd8\xff\xe0 JFIF"), applicationMessages.photoOfDocument],
  ["resume.pdf.html", PDF, applicationMessages.wrongFileType],
  ["resume", PDF, applicationMessages.wrongFileType],
  ["resume.doc", PDF, applicationMessages.wrongFileType],
  ["installer.doc", oleOf("\u4840\u3f7f", "Property"), applicationMessages.wrongFileType],
  ["macros.doc", oleOf("WordDocument", "Macros/"), applicationMessages.activeWord],
  ["resume.docx", zip([{ name: "hello.txt" }]), applicationMessages.wrongFileType],
  ["macros.docx", zip([...word, { name: "word/vbaProject.bin" }]), applicationMessages.activeWord],
  [
    "bomb.docx",
    zip([...word, packed("word/styles.xml", new Uint8Array(99_000_000))]),
    applicationMessages.wrongFileType,
  ],
  [
    "lie.docx",
    zip([...word, packed("word/styles.xml", new Uint8Array(9_000_000), 9)]),
    applicationMessages.wrongFileType,
  ],
  [
    "script.pdf",
    text("%PDF-1.7\n1 0 obj <</OpenAction<</S/JavaScript/JS(1)>>>> endobj\n%%EOF\n"),
    applicationMessages.activePdf,
  ],
  ["packed script.pdf", withPacked("<</S/JavaScript/JS(1)>>"), applicationMessages.activePdf],
  ["packed bomb.pdf", withPacked(" ".repeat(30_000_000)), applicationMessages.activePdf],
  ["password.pdf", text("%PDF-1.7\ntrailer <</Encrypt 2 0 R>>\n%%EOF\n"), applicationMessages.protectedFile],
  ["empty.pdf", new Uint8Array(), applicationMessages.emptyFile],
  ["one byte too many.pdf", pdfOf(5_000_001), TOO_LARGE],
])("%s is refused and the stored document stays [253]", async (name, bytes, sentence) => {
  const person = await delegate();
  await upload(person.browser, "resume", new File([PDF], "resume.pdf"));
  const refused = await changingNothing(() => upload(person.browser, "resume", new File([bytes], name)), {
    but: ["counters"],
  });
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(sentence);
});

test("a body far over the limit is refused with the specification's sentence on the page", async () => {
  const person = await delegate();
  await upload(person.browser, "resume", new File([PDF], "resume.pdf"));
  const refused = await changingNothing(() =>
    upload(person.browser, "resume", new File([pdfOf(6_000_000)], "big.pdf")),
  );
  expect(refused.status).toBe(413);
  const html = await refused.text();
  expect(html).toContain(`<a href="#resume">Resume: ${TOO_LARGE}</a>`);
  expect(html).toContain("resume.pdf");
  const visitor = await upload(new Browser(), "resume", new File([pdfOf(6_000_000)], "big.pdf"));
  expect(visitor.status).toBe(401);
});

test("a file that cannot be stored is refused with what to do, and the stored document stays [230]", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const person = await delegate();
  await upload(person.browser, "resume", new File([PDF], "resume.pdf"));
  const FILES = { put: () => Promise.reject(new Error("unauthorized")) };
  person.browser.send = (request) => answerWith({ FILES }, request);
  const refused = await changingNothing(
    () => upload(person.browser, "resume", new File([PDF], "newer.pdf")),
    { but: ["counters"] },
  );
  expect(refused.status).toBe(503);
  expect(await refused.text()).toContain(
    "We were unable to upload your files. Make sure they are within the given sizes and try again.",
  );
});

test.each([
  ["no file", "resume", "", 400, applicationMessages.noFileChosen],
  ["a file without a name", "resume", new File([PDF], ""), 400, applicationMessages.noFileChosen],
  ["text in place of a file", "resume", "%PDF-1.7", 400, applicationMessages.noFileChosen],
  ["a question that is not about a document", "firstName", new File([PDF], "a.pdf"), 404, messages.notFound],
  ["an unknown question", "nothing", new File([PDF], "a.pdf"), 404, messages.notFound],
  ["a path for a question", "..%2Fresume", new File([PDF], "a.pdf"), 404, messages.notFound],
])("%s is refused", async (_, question, file, status, sentence) => {
  const { browser } = await delegate();
  const refused = await changingNothing(() => upload(browser, question, file));
  expect(refused.status).toBe(status);
  expect(await refused.text()).toContain(sentence);
});

test("of two files in one post one is stored", async () => {
  const person = await delegate();
  const body = new FormData();
  body.append("file", new File([PDF], "one.pdf"));
  body.append("file", new File([PDF], "two.pdf"));
  await person.browser.fetch("/application/documents?question=resume", { method: "POST", body });
  expect(await documentsOf(person)).toMatchObject([{ file_name: "one.pdf" }]);
  expect(await filesOf(person)).toHaveLength(1);
});

test("a new document replaces the old one, and Remove takes it away, the files too", async () => {
  const person = await delegate();
  await upload(person.browser, "resume", new File([PDF], "old.pdf"));
  const [old] = await documentsOf(person);
  await upload(person.browser, "resume", new File([DOC], "new.doc"));
  const [replaced, ...more] = await documentsOf(person);
  expect(more).toEqual([]);
  expect(replaced!.file_name).toBe("new.doc");
  expect(replaced!.id).not.toBe(old!.id);
  await expect.poll(() => env.FILES.head(old!.object_key)).toBeNull();
  expect(await env.FILES.head(replaced!.object_key)).not.toBeNull();
  expect((await person.browser.get(`/documents/${old!.id}`)).status).toBe(404);

  const page = await person.browser.open("/application/documents");
  expect((await page.press("Remove Resume")).status).toBe(302);
  expect(await documentsOf(person)).toEqual([]);
  await expect.poll(() => filesOf(person)).toEqual([]);
  expect((await changingNothing(() => page.press("Remove Resume"))).status).toBe(302);
});

test("Remove takes away only the file that its page shows", async () => {
  const person = await delegate();
  await upload(person.browser, "resume", new File([PDF], "old.pdf"));
  const page = await person.browser.open("/application/documents");
  await upload(person.browser, "resume", new File([DOC], "new.doc"));
  const late = await changingNothing(() => page.press("Remove Resume"));
  expect([late.status, late.text.includes("Another file was uploaded here")]).toEqual([409, true]);
  expect(late.text).toContain("new.doc");
  expect((await late.press("Remove Resume")).status).toBe(302);
  expect(await documentsOf(person)).toEqual([]);
});

test("a file that our store does not take uses up none of the day's uploads", async () => {
  const person = await delegate();
  await run("DELETE FROM counters");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const FILES = new Proxy(env.FILES, {
    get: (files, name: keyof R2Bucket) =>
      name === "put" ? () => Promise.reject(new Error("away")) : files[name].bind(files),
  });
  const send = person.browser.send;
  person.browser.send = (request) => answerWith({ FILES }, request);
  for (let count = 0; count < UPLOADS_A_DAY + 1; count += 1) {
    const answer = await upload(person.browser, "resume", new File([PDF], "mine.pdf"));
    expect(answer.status).toBe(503);
  }
  person.browser.send = send;
  expect((await upload(person.browser, "resume", new File([PDF], "mine.pdf"))).status).toBe(302);
});

test("a file that was sent after the session had ended has to be chosen again, and the page says so", async () => {
  const person = await delegate();
  await run("DELETE FROM sessions WHERE uid = ?", person.uid);
  const page = await (await upload(person.browser, "resume", new File([PDF], "mine.pdf"))).text();
  expect(page).toContain("choose it again");
  await run("DELETE FROM sessions WHERE uid = ?", person.uid);
  const typed = await (await person.browser.post("/application/about", { firstName: "Mei" })).text();
  expect(typed).toContain(accountMessages.signedInAgain);
  expect(typed).not.toContain("choose it again");
});

test.each([
  { standing: "not confirmed", limit: UNCONFIRMED_UPLOADS_A_DAY, confirmedAt: null },
  { standing: "confirmed", limit: UPLOADS_A_DAY, confirmedAt: 1 },
])("an account whose address is $standing uploads $limit files a day, refused ones too", async ({
  limit,
  confirmedAt,
}) => {
  const [person, neighbour] = [await delegate(), await delegate()];
  await run("UPDATE users SET email_verified_at = ? WHERE uid = ?", confirmedAt, person.uid);
  const send = (name: string, { browser } = person) => upload(browser, "resume", new File([PDF], name));
  for (let count = 1; count < limit; count++) {
    expect((await send(count === 1 ? "wrong.txt" : `${count}.pdf`)).status).toBe(count === 1 ? 400 : 302);
  }
  expect((await send("last.pdf")).status).toBe(302);
  await expect.poll(() => filesOf(person)).toHaveLength(1);

  const refused = await changingNothing(() => send("one too many.pdf"), { but: ["counters"] });
  expect(refused.status).toBe(429);
  const page = await refused.text();
  expect(page).toContain(
    `<a href="#resume">Resume: ${applicationMessages.tooManyUploads(limit, 24 * 60)}</a>`,
  );
  expect(page).toContain("last.pdf");
  const [kept] = await documentsOf(person);
  expect(await env.FILES.head(kept!.object_key)).not.toBeNull();

  expect((await send("another account's.pdf", neighbour)).status).toBe(302);
  await run("UPDATE counters SET expires_at = ?", Date.now() - 1);
  expect((await send("next day.pdf")).status).toBe(302);
  expect(await documentsOf(person)).toMatchObject([{ file_name: "next day.pdf" }]);
});

test("confirming the address gives the rest of the day's uploads at once", async () => {
  const person = await delegate();
  const send = () => upload(person.browser, "resume", new File([PDF], "resume.pdf"));
  for (let count = 0; count < UNCONFIRMED_UPLOADS_A_DAY; count++) await send();
  expect((await send()).status).toBe(429);
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", person.uid);
  expect((await send()).status).toBe(302);
});

test("of two uploads at once that the day has room for one of, one is stored", async () => {
  const person = await delegate();
  const send = (browser: Browser, name: string) => upload(browser, "resume", new File([PDF], name));
  for (let count = 1; count < UNCONFIRMED_UPLOADS_A_DAY; count++) await send(person.browser, "earlier.pdf");
  const elsewhere = await signedInAs(person.uid);
  const overtaken = overtake(person.browser, 'insert into "counters"', async () => {
    expect((await send(elsewhere, "first.pdf")).status).toBe(302);
  });
  expect((await send(person.browser, "second.pdf")).status).toBe(429);
  expect(overtaken()).toBe(true);
  expect(await documentsOf(person)).toMatchObject([{ file_name: "first.pdf" }]);
});

test("ten simultaneous uploads leave one document and its file", async () => {
  const person = await delegate();
  const uploads = Array.from({ length: 10 }, (_, index) =>
    upload(person.browser, "resume", new File([PDF], `resume-${index}.pdf`)),
  );
  for (const answer of await Promise.all(uploads)) expect(answer.status).toBeLessThan(500);
  const stored = await documentsOf(person);
  expect(stored).toHaveLength(1);
  await expect.poll(() => filesOf(person)).toHaveLength(1);
  expect(await env.FILES.head(stored[0]!.object_key)).not.toBeNull();
});

test("the files in somebody's folder are listed with links that download them, to them and to who decides [223]", async () => {
  const person = await delegate();
  await upload(person.browser, "resume", new File([PDF], "resume.pdf"));
  const stored = await documentsOf(person);
  expect((await filesOf(person)).map((line) => line.split(" ")[0])).toEqual([stored[0]!.object_key]);
  for (const [browser, path] of [
    [person.browser, "/application/documents"],
    [await signedIn("director"), `/admin/delegates/${person.uid}`],
  ] as const) {
    const { html } = await browser.open(path);
    const links = Array.from(html.matchAll(/href="(\/documents\/\w+)"/g), ([, to]) => to!);
    expect(links, path).toEqual([`/documents/${stored[0]!.id}`]);
    expect(html, path).toContain("resume.pdf");
    const file = await browser.get(links[0]!);
    expect(fingerprint(new Uint8Array(await file.arrayBuffer()))).toBe(stored[0]!.sha256);
  }
});

test("a document is for its owner and for admins, each look on record; others cannot tell that it exists", async () => {
  const person = await delegate();
  await upload(person.browser, "resume", new File([PDF], "resume.pdf"));
  // Only a hostile client sends a name like this.
  await run("UPDATE documents SET file_name = ? WHERE uid = ?", '"✓"; x\r\nSet-Cookie: a=b.pdf', person.uid);
  const [stored] = await documentsOf(person);
  const address = `/documents/${stored!.id}`;

  for (const browser of [person.browser, await signedIn("director")]) {
    const answer = await browser.get(address);
    expect(answer.status).toBe(200);
    expect(fingerprint(new Uint8Array(await answer.arrayBuffer()))).toBe(stored!.sha256);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "application/pdf",
      "content-disposition": `attachment; filename="____ xSet-Cookie: a=b.pdf"; filename*=UTF-8''%22%E2%9C%93%22%3B%20xSet-Cookie%3A%20a%3Db.pdf`,
      "content-security-policy": "sandbox; default-src 'none'",
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "cache-control": "private, no-store",
      vary: "Cookie",
    });
  }
  const detail = JSON.stringify({ documentId: stored!.id, questionId: "resume" });
  const looks = () =>
    rows(
      "SELECT actor_uid, detail FROM audit WHERE action = 'openDocument' AND detail = ? ORDER BY at",
      detail,
    );
  expect(await looks()).toEqual([
    { actor_uid: person.uid, detail },
    { actor_uid: demoUid("director"), detail },
  ]);

  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const everybodyElse = [new Browser(), ...(await Promise.all(["new", "submitted", "gold"].map(signedIn)))];
  for (const browser of everybodyElse) {
    await browser.get("/decision");
    const told = async (id: string) => {
      const path = `/documents/${id}`;
      const answer = await browser.get(path);
      const { "x-request-id": requestId = "", ...headers } = Object.fromEntries(answer.headers);
      const body = (await answer.text()).replaceAll(path, "").replaceAll(requestId, "");
      return { status: answer.status, headers, body };
    };
    const hidden = await told(stored!.id);
    expect(hidden.status).toBe(browser.cookies.has("session") ? 404 : 401);
    expect(hidden).toEqual(await told("a".repeat(20)));
  }
  expect(await looks()).toHaveLength(2);
});

/* ------------------------------------------------------------------ a session that ends in the middle */

const endSessions = (uid: string) => run("DELETE FROM sessions WHERE uid = ?", uid);

test("what was typed survives the end of the session, a wrong password too, and is saved after signing in", async () => {
  const person = await delegate();
  const form = await person.browser.open("/application/essays");
  await endSessions(person.uid);
  const typed = { motivation: 'Line one\n"line" <two> & three', challenge: "", contribution: "Ōyama" };

  const interrupted = await changingNothing(() => form.press("Save draft", typed));
  expect(interrupted.status).toBe(401);
  expect(interrupted.text).toContain(accountMessages.signedInAgain);
  expect(interrupted.form("Log in").fields).toEqual(
    expect.arrayContaining([...Object.entries(typed), ["redirectTo", "/application/essays"]]),
  );

  const wrong = await interrupted.press("Log in", { email: person.email, password: "not the password" });
  expect(wrong.status).toBe(401);
  expect(wrong.text).toContain(WRONG_PASSWORD);
  const signedInAgain = await wrong.press("Log in", { email: person.email, password: PASSWORD });
  expect([signedInAgain.status, signedInAgain.location]).toEqual([307, "/application/essays"]);
  const saved = await signedInAgain.follow();
  expect([saved.status, saved.location]).toEqual([302, "/application/essays?saved"]);
  expect(await storedAnswers(person, "essays")).toEqual({ version: 1, answers: typed });
});

test("a form as large as a form may be is sent on after signing in, and what is larger still is not promised", async () => {
  const person = await delegate();
  await person.browser.open("/application/essays");
  await endSessions(person.uid);
  // Percent-encoded, each of these letters takes nine bytes.
  const motivation = "愛".repeat(28_000);
  const page = await person.browser.submit("/application/essays", [
    ["motivation", motivation],
    ["version", "0"],
  ]);
  expect([page.status, page.text.includes(accountMessages.signedInAgain)]).toEqual([401, true]);
  const [tag] = /<form[^>]*action="\/\?index"[^>]*>/.exec(page.html) ?? [];
  expect(tag).toMatch(/encType="multipart\/form-data"/i);
  const { fields } = page.form("Log in");
  const typed = { ...Object.fromEntries(fields), email: person.email, password: PASSWORD };
  expect(typed).toMatchObject({ motivation });
  const sent = await person.browser.upload("/?index", typed);
  expect([sent.status, sent.headers.get("Location")]).toEqual([307, "/application/essays"]);

  await endSessions(person.uid);
  const larger = await person.browser.upload("/application/essays", { motivation: "x".repeat(5_100_000) });
  const told = await larger.text();
  expect([larger.status, told.includes(accountMessages.tooLongToKeep)]).toEqual([401, true]);
  expect(told).not.toContain(accountMessages.signedInAgain);
  expect(told.length).toBeLessThan(100_000);
});

test("a page that one account opened does not write into another's application", async () => {
  const [owner, other] = [await delegate(), await delegate()];
  await owner.browser.open("/application/about");
  const form = await owner.browser.open("/application/about");
  await endSessions(owner.uid);
  const interrupted = await form.press("Save draft", { firstName: "Owner" });
  const signedInAsOther = await interrupted.press("Log in", { email: other.email, password: PASSWORD });
  const refused = await changingNothing(() => signedInAsOther.follow());
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(accountMessages.otherAccount);
  expect(await storedAnswers(other, "about")).toBeUndefined();
});

test("a card does not travel with a form that was interrupted", async () => {
  const visitor = new Browser();
  const card = { cardNumber: "5425 2334 3010 9903", expirationDate: "07/41", cardCode: "617" };
  const interrupted = await visitor.submit(
    "/register",
    Object.entries({ ...card, firstName: "Mei", "addOns.h2023mug": "true" }),
  );
  expect(interrupted.status).toBe(401);
  const names = interrupted.form("Log in").fields.map(([name]) => name);
  expect(names).toContain("addOns.h2023mug");
  for (const [name, value] of Object.entries(card)) {
    expect(names).not.toContain(name);
    expect(interrupted.html).not.toContain(value);
  }
  // The card is not kept after a wrong password either, even if a script puts the card's fields into the form again.
  const again = await interrupted.press("Log in", { ...card, email: "a@b.example", password: "wrong" });
  expect(again.status).toBe(401);
  for (const value of Object.values(card)) expect(again.html).not.toContain(value);
});

test.each([
  ["/application", "GET"],
  ["/application/about", "GET"],
  ["/application/about", "POST"],
  ["/application/check", "POST"],
  ["/application/documents?question=resume", "POST"],
])("%s (%s) asks a visitor to log in", async (path, method) => {
  const body = method === "POST" ? new URLSearchParams({ firstName: "Mei", revision: "" }) : undefined;
  const answer = await changingNothing(() => new Browser().fetch(path, { method, body }));
  expect(answer.status).toBe(401);
  expect(await answer.text()).toContain(method === "GET" ? NOT_LOGGED_IN : accountMessages.signedInAgain);
});
