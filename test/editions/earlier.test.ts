import { afterEach, expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { applicationMessages } from "~/applications/messages.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { addFormerEdition, FORMER_CONFERENCE, switchBack, switchTo } from "../support/editions.ts";
import { CONFERENCE, delegate } from "../support/people.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";

await addFormerEdition();
afterEach(switchBack);

const uid = demoUid("returning");
const { id: paymentId } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", uid);
const { id: documentId } = await row<{ id: string }>("SELECT id FROM documents WHERE uid = ?", uid);

const EARLIER = `/earlier/${FORMER_CONFERENCE}`;
const LETTER = `/decision/letter?conference=${FORMER_CONFERENCE}`;
const OWN = [
  EARLIER,
  LETTER,
  `/payment/${paymentId}`,
  `/payment/${paymentId}/receipt`,
  `/documents/${documentId}`,
];

test("a delegate who applied before finds the way to it in the header, and nobody else does", async () => {
  const home = await (await signedIn("returning")).open("/");
  expect(home.html).toContain('href="/earlier"');
  for (const account of ["new", "draft", "goldplus", "director"])
    expect((await (await signedIn(account)).open("/")).html, account).not.toContain('href="/earlier"');
});

test("an earlier edition shows application, decision, payment and terms as they were, and changes nothing", async () => {
  const browser = await signedIn("returning");
  const list = await browser.open("/earlier");
  expect(list.text).toContain("Asia Conference 2022 Applied on 10 November 2021");
  await changingNothing(
    async () => {
      const page = await browser.open(EARLIER);
      expect(page.status).toBe(200);
      expect(page.text).toContain("Asia Conference 2022");
      expect(page.text).toMatch(/Decision Accepted, 30 November 2021/);
      expect(page.text).toContain("$450, 4 December 2021");
      expect(page.text).toContain("I have mapped landslides since then");
      expect(page.text).toContain("version 1, accepted on 4 December 2021");
      expect(page.text).toContain("the conference of 2022");
      expect(page.text).toContain("Lakshmi Perera");
      expect(page.forms.every(({ action }) => action === "/logout" || action.endsWith("/dismiss"))).toBe(
        true,
      );
    },
    { but: ["sessions"] },
  );
});

test("its receipt, letter, payment and document open under their addresses", async () => {
  const browser = await signedIn("returning");
  const receipt = await browser.open(`/payment/${paymentId}/receipt`);
  expect([receipt.status, receipt.text]).toEqual([200, expect.stringContaining("Harvard Conference 2022")]);
  expect(receipt.text).toContain("$450");
  const letter = await browser.open(LETTER);
  expect([letter.status, letter.text]).toEqual([200, expect.stringContaining("Lakshmi Perera")]);
  expect(letter.text).toContain("Harvard Conference 2022");
  for (const address of OWN) expect([address, (await browser.get(address)).status]).toEqual([address, 200]);
});

test.each(["goldplus", "new", "director"])("%s sees nothing of somebody else's", async (account) => {
  const browser = await signedIn(account);
  const asStaff = account === "director" ? [`/documents/${documentId}`] : [];
  for (const address of OWN.filter((one) => !asStaff.includes(one)))
    expect([address, (await browser.get(address)).status]).toEqual([address, 404]);
});

test("what is over stays readable while nothing is open", async () => {
  const browser = await signedIn("returning");
  await switchTo("hconf_2023");
  for (const address of OWN) expect([address, (await browser.get(address)).status]).toEqual([address, 200]);
});

test.each(["hconf_2023", "nonsense", "aconf_2021"])("there is no earlier %s", async (id) => {
  expect((await (await signedIn("returning")).get(`/earlier/${id}`)).status).toBe(404);
});

test("the current edition is not an earlier one", async () => {
  const answer = await (await signedIn("goldplus")).get(`/earlier/${CONFERENCE}`);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/application"]);
});

test("a decision that was never released stays hidden", async () => {
  await run("UPDATE rounds SET released_at = NULL WHERE conference_id = ?", FORMER_CONFERENCE);
  const browser = await signedIn("returning");
  expect((await browser.open(EARLIER)).text).not.toContain("Accepted, 27");
  expect((await browser.get(LETTER)).status).toBe(404);
  await run(
    "UPDATE rounds SET released_at = ? WHERE conference_id = ? AND id = 'early'",
    Date.parse("2021-11-30T18:00:00Z"),
    FORMER_CONFERENCE,
  );
});

/* ------------------------------------------------------------------ starting with them */

const OFFER = "Start with your answers of Asia Conference 2022";

/** A new delegate with a copy of last year's application of the returning delegate. */
async function returning(): Promise<{ uid: string; browser: Browser }> {
  const made = await delegate();
  await run(
    `INSERT INTO applications (conference_id, uid, created_at, submitted_at, review_count)
      SELECT conference_id, ?, created_at, submitted_at, 0 FROM applications WHERE uid = ?`,
    made.uid,
    uid,
  );
  await run(
    `INSERT INTO answers (conference_id, uid, section_id, version, answers, saved_at)
      SELECT conference_id, ?, section_id, version, answers, saved_at FROM answers WHERE uid = ?
        AND conference_id = ?`,
    made.uid,
    uid,
    FORMER_CONFERENCE,
  );
  return made;
}

const answersOf = async (who: string) =>
  Object.fromEntries(
    (
      await rows<{ section: string; answers: string }>(
        "SELECT section_id AS section, answers FROM answers WHERE uid = ? AND conference_id = ?",
        who,
        CONFERENCE,
      )
    ).map(({ section, answers }) => [section, JSON.parse(answers)]),
  );

test("a returning delegate starts with last year's answers: nothing is submitted, no document copied", async () => {
  const { uid: who, browser } = await returning();
  const begun = await (await browser.open("/application")).press(OFFER);
  expect([begun.status, begun.location]).toEqual([302, "/application"]);
  const copied = await answersOf(who);
  expect(copied["about"]).toMatchObject({ firstName: "Lakshmi", nationality: "LK" });
  expect(copied["essays"].motivation).toContain("landslides");
  expect(Object.keys(copied).sort()).toEqual([
    "about",
    "education",
    "essays",
    "participation",
    "scholarship",
  ]);
  expect(
    await row(
      "SELECT submitted_at AS at FROM applications WHERE uid = ? AND conference_id = ?",
      who,
      CONFERENCE,
    ),
  ).toEqual({ at: null });
  expect(await rows("SELECT id FROM documents WHERE uid = ? AND conference_id = ?", who, CONFERENCE)).toEqual(
    [],
  );
  expect(
    await rows(
      "SELECT word FROM search_words WHERE uid = ? AND conference_id = ? ORDER BY word",
      who,
      CONFERENCE,
    ),
  ).toEqual([{ word: "lakshmi" }, { word: "perera" }]);
  const after = await browser.open("/application");
  expect(after.has(OFFER)).toBe(false);
  expect((await browser.open("/application/about")).html).toContain('value="Lakshmi"');
});

test("an option that is gone and a question of another kind are left out", async () => {
  const { uid: who, browser } = await returning();
  const rest = "WHERE conference_id = 'aconf_2023' AND id =";
  const kept = await rows<{ id: string; options: string | null; kind: string }>(
    "SELECT id, options, kind FROM questions WHERE conference_id = 'aconf_2023' AND id IN ('level', 'field')",
  );
  await run(`UPDATE questions SET options = '["Doctor"]' ${rest} 'level'`);
  await run(`UPDATE questions SET kind = 'long text' ${rest} 'field'`);
  await (await browser.open("/application")).press(OFFER);
  for (const { id, options, kind } of kept)
    await run(`UPDATE questions SET options = ?, kind = ? ${rest} ?`, options, kind, id);
  const { education } = await answersOf(who);
  expect(education).toEqual({ institution: "University of Colombo", graduationYear: "2023" });
});

test("once anything is written, nothing is copied over it", async () => {
  const { uid: who, browser } = await returning();
  const open = await browser.open("/application");
  await browser.post("/application/about", { version: "0", firstName: "Anouk" });
  const late = await open.press(OFFER);
  expect([late.status, late.text]).toEqual([409, expect.stringContaining(applicationMessages.alreadyBegun)]);
  expect(await answersOf(who)).toMatchObject({ about: { firstName: "Anouk" } });
  expect((await browser.open("/application")).has(OFFER)).toBe(false);
});

test("pressing twice at once copies once", async () => {
  const { uid: who, browser } = await returning();
  const open = await browser.open("/application");
  for (const { status, location } of await Promise.all([open.press(OFFER), open.press(OFFER)]))
    expect([status, location]).toEqual([302, "/application"]);
  expect(
    await rows("SELECT DISTINCT version FROM answers WHERE uid = ? AND conference_id = ?", who, CONFERENCE),
  ).toEqual([{ version: 1 }]);
});

test("when no old answer fits, the page says so and offers them no more", async () => {
  const { uid: who, browser } = await returning();
  await run("UPDATE answers SET answers = '{}' WHERE uid = ? AND conference_id = ?", who, FORMER_CONFERENCE);
  const pressed = await (await browser.open("/application")).press(OFFER);
  expect(pressed.status).toBe(302);
  const after = await pressed.follow();
  expect([after.has(OFFER), after.text.includes("None of your old answers fits")]).toEqual([false, true]);
  expect(await answersOf(who)).toEqual({});
});

test.each([
  ["an edition that they did not apply to", FORMER_CONFERENCE, 404],
  ["an edition that does not exist", "nonsense", 403],
  ["the current one", CONFERENCE, 404],
])("nobody starts with %s", async (_, from, status) => {
  const { browser } = await delegate();
  expect((await browser.open("/application")).text).not.toContain("Start with your answers");
  await changingNothing(async () => {
    const answer = await browser.post("/application", { intent: "start-with-former", from });
    expect(answer.status).toBe(status);
  });
});

test("the pages of earlier editions take one round trip, a receipt two", async () => {
  const browser = await signedIn("returning");
  await browser.get("/earlier");
  const trips = async (path: string) =>
    Number(/db;desc="(\d+)"/.exec((await browser.get(path)).headers.get("Server-Timing")!)![1]);
  expect(await trips("/earlier")).toBe(1);
  expect(await trips(EARLIER)).toBe(1);
  expect(await trips("/application")).toBe(1);
  expect(await trips(`/payment/${paymentId}/receipt`)).toBe(2);
});
