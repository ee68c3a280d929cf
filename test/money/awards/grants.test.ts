import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { passMessages } from "~/money/prices/messages.ts";
import { BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn, signedInAs } from "../../support/browser.ts";
import { overtake } from "../../support/overtake.ts";
import { meeting, PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, type Delegate, readyToPay } from "../../support/people.ts";
import { programAs } from "../../support/programs.ts";
import { chargesOf, row, rows, run } from "../../support/storage.ts";
import { answerWith } from "../../support/worker.ts";

const PRICE = 49_500;
const { intendedPassCost: _, ...CARD } = PASS_PAYMENT;

let made = 0;

/** Stores a grant. Unless the values say otherwise, it is a code of ten per cent without limits. */
async function grant(values: Record<string, unknown> = {}): Promise<string> {
  made += 1;
  const id = `grant${String(made).padStart(15, "0")}`;
  const all = {
    ...{ id, conference_id: CONFERENCE, title: "A friend of the conference", created_by: "x", created_at: 0 },
    ...(values["uid"] ? { kind: "award" } : { kind: "code", code: "FRIEND" }),
    ...(values["amount_cents"] ? {} : { percent: 10 }),
    ...values,
  };
  const columns = Object.keys(all);
  await run(`INSERT INTO grants (${columns}) VALUES (${columns.map(() => "?")})`, ...Object.values(all));
  return id;
}

const budget = (id: string, cents: number) =>
  run("INSERT INTO budgets VALUES (?, ?, 'Diversity fund', ?, 'x', 0)", id, CONFERENCE, cents);

const pay = (browser: Browser, code: string, total: number, more: Record<string, string> = {}) =>
  browser.post(`/register${code && `?code=${code}`}`, {
    ...{ ...CARD, code, intent: "pay", intendedPassCost: String(total), total: String(total) },
    ...more,
  });

const heldBy = (uid: string) =>
  rows("SELECT item, cents, state FROM holdings WHERE uid = ? AND state <> 'ended' ORDER BY id", uid);

/** Pays. Between the check and the reservation, `happens` is called. */
async function payOvertaken(browser: Browser, cost: number, happens: () => Promise<unknown>) {
  let overtaken = false;
  const DB = {
    prepare: (sql: string) => env.DB.prepare(sql),
    async batch(statements: D1PreparedStatement[]) {
      const results = await env.DB.batch(statements);
      // Only the batch that reads the delegate's standing has this many statements.
      if (statements.length > 10 && !overtaken) {
        overtaken = true;
        await happens();
      }
      return results;
    },
  } as D1Database;
  browser.send = (request) => answerWith({ DB }, request);
  const answer = await pay(browser, "", cost);
  expect(overtaken).toBe(true);
  expect(answer.status).toBe(409);
  return answer.text();
}

beforeEach(() =>
  env.DB.batch([
    env.DB.prepare("UPDATE grants SET ended_at = 1 WHERE code = 'FRIEND'"),
    env.DB.prepare("DELETE FROM counters"),
  ]),
);

describe("a code", () => {
  test("makes the pass cheaper, on page, charge, bill and receipt, and no add-on", async () => {
    await grant();
    const { uid, browser } = await readyToPay();
    const page = await browser.open("/register");
    expect(page.text).toContain("Pay $495");
    const applied = await browser.post("/register", { intent: "update", code: " fri end " });
    expect(applied.headers.get("location")).toBe("/register?code=+fri+end+");
    const shown = await browser.open(applied.headers.get("location")!);
    expect(shown.text).toMatch(
      /Harvard Conference ticket \$445\.50 \$495 less \$49\.50 \(A friend of the conference\)/,
    );

    const paid = await pay(browser, "friend", 470.5, {
      "addOns.h2023mug": "true",
      intendedPassCost: "445.50",
    });
    expect(paid.status).toBe(302);
    expect(await chargesOf(uid)).toMatchObject([{ amount_cents: 47_050 }]);
    expect(await heldBy(uid)).toEqual([
      { item: "goldPlus", cents: 44_550, state: "held" },
      { item: "h2023virtual", cents: 0, state: "held" },
      { item: "h2023mug", cents: 2_500, state: "held" },
    ]);
    const receipt = await browser.open(`${paid.headers.get("location")!}/receipt`);
    expect(receipt.text).toMatch(
      /ticket \$495 A friend of the conference -\$49\.50 .*Mug \$25 Total paid \$470\.50/s,
    );
  });

  test("that the page has not reckoned with yet is told before anything is paid", async () => {
    await grant();
    const { uid, browser } = await readyToPay();
    const fields = { ...CARD, intent: "pay", code: "friend", intendedPassCost: "495", total: "495" };
    const answer = await browser.post("/register", fields);
    expect(answer.status).toBe(409);
    const text = await answer.text();
    expect(text).toContain(passMessages.priceChanged("$445.50"));
    // The page that comes back takes the code into account.
    expect(text).toContain("Pay <!-- -->$445.50".replace("<!-- -->", ""));
    expect(await chargesOf(uid)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>]>([
    ["is over", { valid_until: 0 }],
    ["has not begun", { valid_from: 8_640_000_000_000_000 }],
    ["was ended", { ended_at: 1 }],
    ["is for the other pass", { pass_type: "gold" }],
    ["is for another round", { round_id: "regular" }],
    ["is for another conference", { conference_id: "hconf_2023" }],
    ["has another name", { code: "FOE" }],
  ])("that %s is refused in the same words, and nothing is charged", async (_, limits) => {
    await grant(limits);
    const { uid, browser } = await readyToPay();
    expect((await browser.open("/register?code=friend")).text).toContain(passMessages.codeUnusable);
    const answer = await pay(browser, "friend", 445.5);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(passMessages.codeUnusable);
    expect(await chargesOf(uid)).toEqual([]);
    const program = await programAs(uid);
    const { firstName, lastName, cardNumber, expirationDate, cardCode } = CARD;
    const card = { firstName, lastName, cardNumber, expirationDate, cardCode };
    const told = await program.call("triggerPayment", { ...card, passType: "goldPlus", code: "friend" });
    expect(told.body.error.message).toBe(passMessages.codeUnusable);
    await run("DELETE FROM grants WHERE code = 'FOE'");
  });

  test("cannot be found by trying: after ten guesses the right one is not told either", async () => {
    await grant();
    const { browser } = await readyToPay();
    for (let guess = 0; guess < 10; guess += 1) {
      expect((await browser.open(`/register?code=guess${guess}`)).text).toContain(passMessages.codeUnusable);
    }
    const page = await browser.open("/register?code=friend");
    expect(page.text).toContain("Too many attempts");
    expect(page.text).toContain("Pay $495");
  });

  test("is one guess of ten, though a hundred are tried at once", async () => {
    const { browser } = await readyToPay();
    const pages = await Promise.all(
      Array.from(
        { length: 100 },
        async (_, guess) => (await browser.open(`/register?code=guess${guess}`)).text,
      ),
    );
    expect(pages.filter((text) => text.includes(passMessages.codeUnusable))).toHaveLength(10);
    expect(pages.filter((text) => text.includes("Too many attempts"))).toHaveLength(90);
  });

  test.each([
    [
      "is not told to whoever has made ten guesses since they asked",
      (sql: string) => sql,
      "Too many attempts",
    ],
    [
      "would be, if nobody looked at what was counted",
      (sql: string) => sql.replace(/^(select .* from "counters" where )/i, "$1false and "),
      "A friend of the conference",
    ],
  ])("%s", async (_, rewrite, said) => {
    await grant();
    const { uid, browser } = await readyToPay();
    const beside = await signedInAs(uid);
    const happened = overtake(
      browser,
      'insert into "counters"',
      async () => {
        for (let guess = 0; guess < 10; guess += 1) await beside.open(`/register?code=guess${guess}`);
      },
      rewrite,
    );
    expect((await browser.open("/register?code=friend")).text).toContain(said);
    expect(happened()).toBe(true);
  });

  test("that is right is no guess, however often its page looks at it", async () => {
    await grant();
    const { browser } = await readyToPay();
    for (let time = 0; time < 12; time += 1) {
      expect((await browser.open("/register?code=friend")).text).toContain("A friend of the conference");
    }
    const declined = { cardNumber: "4000000000000002" };
    for (let time = 0; time < 4; time += 1) {
      expect((await pay(browser, "friend", 445.5, declined)).status).toBe(402);
    }
    // The portal looks a code up three times in a request, but counts a wrong code only once.
    for (let time = 0; time < 10; time += 1) {
      expect((await pay(browser, "foe", 495)).status, `guess ${time}`).toBe(400);
    }
    expect((await pay(browser, "foe", 495)).status).toBe(429);
  });

  test("is looked up for nobody who may not pay, and counted for nobody either", async () => {
    await grant();
    for (const account of ["new", "submitted", "rejected", "accepted", "goldplus"]) {
      const browser = await signedIn(account);
      for (const path of ["/register", "/register/payer", "/register/invoice"]) {
        const answer = await browser.get(`${path}?code=friend`);
        expect(await answer.text(), `${account} at ${path}`).not.toContain("A friend");
      }
    }
    expect(await rows("SELECT key FROM counters WHERE key LIKE 'code%'")).toEqual([]);
  });

  test("or an award is sent to pages without its grant and its budget", async () => {
    await budget("budgetnobodymaysee00", 1_234_567);
    const { uid, browser } = await readyToPay();
    const ids = [
      await grant({ uid, title: "Diversity award", budget_id: "budgetnobodymaysee00" }),
      await grant({ budget_id: "budgetnobodymaysee00" }),
    ];
    const pages = ["/", "/decision", "/payment-info", "/register", "/virtual-summit"];
    for (const path of [...pages, "/register/payer", "/register/invoice"]) {
      const page = await (await browser.get(`${path}?code=friend`)).text();
      for (const secret of [...ids, "budgetnobodymaysee00", "budgetLeft", "1234567"]) {
        expect(page, `${path} has ${secret}`).not.toContain(secret);
      }
    }
    expect(await (await browser.get("/register?code=friend")).text()).toContain("A friend");
  });

  test("is used by a program too, which says the price that is left", async () => {
    await grant();
    const { uid } = await readyToPay();
    const program = await programAs(uid);
    const { passType, ...card } = CARD;
    const asked = { ...card, passType, code: "friend" };
    const wrong = await program.call("triggerPayment", { ...asked, intendedPassCost: 495 });
    expect(wrong.body.error.message).toBe(passMessages.priceChanged("$445.50"));
    const right = await program.call("triggerPayment", { ...asked, intendedPassCost: 445.5 });
    expect(right.body.result.total).toBe(445.5);
  });
});

describe("an award", () => {
  const award = (uid: string, values: Record<string, unknown> = {}) =>
    grant({ uid, title: "Diversity award", ...values });

  test("comes before the code, which is reckoned from what it leaves", async () => {
    const { uid, browser } = await readyToPay();
    await award(uid, { amount_cents: 10_000 });
    await grant({ percent: 50 });
    expect((await browser.open("/payment-info")).text).toContain("$395");
    const page = await browser.open("/register?code=friend");
    expect(page.text).toMatch(/ticket \$197\.50 \$495 less \$100 \(.*?\) and \$197\.50 \(/);
    expect((await pay(browser, "friend", 197.5)).status).toBe(302);
    expect(await chargesOf(uid)).toMatchObject([{ amount_cents: 19_750 }]);
  });

  test("is not known before its decision is: every page has the same bytes with it and without", async () => {
    const { uid, browser } = await readyToPay();
    // The decision was set after the release of its round.
    await run("UPDATE decisions SET set_at = ? WHERE uid = ?", 8_640_000_000_000_000, uid);
    const PAGES = ["/", "/decision", "/payment-info", "/register", "/virtual-summit", "/waiver"];
    const look = async () => Promise.all(PAGES.map(async (path) => (await browser.open(path)).text));
    const before = await look();
    await award(uid, { percent: 100 });
    expect(await look()).toEqual(before);
    await run("UPDATE decisions SET set_at = 0 WHERE uid = ?", uid);
    expect((await browser.open("/register")).text).toContain("Take the pass");
  });

  test("of the whole price makes a pass that is taken with one press and no card", async () => {
    const { uid, email, browser } = await readyToPay();
    await award(uid, { percent: 100 });
    const page = await browser.open("/register");
    expect(page.text).toContain(passMessages.nothingToPay);
    expect(page.text).toContain("Take the pass");
    const taken = await browser.post("/register", {
      intent: "pay",
      code: "",
      intendedPassCost: "0",
      total: "0",
    });
    expect(taken.status).toBe(302);
    expect(await chargesOf(uid)).toEqual([]);
    expect(await heldBy(uid)).toMatchObject([
      { item: "goldPlus", cents: 0 },
      { item: "h2023virtual", cents: 0 },
    ]);
    const receipt = await browser.open(`${taken.headers.get("location")!}/receipt`);
    expect(receipt.text).toMatch(/\$495 Diversity award -\$495 .*Total paid \$0/s);
    const mails = await rows<{ body: string }>(
      "SELECT body FROM outbox WHERE recipient = ? AND event_key LIKE 'receipt:%'",
      email,
    );
    expect(mails.map(({ body }) => body)).toEqual([
      expect.stringContaining(
        "You have your Harvard Conference ticket, Virtual summit. There was nothing to pay.",
      ),
    ]);
    expect((await browser.open("/register")).text).toContain("You have already registered");
    // A second press changes nothing.
    const again = await browser.post("/register", {
      intent: "pay",
      code: "",
      intendedPassCost: "0",
      total: "0",
    });
    expect(again.status).toBe(409);
    expect(await rows("SELECT 1 FROM payments WHERE delegate_uid = ?", uid)).toHaveLength(1);
  });

  test("of the whole price: the pass can be ended, is told so, and the award can be used again", async () => {
    const { uid, email, browser } = await readyToPay();
    await award(uid, { percent: 100, max_uses: 1 });
    const free = { intent: "pay", code: "", intendedPassCost: "0", total: "0" };
    const { pathname } = new URL(
      (await browser.post("/register", free)).headers.get("location")!,
      "http://x",
    );
    const id = pathname.split("/").at(-1)!;
    const director = await signedIn("director");
    const page = await director.open(`/admin/payments/${id}`);
    expect(page.text).not.toContain("no longer connected");
    expect(page.text).toContain("None: nothing had to be paid");
    const asked = { items: "goldPlus", kind: "money" };
    expect((await page.press("Continue", { ...asked, reason: " " })).status).toBe(400);
    const checked = await page.press("Continue", { ...asked, reason: "Cannot come" });
    expect(checked.text).toContain("and give no money back");
    expect((await checked.press("End it")).status).toBe(302);
    expect(await heldBy(uid)).toEqual([]);
    expect(
      await rows("SELECT subject FROM outbox WHERE recipient = ? AND event_key LIKE 'refund:%'", email),
    ).toEqual([{ subject: "Your pass was ended" }]);
    expect((await browser.open("/payment-info")).text).toContain(
      "You no longer have the Harvard Conference ticket.",
    );
    // A second press changes nothing.
    expect((await checked.press("End it")).status).toBe(409);
    expect((await browser.post("/register", free)).status).toBe(302);
  });

  test("of the whole price is taken by a program without a card, and only then", async () => {
    const { uid } = await readyToPay();
    const program = await programAs(uid);
    const asked = { passType: "goldPlus", intendedPassCost: 0 };
    const dear = await program.call("triggerPayment", asked);
    expect(dear.body.error.message).toBe(passMessages.priceChanged("$495"));
    await award(uid, { percent: 100 });
    const free = await program.call("triggerPayment", asked);
    expect(free.body.result.total).toBe(0);
    const items = [{ id: "h2023mug" }];
    const other = await readyToPay();
    await award(other.uid, { percent: 100 });
    const withMug = await (await programAs(other.uid)).call("triggerPayment", { ...asked, items });
    expect(withMug.body.error.message).toBe(passMessages.priceChanged("$25"));
  });

  test("that is withdrawn while its delegate pays is not deducted, and nothing is charged", async () => {
    const { uid, browser } = await readyToPay();
    const id = await award(uid, { percent: 50 });
    const end = () => run("UPDATE grants SET ended_at = 1 WHERE id = ?", id);
    expect(await payOvertaken(browser, 247.5, end)).toContain(passMessages.priceChanged("$495"));
    expect(await chargesOf(uid)).toEqual([]);
  });

  test("that is given while its delegate pays is not lost: the price without it is not charged", async () => {
    const { uid, browser } = await readyToPay();
    const give = () => award(uid, { percent: 50 });
    expect(await payOvertaken(browser, 495, give)).toContain(passMessages.priceChanged("$247.50"));
    expect(await chargesOf(uid)).toEqual([]);
  });
});

describe("what can take nothing off any more", () => {
  test("an award that was used for the other pass leaves this one at its price", async () => {
    const { uid, browser } = await readyToPay();
    await grant({ uid, percent: 50, max_uses: 1 });
    const both = await browser.open("/payment-info");
    expect(both.text).toContain("$247.50");
    const isDeducted = "You get this when you register.";
    expect((await browser.open("/decision")).text).toContain(isDeducted);
    const summit = { ...CARD, passType: "gold", intent: "pay", intendedPassCost: "75", total: "75" };
    expect((await browser.post("/virtual-summit", summit)).status).toBe(302);
    // The held pass is shown with what it cost, and the other pass with its full price.
    expect((await browser.open("/payment-info")).text).toMatch(/\$75\b.*\$495|\$495.*\$75\b/s);
    expect((await browser.open("/register")).text).toContain("Pay $495");
    expect((await browser.open("/decision")).text).not.toContain(isDeducted);
    expect((await pay(browser, "", 495, { heldPass: "gold" })).status).toBe(302);
    expect(await chargesOf(uid)).toMatchObject([{ amount_cents: 7_500 }, { amount_cents: 49_500 }]);
  });

  test("an award for which its budget holds a cent too little leaves the pass at its price", async () => {
    await budget("too small", 24_749);
    const { uid, browser } = await readyToPay();
    await grant({ uid, percent: 50, budget_id: "too small" });
    expect((await browser.open("/register")).text).toContain("Pay $495");
    expect((await pay(browser, "", 495)).status).toBe(302);
    expect(await chargesOf(uid)).toMatchObject([{ amount_cents: 49_500 }]);
  });

  test("a code for which its budget holds a cent too little is refused in the words of every other", async () => {
    await budget("for few", 9_999);
    await grant({ amount_cents: 10_000, budget_id: "for few" });
    const { uid, browser } = await readyToPay();
    expect((await browser.open("/register?code=friend")).text).toContain(passMessages.codeUnusable);
    const answer = await pay(browser, "friend", 395);
    expect(answer.status).toBe(400);
    expect(await answer.text()).toContain(passMessages.codeUnusable);
    expect(await chargesOf(uid)).toEqual([]);
  });

  test("an award that can be used again while its delegate pays is not lost", async () => {
    await budget("filled up", 0);
    const { uid, browser } = await readyToPay();
    await grant({ uid, percent: 50, budget_id: "filled up" });
    const fill = () => run("UPDATE budgets SET cents = 24750 WHERE id = 'filled up'");
    expect(await payOvertaken(browser, 495, fill)).toContain(passMessages.priceChanged("$247.50"));
    expect(await chargesOf(uid)).toEqual([]);
  });
});

describe("many at once", () => {
  /** The reserving statement without the condition that the grants of the bill can still be used. */
  const withoutGuard = (sql: string) =>
    sql.replace(
      /(NOT EXISTS \(SELECT 1 FROM json_each\(\?\)\s+LEFT JOIN "grants")(.*)WHERE "grants"\."id" IS NULL/s,
      "$1$2WHERE false",
    );

  /**
   * The number of people who succeed if they pay simultaneously. All of them read what the code is worth before any of
   * them continues.
   */
  async function together(people: Delegate[], total: number, rewrite = (sql: string) => sql) {
    const DB = meeting(env.DB, people.length, rewrite);
    for (const { browser } of people) browser.send = (request) => answerWith({ DB }, request);
    const answers = await Promise.all(people.map(({ browser }) => pay(browser, "friend", total)));
    return answers.filter(({ status }) => status === 302).length;
  }

  const crowd = (size: number) => Promise.all(Array.from({ length: size }, () => readyToPay()));

  test.each([
    ["three uses", { max_uses: 3 }, 3],
    ["a budget for four and a half", { budget_id: "a budget", amount_cents: 10_000 }, 4],
  ])("never use a code beyond %s", async (_, limits, most) => {
    await run("DELETE FROM grant_uses");
    await run("DELETE FROM grants");
    await run("DELETE FROM budgets");
    await budget("a budget", 45_000);
    const id = await grant(limits);
    const total = "amount_cents" in limits ? 395 : 445.5;
    expect(await together(await crowd(50), total)).toBe(most);
    expect(
      await row("SELECT count(*) AS n, sum(cents) AS cents FROM grant_uses WHERE grant_id = ?", id),
    ).toEqual({
      n: most,
      cents: most * (PRICE - total * 100),
    });
    // Without the guard of the statement, all six succeed.
    await run("DELETE FROM grant_uses");
    expect(await together(await crowd(6), total, withoutGuard)).toBe(6);
  });

  test("an award and a code out of one budget take no more than is left of it", async () => {
    await budget("a shared budget", 30_000);
    const { uid, browser } = await readyToPay();
    const both = { budget_id: "a shared budget", amount_cents: 20_000 };
    await grant({ ...both, uid, max_uses: 1 });
    await grant(both);
    const refused = await pay(browser, "friend", 95);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(passMessages.codeUnusable);
    expect(await chargesOf(uid)).toEqual([]);
    await run("UPDATE budgets SET cents = 40000 WHERE id = 'a shared budget'");
    expect((await pay(browser, "friend", 95)).status).toBe(302);
  });

  test("a declined card takes nothing out of the budget of an award", async () => {
    await budget("for one", 24_750);
    const { uid, browser } = await readyToPay();
    await grant({ uid, percent: 50, budget_id: "for one" });
    const declined = await pay(browser, "", 247.5, { cardNumber: "4000 0000 0000 0002" });
    expect(declined.status).toBe(402);
    expect((await browser.open("/register")).text).toContain("Pay $247.50");
    expect((await pay(browser, "", 247.5)).status).toBe(302);
    expect(await chargesOf(uid)).toMatchObject([{ outcome: "declined" }, { amount_cents: 24_750 }]);
  });

  test("a use counts until its payment has failed or its pass is given back", async () => {
    await grant({ max_uses: 1 });
    const first = await readyToPay();
    const declined = await pay(first.browser, "friend", 445.5, { cardNumber: "4000 0000 0000 0002" });
    expect(declined.status).toBe(402);
    expect((await pay(first.browser, "friend", 445.5)).status).toBe(302);
    const second = await readyToPay();
    expect((await pay(second.browser, "friend", 445.5)).status).toBe(400);
    await run(`UPDATE payments SET state = 'voided', booking = ${BOOKED} WHERE delegate_uid = ?`, first.uid);
    expect((await pay(second.browser, "friend", 445.5)).status).toBe(302);
  });
});
