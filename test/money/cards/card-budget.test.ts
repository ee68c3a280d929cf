import { beforeEach, expect, test } from "vitest";
import { chargeMessages } from "~/money/cards/messages.ts";
import { TEST_CARDS } from "~/money/processor/test-cards.ts";
import { Browser } from "../../support/browser.ts";
import { askers, payFor } from "../../support/groups.ts";
import { confirmed, type Delegate, readyToPay } from "../../support/people.ts";
import { chargesOf, run } from "../../support/storage.ts";
import { taker } from "../../support/transfers.ts";

// How many cards may be sent to the processor, and by whom: docs/decisions/0059-what-a-card-may-cost.md.

const CARD = { firstName: "Mei", lastName: "Chen", expirationDate: "12/30", cardCode: "123" };
const DECLINED = { ...CARD, cardNumber: TEST_CARDS.declined };
const APPROVED = { ...CARD, cardNumber: TEST_CARDS.approved };

beforeEach(() => run("DELETE FROM counters"));

let networks = 0;
/** A network (/24) that nobody else uses. */
const newNetwork = () => `100.64.${++networks}`;

/** Somebody whose browser has an address in this network. */
async function at(network: string, make: () => Promise<Delegate> = confirmed): Promise<Delegate> {
  const person = await make();
  const browser = new Browser(`${network}.${1 + Math.floor(Math.random() * 250)}`);
  for (const [name, value] of person.browser.cookies) browser.cookies.set(name, value);
  return { ...person, browser };
}

const people = (number: number, network: () => string) =>
  Promise.all(Array.from({ length: number }, () => at(network())));

const subscribe = ({ browser }: Delegate, card: Record<string, string>) =>
  browser.post("/plus/subscribe", { intent: "subscribe", price: "49", ...card });

const payForPass = ({ browser }: Delegate, card: Record<string, string> = APPROVED) =>
  browser.post("/register", {
    ...{ ...card, intent: "pay", passType: "goldPlus", intendedPassCost: "495", total: "495" },
  });

const cardsOf = async (senders: Delegate[]) =>
  (await Promise.all(senders.map(({ uid }) => chargesOf(uid)))).flat().length;

test("24 new accounts of one network that send cards at once get ten of them to the processor", async () => {
  const network = newNetwork();
  const thieves = await people(24, () => network);
  const answers = await Promise.all(
    thieves.flatMap((thief) => [subscribe(thief, DECLINED), subscribe(thief, APPROVED)]),
  );
  expect(await cardsOf(thieves)).toBe(10);
  const refused = answers.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThanOrEqual(14);
  expect(refused[0]!.headers.get("Retry-After")).toBe("3600");
  const { text } = await thieves[0]!.browser.submit("/plus/subscribe", [
    ...Object.entries({ intent: "subscribe", price: "49", ...DECLINED }),
  ]);
  expect(text).toMatch(/already subscribed|Too many cards/);
});

test("the same from 24 networks is stopped after ten cards that are declined", async () => {
  const thieves = await people(24, newNetwork);
  const answers = await Promise.all(thieves.map((thief) => subscribe(thief, DECLINED)));
  expect(await cardsOf(thieves)).toBe(10);
  const refused = answers.find(({ status }) => status === 429)!;
  expect(await refused.text()).toContain(chargeMessages.tooManyCards(60));
});

test("cards that are accepted stop nobody elsewhere", async () => {
  for (const person of await people(12, newNetwork)) {
    expect((await subscribe(person, APPROVED)).headers.get("Location")).toBe("/plus");
  }
});

test("who was accepted pays on the same network and while others are stopped, for a pass and for HPAIR+", async () => {
  const network = newNetwork();
  for (const thief of await people(12, () => network)) await subscribe(thief, DECLINED);
  const stranger = await at(newNetwork());
  expect((await subscribe(stranger, APPROVED)).status).toBe(429);
  const accepted = await at(network, readyToPay);
  expect((await payForPass(accepted)).headers.get("Location")).toMatch(/^\/payment\//);
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", accepted.uid);
  expect((await subscribe(accepted, APPROVED)).headers.get("Location")).toBe("/plus");
});

test("a decision that nobody may see yet changes nothing", async () => {
  const network = newNetwork();
  for (const thief of await people(10, () => network)) await subscribe(thief, DECLINED);
  const unreleased = await at(network, readyToPay);
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", unreleased.uid);
  await run("UPDATE decisions SET set_at = ? WHERE uid = ?", 8_640_000_000_000_000, unreleased.uid);
  expect((await subscribe(unreleased, APPROVED)).status).toBe(429);
});

test("another card for a subscription is counted like any card", async () => {
  const network = newNetwork();
  const subscriber = await at(network);
  expect((await subscribe(subscriber, APPROVED)).status).toBe(302);
  for (const person of await people(9, () => network)) await subscribe(person, APPROVED);
  const page = await subscriber.browser.open("/plus/card");
  const refused = await page.press("Save card", { ...CARD, cardNumber: "5425 2334 3010 9903" });
  expect(refused.status).toBe(429);
  expect(refused.text).toContain(chargeMessages.tooManyCards(60));
});

test("who pays for others is admitted by a decision of their own alone: on one network, and while others are stopped", async () => {
  const network = newNetwork();
  for (const person of await people(10, () => network)) await subscribe(person, APPROVED);
  const [there, elsewhere] = [await at(network), await at(newNetwork())];
  const [invited] = await askers(1, there.email);
  expect((await payFor(there.browser, [invited!])).status).toBe(429);
  // The ten accepted cards do not stop a payer on another network. Ten declined cards stop this payer, although they
  // were typed on other networks.
  const [other, another] = await askers(2, elsewhere.email);
  expect((await payFor(elsewhere.browser, [other!])).status).toBe(302);
  for (const thief of await people(10, newNetwork)) await subscribe(thief, DECLINED);
  expect((await payFor(elsewhere.browser, [another!])).status).toBe(429);
  expect(await chargesOf(there.uid)).toHaveLength(0);
  expect(await chargesOf(elsewhere.uid)).toHaveLength(1);

  const accepted = await at(network, taker);
  const [friend] = await askers(1, accepted.email);
  expect((await payFor(accepted.browser, [friend!])).status).toBe(302);
});

test("cards with which somebody pays for others are counted with those of strangers", async () => {
  for (const payer of await people(2, newNetwork)) {
    const asking = await askers(1, payer.email);
    for (let card = 0; card < 5; card += 1)
      expect((await payFor(payer.browser, asking, DECLINED.cardNumber)).status).toBe(402);
  }
  const [stranger] = await people(1, newNetwork);
  expect((await subscribe(stranger!, APPROVED)).status).toBe(429);
});

test.each<[string, (person: Delegate) => Promise<() => Promise<Response>>]>([
  ["a pass", async (person) => () => payForPass(person, DECLINED)],
  [
    "several people",
    async (person) => {
      const asking = await askers(2, person.email);
      return () => payFor(person.browser, asking, DECLINED.cardNumber);
    },
  ],
  ["HPAIR+", async (person) => () => subscribe(person, DECLINED)],
])("whoever has sent five cards for %s is told that it is about cards, and how long to wait", async (_, paying) => {
  const send = await paying(await taker());
  for (let card = 0; card < 5; card += 1) expect((await send()).status).toBe(402);
  const refused = await send();
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([429, "600"]);
  expect(await refused.text()).toContain(chargeMessages.tooManyCards(10));
});
