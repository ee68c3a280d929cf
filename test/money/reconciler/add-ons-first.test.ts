import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { chargesOf, deleting, rows, run } from "../../support/storage.ts";
import { holder } from "../../support/transfers.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

const { passType: _, intendedPassCost: __, ...CARD } = PASS_PAYMENT;

test("lost add-ons are held again, although the journal names their charge before that of their pass", async () => {
  const { uid, browser, id: pass } = await holder();
  const hat = { ...CARD, "addOns.h2023hatwhite": "true", intent: "pay", total: "30" };
  expect((await browser.post("/register/add-ons", hat)).status).toBe(302);
  const paid = () => rows("SELECT id, state FROM payments WHERE delegate_uid = ? ORDER BY id", uid);
  const held = () => rows("SELECT item, state FROM holdings WHERE uid = ? ORDER BY item", uid);
  const before = [await paid(), await held()];
  expect(before[0]).toHaveLength(2);

  await env.DB.batch([
    ...deleting("entries", "payment_id IN (SELECT id FROM payments WHERE delegate_uid = ?)", uid),
    ...deleting("holdings", "uid = ?", uid),
    ...deleting("payments", "delegate_uid = ?", uid),
    ...deleting("orders", "payer_uid = ?", uid),
  ]);
  await run("DELETE FROM counters");
  await env.SIMULATOR.prepare("UPDATE charges SET created_at = created_at + 1000 WHERE invoice_number = ?")
    .bind(pass)
    .run();
  await keepHouse({}, TENTH);

  expect([await paid(), await held()]).toEqual(before);
  expect((await chargesOf(uid)).map(({ outcome }) => outcome)).toEqual(["captured", "captured"]);
});
