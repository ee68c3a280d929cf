import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { staffMessages } from "~/staff/messages.ts";
import { messages } from "~/values/messages.ts";
import { signedIn } from "../support/browser.ts";
import { mailsTo } from "../support/mails.ts";
import { delegate } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

const { fates, someNotAdded, tooMany, abilitiesNone, abilitiesAndRole } = staffMessages;
const STAFF = "/admin/manage-staff";

const open = async () => (await signedIn("director")).open(STAFF);
const paste = async (people: string, more: Record<string, string> = {}) =>
  (await open()).press("Add", { people, role: "reviewer", capacity: "1", ...more });
const invitationTo = (email: string) =>
  rows<{ name: string | null; abilities: string; capacity: number }>(
    "SELECT name, abilities, capacity FROM invitations WHERE email = ?",
    email,
  );
const recordOf = (uid: string) =>
  row<{ name: string | null; abilities: string }>("SELECT name, abilities FROM staff WHERE uid = ?", uid);
const pasted = ({ fields }: { fields: [string, string][] }) => Object.fromEntries(fields)["people"];

async function confirmed() {
  const person = await delegate();
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", person.uid);
  return person;
}

test("many are added at once as they were pasted, each with a name, and those with an account join at once", async () => {
  const known = await confirmed();
  const answer = await paste(
    `"Lee, Ada" <ada@paste.example>; bo@paste.example, Bo Chen\r\nCy@paste.example\nKit Known <${known.email}>`,
    { role: "treasurer", capacity: "2" },
  );
  expect([answer.status, answer.location]).toEqual([302, `${STAFF}?added=1&invited=3&before=0`]);
  const page = await answer.follow();
  for (const words of [
    "We have sent 3 invitations. Their links work for 7 days.",
    "1 person is on the staff now. We have written to them.",
    "Lee, Ada ada@paste.example Treasurer",
    "Bo Chen bo@paste.example Treasurer",
    "Cy@paste.example Treasurer",
    `Kit Known ${known.email} Treasurer`,
  ])
    expect(page.text).toContain(words);
  const post = { abilities: '["read","money"]', capacity: 2 };
  expect(await invitationTo("ada@paste.example")).toEqual([{ name: "Lee, Ada", ...post }]);
  expect(await invitationTo("bo@paste.example")).toEqual([{ name: "Bo Chen", ...post }]);
  expect(await invitationTo("Cy@paste.example")).toEqual([{ name: null, ...post }]);
  expect(await recordOf(known.uid)).toEqual({ name: "Kit Known", abilities: post.abilities });
  for (const address of ["ada@paste.example", "bo@paste.example", "Cy@paste.example"]) {
    const [mail, ...others] = await mailsTo(address);
    expect(mail!.body).toMatch(/invites you to be a treasurer[\s\S]*\/invitation\/[\w-]{43}/);
    expect(others).toEqual([]);
  }
});

test("who can be added is, and the rest is named and stays in the field to be corrected", async () => {
  const disabled = await confirmed();
  await run("UPDATE users SET disabled_at = 1 WHERE uid = ?", disabled.uid);
  const answer = await paste(
    [
      "Dee <dee@paste.example>",
      "eve at paste.example",
      "reviewer@hpair.example",
      "DEE@paste.example",
      disabled.email,
      `${"n".repeat(101)} <long@paste.example>`,
    ].join("\n"),
    { role: "door", capacity: "3" },
  );
  expect(answer.status).toBe(400);
  for (const words of [
    someNotAdded,
    `Dee <dee@paste.example> Done ${fates.invited}`,
    `eve at paste.example Not done ${fates.notAnAddress}`,
    `reviewer@hpair.example Not done ${fates.already}`,
    `DEE@paste.example Done ${fates.twice}`,
    `${disabled.email} Not done ${fates.disabled}`,
    `<long@paste.example> Not done ${fates.nameTooLong}`,
  ])
    expect(answer.text).toContain(words);
  const form = answer.form("Add");
  expect(pasted(form)).toBe(
    ["eve at paste.example", disabled.email, `${"n".repeat(101)} <long@paste.example>`].join("\n"),
  );
  expect(Object.fromEntries(form.fields)).toMatchObject({ role: "door", capacity: "3" });
  expect(await invitationTo("dee@paste.example")).toHaveLength(1);
  expect(await mailsTo("dee@paste.example")).toHaveLength(1);
  // When the list is corrected and sent again, nobody gets a second mail.
  const again = await answer.press("Add", { people: "eve@paste.example" });
  expect(again.location).toBe(`${STAFF}?added=0&invited=1&before=0`);
  expect(await invitationTo("eve@paste.example")).toEqual([
    { name: null, abilities: '["door"]', capacity: 3 },
  ]);
  expect(await mailsTo("dee@paste.example")).toHaveLength(1);
});

test("who has the same open invitation already gets no second mail, and their link goes on working", async () => {
  const one = await open();
  const people = "twice@paste.example\nTwo Ways <two@paste.example>";
  const add = (more: Record<string, string> = {}) =>
    one.press("Add", { people, role: "reviewer", capacity: "1", ...more });
  const presses = await Promise.all([add(), add()]);
  expect(presses.map(({ location }) => location).sort()).toEqual([
    `${STAFF}?added=0&invited=0&before=2`,
    `${STAFF}?added=0&invited=2&before=0`,
  ]);
  const links = () =>
    rows("SELECT hash FROM invitations WHERE email IN ('twice@paste.example', 'two@paste.example')");
  const sent = await links();
  const again = await add();
  expect(again.location).toBe(`${STAFF}?added=0&invited=0&before=2`);
  expect((await again.follow()).text).toContain(staffMessages.invitedBefore(2));
  expect(await links()).toEqual(sent);
  expect(await mailsTo("twice@paste.example")).toHaveLength(1);
  expect(await mailsTo("two@paste.example")).toHaveLength(1);
  // An invitation that says something else replaces the first one.
  expect((await add({ capacity: "2" })).location).toBe(`${STAFF}?added=0&invited=2&before=0`);
  expect(await mailsTo("twice@paste.example")).toHaveLength(2);
  expect(await invitationTo("two@paste.example")).toMatchObject([{ name: "Two Ways", capacity: 2 }]);
});

const addresses = (number: number, at: string) =>
  Array.from({ length: number }, (_, index) => `p${index}@${at}`).join("\n");

test("fifty are added at once, and of one more nobody is", async () => {
  const refused = await changingNothing(() => paste(addresses(51, "many.example")), { but: ["sessions"] });
  expect([refused.status, refused.text.includes(tooMany(51))]).toEqual([400, true]);
  expect(pasted(refused.form("Add"))).toBe(addresses(51, "many.example"));
  const added = await paste(addresses(50, "fifty.example"));
  expect(added.location).toBe(`${STAFF}?added=0&invited=50&before=0`);
  expect(await rows("SELECT 1 FROM invitations WHERE email LIKE '%@fifty.example'")).toHaveLength(50);
});

test.each([
  ["no role", { role: "" }, messages.notAnOption],
  ["other abilities and none ticked", { role: "other" }, abilitiesNone],
  ["a role and ticked abilities", { role: "reviewer", abilities: "money" }, abilitiesAndRole],
  ["an ability that is none", { role: "other", abilities: "owner" }, messages.notAnOption],
  [
    "everything as one ability among others",
    { role: "other", abilities: "everything" },
    messages.notAnOption,
  ],
])("%s is refused, nobody is added, and what was pasted stays", async (_, choice, sentence) => {
  const fields = { people: "Gus <gus@paste.example>", capacity: "2", ...choice };
  const refused = await changingNothing(() => paste(fields.people, fields), { but: ["sessions"] });
  expect([refused.status, refused.text.includes(sentence)]).toEqual([400, true]);
  expect(pasted(refused.form("Add"))).toBe(fields.people);
});

test("an invitation to chosen abilities makes its reader exactly that, by the name they were given", async () => {
  const { uid, email, browser } = await delegate();
  const director = await signedIn("director");
  const page = await director.open(STAFF);
  const { action, fields } = page.form("Add");
  const answer = await director.submit(action || page.path, [
    ...fields.filter(([name]) => name !== "people" && name !== "role"),
    ["people", `Mo Ito <${email}>`],
    ["role", "other"],
    ["abilities", "door"],
    ["abilities", "money"],
    ["intent", "add"],
  ]);
  expect(answer.location).toBe(`${STAFF}?added=0&invited=1&before=0`);
  const [mail] = await mailsTo(email);
  expect(mail!.body).toContain("invites you to be one of the staff with the abilities “Money” and “Door”");
  const path = new URL(/https?:\S+/.exec(mail!.body)![0]).pathname;
  const joining = await browser.open(path);
  expect(joining.text).toContain("one of the staff with the abilities “Money” and “Door”");
  expect((await joining.press("Join the staff", { password: "twelve chars" })).location).toBe("/admin");
  expect(await recordOf(uid)).toEqual({ name: "Mo Ito", abilities: '["money","door"]' });
  const statuses = await Promise.all(
    ["/admin/payments", "/admin/emergency-contacts.csv", "/admin/delegates", "/admin/release"].map(
      async (address) => (await browser.get(address)).status,
    ),
  );
  expect(statuses).toEqual([200, 200, 403, 403]);
});

test("name and abilities are changed, shown at once, and taken away at once", async () => {
  const { uid, email, browser } = await colleague("door");
  expect((await browser.get("/admin/payments")).status).toBe(403);
  const director = await signedIn("director");
  const page = await director.open(`${STAFF}/${uid}`);
  expect(Object.fromEntries(page.form("Save").fields)).toMatchObject({ role: "door", name: "" });
  const saved = await page.press("Save", { name: " Ola Berg ", role: "other", abilities: "money" });
  const shown = await saved.follow();
  expect(shown.text).toContain(`Ola Berg ${email}`);
  const fields = shown.form("Save").fields.filter(([name]) => name === "role" || name === "abilities");
  expect(fields).toEqual([
    ["role", "other"],
    ["abilities", "money"],
  ]);
  expect(await recordOf(uid)).toEqual({ name: "Ola Berg", abilities: '["money"]' });
  expect((await browser.get("/admin/payments")).status).toBe(200);
  expect((await browser.get("/admin/emergency-contacts.csv")).status).toBe(403);
  expect((await director.open(STAFF)).text).toContain(`Ola Berg ${email} Money`);
  const refused = await shown.press("Save", { name: "x".repeat(101) });
  expect([refused.status, refused.text.includes(messages.tooLong(100))]).toEqual([400, true]);
});

test("who has every single ability is still no director", async () => {
  const { uid, browser } = await colleague(["read", "decide", "money", "content", "door"]);
  expect((await browser.get(STAFF)).status).toBe(403);
  const director = await signedIn("director");
  const own = await director.open(`${STAFF}/${demoUid("director")}`);
  const refused = await own.press("Save", { role: "reviewer" });
  expect([refused.status, refused.text.includes(staffMessages.lastDirector)]).toEqual([409, true]);
  expect(await recordOf(uid)).toMatchObject({ name: null });
});
