import { beforeAll, expect, test } from "vitest";
import { signedIn } from "../../support/browser.ts";
import { addFormerEdition, FORMER_CONFERENCE } from "../../support/editions.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, readyToPay } from "../../support/people.ts";
import { row, rows, run } from "../../support/storage.ts";
import { accept, holder, offer, taker } from "../../support/transfers.ts";

// Earlier rows, of the same people or of other editions, are not mistaken for the rows that belong to the offer.

beforeAll(addFormerEdition);

test("the use of a code goes with the pass, and not to a pass that the new holder had before", async () => {
  await run(
    `INSERT INTO grants (id, conference_id, kind, title, code, percent, max_uses, created_by, created_at)
      VALUES ('moving-code', ?, 'code', 'Friends', 'MOVING', 100, 1, 'x', 0)`,
    CONFERENCE,
  );
  const [from, to] = [await readyToPay(), await taker()];
  expect((await to.browser.post("/register", { ...PASS_PAYMENT, total: "495" })).status).toBe(302);
  const before = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", to.uid);
  const back = {
    intent: "give",
    items: "goldPlus",
    kind: "credit",
    reason: "Ill",
    amount: "10",
    seenCents: "0",
  };
  expect((await (await signedIn("director")).post(`/admin/payments/${before.id}`, back)).status).toBe(302);

  const free = { intent: "pay", passType: "goldPlus", code: "MOVING", total: "0", intendedPassCost: "0" };
  expect((await from.browser.post("/register?code=MOVING", free)).status).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", from.uid);
  expect((await accept(to.browser, await offer({ ...from, id }, to.email))).status).toBe(302);
  expect(
    await row(
      `SELECT holdings.uid, holdings.state, holdings.payment_id AS payment FROM grant_uses
        JOIN holdings ON holdings.id = holding_id WHERE grant_id = 'moving-code'`,
    ),
  ).toEqual({ uid: to.uid, state: "held", payment: id });
});

test("an offer from an earlier edition does not hide who offers the pass now", async () => {
  await run(
    `INSERT INTO transfers (id, conference_id, holding_id, from_uid, email, to_uid, state, created_at, expires_at, closed_at)
      SELECT '0-earlier', conference_id, id, uid, 'x@nowhere.example', NULL, 'expired', 0, 1, 1 FROM holdings
      WHERE conference_id = ? LIMIT 1`,
    FORMER_CONFERENCE,
  );
  expect(await rows("SELECT 1 FROM transfers WHERE id = '0-earlier'")).toHaveLength(1);
  const [from, to] = [await holder(), await taker()];
  const page = await to.browser.open(`/transfer/${await offer(from, to.email)}`);
  expect(page.text).toContain("Mei Chen offers you this pass.");
});
