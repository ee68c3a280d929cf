import Papa from "papaparse";
import { afterEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { messages } from "~/values/messages.ts";
import { Browser, type Page, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { wholeFile } from "../support/csv-file.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { CONFERENCE, delegate, readyToPay } from "../support/people.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

afterEach(restoreClock);

/* ------------------------------------------------------------------ notifications */

type Stored = { id: string; message: string; severity: string; show_from: number; show_until: number | null };

let written = 0;

/** Lets a director publish a notification with a text that no other notification has. */
async function published(fields: Record<string, string> = {}) {
  const message = `Bring a jumper ${++written}`;
  const director = await signedIn("director");
  const page = await director.open("/notifications");
  expect(page.text).toContain("It belongs to no edition");
  const answer = await page.press("Publish", { message, severity: "IMPORTANT", ...fields });
  expect([answer.status, answer.location]).toEqual([302, "/notifications"]);
  return { director, ...(await row<Stored>("SELECT * FROM notifications WHERE message = ?", message)) };
}

const acts = async (object: string) =>
  (await rows<{ action: string }>("SELECT action FROM audit WHERE object = ? ORDER BY rowid", object)).map(
    ({ action }) => action,
  );

test("a notification is shown to delegates until they dismiss it, changed, and deleted, each act recorded", async () => {
  const { director, id, message } = await published();
  const { browser } = await delegate();
  expect((await browser.open("/")).text).toContain(`IMPORTANT ${message}`);
  await browser.post(`/notifications/${id}/dismiss`, {});
  expect((await browser.open("/")).text).not.toContain(message);

  const page = await director.open(`/notifications/${id}`);
  await page.press("Save", { message: `${message}, and a hat`, severity: "CRITICAL" });
  const { browser: another } = await delegate();
  expect((await another.open("/")).text).toContain(`CRITICAL ${message}, and a hat`);

  const again = await director.open(`/notifications/${id}`);
  expect((await again.press("Delete")).location).toBe("/notifications");
  expect((await another.open("/")).text).not.toContain(message);
  expect(await rows("SELECT * FROM seen_notifications WHERE notification_id = ?", id)).toEqual([]);
  expect(await acts(`notifications/${id}`)).toEqual([
    "publishNotification",
    "changeNotification",
    "deleteNotification",
  ]);
  expect((await director.open(`/notifications/${id}`)).status).toBe(404);
});

test("to save or delete it twice does it once, and says that it is done", async () => {
  const { director, id, message } = await published();
  const page = await director.open(`/notifications/${id}`);
  const save = () => page.press("Save", { message: `${message}, twice` });
  expect((await save()).status).toBe(302);
  expect((await changingNothing(save)).status).toBe(302);
  const again = await director.open(`/notifications/${id}`);
  expect((await again.press("Delete")).status).toBe(302);
  expect((await changingNothing(() => again.press("Delete"))).location).toBe("/notifications");
});

test("control characters and odd line ends in it become blanks", async () => {
  const page = await (await signedIn("director")).open("/notifications");
  const message = "Bring\u000ba\u2028scarf,\u0000\r\nor two\u0085";
  expect((await page.press("Publish", { message, severity: "INFO" })).status).toBe(302);
  expect(
    await rows("SELECT id FROM notifications WHERE message = ?", "Bring a scarf, \nor two"),
  ).toHaveLength(1);
});

test("it is shown from and until the times given, in US Eastern time, the end excluded", async () => {
  const { message, show_from, show_until } = await published({
    showFrom: "2023-02-17T09:00",
    showUntil: "2023-02-17T18:00",
  });
  expect([show_from, show_until]).toEqual([
    Date.parse("2023-02-17T14:00:00Z"),
    Date.parse("2023-02-17T23:00:00Z"),
  ]);
  const { browser } = await delegate();
  const isShown = async (at: string) => {
    await stopClockAt(at);
    return (await browser.open("/")).text.includes(message);
  };
  expect(await isShown("2023-02-17T13:59:59.999Z")).toBe(false);
  expect(await isShown("2023-02-17T14:00:00Z")).toBe(true);
  expect(await isShown("2023-02-17T22:59:59.999Z")).toBe(true);
  expect(await isShown("2023-02-17T23:00:00Z")).toBe(false);
});

test("a preview shows it as delegates will see it, and saves nothing", async () => {
  const director = await signedIn("director");
  const page = await director.open("/notifications");
  const preview = await changingNothing(() =>
    page.press("Preview", { message: "Not yet", severity: "CRITICAL", showUntil: "2023-02-18T10:00" }),
  );
  expect(preview.status).toBe(200);
  expect(preview.text).toContain("CRITICAL Not yet");
  const kept = Object.fromEntries(preview.form("Publish").fields);
  expect(kept).toMatchObject({ message: "Not yet", severity: "CRITICAL", showUntil: "2023-02-18T10:00" });
});

test.each([
  ["no message", { message: " " }, messages.required],
  ["a message that is too long", { message: "x".repeat(501) }, messages.tooLong(500)],
  ["an unknown severity", { severity: "LOUD" }, messages.notAnOption],
  ["a time that does not exist", { showFrom: "2023-02-30T10:00" }, messages.notATime],
  ["an hour that the clocks leave out", { showFrom: "2023-03-12T02:30" }, messages.notATime],
  [
    "an end that is the beginning",
    { showFrom: "2023-02-17T10:00", showUntil: "2023-02-17T10:00" },
    messages.endsBeforeItBegins,
  ],
])("%s is refused, and the text stays in the form", async (_, fields, sentence) => {
  const director = await signedIn("director");
  const { id } = await published();
  const given = { message: "Typed", severity: "INFO", ...fields };
  for (const [path, button] of [
    ["/notifications", "Publish"],
    ["/notifications", "Preview"],
    [`/notifications/${id}`, "Save"],
  ] as const) {
    const page = await director.open(path);
    const refused = await changingNothing(() => page.press(button, given));
    expect(refused.status, path).toBe(400);
    expect(refused.text).toContain(sentence);
    expect(Object.fromEntries(refused.form(button).fields)["message"]).toBe(given.message);
  }
});

test("of two directors who change it at once the second is shown what is there now, and may save over it", async () => {
  const { id, message } = await published();
  const [one, other] = (await Promise.all(
    [0, 1].map(async () => (await signedIn("director")).open(`/notifications/${id}`)),
  )) as [Page, Page];
  expect((await one.press("Save", { message: `${message} (one)` })).status).toBe(302);
  const late = await other.press("Save", { message: `${message} (other)` });
  expect(late.status).toBe(409);
  expect(late.text).toContain(messages.changedMeanwhile);
  expect(late.text).toContain(`${message} (one)`);
  expect(Object.fromEntries(late.form("Save").fields)["message"]).toBe(`${message} (other)`);
  expect((await late.press("Save")).status).toBe(302);
  expect((await row<Stored>("SELECT * FROM notifications WHERE id = ?", id)).message).toBe(
    `${message} (other)`,
  );
});

test.each<[string, string, Record<string, string>, number]>([
  ["a typing error", "Save", { message: "" }, 400],
  ["a preview", "Preview", {}, 200],
])("%s in between does not hide what another director has saved meanwhile", async (_, button, typed, status) => {
  const { id, message } = await published();
  const [one, other] = (await Promise.all(
    [0, 1].map(async () => (await signedIn("director")).open(`/notifications/${id}`)),
  )) as [Page, Page];
  expect((await one.press("Save", { message: `${message} (one)` })).status).toBe(302);
  const between = await changingNothing(() => other.press(button, typed));
  expect(between.status).toBe(status);
  const late = await changingNothing(() => between.press("Save", { message: `${message} (other)` }));
  expect(late.status).toBe(409);
  for (const words of [messages.changedMeanwhile, `${message} (one)`]) expect(late.text).toContain(words);
  expect((await late.press("Save")).status).toBe(302);
});

test("who deletes it over what another director has saved meanwhile is shown what is there now, in the form too", async () => {
  const { id, message } = await published();
  const [one, other] = (await Promise.all(
    [0, 1].map(async () => (await signedIn("director")).open(`/notifications/${id}`)),
  )) as [Page, Page];
  expect((await one.press("Save", { message: `${message} (one)` })).status).toBe(302);
  const late = await changingNothing(() => other.press("Delete"));
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(messages.changedMeanwhile)]);
  expect(Object.fromEntries(late.form("Save").fields)).toMatchObject({
    ...{ message: `${message} (one)`, severity: "IMPORTANT", audience: "everyone" },
  });
  expect((await late.press("Delete")).status).toBe(302);
});

test("of fifty saves over the same state at once, one is made", async () => {
  const { id, director } = await published();
  const page = await director.open(`/notifications/${id}`);
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, index) => page.press("Save", { message: `Number ${index}` })),
  );
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(await acts(`notifications/${id}`)).toEqual(["publishNotification", "changeNotification"]);
});

/* ------------------------------------------------------------------ audit log */

test("the audit log shows who did what to which object, and can be searched by each", async () => {
  const { director, id } = await published();
  const { uid, email, browser } = await readyToPay();
  await browser.post("/register", PASS_PAYMENT);
  await run(
    "INSERT INTO audit (id, at, actor_uid, action, object, detail) VALUES (?, ?, ?, 'acceptWaiver', ?, '{\"version\":1}')",
    "a".repeat(20),
    Date.now(),
    uid,
    `${CONFERENCE}/${uid}`,
  );
  const log = async (query: string) => (await director.open(`/admin/audit?${query}`)).text;
  const own = await log(`object=notifications/${id}`);
  expect(own).toMatch(/Dora Reyes published the notification “[^”]+” Severity: important; for: /);
  expect(own).not.toContain("of the terms");
  expect(await log(`who=${email.toUpperCase()}`)).toContain(" accepted version 1 of the terms");
  expect(await log("what=publishNotification")).not.toContain("of the terms");
  expect(await log("who=nobody@example.org")).toContain("No acts here");
  expect(await log("after=nonsense&who=")).toContain("published the notification “");
});

test("the audit log names people, payments and the portal, and tells people of one name apart", async () => {
  const [director, payer, twins] = [
    await signedIn("director"),
    await readyToPay(),
    [await colleague(), await colleague()],
  ];
  await payer.browser.post("/register", PASS_PAYMENT);
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", payer.uid);
  const paid = await director.open(`/admin/audit?object=payments/${id}`);
  expect(paid.text).toMatch(/The portal received the payment of \S+/);
  expect(paid.html).toContain(`href="/admin/payments/${id}"`);
  for (const { uid } of twins) {
    await run("UPDATE staff SET name = 'Kim Twin' WHERE uid = ?", uid);
    await run(
      "INSERT INTO audit (id, at, actor_uid, action, object, detail) VALUES (?, ?, ?, 'refund', ?, ?)",
      ...[`t${uid.slice(0, 19)}`, Date.now(), uid, `payments/${id}`, '{"amountCents":44500,"refund":"r1"}'],
    );
  }
  const { html, text } = await director.open(`/admin/audit?object=payments/${id}&what=refund`);
  for (const { uid, email } of twins) {
    expect(text).toContain(`Kim Twin (${email}) gave $445 of the payment of `);
    expect(html).toContain(`href="/admin/accounts/${uid}"`);
  }
  expect(text).not.toContain("r1");
});

test("the audit log is read page by page, nothing twice and nothing left out", async () => {
  const at = Date.now();
  for (let index = 0; index < 120; index += 1) {
    // Three entries have the same instant, so that some pages end between them.
    await run(
      "INSERT INTO audit (id, at, action, object, detail) VALUES (?, ?, 'counted', ?, '{}')",
      `n${String(index).padStart(19, "0")}`,
      at + Math.floor(index / 3),
      `counted/${index}`,
    );
  }
  const director = await signedIn("director");
  const seen: string[] = [];
  let path = "/admin/audit?what=counted";
  for (let pages = 1; path; pages += 1) {
    expect(pages).toBeLessThanOrEqual(3);
    const { html } = await director.open(path);
    seen.push(...[...html.matchAll(/>counted\/(\d+)</g)].map(([, index]) => index!));
    path = (/href="(\/admin\/audit[^"]*)">Older/.exec(html)?.[1] ?? "").replaceAll("&amp;", "&");
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, index) => String(119 - index)));
});

/* ------------------------------------------------------------------ files for spreadsheets */

async function download(path: string): Promise<Record<string, string>[]> {
  const answer = await (await signedIn("director")).get(path);
  expect(answer.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(await answer.arrayBuffer());
  expect(text.codePointAt(0)).toBe(0xfeff);
  const { data, errors } = Papa.parse<Record<string, string>>(wholeFile(text.slice(1)), {
    header: true,
    skipEmptyLines: true,
  });
  expect(errors).toEqual([]);
  return data;
}

test("the file of applications has every application, every answer and the names of the documents", async () => {
  const { uid, email } = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Waitlisted" });
  await run(
    "UPDATE answers SET answers = ? WHERE uid = ?",
    JSON.stringify({ firstName: "=1+1", lastName: 'Chen, "Mei"\n' }),
    uid,
  );
  const file = await download("/admin/applications.csv");
  const { number } = await row<{ number: number }>("SELECT count(*) AS number FROM applications");
  expect(file).toHaveLength(number);
  expect(file.find((line) => line["uid"] === uid)).toMatchObject({
    email,
    state: "submitted",
    round: "early",
    submittedAt: "2022-11-11T18:05:00.000Z",
    reviews: "0",
    score: "",
    decision: "Waitlisted",
    // Text that a spreadsheet would run is made plain text.
    firstName: "'=1+1",
    lastName: 'Chen, "Mei"\n',
  });
  const goldplus = file.find((line) => line["uid"] === demoUid("goldplus"))!;
  expect(goldplus["resume"]).toMatch(/\.(pdf|docx?)$/);
  expect(file.find((line) => line["uid"] === demoUid("draft"))).toMatchObject({ state: "draft", round: "" });
});

test("the file of applications is read in pages, none of them twice", async () => {
  await run(`WITH RECURSIVE numbers(number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1200)
    INSERT INTO applications (conference_id, uid, created_at, submitted_at)
    SELECT '${CONFERENCE}', printf('many-%05d', number), 0, 1670000000000 FROM numbers`);
  const uids = (await download("/admin/applications.csv")).map(({ uid }) => uid);
  expect(uids.filter((uid) => uid!.startsWith("many-"))).toHaveLength(1200);
  expect(new Set(uids).size).toBe(uids.length);
});

/** A delegate with a pass who has given these answers, by section and question. */
async function registered(sections: Record<string, Record<string, string>>) {
  const { uid, email, browser } = await readyToPay();
  for (const [section, answers] of Object.entries(sections))
    await run(
      `INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at) VALUES (?, ?, ?, 1, ?, 0)
        ON CONFLICT DO UPDATE SET answers = json_patch(answers, excluded.answers)`,
      ...[CONFERENCE, uid, section, JSON.stringify(answers)],
    );
  expect(await download("/admin/registrations.csv")).not.toContainEqual(expect.objectContaining({ uid }));
  await browser.post("/register", { ...PASS_PAYMENT, "addOns.h2023shirtblack": "M" });
  return { uid, email };
}

test("the file of registrations has what the door and the kitchen need, and nothing else of the application", async () => {
  const accessNeeds = "A seat near the door.\nCaptions, please.";
  const { uid, email } = await registered({
    education: { institution: "HKU" },
    participation: { dietary: "No nuts", accessNeeds, emergencyName: "Li Chen" },
  });
  const file = await download("/admin/registrations.csv");
  expect(file.find((one) => one["uid"] === uid)).toMatchObject({
    email,
    name: "Mei Chen",
    badgeName: "Mei Chen",
    pass: "goldPlus",
    reference: expect.stringMatching(/^[A-Z2-7]{4}-[A-Z2-7]{4}$/),
    paid: "525.00",
    h2023shirtblack: "M",
    h2023virtual: "yes",
    h2023mug: "",
    institution: "HKU",
    dietary: "No nuts",
    accessNeeds,
  });
  const sold = await rows<{ id: string }>("SELECT id FROM add_ons WHERE conference_id = ?", CONFERENCE);
  expect(Object.keys(file[0]!).sort()).toEqual(
    [
      ...[
        "uid",
        "email",
        "name",
        "pass",
        "reference",
        "paid",
        "paidAt",
        "institution",
        "dietary",
        "accessNeeds",
      ],
      "badgeName",
      ...sold.map(({ id }) => id),
    ].sort(),
  );
});

test("the people to call in an emergency are a file of their own, with telephone numbers as people write them", async () => {
  const { uid, email } = await registered({
    about: { phone: "+85251234567" },
    participation: { dietary: "No nuts", emergencyName: "Li Chen", emergencyPhone: "+16175550100" },
  });
  const answer = await (await signedIn("director")).get("/admin/emergency-contacts.csv");
  expect(answer.headers.get("Content-Disposition")).toBe('attachment; filename="emergency-contacts.csv"');
  const file = await download("/admin/emergency-contacts.csv");
  expect(file.find((one) => one["uid"] === uid)).toEqual({
    uid,
    email,
    name: "Mei Chen",
    pass: "goldPlus",
    phone: "+852 5123 4567",
    emergencyName: "Li Chen",
    emergencyPhone: "+1 617 555 0100",
    emergencyRelation: "",
  });
  const hub = await (await signedIn("director")).open("/admin");
  expect(hub.html).toContain('href="/admin/emergency-contacts.csv"');
});

test("the files for the day leave out answers that the form hides by now, and know on what they depend", async () => {
  const { uid } = await registered({
    participation: { participation: "Virtual", dietary: "Sunlight only", emergencyName: "Li Chen" },
  });
  const set = (value: string | null) =>
    run("UPDATE questions SET depends_on = ? WHERE id IN ('dietary', 'emergencyName')", value);
  const cells = async () =>
    Promise.all(
      [
        ["/admin/registrations.csv", "dietary"],
        ["/admin/emergency-contacts.csv", "emergencyName"],
      ].map(async ([path, id]) => (await download(path!)).find((one) => one["uid"] === uid)![id!]),
    );
  for (const [values, expected] of [
    [["In person"], ["", ""]],
    [["Virtual"], ["Sunlight only", "Li Chen"]],
  ]) {
    await set(JSON.stringify({ field: "participation", values }));
    expect(await cells().finally(() => set(null))).toEqual(expected);
  }
});

test("the questions say which answers are in which file", async () => {
  const change = (onSite: number, forEmergencies: number) =>
    run("UPDATE questions SET on_site = ?, for_emergencies = ? WHERE id = 'field'", onSite, forEmergencies);
  const { uid } = await registered({ education: { field: "Law" } });
  await change(1, 1);
  for (const path of ["/admin/registrations.csv", "/admin/emergency-contacts.csv"])
    expect((await download(path)).find((one) => one["uid"] === uid)).toMatchObject({ field: "Law" });
  await change(0, 0);
  for (const path of ["/admin/registrations.csv", "/admin/emergency-contacts.csv"])
    expect(Object.keys((await download(path))[0]!)).not.toContain("field");
});

/* ------------------------------------------------------------------ hub and navigation */

test("directors see what is to be done, where applications stand, and the money; reviewers their own reading", async () => {
  await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  const page = await (await signedIn("director")).open("/admin");
  expect(page.text).toMatch(/undecided applications? ha(s|ve) nobody to read/);
  expect(page.text).toMatch(/Early applications: [\d,]+ applications? (is|are) undecided\. Now/);
  for (const words of [
    "Waitlisted",
    "Applications submitted",
    "Money in, less money out",
    "Harvard Conference ticket",
  ])
    expect(page.text).toContain(words);

  const own = await (await signedIn("reviewer")).open("/admin");
  expect(own.status).toBe(200);
  for (const words of ["Waitlisted", "Money in, less money out", "undecided", "$"])
    expect(own.text).not.toContain(words);
});

test("every page of the staff has the navigation of all pages that its reader may open, and no deadline bar", async () => {
  const director = await (await signedIn("director")).open("/admin");
  for (const label of [
    "Admin Hub",
    "My Delegates",
    "Manage Staff",
    "Distribute Applications",
    "Upload decisions",
  ])
    expect(director.html).toContain(`>${label}</a>`);
  expect(director.html).toMatch(/href="\/admin" aria-current="page"[^>]*>Admin Hub/);
  expect(director.html).not.toContain("<deadline-clock");
  const reviewer = await (await signedIn("reviewer")).open("/admin");
  expect(reviewer.html).toContain(">My Delegates</a>");
  expect(reviewer.html).not.toContain(">Manage Staff</a>");
  expect((await new Browser().open("/admin")).html).not.toContain('aria-label="Staff"');
});
