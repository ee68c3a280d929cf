import Papa from "papaparse";
import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { detailsMessages } from "~/details/messages.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { wholeFile } from "../support/csv-file.ts";
import { overtake } from "../support/overtake.ts";
import { CONFERENCE, type Delegate, delegate } from "../support/people.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

afterEach(async () => {
  vi.restoreAllMocks();
  await restoreClock();
});

const NEW_NUMBER = "+852 6123 4567";
const SECRETS = ["Aunt Bo", "61234567", "6123 4567", "Wheelchair"];

const answer = (uid: string, section: string, answers: Record<string, string>) =>
  run(
    `INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, ?, 1, ?, 0)
      ON CONFLICT DO UPDATE SET answers = json_patch(answers, excluded.answers)`,
    ...[CONFERENCE, uid, section, JSON.stringify(answers)],
  );

/** A delegate who may register. Their application has the answers that the page of details shows. */
async function submitted(): Promise<Delegate> {
  const person = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted", waiver: true });
  await answer(person.uid, "about", { phone: "+85251234567", residence: "HK" });
  await answer(person.uid, "education", { institution: "HKU" });
  await answer(person.uid, "participation", {
    ...{ dietary: "No nuts", emergencyName: "Li Chen", emergencyPhone: "+16175550100" },
  });
  return person;
}

const savesOf = async (uid: string) =>
  (
    await rows<{ version: number; changes: string }>(
      "SELECT version, changes FROM detail_changes WHERE uid = ? ORDER BY version",
      uid,
    )
  ).map(({ version, changes }) => ({ version, changes: JSON.parse(changes) as unknown }));

test("a delegate changes their details, and the application stays as it was submitted", async () => {
  const { uid, browser } = await submitted();
  const before = await rows("SELECT * FROM answers WHERE uid = ? ORDER BY section_id", uid);
  const page = await browser.open("/details");
  expect(Object.fromEntries(page.form("Save details").fields)).toMatchObject({
    ...{ badgeName: "Mei Chen", phone: "+852 5123 4567", institution: "HKU", dietary: "No nuts" },
    ...{ emergencyName: "Li Chen", emergencyPhone: "+1 617 555 0100", emergencyRelation: "", version: "0" },
  });

  const saved = await page.press("Save details", {
    badgeName: " May ",
    dietary: "Vegan",
    phone: "6123 4567",
  });
  expect([saved.status, saved.location]).toEqual([302, "/details?saved"]);
  const after = await saved.follow();
  expect(after.text).toContain(detailsMessages.saved);
  expect(Object.fromEntries(after.form("Save details").fields)).toMatchObject({
    ...{ badgeName: "May", dietary: "Vegan", phone: NEW_NUMBER, version: "1" },
  });
  expect(await savesOf(uid)).toEqual([
    {
      version: 1,
      changes: {
        badgeName: { from: "Mei Chen", to: "May" },
        phone: { from: "+85251234567", to: "+85261234567" },
        dietary: { from: "No nuts", to: "Vegan" },
      },
    },
  ]);
  expect(await rows("SELECT * FROM answers WHERE uid = ? ORDER BY section_id", uid)).toEqual(before);
  const application = await browser.open("/application");
  expect(application.text).toContain("No nuts");
  expect(application.text).not.toContain("Vegan");

  await changingNothing(() => after.press("Save details"));
  await expect(run("UPDATE detail_changes SET changes = '{}' WHERE uid = ?", uid)).rejects.toThrow(
    /never changed/,
  );
});

test.each<[string, Record<string, string>, string[]]>([
  ["a number that cannot be read", { phone: "12" }, [applicationMessages.notATelephone]],
  [
    "an emergency contact that cannot be called",
    { emergencyPhone: "soon" },
    [applicationMessages.notATelephone],
  ],
  ["nobody to call", { emergencyName: " " }, ["This field is required"]],
  ["a badge that is too long", { badgeName: "x".repeat(61) }, ["60"]],
])("%s is refused with a sentence, and all that was typed is still there", async (_, wrong, sentences) => {
  const { browser } = await submitted();
  const page = await browser.open("/details");
  const typed = { dietary: "Vegan", ...wrong };
  const refused = await changingNothing(() => page.press("Save details", typed));
  expect(refused.status).toBe(400);
  for (const sentence of sentences) expect(refused.text).toContain(sentence);
  const kept = Object.fromEntries(refused.form("Save details").fields);
  expect(kept["dietary"]).toBe("Vegan");
  for (const [field, value] of Object.entries(wrong)) expect(kept[field]).toBe(value.trim());
});

test("of two tabs the second is told what the first saved, loses nothing, and may save after all", async () => {
  const { uid, browser } = await submitted();
  const [first, second] = [await browser.open("/details"), await browser.open("/details")];
  await first.press("Save details", { dietary: "Vegan" });
  const refused = await changingNothing(
    () => second.press("Save details", { dietary: "Halal", badgeName: "May" }),
    { but: ["counters"] },
  );
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(detailsMessages.changedMeanwhile);
  expect(refused.text).toContain("Dietary needs: Vegan");
  expect(Object.fromEntries(refused.form("Save details").fields)).toMatchObject({
    ...{ dietary: "Halal", badgeName: "May" },
  });
  const ahead = await changingNothing(() => refused.press("Save details", { version: "7" }));
  expect(ahead.status).toBe(409);
  expect((await refused.press("Save details")).status).toBe(302);
  expect((await savesOf(uid)).at(-1)).toEqual({
    version: 2,
    changes: { badgeName: { from: "Mei Chen", to: "May" }, dietary: { from: "Vegan", to: "Halal" } },
  });
});

test("a typing error in the second tab does not hide from it what the first saved", async () => {
  const { uid, browser } = await submitted();
  const [first, second] = [await browser.open("/details"), await browser.open("/details")];
  await first.press("Save details", { dietary: "Vegan" });
  const wrong = await changingNothing(() => second.press("Save details", { phone: "12" }));
  expect(wrong.status).toBe(400);
  const late = await changingNothing(() => wrong.press("Save details", { phone: NEW_NUMBER }));
  expect(late.status).toBe(409);
  expect(late.text).toContain(detailsMessages.changedMeanwhile);
  expect(late.text).toContain("Dietary needs: Vegan");
  expect((await late.press("Save details", { dietary: "Vegan" })).status).toBe(302);
  expect((await savesOf(uid)).map(({ version }) => version)).toEqual([1, 2]);
});

test("two saves at the same moment are one and a refusal", async () => {
  const { uid, browser } = await submitted();
  const page = await browser.open("/details");
  const happened = overtake(browser, 'insert into "detail_changes"', () =>
    run(
      "INSERT INTO detail_changes VALUES (?, ?, 1, ?, 0, 0)",
      ...[CONFERENCE, uid, '{"dietary":{"from":"No nuts","to":"Vegan"}}'],
    ),
  );
  const refused = await page.press("Save details", { dietary: "Halal" });
  expect([happened(), refused.status]).toEqual([true, 409]);
  expect(refused.text).toContain(detailsMessages.changedMeanwhile);
  expect(await savesOf(uid)).toHaveLength(1);
});

test("an application that staff open again at that moment takes no details, and nothing typed is lost", async () => {
  const { uid, browser } = await submitted();
  const page = await browser.open("/details");
  const happened = overtake(browser, 'insert into "detail_changes"', () =>
    run("UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?", uid),
  );
  const refused = await page.press("Save details", { dietary: "Halal" });
  expect([happened(), refused.status]).toEqual([true, 409]);
  expect(refused.text).toContain(detailsMessages.closed["not submitted"]);
  expect(Object.fromEntries(refused.form("Save details").fields)["dietary"]).toBe("Halal");
  expect(await savesOf(uid)).toEqual([]);
});

test("nobody but the delegate reads or changes them", async () => {
  const { uid, browser } = await submitted();
  await (await browser.open("/details")).press("Save details", { dietary: "Aunt Bo" });
  expect((await new Browser().open("/details")).status).toBe(401);
  const other = await submitted();
  const page = await other.browser.open(`/details?uid=${uid}`);
  expect(page.text).not.toContain("Aunt Bo");
  const fields = { ...Object.fromEntries(page.form("Save details").fields), uid, dietary: "Pizza" };
  expect((await other.browser.post("/details", fields)).status).toBe(302);
  expect(await savesOf(other.uid)).toHaveLength(1);
  expect(await savesOf(uid)).toHaveLength(1);
  // One person leaves this form open on the computer. Another person cannot save it.
  const left = Object.fromEntries((await browser.open("/details")).form("Save details").fields);
  await changingNothing(async () => expect((await other.browser.post("/details", left)).status).toBe(409));
});

test.each<[string, string | undefined, string]>([
  ["has applied to nothing", undefined, "2022-12-17T10:00:00Z"],
  ["comes after the conference", "2022-11-11T18:05:00Z", "2023-02-20T05:00:00Z"],
])("whoever %s can change nothing, and is told why", async (_, submittedAt, now) => {
  await stopClockAt(now);
  const { browser } = await delegate(submittedAt ? { submittedAt } : {});
  const sentence = detailsMessages.closed[submittedAt ? "over" : "not submitted"];
  const page = await browser.open("/details");
  expect([page.status, page.has("Save details")]).toEqual([200, false]);
  expect(page.text).toContain(sentence);
  const refused = await changingNothing(() => browser.submit("/details", [["dietary", "Vegan"]]));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(sentence);
  expect((await browser.open("/")).html).not.toContain('href="/details"');
});

test("the form of another edition is refused", async () => {
  const { browser } = await submitted();
  const fields = Object.fromEntries((await browser.open("/details")).form("Save details").fields);
  await changingNothing(async () => {
    const refused = await browser.post("/details", { ...fields, edition: "aconf_2022", dietary: "Vegan" });
    expect(refused.status).toBe(409);
  });
});

test("a script cannot fill the history", async () => {
  const { uid, browser } = await submitted();
  const fields = Object.fromEntries((await browser.open("/details")).form("Save details").fields);
  const save = (version: number) =>
    browser.post("/details", { ...fields, version: String(version), dietary: `Diet ${version}` });
  for (let version = 0; version < 50; version++) expect((await save(version)).status).toBe(302);
  const refused = await save(50);
  expect(refused.status).toBe(429);
  expect(await refused.text()).toContain("You have changed your details 50 times within a day.");
  expect(await savesOf(uid)).toHaveLength(50);
});

test("home leads there, and the ticket shows the name on the badge", async () => {
  const goldplus = await (await signedIn("goldplus")).open("/");
  expect(goldplus.html).toContain('href="/details"');
  expect(goldplus.text).toContain("Jisoo Park");
  expect((await (await signedIn("submitted")).open("/")).html).toContain('href="/details"');
  for (const account of ["new", "draft", "rejected"])
    expect((await (await signedIn(account)).open("/")).html, account).not.toContain('href="/details"');
});

/** The text of a page, including any history, as an account of the staff reads it. */
const seenBy = async (account: string, path: string) => (await (await signedIn(account)).open(path)).text;

test("staff see what was changed and when as far as their abilities reach, and it stands in no log", async () => {
  const { uid, browser } = await submitted();
  for (const account of ["reviewer", "decisions"])
    await run(
      "INSERT INTO assignments (conference_id, uid, staff_uid, reason, assigned_at) VALUES (?, ?, ?, '', 0)",
      ...[CONFERENCE, uid, demoUid(account)],
    );
  const said = vi.spyOn(console, "log");
  const typed = { accessNeeds: "Wheelchair", phone: NEW_NUMBER, emergencyName: "Aunt Bo", badgeName: "May" };
  await (await browser.open("/details")).press("Save details", typed);
  await (await browser.open("/details")).press("Save details", { ...typed, phone: "nonsense Wheelchair" });

  const desk = `/admin/delegates/${uid}`;
  const order = `/admin/payments/person/${uid}`;
  for (const [account, path] of [
    ["director", desk],
    ["decisions", desk],
  ] as const) {
    const text = await seenBy(account, path);
    expect(text).toContain(detailsMessages.staffHistory);
    expect(text).toContain("Phone number: +852 6123 4567 (before: +852 5123 4567 )");
    expect(text).toContain("Emergency contact: name: Aunt Bo (before: Li Chen )");
  }
  const reviewer = await seenBy("reviewer", desk);
  expect(reviewer).toContain("Mei Chen");
  for (const secret of [...SECRETS, detailsMessages.staffHistory]) expect(reviewer).not.toContain(secret);

  for (const account of ["treasurer", "director"]) {
    const text = await seenBy(account, order);
    expect(text).toContain("Name on your badge: May (before: Mei Chen )");
    expect(text).toContain("Access needs: Wheelchair (before: nothing )");
    expect(text).not.toContain("Aunt Bo");
    expect(text).not.toContain("6123 4567");
  }

  const logged = JSON.stringify([
    said.mock.calls,
    await rows("SELECT * FROM audit"),
    await rows("SELECT * FROM outbox"),
    await rows("SELECT * FROM counters"),
  ]);
  for (const secret of SECRETS) expect(logged).not.toContain(secret);
});

test("the files for the door have the details in force, and the file of applications what was submitted", async () => {
  const uid = demoUid("goldplus");
  const theirsIn = async (account: string, path: string) => {
    const text = await (await (await signedIn(account)).get(path)).text();
    const { data } = Papa.parse<Record<string, string>>(wholeFile(text.replace(/^\ufeff/, "")), {
      header: true,
    });
    return data.find((line) => line["uid"] === uid)!;
  };
  const registered = await theirsIn("door", "/admin/registrations.csv");
  expect(registered).toMatchObject({
    ...{ name: "Ji-soo Park", badgeName: "Jisoo Park", institution: "Tufts University" },
    dietary: "Vegetarian, no shellfish",
  });
  expect(Object.keys(registered)).not.toContain("phone");
  const contacts = await theirsIn("door", "/admin/emergency-contacts.csv");
  expect(contacts).toMatchObject({
    ...{ phone: "+1 617 555 0134", emergencyName: "Park Min-ho", emergencyRelation: "Father" },
  });
  expect(Object.keys(contacts)).not.toContain("dietary");
  const applied = await theirsIn("director", "/admin/applications.csv");
  expect(applied).toMatchObject({ dietary: "No shellfish" });
  expect(Object.keys(applied)).not.toContain("badgeName");
});

test("a pass that goes to another person does not take the details along", async () => {
  const { uid } = await row<{ uid: string }>(
    "SELECT uid FROM holdings WHERE uid = ? AND item = 'goldPlus' AND state = 'held'",
    demoUid("goldplus"),
  );
  const other = await submitted();
  await run("UPDATE holdings SET uid = ? WHERE uid = ?", other.uid, uid);
  try {
    const home = await other.browser.open("/");
    expect(home.text).toContain("Mei Chen");
    expect(home.text).not.toContain("Jisoo Park");
    expect((await other.browser.open("/details")).text).not.toContain("Jisoo");
  } finally {
    await run("UPDATE holdings SET uid = ? WHERE uid = ?", uid, other.uid);
  }
});
