import { afterEach, describe, expect, test } from "vitest";
import { applicant, submit } from "../support/applying.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { CONFERENCE, delegate, readyToPay } from "../support/people.ts";
import { rows, run } from "../support/storage.ts";
import type { Page } from "../support/visitor.ts";

/** Answers to other questions of the application, which the people in these tests have not answered. */
const OTHERS = { phone: "+85251234567", institution: "HKU" };
const NAME = "Emergency contact: name";

test("what is asked later is neither asked nor missing in the application", async () => {
  const { browser } = await applicant();
  expect((await browser.open("/application/participation")).text).not.toContain(NAME);
  expect((await browser.open("/application/check")).text).not.toContain(NAME);
  expect((await submit(browser)).status).toBe(302);
  expect((await browser.open("/application")).text).not.toContain(NAME);
});

test.each([
  [null, false],
  ["Waitlisted", false],
  ["Rejected", false],
  ["Accepted", true],
  ["Deferred to virtual", true],
] as const)("after the decision %s the details ask it: %s", async (decision, expected) => {
  const { browser } = await delegate({
    submittedAt: "2022-11-11T18:05:00Z",
    ...(decision && { decision }),
  });
  const page = await browser.open("/details");
  expect(page.text.includes(NAME)).toBe(expected);
  // Questions that are not asked yet do not prevent the delegate from saving the other answers.
  const saved = await page.press("Save details", {
    ...OTHERS,
    ...(expected && { emergencyName: "Li Chen", emergencyPhone: "+85251234568" }),
  });
  expect(saved.status).toBe(302);
});

test("an accepted person is not asked for it before they are told", async () => {
  const { browser, uid } = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  await run("UPDATE decisions SET set_at = 9e15 WHERE uid = ?", uid);
  expect((await browser.open("/details")).text).not.toContain(NAME);
});

test("a place can be paid for before it is answered; the ticket asks for it until it is", async () => {
  const { browser, uid } = await readyToPay();
  expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(302);
  expect((await browser.open("/")).text).toContain(`we need your answers to “${NAME}” and “`);
  const page = await browser.open("/details");
  const refused = await page.press("Save details", {
    ...OTHERS,
    emergencyName: "",
    emergencyPhone: "+85251234568",
  });
  expect(refused.status).toBe(400);
  await page.press("Save details", { ...OTHERS, emergencyName: "Li Chen", emergencyPhone: "+85251234568" });
  expect((await browser.open("/")).text).not.toContain("Before you come, we need");
  const [stored] = await rows<{ changes: string }>(
    "SELECT changes FROM detail_changes WHERE uid = ? AND conference_id = ?",
    uid,
    CONFERENCE,
  );
  expect(JSON.parse(stored!.changes)).toMatchObject({ emergencyName: { from: "", to: "Li Chen" } });
});

describe("a question with several ticks that is asked later", () => {
  const QUESTION = "days";
  const set = (required: string) =>
    run(
      `INSERT OR REPLACE INTO questions (conference_id, id, section_id, position, text, kind, options, required, max_length, on_site, asked_later)
        VALUES (?, ?, 'participation', 99, 'Which days?', 'several of many', '["Friday","Saturday"]', ?, 200, 1, 1)`,
      ...[CONFERENCE, QUESTION, JSON.stringify(required)],
    );
  afterEach(() => run("DELETE FROM questions WHERE id = ?", QUESTION));

  const answered = { ...OTHERS, emergencyName: "Li Chen", emergencyPhone: "+85251234568" };
  const ticked = (page: Page) =>
    page.forms.flatMap(({ fields }) => fields).filter(([name]) => name === QUESTION);

  test("can be left without a tick, and its last tick can be taken off", async () => {
    await set("never");
    const { browser } = await readyToPay();
    const tick = await (await browser.open("/details")).press("Save details", {
      ...answered,
      [QUESTION]: "Friday",
    });
    expect(tick.status).toBe(302);
    const page = await browser.open("/details");
    expect(ticked(page)).toEqual([[QUESTION, "Friday"]]);
    const left = page.form("Save details").fields.filter(([name]) => name !== QUESTION);
    expect((await browser.submit("/details", left)).status).toBe(302);
    expect(ticked(await browser.open("/details"))).toEqual([]);
  });

  test("is refused without a tick if an answer is required", async () => {
    await set("always");
    const { browser } = await readyToPay();
    const page = await browser.open("/details");
    expect((await page.press("Save details", answered)).status).toBe(400);
  });
});
