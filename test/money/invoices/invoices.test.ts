import { beforeEach, describe, expect, test } from "vitest";
import { askedMessages } from "~/money/checkout/messages.ts";
import { invoiceMessages, takingMessages } from "~/money/invoices/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { DAY } from "~/values/durations.ts";
import { messages } from "~/values/messages.ts";
import { BILLS } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { ask as askPayer } from "../../support/groups.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { overtake } from "../../support/overtake.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, type Delegate, delegate, readyToPay } from "../../support/people.ts";
import { programAs } from "../../support/programs.ts";
import { colleague } from "../../support/staff.ts";
import { changingNothing, chargesOf, row, rows, run } from "../../support/storage.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

const PAGE = "/register/invoice";
const BUYER = { buyerName: "University of Ghana", buyerAddress: "Bursary\nLegon, Accra" };

/** A delegate whose pass costs $550. One person of the staff may not record that much alone. */
const readyInRegular = () =>
  delegate({ submittedAt: "2023-05-10T12:00:00Z", decision: "Accepted", waiver: true });

const ask = (browser: Browser, total = 495, more: Record<string, string> = {}) =>
  browser.post(PAGE, { ...BUYER, intent: "ask", intendedPassCost: "495", total: String(total), ...more });

/** Asks for an invoice, and returns the id of the open invoice. */
async function invoiced({ browser }: Delegate, total = 495): Promise<string> {
  const asked = await ask(browser, total, { intendedPassCost: String(total) });
  expect(asked.status, await asked.clone().text()).toBe(302);
  return asked.headers.get("location")!.split("/")[2]!;
}

const money = (amount: number | string, more: Record<string, string> = {}) => ({
  ...{ kind: "pays", means: "bank transfer", amount: String(amount), reference: "TX 4711" },
  ...{ receivedOn: "2022-12-16", intent: "record", entry: newId() },
  ...more,
});
const at = (id: string) => `/admin/payments/invoices/${id}`;

const paymentOf = (id: string) =>
  row<{ state: string; means: string; amount_cents: number; created_at: number }>(
    `SELECT state, means, amount_cents, created_at FROM ${BILLS} WHERE id = ?`,
    id,
  );
const takingsOf = (id: string) =>
  rows<{ id: string; state: string; amount_cents: number; recorded_by: string; settled_by: string | null }>(
    "SELECT id, state, amount_cents, recorded_by, settled_by FROM takings WHERE order_id = ? ORDER BY rowid",
    id,
  );
const heldBy = (uid: string) =>
  rows("SELECT item, state FROM holdings WHERE uid = ? AND state <> 'ended' AND item = 'goldPlus'", uid);
const mailsTo = async (email: string) =>
  (await rows<{ event_key: string }>("SELECT event_key FROM outbox WHERE recipient = ?", email)).map(
    ({ event_key }) => event_key.split(":")[0],
  );
/** The balance of one payment on an account of the journal, in cents. */
const onAccount = async (id: string, account: string) =>
  (
    await row<{ cents: number | null }>(
      "SELECT sum(cents) AS cents FROM entries WHERE payment_id = ? AND account = ?",
      id,
      account,
    )
  ).cents;

beforeEach(() => run("DELETE FROM counters"));

describe("who asks for an invoice", () => {
  test("sees it before, gets it with a number, keeps the place, and cannot pay by card meanwhile", async () => {
    const { uid, email, browser } = await readyToPay();
    expect((await browser.open("/register")).html).toContain(`href="${PAGE}"`);
    const page = await browser.open(PAGE);
    expect(page.text).toMatch(/\$495 Due by 31 December 2022, 23:59/);
    const shown = await page.press("Continue", { ...BUYER, "addOns.h2023mug": "true" });
    expect(shown.status).toBe(200);
    expect(shown.text).toMatch(
      /University of Ghana, Bursary, Legon, Accra .*ticket \$495 .*Mug \$25 Total \$520 Due by 31 December 2022, 23:59/s,
    );
    expect(await rows("SELECT 1 FROM payments WHERE delegate_uid = ?", uid)).toEqual([]);
    const changed = await shown.press("Change this");
    expect(changed.html).toContain("Legon, Accra");
    const asked = await shown.press("Ask for the $520 invoice");
    expect(asked.status).toBe(302);
    const invoice = await asked.follow();
    expect(invoice.text).toMatch(/Invoice A2023-\d{4}/);
    expect(invoice.text).toMatch(
      /\$520 Not paid yet Due by 31 December 2022, 23:59.*How to pay.*Example Savings Bank.*From HPAIR.*To University of Ghana\s*Bursary\s*Legon, Accra .*Mug \$25 Total \$520 No tax is charged\./s,
    );
    const id = asked.location!.split("/")[2]!;
    expect(await paymentOf(id)).toMatchObject({
      state: "reserved",
      means: "invoice",
      amount_cents: 52_000,
    });
    expect(await heldBy(uid)).toEqual([{ item: "goldPlus", state: "pending" }]);
    expect(await mailsTo(email)).toEqual(["invoice"]);

    for (const path of ["/register", "/", "/virtual-summit", "/payment-info", `/payment/${id}`]) {
      expect((await browser.open(path)).text, path).toContain(paymentMessages.invoiceOpen);
    }
    const program = await programAs(uid);
    const triggered = await program.call("triggerPayment", PASS_PAYMENT);
    expect(triggered.status).toBe(409);
    expect(triggered.body.error.message).toBe(paymentMessages.invoiceOpen);
    expect((await program.call("getPassType", { userUid: uid })).body.result).toBeNull();
    expect(await chargesOf(uid)).toEqual([]);
    expect((await ask(browser)).status).toBe(409);
  });

  test("numbers are counted without gaps, also of those who ask at once", async () => {
    const people = await Promise.all(Array.from({ length: 5 }, readyToPay));
    const answers = await Promise.all(people.map(({ browser }) => ask(browser)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    // An invoice that is refused takes no number.
    expect((await ask(people[0]!.browser)).status).toBe(409);
    const numbers = await rows<{ number: number }>(
      "SELECT number FROM invoices WHERE conference_id = ? ORDER BY number",
      CONFERENCE,
    );
    expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["without a name", { buyerName: " " }, 400, "This field is required"],
    ["without an address", { buyerAddress: "" }, 400, "This field is required"],
    ["over another amount", { total: "400" }, 409, "The total is now $495."],
    ["with an add-on that is none", { "addOns.nothing": "true" }, 400, "is not available"],
    ["with a size that is missing", { "addOns.h2023shirtblack": "true" }, 400, "Choose an option"],
    ["with a wrong code", { code: "NONSENSE" }, 400, "You cannot use this code"],
  ])("%s is told so, and nothing is lost", async (_, more, status, sentence) => {
    const { uid, browser } = await readyToPay();
    const answer = await ask(browser, 495, more);
    expect(answer.status).toBe(status);
    const text = await answer.text();
    expect(text).toContain(sentence);
    if (!("buyerAddress" in more)) expect(text).toContain("Legon, Accra");
    expect(await rows("SELECT 1 FROM payments WHERE delegate_uid = ?", uid)).toEqual([]);
  });

  test("is told if the edition offers none, and the page of the pass does not lead there", async () => {
    const { browser } = await readyToPay();
    await withInvoicing({ payTo: "" }, async () => {
      expect((await browser.open("/register")).html).not.toContain(PAGE);
      expect((await browser.open(PAGE)).text).toContain(invoiceMessages.notOffered);
      expect((await ask(browser)).status).toBe(403);
    });
  });

  test("reads at home how much is due and when, in the zone of the deadlines, and from there gets to the invoice", async () => {
    const person = await readyToPay();
    const id = await invoiced(person);
    const home = await person.browser.open("/");
    expect(home.text).toContain("$495 is due by 31 December 2022, 23:59");
    expect(home.html).toContain(`href="/payment/${id}/invoice"`);
    const part = await (await signedIn("treasurer")).post(at(id), money(200, { kind: "part" }));
    expect(part.status).toBe(302);
    const rest = await person.browser.open("/");
    expect(rest.text).toContain("$295 is due by 31 December 2022, 23:59");
    // A partly paid invoice cannot be cancelled, so no page says that the delegate can cancel it.
    for (const path of ["/register", "/", "/virtual-summit", "/payment-info", `/payment/${id}`]) {
      const { text } = await person.browser.open(path);
      expect(text, path).toContain(paymentMessages.invoicePartPaid);
      expect(text, path).not.toContain(paymentMessages.invoiceOpen);
    }
    const card = await person.browser.open("/payment-info");
    expect(card.text).toMatch(/\$495 \$295 is due by 31 December 2022, 23:59/);
    const triggered = await (await programAs(person.uid)).call("triggerPayment", PASS_PAYMENT);
    expect([triggered.status, triggered.body.error.message]).toEqual([409, paymentMessages.invoicePartPaid]);
  });

  test("can still take a request to somebody else back, who could pay once the invoice has ended", async () => {
    const person = await readyToPay();
    await askPayer(person, "bursar@example.org");
    await invoiced(person);
    const page = await person.browser.open("/register/payer");
    expect(page.text).not.toContain(askedMessages.mayStillPay);
    expect((await page.press("Take the request back")).status).toBe(302);
    expect((await person.browser.open("/register/payer")).text).not.toContain("Your request");
  });

  test("still reads what is left and until when, while a part waits for a second person", async () => {
    await withInvoicing({ secondPersonCents: 10_000 }, async () => {
      const person = await readyToPay();
      const id = await invoiced(person);
      const part = await (await signedIn("treasurer")).post(at(id), money(494.99, { kind: "part" }));
      expect([part.status, (await takingsOf(id))[0]]).toMatchObject([302, { state: "waiting" }]);
      const home = await person.browser.open("/");
      expect(home.text).toContain("$0.01 is due by 31 December 2022, 23:59");
      for (const path of ["/", "/register", "/payment-info", `/payment/${id}`])
        expect((await person.browser.open(path)).text, path).not.toContain(paymentMessages.beingConfirmed);
    });
  });

  test("sees at once on the open page of payments that money has come in, and that it is being confirmed", async () => {
    await withInvoicing({ secondPersonCents: 10_000 }, async () => {
      const person = await readyToPay();
      const id = await invoiced(person);
      const treasurer = await signedIn("treasurer");
      const version = async () =>
        (await person.browser.get(`/payment-info/version?conference=${CONFERENCE}`)).text();
      const onPage = async () => (await person.browser.open("/payment-info")).html;
      const before = await version();
      expect(await onPage()).toContain(before);
      expect((await treasurer.post(at(id), money(50, { kind: "part" }))).status).toBe(302);
      const part = await version();
      expect(part).not.toBe(before);
      expect(await onPage()).toContain(part);
      expect((await treasurer.post(at(id), money(445))).status).toBe(302);
      const whole = await version();
      expect(whole).not.toBe(part);
      expect(await onPage()).toContain(whole);
    });
  });

  test("cancels it and pays by card; a stranger cannot even see it", async () => {
    const person = await readyToPay();
    const { uid, browser } = person;
    const id = await invoiced(person);
    const stranger = (await readyToPay()).browser;
    expect((await stranger.get(`/payment/${id}/invoice`)).status).toBe(404);
    expect((await stranger.post(`/payment/${id}/invoice`, {})).status).toBe(404);
    const page = await browser.open(`/payment/${id}/invoice`);
    expect((await page.press("Cancel this invoice")).status).toBe(302);
    expect((await page.press("Cancel this invoice")).status).toBe(409);
    expect((await browser.open(`/payment/${id}/invoice`)).text).toContain(invoiceMessages.ended);
    expect((await browser.open(`/payment/${id}`)).text).toContain(paymentMessages.invoiceEndedAgain);
    const paid = await browser.post("/register", { ...PASS_PAYMENT, intent: "pay", total: "495" });
    expect(paid.status).toBe(302);
    expect(await heldBy(uid)).toEqual([{ item: "goldPlus", state: "held" }]);
    expect(await chargesOf(uid)).toHaveLength(1);
  });
});

describe("money that comes in", () => {
  test("pays the invoice: said before, held at once, on receipt, journal and every list", async () => {
    const person = await readyToPay();
    const { uid, email, browser } = person;
    const id = await invoiced(person);
    const treasurer = await signedIn("treasurer");
    const page = await treasurer.open(at(id));
    const said = await page.press("Continue", { ...money(495), intent: "check" });
    expect(said.text).toContain("$495 was paid by bank transfer for the");
    expect(said.text).toContain("at once. We tell them by mail.");
    expect(await takingsOf(id)).toEqual([]);
    expect((await said.press("Record $495")).status).toBe(302);
    expect(await paymentOf(id)).toMatchObject({ state: "captured", means: "bank transfer" });
    expect(await heldBy(uid)).toEqual([{ item: "goldPlus", state: "held" }]);
    expect(await onAccount(id, "bank transfer")).toBe(49_500);
    expect(await onAccount(id, "goldPlus")).toBe(-49_500);
    expect((await (await programAs(uid)).call("getPassType", { userUid: uid })).body.result).toBe("goldPlus");

    expect((await browser.open(`/payment/${id}/receipt`)).text).toContain("Paid By bank transfer");
    expect((await browser.open(`/payment/${id}/invoice`)).text).toContain(
      "Paid by bank transfer. Thank you.",
    );
    expect(await mailsTo(email)).toEqual(["invoice", "receipt"]);
    const { body } = await row<{ body: string }>(
      "SELECT body FROM outbox WHERE event_key = ?",
      `receipt:${id}`,
    );
    expect(body).toContain("by bank transfer");
    expect(await (await treasurer.get("/admin/payments.csv")).text()).toMatch(
      new RegExp(`"${id}".*"captured","bank transfer"`),
    );
    expect((await treasurer.open(`/admin/payments/person/${uid}`)).text).toContain("bank transfer");
    const list = await treasurer.open("/admin/payments/invoices?state=paid");
    expect(list.html).toContain(at(id));
    expect((await treasurer.open("/admin/payments/invoices?state=open")).html).not.toContain(at(id));
    const acts = await rows<{ action: string }>(
      "SELECT action FROM audit WHERE object = ? ORDER BY rowid",
      `payments/${id}`,
    );
    expect(acts.map(({ action }) => action)).toEqual([
      "ask for invoice",
      "record receipt",
      "confirm receipt",
      "payment captured",
    ]);
  });

  test.each<[string, Record<string, string>, number, string]>([
    ["too much", { amount: "495.01" }, 400, takingMessages.tooMuch("$495", "$0.01")],
    ["no amount", { amount: "much" }, 400, takingMessages.notAnAmount],
    ["nothing", { amount: "0" }, 400, takingMessages.notAnAmount],
    ["no day", { receivedOn: "yesterday" }, 400, takingMessages.notADay],
    ["a day to come", { receivedOn: "2099-01-01" }, 400, takingMessages.inFuture],
    ["no reference", { reference: "" }, 400, "This field is required"],
    ["other means", { means: "cheque" }, 400, "Choose one of the options."],
  ])("%s is refused with a sentence, and nothing is recorded", async (_, more, status, sentence) => {
    const id = await invoiced(await readyToPay());
    const treasurer = await signedIn("treasurer");
    for (const intent of ["check", "record"]) {
      const answer = await treasurer.post(at(id), money(495, { ...more, intent }));
      expect(answer.status).toBe(status);
      expect((await answer.text()).replaceAll("&#x27;", "'")).toContain(sentence);
    }
    expect(await takingsOf(id)).toEqual([]);
    expect(await paymentOf(id)).toMatchObject({ state: "reserved" });
  });

  test("above the limit waits for a second person, who is not the first", async () => {
    const person = await readyInRegular();
    const { uid, email, browser } = person;
    const id = await invoiced(person, 550);
    const treasurer = await signedIn("treasurer");
    const said = await (await treasurer.open(at(id))).press("Continue", { ...money(550), intent: "check" });
    expect(said.text).toContain("This is more than $500, so a second person must confirm it");
    expect((await said.press("Record $550")).status).toBe(302);
    const [taking] = await takingsOf(id);
    expect(taking).toMatchObject({ state: "waiting", settled_by: null });
    expect(await heldBy(uid)).toEqual([{ item: "goldPlus", state: "pending" }]);

    // The delegate must not send the money again, so no page says that the invoice has to be paid.
    for (const path of ["/", "/register", "/payment-info", `/payment/${id}`]) {
      const { text } = await browser.open(path);
      expect(text, path).toContain(paymentMessages.beingConfirmed);
      expect(text, path).not.toMatch(/is due by|Due by|is not paid yet|Invoice open/);
    }

    // The money stays unconfirmed, whatever the first person, a second record, the delegate or the cron does.
    const own = await treasurer.open(at(id));
    expect(own.text).toContain(takingMessages.otherPerson);
    const later = await (await colleague("treasurer")).browser.open(at(id));
    expect([later.text.includes(takingMessages.newPerson), later.has("Confirm $550")]).toEqual([true, false]);
    expect(later.text).not.toContain(takingMessages.otherPerson);
    expect((await treasurer.post(at(id), { intent: "confirm", id: taking!.id })).status).toBe(403);
    expect((await treasurer.post(at(id), money(550))).status).toBe(409);
    const cancelled = await browser.post(`/payment/${id}/invoice`, {});
    expect(cancelled.status).toBe(409);
    expect(await cancelled.text()).toContain(invoiceMessages.moneyRecorded);
    await run("UPDATE orders SET lease_until = 0 WHERE id = ?", id);
    await keepHouse();
    expect(await paymentOf(id)).toMatchObject({ state: "reserved" });

    const director = await signedIn("director");
    expect((await director.open("/admin/payments/invoices?state=waiting")).html).toContain(at(id));
    expect((await (await director.open(at(id))).press("Confirm $550")).status).toBe(302);
    expect(await paymentOf(id)).toMatchObject({ state: "captured" });
    expect(await heldBy(uid)).toEqual([{ item: "goldPlus", state: "held" }]);
    expect(await mailsTo(email)).toEqual(["invoice", "receipt"]);
    const [done] = await takingsOf(id);
    expect(done!.settled_by).not.toBe(done!.recorded_by);
  });

  test.each([
    ["at the limit", 55_000, "captured"],
    ["a cent above it", 54_999, "reserved"],
  ])("%s", async (_, limit, state) => {
    await withInvoicing({ secondPersonCents: limit }, async () => {
      const id = await invoiced(await readyInRegular(), 550);
      expect((await (await signedIn("treasurer")).post(at(id), money(550))).status).toBe(302);
      expect(await paymentOf(id)).toMatchObject({ state });
    });
  });

  test("that had not come in is withdrawn, and the invoice is open again", async () => {
    const id = await invoiced(await readyInRegular(), 550);
    const treasurer = await signedIn("treasurer");
    expect((await treasurer.post(at(id), money(550))).status).toBe(302);
    const [{ id: taking } = { id: "" }] = await takingsOf(id);
    const empty = await treasurer.post(at(id), { intent: "withdraw", id: taking });
    const said = await empty.text();
    expect(said).toContain(takingMessages.noteNeeded);
    expect(said).toMatch(new RegExp(`class="error-summary"[\\s\\S]*?href="#note-${taking}"`));
    // A note that is too long is refused and not cut, and the page keeps all that was typed.
    const long = "x".repeat(301);
    const tooLong = { intent: "withdraw", id: taking, [`note-${taking}`]: long };
    const refused = await changingNothing(() => treasurer.post(at(id), tooLong));
    const answer = await refused.text();
    expect([refused.status, answer.includes(long)]).toEqual([400, true]);
    expect(answer).toContain(messages.tooLong(300));
    const note = { [`note-${taking}`]: "The transfer was of somebody else." };
    expect((await treasurer.post(at(id), { intent: "withdraw", id: taking, ...note })).status).toBe(302);
    // A second press with the same reason is the same act. With another reason it is refused.
    expect((await treasurer.post(at(id), { intent: "withdraw", id: taking, ...note })).status).toBe(302);
    const other = { [`note-${taking}`]: "Another reason." };
    expect((await treasurer.post(at(id), { intent: "withdraw", id: taking, ...other })).status).toBe(409);
    const director = await signedIn("director");
    expect((await director.post(at(id), { intent: "confirm", id: taking })).status).toBe(409);
    expect((await treasurer.open(at(id))).text).toContain("How to pay");
    expect((await treasurer.post(at(id), money(550))).status).toBe(302);
    expect((await takingsOf(id)).map(({ state }) => state)).toEqual(["withdrawn", "waiting"]);
  });
});

/** The statements that confirm money and write the audit entry, without the condition that the money still waits. */
const withoutLooking = (sql: string) =>
  /^(update "takings"|insert into "audit")/.test(sql)
    ? sql.replace('"takings"."state" = ?', "? IS NOT NULL").replace(`"payments"."state" = 'reserved'`, "true")
    : sql;
const asItIs = (sql: string) => sql;

describe("at the same moment", () => {
  test.each([
    ["it is done once", asItIs, 1],
    ["without the guard it is done twice", withoutLooking, 2],
  ])("one person confirms the same money twice: %s", async (_, rewrite, times) => {
    const person = await readyInRegular();
    const id = await invoiced(person, 550);
    expect((await (await signedIn("treasurer")).post(at(id), money(550))).status).toBe(302);
    const [taking] = await takingsOf(id);
    const confirm = (browser: Browser) => browser.post(at(id), { intent: "confirm", id: taking!.id });
    const [slow, quick] = [await signedIn("director"), await signedIn("director")];
    const isOvertaken = overtake(
      slow,
      'update "takings"',
      async () => expect((await confirm(quick)).status).toBe(302),
      rewrite,
    );
    expect((await confirm(slow)).status).toBe(302);
    expect(isOvertaken()).toBe(true);
    const confirmed = await rows(
      "SELECT 1 FROM audit WHERE object = ? AND action = 'confirm receipt'",
      `payments/${id}`,
    );
    expect(confirmed).toHaveLength(times);
    expect(await paymentOf(id)).toMatchObject({ state: "captured" });
    expect((await mailsTo(person.email)).filter((event) => event === "receipt")).toHaveLength(1);
    expect(await onAccount(id, "bank transfer")).toBe(55_000);
  });

  test("it is recorded twice: once", async () => {
    const id = await invoiced(await readyToPay());
    const [slow, quick] = [await signedIn("treasurer"), await signedIn("director")];
    overtake(slow, 'insert into "takings"', async () =>
      expect((await quick.post(at(id), money(495))).status).toBe(302),
    );
    expect((await slow.post(at(id), money(495))).status).toBe(409);
    expect(await takingsOf(id)).toHaveLength(1);
    expect(await onAccount(id, "bank transfer")).toBe(49_500);
  });

  /** The statement that records money, without its condition on the invoice. */
  const blind = (sql: string) =>
    sql.startsWith('insert into "takings"') ? sql.replace(`"payments"."state" = 'reserved'`, "true") : sql;

  test.each([
    ["nothing is recorded", asItIs, 0],
    ["without the guard it is", blind, 1],
  ])("the money is recorded and the invoice ends: %s", async (_, rewrite, times) => {
    const person = await readyInRegular();
    const id = await invoiced(person, 550);
    const treasurer = await signedIn("treasurer");
    overtake(
      treasurer,
      'insert into "takings"',
      async () => {
        await run("UPDATE orders SET lease_until = 0 WHERE id = ?", id);
        await keepHouse();
        expect(await paymentOf(id)).toMatchObject({ state: "released" });
      },
      rewrite,
    );
    const answer = await treasurer.post(at(id), money(550));
    expect(answer.status).toBe(times === 0 ? 409 : 302);
    expect(await takingsOf(id)).toHaveLength(times);
    expect(await heldBy(person.uid)).toEqual([]);
    await run("DELETE FROM takings WHERE order_id = ?", id);
  });

  test("the invoice is cancelled and its pass paid for by card, and the transfer arrives", async () => {
    const person = await readyToPay();
    const { uid, browser } = person;
    const id = await invoiced(person);
    const treasurer = await signedIn("treasurer");
    overtake(treasurer, 'insert into "takings"', async () => {
      expect((await browser.post(`/payment/${id}/invoice`, {})).status).toBe(302);
      const paid = await browser.post("/register", { ...PASS_PAYMENT, intent: "pay", total: "495" });
      expect(paid.status).toBe(302);
    });
    const answer = await treasurer.post(at(id), money(495));
    expect(answer.status).toBe(409);
    expect(await answer.text()).toContain(takingMessages.notOpen);
    expect(await chargesOf(uid)).toHaveLength(1);

    // The transfer came in although the invoice was cancelled, so the money is owed to its sender. The staff see it,
    // and it goes back once.
    const page = await treasurer.open(at(id));
    const { kind: _, ...typed } = money(495, { intent: "check" });
    const said = await page.press("Continue", typed);
    expect(said.text).toContain("and this money buys nothing. We owe it to its sender until");
    expect((await said.press("Record $495")).status).toBe(302);
    expect(await onAccount(id, "bank transfer")).toBe(49_500);
    expect(await onAccount(id, "owed")).toBe(-49_500);
    expect((await treasurer.open("/admin/payments/invoices")).html).toContain(`href="${at(id)}#`);
    const [owed] = await takingsOf(id);
    const back = { intent: "return", id: owed!.id, [`note-${owed!.id}`]: "Transfer 4712" };
    expect((await treasurer.post(at(id), back)).status).toBe(302);
    expect((await treasurer.post(at(id), back)).status).toBe(302);
    expect(await onAccount(id, "bank transfer")).toBe(0);
    expect(await onAccount(id, "owed")).toBe(0);
    expect((await treasurer.open("/admin/payments/invoices")).html).not.toContain(`href="${at(id)}#`);
    expect(await heldBy(uid)).toEqual([{ item: "goldPlus", state: "held" }]);
  });
});

describe("the cron", () => {
  test("reminds of an invoice once, and ends it once it is over", async () => {
    const person = await readyToPay();
    const id = await invoiced(person);
    await keepHouse();
    expect(await mailsTo(person.email)).toEqual(["invoice"]);
    await run("UPDATE invoices SET due_at = due_at - ? WHERE order_id = ?", 12 * DAY, id);
    await keepHouse();
    await keepHouse();
    expect(await mailsTo(person.email)).toEqual(["invoice", "invoice-reminder"]);
    expect(await paymentOf(id)).toMatchObject({ state: "reserved" });
    await run("UPDATE orders SET lease_until = 0 WHERE id = ?", id);
    await keepHouse();
    await keepHouse();
    expect(await paymentOf(id)).toMatchObject({ state: "released" });
    expect(await mailsTo(person.email)).toEqual(["invoice", "invoice-reminder", "invoice-ended"]);
    expect(await heldBy(person.uid)).toEqual([]);
    // Only the page knows whether the delegate can still pay, so the mail does not promise it.
    const [ended] = await rows<{ body: string }>(
      "SELECT body FROM outbox WHERE recipient = ? AND event_key LIKE 'invoice-ended%'",
      person.email,
    );
    expect(ended!.body).toContain("See here whether you can pay another way: ");
    expect(ended!.body).not.toContain("You can pay");
    // The delegate can ask for another invoice, with a number of its own.
    expect(await invoiced(person)).not.toBe(id);
  });

  test("does not remind of what was paid", async () => {
    const person = await readyToPay();
    const id = await invoiced(person);
    expect((await (await signedIn("treasurer")).post(at(id), money(495))).status).toBe(302);
    await run("UPDATE invoices SET due_at = 0 WHERE order_id = ?", id);
    await keepHouse();
    expect(await mailsTo(person.email)).toEqual(["invoice", "receipt"]);
  });
});

describe("what came in by hand goes back by hand", () => {
  test("the pass ends at once, and the money is recorded once it has gone", async () => {
    const person = await readyToPay();
    const { uid, email } = person;
    const id = await invoiced(person);
    const treasurer = await signedIn("treasurer");
    await treasurer.post(at(id), money(495, { means: "cash", reference: "Cash book 12" }));
    const page = await treasurer.open(`/admin/payments/${id}`);
    expect(page.text).toContain("In cash");
    const checked = await page.press("Continue", { items: "goldPlus", amount: "445", reason: "Ill" });
    expect((await checked.press("Give back $445")).status).toBe(302);
    expect(await paymentOf(id)).toMatchObject({ state: "refund_pending", means: "cash" });
    expect(await heldBy(uid)).toEqual([{ item: "goldPlus", state: "ending" }]);
    await keepHouse({}, TENTH);
    expect(await onAccount(id, "cash")).toBe(49_500);

    const owing = await treasurer.open(`/admin/payments/${id}`);
    expect(owing.text).toContain("To be given back by hand");
    const unsaid = await owing.press("Record that $445 has gone back");
    expect(unsaid.status).toBe(400);
    expect(unsaid.text).toContain("Say how you gave the money back");
    const gone = await owing.press("Record that $445 has gone back", { reference: "Cash book 13" });
    expect(gone.status).toBe(302);
    expect((await owing.press("Record that $445 has gone back", { reference: "x" })).status).toBe(409);
    expect(await paymentOf(id)).toMatchObject({ state: "refunded" });
    expect(await onAccount(id, "cash")).toBe(5_000);
    expect(await heldBy(uid)).toEqual([]);
    expect(await mailsTo(email)).toEqual(["invoice", "receipt", "refund"]);
    expect((await person.browser.open("/payment-info")).text).toContain("$445 was given back to you on");
  });
});
