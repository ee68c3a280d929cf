import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { chargeMessages } from "~/money/cards/messages.ts";
import { TEST_CARDS } from "~/money/processor/test-cards.ts";
import { subscriptionMessages } from "~/money/subscriptions/messages.ts";
import { GRACE } from "~/money/subscriptions/subscription.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { DAY } from "~/values/durations.ts";
import { confirmed, type Delegate } from "../../support/people.ts";
import { processor, TOKENS } from "../../support/processor.ts";
import { changingNothing, everything, row, rows, run } from "../../support/storage.ts";
import { answerWith, keepHouse } from "../../support/worker.ts";

const PAGE = "/plus/card";
const HOME = "/plus/subscribe";
const CANARY = "5425 2334 3010 9903";

const FIRST = { firstName: "Mei", lastName: "Chen", cardNumber: "4111 1111 1111 1111" };
const CARD = { ...FIRST, cardNumber: CANARY, expirationDate: "12/30", cardCode: "123" };

type Row = {
  id: string;
  state: string;
  card_brand: string;
  card_last_four: string;
  card_change_until: number | null;
  paid_until: number;
  lease_until: number;
  gateway_subscription_id: string;
};

// The tests send more cards from one network than the portal allows.
beforeEach(() => run("DELETE FROM counters"));

afterEach(() => vi.restoreAllMocks());

const rowOf = ({ uid }: Delegate) => row<Row>("SELECT * FROM subscriptions WHERE uid = ?", uid);
const cardOf = async (person: Delegate) => {
  const { card_brand, card_last_four, card_change_until } = await rowOf(person);
  return { brand: card_brand, lastFour: card_last_four, open: card_change_until !== null };
};
const CHANGED = { brand: "Mastercard", lastFour: "9903", open: false };
const UNCHANGED = { brand: "Visa", lastFour: "1111", open: false };
const triesOf = ({ uid }: Delegate) =>
  rows<{ count: number }>(
    "SELECT count FROM counters WHERE key = ?",
    `payment-burst:${fingerprint(uid).slice(0, 32)}`,
  );
const mailsOf = async ({ uid }: Delegate) =>
  rows<{ subject: string }>(
    "SELECT subject FROM outbox WHERE recipient = (SELECT email FROM users WHERE uid = ?) AND subject LIKE '%card%changed'",
    uid,
  );
const auditOf = async (person: Delegate) =>
  rows<{ actor_uid: string | null; detail: string }>(
    "SELECT actor_uid, detail FROM audit WHERE action = 'subscription card changed' AND object = ?",
    `subscriptions/${(await rowOf(person)).id}`,
  );

async function subscribed(): Promise<Delegate> {
  const person = await confirmed();
  const card = { ...FIRST, expirationDate: "12/30", cardCode: "123" };
  const answer = await person.browser.post(HOME, { intent: "subscribe", price: "49", ...card });
  expect(answer.headers.get("Location")).toBe("/plus");
  return person;
}

async function change(person: Delegate, typed: Record<string, string> = CARD) {
  const page = await person.browser.open(PAGE);
  expect(page.status).toBe(200);
  return page.press("Save card", typed);
}

/** Moves the paid time so that its end was this many milliseconds ago. */
async function agedTo(person: Delegate, since: number) {
  const { id, paid_until } = await rowOf(person);
  const by = paid_until - Date.now() + since;
  await run(
    "UPDATE subscriptions SET paid_until = paid_until - ?, lease_until = lease_until - ? WHERE id = ?",
    by,
    by,
    id,
  );
  await env.SIMULATOR.prepare("UPDATE recurrences SET start_date = ? WHERE invoice_number = ?")
    .bind(new Date(paid_until - by).toISOString().slice(0, 10), id)
    .run();
}

test("the stored card is shown masked, and unchanged values are accepted and sent to nobody [164, 181]", async () => {
  const person = await subscribed();
  const home = await person.browser.open(HOME);
  expect(home.html).toContain('href="/plus/card"');
  const page = await person.browser.open(PAGE);
  expect(Object.fromEntries(page.form("Save card").fields)).toMatchObject({
    cardNumber: "XXXX1111",
    expirationDate: "XXXX",
    cardCode: "",
  });
  const saved = await page.press("Save card");
  expect([saved.status, saved.location]).toEqual([302, `${HOME}?card=same`]);
  expect((await saved.follow()).text).toContain(subscriptionMessages.cardUnchanged);
  expect(await cardOf(person)).toEqual(UNCHANGED);
  expect(await mailsOf(person)).toEqual([]);
  expect(await triesOf(person)).toEqual([{ count: 1 }]);
});

test("another card pays from then on: our row follows, its owner is told, and the next period is charged to it", async () => {
  const person = await subscribed();
  const saved = await change(person);
  expect([saved.status, saved.location]).toEqual([302, `${HOME}?card=changed`]);
  const home = await saved.follow();
  expect(home.text).toContain(subscriptionMessages.cardChanged);
  expect(home.text).toContain("Mastercard ending in 9903");
  expect(await cardOf(person)).toEqual(CHANGED);
  expect(await mailsOf(person)).toHaveLength(1);
  expect(await auditOf(person)).toMatchObject([{ actor_uid: person.uid }]);
  const { lease_until, paid_until } = await rowOf(person);
  expect(lease_until).toBe(paid_until);

  await agedTo(person, DAY);
  await keepHouse();
  expect(await rowOf(person)).toMatchObject({ state: "active" });
  const { gateway_subscription_id: id } = await rowOf(person);
  const { results } = await env.SIMULATOR.prepare(
    "SELECT card_last_four FROM charges WHERE transaction_id GLOB ?",
  )
    .bind(`${id}-*`)
    .all();
  expect(results).toEqual([{ card_last_four: "9903" }]);
});

test("the receipt of a period names the card that paid for it, or no card", async () => {
  const person = await subscribed();
  await run("UPDATE subscription_periods SET created_at = created_at - 1000");
  await change(person);
  await agedTo(person, DAY);
  await keepHouse();
  const { id } = await rowOf(person);
  const [first, second] = await rows<{ id: string }>(
    "SELECT id FROM subscription_periods WHERE subscription_id = ? ORDER BY created_at",
    id,
  );
  const before = await person.browser.open(`/plus/receipt/${first!.id}`);
  expect(before.text).toContain("Total paid $49");
  expect(before.text).not.toMatch(/9903|1111|Card /);
  expect((await person.browser.open(`/plus/receipt/${second!.id}`)).text).toContain(
    "Mastercard ending in 9903",
  );
});

test("the same number with another expiry date needs no code, and is a change", async () => {
  const person = await subscribed();
  const saved = await change(person, { expirationDate: "11/31" });
  expect(saved.location).toBe(`${HOME}?card=changed`);
  expect(await cardOf(person)).toEqual(UNCHANGED);
  expect(await mailsOf(person)).toHaveLength(1);
});

test.each([
  [{ cardNumber: CANARY }, "Expiry date: Invalid month or year."],
  [{ cardNumber: CANARY, expirationDate: "12/30" }, "Security code: This field is required"],
  [{ cardNumber: "XXXX2222" }, "Card number: Invalid card number"],
  [{ expirationDate: "12/20" }, "Expiry date: Invalid month or year."],
  [{ expirationDate: "" }, "Expiry date: This field is required"],
])("%o is refused (%s), and the form shows the stored card again", async (typed, sentence) => {
  const person = await subscribed();
  const refused = await changingNothing(() => change(person, typed));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(sentence);
  expect(refused.html).not.toContain(CANARY);
  expect(Object.fromEntries(refused.form("Save card").fields)).toMatchObject({
    cardNumber: "XXXX1111",
    expirationDate: "XXXX",
  });
});

test("a card that is refused leaves the one before, and the next try goes through at once", async () => {
  const person = await subscribed();
  const refused = await change(person, { ...CARD, cardNumber: TEST_CARDS.declined });
  expect(refused.status).toBe(402);
  expect(refused.text).toContain(subscriptionMessages.cardRefused);
  expect(await cardOf(person)).toEqual(UNCHANGED);
  expect((await refused.press("Save card", CARD)).location).toBe(`${HOME}?card=changed`);
  expect(await cardOf(person)).toEqual(CHANGED);
});

test("after a lost answer the processor is asked which card it has", async () => {
  const person = await subscribed();
  const open = await change(person, { ...CARD, cardNumber: TEST_CARDS.chargedThenDropped });
  expect([open.status, open.location]).toEqual([302, HOME]);
  expect(await cardOf(person)).toEqual({ ...UNCHANGED, open: true });
  expect(await mailsOf(person)).toEqual([]);
  const home = await open.follow();
  expect(home.text).toContain("Visa ending in 0036");
  expect(await cardOf(person)).toEqual({ brand: "Visa", lastFour: "0036", open: false });
  expect(await mailsOf(person)).toHaveLength(1);
  expect(await auditOf(person)).toMatchObject([{ actor_uid: null }]);
});

test("the cron finds out that a card was never accepted, and nobody is told of a change", async () => {
  const person = await subscribed();
  const open = await change(person, { ...CARD, cardNumber: TEST_CARDS.timeout });
  expect(open.location).toBe(HOME);
  await keepHouse();
  expect(await cardOf(person)).toEqual(UNCHANGED);
  expect(await mailsOf(person)).toEqual([]);
  const { lease_until, paid_until } = await rowOf(person);
  expect(lease_until).toBe(paid_until);
});

test("a worker that was killed while it waited is followed by the cron", async () => {
  const person = await subscribed();
  const { gateway_subscription_id: id } = await rowOf(person);
  await env.SIMULATOR.prepare("INSERT INTO changed_cards VALUES (?, 'Mastercard', '9903')").bind(id).run();
  await run(
    "UPDATE subscriptions SET card_change_until = ?, lease_until = ? WHERE uid = ?",
    Date.now() - 1,
    Date.now() - 1,
    person.uid,
  );
  await keepHouse();
  expect(await cardOf(person)).toEqual(CHANGED);
});

test("of two changes at once one gets to the processor, and the other says so", async () => {
  const person = await subscribed();
  const slow = { ...CARD, cardNumber: TEST_CARDS.timeout };
  const page = await person.browser.open(PAGE);
  const answers = await Promise.all([page.press("Save card", slow), page.press("Save card", slow)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409]);
  expect(answers.find(({ status }) => status === 409)!.text).toContain(subscriptionMessages.cardInProgress);
  expect(await triesOf(person)).toEqual([{ count: 2 }]);
});

test("a cancellation during a change is brought to the processor at once, not when the paid time is over", async () => {
  const person = await subscribed();
  const page = await person.browser.open(PAGE);
  const changing: string[] = [];
  const SIMULATOR = {
    prepare(sql: string) {
      if (sql.includes("changed_cards VALUES")) changing.push(sql);
      return env.SIMULATOR.prepare(sql);
    },
    async batch(statements: D1PreparedStatement[]) {
      if (changing.length === 1) {
        changing.push("cancelled");
        await run(
          "UPDATE subscriptions SET state = 'cancelled', resolved_at = NULL, cancelled_at = ?1, lease_until = ?1 WHERE uid = ?2",
          Date.now(),
          person.uid,
        );
      }
      return env.SIMULATOR.batch(statements);
    },
  };
  const { send } = person.browser;
  person.browser.send = (request) => answerWith({ SIMULATOR }, request);
  expect((await page.press("Save card", CARD)).location).toBe(`${HOME}?card=changed`);
  person.browser.send = send;
  expect(await cardOf(person)).toEqual(CHANGED);
  await keepHouse();
  const { gateway_subscription_id: id } = await rowOf(person);
  expect(
    await env.SIMULATOR.prepare("SELECT status FROM recurrences WHERE id = ?").bind(id).first("status"),
  ).toBe("ended");
});

test("a change counts as a try with a card, and after five there is a wait", async () => {
  const person = await subscribed();
  const declined = { ...CARD, cardNumber: TEST_CARDS.declined };
  for (let tries = 0; tries < 4; tries++) expect((await change(person, declined)).status).toBe(402);
  const refused = await change(person);
  expect(refused.status).toBe(429);
  expect(await cardOf(person)).toEqual(UNCHANGED);
});

test("a payment that failed is tried again with the other card", async () => {
  const person = await subscribed();
  await agedTo(person, DAY);
  const { id } = await rowOf(person);
  await env.SIMULATOR.prepare("UPDATE recurrences SET status = 'suspended' WHERE invoice_number = ?")
    .bind(id)
    .run();
  await keepHouse();
  expect(await rowOf(person)).toMatchObject({ state: "past_due" });
  expect((await person.browser.open(HOME)).text).toContain(subscriptionMessages.pastDue);
  const saved = await change(person);
  expect((await saved.follow()).text).toContain(subscriptionMessages.cardChangedPastDue);
  await run("UPDATE subscriptions SET lease_until = 0 WHERE id = ?", id);
  await keepHouse();
  expect(await rowOf(person)).toMatchObject({ state: "active", card_last_four: "9903" });
});

test("on the last day it can be changed, and not once access is over", async () => {
  const person = await subscribed();
  await agedTo(person, GRACE - 60_000);
  await env.SIMULATOR.prepare("UPDATE recurrences SET start_date = '2999-01-01' WHERE invoice_number = ?")
    .bind((await rowOf(person)).id)
    .run();
  await run("UPDATE subscriptions SET lease_until = ? WHERE uid = ?", Date.now() + DAY, person.uid);
  expect((await change(person)).location).toBe(`${HOME}?card=changed`);
  const page = await person.browser.open(PAGE);
  await run(
    "UPDATE subscriptions SET paid_until = ?, lease_until = ? WHERE uid = ?",
    Date.now() - GRACE,
    Date.now() + DAY,
    person.uid,
  );
  const refused = await page.press("Save card", CARD);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(subscriptionMessages.notRunning);
});

test("the card of a cancelled one is not changed, and the page says what to do first", async () => {
  const person = await subscribed();
  const open = await person.browser.open(PAGE);
  await person.browser.post(HOME, { intent: "cancel" });
  const page = await person.browser.open(PAGE);
  expect(page.text).toContain(subscriptionMessages.cardOfCancelled);
  expect(page.has("Save card")).toBe(false);
  const refused = await open.press("Save card", CARD);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(subscriptionMessages.cardOfCancelled);
  expect(await cardOf(person)).toEqual(UNCHANGED);
});

test("nobody without a subscription gets there", async () => {
  const { browser } = await confirmed();
  expect((await browser.get(PAGE)).status).toBe(403);
  expect((await changingNothing(() => browser.post(PAGE, CARD))).status).toBe(403);
});

test("no card number is stored or shown", async () => {
  const person = await subscribed();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const shown = [
    (await change(person)).html,
    (await change(person, { ...CARD, cardCode: "12" })).html,
    (await person.browser.open(HOME)).html,
  ];
  const digits = CANARY.replaceAll(" ", "");
  const stored = JSON.stringify(await everything()) + shown.join() + log.mock.calls.join();
  expect(stored).not.toContain(digits);
  expect(stored).not.toContain(CANARY);
});

test("if no card number may come to us, the processor's token changes the card", async () => {
  const person = await subscribed();
  const { browser } = person;
  await run(
    "UPDATE subscriptions SET gateway = 'authorize-net', gateway_subscription_id = '77' WHERE uid = ?",
    person.uid,
  );
  browser.send = (request) => answerWith(TOKENS, request);
  const page = await browser.open(PAGE);
  expect(page.text).toContain(chargeMessages.cardNeedsScript);
  expect(page.html).not.toContain("XXXX1111");
  // Two posts are refused: the form of a browser without scripts, and a post that contains a card number.
  const names = { firstName: "Mei", lastName: "Chen" };
  const refused = await page.press("Save card", names);
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(chargeMessages.cardNeedsScript);
  expect((await browser.post(PAGE, CARD)).status).toBe(400);

  const sent: Record<string, unknown>[] = [];
  const creditCard = { cardNumber: "XXXX9903", expirationDate: "XXXX", cardType: "MasterCard" };
  const paymentProfile = { customerPaymentProfileId: "6", billTo: {}, payment: { creditCard } };
  processor({
    ARBGetSubscriptionRequest: () => ({
      subscription: { status: "active", profile: { customerProfileId: "5", paymentProfile } },
    }),
    updateCustomerPaymentProfileRequest: (asked) => {
      sent.push(asked);
      return {};
    },
  });
  const token = { dataDescriptor: "COMMON.ACCEPT.INAPP.PAYMENT", dataValue: "nonce" };
  const saved = await browser.post(PAGE, { ...names, ...token });
  expect(saved.headers.get("Location")).toBe(`${HOME}?card=changed`);
  expect(sent).toMatchObject([
    { customerProfileId: "5", paymentProfile: { payment: { opaqueData: token } } },
  ]);
  expect(await cardOf(person)).toEqual({ brand: "MasterCard", lastFour: "9903", open: false });
});
