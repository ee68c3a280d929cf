import { afterEach, describe, expect, test, vi } from "vitest";
import { chargeMessages } from "~/money/cards/messages.ts";
import { LEASE } from "~/money/payments/leases.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { BOOKED } from "../../support/bills.ts";
import type { Browser } from "../../support/browser.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { readyToPay } from "../../support/people.ts";
import { processor, TOKENS } from "../../support/processor.ts";
import { row, run } from "../../support/storage.ts";
import { answerWith } from "../../support/worker.ts";

// Somebody has left the processor's page, on which the card is typed, and goes back to it.

afterEach(() => {
  vi.restoreAllMocks();
});

const { cardNumber: _, expirationDate: __, cardCode: ___, ...NO_CARD } = PASS_PAYMENT;
const BACK = "Back to the card page";
const TO_THE_CARD = "Continue to the card page";

type Asked = { transactionRequest: { amount: number | string; order: { invoiceNumber: string } } };

/** The orders for which the processor was asked for a page, with their amounts in dollars. */
let asked: [invoice: string, dollars: number][];

function answering() {
  asked = [];
  processor({
    getHostedPaymentPageRequest: (request) => {
      const { order, amount } = (request as unknown as Asked).transactionRequest;
      asked.push([order.invoiceNumber, Number(amount)]);
      return { token: "page-token" };
    },
    getUnsettledTransactionListRequest: () => ({ totalNumInResultSet: 0, transactions: [] }),
    getSettledBatchListRequest: () => ({ batchList: [] }),
  });
}

const newestOf = async (uid: string) =>
  (
    await row<{ id: string }>(
      "SELECT id FROM payments WHERE delegate_uid = ? ORDER BY rowid DESC LIMIT 1",
      uid,
    )
  ).id;

/** A delegate who was led to the processor's page for the in-person pass, and the id of the payment. */
async function away() {
  const person = await readyToPay();
  person.browser.send = (request) => answerWith(TOKENS, request);
  const led = await person.browser.submit("/register", Object.entries(NO_CARD));
  expect(led.has(TO_THE_CARD)).toBe(true);
  const id = await newestOf(person.uid);
  asked.length = 0;
  return { ...person, id };
}

const goBack = (browser: Browser, id: string) => browser.submit(`/payment/${id}`, []);

test("of two orders that are still to be paid, each has its own page with its own amount", async () => {
  answering();
  const { browser, uid, id } = await away();
  await run("UPDATE orders SET transaction_id = 'paid-already' WHERE id = ?", id);
  await run(`UPDATE payments SET state = 'captured', booking = ${BOOKED} WHERE id = ?`, id);
  const addOns: string[] = [];
  for (const item of ["h2023mug", "h2023hatblack"]) {
    const total = item === "h2023mug" ? "25" : "30";
    const fields = { firstName: "Mei", lastName: "Chen", total, [`addOns.${item}`]: "true" };
    expect((await browser.submit("/register/add-ons", Object.entries(fields))).has(TO_THE_CARD)).toBe(true);
    addOns.push(await newestOf(uid));
  }
  asked.length = 0;
  for (const order of addOns.toReversed()) {
    expect((await goBack(browser, order)).has(TO_THE_CARD)).toBe(true);
  }
  expect(asked).toEqual([
    [addOns[1], 30],
    [addOns[0], 25],
  ]);
});

test("if the processor does not answer, the page says to try again, and the payment stays as it is", async () => {
  answering();
  const { browser, id } = await away();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  processor({
    getHostedPaymentPageRequest: () => ({
      messages: { resultCode: "Error", message: [{ code: "E00001", text: "Later." }] },
    }),
    getUnsettledTransactionListRequest: () => ({ totalNumInResultSet: 0, transactions: [] }),
    getSettledBatchListRequest: () => ({ batchList: [] }),
  });
  const answer = await goBack(browser, id);
  expect([answer.status, answer.text]).toEqual([503, expect.stringContaining(chargeMessages.pageNotNow)]);
  expect(answer.has(BACK)).toBe(true);
  expect(await row("SELECT state FROM payments WHERE id = ?", id)).toEqual({ state: "charging" });
});

describe("no page is asked for", () => {
  test("for a card that was typed here, whose charge may succeed at any moment", async () => {
    answering();
    const { browser, id } = await away();
    await run("UPDATE orders SET lease_until = ? WHERE id = ?", Date.now() + LEASE, id);
    expect((await browser.open(`/payment/${id}`)).has(BACK)).toBe(false);
    const answer = await goBack(browser, id);
    expect([answer.status, answer.has(TO_THE_CARD)]).toEqual([200, false]);
    expect(asked).toEqual([]);
  });

  test("by somebody else, who does not learn that there is such a payment", async () => {
    answering();
    const { id } = await away();
    const stranger = await away();
    expect((await goBack(stranger.browser, id)).status).toBe(404);
    expect(asked).toEqual([]);
  });

  test("once the payment is over", async () => {
    answering();
    const { browser, id } = await away();
    const page = await browser.open(`/payment/${id}`);
    await run("UPDATE payments SET state = 'declined', resolved_at = 1 WHERE id = ?", id);
    const answer = await page.press(BACK);
    expect([answer.status, answer.has(TO_THE_CARD)]).toEqual([200, false]);
    expect(asked).toEqual([]);
  });

  test("once its time is over, because the portal may give the payment up at any moment", async () => {
    answering();
    const { browser, id } = await away();
    const page = await browser.open(`/payment/${id}`);
    await run("UPDATE orders SET lease_until = ? WHERE id = ?", Date.now() - 1000, id);
    const answer = await page.press(BACK);
    expect([answer.status, answer.has(TO_THE_CARD)]).toEqual([200, false]);
    expect(answer.text).toContain(paymentMessages.paymentBeingChecked);
    expect(asked).toEqual([]);
  });

  test("if its processor is no longer connected", async () => {
    answering();
    const { browser, id } = await away();
    await run("UPDATE orders SET means = 'former-processor' WHERE id = ?", id);
    const answer = await goBack(browser, id);
    expect([answer.status, answer.has(TO_THE_CARD)]).toEqual([200, false]);
    expect(asked).toEqual([]);
  });
});
