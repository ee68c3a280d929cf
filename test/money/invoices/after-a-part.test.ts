import { expect, test } from "vitest";
import { takingMessages } from "~/money/invoices/messages.ts";
import { newId } from "~/platform/ids.server.ts";
import { signedIn } from "../../support/browser.ts";
import { withInvoicing } from "../../support/invoicing.ts";
import { readyToPay } from "../../support/people.ts";
import { row, run } from "../../support/storage.ts";

// What is possible with an invoice depends on the money that has come in for it and has stayed.

const at = (id: string) => `/admin/payments/invoices/${id}`;
const stateOf = async (table: "payments" | "takings", id: string) =>
  (await row<{ state: string }>(`SELECT state FROM ${table} WHERE id = ?`, id)).state;

async function invoiced() {
  const { browser } = await readyToPay();
  const asked = await browser.post("/register/invoice", {
    ...{ buyerName: "University of Ghana", buyerAddress: "Legon, Accra" },
    ...{ intent: "ask", intendedPassCost: "495", total: "495" },
  });
  expect(asked.status).toBe(302);
  return { browser, id: asked.headers.get("location")!.split("/")[2]! };
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
