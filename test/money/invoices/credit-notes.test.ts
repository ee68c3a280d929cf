import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, test } from "vitest";
import { creditNoteMessages } from "~/money/invoices/messages.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { payerByCard } from "../../support/bank.ts";
import { BOOKED } from "../../support/bills.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { askers, BUYER, invoiceFor, payer, paymentsOf } from "../../support/groups.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { CONFERENCE, readyToPay } from "../../support/people.ts";
import { giveBack } from "../../support/refunds.ts";
import { deleting, row, rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

// Money that goes back for an order with an invoice has a document of its own, no matter how it goes back.

type Note = { refund_id: string; number: number; cents: number; issued_at: number };

const at = (id: string) => `/admin/payments/invoices/${id}`;
const notesOf = (id: string) =>
  rows<Note>(
    "SELECT refund_id, number, cents, issued_at FROM credit_notes WHERE order_id = ? ORDER BY number",
    id,
  );
const said = (number: number) => `A2023-C${String(number).padStart(4, "0")}`;

/** Records the money of an invoice. The sum is below the limit of the tests, so one person is enough. */
async function take(id: string, amount: number) {
  const recorded = await (await signedIn("treasurer")).post(at(id), {
    ...{ kind: "pays", means: "bank transfer", amount: String(amount), reference: "TX 4711" },
    ...{ receivedOn: "2022-12-16", intent: "record", entry: newId() },
  });
  expect(recorded.status).toBe(302);
}

/** Somebody who has paid an invoice for $520, which includes a mug for $25. */
const paid = (says = {}) =>
  withInvoicing({ secondPersonCents: 5000_00, ...says }, async () => {
    const person = await readyToPay();
    const asked = await person.browser.post("/register/invoice", {
      ...{ ...BUYER, intent: "ask", intendedPassCost: "495", "addOns.h2023mug": "true", total: "520" },
    });
    expect(asked.status).toBe(302);
    const id = asked.headers.get("location")!.split("/")[2]!;
    await take(id, 520);
    return { ...person, id };
  });

const MUG = { items: "h2023mug", amount: "25" };
const ALL = { items: "goldPlus", amount: "520" };

/** Records that the pending refund of a payment has been sent by hand. */
async function gone(paymentId: string) {
  const { id } = await row<{ id: string }>(
    "SELECT id FROM refunds WHERE payment_id = ? AND state = 'pending'",
    paymentId,
  );
  const fields = { intent: "gone", id, reference: "TX 5" };
  expect((await (await signedIn("director")).post(`/admin/payments/${paymentId}`, fields)).status).toBe(302);
}

async function reverse(id: string) {
  const { id: taking } = await row<{ id: string }>("SELECT id FROM takings WHERE order_id = ?", id);
  const fields = { intent: "reverse", taking, entry: newId(), [`reason-${taking}`]: "Another's transfer" };
  await withInvoicing({ secondPersonCents: 5000_00 }, async () => {
    expect((await (await signedIn("treasurer")).post(at(id), fields)).status).toBe(302);
  });
}

const open = async (browser: Browser, path: string) => (await browser.open(path)).text;

beforeEach(() => run("DELETE FROM counters"));

test.each([
  ["a part", MUG],
  ["everything", ALL],
])("who records second that %s went back reads why it was not done, and what they typed", async (_, what) => {
  const { id } = await paid();
  await giveBack(id, { ...what, kind: "money" });
  const page = await (await signedIn("director")).open(`/admin/payments/${id}`);
  await gone(id);
  const second = await page.press(/has gone back$/, { reference: "TX 6" });
  expect(second.status).toBe(409);
  expect(second.text).toContain(refundMessages.staff.notOwedAnyMore);
  expect(second.text).toContain(refundMessages.staff.typed("TX 6"));
  expect(second.html).not.toMatch(/<details open=""><summary>Refund/);
});

describe("a part that went back by hand", () => {
  test("has a credit note once it has gone, which its payer and the treasurer print", async () => {
    const { id, browser } = await paid({ taxRate: 770, taxNumber: "CHE-1" });
    const invoice = `/payment/${id}/invoice`;
    await giveBack(id, { ...MUG, kind: "money" });
    expect(await notesOf(id)).toEqual([]);
    expect(await open(browser, invoice)).not.toContain("Credit note");
    await gone(id);
    const [note] = await notesOf(id);
    expect(note).toMatchObject({ cents: 25_00 });
    const shown = await open(browser, invoice);
    expect(shown).toMatch(/\$520 Paid, \$25 given back/);
    expect(shown).toContain("Paid by bank transfer. Thank you.");
    expect(shown).toContain(`Credit note ${said(note!.number)} , $25, 17 December 2022`);
    const page = `/payment/${id}/credit-note/${note!.refund_id}`;
    expect((await browser.open(invoice)).html).toContain(`href="${page}"`);
    const printed = await open(browser, page);
    expect(printed).toMatch(
      /For invoice A2023-\d{4} From HPAIR .* To University of Ghana\s*Bursary\s*Legon, Accra For Mei Chen Event Harvard Conference 2023, 17–19 February 2023 Date 17 December 2022/s,
    );
    expect(printed).toMatch(/Mug \$25 Total \$25 Includes 7\.7 % tax: \$1\.79 Tax number: CHE-1/);
    expect(printed).not.toContain("Void");
    const treasurer = await signedIn("treasurer");
    const own = `${at(id)}/credit-note/${note!.refund_id}`;
    expect((await treasurer.open(at(id))).html).toContain(`href="${own}"`);
    expect(await open(treasurer, own)).toMatch(/Mug \$25 Total \$25 Includes 7\.7 % tax/);
    // Other people do not find the credit note.
    const other = await readyToPay();
    expect((await other.browser.get(page)).status).toBe(404);
    expect((await treasurer.get(page)).status).toBe(404);
    expect((await browser.get(own)).status).toBe(403);
    expect((await (await signedIn("content")).get(own)).status).toBe(403);
    for (const path of [`/payment/${id}/credit-note/none`, `/payment/none/credit-note/${note!.refund_id}`])
      expect((await browser.get(path)).status, path).toBe(404);
    expect((await treasurer.get(`${at("none")}/credit-note/${note!.refund_id}`)).status).toBe(404);
    expect(await findings()).toEqual([]);
  });

  test("stays on the invoice when the rest went back too, which then says so", async () => {
    const { id, browser } = await paid();
    await giveBack(id, { ...MUG, kind: "money" });
    await gone(id);
    await giveBack(id, { ...ALL, amount: "400" });
    await gone(id);
    expect((await notesOf(id)).map(({ cents }) => cents)).toEqual([25_00, 400_00]);
    const shown = await open(browser, `/payment/${id}/invoice`);
    expect(shown).toMatch(/\$520 Paid, \$425 given back/);
    expect(shown).toContain("This invoice was paid. $425 of it was given back. $95 stays paid.");
    expect(await findings()).toEqual([]);
  });
});

test("what is kept as credit has one at once, and says so", async () => {
  const { id, browser } = await paid();
  await giveBack(id, { ...MUG, kind: "credit" });
  const [note] = await notesOf(id);
  expect(note!.cents).toBe(25_00);
  expect(await open(browser, `/payment/${id}/credit-note/${note!.refund_id}`)).toContain(
    creditNoteMessages.asCredit,
  );
  expect(await findings()).toEqual([]);
});

test("money that was recorded by mistake has one: its invoice was said to be paid", async () => {
  const { id, browser } = await paid();
  await reverse(id);
  const [note] = await notesOf(id);
  expect(note!.cents).toBe(520_00);
  const shown = await open(browser, `/payment/${id}/invoice`);
  expect(shown).toMatch(/\$520 Ended .*Credit note A2023-C\d{4} , \$520/s);
  const printed = await open(browser, `/payment/${id}/credit-note/${note!.refund_id}`);
  expect(printed).toMatch(/ticket \$495 .*Mug \$25 Total \$520/s);
  expect(printed).toContain(creditNoteMessages.mistake);
  expect(await findings()).toEqual([]);
});

test("of an invoice for several, it names the person for whom it was paid, as the invoice does", async () => {
  const teacher = await payer();
  const people = await askers(2, teacher.email);
  const id = await invoiceFor(teacher.browser, people);
  await withInvoicing({ secondPersonCents: 5000_00 }, () => take(id, 990));
  const one = (await paymentsOf(people)).find(({ delegate_uid }) => delegate_uid === people[1]!.uid)!;
  await giveBack(one.id, { items: "goldPlus", amount: "495" });
  await gone(one.id);
  await run(
    "UPDATE answers SET answers = ? WHERE uid = ?",
    JSON.stringify({ firstName: "Zoe", lastName: "Abel" }),
    people[1]!.uid,
  );
  const [note] = await notesOf(id);
  const page = `/payment/${id}/credit-note/${note!.refund_id}`;
  expect(await open(teacher.browser, page)).toMatch(
    /To University of Ghana .*For Bo Chen Event .*Total \$495/s,
  );
  expect(await open(teacher.browser, `/payment/${id}/invoice`)).toMatch(/\$990 Paid, \$495 given back/);
  // The people themselves did not pay, so the page is not for them.
  for (const { browser } of people) expect((await browser.get(page)).status).toBe(404);
  expect(await findings()).toEqual([]);
});

test("one that came to nothing after all keeps its number, and is void", async () => {
  const { id, browser } = await paid();
  await giveBack(id, { amount: "25", kind: "credit" });
  const before = await notesOf(id);
  await run(`UPDATE refunds SET state = 'refused', booking = ${BOOKED} WHERE id = ?`, before[0]!.refund_id);
  expect(await notesOf(id)).toEqual(before);
  const shown = await open(browser, `/payment/${id}/invoice`);
  expect(shown).toMatch(/\$520 Paid How|\$520 Paid Invoice/);
  expect(shown).toMatch(/Credit note A2023-C\d{4} , \$25, 17 December 2022 Void/);
  expect(await open(browser, `/payment/${id}/credit-note/${before[0]!.refund_id}`)).toContain(
    creditNoteMessages.isVoid,
  );
  expect(await findings()).toEqual([]);
});

test("numbers are counted without gaps, also of those that go back at once", async () => {
  const people = [await paid(), await paid(), await paid(), await paid()];
  await Promise.all(people.map(({ id }) => giveBack(id, { ...MUG, kind: "credit" })));
  const numbers = await rows<{ number: number }>(
    "SELECT number FROM credit_notes WHERE conference_id = ? ORDER BY number",
    CONFERENCE,
  );
  expect(numbers.map(({ number }) => number)).toEqual(numbers.map((_, index) => index + 1));
});

test("without an invoice that was paid there is none", async () => {
  const count = async () => (await row<{ n: number }>("SELECT count(*) AS n FROM credit_notes")).n;
  const before = await count();
  const card = await payerByCard({ "addOns.h2023mug": "true", total: "520" });
  await giveBack(card.id, { ...MUG, kind: "credit" });
  const { browser } = await readyToPay();
  const asked = await browser.post("/register/invoice", {
    ...{ ...BUYER, intent: "ask", intendedPassCost: "495", total: "495" },
  });
  expect((await browser.post(asked.headers.get("location")!, {})).status).toBe(302);
  // Here something ends and no money goes back.
  const { id } = await paid();
  await giveBack(id, { items: "h2023mug", amount: "0" });
  expect(await count()).toBe(before);
  expect(await findings()).toEqual([]);
});

test("no statement changes or deletes one, or writes another for its refund", async () => {
  const { id } = await paid();
  await giveBack(id, { ...MUG, kind: "credit" });
  const before = await notesOf(id);
  const of = "WHERE order_id = ?";
  await expect(run(`UPDATE credit_notes SET cents = 1 ${of}`, id)).rejects.toThrow("never changed");
  await expect(run(`DELETE FROM credit_notes ${of}`, id)).rejects.toThrow("never deleted");
  for (const verb of ["INSERT", "INSERT OR REPLACE"])
    await run(
      `${verb} INTO credit_notes SELECT refund_id, conference_id, order_id, number + 1, 1, 0 FROM credit_notes ${of}`,
      id,
    );
  expect(await notesOf(id)).toEqual(before);
});

test.each<[string, (id: string) => Promise<unknown>]>([
  ["what was kept as credit", (id) => giveBack(id, { ...MUG, kind: "credit" })],
  [
    "what went back by hand",
    async (id) => {
      await giveBack(id, { ...MUG, kind: "money" });
      await gone(id);
    },
  ],
  ["money that was recorded by mistake", reverse],
])("a restore writes the credit note of %s again, on its day", async (_, act) => {
  const { id } = await paid();
  await act(id);
  const before = await notesOf(id);
  expect(before).toHaveLength(1);
  const [{ refund_id }] = before as [Note];
  await env.DB.batch(deleting("credit_notes", "order_id = ?", id));
  await run("DELETE FROM refund_lines WHERE refund_id = ?", refund_id);
  await run("DELETE FROM refunds WHERE id = ?", refund_id);
  await run("DELETE FROM reversals WHERE taking_id IN (SELECT id FROM takings WHERE order_id = ?)", id);
  await run(`UPDATE takings SET state = 'taken' WHERE order_id = ?`, id);
  await env.DB.batch(deleting("entries", "event = ?", `refund/${refund_id}`));
  await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, id);
  await run("UPDATE holdings SET state = 'held', until = NULL WHERE payment_id = ?", id);
  await keepHouse({}, TENTH);
  await keepHouse({}, TENTH);
  expect(await notesOf(id)).toEqual(before);
  expect(await differences()).toEqual([]);
  expect(await findings()).toEqual([]);
});

describe("the checker finds", () => {
  const withoutGuards = async (statements: string[], of: string) => {
    const names = ["credit_notes_unchanged", "refunds_write_note"];
    const kept = await rows<{ sql: string }>(
      "SELECT sql FROM sqlite_master WHERE name IN (SELECT value FROM json_each(?))",
      JSON.stringify(names),
    );
    await env.DB.batch([
      ...names.map((name) => env.DB.prepare(`DROP TRIGGER ${name}`)),
      ...statements.map((sql) => env.DB.prepare(sql).bind(of)),
      ...kept.map(({ sql }) => env.DB.prepare(sql)),
    ]);
  };
  const rulesBroken = async () => [...new Set((await findings()).map(({ rule }) => rule))];

  test.each<[string, string | null, string]>([
    [
      "a gap",
      "UPDATE credit_notes SET number = number + 1000 WHERE order_id = ?",
      "the credit notes of an edition are counted without gaps",
    ],
    [
      "another amount than went back",
      "UPDATE credit_notes SET cents = cents + 1 WHERE order_id = ?",
      "a credit note says what its refund gave back and the ledger took out of what was sold, and all of an invoice no more than it",
    ],
    [
      "one of another order",
      "UPDATE credit_notes SET order_id = 'x' || order_id WHERE order_id = ?",
      "what went back of an order that has an invoice has its credit note, and nothing else has one",
    ],
    [
      "a refund without one",
      null,
      "what went back of an order that has an invoice has its credit note, and nothing else has one",
    ],
  ])("%s", async (_, plant, rule) => {
    const { id } = await paid();
    await giveBack(id, { ...MUG, kind: "credit" });
    const [note] = await notesOf(id);
    if (plant) await withoutGuards([plant], id);
    else await env.DB.batch(deleting("credit_notes", "order_id = ?", id));
    expect(await rulesBroken()).toEqual([rule]);
    // The credit note is put back as it was.
    await env.DB.batch(deleting("credit_notes", "refund_id = ?", note!.refund_id));
    await run(
      "INSERT INTO credit_notes SELECT ?, ?, ?, coalesce(max(number), 0) + 1, ?, ? FROM credit_notes",
      ...[note!.refund_id, CONFERENCE, id, note!.cents, note!.issued_at],
    );
    expect(await findings()).toEqual([]);
  });
});
