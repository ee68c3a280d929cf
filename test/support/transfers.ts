import { expect } from "vitest";
import type { Browser } from "./browser.ts";
import { PASS_PAYMENT } from "./payments.ts";
import { type Delegate, delegate, readyToPay } from "./people.ts";
import { row, run } from "./storage.ts";

export const SHIRT = "h2023shirtblack";

/** Somebody who holds the in-person pass with a mug and a shirt (M), and the id of the payment for it. */
export async function holder(): Promise<Delegate & { id: string }> {
  const person = await readyToPay();
  const chosen = { "addOns.h2023mug": "true", [`addOns.${SHIRT}`]: "M", total: "550" };
  expect((await person.browser.post("/register", { ...PASS_PAYMENT, ...chosen })).status).toBe(302);
  const { id } = await row<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", person.uid);
  return { ...person, id };
}

/** Confirms a person's address; otherwise, the portal would send no mail to it. */
export async function confirmed<Person extends { uid: string }>(person: Person): Promise<Person> {
  await run("UPDATE users SET email_verified_at = 1 WHERE uid = ?", person.uid);
  return person;
}

/** Somebody who could buy a pass, and can also take over one. */
export const taker = async () => confirmed(await readyToPay());

/** Somebody who could take over a pass, but has not accepted the terms. */
export const unsigned = async () =>
  confirmed(await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" }));

/** Offers a pass to an address, and returns the id of the offer. */
export async function offer(from: { browser: Browser; id: string }, email: string): Promise<string> {
  const answer = await from.browser.post(`/payment/${from.id}/transfer`, {
    intent: "offer",
    recipientEmail: email,
  });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, `/payment/${from.id}/transfer`]);
  const { id } = await row<{ id: string }>(
    "SELECT id FROM transfers WHERE email = ? AND state = 'open'",
    email,
  );
  return id;
}

/** The person to whom the pass is offered presses the button that accepts it. */
export async function accept(browser: Browser, offerId: string) {
  const page = await browser.open(`/transfer/${offerId}`);
  return page.press("Accept the pass");
}
