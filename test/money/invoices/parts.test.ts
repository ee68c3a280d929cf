import { beforeEach, describe, expect, test } from "vitest";
import { invoiceMessages, takingMessages } from "~/money/invoices/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { askers, invoiceFor, payer } from "../../support/groups.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { mailsTo } from "../../support/mails.ts";
import { type Delegate, readyToPay } from "../../support/people.ts";
import { setBack, snapshot } from "../../support/set-back.ts";
import { changingNothing, row, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

const BUYER = { buyerName: "University of Ghana", buyerAddress: "Legon, Accra" };
const at = (id: string) => `/admin/payments/invoices/${id}`;

async function invoiced({ browser }: Pick<Delegate, "browser">): Promise<string> {
  const asked = await browser.post("/register/invoice", {
    ...{ ...BUYER, intent: "ask", intendedPassCost: "495", total: "495" },
  });
  expect(asked.status).toBe(302);
  return asked.headers.get("location")!.split("/")[2]!;
}

const money = (amount: number, more: Record<string, string> = {}) => ({
  ...{ kind: "pays", means: "bank transfer", amount: String(amount), reference: "TX 4711" },
  ...{ receivedOn: "2022-12-16", intent: "record", entry: newId(), ...more },
});
const writeOff = (missing: number | string, why = "The bank kept a fee.") => ({
  ...{ intent: "write-off", entry: newId(), missing: String(missing), why },
});
const takingsOf = (id: string) =>
  rows<{ id: string; state: string; means: string; amount_cents: number }>(
    "SELECT id, state, means, amount_cents FROM takings WHERE order_id = ? ORDER BY rowid",
    id,
  );
const stateOf = async (id: string) =>
  (await row<{ state: string }>("SELECT state FROM payments WHERE id = ?", id)).state;
/** The balance of an order on each account of the ledger. Accounts with a balance of zero are left out. */
const ledgerOf = async (id: string) =>
  Object.fromEntries(
    (
      await rows<{ account: string; cents: number }>(
        "SELECT account, sum(cents) AS cents FROM entries WHERE order_id = ? GROUP BY account HAVING sum(cents) <> 0",
        id,
      )
    ).map(({ account, cents }) => [account, cents]),
  );
const sold = (cents: number) => ({ goldPlus: -cents });

/** An open invoice for $495, its delegate, and the browser of the treasurer, who records the money for the invoice. */
async function open(): Promise<Delegate & { id: string; treasurer: Browser }> {
  const person = await readyToPay();
  return { ...person, id: await invoiced(person), treasurer: await signedIn("treasurer") };
}

async function record(treasurer: Browser, id: string, fields: Record<string, string>): Promise<string> {
  const answer = await treasurer.post(at(id), fields);
  expect(answer.status, await answer.clone().text()).toBe(302);
  return fields["entry"]!;
}

beforeEach(() => run("DELETE FROM counters"));

describe("a part of the price", () => {
  test("keeps the invoice open, gives nobody the pass, and says what is missing", async () => {
    const { id, treasurer, browser, email } = await open();
    const form = money(475);
    const said = await treasurer.post(at(id), { ...form, intent: "check" });
    const words = await said.text();
    expect(words).toContain("a part of the invoice. $20 is still missing.");
    expect(words).not.toContain("at once");
    const answers = await Promise.all(Array.from({ length: 5 }, () => treasurer.post(at(id), form)));
    expect(answers.map(({ status }) => status)).toEqual([302, 302, 302, 302, 302]);
    expect(await takingsOf(id)).toMatchObject([{ state: "part", amount_cents: 47_500 }]);
    expect(await stateOf(id)).toBe("reserved");
    expect(await ledgerOf(id)).toEqual({ "bank transfer": 47_500, owed: -47_500 });
    const [mail] = (await mailsTo(email)).slice(-1);
    expect(mail).toMatchObject({ subject: expect.stringContaining("A part of your invoice") });
    expect(mail!.body).toContain("We have got $475. $20 of the invoice is still missing");
    const page = await browser.open(`/payment/${id}/invoice`);
    expect(page.text).toContain("Still to be paid $20");
    expect(page.text).toContain("Due by");
    expect((await treasurer.open(at(id))).html).toContain('value="20"');
    expect(await findings()).toEqual([]);
  });

  test("and the rest pay the invoice, on the days on which they came", async () => {
    const { id, treasurer, browser, uid } = await open();
    await record(treasurer, id, money(475));
    await record(treasurer, id, money(20, { means: "cash", reference: "Cash book 7" }));
    expect(await takingsOf(id)).toMatchObject([{ state: "taken" }, { state: "taken" }]);
    expect(await stateOf(id)).toBe("captured");
    expect(await rows("SELECT 1 FROM holdings WHERE uid = ? AND state = 'held'", uid)).not.toEqual([]);
    expect(await ledgerOf(id)).toEqual({ "bank transfer": 47_500, cash: 2000, ...sold(49_500) });
    // The part that came in earlier is not booked a second time.
    expect(
      await rows(
        "SELECT account, cents FROM entries WHERE order_id = ? AND side = 'money' ORDER BY rowid",
        id,
      ),
    ).toEqual([
      { account: "bank transfer", cents: 47_500 },
      { account: "cash", cents: 2000 },
    ]);
    const page = await browser.open(`/payment/${id}/invoice`);
    expect(page.text).toContain("Came in on 16 December 2022 $475");
    expect(page.text).not.toContain("Still to be paid");
    // Once all of the money has gone back, the invoice still asks for nothing.
    const given = { intent: "give", amount: "495", kind: "money", reason: "Asked for", items: "goldPlus" };
    expect((await treasurer.post(`/admin/payments/${id}`, given)).status).toBe(302);
    const after = await browser.open(`/payment/${id}/invoice`);
    expect(after.text).toContain("How it was paid");
    expect(after.text).not.toContain("Still to be paid");
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("too much of a rest is refused, with what is missing", async () => {
    const { id, treasurer } = await open();
    await record(treasurer, id, money(475));
    const answer = await changingNothing(() => treasurer.post(at(id), money(20.01)));
    expect([answer.status, await answer.text()]).toEqual([
      400,
      expect.stringContaining(takingMessages.tooMuch("$20", "$0.01")),
    ]);
  });

  test.each([
    ["at the limit", 200, "captured"],
    ["a cent above it", 199.99, "reserved"],
  ])("parts of one person add up, %s", async (_, limit, state) => {
    const { id, treasurer } = await open();
    const director = await signedIn("director");
    await withInvoicing({ secondPersonCents: limit * 100 }, async () => {
      // One person records the largest part, and another one confirms it.
      const first = await record(treasurer, id, money(295));
      expect(await takingsOf(id)).toMatchObject([{ state: "waiting" }]);
      expect((await director.post(at(id), { intent: "confirm", id: first })).status).toBe(302);
      await record(treasurer, id, money(150));
      const last = await record(treasurer, id, money(50));
      expect(await stateOf(id)).toBe(state);
      if (state === "captured") return;
      expect((await treasurer.post(at(id), { intent: "confirm", id: last })).status).toBe(403);
      await keepHouse();
      expect(await stateOf(id)).toBe("reserved");
      expect((await director.post(at(id), { intent: "confirm", id: last })).status).toBe(302);
      expect(await stateOf(id)).toBe("captured");
    });
    expect(await findings()).toEqual([]);
  });

  test("the checker finds parts of one person above the limit", async () => {
    const { id, treasurer } = await open();
    await record(treasurer, id, money(250));
    await record(treasurer, id, money(245));
    await run("UPDATE takings SET limit_cents = 49499 WHERE order_id = ?", id);
    expect(await findings()).toMatchObject([{ object: `payments/${id}` }]);
    await run("UPDATE takings SET limit_cents = 50000 WHERE order_id = ?", id);
  });

  test("is owed once the invoice has ended, and its payer is told so", async () => {
    const { id, treasurer, email } = await open();
    const part = await record(treasurer, id, money(475));
    await run("UPDATE orders SET lease_until = 1 WHERE id = ?", id);
    await keepHouse();
    expect(await stateOf(id)).toBe("released");
    expect(await takingsOf(id)).toMatchObject([{ state: "unwanted" }]);
    expect(await ledgerOf(id)).toEqual({ "bank transfer": 47_500, owed: -47_500 });
    const [mail] = (await mailsTo(email)).slice(-1);
    expect(mail!.body).toContain("We have got $475 for it. You get this money back.");
    expect((await treasurer.open("/admin/payments/invoices")).html).toContain(`#${part}`);
    const back = { intent: "return", id: part, [`note-${part}`]: "TX 9" };
    expect((await treasurer.post(at(id), back)).status).toBe(302);
    expect(await ledgerOf(id)).toEqual({});
    expect(await findings()).toEqual([]);
  });

  test("keeps the payer from cancelling the invoice, and the staff not", async () => {
    const { id, treasurer, browser } = await open();
    await record(treasurer, id, money(475));
    const answer = await browser.post(`/payment/${id}/invoice`, {});
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining(invoiceMessages.partPaid),
    ]);
    expect((await treasurer.open(at(id))).text).toContain(takingMessages.partsOwed);
    expect((await treasurer.post(at(id), { intent: "cancel" })).status).toBe(302);
    expect(await takingsOf(id)).toMatchObject([{ state: "unwanted" }]);
    expect(await findings()).toEqual([]);
  });

  test.each([
    ["gone back", (part: string) => ({ intent: "return", id: part, [`note-${part}`]: "TX 9" }), "returned"],
    [
      "a mistake",
      (part: string) => ({ intent: "reverse", taking: part, entry: newId(), [`reason-${part}`]: "Wrong" }),
      "reversed",
    ],
  ])("that is %s counts no more, and the invoice stays open", async (_, fields, state) => {
    const { id, treasurer } = await open();
    const part = await record(treasurer, id, money(475));
    expect((await treasurer.post(at(id), fields(part) as Record<string, string>)).status).toBe(302);
    expect(await takingsOf(id)).toMatchObject([{ state }]);
    expect(await ledgerOf(id)).toEqual({});
    await record(treasurer, id, money(495));
    expect(await stateOf(id)).toBe("captured");
    expect((await treasurer.open(at(id))).text).toContain("Paid by bank transfer");
    expect(await findings()).toEqual([]);
  });

  test("of several who confirm the last part, or cancel, at once, one does", async () => {
    const { id, treasurer } = await open();
    const director = await signedIn("director");
    await record(treasurer, id, money(475));
    await Promise.all([
      treasurer.post(at(id), money(20)),
      director.post(at(id), money(20)),
      director.post(at(id), { intent: "cancel" }),
    ]);
    const state = await stateOf(id);
    const counted = (await takingsOf(id)).filter((taking) => taking.state === "taken");
    expect(counted.reduce((sum, { amount_cents }) => sum + amount_cents, 0)).toBe(
      state === "captured" ? 49_500 : 0,
    );
    expect(await findings()).toEqual([]);
  });
});

describe("the rest is written off", () => {
  test.each([
    ["at the limit", 470, 25, "captured"],
    ["a cent above it", 469.99, 25.01, "reserved"],
  ])("%s", async (_, came, missing, state) => {
    const { id, treasurer } = await open();
    await record(treasurer, id, money(came));
    const entry = await record(treasurer, id, writeOff(missing));
    expect(await stateOf(id)).toBe(state);
    if (state === "reserved") {
      expect((await treasurer.post(at(id), { intent: "confirm", id: entry })).status).toBe(403);
      await keepHouse();
      const director = await signedIn("director");
      expect((await director.post(at(id), { intent: "confirm", id: entry })).status).toBe(302);
    }
    expect(await stateOf(id)).toBe("captured");
    expect(await ledgerOf(id)).toEqual({
      ...{ "bank transfer": came * 100, "written off": Math.round(missing * 100), ...sold(49_500) },
    });
    expect(await row("SELECT means FROM orders WHERE id = ?", id)).toEqual({ means: "bank transfer" });
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("is said on the invoice, in the journal, and in the story of the person", async () => {
    const { id, treasurer, browser, uid } = await open();
    await record(treasurer, id, money(475));
    const page = await treasurer.open(at(id));
    expect(page.text).toContain("Write off $20");
    expect((await page.press("Write off $20", { why: "Fee of the bank" })).status).toBe(302);
    expect((await browser.open(`/payment/${id}/invoice`)).text).toContain(invoiceMessages.notAskedFor);
    expect((await treasurer.open("/admin/payments/journal")).text).toContain("written off");
    // The amounts on the hub add up to the money that we have.
    const { text } = await treasurer.open("/admin");
    const [, registrations] = /Registrations and revenue (.*? Money that we have \S+)/s.exec(text)!;
    const amounts = registrations!
      .match(/-?\$[\d,.]+/g)!
      .map((amount) => Number(amount.replaceAll(/[$,]/g, "")));
    const whole = amounts.pop()!;
    expect(registrations).toContain("Rests of invoices, written off -$");
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBeCloseTo(whole, 2);
    const story = await treasurer.open(`/admin/payments/person/${uid}`);
    expect(story.text).toContain("Rest written off");
    expect(story.text).toContain("Fee of the bank");
  });

  test.each<[string, (id: string, treasurer: Browser) => Promise<unknown>, Record<string, string>, number]>([
    ["nothing has come in", async () => {}, writeOff(495), 409],
    ["more came in meanwhile", (id, treasurer) => record(treasurer, id, money(490)), writeOff(20), 409],
    ["it says no reason", (id, treasurer) => record(treasurer, id, money(475)), writeOff(20, " "), 400],
    ["it names no sum", (id, treasurer) => record(treasurer, id, money(475)), writeOff("much"), 400],
  ])("not if %s", async (_, before, fields, status) => {
    const { id, treasurer } = await open();
    await before(id, treasurer);
    const answer = await changingNothing(() => treasurer.post(at(id), fields));
    expect(answer.status).toBe(status);
    expect(await stateOf(id)).toBe("reserved");
  });

  test("what waits for a second person does not count once other money has gone back", async () => {
    const { id, treasurer } = await open();
    const part = await record(treasurer, id, money(450));
    const entry = await record(treasurer, id, writeOff(45));
    await record(treasurer, id, { intent: "return", id: part, [`note-${part}`]: "TX 9", entry });
    const director = await signedIn("director");
    const answer = await changingNothing(() => director.post(at(id), { intent: "confirm", id: entry }));
    expect([answer.status, await answer.text()]).toEqual([
      409,
      expect.stringContaining(takingMessages.otherRest),
    ]);
  });
});

describe("an entry of several that was a mistake", () => {
  const reversal = (taking: string) => ({
    ...{ intent: "reverse", taking, entry: newId(), [`reason-${taking}`]: "Another person's transfer" },
  });

  test.each([
    ["the first part", 0, 17_500, { owed: -17_500 }],
    ["the last part", 1, 30_000, { owed: -30_000 }],
    ["what was written off", 2, 47_500, { owed: -47_500 }],
  ])("%s ends what they paid for, and the other money is owed", async (_, index, bank, owed) => {
    const { id, treasurer, uid } = await open();
    for (const form of [money(300), money(175), writeOff(20)]) await record(treasurer, id, form);
    const entries = await takingsOf(id);
    const answer = await treasurer.post(at(id), reversal(entries[index]!.id));
    expect(answer.status, await answer.clone().text()).toBe(302);
    expect(await stateOf(id)).toBe("refunded");
    expect(await rows("SELECT 1 FROM holdings WHERE uid = ? AND state <> 'ended'", uid)).toEqual([]);
    const states = (await takingsOf(id)).map(({ state }) => state);
    expect(states).toEqual(
      entries.map(({ means }, place) => {
        if (place === index) return "reversed";
        return means === "written off" ? "withdrawn" : "unwanted";
      }),
    );
    expect(await ledgerOf(id)).toEqual({ "bank transfer": bank, ...owed });
    expect((await treasurer.open(at(id))).text).toContain("Ended");
    for (const { id: taking, state } of await takingsOf(id)) {
      if (state !== "unwanted") continue;
      await record(treasurer, id, {
        ...{ intent: "return", id: taking, [`note-${taking}`]: "TX 9", entry: taking },
      });
    }
    expect(await ledgerOf(id)).toEqual({});
    expect(await differences()).toEqual([]);
    expect(await findings()).toEqual([]);
  });

  test("above the limit, by all that ends, a second person confirms it", async () => {
    const { id, treasurer } = await open();
    const part = await record(treasurer, id, money(20));
    await record(treasurer, id, money(475));
    await withInvoicing({ secondPersonCents: 494_99 }, async () => {
      expect((await treasurer.post(at(id), reversal(part))).status).toBe(302);
      expect(await stateOf(id)).toBe("captured");
      expect(await rows("SELECT state FROM reversals WHERE taking_id = ?", part)).toEqual([
        { state: "waiting" },
      ]);
    });
  });
});

test("bills of one invoice share its parts to the cent", async () => {
  const teacher = await payer();
  const people = await askers(3, teacher.email);
  const id = await invoiceFor(teacher.browser, people);
  const treasurer = await signedIn("treasurer");
  const { due_cents: due } = await row<{ due_cents: number }>(
    "SELECT due_cents FROM orders WHERE id = ?",
    id,
  );
  const director = await signedIn("director");
  const confirmed = async (form: Record<string, string>) => {
    await record(treasurer, id, form);
    if ((await takingsOf(id)).at(-1)!.state !== "waiting") return;
    expect((await director.post(at(id), { intent: "confirm", id: form["entry"]! })).status).toBe(302);
  };
  for (const cents of [1, 100_00, due - 100_00 - 1 - 1001]) await confirmed(money(cents / 100));
  await confirmed(writeOff(10.01));
  expect(await rows("SELECT DISTINCT state FROM payments WHERE order_id = ?", id)).toEqual([
    { state: "captured" },
  ]);
  expect(await ledgerOf(id)).toEqual({ "bank transfer": due - 1001, "written off": 1001, ...sold(due) });
  const events = await rows<{ event: string }>(
    "SELECT event FROM entries WHERE order_id = ? GROUP BY event HAVING sum(cents) <> 0",
    id,
  );
  expect(events).toEqual([]);
  expect(await findings()).toEqual([]);
});

describe("a database that is set back", () => {
  const counted = async (id: string) => ({
    takings: await takingsOf(id),
    ledger: await ledgerOf(id),
    state: await stateOf(id),
  });

  test.each<[string, Record<string, string>[]]>([
    ["a part", [money(300)]],
    ["two parts and the rest", [money(300), money(100, { means: "cash" }), money(95)]],
    ["a part and what was written off", [money(475), writeOff(20)]],
  ])("knows %s again, with its invoice and without", async (_, forms) => {
    const [person, other] = [await readyToPay(), await readyToPay()];
    const treasurer = await signedIn("treasurer");
    const nothing = await snapshot();
    const id = await invoiced(person);
    const before = await snapshot();
    for (const form of forms) await record(treasurer, id, form);
    const wanted = await counted(id);
    for (const kept of [before, nothing]) {
      await setBack(kept);
      for (let round = 0; round < 3; round++) await keepHouse({}, TENTH);
      expect(await counted(id)).toEqual({ ...wanted, takings: expect.arrayContaining(wanted.takings) });
      expect(await differences()).toEqual([]);
      expect(await findings()).toEqual([]);
    }
    expect(await invoiced(other)).not.toBe(id);
  });

  test("and in which a part was entered again has no more than is due", async () => {
    const person = await readyToPay();
    const treasurer = await signedIn("treasurer");
    const id = await invoiced(person);
    const before = await snapshot();
    await record(treasurer, id, money(475));
    await record(treasurer, id, money(20));
    await setBack(before);
    await record(treasurer, id, money(475));
    for (let round = 0; round < 3; round++) await keepHouse({}, TENTH);
    const events = await rows("SELECT event FROM entries GROUP BY event HAVING sum(cents) <> 0");
    expect(events).toEqual([]);
    // The money that was entered twice is owed until somebody looks at it.
    expect(await stateOf(id)).toBe("captured");
    expect(await ledgerOf(id)).toEqual({ "bank transfer": 97_000, owed: -47_500, ...sold(49_500) });
    expect(await findings()).toEqual([]);
  });

  test("between a part and the rest has both, and owes them if the pass was bought elsewhere", async () => {
    const person = await readyToPay();
    const treasurer = await signedIn("treasurer");
    const nothing = await snapshot();
    const id = await invoiced(person);
    await record(treasurer, id, money(475));
    const between = await snapshot();
    await record(treasurer, id, writeOff(20));
    const wanted = await counted(id);
    await setBack(between);
    for (let round = 0; round < 3; round++) await keepHouse({}, TENTH);
    expect(await counted(id)).toEqual(wanted);

    await setBack(nothing);
    const second = await invoiced(person);
    await record(treasurer, second, money(495));
    for (let round = 0; round < 3; round++) await keepHouse({}, TENTH);
    expect(await ledgerOf(id)).toEqual({ "bank transfer": 47_500, owed: -47_500 });
    expect((await takingsOf(id)).map(({ state }) => state).sort()).toEqual(["unwanted", "withdrawn"]);
    expect(await findings()).toEqual([]);
  });
});
