import { expect, test } from "vitest";
import { detailsMessages } from "~/details/messages.ts";
import { applicant, COMPLETE, storedAnswers, submit } from "../support/applying.ts";
import { signedIn } from "../support/browser.ts";
import { overtake } from "../support/overtake.ts";
import { CONFERENCE } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, rows, run } from "../support/storage.ts";
import { mailsOf } from "../support/told.ts";

const say = detailsMessages.correct;
const PRESS = "Correct the answer and write to the delegate";
const REASON = { reason: "Asked by mail" };
const REFUSED = { but: ["sessions"] };

const director = await signedIn("director");

/** Somebody whose complete application is submitted. */
async function submitted() {
  const person = await applicant();
  expect((await submit(person.browser)).status).toBe(302);
  await run("DELETE FROM outbox WHERE recipient = ?", person.email);
  return person;
}

const pathOf = ({ uid }: { uid: string }, question: string) =>
  `/admin/delegates/${uid}/correct?question=${question}`;

const correct = async (person: { uid: string }, question: string, answer: string, reason = REASON) =>
  (await director.open(pathOf(person, question))).press(PRESS, { [question]: answer, ...reason });

const foundBy = async (words: string, { email }: { email: string }) =>
  (await director.open(`/admin/delegates?show=everyone&search=${encodeURIComponent(words)}`)).text.includes(
    email,
  );

const corrections = ({ uid }: { uid: string }) =>
  rows<{ detail: string }>(
    "SELECT detail FROM audit WHERE object = ? AND action = 'correctAnswer' ORDER BY rowid",
    `${CONFERENCE}/${uid}`,
  );

test("an answer is corrected in three clicks; the delegate sees what and when, and gets a mail without it", async () => {
  const person = await submitted();
  const desk = await director.open(`/admin/delegates/${person.uid}`);
  expect(desk.text).toContain(say.title);
  const list = await director.open(`/admin/delegates/${person.uid}/correct`);
  expect(list.html).toContain('href="?question=lastName"');
  const done = await correct(person, "lastName", "Zhào");
  expect(done.status, done.text).toBe(302);
  expect((await done.follow()).text).toContain(say.done);

  const own = (await person.browser.open("/application")).text;
  expect(own).toContain(detailsMessages.corrected);
  expect(own).toMatch(/by the team.*Zhào.*before: .*Chen/s);
  expect(own).not.toContain("director@");
  const [mail, ...more] = await mailsOf(person.email);
  expect([mail!.body.includes("Zhào"), more]).toEqual([false, []]);
  expect((await corrections(person)).map(({ detail }) => JSON.parse(detail))).toEqual([
    { question: "lastName", ...REASON },
  ]);
  expect((await director.open(`/admin/delegates/${person.uid}`)).text).toMatch(/by the team.*Zhào/s);
});

test("an answer that stays the same is not said to be corrected, and no mail is promised", async () => {
  const person = await submitted();
  const same = await changingNothing(() => correct(person, "lastName", "Chen"), REFUSED);
  expect(same.status).toBe(400);
  expect(same.text).toContain(say.unchanged);
  expect(same.html).toContain(REASON.reason);
  expect(await mailsOf(person.email)).toEqual([]);
});

test("who was corrected is found by the new answer, and no longer by the old one", async () => {
  const person = await submitted();
  await correct(person, "lastName", "Quintana");
  await correct(person, "institution", "Harvard College");
  expect([await foundBy("Quintana", person), await foundBy("Harvard", person)]).toEqual([true, true]);
  expect(await foundBy("University", person)).toBe(false);
});

test("a telephone number that is corrected without a country code gets the code of the delegate's country", async () => {
  const person = await submitted();
  const done = await correct(person, "phone", "020 7946 0958");
  expect(done.status, done.text).toBe(302);
  expect((await storedAnswers(person, "about"))!.answers.phone).toBe("+442079460958");
});

test("a correction of a detail for the day is what everybody sees of it", async () => {
  const person = await submitted();
  await person.browser.post("/details", { version: "0", ...DETAILS, dietary: "Vegan" });
  await correct(person, "dietary", "Halal");
  expect((await person.browser.open("/details")).html).toContain("Halal");
  expect((await person.browser.open("/details")).html).not.toContain("Vegan");
});

const { emergencyName, emergencyPhone, accessNeeds } = COMPLETE["participation"]!;
const DETAILS = {
  badgeName: "Mei",
  emergencyName,
  emergencyPhone,
  accessNeeds,
  emergencyRelation: "",
} as Record<string, string>;

test("a double press is one correction, and a form that is older than another correction changes nothing", async () => {
  const person = await submitted();
  const [page, old] = [
    await director.open(pathOf(person, "lastName")),
    await director.open(pathOf(person, "field")),
  ];
  const press = () => page.press(PRESS, { lastName: "Li", ...REASON });
  expect((await Promise.all([press(), press()])).map(({ status }) => status)).toEqual([302, 302]);
  expect(await corrections(person)).toHaveLength(1);
  expect(await mailsOf(person.email)).toHaveLength(1);
  const stale = await changingNothing(() => old.press(PRESS, { field: "Law", ...REASON }), REFUSED);
  expect([stale.status, stale.html.includes("Law")]).toEqual([409, true]);
  expect(stale.text).toContain(say.changed);
});

test.each([
  ["no reason", { lastName: "Li", reason: "" }],
  ["no answer", { lastName: "", ...REASON }],
])("%s in between does not hide that the answer was corrected meanwhile", async (_, typed) => {
  const person = await submitted();
  const page = await director.open(pathOf(person, "lastName"));
  expect((await correct(person, "lastName", "Zhào")).status).toBe(302);
  const wrong = await changingNothing(() => page.press(PRESS, typed), REFUSED);
  expect(wrong.status).toBe(400);
  const late = await changingNothing(() => wrong.press(PRESS, { lastName: "Li", ...REASON }), REFUSED);
  expect([late.status, late.text.includes(say.changed)]).toEqual([409, true]);
  expect((await late.press(PRESS)).status).toBe(302);
  expect(await corrections(person)).toHaveLength(2);
});

test("of two corrections at the same moment one is made, and the other is told", async () => {
  const person = await submitted();
  const colleagues = await colleague("director");
  const happened = overtake(colleagues.browser, 'insert into "audit"', () => correct(person, "field", "Law"));
  const late = await colleagues.browser.post(pathOf(person, "lastName"), {
    ...{ lastName: "Li", version: "0" },
    ...REASON,
  });
  expect([happened(), late.status]).toEqual([true, 409]);
  expect((await corrections(person)).map(({ detail }) => JSON.parse(detail).question)).toEqual(["field"]);
  expect(await mailsOf(person.email)).toHaveLength(1);
});

test.each([
  ["an answer that would not be accepted", "lastName", "", REASON, "lastName"],
  ["an age at which one may not take part in person", "dateOfBirth", "2015-05-06", REASON, "dateOfBirth"],
  ["no reason", "lastName", "Li", { reason: "" }, "reason"],
])("%s is refused, and what was typed stays", async (_, question, answer, reason, field) => {
  const person = await submitted();
  const refused = await changingNothing(() => correct(person, question, answer, reason), REFUSED);
  expect(refused.status).toBe(400);
  expect(refused.html).toContain(`href="#${field}"`);
  expect(refused.html).toContain(answer || REASON.reason);
});

test("an answer that needs another one is not corrected alone", async () => {
  const person = await submitted();
  const refused = await changingNothing(() => correct(person, "scholarship", "Yes"), REFUSED);
  expect([refused.status, refused.text.includes("Open the application again instead")]).toEqual([400, true]);
});

test("a draft and a document are not corrected, nor anything by who does not decide", async () => {
  const [draft, person] = [await applicant(), await submitted()];
  expect((await director.open(pathOf(draft, "lastName"))).has(PRESS)).toBe(false);
  const posted = { lastName: "Li", version: "0", ...REASON };
  expect(
    (await changingNothing(() => director.post(pathOf(draft, "lastName"), posted), REFUSED)).status,
  ).toBe(409);
  expect((await director.post(pathOf(person, "resume"), posted)).status).toBe(404);
  const reader = await colleague("reviewer");
  expect((await reader.browser.get(pathOf(person, "lastName"))).status).toBe(403);
  expect((await reader.browser.post(pathOf(person, "lastName"), posted)).status).toBe(403);
});
