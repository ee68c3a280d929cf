import { env } from "cloudflare:workers";
import { createHmac } from "node:crypto";
import Papa from "papaparse";
import { afterEach, expect, test, vi } from "vitest";
import { chargeMessages } from "~/money/cards/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { shortReference } from "~/money/payments/references.ts";
import { TEST_CARDS } from "~/money/processor/test-cards.ts";
import { refundMessages } from "~/money/refunds/messages.ts";
import { messages } from "~/values/messages.ts";
import { BILLS, paymentStatements } from "../../support/bills.ts";
import { Browser, signedIn } from "../../support/browser.ts";
import { wholeFile } from "../../support/csv-file.ts";
import { ask, payer, payment, requestOf } from "../../support/groups.ts";
import { letOneGiveAll } from "../../support/invoicing.ts";
import { PASS_PAYMENT } from "../../support/payments.ts";
import { CONFERENCE, readyToPay } from "../../support/people.ts";
import { AUTHORIZE_NET, processor, TOKENS } from "../../support/processor.ts";
import { programAs } from "../../support/programs.ts";
import { changingNothing, chargesOf, row, rows, run, runAll } from "../../support/storage.ts";
import { answerWith, keepHouse, TENTH } from "../../support/worker.ts";

await letOneGiveAll();
afterEach(() => {
  vi.restoreAllMocks();
});

type PaymentRow = { id: string; state: string; amount_cents: number; transaction_id: string | null };

const paymentOf = (uid: string) => row<PaymentRow>(`SELECT * FROM ${BILLS} WHERE delegate_uid = ?`, uid);

/** Somebody who has just paid for the in-person pass. */
async function paid(more: Record<string, string> = {}) {
  const person = await readyToPay();
  const answer = await person.browser.post("/register", { ...PASS_PAYMENT, ...more });
  expect(answer.status).toBe(302);
  return { ...person, id: (await paymentOf(person.uid)).id };
}

/** Lets a night pass at the card processor. */
const settleCharge = (id: string) =>
  env.SIMULATOR.prepare("UPDATE charges SET created_at = 0 WHERE invoice_number = ?").bind(id).run();

/* ------------------------------------------------------------------ receipts */

test("a receipt lists what was paid, is shown only to the person who paid, and is sent once", async () => {
  const { browser, uid, email, id } = await paid({ "addOns.h2023mug": "true" });
  await run(`UPDATE answers SET answers = '{"firstName":"明","lastName":"李"}' WHERE uid = ?`, uid);
  const receipt = await browser.open(`/payment/${id}/receipt`);
  expect(receipt.status).toBe(200);
  for (const words of [
    id,
    "明 李",
    email,
    "Harvard Conference ticket",
    "$495",
    "Mug",
    "$25",
    "$520",
    "1111",
  ]) {
    expect(receipt.text).toContain(words);
  }
  expect((await (await readyToPay()).browser.get(`/payment/${id}/receipt`)).status).toBe(404);
  await keepHouse();
  const mails = await rows<{ body: string }>("SELECT body FROM outbox WHERE recipient = ?", email);
  expect(mails).toHaveLength(1);
  expect(mails[0]!.body).toMatch(
    new RegExp(
      String.raw`^Dear .+,\n\nWe have received \$520 for your Harvard Conference ticket, Virtual summit, Mug\. [^]*\nYour pass: Harvard Conference ticket; Harvard Conference 2023, 17–19 February 2023, Harvard campus\n\nReference: ${shortReference(id)}\n[^]*/payment/${id}/receipt$`,
    ),
  );
});

test("there is no receipt if no money came in", async () => {
  const { browser, uid } = await readyToPay();
  await browser.post("/register", { ...PASS_PAYMENT, cardNumber: TEST_CARDS.declined });
  const { id } = await paymentOf(uid);
  expect((await browser.get(`/payment/${id}/receipt`)).status).toBe(404);
  expect((await browser.open("/payment-info")).text).toContain(paymentMessages.nothingCharged);
});

/* ------------------------------------------------------------------ refunds */

const refund = (browser: Browser, id: string, more: Record<string, string> = {}) =>
  browser.post(
    `/admin/payments/${id}`,
    Object.entries({
      ...{ intent: "give", items: "goldPlus", amount: "445", kind: "money", reason: "Visa refused" },
      ...more,
    }).filter(([name, value]) => name !== "items" || value !== ""),
  );
/** The field of a goodwill refund: it gives back money and ends nothing. */
const NOTHING_ENDS = { items: "" };

test("the refund policy proposes an amount, and part of a charge is given back once it is settled", async () => {
  const director = await signedIn("director");
  const { browser, uid, email, id } = await paid();
  const page = await director.open(`/admin/payments/${id}`);
  expect(page.text).toContain(`The policy says: give back $445. ${refundMessages.refundLessDeposit("$50")}`);

  const checked = await changingNothing(() =>
    page.press("Continue", { items: "goldPlus", reason: "Visa refused" }),
  );
  expect(checked.text).toContain("Give back $445 for the Harvard Conference ticket");
  expect(checked.text).toContain("Mei Chen loses all of it at once.");
  const asked = await checked.press("Give back $445");
  expect(asked.status).toBe(302);
  expect((await paymentOf(uid)).state).toBe("refund_pending");
  expect((await director.open(`/admin/payments/${id}`)).text).toContain("Waits until the charge is settled");
  expect((await browser.open("/payment-info")).text).toContain("Refund on its way");
  // While the money is on its way back, the delegate does not hold the pass and cannot buy it.
  expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(409);

  await settleCharge(id);
  await keepHouse();
  expect((await paymentOf(uid)).state).toBe("refunded");
  const { results } = await env.SIMULATOR.prepare(
    "SELECT refunds.amount_cents FROM refunds JOIN charges ON charges.transaction_id = charge_id WHERE charges.invoice_number = ?",
  )
    .bind(id)
    .all();
  expect(results).toEqual([{ amount_cents: 44_500 }]);
  const mails = await rows("SELECT 1 FROM outbox WHERE recipient = ? AND event_key LIKE 'refund:%'", email);
  expect(mails).toHaveLength(1);
  const acts = await rows<{ action: string; actor_uid: string | null }>(
    "SELECT action, actor_uid FROM audit WHERE object = ? ORDER BY rowid",
    `payments/${id}`,
  );
  expect(acts.map(({ action }) => action)).toEqual(["payment captured", "refund", "payment refunded"]);
  expect(acts[1]!.actor_uid).not.toBeNull();
  const sentence =
    /You paid \$495 on \d+ \w+ \d{4}\. \$445 went back to your card on \d+ \w+ \d{4}\. \$50 is not refunded\. You no longer have the Harvard Conference ticket\./;
  for (const path of ["/", "/payment-info", `/payment/${id}`, `/payment/${id}/receipt`]) {
    const { text } = await browser.open(path);
    expect(text, path).toMatch(sentence);
    expect(text, path).not.toContain("Nothing was charged");
  }
  // A pass that was given back can be bought again.
  expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(302);
});

test("a whole charge that is not settled is voided, and the pass is gone", async () => {
  const { browser, uid, id } = await paid();
  expect((await refund(await signedIn("director"), id, { amount: "495" })).status).toBe(302);
  expect((await paymentOf(uid)).state).toBe("voided");
  expect((await chargesOf(uid)).map(({ outcome }) => outcome)).toEqual(["voided"]);
  expect((await browser.open("/register")).text).toContain("Card number");
});

test("credit for the next payment is recorded and moves no money", async () => {
  const { uid, id, browser } = await paid();
  expect((await refund(await signedIn("director"), id, { kind: "credit" })).status).toBe(302);
  expect((await paymentOf(uid)).state).toBe("refunded");
  expect((await chargesOf(uid)).map(({ outcome }) => outcome)).toEqual(["captured"]);
  expect((await browser.open("/payment-info")).text).toContain("Kept as credit");
});

test("a goodwill leaves the pass with its add-ons, and the rest can still be given back with the pass", async () => {
  const { browser, uid, id } = await paid({ "addOns.h2023execsem": "true", total: "570" });
  const director = await signedIn("director");
  const goodwill = { amount: "100", ...NOTHING_ENDS };
  const all = await changingNothing(() => refund(director, id, { amount: "570", ...NOTHING_ENDS }));
  expect(all.status).toBe(400);
  expect(await all.text()).toContain(refundMessages.staff.passNeedsPayment);
  expect((await refund(director, id, goodwill)).status).toBe(302);
  const holds = async () => {
    expect((await paymentOf(uid)).state).toBe("captured");
    expect((await (await programAs(uid)).call("getPassType", { userUid: uid })).body.data).toBe("goldPlus");
    expect((await browser.open("/")).text).toContain("Your Harvard Conference ticket");
    expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(409);
  };
  await holds();
  expect((await browser.open("/payment-info")).text).toMatch(
    /\$100 has been on its way back to your card since/,
  );
  // Only one refund is under way at a time. So if a form is open in two windows, it gives back money only once.
  expect(
    (await changingNothing(() => refund(director, id, { ...goodwill, seenCents: "10000" }))).status,
  ).toBe(409);
  await settleCharge(id);
  await keepHouse();
  await holds();
  expect((await changingNothing(() => refund(director, id, goodwill))).status).toBe(409);
  const told = await browser.open("/payment-info");
  expect(told.text).toMatch(/You have the Harvard Conference ticket\. \$100 went back to your card on/);

  const page = await director.open(`/admin/payments/${id}`);
  expect(page.text).toContain("The policy says: give back $420.");
  const checked = await page.press("Continue", { items: "goldPlus", reason: "Given up" });
  expect((await checked.press("Give back $420")).status).toBe(302);
  await keepHouse();
  expect((await paymentOf(uid)).state).toBe("refunded");
  expect((await browser.open("/")).text).toMatch(
    /You paid \$570 on .*\$100 went back .*\$420 went back .*\$50 is not refunded/,
  );
});

test("two directors who give part back at once give it back once", async () => {
  const { id } = await paid();
  await settleCharge(id);
  const director = await signedIn("director");
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => refund(director, id, { amount: "10", ...NOTHING_ENDS })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([302, 409, 409, 409, 409]);
  expect(await rows("SELECT state FROM refunds WHERE payment_id = ?", id)).toEqual([{ state: "done" }]);
  expect((await refund(director, id, { amount: "485", seenCents: "1000" })).status).toBe(302);
});

test("a kept deposit stays in the revenue, and the list of payments says what went back and what is left", async () => {
  const director = await signedIn("director");
  const revenue = async () => {
    const { html } = await director.open("/admin");
    const table = html.slice(html.indexOf("Money in, less money out"));
    return [...table.matchAll(/\$([\d,]+)(?:\.(\d\d))?<\/td>/g)].reduce(
      (sum, [, dollars]) => sum + Number(dollars!.replace(",", "")),
      0,
    );
  };
  const before = await revenue();
  const [first, second, third] = [await paid(), await paid(), await paid()];
  expect(await revenue()).toBe(before + 3 * 495);
  await settleCharge(first.id);
  await refund(director, first.id);
  await refund(director, second.id, { amount: "495" });
  await refund(director, third.id, { kind: "credit", amount: "445" });
  expect(await revenue()).toBe(before + 50 + 0 + 495);
  const csv = new TextDecoder().decode(await (await director.get("/admin/payments.csv")).arrayBuffer());
  const { data } = Papa.parse<Record<string, string>>(csv.trim(), { header: true });
  const listed = (id: string) => data.find(({ reference }) => reference === id);
  expect(listed(first.id)).toMatchObject({ amount: "495.00", refunded: "445.00", net: "50.00" });
  expect(listed(second.id)).toMatchObject({ amount: "495.00", refunded: "495.00", net: "0.00" });
  expect(listed(third.id)).toMatchObject({ amount: "495.00", refunded: "0.00", net: "495.00" });
});

test("what a refund may not be is refused with a sentence, and what was typed is kept", async () => {
  const { id } = await paid();
  const director = await signedIn("director");
  const cases: [Record<string, string>, number, string][] = [
    [{ amount: "0", ...NOTHING_ENDS }, 400, refundMessages.staff.chooseWhat],
    [{ amount: "", ...NOTHING_ENDS }, 400, refundMessages.staff.chooseWhat],
    [{ items: "h2023mug" }, 409, refundMessages.staff.notHeld],
    [{ seenCents: "5" }, 409, refundMessages.staff.notRefundable],
    [{ amount: "495.01" }, 400, refundMessages.staff.refundAmount("$495")],
    [{ amount: "-5" }, 400, refundMessages.staff.notAnAmount],
    [{ amount: "all" }, 400, refundMessages.staff.notAnAmount],
    [{ reason: "  " }, 400, refundMessages.staff.reasonNeeded],
    [{ kind: "gift" }, 400, messages.notAnOption],
  ];
  for (const [fields, status, sentence] of cases) {
    const answer = await changingNothing(() => refund(director, id, fields));
    expect(answer.status, JSON.stringify(fields)).toBe(status);
    const html = await answer.text();
    expect(html, JSON.stringify(fields)).toContain(sentence);
    if (!("reason" in fields)) expect(html).toContain("Visa refused");
  }
  expect((await refund(director, "none")).status).toBe(404);
});

test("nobody but a director refunds, and nobody twice", async () => {
  const { id, browser } = await paid();
  for (const other of [browser, await signedIn("reviewer"), new Browser()]) {
    const answer = await changingNothing(() => refund(other, id));
    expect([401, 403]).toContain(answer.status);
  }
  const director = await signedIn("director");
  expect((await refund(director, id)).status).toBe(302);
  const again = await changingNothing(() => refund(director, id));
  expect(again.status).toBe(409);
});

/* ------------------------------------------------------------------ the list */

test("directors find payments by address, reference, card and state, page by page, and take them away as CSV", async () => {
  const director = await signedIn("director");
  const { uid, email, id } = await paid();
  await run(`UPDATE answers SET answers = '{"firstName":"=1+1","lastName":"Chen"}' WHERE uid = ?`, uid);
  for (const search of [email.slice(0, 13), email.toUpperCase(), id, id.slice(0, 8)]) {
    const list = await director.open(`/admin/payments?search=${encodeURIComponent(search)}`);
    expect(list.text, search).toContain(email);
  }
  expect((await director.open("/admin/payments?search=nobody-here")).text).toContain("No payments here");
  const declined = await director.open("/admin/payments?state=declined&pass=goldPlus");
  expect(declined.text).not.toContain(email);
  expect((await director.open("/admin/payments?state=__proto__&after=x")).status).toBe(200);

  for (let n = 0; n < 120; n += 1) {
    await runAll(
      paymentStatements({
        id: `many${String(n)
          .replace(/\d/g, (digit) => "abcdefghij"[Number(digit)]!)
          .padStart(16, "q")}`,
        ...{ uid, passType: "gold", amountCents: 15_000, state: "declined" },
        // Many payments have the same time, so the id decides their order.
        createdAt: Math.floor(n / 40),
      }),
    );
  }
  const seen: string[] = [];
  let path = "/admin/payments?state=declined&search=many";
  for (;;) {
    const page = await director.open(path);
    seen.push(...[...page.html.matchAll(/\/admin\/payments\/(many\w+)/g)].map(([, found]) => found!));
    const older = /href="(\?[^"]*)" rel="next"/.exec(page.html)?.[1];
    if (!older) break;
    path = `/admin/payments${older.replaceAll("&amp;", "&")}`;
  }
  expect(seen).toHaveLength(120);
  expect(new Set(seen).size).toBe(120);

  const answer = await director.get("/admin/payments.csv");
  const csv = await answer.arrayBuffer();
  expect([...new Uint8Array(csv).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const { data } = Papa.parse<Record<string, string>>(wholeFile(new TextDecoder().decode(csv)).trim(), {
    header: true,
  });
  const [{ n }] = (await rows<{ n: number }>(
    "SELECT count(*) AS n FROM payments WHERE conference_id = ?",
    CONFERENCE,
  )) as [{ n: number }];
  expect(data).toHaveLength(n);
  expect(data.find(({ reference }) => reference === id)).toMatchObject({
    email,
    name: "'=1+1 Chen",
    amount: "495.00",
  });
});

/* ------------------------------------------------------------------ mail */

const RESEND = {
  MAILER: "resend",
  RESEND_API_KEY: "re_key",
  MAIL_FROM: "HPAIR <registration@example.org>",
  MAIL_PER_SECOND: "100",
};

test("mail is sent once by the provider, tried again when it fails, and given up in the end", async () => {
  await run("DELETE FROM outbox");
  const { email } = await paid();
  const provider = vi.spyOn(globalThis, "fetch");
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const sent = () => provider.mock.calls.map(([, init]) => JSON.parse(String(init!.body)));

  provider.mockImplementation(async () => new Response("busy", { status: 503 }));
  await keepHouse(RESEND);
  await keepHouse(RESEND);
  expect(sent(), "not before it is due again").toHaveLength(1);

  provider.mockImplementation(async () => new Response("{}"));
  await run("UPDATE outbox SET due_at = 1 WHERE sent_at IS NULL");
  await Promise.all([keepHouse(RESEND), keepHouse(RESEND)]);
  await keepHouse(RESEND);
  expect(sent(), "two runs at once send one").toHaveLength(2);
  expect(sent()[1]).toMatchObject({ from: RESEND.MAIL_FROM, to: [email], subject: "Your receipt" });
  const keys = provider.mock.calls.map(([, init]) => new Headers(init!.headers).get("Idempotency-Key"));
  expect(new Set(keys).size).toBe(1);

  await paid();
  provider.mockImplementation(() => Promise.reject(new Error("no network")));
  for (let time = 0; time < 10; time += 1) {
    await run("UPDATE outbox SET due_at = 1 WHERE due_at IS NOT NULL");
    await keepHouse(RESEND);
  }
  expect(sent()).toHaveLength(2 + 7);
});

/* ------------------------------------------------------------------ checks */

test("what must never be is found, written down and shown to directors", async () => {
  await run("DELETE FROM outbox");
  const { id } = await paid();
  const director = await signedIn("director");
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await keepHouse({}, TENTH);
  const [before] = await rows<{ findings: string }>(
    "SELECT findings FROM inspections ORDER BY at DESC LIMIT 1",
  );
  expect(JSON.parse(before!.findings)).toEqual([]);
  await run("UPDATE payments SET lines = replace(lines, '49500', '1') WHERE id = ?", id);
  await new Promise((resolve) => setTimeout(resolve, 5));
  await keepHouse({}, TENTH);
  const checks = await director.open("/admin/checks");
  expect(checks.text).toContain(`Broken: the lines of a payment add up to its amount (payments/${id})`);
  expect(checks.text).toContain("All is well");
  expect(log.mock.calls.join()).toContain(id);
  await run("UPDATE payments SET lines = replace(lines, ':1,', ':49500,') WHERE id = ?", id);
});

test("an application that is opened again after it was decided is nothing to look at", async () => {
  await run("DELETE FROM outbox");
  const { uid, id } = await paid();
  const director = await signedIn("director");
  expect((await refund(director, id, { amount: "495" })).status).toBe(302);
  expect(
    (await director.post(`/admin/delegates/${uid}`, { intent: "reopen", reopen: "A typing error" })).status,
  ).toBe(302);
  await keepHouse({}, TENTH);
  const [told] = await rows<{ findings: string }>(
    "SELECT findings FROM inspections ORDER BY at DESC LIMIT 1",
  );
  expect(told!.findings).not.toContain(uid);
});

/* ------------------------------------------------------------------ the processor's webhook and tokens */

function deliver(body: string, signature: string) {
  const request = new Request("http://portal.test/webhooks/authorize-net", {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json", "X-ANET-Signature": signature },
  });
  return answerWith(AUTHORIZE_NET, request);
}

test("a signed webhook is a hint, handled once however often it comes; an unsigned one is ignored", async () => {
  const { uid } = await readyToPay();
  const id = "webhookaaaaaaaaaaaaa";
  await runAll(
    paymentStatements({
      ...{ id, uid, passType: "gold", amountCents: 15_000, state: "unknown", means: "authorize-net" },
    }),
  );
  const asked = processor({
    getTransactionDetailsRequest: () => ({
      transaction: {
        transId: "7001",
        transactionType: "authCaptureTransaction",
        transactionStatus: "capturedPendingSettlement",
        responseCode: 1,
        order: { invoiceNumber: id, description: "" },
        authAmount: 150,
        settleAmount: 150,
        payment: { creditCard: { cardNumber: "XXXX1111", expirationDate: "XXXX", cardType: "Visa" } },
      },
    }),
  });
  const body = JSON.stringify({
    notificationId: "n-1",
    eventType: "net.authorize.payment.authcapture.created",
    payload: { entityName: "transaction", id: "7001", authAmount: 1 },
  });
  const signature = `sha512=${createHmac("sha512", AUTHORIZE_NET.AUTHORIZE_NET_SIGNATURE_KEY).update(body).digest("hex").toUpperCase()}`;
  for (const [sent, signed] of [
    [body, "sha512=00"],
    [`${body} `, signature],
    [body, ""],
  ] as const) {
    expect((await changingNothing(() => deliver(sent, signed))).status).toBe(401);
  }
  expect(asked).not.toHaveBeenCalled();
  for (let time = 0; time < 20; time += 1) expect((await deliver(body, signature)).status).toBe(200);
  expect(asked).toHaveBeenCalledOnce();
  expect(await paymentOf(uid)).toMatchObject({
    state: "captured",
    transaction_id: "7001",
    amount_cents: 15_000,
  });
});

test("if card numbers must not come to us, none is accepted: by form, by function, or by a field's name", async () => {
  const { browser, uid } = await readyToPay();
  browser.send = (request) => answerWith(TOKENS, request);
  const asked = processor({});
  const page = await browser.open("/register");
  const policy = page.response.headers.get("Content-Security-Policy")!;
  expect(policy).toContain("script-src 'self' https://js.authorize.net;");
  expect(policy).toContain("form-action 'self' https://accept.authorize.net;");
  expect((await browser.get("/payment-info")).headers.get("Content-Security-Policy")).not.toContain(
    "authorize",
  );
  expect(page.html).toMatch(/<input(?=[^>]*name="cardNumber")(?=[^>]*form="stays-in-the-browser")/);

  const posted = await changingNothing(() => browser.post("/register", PASS_PAYMENT));
  expect(posted.status).toBe(400);
  expect(await posted.text()).toContain("Card numbers are not accepted here");
  const program = await programAs(uid);
  program.send = (request) => answerWith(TOKENS, request);
  const called = await changingNothing(() => program.call("triggerPayment", PASS_PAYMENT));
  expect(called.body.error).toMatchObject({
    status: "INVALID_ARGUMENT",
    message: chargeMessages.noCardNumbers,
  });
  expect(asked).not.toHaveBeenCalled();
});

test("a token is charged in the place of a card", async () => {
  const { browser, uid } = await readyToPay();
  browser.send = (request) => answerWith(TOKENS, request);
  const asked = processor({
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
  const { cardNumber: _, expirationDate: __, cardCode: ___, ...fields } = PASS_PAYMENT;
  const token = { dataDescriptor: "COMMON.ACCEPT.INAPP.PAYMENT", dataValue: "nonce" };
  expect((await browser.post("/register", { ...fields, ...token })).status).toBe(302);
  expect(String(asked.mock.calls[0]![1]!.body)).toContain(
    '"opaqueData":{"dataDescriptor":"COMMON.ACCEPT.INAPP.PAYMENT","dataValue":"nonce"}',
  );
  expect(await paymentOf(uid)).toMatchObject({
    state: "captured",
    card_last_four: "4242",
    card_brand: "Visa",
  });
});

test("a charge that the processor refuses because of us shows the form again, with the choice and the payment error", async () => {
  const [delegate, asker, teacher] = [await readyToPay(), await readyToPay(), await payer()];
  await ask(asker, teacher.email);
  processor({
    createTransactionRequest: ({ refId }) => ({
      refId,
      messages: { resultCode: "Error", message: [{ code: "E00007", text: "Permissions are missing." }] },
    }),
  });
  const chosen = { ...PASS_PAYMENT, "addOns.h2023mug": "true", intent: "pay", total: "520" };
  delegate.browser.send = (request) => answerWith(AUTHORIZE_NET, request);
  const own = await delegate.browser.submit("/register", Object.entries(chosen));
  expect(own.text).toContain(`${chargeMessages.nothingWasCharged} ${chargeMessages.paymentFailed}`);
  expect(own.form("Pay $520").fields).toContainEqual(["addOns.h2023mug", "true"]);
  expect([own.status, (await paymentOf(delegate.uid)).state]).toEqual([402, "released"]);
  expect((await delegate.browser.open(`/payment/${(await paymentOf(delegate.uid)).id}`)).text).toContain(
    paymentMessages.nothingCharged,
  );

  teacher.browser.send = (request) => answerWith(AUTHORIZE_NET, request);
  const others = await teacher.browser.submit("/paying", payment([await requestOf(asker.uid)], 495));
  expect(others.text).toContain(`${chargeMessages.nothingWasCharged} ${chargeMessages.paymentFailed}`);
  expect([others.status, (await paymentOf(asker.uid)).state]).toEqual([402, "released"]);
});

test("without scripts the card is typed on the processor's page, and coming back proves nothing", async () => {
  const { browser, uid } = await readyToPay();
  browser.send = (request) => answerWith(TOKENS, request);
  let status: string | null = null;
  processor({
    getHostedPaymentPageRequest: () => ({ token: "page-token" }),
    getUnsettledTransactionListRequest: () => ({
      totalNumInResultSet: status ? 1 : 0,
      transactions: status
        ? [
            {
              transId: "7003",
              submitTimeUTC: new Date().toISOString(),
              transactionStatus: status,
              invoiceNumber: invoice,
              settleAmount: 495,
            },
          ]
        : [],
    }),
    getTransactionDetailsRequest: () => ({
      transaction: {
        transId: "7003",
        transactionType: "authCaptureTransaction",
        transactionStatus: status,
        responseCode: 1,
        order: { invoiceNumber: invoice, description: "" },
        authAmount: 495,
        settleAmount: 495,
        payment: { creditCard: { cardNumber: "XXXX1111", expirationDate: "XXXX", cardType: "Visa" } },
      },
    }),
    getSettledBatchListRequest: () => ({ batchList: [] }),
  });
  const { cardNumber: _, expirationDate: __, cardCode: ___, ...fields } = PASS_PAYMENT;
  const led = await browser.submit("/register", Object.entries(fields));
  expect(led.status).toBe(200);
  expect(led.form("Continue to the card page")).toMatchObject({
    action: "https://accept.authorize.net/payment/payment",
    fields: [["token", "page-token"]],
  });
  const { id: invoice, state } = await paymentOf(uid);
  expect(state).toBe("charging");

  const back = await browser.open(`/payment/${invoice}`);
  expect(back.text).toContain(paymentMessages.paymentBeingChecked);
  expect((await back.press("Back to the card page")).has("Continue to the card page")).toBe(true);
  expect((await browser.post("/register", fields)).status).toBe(409);

  status = "capturedPendingSettlement";
  expect((await browser.open(`/payment/${invoice}`)).text).toContain("Thank you");
  expect(await paymentOf(uid)).toMatchObject({ state: "captured", transaction_id: "7003" });
});

test("add-ons of a pass are paid for on the processor's page too, and their charge says that they are alone", async () => {
  const { browser, uid } = await readyToPay();
  expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(302);
  browser.send = (request) => answerWith(TOKENS, request);
  const asked = processor({ getHostedPaymentPageRequest: () => ({ token: "page-token" }) });
  const fields = { firstName: "Mei", lastName: "Chen", total: "25", "addOns.h2023mug": "true" };
  const led = await browser.submit("/register/add-ons", Object.entries(fields));
  expect(led.form("Continue to the card page").fields).toEqual([["token", "page-token"]]);
  const sent = asked.mock.calls.map(([, init]) => String(init!.body)).join();
  expect(sent).toContain(`add-ons goldPlus aconf_2023 ${uid} h2023mug`);
  expect(await rows("SELECT item, state FROM holdings WHERE uid = ? AND state = 'pending'", uid)).toEqual([
    { item: "h2023mug", state: "pending" },
  ]);
  expect((await browser.submit("/register/add-ons", Object.entries(fields))).text).toContain(
    paymentMessages.paymentBeingChecked,
  );
});

/* ------------------------------------------------------------------ a change of processor */

/** The settings after the simulator has been replaced by a processor that knows none of the charges. */
const CHANGED = { ...AUTHORIZE_NET, SIMULATOR: undefined };

const knowsNothing = () =>
  processor({
    getUnsettledTransactionListRequest: () => ({ totalNumInResultSet: 0, transactions: [] }),
    getSettledBatchListRequest: () => ({ batchList: [] }),
  });

test("after a change of processor a payment is asked of its own one only, and stays open until that is there", async () => {
  await run("DELETE FROM outbox");
  const { browser, uid } = await readyToPay();
  await browser.post("/register", { ...PASS_PAYMENT, cardNumber: TEST_CARDS.chargedThenDropped });
  const { id } = await paymentOf(uid);
  const asked = knowsNothing();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await run("UPDATE orders SET lease_until = 1, unseen_since = 1 WHERE id = ?", id);
  await keepHouse(CHANGED, TENTH);
  await keepHouse(CHANGED, TENTH);
  expect((await paymentOf(uid)).state).toBe("unknown");
  const [told] = await rows<{ findings: string }>(
    "SELECT findings FROM inspections ORDER BY at DESC LIMIT 1",
  );
  expect(JSON.parse(told!.findings)).toContainEqual({
    rule: "what is open at a card processor can be asked for: the processor is still connected",
    object: `payments/${id}`,
  });
  expect(log.mock.calls.join()).toContain("still connected");
  expect(asked.mock.calls.map(([, init]) => String(init!.body)).join()).not.toContain(id);
  browser.send = (request) => answerWith(CHANGED, request);
  expect((await browser.open(`/payment/${id}`)).text).toContain(paymentMessages.paymentBeingChecked);
  expect((await browser.post("/register", PASS_PAYMENT)).status).toBe(409);
  const director = await signedIn("director");
  director.send = (request) => answerWith(CHANGED, request);
  expect((await director.open(`/admin/payments/${id}`)).text).toContain(
    refundMessages.staff.processorAway("simulator"),
  );
  // The old processor is connected beside the new one, so everything that is open at the old one comes to an end.
  await keepHouse(AUTHORIZE_NET);
  expect((await paymentOf(uid)).state).toBe("captured");
});

test("a payment of a processor that is not connected is not given back by another one", async () => {
  const { uid, id } = await paid();
  const asked = knowsNothing();
  const director = await signedIn("director");
  director.send = (request) => answerWith(CHANGED, request);
  const answer = await changingNothing(() => refund(director, id));
  expect(answer.status).toBe(409);
  expect(await answer.text()).toContain("which is no longer connected to the portal");
  expect(asked).not.toHaveBeenCalled();
  expect((await paymentOf(uid)).state).toBe("captured");

  // This refund was asked for while the old processor was connected. It waits until the old processor is connected
  // again.
  expect((await refund(await signedIn("director"), id)).status).toBe(302);
  await settleCharge(id);
  await run("UPDATE refunds SET lease_until = 1 WHERE payment_id = ?", id);
  await keepHouse(CHANGED);
  expect(asked).not.toHaveBeenCalled();
  expect(await row("SELECT state FROM refunds WHERE payment_id = ?", id)).toEqual({ state: "pending" });
  await keepHouse(AUTHORIZE_NET);
  expect((await paymentOf(uid)).state).toBe("refunded");
});
