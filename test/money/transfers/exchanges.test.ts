import Papa from "papaparse";
import { expect, test } from "vitest";
import { exchangeMessages } from "~/money/transfers/messages.ts";
import { BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { readyToPay } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";

// An add-on that is held is exchanged for another size: one holding ends, another takes its place.

const SHIRT = "h2023shirtblack";

async function paid() {
  const person = await readyToPay();
  const chosen = { [`addOns.${SHIRT}`]: "M", total: "525" };
  expect((await person.browser.post("/register", { ...PASS_PAYMENT, ...chosen })).status).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", person.uid);
  return { ...person, id };
}

const shirts = (uid: string) =>
  rows<{ variant: string; state: string }>(
    "SELECT variant, state FROM holdings WHERE uid = ? AND item = ? ORDER BY since, from_holding IS NOT NULL, rowid",
    uid,
    SHIRT,
  );
const asked = (seen: string, variant: string) => ({
  ...{ intent: "exchange", item: SHIRT, seen },
  [`variant-${SHIRT}`]: variant,
});
const swap = (browser: Browser, id: string, seen: string, variant: string) =>
  browser.post(`/payment/${id}/exchange`, asked(seen, variant));

test("a delegate exchanges a size at no cost; lists follow, and the bill says what was bought", async () => {
  const { browser, uid, email, id } = await paid();
  const info = await browser.open("/payment-info");
  expect(info.html).toContain(`/payment/${id}/exchange`);
  const page = await browser.open(`/payment/${id}/exchange`);
  const done = await page.press("Exchange", { [`variant-${SHIRT}`]: "L" });
  expect([done.status, done.location]).toEqual([302, "/payment-info"]);
  expect(await shirts(uid)).toEqual([
    { variant: "M", state: "ended" },
    { variant: "L", state: "held" },
  ]);
  const after = await browser.open("/payment-info");
  expect(after.text).toContain("Unisex black shirt (L)");
  expect(after.text).not.toContain("(M)");
  expect((await browser.open(`/payment/${id}/receipt`)).text).toMatch(/Unisex black shirt M \$30/);
  const director = await signedIn("director");
  const csv = (await (await director.get("/admin/registrations.csv")).text()).replace(/^\ufeff/, "").trim();
  const { data } = Papa.parse<Record<string, string>>(csv, { header: true });
  expect(data.find((one) => one["uid"] === uid)).toMatchObject({ [SHIRT]: "L", paid: "525.00" });
  expect(await rows("SELECT 1 FROM audit WHERE action = 'exchange' AND actor_uid = ?", uid)).toHaveLength(1);
  expect(
    await rows("SELECT 1 FROM outbox WHERE recipient = ? AND event_key LIKE 'exchange:%'", email),
  ).toEqual([]);
  // A page from before the exchange is about a size that is no longer held, so its form is refused.
  const late = await changingNothing(() => swap(browser, id, "M", "S"));
  expect(late.status).toBe(409);
  expect(await late.text()).toContain(exchangeMessages.changed);
  // The exchange back to M makes a third holding, and never brings back the first one.
  expect((await swap(browser, id, "L", "M")).status).toBe(302);
  expect((await shirts(uid)).map(({ state }) => state)).toEqual(["ended", "ended", "held"]);
  expect(await differences()).toEqual([]);
  expect(await findings()).toEqual([]);
});

test("two presses at once exchange once, to one size", async () => {
  const { browser, uid, id } = await paid();
  const same = await Promise.all(Array.from({ length: 4 }, () => swap(browser, id, "M", "L")));
  expect(same.map(({ status }) => status)).toEqual([302, 302, 302, 302]);
  expect(await shirts(uid)).toHaveLength(2);
  const different = await Promise.all(["S", "XL"].map((size) => swap(browser, id, "L", size)));
  expect(different.map(({ status }) => status).sort()).toEqual([302, 409]);
  expect((await shirts(uid)).filter(({ state }) => state === "held")).toHaveLength(1);
  expect(await findings()).toEqual([]);
});

test("a size that is not listed, and an add-on that is not offered, are refused; staff may, and tell", async () => {
  const { browser, uid, email, id } = await paid();
  expect((await changingNothing(() => swap(browser, id, "M", "XXL"))).status).toBe(409);
  await run("UPDATE add_ons SET disabled = 1 WHERE id = ?", SHIRT);
  try {
    expect((await browser.open("/payment-info")).html).not.toContain("Exchange an add-on");
    expect((await browser.open(`/payment/${id}/exchange`)).text).toContain(exchangeMessages.nothing);
    const closed = await changingNothing(() => swap(browser, id, "M", "S"));
    expect(closed.status).toBe(409);
    expect(await closed.text()).toContain(exchangeMessages.notPossible);
    const director = await signedIn("director");
    const page = await director.open(`/admin/payments/${id}`);
    expect((await page.press("Exchange", { [`variant-${SHIRT}`]: "S" })).status).toBe(302);
    expect((await shirts(uid)).at(-1)).toEqual({ variant: "S", state: "held" });
    const mails = await rows<{ body: string }>(
      "SELECT body FROM outbox WHERE recipient = ? AND event_key LIKE 'exchange:%'",
      email,
    );
    expect(mails.map(({ body }) => body.includes("Your Unisex black shirt is now S."))).toEqual([true]);
    expect((await director.post(`/admin/payments/${id}`, asked("S", "XXL"))).status).toBe(409);
  } finally {
    await run("UPDATE add_ons SET disabled = 0 WHERE id = ?", SHIRT);
  }
});

test("nobody exchanges what is another's, and treasurers alone for others", async () => {
  const { id, browser } = await paid();
  const stranger = (await readyToPay()).browser;
  expect((await stranger.get(`/payment/${id}/exchange`)).status).toBe(404);
  expect((await changingNothing(() => swap(stranger, id, "M", "S"))).status).toBe(409);
  for (const other of [browser, await signedIn("reviewer")]) {
    const answer = await changingNothing(() => other.post(`/admin/payments/${id}`, asked("M", "S")));
    expect(answer.status).toBe(403);
  }
});

test("what was exchanged is given back as what was bought, and a refusal revives what was held last", async () => {
  const director = await signedIn("director");
  const { browser, uid, id } = await paid();
  expect((await swap(browser, id, "M", "L")).status).toBe(302);
  const give = (items: string, more = {}) =>
    director.post(`/admin/payments/${id}`, { intent: "give", items, kind: "money", reason: "Torn", ...more });
  // Part of the shirt's price goes back. The charge is not settled yet, so the refund is on its way.
  expect((await give(SHIRT, { amount: "10" })).status).toBe(302);
  const last = async () => (await shirts(uid)).map(({ variant, state }) => `${variant} ${state}`);
  expect(await last()).toEqual(["M ended", "L ending"]);
  expect(await differences()).toEqual([]);
  expect((await changingNothing(() => swap(browser, id, "L", "S"))).status).toBe(409);
  expect(await findings()).toEqual([]);
  await run(`UPDATE refunds SET state = 'refused', booking = ${BOOKED} WHERE payment_id = ?`, id);
  expect(await last()).toEqual(["M ended", "L held"]);
  // Then the whole pass is on its way back, and this refund is refused too. The shirt in M stays ended.
  expect((await give("goldPlus", { amount: "475" })).status).toBe(302);
  expect(await last()).toEqual(["M ended", "L ending"]);
  await run(
    `UPDATE refunds SET state = 'refused', booking = ${BOOKED} WHERE payment_id = ? AND state = 'pending'`,
    id,
  );
  await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, id);
  expect(await last()).toEqual(["M ended", "L held"]);
  expect(await differences()).toEqual([]);
  expect(await findings()).toEqual([]);
  expect((await give(SHIRT, { kind: "credit", amount: "20" })).status).toBe(302);
  expect(await last()).toEqual(["M ended", "L ended"]);
  expect((await changingNothing(() => give(SHIRT, { seenCents: "2000" }))).status).toBe(409);
  expect(await differences()).toEqual([]);
  expect(await findings()).toEqual([]);
});
