import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { accountMessages } from "~/accounts/messages.ts";
import { cardDeclined, chargeMessages } from "~/money/cards/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { TEST_CARDS } from "~/money/processor/test-cards.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import { subscriptionMessages } from "~/money/subscriptions/messages.ts";
import { GRACE } from "~/money/subscriptions/subscription.ts";
import { DAY } from "~/values/durations.ts";
import { Browser, signedIn } from "../../support/browser.ts";
import { findings } from "../../support/checker.ts";
import { linkIn, mailsTo, subjectsTo } from "../../support/mails.ts";
import { confirmed, type Delegate, delegate } from "../../support/people.ts";
import { AUTHORIZE_NET, processor, TOKENS } from "../../support/processor.ts";
import { changingNothing, chargesOf, everything, row, rows, run } from "../../support/storage.ts";
import { answerWith, keepHouse, TENTH } from "../../support/worker.ts";

const PAGE = "/plus/subscribe";
const CANARY = "4539578763621486";

const CARD = {
  intent: "subscribe",
  price: "49",
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: "4111 1111 1111 1111",
  expirationDate: "12/30",
  cardCode: "123",
};

/** The fields that a browser posts if it sends the number of the card only to the processor. */
const { cardNumber: _, expirationDate: __, cardCode: ___, ...CARDLESS } = CARD;

type Row = {
  id: string;
  state: string;
  amount_cents: number;
  gateway_subscription_id: string;
  paid_until: number;
  resolved_at: number | null;
};

// The tests send more cards from one network than the portal allows.
beforeEach(() => run("DELETE FROM counters"));

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const rowOf = (uid: string) =>
  row<Row>("SELECT * FROM subscriptions WHERE uid = ? ORDER BY rowid DESC LIMIT 1", uid);
const stateOf = async (uid: string) => (await rowOf(uid)).state;
const idOf = async (uid: string) =>
  (await row<{ id: string | null }>("SELECT hpair_plus_subscription_id AS id FROM users WHERE uid = ?", uid))
    .id;
const periodsOf = (uid: string) =>
  rows<{
    id: string;
    period_from: number;
    period_until: number;
    transaction_id: string;
    amount_cents: number;
  }>(
    "SELECT p.* FROM subscription_periods p JOIN subscriptions s ON s.id = p.subscription_id WHERE s.uid = ? ORDER BY period_from",
    uid,
  );
const post = ({ browser }: Delegate, more: Record<string, string> = {}) =>
  browser.post(PAGE, { ...CARD, ...more });

async function subscribed(): Promise<Delegate> {
  const person = await confirmed();
  const answer = await post(person);
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, "/plus"]);
  return person;
}

/** Moves the recurring subscription and everything that was paid, as if this much time had passed. */
async function age({ uid }: Delegate, milliseconds: number): Promise<void> {
  const { id, paid_until } = await rowOf(uid);
  await run(
    "UPDATE subscriptions SET paid_until = paid_until - ?2, lease_until = lease_until - ?2 WHERE id = ?1",
    id,
    milliseconds,
  );
  await run(
    "UPDATE subscription_periods SET period_from = period_from - ?2, period_until = period_until - ?2 WHERE subscription_id = ?1",
    id,
    milliseconds,
  );
  await env.SIMULATOR.prepare("UPDATE recurrences SET start_date = ? WHERE invoice_number = ?")
    .bind(new Date(paid_until - milliseconds).toISOString().slice(0, 10), id)
    .run();
}

/** Makes the period end this many milliseconds ago. If `since` is negative, the end is still to come. */
const agedTo = async (person: Delegate, since: number) =>
  age(person, (await rowOf(person.uid)).paid_until - Date.now() + since);

const livingOf = async (uid: string) => {
  const { results } = await env.SIMULATOR.prepare(
    "SELECT id FROM recurrences WHERE carried LIKE ? AND status <> 'ended'",
  )
    .bind(`%"uid":"${uid}"%`)
    .all();
  return results.length;
};

const claimsOf = async (browser: Browser) => {
  const value = decodeURIComponent(browser.cookies.get("role") ?? "");
  return (
    value.length > 0 && atob(value.slice(0, value.lastIndexOf("."))).includes('"hpairPlusSubscriptionId":"')
  );
};

test("a visitor reads what it costs, creates an account in place and subscribes [122]", async () => {
  const browser = new Browser();
  const offer = await browser.open(PAGE);
  expect(offer.status).toBe(200);
  expect(offer.text).toContain("HPAIR+, $49 a year");
  expect(offer.text).not.toContain("Card number");
  const created = await offer.press("Create account", {
    email: "subscribing@example.org",
    password: "secret-secret",
  });
  expect([created.status, created.location]).toEqual([302, PAGE]);
  const first = await created.follow();
  expect(first.text).toContain("First, confirm your e-mail");
  expect(first.text).not.toContain("Card number");
  const link = linkIn((await mailsTo("subscribing@example.org"))[0]!);
  expect((await (await browser.open(link)).press("Confirm this address")).status).toBe(302);
  const page = await browser.open(PAGE);
  expect(page.text).toContain("Card number");
  expect((await browser.get("/plus")).status).toBe(403);
  expect(await claimsOf(browser)).toBe(false);
  const paid = await page.press("Pay $49", CARD);
  expect([paid.status, paid.location]).toEqual([302, "/plus"]);
  expect(await claimsOf(browser)).toBe(true);
  expect((await browser.get("/plus")).status).toBe(200);
  const { uid } = await row<{ uid: string }>("SELECT uid FROM users WHERE email = 'subscribing@example.org'");
  const { state, gateway_subscription_id, amount_cents, id } = await rowOf(uid);
  expect([state, amount_cents, await idOf(uid)]).toEqual(["active", 4900, gateway_subscription_id]);
  expect(await chargesOf(uid)).toMatchObject([
    {
      invoice_number: id,
      outcome: "captured",
      amount_cents: 4900,
      carried: JSON.stringify({ uid, months: 12 }),
    },
  ]);
  expect(await livingOf(uid)).toBe(1);
  expect(await subjectsTo("subscribing@example.org")).toContain("Your HPAIR+ receipt");
  const mine = await browser.open(PAGE);
  expect(mine.text).toContain("You are subscribed until");
  expect(mine.has("Pay $49")).toBe(false);
  expect(mine.html).toMatch(/\/plus\/receipt\/[a-z2-7]{20}/);
});

test("an account form that is refused is shown again here, and one that interrupted another goes on with it", async () => {
  const [email, password] = ["in-place@example.org", "secret-secret"];
  const browser = new Browser();
  const unknown = await (await browser.open(`${PAGE}?form=sign-in`)).press("Log in", { email, password });
  expect([unknown.status >= 400, unknown.text.includes("First, log in")]).toEqual([true, true]);
  const refused = await (await browser.open(PAGE)).press("Create account", { email, password: "short" });
  expect(refused.status).toBe(400);
  for (const words of ["Subscribe to HPAIR+", "First, create an account", accountMessages.weakPassword])
    expect(refused.text).toContain(words);
  const created = await refused.press("Create account", { password });
  expect([created.status, created.location]).toEqual([302, PAGE]);
  const { uid } = await row<{ uid: string }>("SELECT uid FROM users WHERE email = ?", email);
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", uid);
  await (await created.follow()).press("Pay $49", CARD);
  expect(await stateOf(uid)).toBe("active");

  const elsewhere = new Browser();
  const gate = await elsewhere.submit(PAGE, [["intent", "cancel"]]);
  expect(gate.status).toBe(401);
  const entered = await gate.press("Log in", { email, password });
  expect([entered.status, entered.location]).toEqual([307, PAGE]);
  expect((await entered.follow()).status).toBe(302);
  expect(await stateOf(uid)).toBe("cancelled");
});

test("nobody posts here signed out, for somebody else, or with a price that is not the plan's", async () => {
  const { browser } = await confirmed();
  await changingNothing(async () => {
    expect((await new Browser().post(PAGE, CARD)).status).toBe(401);
    expect((await browser.post(PAGE, { ...CARD, owner: "somebody-else" })).status).toBe(409);
    for (const price of ["", "48", "490", "4.9e1", "-49"]) {
      const answer = await browser.submit(PAGE, Object.entries({ ...CARD, price }));
      expect(answer.status).toBe(409);
      expect(answer.text).toContain(subscriptionMessages.priceChanged("$49"));
    }
    for (const intent of ["cancel", "resume"])
      expect((await browser.post(PAGE, { intent })).status).toBe(409);
  });
});

test("a price that changed behind an open page is refused with the new one", async () => {
  const person = await confirmed();
  const page = await person.browser.open(PAGE);
  await run("UPDATE settings SET value = '5900' WHERE key = 'hpairPlusCents'");
  try {
    const refused = await page.press("Pay $49", CARD);
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(subscriptionMessages.priceChanged("$59"));
    expect(refused.has("Pay $59")).toBe(true);
    expect(await rows("SELECT 1 FROM subscriptions WHERE uid = ?", person.uid)).toEqual([]);
  } finally {
    await run("UPDATE settings SET value = '4900' WHERE key = 'hpairPlusCents'");
  }
});

test("a declined card is reported, its fields stay empty, and the next try goes through at once", async () => {
  const person = await confirmed();
  const page = await person.browser.open(PAGE);
  const declined = await page.press("Pay $49", { ...CARD, cardNumber: TEST_CARDS.declined });
  expect(declined.status).toBe(402);
  expect(declined.text).toContain(cardDeclined().reason);
  expect(declined.html).not.toContain(TEST_CARDS.declined);
  expect(declined.form("Pay $49").fields).toEqual(
    expect.arrayContaining([
      ["firstName", "Mei"],
      ["cardNumber", ""],
      ["cardCode", ""],
    ]),
  );
  expect(await idOf(person.uid)).toBeNull();
  expect((await post(person)).status).toBe(302);
  expect(await rows("SELECT state FROM subscriptions WHERE uid = ? ORDER BY rowid", person.uid)).toEqual([
    { state: "declined" },
    { state: "active" },
  ]);
});

test("a mistyped card is refused before anything is written", async () => {
  const person = await confirmed();
  await changingNothing(async () => {
    expect((await post(person, { cardNumber: "4111 1111 1111 1112" })).status).toBe(400);
  });
});

/** A visitor whose portal must not receive card numbers. */
async function payingByToken(): Promise<Delegate> {
  const person = await confirmed();
  person.browser.send = (request) => answerWith(TOKENS, request);
  return person;
}

/** The answers of the processor when it makes a recurring subscription from a charge. */
const recurring = (subscriptionId: string) => ({
  ARBGetSubscriptionListRequest: () => ({ totalNumInResultSet: 0 }),
  createCustomerProfileFromTransactionRequest: () => ({
    customerProfileId: "8001",
    customerPaymentProfileIdList: ["8002"],
  }),
  ARBCreateSubscriptionRequest: () => ({ subscriptionId }),
});

test("if no card number may come to us, the processor's token pays for the subscription", async () => {
  const { browser, uid } = await payingByToken();
  const asked = processor({
    ...recurring("9001"),
    createTransactionRequest: ({ refId }) => ({
      refId,
      transactionResponse: {
        responseCode: "1",
        transId: "7002",
        accountNumber: "XXXX4242",
        accountType: "Visa",
      },
    }),
  });
  const page = await browser.open(PAGE);
  const sent = page.form("Pay $49").fields.map(([name]) => name);
  for (const field of ["cardNumber", "expirationDate", "cardCode"]) {
    expect(page.html).toContain(`name="${field}"`);
    expect(sent).not.toContain(field);
  }
  const paid = await page.press("Pay $49", {
    firstName: "Mei",
    lastName: "Chen",
    dataDescriptor: "COMMON.ACCEPT.INAPP.PAYMENT",
    dataValue: "nonce",
  });
  expect([paid.status, paid.location]).toEqual([302, "/plus"]);
  const [charge, , made] = asked.mock.calls.map(([, init]) => String(init!.body));
  expect(charge).toContain('"amount":"49.00"');
  expect(charge).toContain(
    '"opaqueData":{"dataDescriptor":"COMMON.ACCEPT.INAPP.PAYMENT","dataValue":"nonce"}',
  );
  expect(made).toContain('"customerProfileId":"8001","customerPaymentProfileId":"8002"');
  expect(asked).toHaveBeenCalledTimes(3);
  expect(await rowOf(uid)).toMatchObject({
    state: "active",
    transaction_id: "7002",
    card_last_four: "4242",
    gateway_subscription_id: "9001",
  });
  expect(await idOf(uid)).toBe("9001");
  expect((await browser.get("/plus")).status).toBe(200);
});

test("a charge that the processor refuses because of us shows the form again with the payment error", async () => {
  const person = await confirmed();
  person.browser.send = (request) => answerWith(AUTHORIZE_NET, request);
  processor({
    createTransactionRequest: ({ refId }) => ({
      refId,
      messages: { resultCode: "Error", message: [{ code: "E00007", text: "Permissions are missing." }] },
    }),
  });
  const refused = await person.browser.submit(PAGE, Object.entries(CARD));
  expect([refused.status, await stateOf(person.uid)]).toEqual([402, "released"]);
  const sentence = `${chargeMessages.nothingWasCharged} ${chargeMessages.paymentFailed}`;
  expect(refused.text).toContain(sentence);
  expect((await person.browser.open(PAGE)).text).toContain(paymentMessages.nothingCharged);
});

test("a card number that comes anyway is used for nothing", async () => {
  const { browser } = await payingByToken();
  const asked = processor({});
  const token = { dataDescriptor: "COMMON.ACCEPT.INAPP.PAYMENT", dataValue: "nonce" };
  for (const more of [{}, token]) {
    const refused = await changingNothing(() => browser.post(PAGE, { ...CARD, ...more }));
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(chargeMessages.noCardNumbers);
  }
  expect(asked).not.toHaveBeenCalled();
});

test("without scripts the card is typed on the processor's page, which can be gone back to while it lasts", async () => {
  const { browser, uid } = await payingByToken();
  let status: string | null = null;
  let pages = 2;
  const failed = { messages: { resultCode: "Error", message: [{ code: "E00001", text: "Later." }] } };
  const transaction = () => ({
    transId: "7003",
    submitTimeUTC: new Date().toISOString(),
    transactionStatus: status,
    invoiceNumber: id,
    transactionType: "authCaptureTransaction",
    responseCode: 1,
    order: { invoiceNumber: id, description: "" },
    authAmount: 49,
    settleAmount: 49,
    payment: { creditCard: { cardNumber: "XXXX1111", expirationDate: "XXXX", cardType: "Visa" } },
  });
  processor({
    ...recurring("9002"),
    getHostedPaymentPageRequest: () => (pages-- > 0 ? { token: "page-token" } : failed),
    getUnsettledTransactionListRequest: () => ({ transactions: status ? [transaction()] : [] }),
    getTransactionDetailsRequest: () => ({ transaction: transaction() }),
    getSettledBatchListRequest: () => ({ batchList: [] }),
  });
  const led = await (await browser.open(PAGE)).press("Pay $49");
  expect(led.status).toBe(200);
  expect(led.form("Continue to the card page")).toMatchObject({
    action: "https://accept.authorize.net/payment/payment",
    fields: [["token", "page-token"]],
  });
  const { id, state } = await rowOf(uid);
  expect(state).toBe("charging");

  const back = await browser.open(PAGE);
  expect(back.text).toContain(subscriptionMessages.beingChecked);
  expect((await back.press("Back to the card page")).has("Continue to the card page")).toBe(true);
  pages = 0;
  vi.spyOn(console, "error").mockImplementation(() => {});
  const away = await back.press("Back to the card page");
  expect([away.status, away.text]).toEqual([503, expect.stringContaining(chargeMessages.pageNotNow)]);
  expect(away.has("Back to the card page")).toBe(true);
  expect((await browser.post(PAGE, CARDLESS)).status).toBe(409);
  await run("UPDATE subscriptions SET lease_until = ? WHERE id = ?", Date.now() - 1, id);
  expect((await back.press("Back to the card page")).location).toBe(PAGE);

  status = "capturedPendingSettlement";
  expect((await browser.open(PAGE)).text).toContain("You are subscribed until");
  expect(await rowOf(uid)).toMatchObject({ state: "active", transaction_id: "7003" });
  expect((await back.press("Back to the card page")).location, "it is paid").toBe(PAGE);
});

test("if the processor has no page, nothing is left open and the next try is free", async () => {
  const { browser, uid } = await payingByToken();
  vi.spyOn(console, "error").mockImplementation(() => {});
  processor({
    getHostedPaymentPageRequest: () => ({
      messages: { resultCode: "Error", message: [{ code: "E00001", text: "Later." }] },
    }),
  });
  for (let time = 0; time < 2; time += 1) {
    const refused = await browser.submit(PAGE, Object.entries(CARDLESS));
    expect(refused.status).toBe(503);
    expect(refused.text).toContain(chargeMessages.paymentFailed);
    expect(await stateOf(uid)).toBe("released");
  }
});

test("nobody pays before they have confirmed their address, and a form that is sent keeps all but the card", async () => {
  const person = await delegate();
  const refused = await changingNothing(() => person.browser.submit(PAGE, Object.entries(CARD)));
  expect(refused.status).toBe(403);
  expect(refused.text).toContain(subscriptionMessages.confirmFirst);
  expect(refused.has("Send a new link")).toBe(true);
  const { fields } = refused.form("Pay $49");
  expect(fields).toContainEqual(["firstName", "Mei"]);
  expect(fields).toContainEqual(["cardNumber", ""]);
  expect(await chargesOf(person.uid)).toEqual([]);
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", person.uid);
  const { cardNumber, expirationDate, cardCode } = CARD;
  expect((await refused.press("Pay $49", { cardNumber, expirationDate, cardCode })).location).toBe("/plus");
});

test("after five tries there is a wait, and nothing is left of the sixth", async () => {
  const person = await confirmed();
  for (let time = 0; time < 5; time += 1)
    expect((await post(person, { cardNumber: TEST_CARDS.declined })).status).toBe(402);
  const refused = await changingNothing(() => post(person), { but: ["counters"] });
  expect(refused.status).toBe(429);
  expect(refused.headers.get("Retry-After")).toBe("600");
  await run("DELETE FROM counters");
  expect((await post(person)).status).toBe(302);
});

test("without a price it is not on sale", async () => {
  const person = await confirmed();
  await run("UPDATE settings SET value = '0' WHERE key = 'hpairPlusCents'");
  try {
    const refused = await changingNothing(() => post(person, { price: "0" }));
    expect(refused.status).toBe(403);
    expect(await refused.text()).toContain(subscriptionMessages.notOnSale);
  } finally {
    await run("UPDATE settings SET value = '4900' WHERE key = 'hpairPlusCents'");
  }
});

test("fifty posts at once make one charge and one subscription", async () => {
  const person = await confirmed();
  const answers = await Promise.all(Array.from({ length: 50 }, () => post(person)));
  expect(answers.filter(({ status }) => status === 302)).toHaveLength(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  expect(await chargesOf(person.uid)).toHaveLength(1);
  expect(await livingOf(person.uid)).toBe(1);
  expect(await stateOf(person.uid)).toBe("active");
});

test("a subscriber cannot subscribe again", async () => {
  const person = await subscribed();
  const answer = await person.browser.submit(PAGE, Object.entries(CARD));
  expect(answer.status).toBe(409);
  expect(answer.text).toContain(subscriptionMessages.alreadySubscribed);
  expect(await chargesOf(person.uid)).toHaveLength(1);
});

test("an answer that was lost is asked for by the page, and the subscription completed", async () => {
  const person = await confirmed();
  const answer = await post(person, { cardNumber: TEST_CARDS.chargedThenDropped });
  expect([answer.status, answer.headers.get("Location")]).toEqual([302, PAGE]);
  expect(await stateOf(person.uid)).toBe("unknown");
  // The request that refuses the second attempt also asks the processor about the first one. Its answer sets a cookie
  // that already says that the person is subscribed.
  expect((await post(person)).status).toBe(409);
  expect(await claimsOf(person.browser)).toBe(true);
  expect((await person.browser.open(PAGE)).text).toContain("You are subscribed until");
  expect(await stateOf(person.uid)).toBe("active");
  expect(await chargesOf(person.uid)).toHaveLength(1);
});

test("a charge under review blocks another try and says so", async () => {
  const person = await confirmed();
  await post(person, { cardNumber: TEST_CARDS.held });
  const page = await person.browser.open(PAGE);
  expect(page.text).toContain(subscriptionMessages.beingChecked);
  expect(page.has("Pay $49")).toBe(false);
  await env.SIMULATOR.prepare("UPDATE charges SET outcome = 'captured' WHERE invoice_number = ?")
    .bind((await rowOf(person.uid)).id)
    .run();
  await keepHouse();
  expect(await stateOf(person.uid)).toBe("active");
});

test("a card that may not pay again gets its charge back, with a sentence and a mail", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const person = await confirmed();
  expect((await post(person, { cardNumber: TEST_CARDS.notRenewable })).status).toBe(302);
  expect(await stateOf(person.uid)).toBe("refunded");
  expect(await idOf(person.uid)).toBeNull();
  // The charge is voided immediately, without the cron.
  expect((await chargesOf(person.uid)).map(({ outcome }) => outcome)).toEqual(["voided"]);
  await keepHouse();
  const page = await person.browser.open(PAGE);
  expect(page.text).toContain(subscriptionMessages.givenBack);
  expect(await subjectsTo(person.email)).toEqual(["Your HPAIR+ payment goes back to you"]);
  // Another card may be tried immediately.
  expect((await page.press("Pay $49", CARD)).location).toBe("/plus");
});

test("cancelling keeps access and id to the period's end; then both are gone [122]", async () => {
  const person = await subscribed();
  const { browser, uid, email } = person;
  const running = await browser.open(PAGE);
  const end = /\d+ \w+ \d{4}, \d\d:\d\d E[SD]T/.source;
  expect(running.text).toMatch(new RegExp(`${subscriptionMessages.cancelEndsLater} ${end}`));
  const cancelled = await running.press("Cancel subscription");
  expect(cancelled.status).toBe(302);
  expect(await stateOf(uid)).toBe("cancelled");
  expect(await livingOf(uid)).toBe(0);
  expect(await idOf(uid)).not.toBeNull();
  const page = await browser.open(PAGE);
  expect([page.has("Resume subscription"), page.has("Cancel subscription")]).toEqual([true, false]);
  expect(page.text).toMatch(new RegExp(`You are subscribed until ${end}`));
  expect((await browser.get("/plus")).status).toBe(200);

  // First the clock is one minute before the end of the subscription, and then at the end.
  await agedTo(person, -60_000);
  await keepHouse();
  expect((await browser.get("/plus")).status).toBe(200);
  await agedTo(person, 0);
  await keepHouse();
  expect([await stateOf(uid), await idOf(uid)]).toEqual(["ended", null]);
  expect((await browser.get("/plus")).status).toBe(403);
  expect(await claimsOf(browser)).toBe(false);
  expect((await browser.open(PAGE)).text).toContain(subscriptionMessages.ended);
  expect(await subjectsTo(email)).toEqual([
    "Your HPAIR+ receipt",
    "Your HPAIR+ subscription is cancelled",
    "Your HPAIR+ subscription has ended",
  ]);
  expect(await chargesOf(uid)).toHaveLength(1);
  expect((await post(person)).status).toBe(302);
});

test("resuming makes the subscription again from the period's end and charges nothing now", async () => {
  const { browser, uid } = await subscribed();
  const before = await rowOf(uid);
  await browser.post(PAGE, { intent: "cancel" });
  expect((await (await browser.open(PAGE)).press("Resume subscription")).status).toBe(302);
  const after = await rowOf(uid);
  expect([after.state, after.paid_until]).toEqual(["active", before.paid_until]);
  expect(after.gateway_subscription_id).not.toBe(before.gateway_subscription_id);
  expect(await idOf(uid)).toBe(after.gateway_subscription_id);
  expect([await livingOf(uid), (await chargesOf(uid)).length, (await periodsOf(uid)).length]).toEqual([
    1, 1, 1,
  ]);
  expect((await browser.open(PAGE)).has("Cancel subscription")).toBe(true);
});

test("a subscription that is not cancelled is not resumed", async () => {
  const { browser } = await subscribed();
  const refused = await changingNothing(() => browser.post(PAGE, { intent: "resume" }));
  expect(refused.status).toBe(409);
});

test("a subscription that the processor has not ended yet is not resumed, and the page says to wait", async () => {
  const { browser, uid } = await subscribed();
  await browser.post(PAGE, { intent: "cancel" });
  await run("UPDATE subscriptions SET resolved_at = NULL WHERE uid = ?", uid);
  const refused = await changingNothing(() => browser.post(PAGE, { intent: "resume" }));
  expect(refused.status).toBe(409);
  expect(await refused.text()).toContain(subscriptionMessages.waitToResume);
});

test("if it cannot be resumed the page says so, and it stays cancelled with access", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const { browser, uid } = await subscribed();
  await browser.post(PAGE, { intent: "cancel" });
  await env.SIMULATOR.prepare("UPDATE charges SET card_last_four = '0044' WHERE invoice_number = ?")
    .bind((await rowOf(uid)).id)
    .run();
  const page = await (await browser.open(PAGE)).press("Resume subscription");
  expect(page.status).toBe(409);
  expect(page.text).toContain(subscriptionMessages.notResumable);
  expect(await stateOf(uid)).toBe("cancelled");
  expect((await browser.get("/plus")).status).toBe(200);
});

test("a renewal that the processor took is the next period, with its receipt", async () => {
  const person = await subscribed();
  const { uid, email } = person;
  await agedTo(person, DAY);
  const { paid_until } = await rowOf(uid);
  await keepHouse();
  const renewed = await rowOf(uid);
  expect(renewed.state).toBe("active");
  const periods = await periodsOf(uid);
  expect(periods).toHaveLength(2);
  expect(periods[1]).toMatchObject({ period_from: paid_until, amount_cents: 4900 });
  expect(renewed.paid_until).toBe(periods[1]!.period_until);
  expect(await chargesOf(uid)).toHaveLength(2);
  expect(await subjectsTo(email)).toEqual(["Your HPAIR+ receipt", "Your HPAIR+ receipt"]);
  await keepHouse({}, TENTH);
  expect(await periodsOf(uid)).toHaveLength(2);
});

test("a renewal that failed leaves access for three days, and no longer", async () => {
  const person = await subscribed();
  const { uid, browser, email } = person;
  await agedTo(person, 1000);
  const { id } = await rowOf(uid);
  await env.SIMULATOR.prepare("UPDATE recurrences SET status = 'suspended' WHERE invoice_number = ?")
    .bind(id)
    .run();
  await keepHouse();
  expect(await stateOf(uid)).toBe("past_due");
  expect((await browser.open(PAGE)).text).toContain(subscriptionMessages.pastDue);
  await agedTo(person, GRACE - 60_000);
  await run("UPDATE subscriptions SET lease_until = 0 WHERE id = ?", id);
  await keepHouse();
  expect(await stateOf(uid)).toBe("past_due");
  expect((await browser.get("/plus")).status).toBe(200);
  await agedTo(person, GRACE);
  await run("UPDATE subscriptions SET lease_until = 0 WHERE id = ?", id);
  await keepHouse();
  await keepHouse();
  expect([await stateOf(uid), await idOf(uid), await livingOf(uid)]).toEqual(["ended", null, 0]);
  expect(await subjectsTo(email)).toEqual([
    "Your HPAIR+ receipt",
    "Your HPAIR+ subscription could not be renewed",
    "Your HPAIR+ subscription has ended",
  ]);
});

test("after a renewal that failed, cancelling ends it at once, and the page and the mails say so", async () => {
  const person = await subscribed();
  const { uid, browser, email } = person;
  expect((await browser.open(PAGE)).text).toContain("You can still watch everything until");
  await agedTo(person, DAY);
  await env.SIMULATOR.prepare("UPDATE recurrences SET status = 'suspended' WHERE invoice_number = ?")
    .bind((await rowOf(uid)).id)
    .run();
  await keepHouse();
  const page = await browser.open(PAGE);
  expect(page.text).toContain(subscriptionMessages.cancelEndsNow);
  expect(page.text).not.toContain("You can still watch everything until");
  expect((await page.press("Cancel subscription")).status).toBe(302);
  expect((await browser.open(PAGE)).text).toContain(subscriptionMessages.ended);
  await keepHouse();
  expect([await stateOf(uid), await idOf(uid), await livingOf(uid)]).toEqual(["ended", null, 0]);
  expect(await subjectsTo(email)).toEqual([
    "Your HPAIR+ receipt",
    "Your HPAIR+ subscription could not be renewed",
    "Your HPAIR+ subscription has ended",
  ]);
});

test("a receipt is its owner's alone", async () => {
  const { browser, uid, email } = await subscribed();
  const [period] = await periodsOf(uid);
  const receipt = await browser.open(`/plus/receipt/${period!.id}`);
  for (const words of [period!.id, email, "$49", "1111", "HPAIR+"]) expect(receipt.text).toContain(words);
  expect(receipt.text).not.toContain("Given back");
  const other = await subscribed();
  expect((await other.browser.get(`/plus/receipt/${period!.id}`)).status).toBe(404);
  expect((await new Browser().get(`/plus/receipt/${period!.id}`)).status).toBe(401);
});

test("if a renewed one is ended with a refund, only the last receipt says so", async () => {
  const director = await signedIn("director");
  const person = await subscribed();
  await agedTo(person, DAY);
  await keepHouse();
  const { id } = await rowOf(person.uid);
  const ended = await director.post(`/admin/subscriptions/${id}`, { reason: "Asked by mail" });
  expect(ended.status).toBe(302);
  const periods = await periodsOf(person.uid);
  const said = [];
  for (const period of periods)
    said.push((await person.browser.open(`/plus/receipt/${period.id}`)).text.includes("Given back"));
  expect(said).toEqual([false, true]);
  const { results } = await env.SIMULATOR.prepare(
    "SELECT charge_id FROM refunds WHERE charge_id IN (SELECT value FROM json_each(?))",
  )
    .bind(JSON.stringify(periods.map(({ transaction_id }) => transaction_id)))
    .all();
  expect(results).toEqual([{ charge_id: periods[1]!.transaction_id }]);
});

test("a refund requested again takes nothing from the subscription that came after", async () => {
  const director = await signedIn("director");
  const person = await subscribed();
  const { id } = await rowOf(person.uid);
  const refund = () => director.post(`/admin/subscriptions/${id}`, { reason: "Asked by mail" });
  expect((await refund()).status).toBe(302);
  expect((await post(person)).status).toBe(302);
  expect((await changingNothing(refund)).status).toBe(409);
  expect((await person.browser.get("/plus")).status).toBe(200);
});

test("a subscription being resumed is not ended by a refund, and keeps access", async () => {
  const director = await signedIn("director");
  const { browser, uid } = await subscribed();
  const { id } = await rowOf(uid);
  await run("UPDATE subscriptions SET state = 'charged' WHERE id = ?", id);
  const refund = () => director.post(`/admin/subscriptions/${id}`, { reason: "Asked by mail" });
  expect((await changingNothing(refund)).status).toBe(409);
  expect((await browser.get("/plus")).status).toBe(200);
  await run("UPDATE subscriptions SET state = 'active' WHERE id = ?", id);
});

test("what is charged and not yet recurring is being set up, opens nothing, and is completed", async () => {
  const { browser, uid } = await subscribed();
  const { id } = await rowOf(uid);
  await run("DELETE FROM subscription_periods WHERE subscription_id = ?", id);
  await run("UPDATE users SET hpair_plus_subscription_id = NULL WHERE uid = ?", uid);
  await run(
    "UPDATE subscriptions SET state = 'charged', gateway_subscription_id = NULL, lease_until = ? WHERE id = ?",
    Date.now() + DAY,
    id,
  );
  const page = await browser.open(PAGE);
  expect(page.text).toContain(subscriptionMessages.beingSetUp);
  expect(page.text).not.toContain("You are subscribed");
  expect(page.has("Pay $49")).toBe(false);
  expect((await browser.get("/plus")).status).toBe(403);
  await run("UPDATE subscriptions SET lease_until = 0 WHERE id = ?", id);
  await keepHouse();
  expect(await stateOf(uid)).toBe("active");
  expect((await browser.get("/plus")).status).toBe(200);
});

test("a director finds a subscription, ends it and has its last period given back", async () => {
  const director = await signedIn("director");
  const { browser, uid, email } = await subscribed();
  const { id } = await rowOf(uid);
  const list = await director.open(`/admin/subscriptions?search=${email.slice(0, -8)}&state=active`);
  expect(list.text).toContain(email);
  expect((await director.open(`/admin/subscriptions?search=nobody`)).text).toContain("No subscriptions here");
  const page = await director.open(`/admin/subscriptions/${id}`);
  expect((await page.press("End and refund $49")).status).toBe(400);
  expect((await page.press("End and refund $49", { reason: "Asked by mail" })).status).toBe(302);
  await keepHouse();
  expect([await stateOf(uid), await idOf(uid), await livingOf(uid)]).toEqual(["refunded", null, 0]);
  expect((await rowOf(uid)).resolved_at).not.toBeNull();
  expect((await chargesOf(uid)).map(({ outcome }) => outcome)).toEqual(["voided"]);
  expect((await browser.get("/plus")).status).toBe(403);
  const [period] = await periodsOf(uid);
  expect((await browser.open(`/plus/receipt/${period!.id}`)).text).toContain("Given back");
  const again = await page.press("End and refund $49", { reason: "Again" });
  expect([again.status, again.text]).toEqual([
    409,
    expect.stringContaining(refundMessages.staff.typed("Again")),
  ]);
  expect(again.text).toContain(subscriptionMessages.nothingToRefund);
  const acts = await rows<{ action: string; actor_uid: string | null }>(
    "SELECT action, actor_uid FROM audit WHERE object = ? ORDER BY rowid",
    `subscriptions/${id}`,
  );
  expect(acts.map(({ action }) => action)).toEqual([
    "subscription charged",
    "subscription active",
    "subscription refunded",
  ]);
  expect(acts[2]!.actor_uid).toBe(demoUid("director"));
  expect(await subjectsTo(email)).toContain("Your HPAIR+ payment goes back to you");
});

test("of a processor that is not connected it is not given back here, and the page says why", async () => {
  const director = await signedIn("director");
  const { uid } = await subscribed();
  const { id } = await rowOf(uid);
  const [path, button] = [`/admin/subscriptions/${id}`, "End and refund $49"];
  const before = await director.open(path);
  expect(before.has(button)).toBe(true);
  await run("UPDATE subscriptions SET gateway = 'another' WHERE id = ?", id);
  const away = refundMessages.staff.processorAway("another");
  const page = await director.open(path);
  expect(page.text).toContain(away);
  expect(page.has(button)).toBe(false);
  expect(page.text).not.toContain(refundMessages.staff.nothingToRefund);
  const refused = await before.press(button, { reason: "Asked by mail" });
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(away);
  expect(refused.text).toContain(refundMessages.staff.typed("Asked by mail"));
  await run("UPDATE subscriptions SET gateway = 'simulator' WHERE id = ?", id);
});

test("what was paid by a charge that is not known cannot be given back, and goes on", async () => {
  const director = await signedIn("director");
  const { uid } = await subscribed();
  const { id } = await rowOf(uid);
  await run("UPDATE subscription_periods SET transaction_id = NULL WHERE subscription_id = ?", id);
  const refused = await changingNothing(() =>
    director.post(`/admin/subscriptions/${id}`, { reason: "Asked by mail" }),
  );
  expect(refused.status).toBe(409);
  const [period] = await periodsOf(uid);
  const { transaction_id } = await row<{ transaction_id: string }>(
    "SELECT transaction_id FROM subscriptions WHERE id = ?",
    id,
  );
  await run("UPDATE subscription_periods SET transaction_id = ? WHERE id = ?", transaction_id, period!.id);
});

test("the list goes on where a page ends", async () => {
  const uids = Array.from({ length: 55 }, (_, index) => `listed-${index}`.padEnd(28, "x"));
  await env.DB.batch([
    ...uids.map((uid) =>
      env.DB.prepare(
        "INSERT INTO users (uid, email, email_key, password_hash, created_at) VALUES (?1, ?1 || '@x.example', ?1 || '@x.example', '', 0)",
      ).bind(uid),
    ),
    ...uids.map((uid, index) =>
      env.DB.prepare(
        "INSERT INTO subscriptions (id, uid, title, amount_cents, interval_months, state, gateway, lease_until, created_at) VALUES (?, ?, 'HPAIR+', 4900, 12, 'released', 'simulator', 0, 0)",
      ).bind(`listed${String(index).padStart(14, "a")}`, uid),
    ),
  ]);
  const director = await signedIn("director");
  const first = await director.open("/admin/subscriptions?search=listed-&state=released");
  const older = /href="(\?[^"]*)" rel="next"/.exec(first.html)?.[1]?.replaceAll("&amp;", "&");
  const second = await director.open(`/admin/subscriptions${older!}`);
  const emails = [...`${first.html}${second.html}`.matchAll(/listed-\d+x*@x\.example/g)].map(
    ([email]) => email,
  );
  expect(emails).toHaveLength(55);
  expect(new Set(emails).size).toBe(55);
});

test.each([
  "reviewer",
  "signed",
  "subscriber",
])("%s is kept away from the directors' list", async (account) => {
  const browser = await signedIn(account);
  expect((await browser.get("/admin/subscriptions")).status).toBe(403);
  const { id } = await rowOf(demoUid("subscriber"));
  expect((await browser.post(`/admin/subscriptions/${id}`, { reason: "x" })).status).toBe(403);
  expect(await stateOf(demoUid("subscriber"))).toBe("active");
});

test("a capture whose row was lost is written again, and completed with what the processor has", async () => {
  const { uid } = await subscribed();
  const { id, gateway_subscription_id } = await rowOf(uid);
  await run("DELETE FROM subscription_periods WHERE subscription_id = ?", id);
  await run("DELETE FROM subscriptions WHERE id = ?", id);
  await run("UPDATE users SET hpair_plus_subscription_id = NULL WHERE uid = ?", uid);
  await keepHouse({}, TENTH);
  expect(await rowOf(uid)).toMatchObject({ id, state: "active", gateway_subscription_id });
  expect(await idOf(uid)).toBe(gateway_subscription_id);
  expect([await livingOf(uid), (await chargesOf(uid)).length]).toEqual([1, 1]);
});

test("what was cancelled before its row was lost is not begun again", async () => {
  const { uid, browser } = await subscribed();
  await browser.post(PAGE, { intent: "cancel" });
  const { id } = await rowOf(uid);
  await run("DELETE FROM subscription_periods WHERE subscription_id = ?", id);
  await run("DELETE FROM subscriptions WHERE id = ?", id);
  await run("UPDATE users SET hpair_plus_subscription_id = NULL WHERE uid = ?", uid);
  await keepHouse({}, TENTH);
  expect([await stateOf(uid), await livingOf(uid)]).toEqual(["cancelled", 0]);
  expect((await browser.get("/plus")).status).toBe(200);
});

test("a subscription that ends after a change of processor is stopped at its own one, once that is there", async () => {
  const person = await subscribed();
  const changed = { ...TOKENS, SIMULATOR: undefined };
  const asked = processor({
    ARBGetSubscriptionListRequest: () => ({ totalNumInResultSet: 0, subscriptionDetails: [] }),
    getUnsettledTransactionListRequest: () => ({ totalNumInResultSet: 0, transactions: [] }),
    getSettledBatchListRequest: () => ({ batchList: [] }),
  });
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  person.browser.send = (request) => answerWith(changed, request);
  expect((await person.browser.post(PAGE, { intent: "cancel" })).status).toBe(302);
  const { id } = await rowOf(person.uid);
  for (let times = 0; times < 3; times += 1) {
    await run("UPDATE subscriptions SET lease_until = 1, unseen_since = 1 WHERE id = ?", id);
    await keepHouse(changed, TENTH);
  }
  expect(asked.mock.calls.map(([, init]) => String(init!.body)).join()).not.toContain(id);
  expect(await rowOf(person.uid)).toMatchObject({ state: "cancelled", resolved_at: null });
  expect(await livingOf(person.uid)).toBe(1);
  expect(log.mock.calls.some(([line]) => String(line).includes("is still connected (subscriptions/"))).toBe(
    true,
  );
  const director = await signedIn("director");
  director.send = (request) => answerWith(changed, request);
  const page = await director.open(`/admin/subscriptions/${id}`);
  expect(page.text).toContain("no longer connected to the portal");
  const refused = await changingNothing(() =>
    director.post(`/admin/subscriptions/${id}`, { reason: "Asked for" }),
  );
  expect(refused.status).toBe(409);

  await run("UPDATE subscriptions SET lease_until = 1 WHERE id = ?", id);
  await keepHouse(TOKENS);
  expect((await rowOf(person.uid)).resolved_at).not.toBeNull();
  expect(await livingOf(person.uid)).toBe(0);
});

test("no card number is stored, logged or shown", async () => {
  const logged: unknown[] = [];
  vi.spyOn(console, "error").mockImplementation((...parts) => void logged.push(...parts));
  const person = await confirmed();
  const pages: string[] = [];
  for (const more of [{ cardCode: "1" }, { price: "1" }, {}, {}] as Record<string, string>[]) {
    pages.push(await (await post(person, { cardNumber: CANARY, ...more })).text());
  }
  for (const path of [PAGE, "/plus"]) pages.push(await (await person.browser.get(path)).text());
  const held = JSON.stringify([await everything(), pages, logged.map(String)]).replace(/[^0-9]/g, "");
  expect(held).not.toContain(CANARY);
});

test("the checker finds nothing wrong with any of this", async () => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const found = await findings();
  expect(found.filter(({ rule }) => /subscri|HPAIR|period/.test(rule))).toEqual([]);
  logged.mockRestore();
});
