import { env } from "cloudflare:workers";
import { afterEach, expect, test, vi } from "vitest";
import { demoUid } from "#db/seed/demo.ts";
import { cardMessages, chargeMessages } from "~/money/cards/messages.ts";
import { paymentMessages } from "~/money/payments/messages.ts";
import { passMessages } from "~/money/prices/messages.ts";
import { TEST_CARDS } from "~/money/processor/test-cards.ts";
import { standingMessages } from "~/standing/messages.ts";
import { messages } from "~/values/messages.ts";
import type { PassType } from "~/values/types.ts";
import { BILLS, paymentStatements } from "../../support/bills.ts";
import { Browser, type Page, signedIn } from "../../support/browser.ts";
import { CONFERENCE, delegate, readyToPay } from "../../support/people.ts";
import { programAs } from "../../support/programs.ts";
import {
  changingNothing,
  chargesOf,
  everything,
  files,
  row,
  rows,
  run,
  runAll,
} from "../../support/storage.ts";
import { answerWith, keepHouse } from "../../support/worker.ts";

const CARD = {
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: "4111 1111 1111 1111",
  expirationDate: "12/30",
  cardCode: "123",
};

const LOG_IN = "You must be logged in to access payments!";
const NO_DECISION = "You have not yet received a decision. Please try again later.";
const ONLY_ACCEPTED =
  "Unfortunately, you may only register for the Harvard Conference ticket if your application was accepted.";
const ONLY_ACCEPTED_OR_DEFERRED =
  "Unfortunately, you may only register for the Virtual Summit ticket if your application was accepted or deferred to virtual.";
const ACCEPT = "I accept to the terms and conditions outlined above.";
const ACCEPT_FIRST = "Please accept the terms and conditions before proceeding.";
const CONFIRM =
  "By continuing with registration, you hereby accept to the terms and conditions outlined above.";
const TERMS_REFUSED = "You must accept the terms and conditions to register for the conference.";
const FAILED =
  "An error occurred with your payment. Please double-check your card details and try again and contact us if the error persists.";
const SUCCEEDED =
  "You have successfully completed the transaction! We hope you enjoy the HPAIR experience! Redirecting...";

const paymentsOf = (uid: string) =>
  rows<{ id: string; state: string; amount_cents: number; add_ons: string }>(
    `SELECT * FROM ${BILLS} WHERE delegate_uid = ? ORDER BY created_at, rowid`,
    uid,
  );
const statesOf = async (uid: string) => (await paymentsOf(uid)).map(({ state }) => state);

/** Posts as a program would, without the checks and offers of the page. */
const post = (browser: Browser, path: string, more: Record<string, string> = {}) =>
  browser.submit(path, Object.entries({ ...CARD, ...more }));

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/* ------------------------------------------------------------------ who may register */

test.each([
  ["new", standingMessages.notSubmitted, standingMessages.notSubmitted],
  ["draft", standingMessages.notSubmitted, standingMessages.notSubmitted],
  ["submitted", NO_DECISION, NO_DECISION],
  ["unreleased", NO_DECISION, NO_DECISION],
  ["rejected", ONLY_ACCEPTED, ONLY_ACCEPTED_OR_DEFERRED],
  ["deferred", ONLY_ACCEPTED, "Pay $150"],
  ["accepted", ACCEPT, ACCEPT],
  ["signed", "Pay $495", "Pay $150"],
  ["regular", "Pay $550", "Pay $150"],
  ["gold", "Pay $495", passMessages.alreadyRegistered("Virtual Summit ticket")],
  [
    "goldplus",
    passMessages.alreadyRegistered("Harvard Conference ticket"),
    passMessages.includedInPass("Virtual Summit ticket", "Harvard Conference ticket"),
  ],
  ["subscriber", standingMessages.notSubmitted, standingMessages.notSubmitted],
  ["reviewer", standingMessages.notSubmitted, standingMessages.notSubmitted],
  ["director", standingMessages.notSubmitted, standingMessages.notSubmitted],
])("%s@ at /register: %s; at /virtual-summit: %s", async (account, inPerson, virtual) => {
  const browser = await signedIn(account);
  for (const [path, expected] of [
    ["/register", inPerson],
    ["/virtual-summit", virtual],
  ] as const) {
    const page = await browser.open(path);
    expect(page.status).toBe(200);
    if (page.has(expected)) {
      // The page has the form of one stage, and nothing of another stage.
      expect(page.has(ACCEPT)).toBe(expected === ACCEPT);
      expect(page.text.includes("Card number")).toBe(expected.startsWith("Pay"));
      continue;
    }
    expect(page.text).toContain(expected);
    expect(page.text).not.toContain("Card number");
    // The payment is checked again: if it is posted without the page, it is refused with the same sentence.
    const refused = await changingNothing(() => post(browser, path));
    expect(refused.status).toBeGreaterThanOrEqual(403);
    expect(refused.status).toBeLessThan(410);
    expect(refused.text).toContain(expected);
  }
});

test.each([
  "/register",
  "/virtual-summit",
  "/payment-info",
  "/payment/aaaaaaaaaaaaaaaaaaaa",
])("%s asks a visitor to log in", async (path) => {
  const page = await new Browser().open(path);
  expect(page.status).toBe(401);
  expect(page.text).toContain(LOG_IN);
  expect(page.form("Log in").fields).toContainEqual(["redirectTo", path]);
});

test("the pay form comes only after the waiver, also for a post", async () => {
  const { browser, uid } = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  const refused = await changingNothing(() => post(browser, "/register"));
  expect(refused.status).toBe(403);
  expect(refused.text).toContain("Before you can pay, please read and accept the terms and conditions.");
  await run(
    "INSERT INTO acceptances (conference_id, uid, version, full_name, stated_date, accepted_at) VALUES (?, ?, 1, 'Mei Chen', '', 0)",
    CONFERENCE,
    uid,
  );
  expect((await post(browser, "/register")).status).toBe(302);
});

test("a pass that is not on sale cannot be paid for", async () => {
  const { browser } = await readyToPay();
  await run("UPDATE tickets SET on_sale = 0 WHERE id = 'goldPlus'");
  const refused = await changingNothing(() => post(browser, "/register"));
  await run("UPDATE tickets SET on_sale = 1 WHERE id = 'goldPlus'");
  expect(refused.status).toBe(403);
  expect(refused.text).toContain(passMessages.notOnSale("Harvard Conference ticket"));
});

test("without a card processor nothing is sold, and nobody is asked for a card", async () => {
  const { browser } = await readyToPay();
  browser.send = (request) => answerWith({ PAYMENT_GATEWAY: "none" }, request);
  const page = await (await browser.get("/register")).text();
  expect(page).toContain(passMessages.notOnSale("Harvard Conference ticket"));
  expect(page).not.toContain("cardNumber");
  const refused = await changingNothing(() => post(browser, "/register"));
  expect(refused.status).toBe(403);
  expect(refused.text).toContain(passMessages.notOnSale("Harvard Conference ticket"));
});

/* ------------------------------------------------------------------ decisions before their release */

const TOLD_TO_DELEGATES = [
  "/",
  "/decision",
  "/register",
  "/virtual-summit",
  "/payment-info",
  "/waiver",
  "/waiver/confirm?version=1",
  "/application",
  "/application/check",
  "/scheduling",
];

/** Everything that a delegate can learn: each page, and the answer to each attempt to pay. */
async function allAnswers(browser: Browser): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {};
  const note = async (name: string, response: Response) => {
    const { "x-request-id": requestId = "", ...headers } = Object.fromEntries(response.headers);
    answers[name] = [response.status, headers, (await response.text()).replaceAll(requestId, "")];
  };
  for (const path of TOLD_TO_DELEGATES) await note(path, await browser.get(path));
  for (const path of ["/register", "/virtual-summit"]) {
    await note(`POST ${path}`, await browser.post(path, CARD));
  }
  return answers;
}

const RELEASE = Date.parse("2022-11-30T18:00:00Z");

test.each([
  // Decisions that are set after a release are for the next release.
  [
    "set after the release",
    {
      setAt: "2022-12-16T16:40:00Z",
      decisionRelease: RELEASE,
      releasedAt: RELEASE,
      decisions: ["Accepted", "Deferred to virtual", "Waitlisted", "Rejected"],
    },
  ],
  [
    "whose release lies ahead",
    {
      setAt: "2022-11-28T16:30:00Z",
      decisionRelease: Date.parse("2023-01-15T18:00:00Z"),
      releasedAt: RELEASE,
      decisions: ["Accepted"],
    },
  ],
  [
    "nobody released",
    {
      setAt: "2022-11-28T16:30:00Z",
      decisionRelease: RELEASE,
      releasedAt: null,
      decisions: ["Deferred to virtual"],
    },
  ],
])("a decision %s changes no byte of any answer", async (_, world) => {
  const { setAt, decisionRelease, releasedAt, decisions } = world;
  const { browser, uid, email } = await delegate({ submittedAt: "2022-11-05T16:20:00Z", waiver: true });
  const setRelease = (decision: number, released: number | null) =>
    run("UPDATE rounds SET decision_release = ?, released_at = ? WHERE id = 'early'", decision, released);
  const decide = async (decision: string, at: string) => {
    await run("DELETE FROM decisions WHERE uid = ?", uid);
    await run(
      "INSERT INTO decisions (conference_id, uid, decision, set_at) VALUES (?, ?, ?, ?)",
      CONFERENCE,
      uid,
      decision,
      Date.parse(at),
    );
  };
  // The first visits set cookies and fill the isolate's memory.
  for (const path of ["/decision", "/scheduling"]) await browser.get(path);
  // The answers may differ only by the decision, so the clock stands still.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  try {
    await setRelease(decisionRelease, releasedAt);
    // These answers fill the isolate's memory too, so they are not compared.
    await allAnswers(browser);
    const undecided = await allAnswers(browser);
    expect(JSON.stringify(undecided)).toContain(NO_DECISION);
    for (const decision of decisions) {
      await decide(decision, setAt);
      expect(await allAnswers(browser), decision).toEqual(undecided);
    }
  } finally {
    await setRelease(RELEASE, RELEASE);
  }
  expect(await rows("SELECT * FROM outbox WHERE recipient = ?", email)).toEqual([]);
  expect(await paymentsOf(uid)).toEqual([]);

  // Once a decision is released, the delegate learns it.
  const before = "2022-11-28T16:30:00Z";
  await decide("Accepted", before);
  expect((await browser.open("/decision")).text).toContain("accepted");
  expect((await browser.open("/register")).has("Pay $495")).toBe(true);
  await decide("Deferred to virtual", before);
  expect((await browser.open("/register")).text).toContain(ONLY_ACCEPTED);
  expect((await browser.open("/virtual-summit")).has("Pay $150")).toBe(true);
  await decide("Rejected", before);
  expect((await browser.open("/virtual-summit")).text).toContain(ONLY_ACCEPTED_OR_DEFERRED);
});

/* ------------------------------------------------------------------ waiver */

const accepted = (uid: string) => rows("SELECT * FROM acceptances WHERE uid = ?", uid);
const AGREED = { codeOfConduct: "on", refundPolicy: "on", date: "2022-12-17" };

test("the terms show all texts and the full name, and are refused until ticked and dated", async () => {
  const { browser, uid } = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  const terms = await browser.open("/waiver?next=/register");
  for (const title of [
    "Opening letter",
    "Security rules and campus code of conduct",
    "Refund policy",
    "Liability release form",
  ]) {
    expect(terms.text).toContain(title);
  }
  const { fields } = terms.form(ACCEPT);
  expect(fields).toContainEqual(["fullName", "Mei Chen"]);
  expect(fields).toContainEqual(["date", "2022-12-17"]);
  expect(/<input[^>]*name="fullName"[^>]*>/.exec(terms.html)![0]).toContain("readonly");

  for (const missing of ["codeOfConduct", "refundPolicy", "date"] as const) {
    const { [missing]: _, ...rest } = AGREED;
    const refused = await terms.press(ACCEPT, missing === "date" ? { ...rest, date: " " } : rest);
    expect(refused.status, missing).toBe(400);
    expect(refused.text).toContain(ACCEPT_FIRST);
    // What was ticked stays ticked, and the form still contains the address of the page that comes next.
    expect(refused.form(ACCEPT).fields).toContainEqual(["next", "/register"]);
    expect(refused.form(ACCEPT).fields.some(([name]) => name === "codeOfConduct")).toBe(
      missing !== "codeOfConduct",
    );
  }
  expect(await accepted(uid)).toEqual([]);
});

test("accepting without scripts takes a confirmation; Cancel says what it means, Confirm records it", async () => {
  const { browser, uid } = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  const terms = await browser.open("/waiver?next=/register");
  const confirmation = await (await terms.press(ACCEPT, AGREED)).follow();
  expect(confirmation.text).toContain(CONFIRM);
  expect(await accepted(uid)).toEqual([]);

  const cancel = /<a href="([^"]+)"[^>]*>Cancel<\/a>/.exec(confirmation.html)![1]!.replaceAll("&amp;", "&");
  const refused = await browser.open(cancel);
  expect(refused.text).toContain(TERMS_REFUSED);
  expect(refused.has(ACCEPT)).toBe(true);
  expect(await accepted(uid)).toEqual([]);

  const onwards = await confirmation.press("Accept the terms");
  expect([onwards.status, onwards.location]).toEqual([302, "/register"]);
  expect(await accepted(uid)).toMatchObject([
    { conference_id: CONFERENCE, version: 1, full_name: "Mei Chen", stated_date: "2022-12-17" },
  ]);
  expect(await rows("SELECT * FROM audit WHERE actor_uid = ?", uid)).toMatchObject([
    { action: "acceptWaiver", object: `${CONFERENCE}/${uid}`, detail: '{"version":1}' },
  ]);
  expect((await onwards.follow()).has("Pay $495")).toBe(true);

  // If the delegate reads the terms again, what they have agreed to is kept.
  const again = /<a href="([^"]+)">Read the terms again/
    .exec(confirmation.html)![1]!
    .replaceAll("&amp;", "&");
  expect(again).toContain("date=2022-12-17&agreed");

  // Accepting once more changes nothing, not even the record of the acceptance.
  expect((await changingNothing(() => confirmation.press("Accept the terms"))).status).toBe(302);
});

test.each([
  "codeOfConduct",
  "refundPolicy",
  "date",
])("a post that claims to be confirmed is refused without %s", async (missing) => {
  const { browser, uid } = await delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" });
  const complete = { ...AGREED, version: "1", confirmed: "true" };
  const fields = Object.entries(complete).filter(([name]) => name !== missing);
  const refused = await changingNothing(() => browser.submit("/waiver", fields));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(ACCEPT_FIRST);
  expect((await browser.post("/waiver", complete)).status).toBe(302);
  expect(await accepted(uid)).toHaveLength(1);
});

test("terms that changed meanwhile have to be read again, also by delegates who accepted the old ones", async () => {
  const [reader, early] = await Promise.all([
    delegate({ submittedAt: "2022-11-11T18:05:00Z", decision: "Accepted" }),
    readyToPay(),
  ]);
  const confirmation = await (await (await reader.browser.open("/waiver")).press(ACCEPT, AGREED)).follow();
  await run(
    "INSERT INTO agreements (conference_id, version, opening_letter, code_of_conduct, refund_policy, liability_release, created_at) SELECT conference_id, 2, opening_letter, code_of_conduct, refund_policy, liability_release, created_at FROM agreements WHERE version = 1",
  );
  try {
    const refused = await changingNothing(() => confirmation.press("Accept the terms"));
    expect(refused.status).toBe(409);
    expect(refused.text).toContain(standingMessages.agreementChanged);
    expect((await early.browser.open("/register")).has(ACCEPT)).toBe(true);
    expect((await changingNothing(() => post(early.browser, "/register"))).status).toBe(403);
  } finally {
    await run("DELETE FROM agreements WHERE version = 2");
  }
  expect((await early.browser.open("/register")).has("Pay $495")).toBe(true);
});

test("terms are accepted after submitting only", async () => {
  const { browser } = await delegate();
  expect((await browser.open("/waiver")).has(ACCEPT)).toBe(false);
  const fields = { ...AGREED, version: "1", confirmed: "true" };
  const refused = await changingNothing(() => browser.submit("/waiver", Object.entries(fields)));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(standingMessages.notSubmitted);
});

/* ------------------------------------------------------------------ paying */

test("a pass with add-ons is paid once, at the catalogue's prices, and the page leads home [128, 254]", async () => {
  const { browser, uid } = await readyToPay();
  const form = await browser.open("/register?addOns.h2023mug=true&addOns.h2023shirtblack=L");
  const paid = await form.press("Pay $550", CARD);
  expect(paid.status).toBe(302);

  const [payment] = await paymentsOf(uid);
  expect(paid.location).toBe(`/payment/${payment!.id}`);
  expect(payment).toMatchObject({
    conference_id: CONFERENCE,
    pass_type: "goldPlus",
    amount_cents: 49_500 + 2_500 + 3_000,
    state: "captured",
    card_brand: "Visa",
    card_last_four: "1111",
  });
  const addOns = { h2023virtual: true, h2023mug: true, h2023shirtblack: "L" };
  expect(JSON.parse(payment!.add_ons)).toEqual(addOns);
  const charges = await chargesOf(uid);
  expect(charges).toMatchObject([{ invoice_number: payment!.id, outcome: "captured", amount_cents: 55_000 }]);
  expect(JSON.parse(charges[0]!.carried)).toEqual({
    conferenceId: CONFERENCE,
    uid,
    passType: "goldPlus",
    addOns,
  });

  const receipt = await paid.follow();
  expect(receipt.text).toContain(SUCCEEDED);
  expect(receipt.text).toContain("$550 paid");
  expect(receipt.html).toContain('<meta http-equiv="refresh" content="1;url=/"/>');
  const history = await browser.open("/payment-info");
  expect(history.text).toContain("Mug, Unisex black shirt (L)");
  expect(history.text).toContain("Visa ending in 1111");
  expect(await rows("SELECT action FROM audit WHERE object = ?", `payments/${payment!.id}`)).toEqual([
    { action: "payment captured" },
  ]);
});

test("the virtual pass costs 150 and carries no add-ons", async () => {
  const { browser, uid } = await delegate({
    submittedAt: "2022-11-11T18:05:00Z",
    decision: "Deferred to virtual",
    waiver: true,
  });
  expect((await (await browser.open("/virtual-summit")).press("Pay $150", CARD)).status).toBe(302);
  expect(await paymentsOf(uid)).toMatchObject([{ pass_type: "gold", amount_cents: 15_000, add_ons: "{}" }]);
  expect(await chargesOf(uid)).toMatchObject([{ amount_cents: 15_000 }]);
});

test("a delegate who applied in the regular round pays 550", async () => {
  const browser = await signedIn("regular");
  expect((await (await browser.open("/register")).press("Pay $550", CARD)).status).toBe(302);
  expect(await chargesOf(demoUid("regular"))).toMatchObject([{ amount_cents: 55_000 }]);
});

test("without scripts the choice of add-ons travels in the address, and the card does not", async () => {
  const { browser } = await readyToPay();
  const form = await browser.open("/register");
  const chosen = await form.press("Update total", {
    ...CARD,
    "addOns.h2023execsem": "true",
    "addOns.h2023shirtblack": "S",
  });
  expect(chosen.location).toBe("/register?addOns.h2023execsem=true&addOns.h2023shirtblack=S");
  const page = await chosen.follow();
  expect(page.has("Pay $600")).toBe(true);
  const cleared = await page.press("Clear Unisex black shirt", CARD);
  expect(cleared.location).toBe("/register?addOns.h2023execsem=true");
  expect((await cleared.follow()).has("Pay $570")).toBe(true);
});

test("without scripts one chooses first and pays on the next page, where the choice stands folded", async () => {
  const { browser, uid } = await readyToPay();
  const choosing = await browser.open("/register");
  const chosen = await choosing.press("Continue to payment", {
    "addOns.h2023execsem": "true",
    "addOns.h2023shirtblack": "S",
  });
  expect(chosen.location).toBe("/register?addOns.h2023execsem=true&addOns.h2023shirtblack=S&pay=");
  const paying = await chosen.follow();
  expect(paying.html).not.toMatch(/type="(?:checkbox|radio)"/);
  expect(paying.html).toContain('href="/register?addOns.h2023execsem=true&amp;addOns.h2023shirtblack=S"');
  const declined = await paying.press("Pay $600", { ...CARD, cardNumber: "4000000000000002" });
  expect(declined.status).toBe(402);
  // Only the card has to be typed again. The choices are kept.
  expect(declined.html).not.toMatch(/type="(?:checkbox|radio)"/);
  expect((await declined.press("Pay $600", CARD)).status).toBe(302);
  expect(await chargesOf(uid)).toMatchObject([{ outcome: "declined" }, { amount_cents: 60_000 }]);
});

test("what cannot be had any more unfolds the choice again", async () => {
  const { browser } = await readyToPay();
  const page = await browser.open("/register?addOns.h2023tea=true&pay");
  expect(page.text).toContain("One of the chosen add-ons is not available.");
  expect(page.html).toContain('type="checkbox"');
});

test.each([
  ["a lower price of the pass", { intendedPassCost: "1" }, "$495"],
  ["a price that is no number", { intendedPassCost: "495 " }, "$495"],
  ["a lower total", { intendedPassCost: "495", total: "495", "addOns.h2023mug": "true" }, "$520"],
  ["a total of nothing", { total: "0" }, "$495"],
  ["a total in exponents", { total: "4.95e2" }, "$495"],
])("%s is refused with the new total, and nothing is charged", async (_, fields, total) => {
  const { browser, uid } = await readyToPay();
  const refused = await changingNothing(() => post(browser, "/register", fields));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(passMessages.priceChanged(total));
  // The delegate can pay on the page that shows the new total.
  expect((await refused.press(`Pay ${total}`, CARD)).status).toBe(302);
  expect(await statesOf(uid)).toEqual(["captured"]);
});

test("a price that rose while the form was open is refused", async () => {
  const { browser } = await readyToPay();
  const form = await browser.open("/register");
  await run("UPDATE prices SET cents = 50500 WHERE ticket_id = 'goldPlus' AND round_id = 'early'");
  const refused = await changingNothing(() => form.press("Pay $495", CARD));
  await run("UPDATE prices SET cents = 49500 WHERE ticket_id = 'goldPlus' AND round_id = 'early'");
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(passMessages.priceChanged("$505"));
});

test.each([
  ["/register", "h2023tie", "true", passMessages.unknownAddOn],
  ["/register", "__proto__", "true", passMessages.unknownAddOn],
  ["/register", "constructor", "true", passMessages.unknownAddOn],
  ["/register", "h2023mug", "XL", passMessages.unknownAddOn],
  ["/register", "h2023shirtblack", "true", passMessages.chooseVariant("Unisex black shirt")],
  ["/register", "h2023shirtblack", "XXL", passMessages.chooseVariant("Unisex black shirt")],
  ["/virtual-summit", "h2023mug", "true", passMessages.unknownAddOn],
  ["/virtual-summit", "h2023virtual", "true", passMessages.unknownAddOn],
])("at %s the add-on %s=%s is refused", async (path, id, choice, sentence) => {
  const { browser } = await readyToPay();
  const refused = await changingNothing(() => post(browser, path, { [`addOns.${id}`]: choice }));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(sentence);
  // If the address contains the same choice, the page offers to pay without this choice.
  const page = await browser.open(`${path}?addOns.${id}=${choice}`);
  expect(page.status).toBe(200);
  expect(page.has(path === "/register" ? "Pay $495" : "Pay $150")).toBe(true);
});

test("an add-on that was withdrawn while the form was open is refused [110]", async () => {
  const { browser } = await readyToPay();
  const form = await browser.open("/register?addOns.h2023mug=true");
  await run("UPDATE add_ons SET disabled = 1 WHERE id = 'h2023mug'");
  const refused = await changingNothing(() => form.press("Pay $520", CARD));
  await run("UPDATE add_ons SET disabled = 0 WHERE id = 'h2023mug'");
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(passMessages.addOnUnavailable("Mug"));
});

test.each([
  [{ cardNumber: "" }, "This field is required"],
  [{ cardNumber: "4111 1111 1111 1112" }, "Invalid card number"],
  [{ cardNumber: "XXXX1111" }, "Invalid card number"],
  [{ expirationDate: "XXXX" }, "Invalid month or year."],
  [{ expirationDate: "13/30" }, "Invalid month or year."],
  [{ expirationDate: "12/20" }, "Invalid month or year."],
  [{ expirationDate: "12/2020" }, "Invalid month or year."],
  [{ cardCode: "12" }, cardMessages.invalidSecurityCode(3)],
  [{ cardNumber: "378282246310005", cardCode: "123" }, cardMessages.invalidSecurityCode(4)],
  [{ firstName: "M".repeat(51) }, messages.tooLong(50)],
])("%o is not sent to the processor: %s [162, 182, 184]", async (wrong, sentence) => {
  const { browser } = await readyToPay();
  const form = await browser.open("/register?addOns.h2023shirtblack=M");
  const refused = await changingNothing(() => form.press("Pay $525", { ...CARD, ...wrong }));
  expect(refused.status).toBe(400);
  expect(refused.text).toContain(sentence);
  const kept = Object.fromEntries(refused.form("Pay $525").fields);
  expect(kept).toMatchObject({
    lastName: "Chen",
    "addOns.h2023shirtblack": "M",
    cardNumber: "",
    expirationDate: "",
    cardCode: "",
  });
});

test.each(["1230", "1/30", "12 / 30", "12/2030"])("the expiry date %o is taken", async (expirationDate) => {
  const { browser, uid } = await readyToPay();
  const form = await browser.open("/register");
  expect((await form.press("Pay $495", { ...CARD, expirationDate })).status).toBe(302);
  expect(await statesOf(uid)).toEqual(["captured"]);
});

test.each([
  ["X Æ A-12", "名前"],
  ["4", "<b>&"],
  ["mei", "o’hara-de la σ"],
])("the names on the card may be %o and %o [185]", async (firstName, lastName) => {
  const { browser, uid } = await readyToPay();
  expect((await post(browser, "/register", { firstName, lastName })).status).toBe(302);
  expect(await statesOf(uid)).toEqual(["captured"]);
});

test("the names on the card may be left empty, or out [185]", async () => {
  const { browser, uid } = await readyToPay();
  const { firstName: _, lastName: __, ...card } = CARD;
  expect((await browser.submit("/virtual-summit", Object.entries(card))).status).toBe(302);
  expect((await post(browser, "/register", { firstName: "", lastName: " ", heldPass: "gold" })).status).toBe(
    302,
  );
  expect(await statesOf(uid)).toEqual(["captured", "captured"]);
});

test("a declined card says so, and another one can be tried at once", async () => {
  const { browser, uid } = await readyToPay();
  const form = await browser.open("/register?addOns.h2023mug=true");
  const declined = await form.press("Pay $520", { ...CARD, cardNumber: TEST_CARDS.declined });
  expect(declined.status).toBe(402);
  expect(declined.text).toContain(`Your card was declined Nothing was charged. ${FAILED}`);
  // The fields of the card are directly below the sentence: the choices are not shown.
  expect(declined.html).not.toMatch(/type="(?:checkbox|radio)"/);
  expect(declined.html).toContain('href="/register?addOns.h2023mug=true"');
  expect((await declined.press("Pay $520", CARD)).status).toBe(302);
  expect(await statesOf(uid)).toEqual(["declined", "captured"]);
  expect((await chargesOf(uid)).map(({ outcome }) => outcome)).toEqual(["declined", "captured"]);
});

test("a pass cannot be paid for twice, nor what comes with it", async () => {
  const { browser, uid } = await readyToPay();
  const openTab = await browser.open("/register");
  expect((await post(browser, "/register")).status).toBe(302);
  for (const again of [() => openTab.press("Pay $495", CARD), () => post(browser, "/virtual-summit")]) {
    const refused = await changingNothing(again);
    expect(refused.status).toBe(409);
  }
  expect(await chargesOf(uid)).toHaveLength(1);
});

test("a holder of the virtual pass may still buy the other, and is told first that it is not credited", async () => {
  const { browser, uid } = await readyToPay();
  const notCredited = paymentMessages.notCreditedYet("Virtual Summit ticket", "Harvard Conference ticket");
  const opened = await browser.open("/register");
  expect(opened.text).not.toContain(notCredited);
  expect((await post(browser, "/virtual-summit")).status).toBe(302);
  // This page was opened before the other payment, so it does not say that nothing is credited. The portal refuses the
  // payment, and its answer says that nothing is credited.
  const refused = await opened.press("Pay $495", CARD);
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(notCredited);
  expect(await chargesOf(uid)).toHaveLength(1);
  expect((await browser.open("/register")).text).toContain(notCredited);
  expect((await refused.press("Pay $495", CARD)).status).toBe(302);
  expect((await chargesOf(uid)).map(({ amount_cents }) => amount_cents)).toEqual([15_000, 49_500]);
});

/* ------------------------------------------------------------------ outcomes that are not clear */

/** Pays with a card whose outcome stays open, and returns the page that says so. */
async function payUnclear(cardNumber: string) {
  const person = await readyToPay();
  const posted = await post(person.browser, "/register", { cardNumber });
  const [payment] = await paymentsOf(person.uid);
  expect(payment!.state).toBe("unknown");
  return { ...person, posted, id: payment!.id };
}

const missedMinutesAgo = (id: string, minutes: number) =>
  run(
    "UPDATE orders SET unseen_since = ? WHERE id = ? AND unseen_since IS NOT NULL",
    Date.now() - minutes * 60_000,
    id,
  );

async function expectBlocked(browser: Browser) {
  const page = await browser.open("/register");
  expect(page.text).toContain(paymentMessages.paymentBeingChecked);
  expect(page.text).not.toContain("Card number");
  const refused = await changingNothing(() => post(browser, "/register"));
  expect(refused.status).toBe(409);
  expect(refused.text).toContain(paymentMessages.paymentBeingChecked);
}

test("a processor that does not answer blocks another try, which is possible again only after a wait", async () => {
  const { browser, uid, posted, id } = await payUnclear(TEST_CARDS.timeout);
  expect((await posted.follow()).text).toContain(paymentMessages.paymentBeingChecked);
  await expectBlocked(browser);

  const minutesAgo = (minutes: number) =>
    run("UPDATE orders SET lease_until = ? WHERE id = ?", Date.now() - minutes * 60_000, id);
  await minutesAgo(19);
  await keepHouse();
  expect(await statesOf(uid)).toEqual(["unknown"]);
  await expectBlocked(browser);

  await minutesAgo(21);
  await keepHouse();
  await keepHouse();
  expect(await statesOf(uid), "missed once").toEqual(["unknown"]);
  await missedMinutesAgo(id, 9);
  await keepHouse();
  expect(await statesOf(uid), "looked for again too soon").toEqual(["unknown"]);
  await missedMinutesAgo(id, 11);
  await keepHouse();
  expect(await statesOf(uid)).toEqual(["released"]);
  expect((await post(browser, "/register")).status).toBe(302);
  expect(await statesOf(uid)).toEqual(["released", "captured"]);
  expect(await chargesOf(uid)).toHaveLength(1);
});

test.each([
  ["the page itself", async (posted: Page) => void (await posted.follow())],
  ["the cron", () => keepHouse()],
])("a charge whose answer was lost is found by %s, and not made again", async (_, settle) => {
  const { browser, uid, posted } = await payUnclear(TEST_CARDS.chargedThenDropped);
  await expectBlocked(browser);
  await settle(posted);
  expect(await statesOf(uid)).toEqual(["captured"]);
  expect((await posted.follow()).text).toContain(SUCCEEDED);
  expect(await chargesOf(uid)).toHaveLength(1);
  expect((await browser.open("/register")).text).toContain(
    passMessages.alreadyRegistered("Harvard Conference ticket"),
  );
});

test("a charge that is held for review stays open, however often it is asked for", async () => {
  const { browser, uid, posted, id } = await payUnclear(TEST_CARDS.held);
  await run("UPDATE orders SET lease_until = 0 WHERE id = ?", id);
  await keepHouse();
  expect((await posted.follow()).text).toContain(paymentMessages.paymentBeingChecked);
  await expectBlocked(browser);
  expect(await statesOf(uid)).toEqual(["unknown"]);
  // The processor's review approves the charge.
  await env.SIMULATOR.prepare("UPDATE charges SET outcome = 'captured' WHERE invoice_number = ?")
    .bind(id)
    .run();
  await keepHouse();
  expect(await statesOf(uid)).toEqual(["captured"]);
});

test("a charge of another amount is not mistaken for ours: it is given back", async () => {
  const { uid, id } = await payUnclear(TEST_CARDS.chargedThenDropped);
  await env.SIMULATOR.prepare("UPDATE charges SET amount_cents = 1 WHERE invoice_number = ?").bind(id).run();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  await keepHouse();
  expect(await statesOf(uid)).toEqual(["released"]);
  expect((await chargesOf(uid)).map(({ outcome }) => outcome)).toEqual(["voided"]);
});

test("the cron releases abandoned reservations and asks for abandoned charges, and leaves the others", async () => {
  const people = await Promise.all(Array.from({ length: 4 }, readyToPay));
  const [abandoned, fresh, cut, running] = people.map(({ uid }) => uid);
  const insert = (uid: string, state: string, leaseUntil: number) =>
    runAll(paymentStatements({ id: uid.slice(0, 20), uid, amountCents: 49_500, state, leaseUntil }));
  const past = Date.now() - 1_000;
  const ahead = Date.now() + 60_000;
  await insert(abandoned!, "reserved", past);
  await insert(fresh!, "reserved", ahead);
  await insert(cut!, "charging", past);
  await insert(running!, "charging", ahead);
  await keepHouse();
  const states = await Promise.all(people.map(({ uid }) => statesOf(uid)));
  expect(states.flat()).toEqual(["released", "reserved", "unknown", "charging"]);
  expect((await post(people[0]!.browser, "/register")).status).toBe(302);
  expect((await post(people[3]!.browser, "/register")).status).toBe(409);
});

test("a processor that breaks during a charge leaves the attempt open, to be settled by the cron", async () => {
  const { browser, uid } = await readyToPay();
  const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
  await env.SIMULATOR.prepare(
    "CREATE TRIGGER broken BEFORE INSERT ON charges BEGIN SELECT RAISE(ABORT, 'broken'); END",
  ).run();
  const answer = await post(browser, "/register");
  await env.SIMULATOR.prepare("DROP TRIGGER broken").run();
  // The card may have been charged, so the page must not look like the page of a failed payment.
  expect((await answer.follow()).text).toContain(paymentMessages.paymentBeingChecked);
  expect(log).toHaveBeenCalledOnce();
  expect(log.mock.calls.join()).not.toMatch(/4111|Chen/);
  expect(await statesOf(uid)).toEqual(["charging"]);
  expect((await post(browser, "/register")).status).toBe(409);
  await run("UPDATE orders SET lease_until = ? WHERE payer_uid = ?", 0, uid);
  await keepHouse();
  await run("UPDATE orders SET unseen_since = 1 WHERE payer_uid = ?", uid);
  await keepHouse();
  expect(await statesOf(uid)).toEqual(["released"]);
});

/* ------------------------------------------------------------------ limits and secrecy */

test("a processor that cannot be asked leaves the payment open, its page readable and the cron at work", async () => {
  const { browser, uid } = await readyToPay();
  const paid = await post(browser, "/register", { cardNumber: TEST_CARDS.chargedThenDropped });
  expect(paid.status).toBe(302);
  await run("INSERT INTO counters (key, count, expires_at) VALUES ('old', 1, 1)");
  const fault = vi.spyOn(console, "error").mockImplementation(() => undefined);
  const SIMULATOR = {
    prepare: (sql: string) => env.SIMULATOR.prepare(sql),
    batch: () => Promise.reject(new Error("no answer")),
  };
  await keepHouse({ SIMULATOR });
  browser.send = (request) => answerWith({ SIMULATOR }, request);
  const page = await browser.get(paid.location ?? "");
  expect(page.status).toBe(200);
  expect(await page.text()).toContain(paymentMessages.paymentBeingChecked);
  expect(fault).toHaveBeenCalled();
  fault.mockRestore();
  expect(await rows("SELECT 1 FROM counters WHERE key = 'old'")).toEqual([]);
  expect(await rows("SELECT state FROM payments WHERE delegate_uid = ?", uid)).toEqual([
    { state: "unknown" },
  ]);
});

test("five calls to the processor in ten minutes; forms that never reach it do not count", async () => {
  const { browser, uid } = await readyToPay();
  const tryDeclined = () => post(browser, "/register", { cardNumber: TEST_CARDS.declined });
  for (let count = 0; count < 8; count++) {
    expect((await post(browser, "/register", { cardCode: "1" })).status).toBe(400);
    expect((await post(browser, "/register", { total: "1" })).status).toBe(409);
  }
  for (let count = 0; count < 5; count++) expect((await tryDeclined()).status).toBe(402);
  const refused = await changingNothing(() => post(browser, "/register"), { but: ["counters"] });
  expect(refused.status).toBe(429);
  expect(refused.text).toContain(chargeMessages.tooManyCards(10));
  expect(await chargesOf(uid)).toHaveLength(5);

  // Nobody else is held up. After the wait, this delegate is not held up either.
  expect((await post((await readyToPay()).browser, "/register")).status).toBe(302);
  await run("UPDATE counters SET expires_at = ? WHERE key LIKE 'payment-burst:%'", Date.now() - 1);
  expect((await tryDeclined()).status).toBe(402);
});

test("ten calls a day", async () => {
  const { browser, uid } = await readyToPay();
  const statuses: number[] = [];
  for (let count = 0; count < 11; count++) {
    await run("UPDATE counters SET expires_at = 0 WHERE key LIKE 'payment-burst:%'");
    statuses.push((await post(browser, "/register", { cardNumber: TEST_CARDS.declined })).status);
  }
  expect(statuses).toEqual([...Array<number>(10).fill(402), 429]);
  expect(await chargesOf(uid)).toHaveLength(10);
});

test("a card's number, date and code are in no answer, row, file or log, whatever becomes of the payment", async () => {
  const { browser, uid } = await readyToPay();
  const canary = { cardNumber: "5425 2334 3010 9903", expirationDate: "07/41", cardCode: "617" };
  const logs = (["error", "log", "warn", "info", "debug"] as const).map((level) =>
    vi.spyOn(console, level).mockImplementation(() => undefined),
  );
  const answers: string[] = [];
  const keep = async (page: Page) => {
    // The measured milliseconds may contain any digits.
    const headers = [...page.response.headers].filter(([name]) => name !== "server-timing");
    answers.push(page.html, JSON.stringify(headers));
    if (page.location) answers.push((await page.follow()).html);
    return page.status;
  };
  const pay = async (path: string, more: Record<string, string> = {}) =>
    keep(await post(browser, path, { ...canary, ...more }));

  // The form, the price, the processor and the catalogue each refuse some of these payments.
  expect(await pay("/register", { expirationDate: "07/4" })).toBe(400);
  expect(await pay("/register", { cardCode: "61" })).toBe(400);
  expect(await pay("/register", { total: "1" })).toBe(409);
  expect(await pay("/register", { "addOns.h2023tie": "true" })).toBe(400);
  expect(await pay("/register", { intent: "update" })).toBe(302);
  expect(await pay("/register", { cardNumber: TEST_CARDS.declined })).toBe(402);
  // This visitor is no longer signed in.
  expect(await keep(await post(new Browser(), "/register", canary))).toBe(401);
  // The database breaks in the middle.
  await run("CREATE TRIGGER broken BEFORE INSERT ON payments BEGIN SELECT RAISE(ABORT, 'broken'); END");
  expect(await pay("/register")).toBe(500);
  await run("DROP TRIGGER broken");
  expect(logs[0]!).toHaveBeenCalledOnce();
  // Finally a payment succeeds.
  expect(await pay("/virtual-summit")).toBe(302);
  expect(await pay("/register", { heldPass: "gold" })).toBe(302);
  expect(await statesOf(uid)).toEqual(["declined", "captured", "captured"]);

  const said = logs.flatMap((log) => log.mock.calls.flat().map(String));
  const kept = JSON.stringify([await everything(), await files()]);
  expect(kept).toContain('"card_last_four":"9903"');
  const digits = (text: string) => text.replace(/(\d)[ -](?=\d)/g, "$1");
  for (const text of [...answers, ...said, kept]) {
    expect(digits(text)).not.toContain("5425233430109903");
    expect(digits(text)).not.toContain(TEST_CARDS.declined);
    expect(text).not.toMatch(/07\/41?\b/);
    expect(text).not.toMatch(/"617?"|: ?617?[,}]|=617?\b|>617?</);
  }
});

test("an attempt is shown to the delegate who made it and unknown to everybody else", async () => {
  const { uid, browser } = await readyToPay();
  await post(browser, "/register");
  const [payment] = await paymentsOf(uid);
  expect((await browser.open(`/payment/${payment!.id}`)).text).toContain(SUCCEEDED);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  for (const account of ["signed", "goldplus", "director"]) {
    const other = await signedIn(account);
    await other.get("/decision");
    const hidden = await other.open(`/payment/${payment!.id}`);
    const missing = await other.open("/payment/aaaaaaaaaaaaaaaaaaaa");
    expect([hidden.status, missing.status]).toEqual([404, 404]);
    const same = (page: Page) => page.html.replaceAll(page.path, "");
    expect(same(hidden)).toBe(same(missing));
  }
  expect((await (await signedIn("signed")).open("/payment-info")).text).not.toContain(payment!.id);
});

test("the cron forgets expired sessions, links and counters, and keeps the others", async () => {
  const uid = demoUid("new");
  const soon = Date.now() + 60_000;
  for (const [name, expiresAt] of [
    ["over", Date.now() - 1],
    ["open", soon],
  ] as const) {
    await run(
      "INSERT INTO sessions (id_hash, uid, authenticated_at, created_at, expires_at) VALUES (?, ?, 0, 0, ?)",
      ...[name, uid, expiresAt],
    );
    await run(
      "INSERT INTO tokens (hash, purpose, uid, created_at, expires_at) VALUES (?, 'reset-password', ?, 0, ?)",
      name,
      uid,
      expiresAt,
    );
    await run("INSERT INTO counters VALUES (?, 1, ?)", name, expiresAt);
  }
  await keepHouse();
  const kept = async (table: string, key: string) =>
    (await rows(`SELECT ${key} AS name FROM ${table} WHERE ${key} IN ('over', 'open')`)).map(
      ({ name }) => name,
    );
  expect(await kept("sessions", "id_hash")).toEqual(["open"]);
  expect(await kept("tokens", "hash")).toEqual(["open"]);
  expect(await kept("counters", "key")).toEqual(["open"]);
  await expect(row("SELECT * FROM sessions WHERE id_hash = 'open'")).resolves.toMatchObject({ uid });
});

/* ------------------------------------------------------------------ both passes at once */

test.each([
  "by form",
  "by function",
])("of both passes paid for at the same moment one is charged, seven times out of seven: %s", async (door) => {
  for (let pair = 0; pair < 7; pair += 1) {
    const { browser, uid } = await readyToPay();
    const program = await programAs(uid);
    const pay = async (path: string, passType: PassType, cost: string) =>
      door === "by form"
        ? (await post(browser, path, { passType, intendedPassCost: cost })).status
        : (await program.call("triggerPayment", { ...CARD, passType, intendedPassCost: cost })).status;
    const statuses = await Promise.all([
      pay("/virtual-summit", "gold", "150"),
      pay("/register", "goldPlus", "495"),
    ]);
    expect(statuses.filter((status) => status === 409)).toHaveLength(1);
    expect(await chargesOf(uid)).toHaveLength(1);
    expect(await statesOf(uid)).toEqual(["captured"]);
  }
});

test("a program whose user holds gold must say so to pay for goldPlus, and is told how", async () => {
  const { browser, uid } = await readyToPay();
  const program = await programAs(uid);
  expect((await post(browser, "/virtual-summit")).status).toBe(302);
  const asked = { ...CARD, passType: "goldPlus", intendedPassCost: 495 };
  const refused = await program.call("triggerPayment", asked);
  expect(refused.body.error).toMatchObject({
    status: "ABORTED",
    message: paymentMessages.notCreditedYet("Virtual Summit ticket", "Harvard Conference ticket"),
  });
  expect((await program.call("triggerPayment", { ...asked, heldPass: "gold" })).status).toBe(200);
});

/* ------------------------------------------------------------------ one sentence for each state */

test("a declined attempt does not invite to try again once the pass is paid for", async () => {
  const { browser, uid } = await readyToPay();
  expect((await post(browser, "/register", { cardNumber: TEST_CARDS.declined })).status).toBe(402);
  const [declined] = await rows<{ id: string }>("SELECT id FROM payments WHERE delegate_uid = ?", uid);
  for (const path of ["/payment-info", `/payment/${declined!.id}`]) {
    expect((await browser.open(path)).text, path).toContain(paymentMessages.nothingCharged);
  }
  expect((await post(browser, "/register")).status).toBe(302);
  for (const path of ["/payment-info", `/payment/${declined!.id}`]) {
    const { text } = await browser.open(path);
    expect(text, path).toContain(chargeMessages.nothingWasCharged);
    expect(text.toLowerCase(), path).not.toContain("try again");
  }
});

test("what was declined is tried again first, and the other pass can still be had", async () => {
  const { browser } = await readyToPay();
  await post(browser, "/register", { cardNumber: TEST_CARDS.declined });
  const { html, text } = await browser.open("/payment-info");
  expect(text).toMatch(/Harvard Conference ticket Declined .*Try again .*Virtual Summit ticket .*Register/s);
  expect(html.match(/href="[^"]*" class="button"/g)).toEqual(['href="/register" class="button"']);
  expect(text).not.toContain("Register for the Harvard Conference ticket");
});

test("an unknown payment reads the same wherever it is shown", async () => {
  const { browser, posted } = await payUnclear(TEST_CARDS.held);
  for (const path of ["/", "/payment-info", "/register", "/virtual-summit", posted.location!]) {
    expect((await browser.open(path)).text, path).toContain(paymentMessages.paymentBeingChecked);
  }
  const program = await programAs(
    (
      await row<{ uid: string }>(
        "SELECT delegate_uid AS uid FROM payments WHERE id = ?",
        posted.location!.split("/").at(-1),
      )
    ).uid,
  );
  const again = await program.call("triggerPayment", {
    ...CARD,
    passType: "goldPlus",
    intendedPassCost: 495,
  });
  expect(again.body.error).toMatchObject({ status: "ABORTED", message: paymentMessages.paymentBeingChecked });
});

test("the page of a payment leads home for a minute; after that it stays", async () => {
  const { browser, uid } = await readyToPay();
  const posted = await post(browser, "/register");
  expect((await posted.follow()).text).toContain(SUCCEEDED);
  await run("UPDATE payments SET resolved_at = resolved_at - 61000 WHERE delegate_uid = ?", uid);
  const later = await posted.follow();
  expect(later.text).not.toContain("Redirecting");
  expect(later.html).not.toContain('http-equiv="refresh"');
  expect(later.text).toContain(paymentMessages.passHeld("Harvard Conference ticket"));
});
