import { expect, test } from "vitest";
import { BOOKED, paymentStatements } from "../../support/bills.ts";
import { readyToPay } from "../../support/people.ts";
import { row, run, runAll } from "../../support/storage.ts";

/** Stores an order with its payment for one person. The order may be one that must not be possible. */
const inserted = async (id: string, more: Partial<Parameters<typeof paymentStatements>[0]>) => {
  const { uid } = await readyToPay();
  await runAll(paymentStatements({ id, uid, amountCents: 49_500, state: "charging", ...more }));
};

const paid = (id: string) =>
  run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, id);

test("no payment is captured whose charge nobody can show, however it comes about", async () => {
  await inserted("withoutatransaction1", {});
  await expect(paid("withoutatransaction1")).rejects.toThrow(/captured with a transaction or by hand/);
  await expect(inserted("withoutatransaction2", { state: "captured" })).rejects.toThrow(/by hand/);
  await expect(inserted("withoutatransaction3", { state: "captured", means: "invoice" })).rejects.toThrow();
  await run("UPDATE orders SET transaction_id = 'shown' WHERE id = 'withoutatransaction1'");
  await paid("withoutatransaction1");
  for (const [id, means] of [
    ["paidforbyhandincash1", "cash"],
    ["paidforbyhandbybank1", "bank transfer"],
  ] as const)
    await inserted(id, { state: "captured", means });
});

test("what needs no processor is what nothing is due for, and nothing else", async () => {
  await expect(inserted("nothingdueandcharged", { amountCents: 0 })).rejects.toThrow(/orders_due/);
  await expect(inserted("duewithoutprocessor1", { means: "none" })).rejects.toThrow(/orders_due/);
  await inserted("nothingduefornothing", { amountCents: 0, means: "none", state: "captured" });
});

test("two orders have never the same transaction, and no payment is without its order", async () => {
  await inserted("thefirstofthecharge1", { transactionId: "one" });
  const { number } = await row<{ number: number }>("SELECT count(*) AS number FROM orders");
  // The second order conflicts and is not stored, so its payment finds no order.
  await expect(inserted("thesecondofthecharge", { transactionId: "one" })).rejects.toThrow(/FOREIGN KEY/);
  expect(await row("SELECT count(*) AS number FROM orders")).toEqual({ number });
});
