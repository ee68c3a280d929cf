import { afterAll, beforeAll, expect, test } from "vitest";
import { applicationMessages } from "~/applications/messages.ts";
import { applicant, COMPLETE, save, storedAnswers, submit, submittedAt } from "../support/applying.ts";
import { signedIn } from "../support/browser.ts";
import { delegate } from "../support/people.ts";
import { changingNothing, rows, run } from "../support/storage.ts";

// An edition may ask for the emergency contact's telephone number already in the application.
beforeAll(() => run("UPDATE questions SET asked_later = 0"));
afterAll(() => run("UPDATE questions SET asked_later = 1 WHERE id LIKE 'emergency%'"));

/* ------------------------------------------------------------------ telephone numbers */

test("a number without a country code is read as one of the country of residence, shown so, and stored so on submission", async () => {
  const person = await applicant({
    phone: "138 0013 8000",
    residence: "CN",
    emergencyPhone: "+91 98765-43210",
  });
  expect((await storedAnswers(person, "about"))!.answers.phone).toBe("138 0013 8000");
  const check = await person.browser.open("/application/check");
  expect(check.text).toContain("+86 138 0013 8000");
  expect(check.text).toContain("+91 98765 43210");

  expect((await check.press("Submit application")).status).toBe(302);
  expect((await storedAnswers(person, "about"))!.answers.phone).toBe("+8613800138000");
  expect((await storedAnswers(person, "participation"))!.answers.emergencyPhone).toBe("+919876543210");
  expect(await rows("SELECT * FROM audit WHERE actor_uid = ?", person.uid)).toHaveLength(1);
  expect((await person.browser.open("/application")).text).toContain("+86 138 0013 8000");
  const director = await signedIn("director");
  expect((await director.open(`/admin/delegates/${person.uid}`)).text).toContain("+86 138 0013 8000");
  const file = await (await director.get("/admin/applications.csv")).text();
  expect(file).toContain("+86 138 0013 8000");
  expect(file).toContain("+91 98765 43210");
});

test("another residence gives another reading; a number that cannot be read is asked for again and stays as typed", async () => {
  const person = await applicant({ phone: "98765 43210", residence: "IN", emergencyPhone: "098765 43211" });
  expect((await person.browser.open("/application/check")).text).toContain("+91 98765 43210");
  const about = { ...COMPLETE["about"]!, phone: "98765 43210", residence: "GB" };
  await save(person.browser, "about", about, "1");

  const refused = await changingNothing(() => submit(person.browser));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(`Phone number: ${applicationMessages.notATelephone}`);
  expect(refused.text).toContain(`Emergency contact: phone number: ${applicationMessages.notATelephone}`);
  expect(refused.text).toContain("98765 43210");
  expect(refused.text).not.toContain("+98");
});

test("a draft neither moves nor cuts what was typed into a field for a number", async () => {
  const person = await delegate();
  for (const [version, phone] of [
    "8613800138000",
    "(0)20 7946",
    "0044 (0)20 7946 0958 or by mail",
  ].entries()) {
    await save(person.browser, "about", { ...COMPLETE["about"]!, phone }, String(version));
    expect((await storedAnswers(person, "about"))!.answers.phone).toBe(phone);
    const page = await person.browser.open("/application/about");
    expect(page.form("Save draft").fields).toContainEqual(["phone", phone]);
  }
});

/* ------------------------------------------------------------------ Save and continue */

test("Save and continue saves, says what is wrong, and lets the delegate continue anyway", async () => {
  const person = await delegate();
  const typed = { ...COMPLETE["about"]!, dateOfBirth: "2030-01-01", phone: "ask my mother", nationality: "" };
  const page = await person.browser.open("/application/about");
  const saved = await page.press("Save and continue", typed);
  expect([saved.status, saved.location]).toEqual([302, "/application/about?saved&check"]);
  expect((await storedAnswers(person, "about"))!.answers).toEqual(typed);

  const told = await saved.follow();
  expect(told.text).toContain("There is a problem");
  expect(told.text).toContain(`Date of birth: ${applicationMessages.inTheFuture}`);
  expect(told.text).toContain(`Phone number: ${applicationMessages.notATelephone}`);
  expect(told.text).toContain("Nationality: This field is required");
  expect(told.text).toContain(applicationMessages.savedWithProblems);
  expect(told.html).toContain('href="/application/education"');
  // A checkbox that is not ticked is not sent.
  const { oneName: _, ...shown } = { oneName: "", ...typed };
  expect(Object.fromEntries(told.form("Save draft").fields)).toMatchObject(shown);

  const list = await person.browser.open("/application");
  expect(list.text).toMatch(/About you To fix/);
  const mended = await told.press("Save and continue", COMPLETE["about"]!);
  expect(mended.location).toBe("/application/education");
  expect((await person.browser.open("/application")).text).toMatch(/About you Complete/);
});

test("Save draft checks nothing, and the last section's Save and continue leads to the documents", async () => {
  const { browser } = await delegate();
  const page = await browser.open("/application/about");
  const draft = await (await page.press("Save draft", { dateOfBirth: "1890-01-01" })).follow();
  expect(draft.text).not.toContain("There is a problem");
  const last = await browser.open("/application/scholarship");
  expect((await last.press("Save and continue", { scholarship: "No" })).location).toBe(
    "/application/documents",
  );
});

// The clock of the portal is set to 17 December 2022.
test.each([
  ["dateOfBirth", "2030-01-01", applicationMessages.inTheFuture],
  ["dateOfBirth", "1890-06-01", applicationMessages.tooLongAgo(110)],
  ["graduationYear", "1900", applicationMessages.tooLongAgo(80)],
  ["graduationYear", "2999", applicationMessages.tooFarAhead(10)],
])("%s %s is refused when submitting", async (question, answer, sentence) => {
  const { browser } = await applicant({ [question]: answer, participation: "Virtual" });
  expect((await browser.open("/application/check")).text).toContain(sentence);
  const refused = await changingNothing(() => submit(browser));
  expect([refused.status, refused.text.includes(sentence)]).toEqual([409, true]);
});

test("somebody too young to take part in person is told so in the section with the date of birth", async () => {
  const { browser } = await applicant({ dateOfBirth: "2005-02-18" });
  expect((await browser.open("/application")).text).toMatch(/About you To fix/);
});

/* ------------------------------------------------------------------ names */

test("a person with only one name says so and needs no other", async () => {
  const asked = await applicant({ firstName: "Suharto", lastName: "" });
  const refused = await changingNothing(() => submit(asked.browser));
  expect(refused.text).toContain("Last name: Enter your last name, or tick “I have only one name”.");

  const about = { ...COMPLETE["about"]!, firstName: "Suharto", lastName: "", oneName: "Yes" };
  await save(asked.browser, "about", about, "1");
  const page = await asked.browser.open("/application/about");
  expect(page.html).toMatch(/<input type="checkbox"[^>]*name="oneName"[^>]*checked/);
  expect((await submit(asked.browser)).status).toBe(302);
  expect(await submittedAt(asked)).not.toBeNull();
});

test("names and free texts do not affect the writing direction of the text around them", async () => {
  const person = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  await run(
    `UPDATE answers SET answers = json_set(answers, '$.firstName', 'محمد', '$.lastName', '') WHERE uid = ?`,
    person.uid,
  );
  const director = await signedIn("director");
  const pages = await Promise.all([
    person.browser.open("/application"),
    person.browser.open("/decision/letter"),
    director.open(`/admin/delegates/${person.uid}`),
    director.open(`/admin/delegates?show=everyone&search=${encodeURIComponent(person.email)}`),
  ]);
  for (const { html, path } of pages)
    expect(html, path).toMatch(/<(bdi|[a-z]+ [^>]*dir="auto"[^>]*)>[^<]*محمد/);
});
