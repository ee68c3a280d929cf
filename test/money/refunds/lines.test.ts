import { env } from "cloudflare:workers";
import Papa from "papaparse";
import { expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import { heldPasses } from "~/standing/holdings.server.ts";
import { BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, readyToPay } from "../../support/people.ts";
import { giveBack } from "../../support/refunds.ts";
import { abilitiesOf } from "../../support/staff.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

// Lines are given back one by one: an add-on ends and the pass stays, or something ends and no money goes back.

/** Somebody who has just paid for the in-person pass with a mug and a shirt. */
async function paid() {
  const person = await readyToPay();
  const chosen = { "addOns.h2023mug": "true", "addOns.h2023shirtblack": "M", total: "550" };
  const answer = await person.browser.post("/register", { ...PASS_PAYMENT, ...chosen });
  expect(answer.status).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", person.uid);
  return { ...person, id };
}

/** Lets a night pass at the card processor. */
const settleCharge = (id: string) =>
  env.SIMULATOR.prepare("UPDATE charges SET created_at = created_at - 172800000 WHERE invoice_number = ?")
    .bind(id)
    .run();

const states = async (uid: string) =>
  Object.fromEntries(
    (
      await rows<{ item: string; state: string }>(
        "SELECT item, state FROM holdings WHERE uid = ? AND state <> 'ended' ORDER BY item",
        uid,
      )
    ).map(({ item, state }) => [item, state]),
  );

const give = (browser: Browser, id: string, items: string[], more: Record<string, string> = {}) =>
  browser.post(`/admin/payments/${id}`, [
    ...items.map((item): [string, string] => ["items", item]),
    ...Object.entries({ intent: "give", kind: "money", reason: "Asked for", ...more }),
  ]);

const registered = async (director: Browser, uid: string) => {
  const csv = await (await director.get("/admin/registrations.csv")).text();
  const { data } = Papa.parse<Record<string, string>>(csv.replace(/^\ufeff/, "").trim(), { header: true });
  return data.find((one) => one["uid"] === uid);
};

test("the file of registrations has what was paid less what has gone back, also after an exchange", async () => {
  const director = await signedIn("director");
  const { uid, id, browser } = await paid();
  await settleCharge(id);
  expect(await registered(director, uid)).toMatchObject({ paid: "550.00" });
  await giveBack(id, { amount: "100" });
  expect(await registered(director, uid)).toMatchObject({ paid: "450.00" });
  const shirt = { item: "h2023shirtblack", seen: "M", "variant-h2023shirtblack": "L" };
  expect((await browser.post(`/payment/${id}/exchange`, shirt)).status).toBe(302);
  // So much goes back that no line is left out, so some of it is for the shirt.
  await giveBack(id, { amount: "445" });
  expect(await registered(director, uid)).toMatchObject({ h2023shirtblack: "L", paid: "5.00" });
});

test("a typing error does not renew what the form was made from, and what is refused keeps an empty amount", async () => {
  const { id } = await paid();
  await settleCharge(id);
  const director = await signedIn("director");
  const page = await director.open(`/admin/payments/${id}`);
  const fields = { items: "h2023shirtblack", reason: "Does not fit" };
  const checked = await page.press("Continue", fields);
  await giveBack(id, { amount: "1" });
  const wrong = await page.press("Continue", { ...fields, amount: "much" });
  expect([wrong.status, (await wrong.press("Continue", { amount: "" })).status]).toEqual([400, 409]);
  const refused = await checked.press("Give back $30");
  expect(refused.status).toBe(409);
  expect(refused.form("Continue").fields).toContainEqual(["amount", ""]);
});

test("an add-on is given back: it ends at once, the pass stays, and every list says so", async () => {
  const director = await signedIn("director");
  const { browser, uid, email, id } = await paid();
  await settleCharge(id);
  const page = await director.open(`/admin/payments/${id}`);
  expect(page.text).toContain("Paid $30. The policy says: give back $30.");
  // Somebody who paid for themselves may get the refund as credit. The page names nobody as their payer.
  expect(page.text).toContain("Credit: no money moves");
  expect(page.text).not.toContain("Paid by");
  const checked = await changingNothing(() =>
    page.press("Continue", { items: "h2023shirtblack", reason: "Does not fit" }),
  );
  expect(checked.text).toMatch(
    /Give back \$30 for the [^.]*\(M\)\. Mei Chen loses it at once, and keeps the Harvard Conference ticket, [^.]*Mug/,
  );
  // The form comes back with what was typed: an empty amount still follows the policy.
  const changed = await checked.press("Change this");
  expect(changed.form("Continue").fields).toEqual(
    expect.arrayContaining([
      ["items", "h2023shirtblack"],
      ["amount", ""],
      ["reason", "Does not fit"],
    ]),
  );
  expect((await changed.press("Continue", { items: "h2023mug" })).text).toContain("Give back $25 for the");
  expect((await checked.press("Give back $30")).status).toBe(302);
  expect((await checked.press("Give back $30")).status).toBe(409);

  expect(await states(uid)).toEqual({ goldPlus: "held", h2023mug: "held", h2023virtual: "held" });
  // The access gate reads these rows.
  expect(await heldPasses(connect(env.DB, newMeter()), CONFERENCE, uid)).toEqual([
    { passType: "goldPlus", addOns: { h2023mug: true, h2023virtual: true } },
  ]);
  expect(await rows("SELECT state FROM payments WHERE id = ?", id)).toEqual([{ state: "captured" }]);
  expect(
    await rows("SELECT amount_cents AS cents, ends_all AS ends, state FROM refunds WHERE payment_id = ?", id),
  ).toEqual([{ cents: 3_000, ends: 0, state: "done" }]);
  const info = await browser.open("/payment-info");
  expect(info.text).toMatch(
    /You have the Harvard Conference ticket\. \$30 for the .+ went back to your card/,
  );
  expect(info.html).not.toContain("(M)");
  expect((await browser.open(`/payment/${id}/receipt`)).text).toMatch(/\$30 for the .+Total paid \$550/);
  expect(await registered(director, uid)).toMatchObject({
    pass: "goldPlus",
    h2023mug: "yes",
    h2023shirtblack: "",
  });
  const { data } = Papa.parse<Record<string, string>>(
    (await (await director.get("/admin/payments.csv")).text()).trim(),
    { header: true },
  );
  expect(data.find(({ reference }) => reference === id)).toMatchObject({ refunded: "30.00", net: "520.00" });
  await keepHouse();
  const mails = await rows<{ body: string }>(
    "SELECT body FROM outbox WHERE recipient = ? AND event_key LIKE 'refund:%'",
    email,
  );
  expect(mails.map(({ body }) => body.includes("You still have your pass"))).toEqual([true]);
  const again = await director.open(`/admin/payments/${id}`);
  expect(again.text).toContain("$30 given back");
  expect(again.form("Continue").choices.map(({ value }) => value)).not.toContain("h2023shirtblack");
  expect(again.text).toMatch(/Asked for by director@hpair\.example/);

  // If the pass is given back later, everything that is still held goes with it. The shirt is not given back twice.
  expect(again.text).toContain("The policy says: give back $470.");
  expect((await give(director, id, ["goldPlus"], { seenCents: "3000" })).status).toBe(302);
  expect(await states(uid)).toEqual({});
  const back = await rows("SELECT sum(amount_cents) AS cents FROM refunds WHERE payment_id = ?", id);
  expect(back).toEqual([{ cents: 50_000 }]);
  expect(await findings()).toEqual([]);
});

test("a charge that is not settled: the add-on is on its way out, and a refusal gives it back to its holder", async () => {
  const director = await signedIn("director");
  const { browser, uid, id } = await paid();
  expect((await give(director, id, ["h2023mug"])).status).toBe(302);
  const waiting = { goldPlus: "held", h2023mug: "ending", h2023shirtblack: "held", h2023virtual: "held" };
  expect(await states(uid)).toEqual(waiting);
  expect((await browser.open("/payment-info")).text).toMatch(
    /\$25 for the .+ has been on its way back to your card/,
  );
  // Only one refund may be on its way at a time.
  const others: Record<string, string>[] = [{}, { amount: "0" }, { kind: "credit" }];
  for (const more of others) {
    const other = await changingNothing(() =>
      give(director, id, ["h2023shirtblack"], { ...more, seenCents: "2500" }),
    );
    expect(other.status).toBe(409);
    expect(await other.text()).toContain(refundMessages.staff.refundUnderWay);
  }
  expect(await findings()).toEqual([]);
  await run(`UPDATE refunds SET state = 'refused', booking = ${BOOKED} WHERE payment_id = ?`, id);
  expect(await states(uid)).toEqual({ ...waiting, h2023mug: "held" });
  expect(await findings()).toEqual([]);
  expect((await give(director, id, ["h2023mug"])).status).toBe(302);
  await settleCharge(id);
  await keepHouse();
  expect(await states(uid)).toEqual({ goldPlus: "held", h2023shirtblack: "held", h2023virtual: "held" });
  expect(await findings()).toEqual([]);
});

test("no line gives back more than it cost, and nobody gets one back twice", async () => {
  const director = await signedIn("director");
  const { uid, id } = await paid();
  await settleCharge(id);
  const tooMuch = await changingNothing(() => give(director, id, ["h2023mug"], { amount: "25.01" }));
  expect(tooMuch.status).toBe(400);
  expect(await tooMuch.text()).toContain(refundMessages.staff.refundAmount("$25"));
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => give(director, id, ["h2023mug"], { amount: "10" })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409, 409, 409]);
  const ended = await changingNothing(() => give(director, id, ["h2023mug"], { seenCents: "1000" }));
  expect(ended.status).toBe(409);
  expect(await states(uid)).toMatchObject({ goldPlus: "held", h2023shirtblack: "held" });
});

test("an add-on can end with no money for it, once however often it is pressed", async () => {
  const director = await signedIn("director");
  const { browser, uid, email, id } = await paid();
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => give(director, id, ["h2023mug"], { amount: "0" })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409, 409]);
  expect(await rows("SELECT amount_cents AS cents, state FROM refunds WHERE payment_id = ?", id)).toEqual([
    { cents: 0, state: "done" },
  ]);
  expect(Object.keys(await states(uid))).not.toContain("h2023mug");
  expect((await browser.open("/payment-info")).text).toMatch(/You gave up the .+ You get no money back\./);
  const mails = await rows("SELECT 1 FROM outbox WHERE recipient = ? AND event_key LIKE 'refund:%'", email);
  expect(mails).toHaveLength(1);
  // The whole pass can end in the same way: what was paid for it stays with us.
  expect((await give(director, id, ["goldPlus"], { amount: "0" })).status).toBe(302);
  expect(await states(uid)).toEqual({});
  expect((await browser.open("/payment-info")).text).toMatch(
    /You paid \$550 on .* This payment is not refunded\./,
  );
  const { total } = await row<{ total: number }>(
    "SELECT sum(total) AS total FROM tallied WHERE conference_id = ? AND name = 'revenue'",
    CONFERENCE,
  );
  expect(total).toBeGreaterThanOrEqual(55_000);
  expect(await findings()).toEqual([]);
});

test("a treasurer who gives back part of their own payment has not given up the pass", async () => {
  const { browser, uid, email, id } = await paid();
  await run("UPDATE users SET admin = 1 WHERE uid = ?", uid);
  await run(
    "INSERT INTO staff (uid, abilities, capacity, created_at) VALUES (?, ?, 1, 0)",
    uid,
    abilitiesOf("treasurer"),
  );
  expect((await give(browser, id, [], { amount: "10", kind: "credit" })).status).toBe(302);
  expect(
    await rows(
      "SELECT action FROM audit WHERE object = ? AND actor_uid = ? ORDER BY at DESC LIMIT 1",
      `payments/${id}`,
      uid,
    ),
  ).toEqual([{ action: "credit" }]);
  const [mail] = await rows<{ body: string }>(
    "SELECT body FROM outbox WHERE recipient = ? AND (event_key LIKE 'refund:%' OR event_key LIKE 'withdrawn:%')",
    email,
  );
  expect(mail!.body).toContain("You still have your pass");
});
