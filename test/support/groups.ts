import { expect } from "vitest";
import { BILLS } from "./bills.ts";
import type { Browser } from "./browser.ts";
import { PASS_PAYMENT } from "./payments.ts";
import { type Delegate, delegate, readyToPay } from "./people.ts";
import { row, rows, run } from "./storage.ts";
import { confirmed } from "./transfers.ts";

/** Somebody who pays for others: signed in, with a confirmed address, and not a delegate. */
export const payer = async () => confirmed(await delegate());

/** A delegate asks the person with this address to pay for the in-person pass. */
export async function ask(from: Pick<Delegate, "browser">, email: string, more: Record<string, string> = {}) {
  const answer = await from.browser.post("/register/payer", { intent: "ask", payerEmail: email, ...more });
  expect([answer.status, answer.headers.get("location")]).toEqual([302, "/register/payer"]);
}

export const requestOf = async (uid: string): Promise<string> =>
  (await row<{ id: string }>("SELECT id FROM payer_requests WHERE uid = ? AND ended_at IS NULL", uid)).id;

/** Delegates who are ready to pay, have different names, and have asked the same person to pay. */
export async function askers(number: number, email: string): Promise<Delegate[]> {
  const people: Delegate[] = [];
  for (let index = 0; index < number; index += 1) {
    const person = await readyToPay();
    await run(
      "UPDATE answers SET answers = ? WHERE uid = ?",
      JSON.stringify({ firstName: NAMES[index], lastName: "Chen" }),
      person.uid,
    );
    await ask(person, email);
    people.push(person);
  }
  return people;
}

const NAMES = ["Ada", "Bo", "Cem", "Dina", "Eli", "Fay", "Gus", "Hana", "Ivo", "Jin"];

/** The form fields with which a payer pays by card for the requests with these ids. */
export function payment(ids: string[], total: number, card = PASS_PAYMENT.cardNumber): [string, string][] {
  const { firstName, lastName, expirationDate, cardCode } = PASS_PAYMENT;
  return [
    ...ids.map((id): [string, string] => ["request", id]),
    ...Object.entries({
      firstName,
      lastName,
      expirationDate,
      cardCode,
      cardNumber: card,
      total: String(total),
    }),
    ["intent", "pay"],
  ];
}

/** Pays for these people at today's full price. */
export async function payFor(browser: Browser, people: Delegate[], card?: string) {
  const ids = await Promise.all(people.map(({ uid }) => requestOf(uid)));
  return browser.post("/paying", payment(ids, 495 * people.length, card));
}

export type OrderRow = {
  id: string;
  delegate_uid: string;
  order_id: string;
  payer_uid: string;
  state: string;
  transaction_id: string | null;
  amount_cents: number;
};

/** The payments for these people, in the order in which they were reserved. */
export const paymentsOf = (people: Pick<Delegate, "uid">[]) =>
  rows<OrderRow>(
    `SELECT * FROM ${BILLS} WHERE delegate_uid IN (SELECT value FROM json_each(?)) ORDER BY rowid`,
    JSON.stringify(people.map(({ uid }) => uid)),
  );

export const BUYER = { buyerName: "University of Ghana", buyerAddress: "Bursary\nLegon, Accra" };

/** The address of the page on which one invoice for these people can be requested. */
export async function invoicePage(people: Delegate[]): Promise<string> {
  const ids = await Promise.all(people.map(({ uid }) => requestOf(uid)));
  return `/paying/invoice?${new URLSearchParams(ids.map((id): [string, string] => ["request", id]))}`;
}

/** The id of one open invoice for these people at today's full price. */
export async function invoiceFor(browser: Browser, people: Delegate[]): Promise<string> {
  const asked = await browser.post(await invoicePage(people), {
    ...BUYER,
    total: String(495 * people.length),
  });
  expect(asked.status).toBe(302);
  return asked.headers.get("location")!.split("/")[2]!;
}
