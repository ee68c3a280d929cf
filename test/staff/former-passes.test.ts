import { expect, test } from "vitest";
import { bankMessages } from "~/money/payments/messages.ts";
import { AUDIENCE_IDS, AUDIENCES, type Audience } from "~/staff/audiences.ts";
import { payerByCard, takenRows } from "../support/bank.ts";
import { BOOKED } from "../support/bills.ts";
import { type Browser, signedIn } from "../support/browser.ts";
import { PASS_PAYMENT } from "../support/payments.ts";
import { type Delegate, readyToPay } from "../support/people.ts";
import { row, rows, run } from "../support/storage.ts";
import { accept, holder, offer, SHIRT, taker } from "../support/transfers.ts";

// People who had a pass and have none now are not treated like people who still have to get one. This holds for the
// first page and for the mails of the staff.

const PASS = "Harvard Conference ticket";

/** A director ends a pass on the page of its payment. `more` may say which amount goes back. */
async function refunded({ id }: { id: string }, more: Record<string, string> = {}): Promise<void> {
  const director = await signedIn("director");
  const page = await director.open(`/admin/payments/${id}`);
  const checked = await page.press("Continue", { items: "goldPlus", reason: "Visa refused", ...more });
  const give = checked.forms.flatMap(({ buttons }) => buttons).find(({ value }) => value === "give")!;
  expect((await checked.press(give.text)).status).toBe(302);
}

/** Marks the refund of a payment as done, as the cron would do later. */
const settled = ({ id }: { id: string }) =>
  run(
    `UPDATE refunds SET state = 'done', booking = ${BOOKED}, resolved_at = created_at WHERE payment_id = ?`,
    id,
  );

async function givenUp({ id, browser }: { id: string; browser: Browser }): Promise<void> {
  const page = await browser.open(`/payment/${id}/withdraw`);
  expect((await page.press("Give up the pass", { confirmed: "true" })).status).toBe(302);
}

async function transferred(from: Delegate & { id: string }): Promise<Delegate> {
  const to = await taker();
  expect((await accept(to.browser, await offer(from, to.email))).status).toBe(302);
  return to;
}

async function exchanged({ id, browser }: { id: string; browser: Browser }): Promise<void> {
  const page = await browser.open(`/payment/${id}/exchange`);
  expect((await page.press("Exchange", { [`variant-${SHIRT}`]: "L" })).status).toBe(302);
}

/** The groups to which somebody belongs, as the preview of a mail to each group shows. */
async function groupsOf(email: string): Promise<Audience[]> {
  const director = await signedIn("director");
  const found: Audience[] = [];
  for (const audience of AUDIENCE_IDS) {
    await run("DELETE FROM outbox");
    const preview = await (await director.open("/admin/mail")).press("Show who it goes to", {
      ...{ audience, subject: "About the {conference}", body: "Dear {firstName}" },
    });
    if (preview.status === 400) continue;
    const send = preview.forms.flatMap(({ buttons }) => buttons).find(({ value }) => value === "send")!;
    expect((await preview.press(send.text)).status).toBe(302);
    if ((await rows("SELECT 1 FROM outbox WHERE recipient = ?", email)).length > 0) found.push(audience);
  }
  return found;
}

const home = async ({ browser }: { browser: Browser }) => (await browser.open("/")).text;

test("who never had a pass is asked to pay, and is among those without one", async () => {
  const person = await readyToPay();
  expect(await home(person)).toContain("Pay for your pass");
  expect(await groupsOf(person.email)).toEqual(["acceptedUnpaid"]);
});

test("who gave a pass up reads what became of it, and may register again", async () => {
  const person = await holder();
  await givenUp(person);
  expect(await home(person)).toContain("Your refund is on its way");
  expect(await groupsOf(person.email)).toEqual(["former"]);
  await settled(person);
  const text = await home(person);
  expect(text).toContain(`You no longer have the ${PASS}`);
  expect(text).toMatch(/went back to your card/);
  expect(text).not.toContain("Pay for your pass");
  expect(text).not.toMatch(/Pay Next/);
  const page = await person.browser.open("/");
  expect(page.html).toContain('href="/register"');
  expect(await groupsOf(person.email)).toEqual(["former"]);
  expect((await person.browser.open("/decision")).text).not.toContain("Register and pay");

  // These people can still register again. Then everything is as if they had never lost the pass.
  expect((await person.browser.post("/register", PASS_PAYMENT)).status).toBe(302);
  expect(await home(person)).not.toContain("You no longer hold");
  expect(await groupsOf(person.email)).toEqual(["registered", "goldPlus"]);
});

test("who got the money back from staff reads the same", async () => {
  const person = await holder();
  await refunded(person);
  await settled(person);
  const text = await home(person);
  expect(text).toContain(`You no longer have the ${PASS}`);
  expect(text).not.toContain("Pay for your pass");
  expect(await groupsOf(person.email)).toEqual(["former"]);
});

test("who transferred a pass reads to whom, and the other one has it", async () => {
  const person = await holder();
  const to = await transferred(person);
  const text = await home(person);
  expect(text).toContain(`You transferred the ${PASS} to ${to.email}.`);
  expect(text).not.toContain("Pay for your pass");
  expect(await groupsOf(person.email)).toEqual(["former"]);
  expect(await home(to)).toContain(PASS);
  expect(await groupsOf(to.email)).toEqual(["registered", "goldPlus"]);
});

test("who got a pass from another person and gave it up too has none any more", async () => {
  const person = await holder();
  const to = await transferred(person);
  const back = await taker();
  const { id } = await row<{ id: string }>(
    "SELECT payment_id AS id FROM holdings WHERE uid = ? AND item = 'goldPlus'",
    to.uid,
  );
  expect((await accept(back.browser, await offer({ browser: to.browser, id }, back.email))).status).toBe(302);
  expect(await home(to)).toContain(`You transferred the ${PASS} to ${back.email}.`);
  expect(await groupsOf(to.email)).toEqual(["former"]);
});

test("an exchange of a size changes nothing of that", async () => {
  const person = await holder();
  await exchanged(person);
  expect(await home(person)).not.toContain("You no longer hold");
  expect(await groupsOf(person.email)).toEqual(["registered", "goldPlus"]);
});

test("a charge that was declined leaves somebody without a pass as they were", async () => {
  const person = await readyToPay();
  const declined = { ...PASS_PAYMENT, cardNumber: "4000 0000 0000 0002" };
  await person.browser.post("/register", declined);
  expect(await rows("SELECT 1 FROM holdings WHERE uid = ? AND state = 'held'", person.uid)).toEqual([]);
  expect(await home(person)).toContain("Pay for your pass");
  expect(await groupsOf(person.email)).toEqual(["acceptedUnpaid"]);
});

test("a pass whose money a bank took back stays until staff end it", async () => {
  const person = await payerByCard();
  const page = await (await signedIn("treasurer")).open(`/admin/payments/${person.id}`);
  const took = await page.press(bankMessages.staff.took, { "bank-reason": "Letter of 3 May" });
  expect(took.status).toBe(302);
  expect(await takenRows(person.id)).toMatchObject([{ bank_state: "open" }]);
  expect(await home(person)).not.toContain("You no longer hold");
  expect(await groupsOf(person.email)).toEqual(["registered", "goldPlus"]);

  // The bank has taken the money, so there is nothing left to give back.
  await refunded(person, { amount: "0" });
  const text = await home(person);
  expect(text).toContain(`You no longer have the ${PASS}`);
  expect(text).not.toMatch(/transferred/);
  expect(await groupsOf(person.email)).toEqual(["former"]);
});

test("each group says who is in it", () => {
  expect(AUDIENCES.acceptedUnpaid).toBe("Accepted, never had a pass");
});
