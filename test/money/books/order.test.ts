import Papa from "papaparse";
import { expect, test } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { grantMessages } from "~/money/awards/messages.ts";
import { signedIn } from "../../support/browser.ts";
import { wholeFile } from "../../support/csv-file.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { delegate, readyToPay } from "../../support/people.ts";
import { colleague } from "../../support/staff.ts";
import { row, rows, run } from "../../support/storage.ts";

const treasurer = await colleague("treasurer");
const orderOf = (uid: string) => `/admin/payments/person/${uid}`;
const award = (fields: Record<string, string>) => ({
  intent: "award",
  ...Object.fromEntries(Object.entries(fields).map(([name, value]) => [`award-${name}`, value])),
});
const DIVERSITY = award({ title: "Diversity award", size: "$100", budgetId: "" });

test("an award, a payment, a refund and the end of the award are one time line, with who did what", async () => {
  const { uid, email, browser } = await readyToPay();
  const before = await treasurer.browser.open(orderOf(uid));
  expect(before.text).toMatch(/Has Nothing Paid \$0 Given back \$0 Kept \$0/);
  expect(before.text).toContain("Nothing has happened yet");

  expect((await treasurer.browser.post(orderOf(uid), DIVERSITY)).status).toBe(302);
  expect((await browser.open("/decision")).text).toContain("Diversity award: $100 off");
  const paid = await browser.post("/register", { ...PASS_PAYMENT, intendedPassCost: "395" });
  expect(paid.status).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", uid);
  const refund = {
    intent: "give",
    amount: "50",
    kind: "money",
    reason: "The dinner was cancelled",
    seenCents: "0",
  };
  expect((await treasurer.browser.post(`/admin/payments/${id}`, refund)).status).toBe(302);

  const page = await treasurer.browser.open(orderOf(uid));
  expect(page.text).toContain("Mei Chen");
  expect(page.text).toContain(email);
  expect(page.text).toMatch(/Has Harvard Conference ticket.* Paid \$395 Given back \$50 Kept \$345/);
  const [refunded, bought, given] = ["The dinner was cancelled", "card ending in 1111", "Award given"].map(
    (words) => page.text.indexOf(words),
  );
  expect([refunded! > 0, bought! > refunded!, given! > bought!]).toEqual([true, true, true]);
  expect(page.text).toMatch(
    /The dinner was cancelled 17 December 2022, 10:\d\d EST ?, colleague-\d+@hpair.example -\$50/,
  );
  expect(page.text).toMatch(/Diversity award : \$100 off the price of the pass\. It has been used./);

  const { id: grantId } = await row<{ id: string }>("SELECT id FROM grants WHERE uid = ?", uid);
  expect((await treasurer.browser.post(orderOf(uid), { intent: "end", id: grantId })).status).toBe(302);
  const after = await treasurer.browser.open(orderOf(uid));
  expect(after.text).toContain("Award ended Diversity award, $100");
  expect(after.html).toContain("Give the award");
});

test("what is wrong with an award is said beside its field, and what was typed stays", async () => {
  const { uid } = await readyToPay();
  const answer = await treasurer.browser.post(
    orderOf(uid),
    award({ title: "Diversity award", size: "half", budgetId: "" }),
  );
  expect(answer.status).toBe(400);
  const html = await answer.text();
  expect(html).toContain(grantMessages.notASize);
  expect(html).toMatch(/name="award-title"[^>]*value="Diversity award"/);
  const elsewhere = award({ title: "Diversity award", size: "50%", budgetId: "elsewhere" });
  expect(await (await treasurer.browser.post(orderOf(uid), elsewhere)).text()).toContain(
    grantMessages.unknownBudget,
  );
  expect(await rows("SELECT 1 FROM grants WHERE uid = ?", uid)).toEqual([]);
});

test("two members of staff give one award, and an application that was opened again gets none", async () => {
  const { uid } = await readyToPay();
  const answers = await Promise.all(
    [1, 2, 3].map(() => treasurer.browser.post(orderOf(uid), DIVERSITY).then(({ status }) => status)),
  );
  expect(answers.sort()).toEqual([302, 400, 400]);
  expect(await rows("SELECT 1 FROM grants WHERE uid = ?", uid)).toHaveLength(1);
  const again = await treasurer.browser.post(orderOf(uid), DIVERSITY);
  expect(await again.text()).toContain(grantMessages.awardThere);
  expect(grantMessages.awardThere).not.toContain("Somebody else");

  const open = await delegate({ submittedAt: "2022-11-11T18:05:00Z" });
  await run("UPDATE applications SET submitted_at = NULL WHERE uid = ?", open.uid);
  const refused = await treasurer.browser.post(orderOf(open.uid), DIVERSITY);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toContain(grantMessages.applicationOpen);
  const nobody = await delegate();
  expect((await treasurer.browser.get(orderOf(nobody.uid))).status).toBe(404);
});

test("the money is not for readers, and the desk leads to it only those who may see it", async () => {
  const uid = demoUid("submitted");
  const reader = await colleague("decisions");
  expect((await reader.browser.get(orderOf(uid))).status).toBe(403);
  expect((await reader.browser.post(orderOf(uid), DIVERSITY)).status).toBe(403);
  expect((await reader.browser.open(`/admin/delegates/${uid}`)).html).not.toContain(orderOf(uid));
  const director = await signedIn("director");
  expect((await director.open(`/admin/delegates/${uid}`)).html).toContain(orderOf(uid));
});

test("the list of payments says what awards took off, and by which", async () => {
  const { uid, email, browser } = await readyToPay();
  await treasurer.browser.post(orderOf(uid), DIVERSITY);
  await browser.post("/register", { ...PASS_PAYMENT, intendedPassCost: "395" });
  const csv = wholeFile(await (await treasurer.browser.get("/admin/payments.csv")).text());
  const { data } = Papa.parse<Record<string, string>>(csv.replace(/^\uFEFF/, ""), { header: true });
  expect(data.find((line) => line["email"] === email)).toMatchObject({
    ...{ amount: "395.00", reduced: "100.00", reducedBy: "Diversity award" },
  });
  expect((await treasurer.browser.open("/admin/grants")).text).toMatch(/Awards took \$\d+ off \d+ pass/);
});
