import { env } from "cloudflare:workers";
import { expect } from "vitest";
import { BILLS } from "./bills.ts";
import { PASS_PAYMENT } from "./payments.ts";
import { type Delegate, readyToPay } from "./people.ts";
import { row, rows } from "./storage.ts";

const judged = (outcome: "captured" | "returned", transactionId: string) =>
  env.SIMULATOR.prepare("UPDATE charges SET outcome = ? WHERE transaction_id = ?")
    .bind(outcome, transactionId)
    .run();

/** A bank takes back a charge of the simulator, or never pays it. The charge stays in its batch in both cases. */
export const bankTakes = (transactionId: string) => judged("returned", transactionId);

/** The bank decides in our favour: the money is ours again. */
export const bankGivesBack = (transactionId: string) => judged("captured", transactionId);

/** Somebody who has paid for the in-person pass by card. */
export async function payerByCard(
  chosen: Record<string, string> = {},
): Promise<Delegate & { id: string; transactionId: string }> {
  const person = await readyToPay();
  expect((await person.browser.post("/register", { ...PASS_PAYMENT, ...chosen })).status).toBe(302);
  const found = await row<{ id: string; transaction_id: string }>(
    `SELECT id, transaction_id FROM ${BILLS} WHERE delegate_uid = ?`,
    person.uid,
  );
  return { ...person, id: found.id, transactionId: found.transaction_id };
}

/** The rows of `refunds` which say that a bank took back a payment's money, with the columns that matter. */
export const takenRows = (paymentId: string) =>
  rows<{ state: string; bank_state: string; amount_cents: number; ends_all: number }>(
    `SELECT state, bank_state, amount_cents, ends_all FROM refunds
      WHERE payment_id = ? AND bank_state IS NOT NULL ORDER BY rowid`,
    paymentId,
  );
