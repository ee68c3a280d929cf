import { env } from "cloudflare:workers";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { inspect } from "~/staff/invariants.server.ts";
import { readStanding } from "~/standing/standing.server.ts";
import { watched } from "../../support/asked.ts";
import { BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { meeting, PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, type Delegate, readyToPay } from "../../support/people.ts";
import { programAs } from "../../support/programs.ts";
import { chargesOf, row, rows, run } from "../../support/storage.ts";
import { answerWith } from "../../support/worker.ts";

const PASS = "Harvard Conference ticket";

const limitPass = (places: number | null) =>
  run("UPDATE tickets SET places = ? WHERE id = 'goldPlus'", places);
const limitMug = (places: number | null) =>
  run("UPDATE add_ons SET places = ? WHERE id = 'h2023mug'", places);

const pay = (browser: Browser, total = 495, more: Record<string, string> = {}) =>
  browser.post("/register", { ...PASS_PAYMENT, intent: "pay", total: String(total), ...more });
const withMug = (browser: Browser) => pay(browser, 520, { "addOns.h2023mug": "true" });

const liveOf = async (item: string) =>
  (await row<{ n: number }>("SELECT count(*) AS n FROM holdings WHERE item = ? AND state <> 'ended'", item))
    .n;
const taken = async (item: string) =>
  (
    await row<{ n: number }>(
      "SELECT coalesce(sum(number), 0) AS n FROM tallies WHERE name = 'taken' AND key = ?",
      item,
    )
  ).n;

/** Ends everything that anybody holds, so that places can be counted from zero. */
async function nobodyHolds() {
  await run(
    `UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE state IN ('captured', 'refund_pending', 'charging', 'unknown')`,
  );
  await run("UPDATE holdings SET state = 'ended' WHERE state <> 'ended'");
  await limitPass(null);
  await limitMug(null);
  await run("DELETE FROM counters");
}

beforeEach(nobodyHolds);
afterAll(nobodyHolds);

describe("the last places", () => {
  test("an add-on that is sold out or not available still shows its cost", async () => {
    const { browser } = await readyToPay();
    await limitMug(0);
    await run("UPDATE add_ons SET disabled = 1 WHERE id = 'h2023hatwhite'");
    const { text } = await browser.open("/register");
    await run("UPDATE add_ons SET disabled = 0 WHERE id = 'h2023hatwhite'");
    expect(text).toContain(`Mug $25 ${passMessages.soldOut}`);
    expect(text).toContain("Hat (white) $30 Not available");
    expect(text).toContain("Virtual summit Free, included with your ticket");
  });

  test("of a pass: who comes before is served, who comes after is told on every page and at the press", async () => {
    await limitPass(2);
    const [first, second, third] = [await readyToPay(), await readyToPay(), await readyToPay()];
    expect((await first.browser.open("/register")).text).toContain("2 places left");
    expect((await pay(first.browser)).status).toBe(302);
    expect((await second.browser.open("/register")).text).toContain("1 place left");
    expect((await pay(second.browser)).status).toBe(302);

    const soldOut = passMessages.passSoldOut(PASS);
    for (const path of ["/", "/decision", "/payment-info", "/register"]) {
      const page = await third.browser.open(path);
      expect(page.text, path).toContain(soldOut);
      expect(page.html, path).not.toContain('href="/register"');
    }
    const page = await third.browser.open("/register");
    expect(page.has("Pay")).toBe(false);
    // The other pass is offered in its place.
    expect((await third.browser.open("/")).text).toContain("Register for the Virtual Summit ticket");
    const refused = await pay(third.browser);
    expect(refused.status).toBe(409);
    expect(await refused.text()).toContain(soldOut);
    const program = await programAs(third.uid);
    const told = await program.call("triggerPayment", PASS_PAYMENT);
    expect(told.status).toBe(409);
    expect(told.body.error.message).toBe(soldOut);
    expect(await chargesOf(third.uid)).toEqual([]);
    // A delegate who has the pass does not read that it is sold out.
    expect((await first.browser.open("/")).text).not.toContain("sold out");
    expect((await first.browser.open("/register")).text).toContain("You have already registered");
  });

  test("of an add-on: it cannot be chosen any more, and the pass can be bought without it", async () => {
    await limitMug(1);
    const [first, second] = [await readyToPay(), await readyToPay()];
    expect((await second.browser.open("/register")).text).toMatch(/Mug \$25 1 left/);
    expect((await withMug(first.browser)).status).toBe(302);
    const page = await second.browser.open("/register");
    expect(page.text).toMatch(/Mug \$25 Sold out/);
    expect(page.html).not.toContain('name="addOns.h2023mug"');
    const program = await programAs(second.uid);
    const told = await program.call("triggerPayment", { ...PASS_PAYMENT, items: [{ id: "h2023mug" }] });
    expect(told.body.error.message).toBe(passMessages.addOnSoldOut("Mug"));
    expect((await pay(second.browser)).status).toBe(302);
    expect(await liveOf("h2023mug")).toBe(1);
  });

  test("that were sold while somebody filled in the form: it comes back with everything else", async () => {
    await limitMug(1);
    const [first, second] = [await readyToPay(), await readyToPay()];
    expect((await withMug(first.browser)).status).toBe(302);
    const answer = await pay(second.browser, 595, {
      "addOns.h2023mug": "true",
      "addOns.h2023execsem": "true",
      firstName: "Ming",
    });
    expect(answer.status).toBe(400);
    const html = await answer.text();
    expect(html).toContain(passMessages.addOnSoldOut("Mug"));
    expect(html).toContain('value="Ming"');
    expect(html).toMatch(/id="addOns\.h2023execsem"[^>]* checked/);
    // The total counts only what is still available, so that the next press pays.
    expect(html).toContain('name="total" value="570"');
    expect((await pay(second.browser, 570, { "addOns.h2023execsem": "true" })).status).toBe(302);
  });

  test("are many where their number is not said", async () => {
    const { browser } = await readyToPay();
    await limitPass(11);
    expect((await browser.open("/register")).text).not.toContain("places left");
    await limitPass(10);
    expect((await browser.open("/register")).text).toContain("10 places left");
  });
});

describe("a place is given back", () => {
  const left = async () => (1 - (await liveOf("goldPlus"))) as 0 | 1;

  test("by a card that is declined", async () => {
    await limitPass(1);
    const [first, second] = [await readyToPay(), await readyToPay()];
    expect((await pay(first.browser, 495, { cardNumber: "4000 0000 0000 0002" })).status).toBe(402);
    expect(await left()).toBe(1);
    expect((await pay(second.browser)).status).toBe(302);
    expect(await left()).toBe(0);
  });

  test("by a refund once the money is back, and not while it is on its way", async () => {
    await limitPass(1);
    const [first, second] = [await readyToPay(), await readyToPay()];
    expect((await pay(first.browser)).status).toBe(302);
    await run("UPDATE payments SET state = 'refund_pending' WHERE delegate_uid = ?", first.uid);
    expect((await pay(second.browser)).status).toBe(409);
    expect(await taken("goldPlus")).toBe(1);
    await run("UPDATE payments SET state = 'refunded' WHERE delegate_uid = ?", first.uid);
    expect(await taken("goldPlus")).toBe(0);
    expect((await pay(second.browser)).status).toBe(302);
  });

  test("by nothing else: whoever is accepted or looks at the page takes none", async () => {
    await limitPass(1);
    const [first, second] = [await readyToPay(), await readyToPay()];
    await first.browser.open("/register");
    await first.browser.post("/register", { intent: "update" });
    expect((await pay(second.browser)).status).toBe(302);
  });
});

test("a place that is taken changes no version of the catalogue, so that nobody who is paying is asked again", async () => {
  await limitPass(5);
  const { uid, browser } = await readyToPay();
  const context = { db: connect(env.DB, newMeter()), cards: null };
  const version = async () => (await readStanding(context, CONFERENCE, uid, Date.now())).catalogueVersion;
  const before = await version();
  expect((await pay(browser)).status).toBe(302);
  expect(await version()).toBe(before);
  // Another number of places does not change the version either. The reserving statement itself counts the places that
  // are taken.
  await limitPass(50);
  expect(await version()).toBe(before);
});

test("the reserving statement finds what is taken by an index, and a payment makes no more trips for it", async () => {
  await limitPass(100_000);
  const { browser, asked } = await watched("signed");
  const answer = await pay(browser);
  expect(answer.status).toBe(302);
  // The four trips are for the visitor, their standing, the reservation and the outcome.
  expect(/db;desc="(\d+)"/.exec(answer.headers.get("Server-Timing")!)![1]).toBe("4");
  const reserving = asked.filter(({ sql }) => sql.startsWith('insert into "payments"'));
  expect(reserving).toHaveLength(1);
  const plan = await rows<{ detail: string }>(
    `EXPLAIN QUERY PLAN ${reserving[0]!.sql}`,
    ...reserving[0]!.values,
  );
  const counts = plan.filter(({ detail }) => detail.includes("holdings_item"));
  expect(counts).toHaveLength(2);
  for (const { detail } of counts)
    expect(detail).toMatch(
      /^SEARCH holdings USING COVERING INDEX holdings_item \(conference_id=\? AND item=\? AND state=\?\)/,
    );
  expect(plan.filter(({ detail }) => /^SCAN (?!CONSTANT ROW|\(|json_each|seen$)/.test(detail))).toEqual([]);
});

describe("many at once", () => {
  /** The reserving statement without the condition that a place is left. */
  const withoutGuard = (sql: string) => sql.replace("coalesce(seen.placesLeft > 0, true)", "true");

  /** Lets all people press simultaneously. All of them find a free place before any of them continues. */
  async function together(
    people: Delegate[],
    press: (browser: Browser) => Promise<Response>,
    rewrite = (sql: string) => sql,
  ) {
    const DB = meeting(env.DB, people.length, rewrite);
    for (const { browser } of people) browser.send = (request) => answerWith({ DB }, request);
    const answers = await Promise.all(people.map(({ browser }) => press(browser)));
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
    return answers.filter(({ status }) => status === 302).length;
  }

  const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => readyToPay()));

  test.each<
    [string, (places: number | null) => Promise<unknown>, (browser: Browser) => Promise<Response>, string]
  >([
    ["pass", limitPass, pay, "goldPlus"],
    ["add-on", limitMug, withMug, "h2023mug"],
  ])("fifty buyers of ten places of a %s: ten have it, and nobody else is charged", async (_, limit, press, item) => {
    await limit(10);
    const people = await crowd(50);
    expect(await together(people, (browser) => press(browser))).toBe(10);
    expect(await liveOf(item)).toBe(10);
    expect(await taken(item)).toBe(10);
    const charged = await Promise.all(people.map(({ uid }) => chargesOf(uid)));
    expect(charged.flat()).toHaveLength(10);
    expect(await oversold()).toEqual([]);
  });

  test("without the guard of the statement more than ten have it, and the checker says so", async () => {
    await limitPass(10);
    expect(await together(await crowd(12), pay, withoutGuard)).toBe(12);
    expect((await oversold()).length).toBe(2);
  });

  /** What the checker finds wrong about places. */
  async function oversold() {
    const nothing = { processors: [], files: { has: async () => true } };
    const found = await inspect({ db: connect(env.DB, newMeter()), ...nothing } as unknown as Parameters<
      typeof inspect
    >[0]);
    return found.filter(({ rule }) => rule === "nothing is bought of which no place was left");
  }
});

describe("directors", () => {
  const EDITION = `/admin/editions/${CONFERENCE}`;

  test("limit the places of an edition, see how many are taken, and may go below", async () => {
    const [first, second] = [await readyToPay(), await readyToPay()];
    expect((await pay(first.browser)).status).toBe(302);
    const director = await signedIn("director");
    const part = await director.open(`${EDITION}/passes`);
    expect(part.text).toContain("Taken now: 1");
    const pass = part
      .form("Save")
      .fields.find(([, value]) => value === "goldPlus")![0]
      .split(".")[0];
    const saved = await part.press("Save", { [`${pass}.places`]: "none" });
    expect(saved.status).toBe(400);
    expect((await part.press("Save", { [`${pass}.places`]: "0" })).status).toBe(302);
    expect((await director.open(EDITION)).text).toContain("1 place of 0 are taken. Nobody loses theirs");
    const publication = await director.open(`${EDITION}/publish`);
    expect(publication.text).toMatch(/Harvard Conference ticket › places 0/);
    expect((await publication.press("Publish now")).status).toBe(302);
    expect((await second.browser.open("/register")).text).toContain(passMessages.passSoldOut(PASS));
    expect((await first.browser.open("/register")).text).toContain("You have already registered");
    const back = await (await director.open(`${EDITION}/publish?ask=back`)).press("Take back");
    expect(back.status).toBe(302);
    expect((await second.browser.open("/register")).text).toContain("Pay $495");
  });
});
