import { expect, test } from "vitest";
import { takingMessages } from "~/money/invoices/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { subjectsTo } from "../../support/mails.ts";
import { overtake } from "../../support/overtake.ts";
import { readyToPay } from "../../support/people.ts";
import { colleague } from "../../support/staff.ts";
import { row, rows, run } from "../../support/storage.ts";

// What is possible with an invoice depends on the money that has come in for it and has not gone back.

const at = (id: string) => `/admin/payments/invoices/${id}`;
const stateOf = async (table: "payments" | "takings", id: string) =>
  (await row<{ state: string }>(`SELECT state FROM ${table} WHERE id = ?`, id)).state;

async function invoiced() {
  const { browser, email } = await readyToPay();
  const asked = await browser.post("/register/invoice", {
    ...{ buyerName: "University of Ghana", buyerAddress: "Legon, Accra" },
    ...{ intent: "ask", intendedPassCost: "495", total: "495" },
  });
  expect(asked.status).toBe(302);
  return { browser, email, id: asked.headers.get("location")!.split("/")[2]! };
}

test("a payer may cancel the invoice again once the part that came in has gone back", async () => {
  const { browser, id } = await invoiced();
  const treasurer = await signedIn("treasurer");
  const part = newId();
  const money = { kind: "pays", means: "bank transfer", amount: "300", reference: "TX 1", intent: "record" };
  const recorded = await treasurer.post(at(id), { ...money, receivedOn: "2022-12-16", entry: part });
  expect(recorded.status).toBe(302);
  expect((await browser.post(`/payment/${id}/invoice`, {})).status).toBe(409);
  const back = { intent: "return", id: part, [`note-${part}`]: "TX 9" };
  expect((await treasurer.post(at(id), back)).status).toBe(302);
  expect((await browser.post(`/payment/${id}/invoice`, {})).status).toBe(302);
  expect([await stateOf("payments", id), await stateOf("takings", part)]).toEqual(["released", "returned"]);
});

test("an invoice for which nothing came in is never written off, whatever a row says", async () => {
  const { id } = await invoiced();
  const director = await signedIn("director");
  const entry = newId();
  await run(
    `INSERT INTO takings (id, conference_id, order_id, means, reference, received_on, amount_cents, limit_cents, state,
        recorded_by, recorded_at, created_at)
      SELECT ?, conference_id, id, 'written off', 'A fee', '2022-12-16', 49500, 100, 'waiting', 'x', 0, ? FROM orders
      WHERE id = ?`,
    ...[entry, Date.now(), id],
  );
  const answer = await withInvoicing({ writeOffCents: 495_00 }, () =>
    director.post(at(id), { intent: "confirm", id: entry }),
  );
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining(takingMessages.otherRest),
  ]);
  expect([await stateOf("payments", id), await stateOf("takings", entry)]).toEqual(["reserved", "waiting"]);
});

async function record(browser: Browser, invoice: string, amount: number): Promise<string> {
  const entry = newId();
  const money = { kind: "pays", means: "bank transfer", amount: String(amount), reference: "TX 1" };
  const answer = await browser.post(at(invoice), {
    ...{ ...money, receivedOn: "2022-12-16", intent: "record", entry },
  });
  expect(answer.status, await answer.clone().text()).toBe(302);
  return entry;
}

const withdraw = (browser: Browser, invoice: string, id: string) =>
  browser.post(at(invoice), { intent: "withdraw", id, [`note-${id}`]: "Never came" });

const meansOf = async (id: string) =>
  (await row<{ means: string }>("SELECT means FROM orders WHERE id = ?", id)).means;

test("the rest pays this invoice alone, with the parts that came in and not with what was withdrawn", async () => {
  const [mine, other] = [await invoiced(), await invoiced()];
  const treasurer = await signedIn("treasurer");
  const theirs = await record(treasurer, other.id, 300);
  const never = await withInvoicing({ secondPersonCents: 100 }, () => record(treasurer, mine.id, 200));
  expect((await withdraw(treasurer, mine.id, never)).status).toBe(302);
  const part = await record(treasurer, mine.id, 300);
  await record(treasurer, mine.id, 195);
  expect([await stateOf("payments", mine.id), await stateOf("payments", other.id)]).toEqual([
    ...["captured", "reserved"],
  ]);
  const states = [never, part, theirs].map((id) => stateOf("takings", id));
  expect(await Promise.all(states)).toEqual(["withdrawn", "taken", "part"]);
  expect([await meansOf(mine.id), await meansOf(other.id)]).toEqual(["bank transfer", "invoice"]);
});

test("money is withdrawn alone, and money that is owed goes back alone", async () => {
  const [mine, other] = [await invoiced(), await invoiced()];
  const treasurer = await signedIn("treasurer");
  const [first, second] = await withInvoicing({ secondPersonCents: 100 }, async () => [
    await record(treasurer, mine.id, 200),
    await record(treasurer, other.id, 200),
  ]);
  expect((await withdraw(treasurer, mine.id, first!)).status).toBe(302);
  expect([await stateOf("takings", first!), await stateOf("takings", second!)]).toEqual([
    ...["withdrawn", "waiting"],
  ]);
  const parts = [await record(treasurer, mine.id, 100), await record(treasurer, mine.id, 100)];
  const back = { intent: "return", id: parts[0]!, [`note-${parts[0]}`]: "TX 9" };
  expect((await treasurer.post(at(mine.id), back)).status).toBe(302);
  expect([await stateOf("takings", parts[0]!), await stateOf("takings", parts[1]!)]).toEqual([
    ...["returned", "part"],
  ]);
});

test("an invoice stays an invoice if its money is withdrawn as it is confirmed", async () => {
  const { id } = await invoiced();
  const [director, treasurer] = [await signedIn("director"), await signedIn("treasurer")];
  const entry = await withInvoicing({ secondPersonCents: 100 }, () => record(treasurer, id, 495));
  overtake(director, 'update "takings"', () => withdraw(treasurer, id, entry));
  expect((await director.post(at(id), { intent: "confirm", id: entry })).status).toBe(409);
  expect([await meansOf(id), await stateOf("payments", id)]).toEqual(["invoice", "reserved"]);
});

test("of two who confirm the same money at once, one makes the payment: one booking and one receipt", async () => {
  const { id, email } = await invoiced();
  const [director, treasurer] = [await signedIn("director"), await signedIn("treasurer")];
  const { browser: quick } = await colleague(["money"]);
  await run("UPDATE money_since SET since = 0");
  const entry = await withInvoicing({ secondPersonCents: 100 }, () => record(treasurer, id, 495));
  const confirmed = { intent: "confirm", id: entry };
  overtake(director, 'update "takings"', async () =>
    expect((await quick.post(at(id), confirmed)).status).toBe(302),
  );
  const answer = await director.post(at(id), confirmed);
  expect([answer.status, await answer.text()]).toEqual([
    409,
    expect.stringContaining(takingMessages.notWaiting),
  ]);
  for (const action of ["confirm receipt", "payment captured"])
    expect(
      await rows("SELECT 1 FROM audit WHERE action = ? AND object = ?", action, `payments/${id}`),
    ).toHaveLength(1);
  expect(await subjectsTo(email)).toEqual(["Your invoice", "Your receipt"]);
  expect(await rows("SELECT 1 FROM entries WHERE order_id = ? AND side = 'money'", id)).toHaveLength(1);
});
