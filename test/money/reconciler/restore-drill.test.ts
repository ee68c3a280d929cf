import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { newId } from "~/platform/ids.server.ts";
import { type Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { askers, BUYER, invoiceFor, payer, payFor } from "../../support/groups.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, type Delegate, readyToPay } from "../../support/people.ts";
import { giveBack } from "../../support/refunds.ts";
import { setBack, snapshot } from "../../support/set-back.ts";
import { rows, run } from "../../support/storage.ts";
import { differences } from "../../support/tally-history.ts";
import { accept, confirmed, offer } from "../../support/transfers.ts";
import { keepHouse, TENTH } from "../../support/worker.ts";

// A drill: the database is set back by an hour in which sixty orders were made. The orders that come back are right to
// the cent. The orders that do not come back are named.

const people = (number: number) => Promise.all(Array.from({ length: number }, readyToPay));
const payments = async ({ uid }: Pick<Delegate, "uid">) =>
  (await rows<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ? ORDER BY rowid", uid)).map(
    ({ id }) => id,
  );
const invoiceAt = (id: string) => `/admin/payments/invoices/${id}`;

async function buy({ browser }: Delegate, more: Record<string, string> = {}) {
  const answer = await browser.post("/register", { ...PASS_PAYMENT, ...more });
  expect(answer.status, await answer.clone().text()).toBe(302);
}

async function invoiced({ browser }: Delegate): Promise<string> {
  const asked = await browser.post("/register/invoice", {
    ...{ ...BUYER, intent: "ask", intendedPassCost: "495", total: "495" },
  });
  expect(asked.status, await asked.clone().text()).toBe(302);
  return asked.headers.get("location")!.split("/")[2]!;
}

/** Records money that came in for an invoice. Above the limit, a second person confirms it. */
async function paidByBank(treasurer: Browser, director: Browser, id: string, dollars: number) {
  const taking = newId();
  const recorded = await treasurer.post(invoiceAt(id), {
    ...{ kind: "pays", means: "bank transfer", amount: String(dollars), reference: `TX ${id}` },
    ...{ receivedOn: "2022-12-16", intent: "record", entry: taking },
  });
  expect(recorded.status, await recorded.clone().text()).toBe(302);
  if (dollars > 500)
    expect((await director.post(invoiceAt(id), { intent: "confirm", id: taking })).status).toBe(302);
}

async function paidInCash(treasurer: Browser, { uid }: Delegate) {
  const desk = await treasurer.open(`/admin/payments/person/${uid}/desk`);
  const said = await desk.press("Continue", {
    ...{ means: "cash", reference: "Cash book 7", receivedOn: "2022-12-16" },
  });
  expect((await said.press("Record $495")).status).toBe(302);
}

/** What people hold, what the books say of each bill (in cents), and which transfers were accepted. */
const standing = async () => ({
  held: await rows(
    `SELECT uid, item, variant, cents FROM holdings WHERE state IN ('held', 'ending') ORDER BY uid, item`,
  ),
  books: await rows(
    `SELECT payment_id, account, sum(cents) AS cents FROM entries GROUP BY payment_id, account
      HAVING sum(cents) <> 0 ORDER BY payment_id, account`,
  ),
  transfers: await rows(
    "SELECT from_uid, to_uid FROM transfers WHERE state = 'accepted' ORDER BY from_uid, to_uid",
  ),
});

test("sixty orders of an hour come back from the processor and the file store to the cent", {
  timeout: 300_000,
}, async () => {
  const [treasurer, director] = [await signedIn("treasurer"), await signedIn("director")];
  const byCard = await people(24);
  const byInvoice = await people(8);
  const byCash = await people(6);
  const forNothing = await people(5);
  const unpaid = await people(4);
  const takers = await Promise.all((await people(4)).map(confirmed));
  const offering = await people(4);
  const payers = await Promise.all(Array.from({ length: 9 }, payer));
  const groups = await Promise.all(payers.map(({ email }) => askers(2, email)));
  await Promise.all(
    forNothing.map(({ uid }, index) =>
      run(
        `INSERT INTO grants (id, kind, uid, conference_id, title, percent, created_by, created_at)
          VALUES (?, 'award', ?, '${CONFERENCE}', 'Full award', 100, 'x', 0)`,
        ...[`drill-award-${String(index).padStart(8, "0")}`, uid],
      ),
    ),
  );
  const kept = await snapshot();

  // The hour begins here. Later, the test loses the rows of this hour.
  const eased = () => run("DELETE FROM counters");
  for (const [index, person] of byCard.entries()) {
    await buy(person, index % 3 === 0 ? { "addOns.h2023mug": "true", total: "520" } : {});
    await eased();
  }
  for (const person of offering) await buy(person);
  for (const person of forNothing) await buy(person, { intendedPassCost: "0", total: "0", cardNumber: "" });
  await eased();
  for (const person of byCash) await paidInCash(treasurer, person);
  for (const person of byInvoice) await paidByBank(treasurer, director, await invoiced(person), 495);
  await eased();
  const open = [];
  for (const person of unpaid) open.push(await invoiced(person));
  for (const [index, group] of groups.entries()) {
    const { browser } = payers[index]!;
    if (index < 6) expect((await payFor(browser, group)).status).toBe(302);
    else {
      const id = await invoiceFor(browser, group);
      if (index < 8) await paidByBank(treasurer, director, id, 990);
      else open.push(id);
    }
    await eased();
  }
  for (const [index, person] of offering.entries()) {
    const [id] = await payments(person);
    const offered = await offer({ browser: person.browser, id: id! }, takers[index]!.email);
    expect((await accept(takers[index]!.browser, offered)).status).toBe(302);
  }
  const first = async (list: Delegate[], index: number) => (await payments(list[index]!))[0]!;
  await env.SIMULATOR.prepare("UPDATE charges SET created_at = created_at - 172800000").run();
  await giveBack(await first(byCard, 1), { items: "goldPlus", amount: "445" });
  await giveBack(await first(byCard, 2), { items: "goldPlus", kind: "credit", amount: "100" });
  await giveBack(await first(byCash, 0), { items: "goldPlus", amount: "300" });
  await keepHouse({}, TENTH);
  const orders = await rows(
    "SELECT id FROM orders WHERE id NOT IN (SELECT value FROM json_each(?))",
    JSON.stringify(
      (kept.find(({ table }) => table === "orders")!.rows as { id: string }[]).map(({ id }) => id),
    ),
  );
  expect(orders).toHaveLength(60);
  const before = await standing();

  await setBack(kept);
  expect((await standing()).books).not.toEqual(before.books);
  expect(await differences()).toEqual([]);
  for (let round = 0; round < 6; round += 1) {
    await keepHouse({}, TENTH);
    await eased();
  }

  const after = await standing();
  expect(after).toEqual(before);
  // Entries that are booked again are marked as restored.
  const again = await rows(
    "SELECT DISTINCT restored FROM entries WHERE payment_id IN (SELECT value FROM json_each(?))",
    JSON.stringify(orders.map(({ id }) => id)),
  );
  expect(again).toEqual([{ restored: 1 }]);
  // Orders that nobody has paid are lost: open invoices, with the places that they kept.
  expect(
    await rows("SELECT 1 FROM orders WHERE id IN (SELECT value FROM json_each(?))", JSON.stringify(open)),
  ).toEqual([]);
  expect(open).toHaveLength(5);
  // The numbers of these invoices are missing, and the checker says so. The people who were asked to pay still have the
  // invoices.
  expect(await findings()).toEqual([
    { rule: "the invoices of an edition are counted without gaps", object: `editions/${CONFERENCE}` },
  ]);
  expect(await differences()).toEqual([]);
});
