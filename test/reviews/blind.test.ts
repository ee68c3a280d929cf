import { beforeAll, beforeEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { neutralName } from "~/applications/blind-reading.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { findingMessages } from "~/editions/checks/linter-messages.ts";
import { reviewMessages } from "~/reviews/messages.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { dataAddress, everyAddress } from "../support/every-address.ts";
import { mailsTo } from "../support/mails.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { row, rows, run } from "../support/storage.ts";

/**
 * The applicant whom readers must not recognise. Everything that tells who they are contains one of these words, and
 * nothing else does.
 */
const applicant = demoUid("goldplus");
const WORDS = /zephyrine|quillfeather/i;
const desk = `/admin/delegates/${applicant}`;

const readBlind = (isBlind: boolean) =>
  run(
    "UPDATE questions SET for_reviewers = ? WHERE conference_id = ? AND id = 'lastName'",
    isBlind ? 0 : 1,
    CONFERENCE,
  );

const give = (uid: string, staffUid: string) =>
  run(
    `INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, 'test', 0)
      ON CONFLICT DO NOTHING`,
    ...[CONFERENCE, uid, staffUid],
  );

let reader: Browser;
let addresses: string[];

beforeAll(async () => {
  await run(
    `UPDATE answers SET answers = json_set(answers, '$.firstName', 'Zephyrine', '$.middleName', 'Zephyrine',
      '$.lastName', 'Quillfeather') WHERE conference_id = ? AND uid = ? AND section_id = 'about'`,
    ...[CONFERENCE, applicant],
  );
  await run(
    "UPDATE users SET email = ?1, email_key = ?1 WHERE uid = ?2",
    "zephyrine@hpair.example",
    applicant,
  );
  await run(
    "UPDATE documents SET file_name = 'Quillfeather ' || question_id || '.pdf' WHERE uid = ?",
    applicant,
  );
  for (const word of ["zephyrine", "quillfeather"])
    await run(
      "INSERT INTO search_words (conference_id, uid, word) VALUES (?, ?, ?)",
      CONFERENCE,
      applicant,
      word,
    );
  await give(applicant, demoUid("reviewer"));
  await run("DELETE FROM conflicts WHERE uid = ? AND staff_uid = ?", ...[applicant, demoUid("reviewer")]);
  await run("DELETE FROM reviews WHERE uid = ? AND staff_uid = ?", ...[applicant, demoUid("reviewer")]);
  addresses = (await everyAddress(applicant)).filter((address) => !/^\/(logout|dev)\b/.test(address));
});

beforeEach(async () => {
  await readBlind(true);
  reader = await signedIn("reviewer");
});

/** Opens every address. Returns how many were shown, and at which ones the headers or the text match `WORDS`. */
async function telling(browser: Browser): Promise<{ opened: number; told: string[] }> {
  let opened = 0;
  const told: string[] = [];
  for (const address of addresses.flatMap((one) => [one, dataAddress(one)])) {
    const answer = await browser.get(address);
    const headers = JSON.stringify([...answer.headers]);
    // The inside of a file stays as it was uploaded, so it is not searched.
    const body = address.startsWith("/documents/") && answer.status === 200 ? "" : await answer.text();
    if (answer.status === 200) opened++;
    if (WORDS.test(decodeURIComponent(headers.replaceAll("%", "%25"))) || WORDS.test(body))
      told.push(address);
  }
  return { opened, told };
}

test("no answer to a reader who reads blind tells who applied", async () => {
  const { opened, told } = await telling(reader);
  expect(told).toEqual([]);
  expect(opened).toBeGreaterThan(40);
});

test("the same answers tell it to a director, and to readers of an edition that shows names", async () => {
  const director = await telling(await signedIn("director"));
  for (const path of [
    "/admin/delegates?show=everyone",
    desk,
    "/admin/applications.csv",
    `/admin/accounts/${applicant}`,
  ])
    expect(director.told).toContain(path);
  expect(director.told.some((path) => path.startsWith("/documents/"))).toBe(true);
  await readBlind(false);
  const { told } = await telling(await signedIn("reviewer"));
  for (const path of ["/admin/delegates", desk]) expect(told).toContain(path);
  expect(told.some((path) => path.startsWith("/documents/"))).toBe(true);
});

test("the application has one neutral name, in the list, in the title and on its page", async () => {
  const name = neutralName(CONFERENCE, applicant);
  expect((await reader.open("/admin/delegates")).text).toContain(name);
  const { html, text } = await reader.open(desk);
  expect(html).toMatch(new RegExp(`<title>${name}`));
  expect(text).toContain(reviewMessages.blindDocuments);
  expect(text).toContain(`Download ${name} resume.pdf`);
  const director = await (await signedIn("director")).open(desk);
  expect(director.text).not.toContain(name);
  expect(director.text).not.toContain(reviewMessages.blindDocuments);
});

test("a reader who reads blind finds applications by their neutral names alone", async () => {
  const found = async (search: string) => {
    const page = await reader.open(`/admin/delegates?search=${encodeURIComponent(search)}`);
    return page.html.includes(`row-${applicant}`);
  };
  const name = neutralName(CONFERENCE, applicant);
  for (const search of [name, name.slice(-5), name.slice(-5, -1).toLowerCase()])
    expect(await found(search)).toBe(true);
  const answerTo = async (search: string, path = "/admin/delegates") =>
    (await (await reader.get(`${path}?search=${search}`)).text())
      .replaceAll(search, "")
      .replaceAll(encodeURIComponent(search), "")
      .replace(/<input type="hidden" name="formToken"[^>]*>/g, "")
      // The clock of the demo may reach the next minute.
      .replace(/<aside class="demo".*?<\/aside>/, "");
  for (const search of ["Zephyrine", "Quillfeather", "zephyrine@hpair.example", "zeph"])
    expect((await answerTo(search)).split("><")).toEqual((await answerTo("nobody-is-called-so")).split("><"));
  const next = async (search: string) =>
    (await reader.get(`/admin/delegates/next?search=${search}`)).headers.get("Location")?.replace(search, "");
  expect(await next("Quillfeather")).toBe(await next("nobody-is-called-so"));
  expect(await next(name.slice(-5))).toContain(applicant);
  await readBlind(false);
  expect(await found("Quillfeather")).toBe(true);
});

test("the page of an application leads on among what was found by neutral names", async () => {
  const { uid } = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  await give(uid, demoUid("reviewer"));
  const search = neutralName(CONFERENCE, applicant).slice(-5);
  const alone = await reader.open(`${desk}?search=${search}`);
  expect([alone.status, alone.html.includes('rel="next"'), alone.html.includes('rel="prev"')]).toEqual([
    ...[200, false, false],
  ]);
  const among = await reader.open(desk);
  expect(among.html).toMatch(/rel="(next|prev)"/);
});

test("what a reader posts is answered without telling it", async () => {
  const bodies: string[] = [];
  for (const fields of [
    { intent: "save", version: "0" },
    { intent: "comment", comment: "" },
    { intent: "conflict", reason: "" },
    { intent: "release" },
  ] as Record<string, string>[]) {
    const answer = await reader.post(desk, fields);
    bodies.push(JSON.stringify([...answer.headers]) + (await answer.text()));
  }
  expect(bodies.filter((body) => WORDS.test(body))).toEqual([]);
});

test("the page after a saved review calls the application by its neutral name", async () => {
  const scores = { "score.motivation": "5", "score.asia": "4", "score.initiative": "3", "score.voice": "2" };
  const saved = await (await reader.open(desk)).press("Save", { ...scores, recommendation: "Accepted" });
  const { text, html } = await saved.follow();
  expect(text).toContain(`${reviewMessages.saved} ${neutralName(CONFERENCE, applicant)}`);
  expect(html).not.toMatch(WORDS);
});

test("a document is downloaded under a neutral name, except by its owner and those who decide", async () => {
  const { id } = await row<{ id: string }>(
    "SELECT id FROM documents WHERE uid = ? AND question_id = 'resume'",
    applicant,
  );
  const name = async (account: string) =>
    (await (await signedIn(account)).get(`/documents/${id}`)).headers.get("Content-Disposition");
  const neutral = `${neutralName(CONFERENCE, applicant)} resume.pdf`;
  expect(await name("reviewer")).toContain(`filename="${neutral}"`);
  for (const account of ["goldplus", "decisions", "director"])
    expect(await name(account)).toContain('filename="Quillfeather resume.pdf"');
});

test("who also has money reads blind, and no link leads from the application to the person", async () => {
  const treasurer = await colleague("treasurer");
  await give(applicant, treasurer.uid);
  for (const path of ["/admin/delegates", desk]) {
    const { status, html } = await treasurer.browser.open(path);
    expect([path, status, WORDS.test(html)]).toEqual([path, 200, false]);
    expect(html).not.toContain(`/admin/payments/person/${applicant}`);
  }
  await readBlind(false);
  expect((await treasurer.browser.open(desk)).html).toContain(`/admin/payments/person/${applicant}`);
});

test("a reminder to a reader names nobody", async () => {
  const page = await (await signedIn("director")).open("/admin/scores");
  const [button = ""] = /Remind \d+ readers?/.exec(page.text) ?? [];
  expect((await page.press(button, { by: "2030-01-01" })).status).toBe(302);
  const mails = await mailsTo("reviewer@hpair.example");
  expect(mails.length).toBeGreaterThan(0);
  expect(mails.filter((mail) => WORDS.test(JSON.stringify(mail)))).toEqual([]);
});

test("delegates read in the form what readers see of them", async () => {
  const { browser } = await delegate();
  const pages = async () =>
    Promise.all(
      ["/application/documents", "/application/check"].map(async (path) => (await browser.open(path)).text),
    );
  for (const text of await pages()) expect(text).toContain(applicationMessages.readBlind);
  await readBlind(false);
  for (const text of await pages()) expect(text).not.toContain(applicationMessages.readBlind);
});

test("an institution that is not for readers is not in their list", async () => {
  const { institution } = await row<{ institution: string }>(
    "SELECT answers ->> '$.institution' AS institution FROM answers WHERE uid = ? AND section_id = 'education'",
    applicant,
  );
  const setForReviewers = (seen: number) =>
    run(
      "UPDATE questions SET for_reviewers = ? WHERE id = 'institution' AND conference_id = ?",
      seen,
      CONFERENCE,
    );
  expect((await reader.open("/admin/delegates")).text).toContain(institution);
  await setForReviewers(0);
  expect((await reader.open("/admin/delegates")).text).not.toContain(institution);
  await setForReviewers(1);
});

test("it is set in the form of the edition, said before it is published, and written down", async () => {
  await readBlind(false);
  const director = await signedIn("director");
  const section = await director.open(`/admin/editions/${CONFERENCE}/questions/about`);
  expect(section.html).toContain("reviewers read blind");
  const [index] = /^\d+/.exec(
    section.form("Save").fields.find(([name, value]) => name.endsWith(".id") && value === "lastName")![0],
  )!;
  expect((await section.press("Save", { [`${index}.forReviewers`]: "" })).status).toBe(302);
  expect((await reader.open("/admin/delegates")).text).toContain("Quillfeather");
  const publish = await director.open(`/admin/editions/${CONFERENCE}/publish`);
  expect(publish.text).toContain(findingMessages.questions.readBlind);
  expect((await publish.press("Publish now")).status).toBe(302);
  expect(WORDS.test((await reader.open("/admin/delegates")).html)).toBe(false);
  const published = await rows("SELECT 1 FROM audit WHERE action = 'publishEdition'");
  expect(published).toHaveLength(1);
});
