import { expect, test } from "vitest";
import { applicant, submit } from "../support/applying.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { CONFERENCE, delegate, readyToPay } from "../support/people.ts";
import { rows, run } from "../support/storage.ts";

/** Answers to other questions of the application. These people have not given them. */
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
