import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { connect, newMeter } from "#db/client.ts";
import { chargeMessages } from "~/money/cards/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { TEST_CARDS } from "~/money/processor/test-cards.ts";
import { refundMessages, withdrawalMessages } from "~/money/refunds/messages.ts";
import { inspect } from "~/staff/invariants.server.ts";
import { BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { letOneGiveAll } from "../../support/invoicing.ts";
import { PASS_PAYMENT, withoutLookingAtHoldings } from "../../support/payments.ts";
import { CONFERENCE, readyToPay } from "../../support/people.ts";
import { programAs } from "../../support/programs.ts";
import { chargesOf, row, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { answerWith, keepHouse, TENTH } from "../../support/worker.ts";

await letOneGiveAll();

const PAGE = "/register/add-ons";
const { passType: _, intendedPassCost: __, ...CARD } = PASS_PAYMENT;
const ACCEPT = "I accept to the terms and conditions outlined above.";
const MUG = { "addOns.h2023mug": "true" };

const buy = (browser: Browser, total: number, more: Record<string, string> = MUG) =>
  browser.post(PAGE, { ...CARD, intent: "pay", total: String(total), ...more });

/** Somebody who holds the in-person pass, with a white hat. */
async function holder() {
  const person = await readyToPay();
  const fields = { ...PASS_PAYMENT, intent: "pay", total: "525", "addOns.h2023hatwhite": "true" };
  expect((await person.browser.post("/register", fields)).status).toBe(302);
  return person;
}

const SHIRT = "h2023shirtblack";
const swap = (browser: Browser, id: string, seen: string, variant: string) =>
  browser.post(`/payment/${id}/exchange`, { item: SHIRT, seen, [`variant-${SHIRT}`]: variant });

const heldBy = (uid: string) =>
  rows<{ item: string; state: string }>(
    "SELECT item, state FROM holdings WHERE uid = ? AND state <> 'ended' ORDER BY payment_id, id",
    uid,
  );
const billsOf = (uid: string) =>
  rows<{ id: string; state: string; amount_cents: number }>(
    "SELECT id, state, amount_cents FROM payments WHERE delegate_uid = ? ORDER BY rowid",
    uid,
  );

/** What the checker finds wrong with our own rows. What other tests have left is not counted. */
async function wrong() {
  const context = { db: connect(env.DB, newMeter()), processors: [], files: { has: async () => true } };
  const found = await inspect(context as unknown as Parameters<typeof inspect>[0]);
  return found.filter(({ rule }) => /add-on|held|counted|bill|place/.test(rule) && !/processor/.test(rule));
}

beforeEach(() => run("DELETE FROM counters"));

describe("who holds the pass", () => {
  test.each([
    ["was changed", "UPDATE decisions SET decision = 'Rejected' WHERE uid = ?"],
    ["is not released any more", "DELETE FROM decisions WHERE uid = ?"],
    [
      "waits for an application that is open again",
      "UPDATE applications SET reopened_from = submitted_at, submitted_at = NULL WHERE uid = ?",
    ],
  ])("accepts new terms, and then buys more, although the decision %s", async (_, statement) => {
    const { browser, uid } = await holder();
    await run(statement, uid);
    await run("DELETE FROM acceptances WHERE uid = ?", uid);
    const terms = await browser.open(PAGE);
    expect(terms.has(ACCEPT)).toBe(true);
    expect((await browser.open("/waiver")).has(ACCEPT)).toBe(true);
    const accept = { codeOfConduct: "on", refundPolicy: "on", date: "2022-12-10", confirmed: "true" };
    const accepted = await browser.post("/waiver", { ...accept, version: "1", next: PAGE });
    expect([accepted.status, accepted.headers.get("location")]).toEqual([302, PAGE]);
    expect(await rows("SELECT version FROM acceptances WHERE uid = ?", uid)).toEqual([{ version: 1 }]);
    expect((await buy(browser, 25)).status).toBe(302);
  });

  test("buys more for it: one bill of the add-ons alone, its receipt, and all that says what is held", async () => {
    const { uid, email, browser } = await holder();
    expect((await browser.open("/")).html).toContain(`href="${PAGE}"`);
    expect((await browser.open("/payment-info")).html).toContain(`href="${PAGE}"`);
    const page = await browser.open(PAGE);
    expect(page.text).toContain("You have: Virtual summit and Hat (white).");
    expect(page.html).not.toContain('name="addOns.h2023hatwhite"');
    expect(page.html).not.toContain('name="addOns.h2023virtual"');
    expect(page.html).not.toContain('name="code"');

    const chosen = { ...MUG, "addOns.h2023shirtblack": "M" };
    const updated = await browser.post(PAGE, { ...chosen, intent: "update" });
    expect(updated.headers.get("location")).toBe(`${PAGE}?addOns.h2023mug=true&addOns.h2023shirtblack=M`);
    expect((await browser.open(updated.headers.get("location")!)).text).toContain("Pay $55");
    const paid = await buy(browser, 55, chosen);
    expect(paid.status).toBe(302);
    const at = paid.headers.get("location")!;
    expect((await chargesOf(uid)).map(({ amount_cents }) => amount_cents)).toEqual([52_500, 5_500]);
    expect((await heldBy(uid)).map(({ item }) => item).sort()).toEqual(
      ["goldPlus", "h2023hatwhite", "h2023mug", "h2023shirtblack", "h2023virtual"].sort(),
    );
    await run("UPDATE payments SET resolved_at = resolved_at - 100000 WHERE delegate_uid = ?", uid);
    expect((await browser.open(at)).text).toContain("You have the Mug and Unisex black shirt (M).");
    const receipt = await browser.open(`${at}/receipt`);
    expect(receipt.text).toMatch(/Mug \$25 Unisex black shirt M \$30 Total paid \$55/);
    const payments = await browser.open("/payment-info");
    expect(payments.text).toMatch(
      /Mug and Unisex black shirt \(M\) Paid \$55 You have the Mug and Unisex black shirt \(M\)\./,
    );
    expect(payments.text).toContain("You have the Harvard Conference ticket.");
    expect(
      await rows("SELECT 1 FROM outbox WHERE recipient = ? AND event_key LIKE 'receipt:%'", email),
    ).toHaveLength(2);

    // The two payments give only one pass.
    const program = await programAs(uid);
    expect((await program.call("getPassType", { userUid: uid })).body.result).toBe("goldPlus");
    const again = await program.call("triggerPayment", PASS_PAYMENT);
    expect(again.body.error.message).toBe(passMessages.alreadyRegistered("Harvard Conference ticket"));
    expect((await browser.open("/register")).text).toContain("You have already registered");
    expect(await wrong()).toEqual([]);
    const director = await signedIn("director");
    expect((await director.open("/admin/payments")).text).toContain("Harvard Conference ticket: add-ons");
    const csv = await (await director.get("/admin/payments.csv")).text();
    expect(csv).toMatch(/"goldPlus","h2023mug h2023shirtblack=M","55\.00",.*,"add-ons","captured"/);
  });

  test.each<[string, Record<string, string>, number, number, string]>([
    ["nothing", {}, 0, 400, passMessages.chooseAddOns],
    [
      "what is held already",
      { "addOns.h2023hatwhite": "true" },
      30,
      409,
      passMessages.alreadyHave("Hat (white)"),
    ],
    [
      "what comes with the pass",
      { "addOns.h2023virtual": "true" },
      0,
      409,
      passMessages.alreadyHave("Virtual summit"),
    ],
    ["what nobody sells", { "addOns.unicorn": "true" }, 1, 400, passMessages.unknownAddOn],
    ["another price", MUG, 24, 409, passMessages.priceChanged("$25")],
    [
      "a card that is declined",
      { ...MUG, cardNumber: "4000 0000 0000 0002" },
      25,
      402,
      chargeMessages.paymentFailed,
    ],
    ["a wrong card", { ...MUG, cardNumber: "4111 1111 1111 1112" }, 25, 400, "Card number"],
  ])("is refused %s, with what was typed", async (_, fields, total, status, sentence) => {
    const { uid, browser } = await holder();
    const answer = await buy(browser, total, { ...fields, firstName: fields["firstName"] ?? "Ming" });
    expect(answer.status).toBe(status);
    const html = await answer.text();
    expect(html).toContain(sentence);
    if (total > 0) expect(html).toContain('value="Ming"');
    expect(
      (await chargesOf(uid)).filter(
        ({ amount_cents, outcome }) => amount_cents !== 52_500 && outcome === "captured",
      ),
    ).toEqual([]);
    // After a declined card, the delegate can try again immediately.
    expect((await buy(browser, 25)).status).toBe(302);
  });

  test("accepts a newer agreement first", async () => {
    const { uid, browser } = await holder();
    await run("DELETE FROM acceptances WHERE uid = ?", uid);
    expect((await browser.open(PAGE)).text).toContain("please read and accept the terms and conditions");
    const answer = await buy(browser, 25);
    expect(answer.status).toBe(403);
    expect(await chargesOf(uid)).toHaveLength(1);
    await run(
      "INSERT INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at) VALUES (?, ?, 1, 'Mei Chen', '2022-12-10', 0)",
      CONFERENCE,
      uid,
    );
    expect((await buy(browser, 25)).status).toBe(302);
  });

  test("may do so whatever has become of decision and sale, until the event is over", async () => {
    const { uid, browser } = await holder();
    await run("UPDATE decisions SET decision = 'Waitlisted' WHERE uid = ?", uid);
    await run("UPDATE tickets SET on_sale = 0, places = 0 WHERE id = 'goldPlus'");
    expect((await buy(browser, 25)).status).toBe(302);
    await run("UPDATE tickets SET on_sale = 1, places = NULL WHERE id = 'goldPlus'");
    const [event] = await rows<{ last_day: string; first_day: string }>(
      "SELECT first_day, last_day FROM events WHERE id = 'harvard'",
    );
    await run("UPDATE events SET first_day = '2022-01-01', last_day = '2022-01-02' WHERE id = 'harvard'");
    const late = await buy(browser, 75, { "addOns.h2023execsem": "true" });
    expect((await browser.open(PAGE)).text).toContain(passMessages.addOnsOver);
    await run(
      "UPDATE events SET first_day = ?, last_day = ? WHERE id = 'harvard'",
      event!.first_day,
      event!.last_day,
    );
    expect(late.status).toBe(403);
    expect(await late.text()).toContain(passMessages.addOnsOver);
  });

  test("takes places, and is refused where none is left", async () => {
    const { browser } = await holder();
    const { n } = await row<{ n: number }>(
      "SELECT count(*) AS n FROM holdings WHERE item = 'h2023mug' AND state <> 'ended' AND conference_id = ?",
      CONFERENCE,
    );
    await run("UPDATE add_ons SET places = ? WHERE id = 'h2023mug'", n + 1);
    expect((await browser.open(PAGE)).text).toMatch(/Mug \$25 1 left/);
    expect((await buy(browser, 25)).status).toBe(302);
    const other = await holder();
    const answer = await buy(other.browser, 25);
    await run("UPDATE add_ons SET places = NULL WHERE id = 'h2023mug'");
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(passMessages.addOnSoldOut("Mug"));
  });
});

test("who does not hold the pass is refused, on the page and at the press", async () => {
  const { uid, browser } = await readyToPay();
  for (const page of [PAGE, "/virtual-summit/add-ons"]) {
    expect((await browser.open(page)).text).toContain("You can buy add-ons when you have the");
  }
  const answer = await buy(browser, 25);
  expect(answer.status).toBe(403);
  expect(await answer.text()).toContain(passMessages.passFirst("Harvard Conference ticket"));
  expect(await chargesOf(uid)).toEqual([]);
});

describe("between the check and the reservation", () => {
  /** Buys an add-on. `act` is called after the standing was read and before the reserving statement runs. */
  async function overtaken(browser: Browser, act: () => Promise<unknown>, rewrite = (sql: string) => sql) {
    let happened = false;
    const DB = {
      prepare: (sql: string) => env.DB.prepare(rewrite(sql)),
      async batch(statements: D1PreparedStatement[]) {
        const results = await env.DB.batch(statements);
        if (statements.length > 10 && !happened) {
          happened = true;
          await act();
        }
        return results;
      },
    } as D1Database;
    browser.send = (request) => answerWith({ DB }, request);
    return buy(browser, 25);
  }

  test("the pass ends: nothing is charged, and without the guard the checker says so", async () => {
    const end = (uid: string) => () =>
      run("UPDATE payments SET state = 'refunded' WHERE delegate_uid = ?", uid);
    const first = await holder();
    const answer = await overtaken(first.browser, end(first.uid));
    expect(answer.status).toBe(403);
    expect(await chargesOf(first.uid)).toHaveLength(1);
    const second = await holder();
    const without = (sql: string) => sql.replace("seen.pass = 'held'", "true");
    expect((await overtaken(second.browser, end(second.uid), without)).status).toBe(302);
    const [, bill] = await billsOf(second.uid);
    expect(await wrong()).toContainEqual({
      rule: "add-ons alone are bought by who holds their pass, with the terms accepted",
      object: `payments/${bill!.id}`,
    });
    // The add-on is still not held.
    expect(await heldBy(second.uid)).toEqual([]);
    await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, bill!.id);
  });

  test("its price changes: nothing is charged", async () => {
    const { uid, browser } = await holder();
    const answer = await overtaken(browser, () =>
      run("UPDATE add_ons SET cents = 2600 WHERE id = 'h2023mug'"),
    );
    await run("UPDATE add_ons SET cents = 2500 WHERE id = 'h2023mug'");
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(passMessages.priceChanged("$26"));
    expect(await chargesOf(uid)).toHaveLength(1);
  });
});

/**
 * Presses the button this many times simultaneously. All requests find that the add-on is not held before any of them
 * continues.
 */
async function pressed(browser: Browser, times: number, rewrite = (sql: string) => sql) {
  let arrived = 0;
  let open = () => {};
  const door = new Promise<void>((resolve) => (open = resolve));
  const DB = {
    prepare: (sql: string) => env.DB.prepare(rewrite(sql)),
    async batch(statements: D1PreparedStatement[]) {
      const results = await env.DB.batch(statements);
      if (statements.length > 10) {
        arrived += 1;
        if (arrived >= times) open();
        await door;
      }
      return results;
    },
  } as D1Database;
  browser.send = (request) => answerWith({ DB }, request);
  const answers = await Promise.all(Array.from({ length: times }, () => buy(browser, 25)));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  return answers.filter(({ status }) => status === 302).length;
}

test("twenty presses at once buy it once, and without condition and index more often", async () => {
  const { uid, browser } = await holder();
  expect(await pressed(browser, 20)).toBe(1);
  expect(await chargesOf(uid)).toHaveLength(2);
  const again = await buy(browser, 25);
  expect(again.status).toBe(409);
  expect(await again.text()).toContain(passMessages.alreadyHave("Mug"));

  const index = (await row<{ sql: string }>("SELECT sql FROM sqlite_schema WHERE name = 'holdings_one_live'"))
    .sql;
  const other = await holder();
  await run("DROP INDEX holdings_one_live");
  expect(await pressed(other.browser, 3, withoutLookingAtHoldings)).toBeGreaterThan(1);
  await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE delegate_uid = ?`, other.uid);
  await run(index);
});

describe("when the pass goes", () => {
  const bought = async () => {
    const person = await holder();
    expect((await buy(person.browser, 25)).status).toBe(302);
    const [pass, addOns] = await billsOf(person.uid);
    return { ...person, pass: pass!.id, addOns: addOns!.id };
  };
  const give = async (id: string, items: string, amount: string) =>
    (await signedIn("director")).post(`/admin/payments/${id}`, {
      ...{ intent: "give", amount, kind: "money", reason: "Cannot come", seenCents: "0" },
      ...(items && { items }),
    });

  /** Somebody with three bills: the pass, a mug bought later, and a shirt. The shirt was exchanged and is now in L. */
  const exchanged = async () => {
    const person = await bought();
    expect((await buy(person.browser, 30, { [`addOns.${SHIRT}`]: "M" })).status).toBe(302);
    const shirt = (await billsOf(person.uid)).at(-1)!.id;
    expect((await swap(person.browser, shirt, "M", "L")).status).toBe(302);
    return { ...person, shirt };
  };

  test.each<[string, (person: { browser: Browser; pass: string }) => Promise<unknown>]>([
    [
      "given up by who holds it",
      ({ browser, pass }) =>
        browser.post(`/payment/${pass}/withdraw`, {
          ...{ expectedCents: "47500", seenCents: "0", confirmed: "true" },
        }),
    ],
    ["given back by staff, for nothing", ({ pass }) => give(pass, "goldPlus", "0")],
    [
      "cancelled at the card processor",
      async ({ pass }) => {
        await env.SIMULATOR.prepare("UPDATE charges SET outcome = 'voided' WHERE invoice_number = ?")
          .bind(pass)
          .run();
        await keepHouse({}, TENTH);
      },
    ],
  ])("%s: all that was bought later ends, also what was exchanged, and its money stays", async (_, goes) => {
    const { uid, browser, pass, addOns, shirt } = await exchanged();
    expect((await heldBy(uid)).map(({ item }) => item)).toContain(SHIRT);
    await goes({ browser, pass });
    expect((await heldBy(uid)).filter(({ state }) => state === "held")).toEqual([]);
    expect((await billsOf(uid)).slice(1)).toMatchObject([
      { id: addOns, state: "captured" },
      { id: shirt, state: "captured" },
    ]);
    expect(await rows("SELECT 1 FROM refunds WHERE payment_id IN (?, ?)", addOns, shirt)).toEqual([]);
    expect((await swap(browser, shirt, "L", "S")).status).toBe(409);
    expect(await wrong()).toEqual([]);
  });

  test("who gives it back for somebody reads what else ends, and that its money is another matter", async () => {
    const { pass, addOns } = await exchanged();
    const director = await signedIn("director");
    const check = { intent: "check", kind: "money", amount: "", reason: "Cannot come", seenCents: "0" };
    const asked = async (id: string, items: string) =>
      (await director.post(`/admin/payments/${id}`, { ...check, items })).text();
    const sentence = refundMessages.staff.effect.later("Mug and Unisex black shirt (L)");
    expect(await asked(pass, "goldPlus")).toContain(sentence);
    expect(await asked(pass, "h2023hatwhite")).not.toContain("for the pass later ends too");
    expect(await asked(addOns, "h2023mug")).not.toContain("for the pass later ends too");
  });

  test("an exchanged add-on comes back with it in its last size", async () => {
    const { uid, browser, pass } = await exchanged();
    expect((await browser.open("/payment-info")).text).toContain("You have the Unisex black shirt (L).");
    // Part of the money goes back. The charge is not settled yet, so the refund is on its way.
    expect((await give(pass, "goldPlus", "475")).status).toBe(302);
    const shirts = () =>
      rows(
        "SELECT variant, state FROM holdings WHERE uid = ? AND item = ? ORDER BY since, rowid",
        uid,
        SHIRT,
      );
    const was = { variant: "M", state: "ended" };
    expect(await shirts()).toEqual([was, { variant: "L", state: "ending" }]);
    await run(`UPDATE refunds SET state = 'refused', booking = ${BOOKED} WHERE payment_id = ?`, pass);
    await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, pass);
    expect(await shirts()).toEqual([was, { variant: "L", state: "held" }]);
    expect(await differences()).toEqual([]);
    expect(await wrong()).toEqual([]);
  });

  test("what was bought later goes with it, and what was paid for it can go back", async () => {
    const { uid, browser, pass, addOns } = await bought();
    expect((await browser.open(`/payment/${pass}/withdraw`)).text).toContain(withdrawalMessages.later("Mug"));
    expect((await browser.open(`/payment/${addOns}/withdraw`)).status).toBe(404);
    expect((await give(pass, "goldPlus", "525")).status).toBe(302);
    expect(await heldBy(uid)).toEqual([]);
    expect((await browser.open("/payment-info")).text).toContain("You no longer have the Mug.");
    expect((await browser.open(PAGE)).text).toContain(passMessages.passFirst("Harvard Conference ticket"));
    expect((await browser.open("/")).text).toContain("You no longer have the Harvard Conference ticket.");
    expect(await wrong()).toEqual([]);
    const page = await (await signedIn("director")).open(`/admin/payments/${addOns}`);
    expect(page.text).toContain(`${refundMessages.staff.allEnded} The policy says: give back $25.`);
    expect((await give(addOns, "", "0")).status).toBe(400);
    expect((await give(addOns, "", "26")).status).toBe(400);
    // If no amount is given, the refund is what the policy says.
    expect((await give(addOns, "", "")).status).toBe(302);
    expect(await rows("SELECT amount_cents AS cents FROM refunds WHERE payment_id = ?", addOns)).toEqual([
      { cents: 2_500 },
    ]);
    expect((await billsOf(uid)).map(({ state }) => state)).toEqual(
      ["refunded", "refunded"].map(() => expect.stringMatching(/voided|refunded/)),
    );
    expect((await browser.open("/payment-info")).text).toMatch(
      /You paid \$25 on .* You no longer have the Mug\./,
    );
    expect(await wrong()).toEqual([]);
    // Everything can be bought again.
    expect((await browser.post("/register", { ...PASS_PAYMENT, intent: "pay", total: "495" })).status).toBe(
      302,
    );
    expect((await buy(browser, 25)).status).toBe(302);
    expect(await wrong()).toEqual([]);
  });

  test("and is refused its refund, what was bought later comes back with it, but for what was given back itself", async () => {
    const { uid, browser, addOns } = await bought();
    const shirt = { "addOns.h2023shirtblack": "M" };
    expect((await buy(browser, 30, shirt)).status).toBe(302);
    // The shirt has a refund of its own, which is on its way.
    const [, , third] = await billsOf(uid);
    await run("UPDATE payments SET state = 'refund_pending' WHERE id = ?", third!.id);
    const [line] = await rows<{ id: string }>("SELECT id FROM holdings WHERE payment_id = ?", third!.id);
    await run(
      `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, ends_all, reason, state, requested_by, lease_until, created_at)
        VALUES ('refundofashirt000001', ?, ?, 'money', 3000, 1, 'x', 'pending', 'x', 9e15, 1)`,
      CONFERENCE,
      third!.id,
    );
    await run("INSERT INTO refund_lines VALUES ('refundofashirt000001', ?, 3000, 1)", line!.id);
    const stateOf = async (item: string) =>
      (await rows<{ state: string }>("SELECT state FROM holdings WHERE uid = ? AND item = ?", uid, item))[0]!
        .state;
    await run("UPDATE holdings SET state = 'ending' WHERE uid = ? AND item = 'goldPlus'", uid);
    expect([await stateOf("h2023mug"), await stateOf("h2023shirtblack")]).toEqual(["ending", "ending"]);
    const refused = await give(addOns, "", "25");
    expect(refused.status).toBe(409);
    await run("UPDATE holdings SET state = 'held' WHERE uid = ? AND item = 'goldPlus'", uid);
    expect([await stateOf("h2023mug"), await stateOf("h2023shirtblack")]).toEqual(["held", "ending"]);
    expect(await wrong()).toEqual([]);
    await run("DELETE FROM refund_lines WHERE refund_id = 'refundofashirt000001'");
    await run("DELETE FROM refunds WHERE id = 'refundofashirt000001'");
    await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE delegate_uid = ?`, uid);
  });

  test("is lost while they are being paid for, it comes back from the processor and they are held with it", async () => {
    const { uid, browser } = await holder();
    const unanswered = { ...MUG, cardNumber: TEST_CARDS.chargedThenDropped };
    expect((await buy(browser, 25, unanswered)).status).toBe(302);
    const [pass, addOns] = await billsOf(uid);
    expect(addOns!.state).toMatch(/unknown|charging/);
    await run("DELETE FROM payments WHERE id = ?", pass!.id);
    await run("DELETE FROM orders WHERE id = ?", pass!.id);
    await run("UPDATE orders SET lease_until = 0 WHERE id = ?", addOns!.id);
    await keepHouse();
    expect((await row<{ state: string }>("SELECT state FROM payments WHERE id = ?", addOns!.id)).state).toBe(
      "captured",
    );
    await keepHouse({}, TENTH);
    expect((await heldBy(uid)).map(({ item, state }) => `${item} ${state}`).sort()).toEqual([
      "goldPlus held",
      "h2023hatwhite held",
      "h2023mug held",
      "h2023virtual held",
    ]);
    expect(await wrong()).toEqual([]);
    expect(await differences()).toEqual([]);
  });

  test("while they are being paid for, they are not held", async () => {
    const { uid, browser, addOns } = await bought();
    await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE id = ?`, addOns);
    const checking = await buy(browser, 75, {
      "addOns.h2023execsem": "true",
      cardNumber: "4000 0000 0000 0010",
    });
    expect(checking.status).toBe(302);
    const twice = await buy(browser, 75, { "addOns.h2023execsem": "true" });
    expect(twice.status).toBe(409);
    expect(await twice.text()).toContain(paymentMessages.paymentBeingChecked);
    const open = (await billsOf(uid)).at(-1)!;
    await run("UPDATE payments SET state = 'refunded' WHERE delegate_uid = ? AND state = 'captured'", uid);
    await run("UPDATE orders SET transaction_id = 'late' WHERE id = ?", open.id);
    await run(
      `UPDATE payments SET state = 'captured', booking = ${BOOKED}, resolved_at = 5 WHERE id = ?`,
      open.id,
    );
    expect(await heldBy(uid)).toEqual([]);
    expect(await wrong()).toEqual([]);
    expect((await browser.open(`/payment/${open.id}`)).text).toContain(
      "You no longer have the Executive seminars.",
    );
  });
});
