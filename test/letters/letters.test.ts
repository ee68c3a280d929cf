import { env } from "cloudflare:workers";
import { afterEach, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { readLetterCode, spelledCode } from "~/letters/letter-codes.ts";
import { readLetterOfCode } from "~/letters/letters.server.ts";
import { reasonField } from "~/letters/letters.ts";
import { LETTER_TITLES, letterMessages } from "~/letters/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { Browser, type Page } from "../support/browser.ts";
import { restoreClock, stopClockAt } from "../support/clock.ts";
import { overtake } from "../support/overtake.ts";
import { CONFERENCE, confirmed, delegate } from "../support/people.ts";
import { DELETE, programAs } from "../support/programs.ts";
import { giveBack } from "../support/refunds.ts";
import { colleague } from "../support/staff.ts";
import { changingNothing, everything, row, rows, run } from "../support/storage.ts";
import { accept, holder, offer, taker } from "../support/transfers.ts";
import { keepHouse } from "../support/worker.ts";

afterEach(restoreClock);

const SENDER = {
  address: "1 Example Street\nExample City",
  signatory: "A. President",
  office: "President",
  signature: null,
};

await run(
  "UPDATE editions SET site = ? WHERE conference_id = ?",
  JSON.stringify({
    ...{
      name: "A",
      shortName: "A",
      accent: "",
      logo: null,
      supportEmail: "a@hpair.example",
      liveDataUrl: "/",
    },
    ...{ plan: { title: "Lectures", cents: 4900, months: 12 }, letters: SENDER },
  }),
  CONFERENCE,
);

type Stored = {
  id: string;
  kind: string;
  code: string;
  withdrawnAt: number | null;
  successor: string | null;
};

const lettersOf = (uid: string) =>
  rows<Stored>(
    `SELECT id, kind, code, withdrawn_at AS withdrawnAt, successor AS successor FROM letters
      WHERE uid = ? ORDER BY rowid`,
    uid,
  );

const NONE = { id: "", code: "" };

const accepted = () => delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });

/** Presses the button for a letter, and returns the page of the letter. */
async function take(browser: Browser, title: string) {
  const answer = await (await browser.open("/letters")).press(`Get it: ${title.toLowerCase()}`);
  expect([answer.status, answer.text]).toEqual([302, ""]);
  return answer.follow();
}

/** The text of the page on which a stranger checks the code of a letter. */
const checked = async (code: string) => (await new Browser().open(`/letter/${code}`)).text;

test("a delegate takes a letter with one press, and anybody who has its code reads that it holds, and no more", async () => {
  const person = await accepted();
  const page = await take(person.browser, LETTER_TITLES.acceptance);
  const [letter] = await lettersOf(person.uid);
  for (const words of [
    "We confirm that Mei Chen has been accepted",
    "1 Example Street",
    "A. President",
    spelledCode(letter!.code),
  ])
    expect(page.text).toContain(words);
  const answer = await new Browser().get(`/letter/${letter!.code}`);
  expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([200, "private, no-store"]);
  const html = await answer.text();
  for (const words of [letterMessages.check.valid, LETTER_TITLES.acceptance, "Asia Conference 2023", "MC"])
    expect(html).toContain(words);
  expect(html).not.toMatch(/Mei|Chen/);
  expect(html).toContain('content="noindex"');
  // This is the code as somebody types it from paper.
  expect(await checked(spelledCode(letter!.code).toLowerCase())).toContain(letterMessages.check.valid);
  expect((await person.browser.open("/letters")).text).toContain("Open the letter of acceptance");
});

test("pressing twice is one letter, and so are two pages at once", async () => {
  const person = await accepted();
  const [one, other] = [await person.browser.open("/letters"), await person.browser.open("/letters")];
  const button = `Get it: ${LETTER_TITLES.acceptance.toLowerCase()}`;
  const answers = await Promise.all([one.press(button), one.press(button), other.press(button)]);
  expect(answers.map(({ status }) => status)).toEqual([302, 302, 302]);
  expect(new Set(answers.map(({ location }) => location)).size).toBe(1);
  expect(await lettersOf(person.uid)).toHaveLength(1);
});

test("nobody else sees a letter, whatever they do here", async () => {
  const person = await accepted();
  await take(person.browser, LETTER_TITLES.acceptance);
  const [letter] = await lettersOf(person.uid);
  for (const browser of [
    (await accepted()).browser,
    (await colleague("reviewer")).browser,
    (await colleague("decisions")).browser,
    (await colleague("director")).browser,
  ]) {
    const page = await browser.open(`/letters/${letter!.id}`);
    expect([page.status, page.text.includes("Mei")]).toEqual([404, false]);
  }
  expect((await new Browser().get(`/letters/${letter!.id}`)).status).toBe(401);
});

test("a wrong code, a malformed one and none are answered alike, and no changed code finds a letter", async () => {
  const person = await accepted();
  await take(person.browser, LETTER_TITLES.acceptance);
  const [{ code } = NONE] = await lettersOf(person.uid);
  const pages = await Promise.all(
    ["000000000000", "nonsense", "%27%20OR%201", "A".repeat(300)].map((wrong) =>
      new Browser().open(`/letter/${wrong}`),
    ),
  );
  const [first] = pages;
  for (const page of pages) expect([page.status, page.text]).toEqual([404, first!.text]);
  expect(first!.text).toContain(letterMessages.check.unknown);

  const signs = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  const changed = Array.from({ length: 10_000 }, (_, number) => {
    const place = number % 12;
    const next = (place + 1 + (number % 11)) % 12;
    return [...code]
      .map((sign, at) =>
        at === place || (at === next && number >= 372)
          ? signs[(signs.indexOf(sign) + 1 + (number % 31)) % 32]
          : sign,
      )
      .join("");
  });
  const typed = [...changed, code].map(readLetterCode);
  expect(typed.filter((one) => one === null)).toEqual([]);
  const found = await rows(
    "SELECT code FROM letters WHERE code IN (SELECT value FROM json_each(?))",
    JSON.stringify(typed),
  );
  expect(found).toEqual([{ code }]);
  const context = { db: connect(env.DB, newMeter()) };
  for (const one of changed.slice(0, 31)) expect(await readLetterOfCode(context, one, Date.now())).toBeNull();
  expect(await readLetterOfCode(context, code, Date.now())).not.toBeNull();
});

test("codes are counted before they are looked up", async () => {
  const browser = new Browser("203.0.113.77");
  const statuses: number[] = [];
  for (let tries = 0; tries < 62; tries += 1) statuses.push((await browser.get("/letter/nonsense")).status);
  expect(statuses.slice(0, 60)).toEqual(Array(60).fill(404));
  expect(statuses.slice(60)).toEqual([429, 429]);
  expect((await new Browser("203.0.114.1").get("/letter/nonsense")).status).toBe(404);
});

test("what a letter says stays, and a decision that is taken back withdraws it in the next request", async () => {
  const person = await accepted();
  await take(person.browser, LETTER_TITLES.acceptance);
  const [{ id, code } = NONE] = await lettersOf(person.uid);
  await run(
    "UPDATE answers SET answers = json_set(answers, '$.firstName', 'Other') WHERE uid = ?",
    person.uid,
  );
  expect((await person.browser.open(`/letters/${id}`)).text).toContain("Mei Chen");
  await run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", person.uid);
  expect(await checked(code)).toContain(letterMessages.check.withdrawn);
  expect((await person.browser.open(`/letters/${id}`)).text).toContain(letterMessages.gone.withdrawn);
  expect((await person.browser.open("/letters")).text).toContain(letterMessages.notYet.notAccepted);
  await run("UPDATE decisions SET decision = 'Accepted' WHERE uid = ?", person.uid);
  expect(await checked(code)).toContain(letterMessages.check.valid);
});

test("the statement itself looks: a decision that changes just before it gives no letter", async () => {
  const person = await accepted();
  const page = await person.browser.open("/letters");
  const happened = overtake(person.browser, 'insert into "letters"', () =>
    run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", person.uid),
  );
  const answer = await page.press(`Get it: ${LETTER_TITLES.acceptance.toLowerCase()}`);
  expect([happened(), answer.status, answer.text.includes(letterMessages.changed)]).toEqual([
    true,
    409,
    true,
  ]);
  expect(await lettersOf(person.uid)).toEqual([]);
});

test("a letter about a payment says the amount, and a refund or a transfer withdraws it", async () => {
  const [one, other, third] = [await holder(), await holder(), await taker()];
  for (const { browser } of [one, other]) {
    const page = await take(browser, LETTER_TITLES.payment);
    expect(page.text).toContain("has paid $550 for their registration for the Harvard Conference 2023");
    await take(browser, LETTER_TITLES.acceptance);
  }
  const codes = async (uid: string) => (await lettersOf(uid)).map(({ code }) => code);
  for (const code of [...(await codes(one.uid)), ...(await codes(other.uid))])
    expect(await checked(code)).toContain(letterMessages.check.valid);
  await giveBack(one.id, { items: "goldPlus" });
  expect((await accept(third.browser, await offer(other, third.email))).status).toBe(302);
  for (const code of [...(await codes(one.uid)), ...(await codes(other.uid))])
    expect(await checked(code)).toContain(letterMessages.check.withdrawn);
  // The person who took the pass over did not pay for it.
  expect((await third.browser.open("/letters")).text).toContain(letterMessages.notYet.notPaid);
});

test("only who was let in has a letter of attendance, and it goes if that was a mistake", async () => {
  const [person, absent, helper] = [await holder(), await holder(), await colleague("door")];
  await stopClockAt("2023-02-19T15:00:00Z");
  const { id } = await row<{ id: string }>(
    "SELECT id FROM holdings WHERE uid = ? AND item = 'goldPlus'",
    person.uid,
  );
  const inside = await helper.browser.open(`/admin/door/${id}`);
  expect((await inside.press("Let in")).status).toBe(302);
  expect((await take(person.browser, LETTER_TITLES.attendance)).text).toContain("took part in the");
  expect((await absent.browser.open("/letters")).text).toContain(letterMessages.notYet.notThere);
  const [{ code } = NONE] = await lettersOf(person.uid);
  expect(await checked(code)).toContain(letterMessages.check.valid);
  await (await helper.browser.open(`/admin/door/${id}`)).press("That was a mistake");
  expect(await checked(code)).toContain(letterMessages.check.withdrawn);
});

test("a passport is asked for a visa alone, stands in that letter alone, and is erased by the cron", async () => {
  const person = await accepted();
  const form = await person.browser.open("/letters/visa");
  expect(form.text).toContain("We erase all three on 21 March 2023");
  const typed = { passport: "x 123 456 78", nationality: "JP", birth: "2001-02-03" };
  expect((await form.press("Get the letter", { ...typed, passport: "?" })).text).toContain(
    letterMessages.visa.passport,
  );
  const answer = await form.press("Get the letter", typed);
  expect([answer.status, answer.text]).toEqual([302, ""]);
  const page = await answer.follow();
  for (const words of ["X12345678", "Japan", "3 February 2001", "Harvard campus"])
    expect(page.text).toContain(words);
  const [{ id, code } = NONE] = await lettersOf(person.uid);
  expect(await checked(code)).not.toContain("X12345678");

  // Only one table contains the number, and no file or list does.
  const where = Object.entries(await everything()).filter(([, found]) =>
    JSON.stringify(found).includes("X12345678"),
  );
  expect(where.map(([table]) => table)).toEqual(["letter_identities"]);
  const director = (await colleague("director")).browser;
  for (const path of [
    ...["/admin/applications.csv", "/admin/registrations.csv", "/admin/decisions.csv"],
    ...["/admin/delegates?search=X12345678", `/admin/delegates/${person.uid}/letters`],
  ])
    expect(await (await director.get(path)).text()).not.toContain(`>X12345678`);

  await stopClockAt("2023-03-21T03:59:00Z");
  await keepHouse();
  expect(await rows("SELECT * FROM letter_identities")).toHaveLength(1);
  await stopClockAt("2023-03-21T04:00:00Z");
  await keepHouse();
  expect(await rows("SELECT * FROM letter_identities")).toEqual([]);
  const later = await person.browser.open(`/letters/${id}`);
  expect(later.text).toContain(letterMessages.visa.erased);
  expect(later.text).not.toContain("X12345678");
  expect(await checked(code)).toContain(letterMessages.check.valid);
});

test("another letter for a visa replaces the one before it, and its passport is gone at once", async () => {
  const person = await accepted();
  for (const passport of ["FIRST111", "SECOND22"]) {
    const form = await person.browser.open("/letters/visa");
    await form.press("Get the letter", { passport, nationality: "JP", birth: "2001-02-03" });
  }
  const [first, second] = await lettersOf(person.uid);
  expect(first).toMatchObject({ successor: second!.id });
  expect(await checked(first!.code)).toContain(letterMessages.check.replaced);
  expect(await rows("SELECT passport_number AS number FROM letter_identities")).toEqual([
    { number: "SECOND22" },
  ]);
});

/** Presses the button that ends the first letter of acceptance on the staff's page. */
function end(page: Page, button: "Replace" | "Withdraw", reason: string) {
  const full = `${button}: ${LETTER_TITLES.acceptance.toLowerCase()}`;
  const { letter } = Object.fromEntries(page.form(full).fields);
  return page.press(full, { [reasonField(letter!)]: reason });
}

test("a refused form leads to its own field, although another letter has the same form", async () => {
  const [person, staff] = [await holder(), await colleague("director")];
  const path = `/admin/delegates/${person.uid}/letters`;
  for (const title of [LETTER_TITLES.acceptance, LETTER_TITLES.payment])
    expect((await (await staff.browser.open(path)).press(title)).status).toBe(302);
  const withdraw = `Withdraw: ${LETTER_TITLES.payment.toLowerCase()}`;
  const refused = await (await staff.browser.open(path)).press(withdraw);
  const [, field] = /class="error-summary"[\s\S]*?href="#([^"]+)"/.exec(refused.html) ?? [];
  expect([refused.status, refused.html.split(`id="${field}"`).length]).toEqual([400, 2]);
  expect(refused.form(withdraw).fields.map(([name]) => name)).toContain(field);
  expect((await refused.press(withdraw, { [field!]: "Paid by mistake" })).status).toBe(302);
  const ended = (await lettersOf(person.uid)).filter(({ withdrawnAt }) => withdrawnAt !== null);
  expect(ended.map(({ kind }) => kind)).toEqual(["payment"]);
});

test("staff give, replace and withdraw a letter with a reason, and its person is told by mail", async () => {
  const [person, staff] = [await accepted(), await colleague("decisions")];
  const path = `/admin/delegates/${person.uid}/letters`;
  const given = await (await staff.browser.open(path)).press(LETTER_TITLES.acceptance);
  expect([given.status, given.text]).toEqual([302, ""]);
  await run(
    "UPDATE answers SET answers = json_set(answers, '$.firstName', 'Other') WHERE uid = ?",
    person.uid,
  );
  const page = await given.follow();
  const replace = (on: typeof page, reason: string) => end(on, "Replace", reason);
  const refused = await replace(page, "");
  expect([refused.status, refused.text.includes(letterMessages.staff.reason)]).toEqual([400, true]);
  const twice = await Promise.all([replace(page, "Another name"), replace(page, "Another name")]);
  expect(twice.map(({ status }) => status)).toEqual([302, 302]);
  const [first, second] = await lettersOf(person.uid);
  expect(first).toMatchObject({ successor: second!.id });
  expect(await checked(first!.code)).toContain(letterMessages.check.replaced);
  expect((await person.browser.open(`/letters/${second!.id}`)).text).toContain("Other Chen");

  const last = await staff.browser.open(path);
  expect((await end(last, "Withdraw", "Will not come")).status).toBe(302);
  const told = await checked(second!.code);
  expect(told).toContain(`${letterMessages.check.withdrawn} on `);
  expect(told).not.toContain("Will not come");
  expect((await replace(last, "Too late")).status).toBe(409);
  const acts = await rows<{ action: string }>(
    "SELECT action FROM audit WHERE object = ? AND action LIKE '%Letter' ORDER BY rowid",
    `${CONFERENCE}/${person.uid}`,
  );
  expect(acts.map(({ action }) => action)).toEqual(["issueLetter", "replaceLetter", "withdrawLetter"]);
  const mails = await rows<{ body: string }>(
    "SELECT body FROM outbox WHERE uid = ? AND event_key LIKE 'letter:%'",
    person.uid,
  );
  expect(mails).toHaveLength(3);
  expect(JSON.stringify(mails)).not.toMatch(/Will not come|Another name/);
});

test("to issue a letter that somebody else has just issued says so, and promises no mail", async () => {
  const [person, one, other] = [await accepted(), await colleague("decisions"), await colleague("decisions")];
  const path = `/admin/delegates/${person.uid}/letters`;
  const [page, stale] = [await one.browser.open(path), await other.browser.open(path)];
  const said = async (from: typeof page) =>
    (await (await from.press(LETTER_TITLES.acceptance)).follow()).text;
  for (const _ of ["first", "again"]) expect(await said(page)).toContain(letterMessages.staff.given);
  const text = await said(stale);
  expect(text).not.toContain(letterMessages.staff.given);
  expect(text).toContain(letterMessages.staff.there);
  expect(
    await rows("SELECT id FROM outbox WHERE uid = ? AND event_key LIKE 'letter:%'", person.uid),
  ).toHaveLength(1);
});

test("who has read applications is thanked by the name that a director gave", async () => {
  const [reader, person] = [await colleague("reviewer"), await accepted()];
  await run(
    `INSERT INTO reviews (conference_id, uid, staff_uid, scores, score, recommendation, version, created_at, saved_at)
      VALUES (?, ?, ?, '{}', 300, 'Accepted', 1, 0, 0)`,
    ...[CONFERENCE, person.uid, reader.uid],
  );
  expect((await reader.browser.open("/letters")).text).not.toContain("Get it");
  await run("UPDATE staff SET name = 'R. Reader' WHERE uid = ?", reader.uid);
  expect((await take(reader.browser, LETTER_TITLES.thanks)).text).toContain(
    "R. Reader read 1 application to the",
  );
});

test("an account about which there is a letter is kept, and so the letter can be checked", async () => {
  const person = await confirmed();
  const program = await programAs(person.uid);
  await run(
    `INSERT INTO letters (id, conference_id, uid, kind, about, code, content, issued_at, issued_by)
      VALUES ('a', ?1, ?2, 'thanks', '', '111111111111', ?3, 0, 'x')`,
    ...[
      CONFERENCE,
      person.uid,
      JSON.stringify({ conference: "A", initials: "MC", date: "1 May 2023", facts: [] }),
    ],
  );
  expect((await program.post(DELETE, { idToken: program.idToken })).status).toBe(400);
  expect(await checked("111111111111")).toContain(letterMessages.check.valid);
});

test("staff issue no letter without a postal address, unless they say so", async () => {
  const [person, staff] = [await accepted(), await colleague("decisions")];
  const path = `/admin/delegates/${person.uid}/letters`;
  const ready = await staff.browser.open(path);
  const site = await row<{ site: string }>("SELECT site FROM editions WHERE conference_id = ?", CONFERENCE);
  const setAddress = (address: string | null) =>
    run(
      "UPDATE editions SET site = json_set(site, '$.letters.address', ?) WHERE conference_id = ?",
      ...[address, CONFERENCE],
    );
  await setAddress(null);
  try {
    const many = `/admin/delegates/letters?only=${person.uid}&kind=acceptance`;
    for (const address of [path, many]) {
      const page = await staff.browser.open(address);
      expect(page.text).toContain(letterMessages.staff.noAddress);
      expect(page.forms.filter(({ buttons }) => buttons.some(({ value }) => value === "give"))).toEqual([]);
    }
    // This page was opened while the edition still had an address.
    const refused = await ready.press(LETTER_TITLES.acceptance);
    expect([refused.status, refused.text.includes(letterMessages.staff.refusedWithout)]).toEqual([409, true]);
    const posted = await staff.browser.submit(many, [
      ["intent", "give"],
      ["id", newId()],
      ["seen", newId()],
      ["kind", "acceptance"],
    ]);
    expect([posted.status, posted.text.includes(letterMessages.staff.refusedWithout)]).toEqual([409, true]);
    expect(await lettersOf(person.uid)).toEqual([]);
    const said = await staff.browser.open(`${path}?without=address`);
    expect((await said.press(LETTER_TITLES.acceptance)).status).toBe(302);
    expect(await lettersOf(person.uid)).toHaveLength(1);
  } finally {
    await run("UPDATE editions SET site = ? WHERE conference_id = ?", site.site, CONFERENCE);
  }
});

test("staff without the ability “Money” see no letter about a payment, and can neither give, replace nor withdraw one", async () => {
  const [person, decider, treasurer] = [
    await holder(),
    await colleague("decisions"),
    await colleague(["decide", "money"]),
  ];
  const path = `/admin/delegates/${person.uid}/letters`;
  const title = LETTER_TITLES.payment;
  const before = await decider.browser.open(path);
  expect([before.has(title), before.has(LETTER_TITLES.acceptance)]).toEqual([false, true]);
  const { id, about } = Object.fromEntries((await treasurer.browser.open(path)).form(title).fields);
  const refused = (fields: Record<string, string>) =>
    changingNothing(
      async () => {
        const answer = await decider.browser.post(path, fields);
        expect([fields["intent"], answer.status]).toEqual([fields["intent"], 403]);
        expect(await answer.text()).toContain("This needs the ability “Money”");
      },
      { but: ["audit"] },
    );
  await refused({ intent: "give", id: id!, kind: "payment", about: about! });
  expect((await (await treasurer.browser.open(path)).press(title)).status).toBe(302);
  const [{ id: letter } = { id: "" }] = await lettersOf(person.uid);
  expect((await treasurer.browser.open(path)).text).toContain(title);
  expect((await decider.browser.open(path)).text).not.toContain(title);
  for (const intent of ["replace", "withdraw"])
    await refused({ intent, letter, id: newId(), reason: "Another one" });
  expect(await lettersOf(person.uid)).toMatchObject([{ withdrawnAt: null, successor: null }]);
});
