import { beforeEach, describe, expect, test } from "vitest";
import { payerMessages } from "~/money/payers/messages.ts";
import {
  askers,
  BUYER,
  invoicePage,
  payer,
  payFor,
  payment,
  paymentsOf,
  requestOf,
} from "../../support/groups.ts";
import { chargesOf, run } from "../../support/storage.ts";

// Somebody who has begun to pay for others comes back before the result is known, and is not told that nothing happened.

const LOST = "4000 0000 0000 0036";

beforeEach(() => run("DELETE FROM counters"));

/** A payer of two people whose card was charged, although the processor's answer was lost. */
async function begun() {
  const teacher = await payer();
  const people = await askers(2, teacher.email);
  const ids = await Promise.all(people.map(({ uid }) => requestOf(uid)));
  const answer = await payFor(teacher.browser, people, LOST);
  return { teacher, people, ids, order: answer.headers.get("location")! };
}

describe("while a charge for others is checked", () => {
  test("the list says so, and leads to the payment", async () => {
    const { teacher, order } = await begun();
    const page = await teacher.browser.open("/paying");
    expect(page.text).toContain(payerMessages.beingChecked("$990", 2));
    expect(page.text).not.toContain(payerMessages.nobody);
    expect(page.html).toContain(`href="${order}"`);
    const settled = await teacher.browser.open(order);
    expect(settled.text).toContain("Paid: $990 for 2 people");
    expect((await teacher.browser.open("/paying")).text).not.toContain("$990");
  });

  test("the button pressed again leads to the same payment, and the page loaded again says so", async () => {
    const { teacher, ids, order } = await begun();
    const chosen = new URLSearchParams(ids.map((id): [string, string] => ["request", id]));
    const answers = [
      await teacher.browser.post("/paying", payment(ids, 990)),
      await teacher.browser.get(`/paying/invoice?${chosen}`),
      await teacher.browser.post(`/paying/invoice?${chosen}`, { ...BUYER, total: "990" }),
    ];
    expect(answers.map(({ status, headers }) => [status, headers.get("location")])).toEqual(
      answers.map(() => [302, order]),
    );
    const [another] = await askers(1, teacher.email);
    const page = await teacher.browser.open(`/paying?pay&${chosen}`);
    expect(page.text).toContain(payerMessages.beingChecked("$990", 2));
    expect(page.text).not.toContain("Nothing was charged.");
    expect(page.html).toContain(await requestOf(another!.uid));
    expect(await chargesOf(teacher.uid)).toHaveLength(1);
  });

  test("somebody who is ticked besides is not paid for, and the sentence names whom not to pay for again", async () => {
    const { teacher, people, ids } = await begun();
    const [, , third] = await askers(3, teacher.email);
    const answer = await teacher.browser.submit(
      "/paying",
      payment([...ids, await requestOf(third!.uid)], 1485),
    );
    expect(answer.status).toBe(409);
    expect(answer.text).toContain(payerMessages.underWay("Ada Chen and Bo Chen"));
    expect(answer.text).not.toContain("Nothing was charged.");
    expect(await paymentsOf([...people, third!])).toHaveLength(2);
  });
});

test("a button that is pressed again after the payment leads to the receipt", async () => {
  const teacher = await payer();
  const people = await askers(2, teacher.email);
  const ids = await Promise.all(people.map(({ uid }) => requestOf(uid)));
  const order = (await payFor(teacher.browser, people)).headers.get("location");
  const again = await teacher.browser.post("/paying", payment(ids, 990));
  expect([again.status, again.headers.get("location")]).toEqual([302, order]);
  await askers(1, teacher.email);
  const page = await teacher.browser.open(`/paying?pay&request=${ids[0]}&request=${ids[1]}`);
  expect(page.html).toContain(`href="${order}"`);
  expect(page.text).not.toContain("Nothing was charged.");
});

test("an invoice that is asked for again is the same invoice", async () => {
  const teacher = await payer();
  const people = await askers(2, teacher.email);
  const address = await invoicePage(people);
  const press = () => teacher.browser.post(address, { ...BUYER, total: "990" });
  const first = (await press()).headers.get("location")!;
  const again = (await press()).headers.get("location")!;
  expect(first.startsWith(again)).toBe(true);
  expect((await teacher.browser.open(again)).status).toBe(302);
});

test("a payment that somebody else has begun for them is not the viewer's", async () => {
  const { ids, people } = await begun();
  const other = await payer();
  await run("UPDATE payer_requests SET email_key = ? WHERE id = ?", other.email, ids[0]!);
  const answer = await other.browser.submit("/paying", payment([ids[0]!], 495));
  expect(answer.status).toBe(409);
  expect(answer.text).toContain(payerMessages.cannotBePaidFor("Ada Chen"));
  expect((await other.browser.open("/paying")).text).not.toContain("Being checked");
  expect(await paymentsOf(people)).toHaveLength(2);
});
