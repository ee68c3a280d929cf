import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { askedMessages } from "~/money/checkout/messages.ts";
import { invoiceMessages, takingMessages } from "~/money/invoices/messages.ts";
import { payerMessages } from "~/money/payers/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { askers, BUYER, invoiceFor, invoicePage, payer, payFor, paymentsOf } from "../../support/groups.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { mailsTo } from "../../support/mails.ts";
import { overtake } from "../../support/overtake.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import type { Delegate } from "../../support/people.ts";
import { changingNothing, deleting, row, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

// One invoice for several people has one number and one transfer, and each person gets a pass.

const at = (id: string) => `/admin/payments/invoices/${id}`;
const money = (amount: number, more: Record<string, string> = {}) => ({
  ...{ kind: "pays", means: "bank transfer", amount: String(amount), reference: "TX 4711" },
  ...{ receivedOn: "2022-12-16", intent: "record", entry: newId(), ...more },
});

const states = async (people: Delegate[]) => (await paymentsOf(people)).map(({ state }) => state);
const held = async (people: Delegate[]) =>
  (
    await rows<{ uid: string }>(
      `SELECT uid FROM holdings WHERE item = 'goldPlus' AND state = 'held'
        AND uid IN (SELECT value FROM json_each(?))`,
      JSON.stringify(people.map(({ uid }) => uid)),
    )
  ).length;
const takingsOf = (id: string) =>
  rows<{ id: string; state: string; amount_cents: number }>(
    "SELECT id, state, amount_cents FROM takings WHERE order_id = ? ORDER BY rowid",
    id,
  );
/** The events that mails have told somebody about. Mails about requests to pay are left out. */
const eventsTo = async (email: string) =>
  (await mailsTo(email)).map(({ eventKey }) => eventKey.split(":")[0]).filter((event) => event !== "asked");

/** Somebody who pays by invoice for this number of people. */
async function invoiced(number: number) {
  const teacher = await payer();
  const people = await askers(number, teacher.email);
  return { teacher, people, id: await invoiceFor(teacher.browser, people) };
}

/** Lets one person of the staff record the money of an invoice, and another one confirm it. */
async function paid(id: string, amount: number) {
  expect((await (await signedIn("treasurer")).post(at(id), money(amount))).status).toBe(302);
  const [taking] = await takingsOf(id);
  const done = await (await signedIn("director")).post(at(id), { intent: "confirm", id: taking!.id });
  expect(done.status).toBe(302);
}

/** Deletes everything that belongs to an invoice, and every receipt. */
const forget = async (id: string) => {
  for (const table of ["takings", "invoices"]) await run(`DELETE FROM ${table} WHERE order_id = ?`, id);
  await run("DELETE FROM outbox WHERE event_key LIKE 'receipt:%' OR event_key LIKE 'order:%'");
  await run("DELETE FROM payments WHERE order_id = ?", id);
  await run("DELETE FROM orders WHERE id = ?", id);
  await env.DB.batch(deleting("entries", "order_id = ?", id));
};

beforeEach(() => run("DELETE FROM counters"));

describe("one invoice for several people", () => {
  test("has one number, keeps all places, and once its money is confirmed all hold their passes", async () => {
    const teacher = await payer();
    const people = await askers(3, teacher.email);
    const list = await teacher.browser.open("/paying");
    const card = await (await list.press("Continue to payment")).follow();
    expect(card.text).toContain(payerMessages.invoiceInstead);
    const page = await teacher.browser.open(await invoicePage(people));
    expect(page.text).toMatch(/Ada Chen.*\$495.*Bo Chen.*\$495.*Cem Chen.*\$495.*Total \$1,485/s);
    const asked = await page.press("Ask for the $1,485 invoice", BUYER);
    const payments = await paymentsOf(people);
    const id = payments[0]!.order_id;
    expect([asked.status, asked.location]).toEqual([302, `/payment/${id}/invoice`]);
    for (const one of payments)
      expect(one).toMatchObject({ state: "reserved", order_id: id, payer_uid: teacher.uid });
    expect(
      await rows(
        "SELECT order_id FROM invoices WHERE order_id IN (SELECT id FROM payments WHERE order_id = ?)",
        id,
      ),
    ).toEqual([{ order_id: id }]);
    const invoice = await asked.follow();
    expect(invoice.text).toMatch(/Invoice A2023-\d{4}.*passes of Ada Chen, Bo Chen, and Cem Chen/s);
    expect(invoice.text).toMatch(/Due by 31 December 2022, 23:59.*To University of Ghana.*Total \$1,485/s);
    expect(await eventsTo(teacher.email)).toEqual(["invoice"]);
    const { body } = await row<{ body: string }>(
      "SELECT body FROM outbox WHERE event_key = ?",
      `invoice:${id}`,
    );
    expect(body).toContain("The places of 3 people are kept until");

    // None of the people can pay twice, and none of them sees what belongs to others.
    for (const { browser } of people) {
      for (const path of ["/register", "/", "/payment-info"])
        expect((await browser.open(path)).text, path).toContain(paymentMessages.invoiceOfOther);
      for (const path of ["/", "/register", "/register/payer"])
        expect((await browser.open(path)).text, path).not.toMatch(
          new RegExp(`${askedMessages.mayStillPay}|Take the request back`),
        );
      expect((await browser.post("/register", { ...PASS_PAYMENT, total: "495" })).status).toBe(409);
      expect((await browser.get(`/payment/${id}/invoice`)).status).toBe(404);
      expect((await browser.post(`/payment/${id}/invoice`, {})).status).toBe(404);
    }
    const mine = payments.find(({ delegate_uid }) => delegate_uid === people[1]!.uid)!;
    const own = await people[1]!.browser.open(`/payment/${mine.id}`);
    expect(own.text).toContain(paymentMessages.invoiceOfOther);
    expect(own.text).not.toContain("See the invoice");
    expect((await teacher.browser.get(`/payment/${id}`)).headers.get("location")).toBe(
      `/payment/${id}/invoice`,
    );
    const found = await teacher.browser.open("/paying");
    expect(found.text).not.toContain(payerMessages.nobody);
    expect(found.text).toMatch(
      /Invoice A2023-\d{4} Not paid yet \$1,485 For 3 people, due by 31 December 2022/,
    );
    expect(found.html).toContain(`href="/payment/${id}/invoice"`);
    for (const path of ["/", "/payment-info"])
      expect((await teacher.browser.open(path)).text, path).toContain(payerMessages.invoicesToPay(1));

    // The limit is compared with the whole sum, not with each pass. For $495, one person would be enough.
    const treasurer = await signedIn("treasurer");
    const listed = await treasurer.open("/admin/payments/invoices?state=open");
    expect(listed.html.split(at(id))).toHaveLength(2);
    expect(listed.text).toContain("$1,485");
    const said = await (await treasurer.open(at(id))).press("Continue", { ...money(1485), intent: "check" });
    expect(said.text).toContain("$1,485 was paid by bank transfer for the passes of Ada Chen");
    expect(said.text).toContain(
      "a second person must confirm it. Then Ada Chen, Bo Chen, and Cem Chen have their passes",
    );
    expect((await said.press("Record $1,485")).status).toBe(302);
    expect(await states(people)).toEqual(["reserved", "reserved", "reserved"]);
    expect((await teacher.browser.open("/")).text).not.toContain(payerMessages.invoicesToPay(1));
    expect((await teacher.browser.open("/paying")).text).toMatch(/Being confirmed \$1,485 For 3 people/);
    const again = await teacher.browser.post(`/payment/${id}/invoice`, {});
    expect([again.status, await again.text()]).toEqual([
      409,
      expect.stringContaining(invoiceMessages.moneyRecorded),
    ]);
    // The invoice does not end while money for it waits.
    await run("UPDATE orders SET lease_until = ? WHERE id = ?", Date.now() - 1, id);
    await keepHouse();
    expect(await states(people)).toEqual(["reserved", "reserved", "reserved"]);
    expect(await findings()).toEqual([]);
    expect((await (await (await signedIn("director")).open(at(id))).press("Confirm $1,485")).status).toBe(
      302,
    );
    expect(await states(people)).toEqual(["captured", "captured", "captured"]);
    expect(await held(people)).toBe(3);

    expect((await teacher.browser.open("/paying")).text).toMatch(
      /Invoice A2023-\d{4} Paid \$1,485 For 3 people/,
    );
    const receipt = await teacher.browser.open(`/payment/${id}`);
    expect(receipt.text).toMatch(/Paid By bank transfer.*Total paid \$1,485/s);
    expect(await eventsTo(teacher.email)).toEqual(["invoice", "order"]);
    for (const { uid, email, browser } of people) {
      expect(await eventsTo(email)).toEqual(["receipt"]);
      const { id: theirs } = payments.find(({ delegate_uid }) => delegate_uid === uid)!;
      expect((await browser.open(`/payment/${theirs}/receipt`)).text).toContain(`Paid by ${teacher.email}`);
      expect((await browser.open("/payment-info")).html).not.toContain(`/payment/${theirs}/invoice`);
    }
    const accounts = await rows<{ account: string; cents: number }>(
      "SELECT account, sum(cents) AS cents FROM entries WHERE payment_id IN (SELECT id FROM payments WHERE order_id = ?) GROUP BY account ORDER BY account",
      id,
    );
    expect(accounts).toEqual([
      { account: "bank transfer", cents: 148_500 },
      { account: "goldPlus", cents: -148_500 },
    ]);
    const file = await (await treasurer.get("/admin/payments.csv")).text();
    for (const one of payments) expect(file).toMatch(new RegExp(`"${one.id}".*"captured","bank transfer"`));
    expect((await treasurer.open(`/admin/payments/${mine.id}`)).html).toContain(at(id));
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["without a name", { buyerName: " " }, 400, "This field is required"],
    ["over another sum", { total: "900" }, 409, "The total is now $990. Nothing has been charged."],
  ])("%s is refused with a sentence, and nothing that was typed is lost", async (_, more, status, sentence) => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    const page = await invoicePage(people);
    const answer = await changingNothing(() =>
      teacher.browser.submit(page, Object.entries({ ...BUYER, total: "990", ...more })),
    );
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(sentence);
    expect(answer.html).toContain("Legon, Accra");
  });

  test("for somebody who cannot be paid for, or whom nobody asked, is refused as a whole", async () => {
    const [teacher, stranger] = [await payer(), await payer()];
    const people = await askers(2, teacher.email);
    const page = await invoicePage(people);
    const ask = (browser: Browser) =>
      changingNothing(() => browser.submit(page, Object.entries({ ...BUYER, total: "990" })));
    expect((await ask(stranger.browser)).status).toBe(409);
    expect((await stranger.browser.open(page)).text).toContain(payerMessages.changed);
    expect((await teacher.browser.post("/paying/invoice", { ...BUYER, total: "0" })).status).toBe(400);
    await run("UPDATE decisions SET decision = 'Rejected' WHERE uid = ?", people[1]!.uid);
    const answer = await ask(teacher.browser);
    expect([answer.status, answer.text]).toEqual([
      409,
      expect.stringContaining(payerMessages.cannotBePaidFor("Bo Chen")),
    ]);
    expect(await paymentsOf(people)).toEqual([]);
  });

  test("is written five times a day, and then it is said that it is about invoices", async () => {
    const teacher = await payer();
    const people = await askers(6, teacher.email);
    for (const person of people.slice(0, 5)) await invoiceFor(teacher.browser, [person]);
    const sixth = await changingNothing(async () =>
      teacher.browser.post(await invoicePage([people[5]!]), { ...BUYER, total: "495" }),
    );
    expect([sixth.status, await sixth.text()]).toEqual([
      429,
      expect.stringContaining(invoiceMessages.tooMany(24 * 60)),
    ]);
  });

  test("is not offered where an edition writes none", async () => {
    const teacher = await payer();
    const people = await askers(2, teacher.email);
    const page = await invoicePage(people);
    await withInvoicing({ payTo: "" }, async () => {
      expect((await teacher.browser.open(page)).text).toContain(invoiceMessages.notOffered);
      expect((await teacher.browser.open(page.replace("/invoice?", "?pay&"))).text).not.toContain(
        payerMessages.invoiceInstead,
      );
      expect((await teacher.browser.post(page, { ...BUYER, total: "990" })).status).toBe(403);
    });
  });

  test.each<[string, number, string[]]>([
    ["too little", 499, []],
    ["what one of them costs", 495, []],
    ["too much", 991, [takingMessages.tooMuch("$990", "$1")]],
  ])("%s pays nobody's pass", async (_, amount, refused) => {
    const { people, id } = await invoiced(2);
    const answer = await (await signedIn("treasurer")).submit(at(id), Object.entries(money(amount)));
    for (const sentence of refused) expect(answer.text).toContain(sentence);
    expect(await takingsOf(id)).toMatchObject(refused.length > 0 ? [] : [{ state: "part" }]);
    expect(await states(people)).toEqual(["reserved", "reserved"]);
    // Once a part is paid, the person who pays cannot cancel the invoice, so nobody is told to ask for that.
    const { invoiceOfOther, invoiceOfOtherPartPaid } = paymentMessages;
    for (const path of ["/register", "/", "/payment-info"])
      expect((await people[0]!.browser.open(path)).text, path).toContain(
        refused.length > 0 ? invoiceOfOther : invoiceOfOtherPartPaid,
      );
    expect((await people[0]!.browser.open("/register/payer")).text).not.toContain("Take the request back");
  });
});

describe("who sees it", () => {
  test("the payer and staff with the right to payments do, and nobody else learns that it is there", async () => {
    const { teacher, people, id } = await invoiced(2);
    const stranger = await payer();
    const [named] = await rows<{ uid: string }>("SELECT delegate_uid AS uid FROM payments WHERE id = ?", id);
    const first = people.find(({ uid }) => uid === named!.uid)!.browser;
    for (const { browser } of [stranger, ...people]) {
      const unknown = await browser.get("/payment/nothing/invoice");
      for (const path of [`/payment/${id}/invoice`, `/payment/${id}/invoice?print`]) {
        const answer = await browser.get(path);
        expect([answer.status, unknown.status], path).toEqual([404, 404]);
        expect(await answer.text()).not.toMatch(/A2023-|University of Ghana|\$990/);
      }
      const shown = await browser.open(`/payment/${id}`);
      expect(shown.status).toBe(browser === first ? 200 : 404);
      expect(shown.text).not.toMatch(/A2023-|University of Ghana|\$990/);
      expect((await browser.post(`/payment/${id}/invoice`, {})).status).toBe(404);
      expect((await browser.get(at(id))).status).toBe(403);
      expect((await browser.post(at(id), money(990))).status).toBe(403);
    }
    const reader = await signedIn("reviewer");
    expect((await reader.get(at(id))).status).toBe(403);
    expect((await reader.get(`/payment/${id}/invoice`)).status).toBe(404);
    for (const part of (await paymentsOf(people)).filter((one) => one.id !== id))
      expect((await teacher.browser.get(`/payment/${part.id}/invoice`)).status).toBe(404);
    expect((await teacher.browser.get(`/payment/${id}/invoice`)).status).toBe(200);
    expect((await (await signedIn("treasurer")).get(at(id))).status).toBe(200);
    expect(await states(people)).toEqual(["reserved", "reserved"]);
  });
});

test("only whoever pays it finds it on their pages", async () => {
  const { teacher, people } = await invoiced(2);
  const pages = async ({ browser }: { browser: Browser }) => {
    const texts = [];
    for (const path of ["/paying", "/", "/payment-info"]) texts.push((await browser.open(path)).text);
    return texts.join(" ");
  };
  expect(await pages(teacher)).toMatch(/Invoice A2023-.*invoice for others is not paid yet/s);
  for (const other of [await payer(), ...people])
    expect(await pages(other)).not.toMatch(/A2023-|invoices? for others/);
});

test("the sum of all needs a second person, though each of them alone would not", async () => {
  const { people, id } = await invoiced(2);
  const treasurer = await signedIn("treasurer");
  expect((await treasurer.post(at(id), money(990))).status).toBe(302);
  const [taking] = await takingsOf(id);
  expect(taking!.state).toBe("waiting");
  expect((await treasurer.open(at(id))).text).not.toContain("Confirm $990");
  expect((await treasurer.post(at(id), { intent: "confirm", id: taking!.id })).status).toBe(403);
  expect(await states(people)).toEqual(["reserved", "reserved"]);
});

describe("it ends as a whole", () => {
  test("whoever is to pay it cancels it, and all can pay at once; no part of it ends alone", async () => {
    const { teacher, people, id } = await invoiced(2);
    const part = (await paymentsOf(people)).find((one) => one.id !== id)!;
    const director = await signedIn("director");
    expect((await director.post(at(part.id), { intent: "cancel" })).status).toBe(409);
    expect(await states(people)).toEqual(["reserved", "reserved"]);
    const page = await teacher.browser.open(`/payment/${id}/invoice`);
    expect(page.text).toContain(invoiceMessages.allOrNobody);
    expect((await page.press("Cancel this invoice")).status).toBe(302);
    expect(await states(people)).toEqual(["released", "released"]);
    expect((await payFor(teacher.browser, people)).status).toBe(302);
    expect(await held(people)).toBe(2);
    expect(await findings()).toEqual([]);
  });

  test("the staff cancel it for all", async () => {
    const { people, id } = await invoiced(2);
    const page = await (await signedIn("director")).open(at(id));
    expect(page.text).toContain(takingMessages.cancelled(2));
    expect((await page.press("Cancel this invoice")).status).toBe(302);
    expect(await states(people)).toEqual(["released", "released"]);
  });

  test("it runs out: reminded of once, then all places are free, and whoever was to pay is told", async () => {
    const { teacher, people, id } = await invoiced(2);
    await run("UPDATE invoices SET due_at = 0 WHERE order_id = ?", id);
    await keepHouse();
    await run("UPDATE orders SET lease_until = 0 WHERE id = ?", id);
    await keepHouse();
    expect(await states(people)).toEqual(["released", "released"]);
    expect(await eventsTo(teacher.email)).toEqual(["invoice", "invoice-reminder", "invoice-ended"]);
    const { body } = await row<{ body: string }>(
      "SELECT body FROM outbox WHERE event_key = ?",
      `invoice-reminder:${id}`,
    );
    expect(body).toMatch(/We have not received \$990 yet. The places of 2 people are kept until/);
    for (const { email } of people) expect(await eventsTo(email)).toEqual([]);
    // If money still comes in, it is owed to its sender.
    expect((await (await signedIn("treasurer")).post(at(id), money(990, { kind: "owed" }))).status).toBe(302);
    expect((await (await signedIn("treasurer")).open("/admin/payments/invoices")).text).toContain(
      teacher.email,
    );
    expect(await findings()).toEqual([]);
  });
});

/** The statement that confirms money, without its condition on the payment. */
const withoutLooking = (sql: string) =>
  sql.startsWith('update "takings"') ? sql.replace(`"payments"."state" = 'reserved'`, "true") : sql;
/** The statement that cancels a payment, without its condition on money that waits. */
const withoutWaiting = (sql: string) =>
  sql.startsWith('update "payments"') ? sql.replace(`"takings"."state" = 'waiting'`, "false") : sql;

describe("at the same moment", () => {
  test.each([
    ["one of them does", (sql: string) => sql, 409, ["captured", "captured"]],
    ["without the guard its money is lost", withoutWaiting, 302, ["released", "released"]],
  ])("its money is recorded and it is cancelled: %s", async (_, rewrite, status, after) => {
    const { teacher, people, id } = await invoiced(2);
    expect(
      overtake(
        teacher.browser,
        'update "payments"',
        async () => {
          expect((await (await signedIn("treasurer")).post(at(id), money(990))).status).toBe(302);
        },
        rewrite,
      ),
    ).toBeDefined();
    expect((await teacher.browser.post(`/payment/${id}/invoice`, {})).status).toBe(status);
    const [taking] = await takingsOf(id);
    await (await signedIn("director")).post(at(id), { intent: "confirm", id: taking!.id });
    expect(await states(people)).toEqual(after);
    await forget(id);
  });

  test.each([
    ["it buys nothing", (sql: string) => sql, "waiting"],
    ["without the guard it is taken for what has ended", withoutLooking, "taken"],
  ])("its money is confirmed when all of it has ended: %s", async (_, rewrite, state) => {
    const { people, id } = await invoiced(2);
    expect((await (await signedIn("treasurer")).post(at(id), money(990))).status).toBe(302);
    const [taking] = await takingsOf(id);
    const director = await signedIn("director");
    overtake(
      director,
      'update "takings"',
      () => run("UPDATE payments SET state = 'released' WHERE order_id = ?", id),
      rewrite,
    );
    await director.post(at(id), { intent: "confirm", id: taking!.id });
    expect((await takingsOf(id))[0]!.state).toBe(state);
    expect(await held(people)).toBe(0);
    await forget(id);
  });
});

test("what one of them cost goes back by hand to whoever paid, and the others keep their passes", async () => {
  const { teacher, people, id } = await invoiced(2);
  await paid(id, 990);
  const payments = await paymentsOf(people);
  const one = payments[0]!;
  const first = people.find(({ uid }) => uid === one.delegate_uid)!;
  const director = await signedIn("director");
  const given = await director.post(`/admin/payments/${one.id}`, {
    ...{
      intent: "give",
      reason: "Asked for",
      kind: "money",
      items: "goldPlus",
      seenCents: "0",
      amount: "495",
    },
  });
  expect(given.status).toBe(302);
  expect(await held(people)).toBe(1);
  const owed = await director.open("/admin/payments/invoices");
  expect(owed.html).toContain(`/admin/payments/${one.id}`);
  const { id: refundId } = await row<{ id: string }>("SELECT id FROM refunds WHERE payment_id = ?", one.id);
  const gone = await director.post(`/admin/payments/${one.id}`, {
    ...{ intent: "gone", id: refundId, reference: "TX 5" },
  });
  expect(gone.status).toBe(302);
  expect(await states(people)).toEqual(["refunded", "captured"]);
  expect(await eventsTo(teacher.email)).toContain("refund");
  expect(await eventsTo(first.email)).not.toContain("refund");
  // The other half of the order is still paid, so the order counts as paid and not as given back.
  expect((await teacher.browser.open("/paying")).text).toMatch(/Paid \$990 For 2 people/);
  expect((await teacher.browser.open(`/payment/${id}/invoice`)).text).toContain("Paid by bank transfer.");
  for (const [state, times] of [
    ["paid", 2],
    ["given back", 1],
  ] as const) {
    const listed = await director.open(`/admin/payments/invoices?state=${encodeURIComponent(state)}`);
    expect(listed.html.split(`href="${at(id)}`), state).toHaveLength(times);
  }
  expect((await teacher.browser.open(`/payment/${id}`)).text).toMatch(/Refunded \((Ada|Bo) Chen\) \$495/);
  expect(await differences()).toEqual([]);
  expect(await findings()).toEqual([]);
});

describe("a database is restored to before its money came in", () => {
  async function open(id: string) {
    await run("DELETE FROM takings WHERE order_id = ?", id);
    await run("UPDATE payments SET state = 'reserved' WHERE order_id = ?", id);
    await env.DB.batch(deleting("entries", "order_id = ?", id));
    await run("UPDATE orders SET means = 'invoice', lease_until = 9000000000000000 WHERE id = ?", id);
  }
  const lose = async (which: string, id: string) => {
    const lost = `SELECT id FROM payments WHERE ${which} LIMIT 1`;
    await env.DB.batch(deleting("entries", `payment_id IN (${lost})`, id));
    await run(`DELETE FROM payments WHERE id IN (${lost})`, id);
  };

  test.each([
    ["all its rows are lost", forget],
    ["it is open again", open],
    [
      "it is open again, and one of its rows is lost",
      async (id: string) => {
        await open(id);
        await lose("order_id = ? AND id <> order_id", id);
      },
    ],
    [
      "the row that names it is lost",
      async (id: string) => {
        for (const table of ["takings", "invoices"]) await run(`DELETE FROM ${table} WHERE order_id = ?`, id);
        await lose("id = ?", id);
      },
    ],
  ])("%s: it pays for all of them again", async (_, restore) => {
    const { teacher, people, id } = await invoiced(3);
    await paid(id, 1485);
    const known = async () =>
      (await paymentsOf(people)).map(({ id, delegate_uid, order_id, payer_uid, state, amount_cents }) => ({
        ...{ id, delegate_uid, order_id, payer_uid, state, amount_cents },
      }));
    const before = await known();
    const [number, [taking]] = [
      await rows("SELECT number FROM invoices WHERE order_id = ?", id),
      await takingsOf(id),
    ];
    await restore(id);
    await keepHouse({}, TENTH);
    expect((await known()).sort((one, other) => (one.id < other.id ? -1 : 1))).toEqual(
      before.sort((one, other) => (one.id < other.id ? -1 : 1)),
    );
    expect(await rows("SELECT number FROM invoices WHERE order_id = ?", id)).toEqual(number);
    expect(await takingsOf(id)).toEqual([taking]);
    expect(await held(people)).toBe(3);
    expect((await teacher.browser.open(`/payment/${id}`)).text).toContain("Total paid $1,485");
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test.each([
    ["all its rows are lost", forget],
    [
      "that row is lost, and the other is open again",
      async (id: string, uid: string) => {
        await open(id);
        await run("DELETE FROM payments WHERE order_id = ? AND delegate_uid = ?", id, uid);
      },
    ],
  ])("if one of them has another pass by then, the money is owed to whoever sent it, and none is held for it: %s", async (_, restore) => {
    const { teacher, people, id } = await invoiced(2);
    await paid(id, 990);
    const later = (await paymentsOf(people)).find((one) => one.id !== id)!;
    const other = people.find(({ uid }) => uid === later.delegate_uid)!;
    await restore(id, other.uid);
    expect((await other.browser.post("/register", { ...PASS_PAYMENT, total: "495" })).status).toBe(302);
    await keepHouse({}, TENTH);
    const payments = await paymentsOf(people);
    expect(payments.filter(({ order_id }) => order_id === id).map(({ state }) => state)).toEqual([
      "released",
      "released",
    ]);
    expect(await held(people)).toBe(1);
    expect((await takingsOf(id)).map(({ state, amount_cents }) => [state, amount_cents])).toEqual([
      ["unwanted", 99_000],
    ]);
    expect((await (await signedIn("treasurer")).open("/admin/payments/invoices")).text).toContain(
      teacher.email,
    );
    expect(await findings()).toEqual([]);
  });
});
