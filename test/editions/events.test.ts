import { afterEach, beforeEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { Browser, signedIn } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { overtake } from "../support/overtake.ts";
import { wordsOf } from "../support/page.ts";
import { CONFERENCE, delegate, readyToPay } from "../support/people.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

const CARD: [string, string][] = [
  ...[["firstName", "Mei"] as [string, string], ["lastName", "Chen"] as [string, string]],
  ...[["cardNumber", "4111111111111111"] as [string, string], ["cardCode", "123"] as [string, string]],
  ["expirationDate", "12/30"],
];

/** The words of the page itself, without the frame around them. */
const main = async (browser: Browser, path: string) =>
  wordsOf((await browser.open(path)).html.replace(/[\s\S]*<main[^>]*>([\s\S]*)<\/main>[\s\S]*/, "$1"));

beforeEach(() => stopClockAt("2022-12-17T15:00:00Z"));
afterEach(async () => {
  await run("UPDATE tickets SET sale_from = NULL, sale_until = NULL, pay_by = NULL");
  await run("UPDATE editions SET deadline_zone = 'America/New_York'");
  await restoreClock();
});

/* ------------------------------------------------------------------ what pages speak of */

const OF_THE_EDITION = ["Asia Conference 2023", "Architects of Asia", "Hong Kong"];
/** Places where these words do not mean the edition: a delegate's university, and a time zone of the programme. */
const NOT_THE_EDITION = /University of Hong Kong|Shanghai Hong Kong Taipei/g;
const OF_THE_EVENT = ["Harvard Conference 2023", "thirty-first", "Harvard campus", "17–19 February 2023"];

test("pages of the in-person pass speak of its event and never of the edition", async () => {
  const { id } = await row<{ id: string }>(
    "SELECT id FROM payments WHERE delegate_uid = ?",
    demoUid("goldplus"),
  );
  const goldplus = await signedIn("goldplus");
  for (const [browser, path] of [
    [await signedIn("regular"), "/register"],
    [await signedIn("signed"), "/decision/letter"],
    [goldplus, `/payment/${id}/receipt`],
    [goldplus, "/scheduling"],
  ] as const) {
    const said = await main(browser, path);
    expect(said, path).toContain("Harvard Conference 2023");
    for (const other of OF_THE_EDITION)
      expect(said.replaceAll(NOT_THE_EDITION, ""), path).not.toContain(other);
  }
  const register = await main(await signedIn("regular"), "/register");
  for (const fact of [...OF_THE_EVENT, "18 or older", "until 10 February 2023, 23:59 EST"])
    expect(register).toContain(fact);
});

test("the virtual summit is online and has no days of another event", async () => {
  const said = await main(await signedIn("deferred"), "/virtual-summit");
  expect(said).toContain("Virtual Summit: online.");
  expect(said).not.toContain("or older");
  // This page also shows the agreement, which contains none of these words.
  for (const other of ["Harvard campus", "thirty-first", "17–19", ...OF_THE_EDITION])
    expect(said, other).not.toContain(other);
});

test("home and application speak of the edition alone, until somebody is accepted for the event", async () => {
  for (const account of [null, "new", "submitted"]) {
    const browser = account ? await signedIn(account) : new Browser();
    for (const path of ["/", "/application"]) {
      if (!account && path !== "/") continue;
      const said = await main(browser, path);
      for (const other of ["thirty-first", "Harvard campus", "17–19"])
        expect(said, path).not.toContain(other);
    }
  }
  const accepted = await signedIn("accepted");
  expect(await main(accepted, "/application")).not.toContain("17–19");
  expect(await main(accepted, "/")).toMatch(
    /You have a place at the Harvard Conference 2023, 17–19 February 2023\. The ticket costs \$\d+/,
  );
});

test("the decision names the edition for the application and the event for the pass", async () => {
  const accepted = await main(await signedIn("accepted"), "/decision");
  expect(accepted).toContain("Your application for the Asia Conference 2023");
  expect(accepted).toMatch(
    /Harvard Conference 2023 the thirty-first edition, on the Harvard campus, 17–19 February 2023/,
  );
  expect(accepted).toMatch(/Virtual Summit online/);
  const deferred = await main(await signedIn("deferred"), "/decision");
  expect(deferred).toContain("Virtual Summit");
  expect(deferred).not.toContain("Harvard Conference 2023");
  expect(await main(await signedIn("rejected"), "/decision")).not.toContain("You can register");
});

test("mails about a pass speak of no other event, and those about a decision of no place and day", async () => {
  const mailsTo = async (uid: string) => {
    await keepHouse();
    const mails = await rows<{ subject: string; body: string }>(
      "SELECT subject, body FROM outbox WHERE recipient = (SELECT email FROM users WHERE uid = ?)",
      uid,
    );
    expect(mails.length).toBeGreaterThan(0);
    return mails.map(({ subject, body }) => `${subject}\n${body}`).join("\n");
  };
  const inPerson = await readyToPay();
  const paying = await inPerson.browser.open("/register");
  expect((await paying.press("Pay $495", Object.fromEntries(CARD))).status).toBe(302);
  const ofTheEvent = await mailsTo(inPerson.uid);
  expect(ofTheEvent).toContain("Your receipt");
  for (const other of OF_THE_EDITION) expect(ofTheEvent).not.toContain(other);

  const online = await delegate({
    ...{ submittedAt: "2022-11-11T18:05:00Z", decision: "Deferred to virtual", waiver: true },
  });
  const summit = await online.browser.open("/virtual-summit");
  const button = summit.forms.flatMap(({ buttons }) => buttons).find(({ text }) => text.startsWith("Pay "))!;
  expect((await summit.press(button.text, Object.fromEntries(CARD))).status).toBe(302);
  const ofTheSummit = await mailsTo(online.uid);
  expect(ofTheSummit).toContain("Your receipt");
  for (const other of [...OF_THE_EVENT, ...OF_THE_EDITION]) expect(ofTheSummit, other).not.toContain(other);

  const accepted = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  const released = await (await signedIn("director")).open("/admin/release/early");
  expect((await released.press("Release again")).status).toBe(302);
  const ofTheDecision = await mailsTo(accepted.uid);
  expect(ofTheDecision).toContain("Asia Conference 2023");
  for (const other of ["Hong Kong", "Harvard campus", "17–19", "thirty-first"])
    expect(ofTheDecision, other).not.toContain(other);
});

test("an event without a venue, days, ordinal, age rule and time of refunds reads well", async () => {
  const [before] = await rows<Record<string, string | number>>("SELECT * FROM events WHERE id = 'harvard'");
  await run(
    `UPDATE events SET ordinal = NULL, venue = NULL, first_day = NULL, last_day = NULL, minimum_age = NULL,
      refunds_until = NULL WHERE id = 'harvard'`,
  );
  try {
    const regular = await signedIn("regular");
    const register = await main(regular, "/register");
    expect(register).toContain("Harvard Conference 2023: online.");
    for (const odd of ["null", "undefined", "or older", "Refunds can", " ,", ", ."])
      expect(register).not.toContain(odd);
    const letter = await main(await signedIn("signed"), "/decision/letter");
    expect(letter).toContain("Harvard Conference 2023, online");
    // The programme falls back to the zone of deadlines.
    await run("UPDATE editions SET deadline_zone = 'Asia/Hong_Kong'");
    expect(await main(regular, "/scheduling")).toContain("The programme. All times are Hong Kong time.");
  } finally {
    const { conference_id: _, id: __, ...columns } = before!;
    const names = Object.keys(columns);
    await run(
      `UPDATE events SET ${names.map((name) => `${name} = ?`).join(", ")} WHERE id = 'harvard'`,
      ...names.map((name) => columns[name]!),
    );
  }
});

/* ------------------------------------------------------------------ when a pass is sold */

const NOW = Date.parse("2022-12-17T15:00:00Z");

test.each([
  ["before its time", NOW + 1, null, false],
  ["from its first moment on", NOW, null, true],
  ["until its last moment", null, NOW, true],
  ["after its time", null, NOW - 1, false],
])("a pass is sold or not: %s", async (_case, from, until, sold) => {
  const { browser } = await readyToPay();
  await run("UPDATE tickets SET sale_from = ?, sale_until = ? WHERE id = 'goldPlus'", from, until);
  const page = await browser.open("/register");
  expect(page.has("Pay $495")).toBe(sold);
  if (sold) return expect((await browser.submit("/register", CARD)).status).toBe(302);
  const refused = await changingNothing(() => browser.submit("/register", CARD));
  expect(refused.status).toBe(403);
  expect(refused.text).toContain(passMessages.notOnSale("Harvard Conference ticket"));
});

test("a sale that ends between the check and the payment charges nothing", async () => {
  const { browser, uid } = await readyToPay();
  const happened = overtake(browser, 'insert into "payments"', () =>
    run("UPDATE tickets SET sale_until = ? WHERE id = 'goldPlus'", NOW - 1),
  );
  const refused = await browser.submit("/register", CARD);
  expect(happened()).toBe(true);
  expect(refused.status).toBe(403);
  expect(await rows("SELECT id FROM payments WHERE delegate_uid = ?", uid)).toEqual([]);
});

test("by when to pay is said with the decision and on the page of the pass", async () => {
  await run("UPDATE tickets SET pay_by = ? WHERE id = 'goldPlus'", Date.parse("2023-01-15T04:59:00Z"));
  const { browser } = await readyToPay();
  expect(await main(browser, "/register")).toContain("Please pay by 14 January 2023, 23:59 EST");
  expect(await main(browser, "/decision")).toContain("please pay by 14 January 2023, 23:59 EST");
  expect(await main(browser, "/virtual-summit")).not.toContain("lease pay by");
});

/* ------------------------------------------------------------------ what still counts as agreed */

const amend = (countsFrom: number | null) =>
  run(
    `INSERT INTO agreements (conference_id, version, opening_letter, code_of_conduct, refund_policy,
        liability_release, counts_from, created_at)
      SELECT conference_id, 2, opening_letter, code_of_conduct, refund_policy, liability_release, ?, created_at
      FROM agreements WHERE version = 1`,
    countsFrom,
  );

test.each([
  ["everybody must accept the new one", null, false],
  ["acceptances count from the former version on", 1, true],
  ["acceptances count from the new version on", 2, false],
])("a new version of the agreement: %s", async (_case, countsFrom, counts) => {
  const { browser, uid } = await readyToPay();
  await amend(countsFrom);
  try {
    const page = await browser.open("/register");
    expect(page.has("Pay $495")).toBe(counts);
    expect(page.text.includes("Before you can pay, please read and accept")).toBe(!counts);
    const terms = await main(browser, "/waiver");
    expect(terms.includes("in version 1. Version 2 below replaced it")).toBe(counts);
    const paid = await browser.submit("/register", CARD);
    expect(paid.status).toBe(counts ? 302 : 403);
    const found = await rows<{ grounds: string }>("SELECT grounds FROM payments WHERE delegate_uid = ?", uid);
    expect(found.map(({ grounds }) => JSON.parse(grounds).agreementVersion)).toEqual(counts ? [1] : []);
  } finally {
    await run("DELETE FROM acceptances WHERE version = 2");
    await run("DELETE FROM agreements WHERE version = 2");
  }
});

test("a version that no longer counts when the row is reserved charges nothing", async () => {
  const { browser, uid } = await readyToPay();
  try {
    const happened = overtake(browser, 'insert into "payments"', () => amend(null));
    const refused = await browser.submit("/register", CARD);
    expect(happened()).toBe(true);
    expect(refused.status).toBe(403);
    expect(await rows("SELECT id FROM payments WHERE delegate_uid = ?", uid)).toEqual([]);
  } finally {
    await run("DELETE FROM agreements WHERE version = 2");
  }
});

test("accepting accepts the newest version, and only if no former one counts", async () => {
  const fresh = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  const before = await readyToPay();
  await amend(1);
  const accept = (browser: Browser) =>
    browser.post("/waiver", {
      ...{ version: "2", date: "2022-12-17", codeOfConduct: "true", refundPolicy: "true", confirmed: "true" },
    });
  try {
    for (const { browser, uid, versions } of [
      { ...fresh, versions: [2] },
      { ...before, versions: [1] },
    ]) {
      expect((await accept(browser)).status).toBe(302);
      const found = await rows<{ version: number }>("SELECT version FROM acceptances WHERE uid = ?", uid);
      expect(found.map(({ version }) => version)).toEqual(versions);
    }
  } finally {
    await run("DELETE FROM acceptances WHERE version = 2");
    await run("DELETE FROM agreements WHERE version = 2");
  }
});

/* ------------------------------------------------------------------ the zone of deadlines */

test("deadlines are shown, and typed by staff, in the edition's zone", async () => {
  await run("UPDATE editions SET deadline_zone = 'Asia/Hong_Kong' WHERE conference_id = ?", CONFERENCE);
  const draft = await signedIn("draft");
  const home = await draft.open("/");
  expect(home.text).toContain("2 May 2023, 11:59 GMT+8");
  expect(home.html).toContain('data-zone="Asia/Hong_Kong"');
  expect(home.text).not.toContain("EDT");
  const director = await signedIn("director");
  const page = await director.open("/admin/release/regular");
  expect(page.text).toContain("Hong Kong time; now");
  expect(page.form("Save schedule").fields).toContainEqual(["deadline", "2023-06-02T11:59"]);
  const before = await row<{ deadline: number }>("SELECT deadline FROM rounds WHERE id = 'regular'");
  expect((await page.press("Save schedule", { deadline: "2023-06-02T12:00" })).status).toBe(302);
  expect(await row("SELECT deadline FROM rounds WHERE id = 'regular'")).toEqual({
    deadline: before.deadline + 60_000,
  });
  await run("UPDATE rounds SET deadline = ? WHERE id = 'regular'", before.deadline);
  const notices = await director.open("/notifications");
  expect(notices.text).toContain("Hong Kong time. Empty: from now on.");
});
