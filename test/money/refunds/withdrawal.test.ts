import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { paymentMessages } from "~/money/payments/messages.ts";
import { refundMessages, withdrawalMessages } from "~/money/refunds/messages.ts";
import { BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { mailsTo, subjectsTo } from "../../support/mails.ts";
import { overtake } from "../../support/overtake.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { readyToPay } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { keepHouse } from "../../support/worker.ts";

// A delegate gives up a pass. The page shows the amount that the policy gives back at that moment, and this amount goes
// back.

async function paid(more: Record<string, string> = {}) {
  const person = await readyToPay();
  expect((await person.browser.post("/register", { ...PASS_PAYMENT, ...more })).status).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", person.uid);
  return { ...person, id };
}

const WITH_MUG = { "addOns.h2023mug": "true", total: "520" };
const EXECUTIVE = { "addOns.h2023execsem": "true", total: "570" };
const held = async (uid: string) =>
  (await rows<{ item: string }>("SELECT item FROM holdings WHERE uid = ? AND state = 'held'", uid)).map(
    ({ item }) => item,
  );
const refundsOf = (id: string) =>
  rows<{ cents: number; state: string; by: string }>(
    "SELECT amount_cents AS cents, state, requested_by AS by FROM refunds WHERE payment_id = ?",
    id,
  );
const press = (browser: Browser, id: string, expectedCents: number, seenCents = 0) =>
  browser.post(`/payment/${id}/withdraw`, {
    expectedCents: String(expectedCents),
    seenCents: String(seenCents),
    confirmed: "true",
  });
/** Does the work while the time for refunds is over. */
async function withTimeOver(work: () => Promise<void>) {
  const { until } = await row<{ until: number }>(
    "SELECT refunds_until AS until FROM events WHERE id = 'harvard'",
  );
  await run("UPDATE events SET refunds_until = 0 WHERE id = 'harvard'");
  await work();
  await run("UPDATE events SET refunds_until = ? WHERE id = 'harvard'", until);
}

test("a delegate sees what goes back and what is lost, ticks a box, and the money is on its way", async () => {
  const { browser, uid, email, id } = await paid(WITH_MUG);
  const info = await browser.open("/payment-info");
  expect(info.html).toContain(`/payment/${id}/withdraw`);
  const page = await browser.open(`/payment/${id}/withdraw`);
  expect(page.text).toContain("$470 goes back to your card. Everything paid, less the $50 deposit.");
  expect(page.text).toMatch(/Until 10 February 2023/);
  expect(page.text).toContain("You lose The Harvard Conference ticket, Virtual summit, and Mug, at once.");
  const unconfirmed = await changingNothing(() => page.press("Give up the pass"));
  expect(unconfirmed.status).toBe(400);
  expect(unconfirmed.text).toContain(withdrawalMessages.confirmFirst);

  const done = await page.press("Give up the pass", { confirmed: "true" });
  expect([done.status, done.location]).toEqual([302, "/payment-info"]);
  expect(await held(uid)).toEqual([]);
  expect(await refundsOf(id)).toEqual([{ cents: 47_000, state: "pending", by: uid }]);
  expect((await browser.open("/payment-info")).text).toMatch(/\$470 has been on its way back to your card/);
  expect(await subjectsTo(email)).toEqual(["Your receipt", "You have given up your pass"]);
  const acts = await rows(
    "SELECT actor_uid AS who FROM audit WHERE action = 'withdraw' AND object = ?",
    `payments/${id}`,
  );
  expect(acts).toEqual([{ who: uid }]);
  // The staff see who asked. The delegate sees why nothing more can be done.
  const staff = await (await signedIn("director")).open(`/admin/payments/${id}`);
  expect(staff.text).toContain(`Asked for by ${email}`);
  expect(staff.text).toContain(withdrawalMessages.reason);
  expect((await browser.open(`/payment/${id}/withdraw`)).text).toContain(paymentMessages.refundOnItsWay);
  expect((await changingNothing(() => press(browser, id, 47_000))).status).toBe(409);
  await keepHouse();
});

test("of five presses at once one counts", async () => {
  const { browser, uid, email, id } = await paid();
  const answers = await Promise.all(Array.from({ length: 5 }, () => press(browser, id, 44_500)));
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409, 409, 409]);
  expect(await refundsOf(id)).toHaveLength(1);
  expect(await subjectsTo(email)).toEqual(["Your receipt", "You have given up your pass"]);
  expect(await held(uid)).toEqual([]);
});

test("if the time of refunds ends between page and press, nothing is done and the new amount is said", async () => {
  const { browser, uid, email, id } = await paid();
  const page = await browser.open(`/payment/${id}/withdraw`);
  await withTimeOver(async () => {
    const late = await changingNothing(() => page.press("Give up the pass", { confirmed: "true" }));
    expect(late.status).toBe(409);
    expect(late.text).toContain(withdrawalMessages.changed("$0"));
    expect(late.text).toContain(`${withdrawalMessages.nothingGoesBack} The time for refunds is over.`);
    expect(await held(uid)).toContain("goldPlus");
    // The pass can still be given up, but only once, and nothing goes back.
    const presses = await Promise.all(Array.from({ length: 4 }, () => press(browser, id, 0)));
    expect(presses.map(({ status }) => status).sort()).toEqual([302, 409, 409, 409]);
  });
  expect(await held(uid)).toEqual([]);
  expect(await refundsOf(id)).toEqual([{ cents: 0, state: "done", by: uid }]);
  expect((await browser.open("/payment-info")).text).toMatch(
    /You paid \$495 on .+ This payment is not refunded\. You no longer have/,
  );
  expect((await browser.open(`/payment/${id}/withdraw`)).text).toContain(
    paymentMessages.passGone("Harvard Conference ticket"),
  );
  expect(await subjectsTo(email)).toEqual(["Your receipt", "You have given up your pass"]);
});

test("if staff give something back between page and press, nothing is done and the new amount is said", async () => {
  const { browser, uid, id } = await paid(WITH_MUG);
  const page = await browser.open(`/payment/${id}/withdraw`);
  const director = await signedIn("director");
  const asked = { intent: "give", items: "h2023mug", kind: "credit", reason: "Broken" };
  expect((await director.post(`/admin/payments/${id}`, asked)).status).toBe(302);
  const late = await changingNothing(() => page.press("Give up the pass", { confirmed: "true" }));
  expect([late.status, late.text.includes(withdrawalMessages.changed("$445"))]).toEqual([409, true]);
  expect(await held(uid)).toContain("goldPlus");
  expect((await late.press("Give up the pass", { confirmed: "true" })).status).toBe(302);
});

test("while part of the money is on its way the rest cannot be given up yet", async () => {
  const { browser, id } = await paid(WITH_MUG);
  const director = await signedIn("director");
  const asked = { intent: "give", items: "h2023mug", kind: "money", reason: "Broken" };
  expect((await director.post(`/admin/payments/${id}`, asked)).status).toBe(302);
  expect((await browser.open(`/payment/${id}/withdraw`)).text).toContain(withdrawalMessages.partOnItsWay);
  expect((await changingNothing(() => press(browser, id, 44_500, 2_500))).status).toBe(409);
});

test("a pass that cost nothing is given up, and its award can be used again", async () => {
  const { browser, uid } = await readyToPay();
  await run(
    `INSERT INTO grants (id, conference_id, kind, title, uid, percent, max_uses, created_by, created_at)
      VALUES ('withdrawn', 'aconf_2023', 'award', 'Diversity award', ?, 100, 1, 'x', 0)`,
    uid,
  );
  const free = { intent: "pay", code: "", intendedPassCost: "0", total: "0" };
  expect((await browser.post("/register", free)).status).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", uid);
  const page = await browser.open(`/payment/${id}/withdraw`);
  expect(page.text).toContain(withdrawalMessages.nothingGoesBack);
  expect((await page.press("Give up the pass", { confirmed: "true" })).status).toBe(302);
  expect(await held(uid)).toEqual([]);
  expect((await browser.open("/payment-info")).text).toContain(
    "You no longer have the Harvard Conference ticket.",
  );
  expect((await browser.post("/register", free)).status).toBe(302);
});

test("the other pass is named, and stays", async () => {
  const { browser, uid } = await readyToPay();
  await run("UPDATE decisions SET decision = 'Accepted' WHERE uid = ?", uid);
  const gold = { ...PASS_PAYMENT, passType: "gold", intendedPassCost: "150" };
  expect((await browser.post("/virtual-summit", gold)).status).toBe(302);
  expect((await browser.post("/register", { ...PASS_PAYMENT, heldPass: "gold" })).status).toBe(302);
  const { id } = await row<{ id: string }>(
    "SELECT id FROM payments WHERE delegate_uid = ? AND pass_type = 'goldPlus'",
    uid,
  );
  const page = await browser.open(`/payment/${id}/withdraw`);
  expect(page.text).toContain(withdrawalMessages.keeps("Virtual Summit ticket"));
  expect((await page.press("Give up the pass", { confirmed: "true" })).status).toBe(302);
  expect(await held(uid)).toEqual(["gold"]);
});

test("nobody gives up what is another's, nor what is still being paid", async () => {
  const { id, browser, uid } = await paid();
  for (const other of [(await readyToPay()).browser, await signedIn("director")]) {
    expect((await other.get(`/payment/${id}/withdraw`)).status).toBe(404);
    expect((await changingNothing(() => press(other, id, 44_500))).status).toBe(404);
  }
  await run("UPDATE payments SET state = 'unknown' WHERE id = ?", id);
  await run("UPDATE holdings SET state = 'pending' WHERE payment_id = ?", id);
  expect((await browser.open(`/payment/${id}/withdraw`)).text).toContain(paymentMessages.paymentBeingChecked);
  expect((await press(browser, id, 44_500)).status).toBe(409);
  expect(await refundsOf(id)).toEqual([]);
  await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, id);
  expect(await held(uid)).toContain("goldPlus");
  await run("UPDATE orders SET means = 'gone' WHERE id = ?", id);
  expect((await browser.open(`/payment/${id}/withdraw`)).text).toContain(withdrawalMessages.notHere);
  expect((await press(browser, id, 44_500)).status).toBe(409);
});

/**
 * Stores a future session with one place. Only holders of the pass or add-on in `level` may choose it; with null,
 * anybody may.
 */
async function withSession(id: string, level: string | null): Promise<void> {
  const [startsAt, endsAt] = [Date.parse("2023-02-18T15:00Z"), Date.parse("2023-02-18T16:00Z")];
  await run(
    `INSERT INTO programme_sessions (id, conference_id, title, description, day, starts_at, ends_at, speakers, access_level,
      capacity, version, changed_at) VALUES (?, 'aconf_2023', ?, '', '2023-02-18', ?, ?, '[]', ?, 1, 1, 0)`,
    ...[id, `Session ${id}`, startsAt, endsAt, level],
  );
}
const placesIn = (id: string) =>
  rows<{ uid: string; state: string }>("SELECT uid, state FROM places WHERE session_id = ?", id);

test("sessions that ask for what ends are left for those who wait, whoever ends it; others stay", async () => {
  const [leaving, refunded, waiting] = [await paid(), await paid(EXECUTIVE), await paid(EXECUTIVE)];
  const session = async (id: string, level: string | null, from: typeof leaving) => {
    await withSession(id, level);
    for (const { browser } of [from, waiting])
      expect((await browser.post("/scheduling", { choose: id })).status).toBe(302);
  };
  await session("left-any", null, leaving);
  await session("left-gala", "goldPlus", leaving);
  await session("left-seminar", "h2023execsem", refunded);
  await session("left-talk", "registered", refunded);
  const holding = () =>
    rows<{ id: string; who: string }>(
      "SELECT session_id AS id, uid AS who FROM places WHERE session_id LIKE 'left-%' AND state = 'held' ORDER BY 1",
    );
  const [any, gala, seminar, talk] = ["left-any", "left-gala", "left-seminar", "left-talk"];
  expect(await holding()).toEqual([
    ...[any, gala].map((id) => ({ id, who: leaving.uid })),
    ...[seminar, talk].map((id) => ({ id, who: refunded.uid })),
  ]);

  const page = await leaving.browser.open(`/payment/${leaving.id}/withdraw`);
  expect(page.text).toContain(withdrawalMessages.leavesSessions);
  expect((await press(leaving.browser, leaving.id, 44_500)).status).toBe(302);
  expect(await holding()).toContainEqual({ id: gala, who: waiting.uid });
  expect(await holding()).toContainEqual({ id: any, who: leaving.uid });

  const director = await signedIn("director");
  const asked = { intent: "give", items: "h2023execsem", kind: "credit", reason: "Cancelled" };
  // The form was opened when another amount had been given back. So nothing is given back, and nobody leaves the
  // session.
  const stale = { ...asked, seenCents: "1" };
  expect((await director.post(`/admin/payments/${refunded.id}`, stale)).status).toBe(409);
  expect(await holding()).toContainEqual({ id: seminar, who: refunded.uid });
  expect((await director.post(`/admin/payments/${refunded.id}`, asked)).status).toBe(302);
  expect(await holding()).toContainEqual({ id: seminar, who: waiting.uid });
  expect(await holding()).toContainEqual({ id: talk, who: refunded.uid });
  await keepHouse();
});

test("somebody whose request comes too late leaves no session, not even one that asks for more by now", async () => {
  const { browser, uid, id } = await paid();
  await withSession("kept-open", null);
  expect((await browser.post("/scheduling", { choose: "kept-open" })).status).toBe(302);
  await run("UPDATE programme_sessions SET access_level = 'h2023execsem' WHERE id = 'kept-open'");
  const page = await browser.open(`/payment/${id}/withdraw`);
  const director = await signedIn("director");
  const isOvertaken = overtake(browser, 'insert into "refunds"', async () => {
    const goodwill = { intent: "give", kind: "credit", amount: "10", reason: "A late bus" };
    expect((await director.post(`/admin/payments/${id}`, goodwill)).status).toBe(302);
  });
  const late = await page.press("Give up the pass", { confirmed: "true" });
  expect([late.status, late.text.includes(withdrawalMessages.changed("$435"))]).toEqual([409, true]);
  expect(isOvertaken()).toBe(true);
  expect(await held(uid)).toContain("goldPlus");
  expect(await placesIn("kept-open")).toEqual([{ uid, state: "held" }]);
});

test("if the processor refuses the refund, the pass is held again, and delegate and staff are told what is not", async () => {
  const { browser, uid, email, id } = await paid();
  await withSession("refused-gala", "goldPlus");
  expect((await browser.post("/scheduling", { choose: "refused-gala" })).status).toBe(302);
  // Somebody has given the money back at the processor. The portal has no record of this.
  await env.SIMULATOR.batch([
    env.SIMULATOR.prepare(
      "UPDATE charges SET created_at = created_at - 172800000 WHERE invoice_number = ?",
    ).bind(id),
    env.SIMULATOR.prepare(
      `INSERT INTO refunds SELECT 'SIM-' || ?1, ?1, transaction_id, amount_cents, 0 FROM charges WHERE invoice_number = ?2`,
    ).bind(`by-hand-${id}`, id),
  ]);
  const director = await signedIn("director");
  const goodwill = { intent: "give", kind: "money", amount: "10", reason: "A late bus" };
  expect((await director.post(`/admin/payments/${id}`, goodwill)).status).toBe(302);
  expect(await refundsOf(id)).toMatchObject([{ cents: 1_000, state: "refused" }]);
  // The refund would have ended nothing, so nobody was told that something ends.
  expect(await subjectsTo(email)).toEqual(["Your receipt"]);
  expect((await director.open(`/admin/payments/${id}`)).text).not.toContain(
    refundMessages.staff.refusedByProcessor,
  );

  expect((await press(browser, id, 44_500)).status).toBe(302);
  expect((await refundsOf(id))[1]).toMatchObject({ cents: 44_500, state: "refused" });
  expect(await held(uid)).toContain("goldPlus");
  expect(await placesIn("refused-gala")).toEqual([]);
  const mails = await mailsTo(email);
  expect(mails.map(({ subject }) => subject)).toEqual([
    "Your receipt",
    "You have given up your pass",
    "Your refund could not be made",
  ]);
  expect(mails[2]!.body).toContain("Please choose your sessions again");
  expect((await director.open(`/admin/payments/${id}`)).text).toContain(
    refundMessages.staff.refusedByProcessor,
  );
});
