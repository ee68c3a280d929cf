import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { grantMessages } from "~/money/awards/messages.ts";
import { takingMessages } from "~/money/invoices/messages.ts";
import { entryMessages, paymentMessages } from "~/money/payments/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { dollars, MOST_ENTERED } from "~/values/money.ts";
import { BILLS, BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { subjectsTo } from "../../support/mails.ts";
import { type Delegate, delegate, readyToPay } from "../../support/people.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { answerWith, keepHouse, TENTH } from "../../support/worker.ts";

const BUYER = { buyerName: "University of Ghana", buyerAddress: "Legon, Accra" };
const at = (id: string) => `/admin/payments/invoices/${id}`;
const deskOf = (uid: string) => `/admin/payments/person/${uid}/desk`;
const CASH = { means: "cash", reference: "Cash book 7", receivedOn: "2022-12-16" };

async function invoiced({ browser }: Delegate, total = 495): Promise<string> {
  const fields = { ...BUYER, intent: "ask", intendedPassCost: String(total), total: String(total) };
  const asked = await browser.post("/register/invoice", fields);
  expect(asked.status).toBe(302);
  return asked.headers.get("location")!.split("/")[2]!;
}
/** A delegate whose pass costs $550. One person of the staff may not record that much alone. */
const readyInRegular = () =>
  delegate({ submittedAt: "2023-05-10T12:00:00Z", decision: "Accepted", waiver: true });

const money = (amount: number, more: Record<string, string> = {}) => ({
  ...{ kind: "pays", means: "bank transfer", amount: String(amount), reference: "TX 4711" },
  ...{ receivedOn: "2022-12-16", intent: "record", entry: newId(), ...more },
});
const owed = (amount: number, more: Record<string, string> = {}) => money(amount, { kind: "owed", ...more });
const takingsOf = (id: string) =>
  rows<{ id: string; state: string; amount_cents: number; recorded_by: string }>(
    "SELECT id, state, amount_cents, recorded_by FROM takings WHERE order_id = ? ORDER BY rowid",
    id,
  );
const bankOf = async (id: string) =>
  (
    await row<{ cents: number | null }>(
      "SELECT sum(cents) AS cents FROM entries WHERE payment_id = ? AND account = 'bank transfer'",
      id,
    )
  ).cents ?? 0;
const journalOf = (id: string) =>
  rows<{ kind: string; account: string; cents: number }>(
    "SELECT kind, account, cents FROM entries WHERE payment_id = ? ORDER BY happened_at, kind DESC, cents DESC",
    id,
  );
const heldBy = async (uid: string) =>
  (
    await rows<{ item: string }>(
      "SELECT item FROM holdings WHERE uid = ? AND state = 'held' ORDER BY item",
      uid,
    )
  ).map(({ item }) => item);
const keptActs = async () => (await env.FILES.list({ prefix: "acts/" })).objects.map(({ key }) => key);
const reversalFields = (taking: string, reason = "It was another person's transfer.") => ({
  ...{ intent: "reverse", taking, entry: newId() },
  [`reason-${taking}`]: reason,
});

beforeEach(() => run("DELETE FROM counters"));

describe("one form is one entry", () => {
  test.each<[string, (amount: number) => Record<string, string>, string]>([
    ["that is owed", owed, "unwanted"],
    ["that pays its invoice", money, "taken"],
  ])("five presses record money %s once, before and after a restore", async (_, fields, state) => {
    const id = await invoiced(await readyToPay());
    const treasurer = await signedIn("treasurer");
    const form = fields(495);
    const answers = await Promise.all(Array.from({ length: 5 }, () => treasurer.post(at(id), form)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    expect(await takingsOf(id)).toMatchObject([{ id: form["entry"], state }]);
    expect(await bankOf(id)).toBe(49_500);
    expect((await keptActs()).filter((key) => key.includes(form["entry"]!))).toHaveLength(1);

    await run("DELETE FROM takings WHERE order_id = ?", id);
    if (state === "taken") {
      await run("UPDATE payments SET state = 'reserved' WHERE id = ?", id);
      await run("UPDATE orders SET means = 'invoice', lease_until = ? WHERE id = ?", Date.now() + 1e9, id);
    }
    await keepHouse({}, TENTH);
    expect(await takingsOf(id)).toMatchObject([{ id: form["entry"], state }]);
    // The page is still open, and somebody presses its button once more.
    expect((await treasurer.post(at(id), form)).status).toBe(302);
    expect(await takingsOf(id)).toHaveLength(1);
    expect(await bankOf(id)).toBe(49_500);
    expect(await findings()).toEqual([]);
  });

  test("five presses at the desk sell once, and all lead to the same invoice", async () => {
    const { uid } = await readyToPay();
    const treasurer = await signedIn("treasurer");
    const said = await (await treasurer.open(deskOf(uid))).press("Continue", CASH);
    const answers = await Promise.all(Array.from({ length: 5 }, () => said.press("Record $495")));
    const [bill] = await rows<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", uid);
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      Array.from({ length: 5 }, () => [302, at(bill!.id)]),
    );
    expect(await rows("SELECT state FROM payments WHERE delegate_uid = ?", uid)).toEqual([
      { state: "captured" },
    ]);
    expect(await takingsOf(bill!.id)).toHaveLength(1);
  });

  test("an entry that says something else under the same id is refused, and so is one without an id", async () => {
    const id = await invoiced(await readyToPay());
    const treasurer = await signedIn("treasurer");
    const form = owed(100);
    expect((await treasurer.post(at(id), form)).status).toBe(302);
    const other = await changingNothing(() => treasurer.post(at(id), { ...form, amount: "200" }));
    expect([other.status, await other.text()]).toEqual([
      409,
      expect.stringContaining(takingMessages.enteredOtherwise("$100")),
    ]);
    const { entry: _, ...bare } = owed(100);
    expect((await changingNothing(() => treasurer.post(at(id), bare))).status).toBe(400);
    expect(await takingsOf(id)).toHaveLength(1);
  });

  test("the form keeps its id from the first page to the last, and the next form has another", async () => {
    const id = await invoiced(await readyToPay());
    const treasurer = await signedIn("treasurer");
    const page = await treasurer.open(at(id));
    const entry = /name="entry" value="([a-z2-7]{20})"/.exec(page.html)![1];
    const said = await page.press("Continue", { ...owed(100), entry: entry!, intent: "check" });
    expect(said.html).toContain(`value="${entry}"`);
    expect((await said.press("Change this")).html).toContain(`value="${entry}"`);
    expect((await said.press("Record $100")).status).toBe(302);
    expect((await treasurer.open(at(id))).html).not.toContain(`name="entry" value="${entry}"`);
  });

  test("five presses make one budget, written down once, and the next form makes another", async () => {
    const treasurer = await signedIn("treasurer");
    const made = () => rows("SELECT cents FROM budgets WHERE title = 'Fund of a form' ORDER BY rowid");
    const fund = { "budget-title": "Fund of a form", "budget-amount": "5000" };
    const page = await treasurer.open("/admin/grants");
    const answers = await Promise.all(Array.from({ length: 5 }, () => page.press("Add the budget", fund)));
    expect(answers.map(({ status, location }) => [status, location])).toEqual(
      Array.from({ length: 5 }, () => [302, "/admin/grants#budgets"]),
    );
    expect(await made()).toEqual([{ cents: 500_000 }]);
    expect(await rows("SELECT 1 FROM audit WHERE action = 'budget'")).toHaveLength(1);

    const other = await changingNothing(() =>
      page.press("Add the budget", { ...fund, "budget-amount": "6000" }),
    );
    expect([other.status, other.text]).toEqual([
      409,
      expect.stringContaining(grantMessages.madeOtherwise("Fund of a form", "$5,000")),
    ]);
    expect(
      (await changingNothing(() => treasurer.post("/admin/grants", { intent: "budget", ...fund }))).status,
    ).toBe(400);
    const next = await treasurer.open("/admin/grants");
    expect((await next.press("Add the budget", fund)).status).toBe(302);
    expect(await made()).toHaveLength(2);
  });

  test("a form of a budget that was refused is the same form", async () => {
    const treasurer = await signedIn("treasurer");
    const page = await treasurer.open("/admin/grants");
    const refused = await page.press("Add the budget", {
      "budget-title": "Mended fund",
      "budget-amount": "a lot",
    });
    const mended = { "budget-amount": "70" };
    for (const form of [refused, refused])
      expect((await form.press("Add the budget", mended)).status).toBe(302);
    const both = { ...mended, "budget-title": "Mended fund" };
    expect((await page.press("Add the budget", both)).status).toBe(302);
    expect(await rows("SELECT 1 FROM budgets WHERE title = 'Mended fund'")).toHaveLength(1);
  });

  test("that money has gone back is recorded once, and a second press is no refusal", async () => {
    const id = await invoiced(await readyToPay());
    const treasurer = await signedIn("treasurer");
    const form = owed(100);
    await treasurer.post(at(id), form);
    const back = { intent: "return", id: form["entry"]!, [`note-${form["entry"]}`]: "TX 9" };
    for (let press = 0; press < 3; press++) expect((await treasurer.post(at(id), back)).status).toBe(302);
    expect(await bankOf(id)).toBe(0);
    expect(await rows("SELECT 1 FROM audit WHERE object = ?", `takings/${form["entry"]}`)).toHaveLength(1);
  });
});

describe("how much", () => {
  test.each([
    ["the most", MOST_ENTERED, 302],
    ["a cent more", MOST_ENTERED + 1, 400],
    ["a slip of the keys", 999_999_999_999_00, 400],
  ])("%s", async (_, cents, status) => {
    const id = await invoiced(await readyToPay());
    const treasurer = await signedIn("treasurer");
    const answer = await treasurer.post(at(id), owed(0, { amount: String(cents / 100) }));
    expect(answer.status).toBe(status);
    if (status === 400) expect(await answer.text()).toContain(entryMessages.tooMuch(dollars(MOST_ENTERED)));
  });

  test.each([
    ["the most", MOST_ENTERED, 302],
    ["a cent more", MOST_ENTERED + 1, 400],
    ["a slip of the keys", 999_999_999_999_00, 400],
  ])("a budget holds, %s", async (_, cents, status) => {
    const fund = { "budget-title": `Fund of ${cents}`, "budget-amount": String(cents / 100) };
    const page = await (await signedIn("treasurer")).open("/admin/grants");
    const answer = await page.press("Add the budget", fund);
    expect(answer.status).toBe(status);
    if (status === 400) expect(answer.text).toContain(entryMessages.tooMuch(dollars(MOST_ENTERED)));
    expect(await rows("SELECT 1 FROM budgets WHERE cents = ?", cents)).toHaveLength(status === 302 ? 1 : 0);
  });

  test.each([
    ["at the limit", 500, "unwanted", 50_000],
    ["a cent above it", 500.01, "unconfirmed", 0],
  ])("what is owed, %s, counts or waits for a second person", async (_, amount, state, bank) => {
    const id = await invoiced(await readyToPay());
    const treasurer = await signedIn("treasurer");
    const form = owed(amount);
    const said = await treasurer.post(at(id), { ...form, intent: "check" });
    expect((await said.text()).includes(takingMessages.owedLater("$500"))).toBe(state === "unconfirmed");
    expect((await treasurer.post(at(id), form)).status).toBe(302);
    expect(await takingsOf(id)).toMatchObject([{ state }]);
    expect(await bankOf(id)).toBe(bank);
    if (state === "unwanted") return;
    expect(await keptActs()).not.toContain(`acts/${form["entry"]}.json`);
    expect((await treasurer.open("/admin/payments/invoices")).text).toContain("to be confirmed");
    expect((await treasurer.post(at(id), { intent: "confirm", id: form["entry"]! })).status).toBe(403);
    await keepHouse();
    expect(await bankOf(id)).toBe(0);
    const director = await signedIn("director");
    expect((await (await director.open(at(id))).press("Confirm $500.01")).status).toBe(302);
    expect(await takingsOf(id)).toMatchObject([{ state: "unwanted" }]);
    expect(await bankOf(id)).toBe(50_001);
    expect(await keptActs()).toContain(`acts/${form["entry"]}.json`);
    expect(await findings()).toEqual([]);
  });
});

describe("an entry that was a mistake", () => {
  async function paid(): Promise<Delegate & { id: string; taking: string; treasurer: Browser }> {
    const person = await readyToPay();
    const id = await invoiced(person);
    const treasurer = await signedIn("treasurer");
    const form = money(495);
    expect((await treasurer.post(at(id), form)).status).toBe(302);
    return { ...person, id, taking: form["entry"]!, treasurer };
  }

  test("that is owed is reversed by an entry that says so, and the first one stays to be seen", async () => {
    const id = await invoiced(await readyToPay());
    const treasurer = await signedIn("treasurer");
    const form = owed(300);
    const taking = form["entry"]!;
    await treasurer.post(at(id), form);
    const empty = await changingNothing(() => treasurer.post(at(id), reversalFields(taking, " ")));
    expect([empty.status, await empty.text()]).toEqual([
      400,
      expect.stringContaining(takingMessages.noteNeeded),
    ]);
    const reversal = reversalFields(taking);
    for (let press = 0; press < 3; press++) expect((await treasurer.post(at(id), reversal)).status).toBe(302);
    expect(await takingsOf(id)).toMatchObject([{ state: "reversed", amount_cents: 30_000 }]);
    expect(await journalOf(id)).toEqual(
      expect.arrayContaining([
        { kind: "payment", account: "bank transfer", cents: 30_000 },
        { kind: "payment", account: "owed", cents: -30_000 },
        { kind: "correction", account: "bank transfer", cents: -30_000 },
        { kind: "correction", account: "owed", cents: 30_000 },
      ]),
    );
    const page = await treasurer.open(at(id));
    expect(page.text).toContain("$300");
    expect(page.text).toContain("It was another person");
    expect((await treasurer.open("/admin/payments/invoices")).html).not.toContain(`#${taking}`);
    const other = await changingNothing(() => treasurer.post(at(id), reversalFields(taking)));
    expect(other.status).toBe(409);
    expect(await findings()).toEqual([]);
  });

  test("that paid an invoice ends what it paid for, at once, and everybody is told", async () => {
    const { id, taking, treasurer, uid, email, browser } = await paid();
    expect(await heldBy(uid)).toEqual(["goldPlus", "h2023virtual"]);
    expect((await treasurer.post(at(id), reversalFields(taking))).status).toBe(302);
    expect(await heldBy(uid)).toEqual([]);
    expect(await takingsOf(id)).toMatchObject([{ state: "reversed" }]);
    expect(await bankOf(id)).toBe(0);
    expect((await journalOf(id)).filter(({ kind }) => kind === "correction")).toHaveLength(2);
    expect(await subjectsTo(email)).toEqual([
      "Your invoice",
      "Your receipt",
      "A payment was recorded by mistake",
    ]);
    expect((await browser.open(`/payment/${id}`)).text).toContain("We recorded a payment of $495 by mistake");
    expect((await browser.open(`/payment/${id}/invoice`)).text).toContain("was not paid and has ended");
    expect((await browser.open("/payment-info")).text).not.toContain(paymentMessages.refundOnItsWay);
    // The place is free, so the same person can ask for another invoice.
    expect(await invoiced({ uid, email, browser } as Delegate)).toMatch(/^[a-z2-7]{20}$/);
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("is not reversed once something of what it paid for has gone back", async () => {
    const { id, taking, treasurer } = await paid();
    const given = { intent: "give", items: "goldPlus", amount: "100", kind: "money", reason: "Asked for" };
    expect((await treasurer.post(`/admin/payments/${id}`, given)).status).toBe(302);
    const answer = await treasurer.post(at(id), reversalFields(taking));
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining(takingMessages.reversal.partGone),
    ]);
    expect(await takingsOf(id)).toMatchObject([{ state: "taken" }]);
    expect(await rows("SELECT state FROM reversals WHERE taking_id = ?", taking)).toEqual([
      { state: "withdrawn" },
    ]);
    expect(await findings()).toEqual([]);
  });

  test("above the limit is reversed by two, or left as it is", async () => {
    const person = await readyInRegular();
    const id = await invoiced(person, 550);
    const [treasurer, director] = [await signedIn("treasurer"), await signedIn("director")];
    const form = money(550);
    const taking = form["entry"]!;
    await treasurer.post(at(id), form);
    await director.post(at(id), { intent: "confirm", id: taking });
    expect(await heldBy(person.uid)).toContain("goldPlus");
    expect((await treasurer.post(at(id), reversalFields(taking))).status).toBe(302);
    expect(await heldBy(person.uid)).toContain("goldPlus");
    const own = await treasurer.open(at(id));
    expect(own.text).toContain(takingMessages.reversal.otherPerson);
    const [{ id: first } = { id: "" }] = await rows<{ id: string }>(
      "SELECT id FROM reversals WHERE taking_id = ?",
      taking,
    );
    expect((await treasurer.post(at(id), { intent: "confirm-reversal", id: first })).status).toBe(403);
    expect((await (await director.open(at(id))).press("Leave it as it is")).status).toBe(302);
    expect(await takingsOf(id)).toMatchObject([{ state: "taken" }]);
    expect((await treasurer.post(at(id), reversalFields(taking))).status).toBe(302);
    expect((await director.open("/admin/payments/invoices")).text).toContain("To be reversed");
    expect((await (await director.open(at(id))).press("Reverse $550")).status).toBe(302);
    expect(await heldBy(person.uid)).toEqual([]);
    expect(await takingsOf(id)).toMatchObject([{ state: "reversed" }]);
    expect(await findings()).toEqual([]);
  });

  test.each<[string, "owed" | "paid"]>([
    ["of money that was owed", "owed"],
    ["of money that paid an invoice", "paid"],
  ])("a reversal %s comes back after a restore", async (_, kind) => {
    const { id, taking, treasurer, uid } = await paid();
    let reversed = taking;
    if (kind === "owed") {
      const form = owed(120);
      await treasurer.post(at(id), form);
      reversed = form["entry"]!;
    }
    expect((await treasurer.post(at(id), reversalFields(reversed))).status).toBe(302);
    const before = {
      takings: await takingsOf(id),
      journal: await journalOf(id),
      reversals: await rows("SELECT * FROM reversals WHERE taking_id = ?", reversed),
    };
    await run("DELETE FROM reversals WHERE taking_id = ?", reversed);
    await run(
      "DELETE FROM refund_lines WHERE refund_id IN (SELECT id FROM refunds WHERE payment_id = ?)",
      id,
    );
    await run("DELETE FROM refunds WHERE payment_id = ?", id);
    await run("UPDATE takings SET state = ? WHERE id = ?", kind === "owed" ? "unwanted" : "taken", reversed);
    await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, id);
    await run("UPDATE holdings SET state = 'held', until = NULL WHERE payment_id = ?", id);
    await keepHouse({}, TENTH);
    await keepHouse({}, TENTH);
    expect(await takingsOf(id)).toEqual(before.takings);
    expect(await journalOf(id)).toEqual(before.journal);
    expect(await rows("SELECT * FROM reversals WHERE taking_id = ?", reversed)).toEqual(before.reversals);
    expect(await heldBy(uid)).toEqual(kind === "owed" ? ["goldPlus", "h2023virtual"] : []);
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });
});

describe("what was cut off", () => {
  /** A file store that fails, so that the request ends between recording and counting. */
  const away = new Proxy(env.FILES, {
    get: (bucket, name) =>
      name === "put"
        ? () => Promise.reject(new Error("The store is away."))
        : Reflect.get(bucket, name).bind(bucket),
  });

  test.each<[string, (press: () => Promise<unknown>) => Promise<unknown>]>([
    ["by the next press", (press) => press()],
    [
      "by the cron",
      async () => {
        await keepHouse();
        await run("UPDATE takings SET created_at = created_at - 200000");
        await keepHouse();
      },
    ],
  ])("a sale at the desk is finished %s", async (_, finish) => {
    const { uid } = await readyToPay();
    const treasurer = await signedIn("treasurer");
    const said = await (await treasurer.open(deskOf(uid))).press("Continue", CASH);
    const there = treasurer.send;
    treasurer.send = (request) => answerWith({ FILES: away }, request);
    expect((await said.press("Record $495")).status).toBe(503);
    treasurer.send = there;
    expect(await rows("SELECT state FROM payments WHERE delegate_uid = ?", uid)).toEqual([
      { state: "reserved" },
    ]);
    await finish(() => said.press("Record $495"));
    expect(await rows(`SELECT state, means FROM ${BILLS} WHERE delegate_uid = ?`, uid)).toEqual([
      { state: "captured", means: "cash" },
    ]);
    expect(await heldBy(uid)).toEqual(["goldPlus", "h2023virtual"]);
    expect(await findings()).toEqual([]);
  });

  test("what needs a second person is not finished by the cron", async () => {
    const id = await invoiced(await readyInRegular(), 550);
    await (await signedIn("treasurer")).post(at(id), money(550));
    await run("UPDATE takings SET created_at = created_at - 200000 WHERE order_id = ?", id);
    await keepHouse();
    expect(await takingsOf(id)).toMatchObject([{ state: "waiting" }]);
  });
});
