import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { staffMessages } from "~/staff/messages.ts";
import { signedIn } from "../support/browser.ts";
import { confirmed, type Delegate, delegate } from "../support/people.ts";
import { changingNothing, row, rows, run } from "../support/storage.ts";
import { keepHouse } from "../support/worker.ts";

const CARD = {
  ...{ intent: "subscribe", price: "49", firstName: "Mei", lastName: "Chen" },
  ...{ cardNumber: "4111 1111 1111 1111", expirationDate: "12/30", cardCode: "123" },
};

type Row = {
  id: string;
  state: string;
  gateway_subscription_id: string;
  paid_until: number;
  resolved_at: number | null;
};

const rowOf = ({ uid }: Delegate) => row<Row>("SELECT * FROM subscriptions WHERE uid = ?", uid);
const heldBy = async ({ uid }: Delegate) =>
  (
    await row<{ held: string | null }>(
      "SELECT hpair_plus_subscription_id AS held FROM users WHERE uid = ?",
      uid,
    )
  ).held;
const statusAtProcessor = async (person: Delegate) =>
  env.SIMULATOR.prepare("SELECT status FROM recurrences WHERE invoice_number = ?")
    .bind((await rowOf(person)).id)
    .first("status");

async function subscribed(): Promise<Delegate> {
  const person = await confirmed();
  expect((await person.browser.post("/plus/subscribe", CARD)).status).toBe(302);
  expect((await rowOf(person)).state).toBe("active");
  return person;
}

const accountOf = async ({ uid }: Delegate) => (await signedIn("director")).open(`/admin/accounts/${uid}`);

test("disabling an account cancels its subscription, as its page says before; enabling brings nothing back", async () => {
  const person = await subscribed();
  const { paid_until, gateway_subscription_id } = await rowOf(person);
  const page = await accountOf(person);
  expect(page.text).toContain(staffMessages.account.disablingSubscriber);
  expect((await page.press("Disable", { reason: "Asked us to" })).status).toBe(302);

  expect(await rowOf(person)).toMatchObject({ state: "cancelled", paid_until, gateway_subscription_id });
  expect(await statusAtProcessor(person)).not.toBe("active");
  expect(await heldBy(person)).toBe(gateway_subscription_id);
  expect((await rowOf(person)).resolved_at).not.toBeNull();
  const { id } = await rowOf(person);
  expect(
    await rows(
      "SELECT action, detail FROM audit WHERE object = ? ORDER BY rowid DESC LIMIT 1",
      `subscriptions/${id}`,
    ),
  ).toEqual([{ action: "subscription cancelled", detail: '{"disabled":true}' }]);
  const mails = await rows<{ subject: string; body: string }>(
    "SELECT subject, body FROM outbox WHERE recipient = ? AND event_key LIKE 'subscription-of-disabled:%'",
    person.email,
  );
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body).toContain("Your card is not charged again.");

  const disabled = await accountOf(person);
  expect(disabled.text).toContain(staffMessages.account.enablingSubscriber);
  expect((await disabled.press("Enable", { reason: "A mistake" })).status).toBe(302);
  await keepHouse();
  expect((await rowOf(person)).state).toBe("cancelled");
  expect(await statusAtProcessor(person)).not.toBe("active");
});

test("an account without a subscription gets no mail about one", async () => {
  const person = await delegate();
  const page = await accountOf(person);
  expect(page.text).not.toContain("HPAIR+ subscription");
  await changingNothing(() => page.press("Disable", { reason: "x" }), {
    but: ["users", "sessions", "audit"],
  });
});

test("a subscription that is over is not said to be cancelled", async () => {
  const person = await subscribed();
  await run("UPDATE subscriptions SET state = 'ended' WHERE uid = ?", person.uid);
  expect((await accountOf(person)).text).not.toContain(staffMessages.account.disablingSubscriber);
  expect((await accountOf(person)).text).toContain("Open the subscription");
});
