import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CardFields, Charge, RecurringCharge } from "~/platform/ports/card-processor.server.ts";
import { USER_AGENT } from "~/platform/ports/user-agent.server.ts";
import { DAY } from "~/values/durations.ts";
import { ANET_CARDS, ANET_ZIPS, AuthorizeNet, type Fault } from "../../../test/support/authorize-net.ts";
import { type AuthorizeNetOptions, authorizeNet } from "./authorize-net.server.ts";

let anet: AuthorizeNet;
let numbers = 0;
beforeEach(async () => {
  anet = await AuthorizeNet.listen();
});
afterEach(() => anet.close());

const adapter = (more: Partial<AuthorizeNetOptions> = {}) =>
  authorizeNet({ ...anet.options, timeoutMs: 10_000, ...more });

const invoice = () => `inv${String(++numbers).padStart(17, "0")}`;

const cardOf = (more: Partial<CardFields> = {}): CardFields => ({
  firstName: "Mei",
  lastName: "Chen",
  cardNumber: ANET_CARDS.approved,
  expirationDate: "12/30",
  cardCode: "900",
  ...more,
});

const chargeOf = (more: Partial<Charge> = {}): Charge => ({
  invoiceNumber: invoice(),
  amountCents: 49_500,
  carried: {
    conferenceId: "aconf_2023",
    uid: "abcdefghijklmnopqrst",
    passType: "goldPlus",
    addOns: { h2023shirtblack: "M", h2023mug: true },
  },
  card: cardOf(),
  ...more,
});

const pay = (card: Partial<CardFields> = {}, options: Partial<AuthorizeNetOptions> = {}) =>
  adapter(options).charge(chargeOf({ card: cardOf(card) }));

const fault = (answer: Fault["answer"], entered = false, call?: string) =>
  anet.faults.push({ answer, entered, ...(call && { call }) });

/** Makes the fake processor answer the next charge with an unusual response. */
const answered = (invoiceNumber: string, transactionResponse: unknown) =>
  fault({
    json: {
      transactionResponse,
      refId: invoiceNumber,
      messages: { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] },
    },
  });

const failedWith = (code: string) =>
  fault({ json: { messages: { resultCode: "Error", message: [{ code, text: "No." }] } } });

const sent = () => anet.requests.at(-1)!.body;

/** Makes a charge that succeeds, and returns its id. */
async function captured(charge: Charge): Promise<string> {
  const outcome = await adapter().charge(charge);
  if (outcome.outcome !== "captured") throw new Error(outcome.outcome);
  return outcome.transactionId;
}

describe("a charge", () => {
  it("is captured, with brand and last four and nothing else of the card", async () => {
    const charge = chargeOf();
    const outcome = await adapter().charge(charge);
    const [entry] = anet.captured();
    expect(outcome).toEqual({
      outcome: "captured",
      transactionId: entry!.transId,
      card: { brand: "Visa", lastFour: "1111" },
    });
    expect(entry).toMatchObject({
      invoiceNumber: charge.invoiceNumber,
      amountCents: 49_500,
      description: "goldPlus aconf_2023 abcdefghijklmnopqrst h2023mug h2023shirtblack=M",
      customerId: "abcdefghijklmnopqrst",
      firstName: "Mei",
      lastName: "Chen",
    });
    expect(anet.requests).toHaveLength(1);
    expect(anet.requests[0]!.userAgent).toBe(USER_AGENT);
  });

  it("asks for the long window, no mail, and all or nothing", async () => {
    const charge = chargeOf();
    await adapter().charge(charge);
    const { loginId: name, transactionKey } = anet.options;
    expect(sent()).toEqual({
      merchantAuthentication: { name, transactionKey },
      refId: charge.invoiceNumber,
      transactionRequest: {
        transactionType: "authCaptureTransaction",
        amount: "495.00",
        currencyCode: "USD",
        payment: {
          creditCard: { cardNumber: ANET_CARDS.approved, expirationDate: "2030-12", cardCode: "900" },
        },
        order: {
          invoiceNumber: charge.invoiceNumber,
          description: "goldPlus aconf_2023 abcdefghijklmnopqrst h2023mug h2023shirtblack=M",
        },
        customer: { type: "individual", id: "abcdefghijklmnopqrst" },
        billTo: { firstName: "Mei", lastName: "Chen" },
        transactionSettings: {
          setting: [
            { settingName: "allowPartialAuth", settingValue: "false" },
            { settingName: "duplicateWindow", settingValue: "28800" },
            { settingName: "emailCustomer", settingValue: "false" },
          ],
        },
      },
    });
  });

  it.each([
    [1, "0.01"],
    [5, "0.05"],
    [100, "1.00"],
    [1999, "19.99"],
    [123_456_789, "1234567.89"],
  ])("of %i cents is of %s dollars", async (amountCents, amount) => {
    await captured(chargeOf({ amountCents }));
    expect(sent()).toMatchObject({ transactionRequest: { amount } });
    expect(anet.captured()[0]!.amountCents).toBe(amountCents);
  });

  it.each([
    ["m".repeat(20), "m".repeat(20)],
    ["m".repeat(21), ""],
  ])("names the customer %s as %j", async (uid, customerId) => {
    await captured(chargeOf({ carried: { ...chargeOf().carried, uid } }));
    expect(anet.ledger[0]!.customerId).toBe(customerId);
  });

  it.each([
    ["Zoë & <b>", "Zoë & <b>"],
    ["x".repeat(50), "x".repeat(50)],
    ["x".repeat(51), "x".repeat(50)],
    [`${"x".repeat(49)}😀`, "x".repeat(49)],
    [`${"x".repeat(48)}😀`, `${"x".repeat(48)}😀`],
    ["A\u0000\u001Fb\uD800", "Ab"],
    ["A\uFFFEb\uFFFF", "Ab"],
    ["\u{1F600} 陈", "\u{1F600} 陈"],
  ])("%j pays as %j", async (firstName, paidAs) => {
    expect(await pay({ firstName })).toMatchObject({ outcome: "captured" });
    expect(anet.ledger[0]!.firstName).toBe(paidAs);
  });

  it("carries a description of 255 characters, and none rather than a longer one", async () => {
    const start = "goldPlus aconf_2023 abcdefghijklmnopqrst ".length;
    for (const [length, expected] of [
      [255, 255],
      [256, 0],
    ] as const) {
      const addOns = { ["x".repeat(length - start)]: true as const };
      await captured(chargeOf({ carried: { ...chargeOf().carried, addOns } }));
      expect(anet.ledger.at(-1)!.description).toHaveLength(expected);
    }
  });

  it("takes a token, once", async () => {
    const token = {
      firstName: "Mei",
      lastName: "Chen",
      ...anet.tokenize({ ...cardOf(), expirationDate: "2030-12" }),
    };
    expect(await adapter().charge(chargeOf({ card: token }))).toMatchObject({ outcome: "captured" });
    expect(sent()).toMatchObject({
      transactionRequest: {
        payment: { opaqueData: { dataDescriptor: token.dataDescriptor, dataValue: token.dataValue } },
      },
    });
    expect(await adapter().charge(chargeOf({ card: token }))).toEqual({ outcome: "declined" });
    const late = { ...token, ...anet.tokenize({ ...cardOf(), expirationDate: "2030-12" }) };
    anet.skewMs = 15 * 60 * 1000;
    expect(await adapter().charge(chargeOf({ card: late }))).toEqual({ outcome: "declined" });
    expect(anet.captured()).toHaveLength(1);
  });

  it("makes one call and no more, whatever the answer", async () => {
    for (const answer of ["drop", "html502", "busy", "tooManyRequests", "redirect", "truncated"] as const) {
      fault(answer, false);
      await pay();
    }
    expect(anet.requests).toHaveLength(6);
    expect(anet.ledger).toHaveLength(0);
  });
});

describe("a card", () => {
  it.each([
    ["of 16 digits", "4111111111111111", 1],
    ["of 17 digits", "41111111111111113", 0],
    ["of 19 digits", "4111111111111111110", 0],
    ["of letters", "4111x", 0],
  ])("%s: calls %s", async (_, cardNumber, calls) => {
    const { outcome } = await pay({ cardNumber });
    expect(outcome).toBe(calls === 1 ? "captured" : "declined");
    expect(anet.requests).toHaveLength(calls);
  });

  it.each(["XXXX", "2030-12", "1230", ""])("with the expiry date %j is not sent", async (expirationDate) => {
    expect(await pay({ expirationDate })).toEqual({ outcome: "declined" });
    expect(anet.requests).toHaveLength(0);
  });

  it.each<[string, Partial<CardFields>, string | undefined]>([
    ["code 2, by its postcode", {}, ANET_ZIPS.declined],
    ["code 6, a number that does not add up", { cardNumber: "4111111111111112" }, undefined],
    ["code 7, a month that does not exist", { expirationDate: "13/30" }, undefined],
    ["code 8, expired", { expirationDate: "12/20" }, undefined],
    ["code 17, a brand that is not accepted", { cardNumber: ANET_CARDS.brandNotTaken }, undefined],
    ["code 65, the security code", { cardCode: "901" }, undefined],
  ])("is declined with %s", async (_, card, testZip) => {
    expect(await pay(card, testZip ? { testZip } : {})).toEqual({ outcome: "declined" });
    expect(anet.captured()).toHaveLength(0);
  });

  it("that is held for review is neither a yes nor a no", async () => {
    expect(await pay({ cardNumber: ANET_CARDS.held })).toEqual({ outcome: "unknown" });
  });

  it("approved for a smaller amount, or in part, is not a yes", async () => {
    expect(await pay({}, { testZip: ANET_ZIPS.approvedForLess })).toEqual({ outcome: "unknown" });
    expect(await pay({}, { testZip: ANET_ZIPS.partial })).toEqual({ outcome: "unknown" });
  });

  it("posted twice under one number is charged once, and unknown the second time", async () => {
    const charge = chargeOf();
    await captured(charge);
    expect(await adapter().charge(charge)).toEqual({ outcome: "unknown" });
    anet.skewMs = 28_799_000;
    expect(await adapter().charge(charge)).toEqual({ outcome: "unknown" });
    expect(anet.captured()).toHaveLength(1);
  });
});

describe("an answer", () => {
  const yes = { responseCode: "1", transId: "60", testRequest: "0", accountNumber: "XXXX1111" };

  it.each<[string, unknown, string]>([
    ["approved", yes, "captured"],
    ["approved, as numbers", { ...yes, responseCode: 1, transId: 60 }, "captured"],
    ["approved by an account in Test Mode", { ...yes, testRequest: "1" }, "notCharged"],
    ["approved without a transaction", { ...yes, transId: "0" }, "notCharged"],
    ["approved, with no id at all", { responseCode: "1" }, "notCharged"],
    [
      "a prepaid card's whole amount",
      { ...yes, prePaidCard: { requestedAmount: "495.00", approvedAmount: "495.00" } },
      "captured",
    ],
    ["a prepaid card's lesser amount", { ...yes, prePaidCard: { approvedAmount: "494.99" } }, "unknown"],
    ["a split payment", { ...yes, splitTenderId: "7" }, "unknown"],
    ["no split payment", { ...yes, splitTenderId: "" }, "captured"],
    ["declined", { responseCode: "2", transId: "60" }, "declined"],
    ["held", { responseCode: "4", transId: "60" }, "unknown"],
    ["with an unknown code", { ...yes, responseCode: "5" }, "unknown"],
    ["an error without a code", { responseCode: "3", transId: "0" }, "unknown"],
    ["an error in a wrapper", { responseCode: "3", errors: { error: [{ errorCode: 8 }] } }, "declined"],
    ["empty", {}, "unknown"],
    ["of another shape", [], "unknown"],
    ["absent", undefined, "unknown"],
    ["null", null, "unknown"],
  ])("%s", async (_, transactionResponse, outcome) => {
    const charge = chargeOf();
    answered(charge.invoiceNumber, transactionResponse);
    expect(await adapter().charge(charge)).toMatchObject({ outcome });
  });

  it.each<[string, string[]]>([
    ["declined", "2 3 4 6 7 8 17 27 28 37 41 44 45 65 78 127 128 165 250 251 254 315 316 317".split(" ")],
    ["notCharged", "5 13 30 31 33 34 38 39 43 49 103 123".split(" ")],
    ["unknown", "1 11 16 19 20 21 22 23 25 26 35 57 62 63 120 121 122 252 253 295 310 999".split(" ")],
  ])("is %s for errors", async (outcome, codes) => {
    for (const errorCode of codes) {
      const charge = chargeOf();
      answered(charge.invoiceNumber, { responseCode: "3", transId: "0", errors: [{ errorCode }] });
      expect([errorCode, await adapter().charge(charge)]).toMatchObject([errorCode, { outcome }]);
    }
  });

  it.each<[string, string[]]>([
    ["declined", ["E00113", "E00114", "E00115", "E00116", "E00117"]],
    ["notCharged", "02 03 04 05 06 07 08 09 10 11 13 14 15 16".split(" ").map((end) => `E000${end}`)],
    ["unknown", ["E00001", "E00012", "E00027", "E00049", "E00053", "E00104", "E09999", "I00001"]],
  ])("is %s for refusals", async (outcome, codes) => {
    for (const code of codes) {
      failedWith(code);
      expect([code, await pay()]).toMatchObject([code, { outcome }]);
    }
  });

  it("to another request decides nothing", async () => {
    for (const transactionResponse of [
      yes,
      { responseCode: "2" },
      { responseCode: "3", errors: [{ errorCode: "6" }] },
    ]) {
      answered("somebody elses order", transactionResponse);
      expect(await pay()).toEqual({ outcome: "unknown" });
    }
  });

  it("may leave out brand and number", async () => {
    const charge = chargeOf();
    answered(charge.invoiceNumber, { responseCode: "1", transId: "60", accountNumber: "4111111111111111" });
    expect(await adapter().charge(charge)).toMatchObject({ card: { brand: null, lastFour: null } });
  });

  it("to a wrong transaction key says so, without the key", async () => {
    const outcome = await pay({}, { transactionKey: "notthekey" });
    expect(outcome).toEqual({ outcome: "notCharged", reason: "E00007" });
    const long = await pay({}, { transactionKey: "muchlongerthanakey" });
    expect(long).toEqual({ outcome: "notCharged", reason: "E00003" });
  });

  it("is read despite its byte order mark if the runtime leaves it on", async () => {
    const json = { messages: { resultCode: "Error", message: [{ code: "E00007", text: "" }] } };
    const text = async () => `\uFEFF${JSON.stringify(json)}`;
    const fetch = async () => ({ status: 200, text }) as Response;
    expect(await pay({}, { fetch })).toMatchObject({ outcome: "notCharged" });
  });

  it("in Test Mode is not a charge", async () => {
    anet.testMode = true;
    expect(await pay()).toEqual({ outcome: "notCharged", reason: "The account is in Test Mode." });
  });
});

describe("a fault on the way", () => {
  it.each<[Fault["answer"], boolean]>([
    ["hang", false],
    ["hang", true],
    ["drop", false],
    ["drop", true],
    ["html502", false],
    ["html502", true],
    ["http500", true],
    ["truncated", true],
    ["tooManyRequests", false],
    ["busy", false],
    ["busy", true],
    ["redirect", false],
    [{ slow: 20_000 }, true],
  ])("%j, charged: %s, is unknown, and asking settles it", async (answer, entered) => {
    const charge = chargeOf();
    const since = Date.now();
    fault(answer, entered);
    const started = Date.now();
    expect(await adapter({ timeoutMs: 500 }).charge(charge)).toEqual({ outcome: "unknown" });
    expect(Date.now() - started).toBeLessThan(10_000);
    expect(anet.captured()).toHaveLength(entered ? 1 : 0);
    const found = await adapter().lookup(charge.invoiceNumber, since);
    expect(found?.outcome).toBe(entered ? "captured" : undefined);
  });

  it("an answer that is slow but in time is read", async () => {
    fault({ slow: 300 }, true);
    expect(await pay()).toMatchObject({ outcome: "captured" });
  });

  it("a redirect is not followed", async () => {
    fault("redirect");
    await pay();
    expect(anet.requests).toHaveLength(1);
  });

  it("no server there is unknown", async () => {
    const { server, origin } = await listener();
    await new Promise((resolve) => server.close(resolve));
    expect(await pay({}, { endpoint: `${origin}/xml/v1/request.api` })).toEqual({ outcome: "unknown" });
  });

  it("asking throws, and reveals nothing of what was sent or received", async () => {
    const secrets = [anet.options.transactionKey, ANET_CARDS.approved, "XXXX1111", "Mei"];
    const transactionId = await captured(chargeOf());
    const cards = adapter({ timeoutMs: 500 });
    const questions = [
      () => cards.find(transactionId),
      () => cards.lookup("inv", Date.now() - DAY),
      () => cards.lookupRefund("inv", Date.now() - DAY),
      () => cards.list(Date.now() - DAY),
      () => cards.findSubscription("5"),
      () => cards.subscriptionsOf("5"),
      () => cards.hostedPage(chargeOf(), { done: "https://us.example/", cancelled: "https://us.example/" }),
    ];
    for (const ask of questions) {
      for (const answer of ["hang", "drop", "html502", "truncated", "busy", { json: [] }] as const) {
        fault(answer, answer === "truncated");
        const error = await ask().then(
          () => null,
          (thrown: Error) => thrown,
        );
        expect([String(ask), answer, error?.name]).toEqual([String(ask), answer, "NoAnswer"]);
        const told = `${error?.message} ${error?.stack} ${String(error?.cause)}`;
        for (const secret of secrets) expect(told).not.toContain(secret);
      }
    }
    anet.faults.length = 0;
    const stranger = adapter({ transactionKey: "much longer than a key" });
    await expect(stranger.find(transactionId)).rejects.toThrow(/^getTransactionDetailsRequest: E00003$/);
    await expect(stranger.list(Date.now() - DAY)).rejects.toThrow(/^getUnsettledTransactionListRequest: E0/);
  });
});

describe("a lookup", () => {
  it("finds a charge that is not settled yet, with everything it carried", async () => {
    const charge = chargeOf();
    const transactionId = await captured(charge);
    await captured(chargeOf());
    anet.requests.length = 0;
    await adapter().lookup(charge.invoiceNumber, Date.now() - 1000);
    expect(anet.requests.map(({ call }) => call)).toEqual([
      "getUnsettledTransactionListRequest",
      "getTransactionDetailsRequest",
    ]);
    const found = {
      transactionId,
      invoiceNumber: charge.invoiceNumber,
      outcome: "captured",
      settled: false,
      amountCents: 49_500,
      carried: charge.carried,
      card: { brand: "Visa", lastFour: "1111" },
    };
    expect(await adapter().lookup(charge.invoiceNumber, Date.now() - 1000)).toEqual(found);
    expect(await adapter().find(transactionId)).toEqual(found);
    anet.settle();
    const settled = { ...found, settled: true };
    expect(await adapter().lookup(charge.invoiceNumber, Date.now() - 1000)).toEqual(settled);
    expect(await adapter().find(transactionId)).toEqual(settled);
  });

  it("finds nothing for no charge, for one that is not listed yet, and for another account's", async () => {
    const charge = chargeOf();
    await captured(charge);
    expect(await adapter().lookup(invoice(), Date.now() - 1000)).toBeNull();
    expect(await adapter().lookup(charge.invoiceNumber.slice(0, 19), Date.now() - 1000)).toBeNull();
    anet.listDelayMs = 60_000;
    expect(await adapter().lookup(charge.invoiceNumber, Date.now() - 1000)).toBeNull();
    anet.skewMs = 61_000;
    expect(await adapter().lookup(charge.invoiceNumber, Date.now() - 1000)).not.toBeNull();
  });

  it("finds a held charge, and its outcome", async () => {
    const charge = chargeOf({ card: cardOf({ cardNumber: ANET_CARDS.held }) });
    await adapter().charge(charge);
    const look = () => adapter().lookup(charge.invoiceNumber, Date.now() - 1000);
    expect(await look()).toMatchObject({ outcome: "held", settled: false, amountCents: 49_500 });
    anet.review(anet.ledger[0]!.transId, "approve");
    expect(await look()).toMatchObject({ outcome: "captured" });
    anet.review(anet.ledger[0]!.transId, "decline");
    expect(await look()).toMatchObject({ outcome: "declined" });
  });

  it("finds a declined charge, before and after the settlement", async () => {
    const charge = chargeOf({ card: cardOf({ cardCode: "901" }) });
    await adapter().charge(charge);
    const look = () => adapter().lookup(charge.invoiceNumber, Date.now() - 1000);
    expect(await look()).toMatchObject({ outcome: "declined", amountCents: 49_500 });
    anet.settle();
    expect(await look()).toMatchObject({ outcome: "declined" });
  });

  it("chooses the charge that took money among several with one number", async () => {
    const invoiceNumber = invoice();
    const states = ["declined", "capturedPendingSettlement", "voided", "declined"];
    for (const status of states) anet.enter({ invoiceNumber, status });
    expect(await adapter().lookup(invoiceNumber, Date.now() - 1000)).toMatchObject({ outcome: "captured" });

    const later = invoice();
    anet.enter({ invoiceNumber: later, status: "settledSuccessfully", batchId: anet.settle() });
    anet.enter({ invoiceNumber: later, status: "declined" });
    expect(await adapter().lookup(later, Date.now() - 1000)).toMatchObject({ outcome: "captured" });
  });

  it("sees past the first page, of a list and of a batch", async () => {
    const old = Date.now() - 1000;
    const last = anet.enter({ invoiceNumber: invoice(), submittedAt: old });
    for (let n = 0; n < 1000; n++) anet.enter({ invoiceNumber: invoice() });
    const look = () => adapter().lookup(last.invoiceNumber, old - 1000);
    expect(await look()).toMatchObject({ transactionId: last.transId, settled: false });
    expect(await adapter().list(old - 1000)).toHaveLength(1001);
    // If the oldest came first, charges that settle meanwhile would leave the list, and the rest would move to
    // positions that were already read.
    const lists = anet.requests.filter(({ call }) => call === "getUnsettledTransactionListRequest");
    for (const { body } of lists) expect(body).toHaveProperty("sorting.orderDescending", "true");
    anet.settle();
    expect(await look()).toMatchObject({ transactionId: last.transId, settled: true });
    expect(await adapter().list(old - 1000)).toHaveLength(1001);
  });

  it("sees beyond the 31 days of one request", async () => {
    const since = Date.now() - 70 * DAY;
    const entries = [69, 39.5, 35, 5].map((days) => {
      anet.skewMs = -days * DAY;
      const entry = anet.enter({ invoiceNumber: invoice() });
      anet.settle();
      return entry;
    });
    anet.skewMs = 0;
    for (const { invoiceNumber, transId } of entries)
      expect(await adapter().lookup(invoiceNumber, since)).toMatchObject({ transactionId: transId });
    expect(await adapter().lookup(entries[0]!.invoiceNumber, since + 10 * DAY)).toBeNull();
  });

  it("recognises a charge that was not ours", async () => {
    const { invoiceNumber } = anet.enter({ invoiceNumber: invoice(), description: "A T-shirt" });
    const found = await adapter().lookup(invoiceNumber, Date.now() - 1000);
    expect(found).toMatchObject({ outcome: "captured", carried: null });
  });

  it("mistakes no refund for a charge", async () => {
    const refund = { type: "refundTransaction", status: "refundPendingSettlement" } as const;
    const { invoiceNumber, transId } = anet.enter({ invoiceNumber: invoice(), ...refund });
    expect(await adapter().lookup(invoiceNumber, Date.now() - 1000)).toBeNull();
    expect(await adapter().find(transId)).toBeNull();
  });

  it("reports the approved amount if it differs from the requested one", async () => {
    const charge = chargeOf();
    await adapter({ testZip: ANET_ZIPS.approvedForLess }).charge(charge);
    const found = await adapter().lookup(charge.invoiceNumber, Date.now() - 1000);
    expect(found).toMatchObject({ outcome: "captured", amountCents: 123 });
  });
});

describe("find", () => {
  it.each([
    ["capturedPendingSettlement", "captured", false],
    ["pendingFinalSettlement", "captured", false],
    ["couldNotVoid", "captured", false],
    ["settledSuccessfully", "captured", true],
    ["chargeback", "returned", true],
    ["chargebackReversal", "captured", true],
    ["voided", "voided", false],
    ["declined", "declined", false],
    ["expired", "declined", false],
    ["generalError", "declined", false],
    ["communicationError", "declined", false],
    ["failedReview", "declined", false],
    ["underReview", "held", false],
    ["approvedReview", "held", false],
    ["FDSPendingReview", "held", false],
    ["FDSAuthorizedPendingReview", "held", false],
    ["authorizedPendingCapture", "held", false],
    ["authorizedPendingRelease", "held", false],
    ["pendingSettlement", "captured", false],
    ["updatingSettlement", "captured", false],
    ["settlementError", "returned", false],
    ["returnedItem", "returned", true],
    ["somethingNew", "held", false],
  ])("%s is %s, settled: %s", async (status, outcome, settled) => {
    const { transId } = anet.enter({ status });
    expect(await adapter().find(transId)).toMatchObject({ outcome, settled });
  });

  it("finds nothing under an id of another processor", async () => {
    expect(await adapter().find("1")).toBeNull();
    expect(anet.requests).toHaveLength(1);
    expect(await adapter().find("SIM-abcdefghijklmnopqrst")).toBeNull();
    expect(anet.requests).toHaveLength(1);
  });
});

const OK = { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] };

/** Sets the pending transactions that the next list returns. */
const listing = (transactions: unknown[]) =>
  fault({ json: { transactions, messages: OK } }, false, "getUnsettledTransactionListRequest");

describe("the journal", () => {
  it("lists every charge once, including held, declined and settled ones, and no refund", async () => {
    const since = Date.now() - 1000;
    const settled = await captured(chargeOf());
    anet.settle();
    await adapter().refund(refundOf(settled));
    const open = await captured(chargeOf());
    await pay({ cardNumber: ANET_CARDS.held });
    await pay({ cardCode: "901" });
    const voided = await captured(chargeOf());
    await adapter().void(voided);
    const entries = await adapter().list(since);
    const of = (transactionId: string) => anet.ledger.find(({ transId }) => transId === transactionId)!;
    expect(entries.map(({ transactionId, outcome }) => [transactionId, outcome]).sort()).toEqual(
      [
        [settled, "captured"],
        [open, "captured"],
        [anet.ledger.find(({ status }) => status === "FDSPendingReview")!.transId, "held"],
        [anet.ledger.find(({ status }) => status === "declined")!.transId, "declined"],
        [voided, "voided"],
      ].sort(),
    );
    for (const { transactionId, invoiceNumber } of entries)
      expect(invoiceNumber).toBe(of(transactionId).invoiceNumber);
  });

  it("passes over a line that cannot be read, and logs that without its content", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const listed = { transId: "7", submitTimeUTC: "2099-01-01T00:00:00Z", transactionStatus: "voided" };
    for (const broken of [
      { ...listed, transId: { id: "Chen" } },
      "Chen",
      null,
      { ...listed, submitTimeUTC: 7 },
    ]) {
      listing([broken, { ...listed, invoiceNumber: null }]);
      expect(await adapter().list(Date.now() - DAY)).toContainEqual({
        transactionId: "7",
        invoiceNumber: "",
        outcome: "voided",
      });
    }
    expect(log).toHaveBeenCalledTimes(4);
    expect(log.mock.calls.join()).toContain("1 listed transactions cannot be read");
    expect(log.mock.calls.join()).not.toContain("Chen");
    log.mockRestore();
  });

  it("never says that a charge is missing while an unreadable line could be it", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const asked = invoice();
    for (const could of [{}, { invoiceNumber: asked }, { invoiceNumber: null }]) {
      listing([{ transId: null, ...could }]);
      await expect(adapter().lookup(asked, Date.now() - DAY)).rejects.toThrow("cannot be read");
      listing([{ transId: null, ...could }]);
      await expect(adapter().lookupRefund(asked, Date.now() - DAY)).rejects.toThrow("cannot be read");
    }
    // A broken line with another invoice number does not matter.
    listing([{ transId: null, invoiceNumber: invoice() }]);
    expect(await adapter().lookup(asked, Date.now() - DAY)).toBeNull();
    // A broken line does not matter if the charge is found.
    const charge = chargeOf();
    await captured(charge);
    fault(
      { json: { transactions: [{ transId: null }], messages: OK } },
      false,
      "getUnsettledTransactionListRequest",
    );
    anet.settle();
    expect(await adapter().lookup(charge.invoiceNumber, Date.now() - DAY)).toMatchObject({
      outcome: "captured",
    });
    log.mockRestore();
  });

  it("starts at the given time", async () => {
    const since = Math.floor(Date.now() / 1000) * 1000;
    anet.enter({ submittedAt: since - 1000 });
    const { transId } = anet.enter({ submittedAt: since });
    expect((await adapter().list(since)).map(({ transactionId }) => transactionId)).toEqual([transId]);
  });

  it("asks for at most 31 days of batches at a time", async () => {
    await adapter().list(Date.now() - 31 * DAY);
    const batchLists = anet.requests.filter(({ call }) => call === "getSettledBatchListRequest");
    expect(batchLists).toHaveLength(2);
  });
});

describe("batches", () => {
  const night = () => adapter().batches(Date.now() - DAY, Date.now() + 1000);

  it("have the sums of all brands, and the charges and refunds of which money moved", async () => {
    const charge = chargeOf({ amountCents: 1999 });
    const amex = chargeOf({ amountCents: 10, card: cardOf({ cardNumber: ANET_CARDS.amex }) });
    const voided = await captured(chargeOf());
    const [first, second] = [await captured(charge), await captured(amex)];
    await adapter().void(voided);
    anet.enter({ status: "declined" });
    const back = anet.enter({
      ...{ type: "refundTransaction", status: "refundPendingSettlement", invoiceNumber: invoice() },
      ...{ amountCents: 44_501, refTransId: first },
    });
    const batchId = anet.settle();
    expect(await night()).toEqual([
      {
        ...{ batchId, state: "settled", chargedCents: 2009, refundedCents: 44_501, number: 3 },
        settledAt: expect.any(Number),
      },
    ]);
    const lines = await adapter().transactionsOf(batchId);
    expect(new Set(lines)).toEqual(
      new Set([
        {
          ...{ transactionId: first, invoiceNumber: charge.invoiceNumber },
          ...{ kind: "charge", cents: 1999 },
        },
        {
          ...{ transactionId: second, invoiceNumber: amex.invoiceNumber },
          ...{ kind: "charge", cents: 10 },
        },
        {
          ...{ transactionId: back.transId, invoiceNumber: back.invoiceNumber },
          ...{ kind: "refund", cents: 44_501 },
        },
      ]),
    );
  });

  it("are none, or empty, if there are no records", async () => {
    expect(await night()).toEqual([]);
    const batchId = anet.settle();
    expect(await night()).toMatchObject([{ batchId, chargedCents: 0, refundedCents: 0, number: 0 }]);
    expect(await adapter().transactionsOf(batchId)).toEqual([]);
  });

  it("come oldest first, from periods of at most 31 days, each once", async () => {
    const now = Date.now();
    const batches: string[] = [];
    for (const daysAgo of [69, 40, 1]) {
      anet.skewMs = -daysAgo * DAY;
      batches.push(anet.settle());
    }
    anet.skewMs = 0;
    const found = await adapter().batches(now - 70 * DAY, now);
    expect(found.map(({ batchId }) => batchId)).toEqual(batches);
    const asked = anet.requests.filter(({ call }) => call === "getSettledBatchListRequest");
    expect(asked).toHaveLength(3);
    for (const { body } of asked) expect(body).toMatchObject({ includeStatistics: "true" });
  });

  it("that are not settled yet are asked for again, and those that failed paid nothing", async () => {
    await captured(chargeOf());
    const batchId = anet.settle();
    anet.setBatch(batchId, "pendingSettlement");
    expect(await night()).toEqual([]);
    anet.setBatch(batchId, "settlementError");
    expect(await night()).toMatchObject([{ batchId, state: "failed" }]);
    expect(await adapter().transactionsOf(batchId)).toEqual([]);
  });

  it.each([
    [
      "an error",
      { messages: { resultCode: "Error", message: [{ code: "E00011", text: "No right." }] } },
      /E00011/,
    ],
    [
      "an unknown method",
      { messages: { resultCode: "Error", message: [{ code: "E00004", text: "No." }] } },
      /E00004/,
    ],
    [
      "a batch without its time",
      { batchList: [{ batchId: "1", settlementState: "settledSuccessfully" }], messages: OK },
      /not a sum/,
    ],
    [
      "a sum that is none",
      {
        batchList: [
          {
            ...{
              batchId: "1",
              settlementState: "settledSuccessfully",
              settlementTimeUTC: "2026-01-01T00:00:00Z",
            },
            statistics: { statistic: [{ chargeAmount: -1 }] },
          },
        ],
        messages: OK,
      },
      /not a sum/,
    ],
  ])("throw at %s", async (_, json, reason) => {
    fault({ json }, false, "getSettledBatchListRequest");
    await expect(night()).rejects.toThrow(reason);
  });

  it("of one element in an object, with numbers as text, are read too", async () => {
    const batch = {
      ...{ batchId: 7, settlementState: "settledSuccessfully", settlementTimeUTC: "2026-01-01T00:00:00Z" },
      statistics: { statistic: [{ chargeAmount: "10.50", chargeCount: "1" }] },
    };
    fault({ json: { batchList: { batch: [batch] }, messages: OK } }, false, "getSettledBatchListRequest");
    expect(await night()).toEqual([
      {
        ...{ batchId: "7", settledAt: Date.UTC(2026, 0, 1), state: "settled" },
        ...{ chargedCents: 1050, refundedCents: 0, number: 1 },
      },
    ]);
  });

  it("pass over and log a line without an amount, whose sum is then missing", async () => {
    const log = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const line = {
      transId: "5",
      submitTimeUTC: "2026-01-01T00:00:00Z",
      transactionStatus: "settledSuccessfully",
    };
    const transactions = [line, { ...line, transId: "6", settleAmount: 0.29 }];
    fault({ json: { transactions, messages: OK } }, false, "getTransactionListRequest");
    expect(await adapter().transactionsOf("7")).toEqual([
      { transactionId: "6", invoiceNumber: "", kind: "charge", cents: 29 },
    ]);
    expect(log.mock.calls.join()).toContain("1 transactions of a batch cannot be read");
    log.mockRestore();
  });
});

const refundOf = (transactionId: string, amountCents = 44_500) => ({
  invoiceNumber: invoice(),
  transactionId,
  amountCents,
  cardLastFour: "1111",
});

describe("giving back", () => {
  it("voids a charge that is not settled, and doing so again makes no difference", async () => {
    const transactionId = await captured(chargeOf());
    expect(await adapter().void(transactionId)).toEqual({ outcome: "done", transactionId });
    expect(await adapter().void(transactionId)).toEqual({ outcome: "done", transactionId });
    expect(anet.captured()).toHaveLength(0);
    expect(anet.voided()).toHaveLength(1);
    expect(await adapter().find(transactionId)).toMatchObject({ outcome: "voided", amountCents: 49_500 });
  });

  it("voids a held charge", async () => {
    await pay({ cardNumber: ANET_CARDS.held });
    const { transId } = anet.ledger[0]!;
    expect(await adapter().void(transId)).toEqual({ outcome: "done", transactionId: transId });
  });

  it("voids nothing that is settled, declined, or missing", async () => {
    const transactionId = await captured(chargeOf());
    anet.settle();
    expect(await adapter().void(transactionId)).toEqual({
      outcome: "refused",
      reason: "16: The transaction cannot be found.",
    });
    await pay({ cardCode: "901" });
    expect(await adapter().void(anet.ledger[1]!.transId)).toMatchObject({ outcome: "refused" });
    expect(await adapter().void("1")).toMatchObject({ outcome: "refused" });
    expect(await adapter().void("SIM-1")).toEqual({ outcome: "refused", reason: "E00003" });
    expect(anet.captured()).toHaveLength(1);
  });

  it("treats code 310 as done, wherever the answer has it", async () => {
    answered("60", { responseCode: "3", transId: "0", errors: [{ errorCode: "310" }] });
    expect(await adapter().void("60")).toEqual({ outcome: "done", transactionId: "60" });
    answered("60", { responseCode: "1", transId: "0", messages: [{ code: "310" }] });
    expect(await adapter().void("60")).toEqual({ outcome: "done", transactionId: "60" });
  });

  it("refunds a settled charge, in parts, up to the whole", async () => {
    const transactionId = await captured(chargeOf());
    anet.settle();
    const refund = refundOf(transactionId);
    const done = await adapter().refund(refund);
    expect(done).toEqual({ outcome: "done", transactionId: anet.refunds()[0]!.transId });
    expect(anet.refunds()[0]).toMatchObject({
      invoiceNumber: refund.invoiceNumber,
      refTransId: transactionId,
      amountCents: 44_500,
    });
    expect(sent()).toMatchObject({
      refId: refund.invoiceNumber,
      transactionRequest: {
        payment: { creditCard: { cardNumber: "1111", expirationDate: "XXXX" } },
        amount: "445.00",
      },
    });
    expect(await adapter().refund(refundOf(transactionId, 5001))).toMatchObject({ outcome: "refused" });
    expect(await adapter().refund(refundOf(transactionId, 5000))).toMatchObject({ outcome: "done" });
    expect(await adapter().refund(refundOf(transactionId, 1))).toMatchObject({
      reason: expect.stringMatching(/^55: /),
    });
    expect(anet.refunds().reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(49_500);
  });

  it("refunds nothing that is not settled, is another card's, or is missing", async () => {
    const transactionId = await captured(chargeOf());
    expect(await adapter().refund(refundOf(transactionId))).toEqual({
      outcome: "refused",
      reason: "54: The referenced transaction does not meet the criteria for issuing a credit.",
    });
    anet.settle();
    const others = { ...refundOf(transactionId), cardLastFour: "0015" };
    expect(await adapter().refund(others)).toMatchObject({ outcome: "refused" });
    const unknown = { ...refundOf(transactionId), cardLastFour: "" };
    expect(await adapter().refund(unknown)).toEqual({ outcome: "refused", reason: "E00003" });
    expect(await adapter().refund(refundOf("1"))).toMatchObject({ outcome: "refused" });
    expect(anet.refunds()).toHaveLength(0);
  });

  it("posted twice is given back once, and unknown the second time", async () => {
    const transactionId = await captured(chargeOf());
    anet.settle();
    const refund = refundOf(transactionId, 100);
    await adapter().refund(refund);
    expect(await adapter().refund(refund)).toEqual({ outcome: "unknown" });
    anet.skewMs = 28_799_000;
    expect(await adapter().refund(refund)).toEqual({ outcome: "unknown" });
    expect(anet.refunds()).toHaveLength(1);
  });

  it.each<[Fault["answer"], boolean]>([
    ["hang", true],
    ["drop", true],
    ["drop", false],
    ["html502", true],
    ["truncated", true],
    ["busy", false],
    ["tooManyRequests", false],
  ])("is unknown after %j, given back: %s, and asking settles it", async (answer, entered) => {
    const transactionId = await captured(chargeOf());
    const open = await captured(chargeOf());
    anet.review(open, "approve");
    fault(answer, entered);
    expect(await adapter({ timeoutMs: 500 }).void(open)).toEqual({ outcome: "unknown" });
    expect((await adapter().find(open))?.outcome).toBe(entered ? "voided" : "captured");

    anet.settle();
    const refund = refundOf(transactionId);
    fault(answer, entered);
    expect(await adapter({ timeoutMs: 500 }).refund(refund)).toEqual({ outcome: "unknown" });
    const since = Date.now() - 1000;
    const found = entered ? { transactionId: anet.refunds()[0]!.transId } : null;
    expect(await adapter().lookupRefund(refund.invoiceNumber, since)).toEqual(found);
    anet.settle();
    expect(await adapter().lookupRefund(refund.invoiceNumber, since)).toEqual(found);
  });

  it("mistakes no charge or failed refund for the refund, and waits for one under review", async () => {
    const look = (invoiceNumber: string) => adapter().lookupRefund(invoiceNumber, Date.now() - 1000);
    const refund = (status: string) =>
      anet.enter({ type: "refundTransaction", status, invoiceNumber: invoice() }).invoiceNumber;
    expect(await look(anet.enter({ invoiceNumber: invoice() }).invoiceNumber)).toBeNull();
    expect(await look(refund("declined"))).toBeNull();
    expect(await look(refund("voided"))).toBeNull();
    await expect(look(refund("FDSPendingReview"))).rejects.toThrow("under review");
  });

  it("is refused if our account is", async () => {
    failedWith("E00007");
    expect(await adapter().void("60")).toEqual({ outcome: "refused", reason: "E00007" });
  });
});

describe("a subscription", () => {
  const carried = { uid: "abcdefghijklmnopqrst", months: 12 };

  /** A subscription made from a successful charge. Its next payment is in a month. */
  async function subscriptionOf(
    card: Charge["card"] = cardOf(),
    more: Partial<RecurringCharge> = {},
  ): Promise<RecurringCharge> {
    const invoiceNumber = invoice();
    return {
      invoiceNumber,
      name: "HPAIR+",
      amountCents: 4900,
      carried,
      startDate: new Date(Date.now() + 30 * DAY).toISOString().slice(0, 10),
      transactionId: await captured({ invoiceNumber, amountCents: 4900, carried, card }),
      ...more,
    };
  }
  const ids = () => Object.keys(anet.subscriptions());

  it("is made from the charge, and the same request again returns the same one", async () => {
    const subscription = await subscriptionOf();
    const outcome = await adapter().subscribe(subscription);
    expect(outcome).toEqual({ outcome: "subscribed", subscriptionId: ids()[0] });
    expect(await adapter().subscribe(subscription)).toEqual(outcome);
    expect(ids()).toHaveLength(1);
    expect(sent()).toMatchObject({
      refId: subscription.invoiceNumber,
      subscription: {
        paymentSchedule: {
          interval: { length: "12", unit: "months" },
          startDate: subscription.startDate,
          totalOccurrences: "9999",
        },
        amount: "49.00",
        order: {
          invoiceNumber: subscription.invoiceNumber,
          description: "subscription abcdefghijklmnopqrst 12",
        },
      },
    });
    expect(JSON.stringify(sent())).not.toContain(ANET_CARDS.approved);
    expect(anet.ledger).toHaveLength(1);
  });

  it("is also made if the card came as a token, or was typed on the processor's page", async () => {
    const token = anet.tokenize({ ...cardOf(), expirationDate: "2030-12" });
    const byToken = await subscriptionOf({ firstName: "Mei", lastName: "Chen", ...token });
    expect(await adapter().subscribe(byToken)).toMatchObject({ outcome: "subscribed" });

    const invoiceNumber = invoice();
    const order = { invoiceNumber, amountCents: 4900, carried };
    const page = await adapter().hostedPage(order, { done: "https://us/d", cancelled: "https://us/c" });
    anet.payHosted(page.fields["token"]!, { ...cardOf(), expirationDate: "2030-12" });
    const found = await adapter().lookup(invoiceNumber, 0);
    expect(found?.carried).toEqual(carried);
    const { transactionId } = found!;
    expect(await adapter().subscribe({ ...byToken, invoiceNumber, transactionId })).toMatchObject({
      outcome: "subscribed",
    });
  });

  it("is made later from the existing profile if the answer was lost", async () => {
    const subscription = await subscriptionOf();
    fault("drop", true, "createCustomerProfileFromTransactionRequest");
    expect(await adapter().subscribe(subscription)).toEqual({ outcome: "unknown" });
    expect(ids()).toEqual([]);
    fault("drop", true, "ARBCreateSubscriptionRequest");
    expect(await adapter().subscribe(subscription)).toEqual({ outcome: "unknown" });
    expect(await adapter().subscribe(subscription)).toEqual({
      outcome: "subscribed",
      subscriptionId: ids()[0],
    });
    expect(ids()).toHaveLength(1);
  });

  it("is unknown while its profile is not known everywhere yet", async () => {
    const subscription = await subscriptionOf();
    anet.profileDelayMs = 60_000;
    expect(await adapter().subscribe(subscription)).toEqual({ outcome: "unknown" });
    anet.skewMs = 60_000;
    expect(await adapter().subscribe(subscription)).toMatchObject({ outcome: "subscribed" });
  });

  it("is declined if the charge was not paid", async () => {
    const subscription = await subscriptionOf();
    await adapter().void(subscription.transactionId);
    const declined = { outcome: "declined", reason: "E00040" };
    expect(await adapter().subscribe(subscription)).toEqual(declined);
    expect(await adapter().subscribe({ ...subscription, transactionId: "5" })).toEqual(declined);
  });

  it.each<[string, Partial<CardFields>, Partial<RecurringCharge>]>([
    ["E00017", {}, { startDate: "2020-01-01" }],
    ["E00018", { expirationDate: "12/26" }, { startDate: "2027-11-21" }],
    ["E00022", {}, { carried: { ...carried, months: 13 } }],
  ])("is declined with %s", async (reason, card, more) => {
    const subscription = await subscriptionOf(cardOf(card), more);
    expect(await adapter().subscribe(subscription)).toEqual({ outcome: "declined", reason });
  });

  it.each([
    "createCustomerProfileFromTransactionRequest",
    "ARBCreateSubscriptionRequest",
  ])("is unknown after every fault of %s", async (call) => {
    for (const answer of ["drop", "html502", "busy", "truncated"] as const) {
      const subscription = await subscriptionOf();
      fault(answer, answer !== "busy", call);
      expect(await adapter().subscribe(subscription)).toEqual({ outcome: "unknown" });
    }
    for (const code of ["E00001", "E00012", "E00039", "E00049", "E00053", "E00104"]) {
      if (code === (call.startsWith("ARB") ? "E00039" : "E00012")) continue;
      const subscription = await subscriptionOf();
      const json = { messages: { resultCode: "Error", message: [{ code, text: "No." }] } };
      fault({ json }, false, call);
      expect(await adapter().subscribe(subscription)).toEqual({ outcome: "unknown" });
    }
  });

  const changed = async (card: Parameters<ReturnType<typeof adapter>["updateSubscription"]>[1]) => {
    const outcome = await adapter().subscribe(await subscriptionOf());
    const id = "subscriptionId" in outcome ? outcome.subscriptionId : "";
    return { id, change: await adapter().updateSubscription(id, card), kept: () => anet.keptCard(id) };
  };
  const other = { firstName: "Lin", lastName: "", cardNumber: ANET_CARDS.masterCard };

  it("accepts another card after asking its bank, and reports the card it has now", async () => {
    const { change, kept, id } = await changed({ ...other, expirationDate: "11/31", cardCode: "900" });
    const card = { brand: "MasterCard", lastFour: "0015" };
    expect(change).toEqual({ outcome: "changed", card });
    expect(kept()).toMatchObject({ cardNumber: ANET_CARDS.masterCard, expires: Date.UTC(2031, 11, 1) });
    // Names that are left empty keep their stored values.
    expect(kept().billTo).toEqual({ firstName: "Lin", lastName: "Chen" });
    expect(await adapter().findSubscription(id)).toMatchObject({ status: "active", card });
    const update = anet.requests.find(({ call }) => call === "updateCustomerPaymentProfileRequest");
    expect(update?.body["validationMode"]).toBe("liveMode");
  });

  it("accepts a token for another card, once", async () => {
    const card = { cardNumber: ANET_CARDS.masterCard, expirationDate: "2031-11", cardCode: "900" };
    const token = { firstName: "", lastName: "", ...anet.tokenize(card) };
    const { change, id } = await changed(token);
    expect(change).toMatchObject({ outcome: "changed", card: { lastFour: "0015" } });
    expect(await adapter().updateSubscription(id, token)).toEqual({ outcome: "declined" });
  });

  it("accepts another expiry date for the number that it has", async () => {
    const same = { firstName: "", lastName: "", keptLastFour: "1111", expirationDate: "11/31" };
    const { change, kept } = await changed(same);
    expect(change).toMatchObject({ outcome: "changed", card: { lastFour: "1111" } });
    expect(kept()).toMatchObject({ cardNumber: ANET_CARDS.approved, expires: Date.UTC(2031, 11, 1) });
  });

  it("keeps its card if the other is refused, or does not fit the schema", async () => {
    for (const [cardNumber, expirationDate] of [
      [ANET_CARDS.declined, "11/31"],
      ["4111111111111112", "11/31"],
      ["4000000000000000006", "11/31"],
      [ANET_CARDS.masterCard, "01/20"],
    ]) {
      const card = { ...other, cardNumber: cardNumber!, expirationDate: expirationDate!, cardCode: "900" };
      const { change, kept } = await changed(card);
      expect(change).toEqual({ outcome: "declined" });
      expect(kept().cardNumber).toBe(ANET_CARDS.approved);
    }
  });

  it("that is suspended is tried again with the other card; one that has ended is not", async () => {
    const card = { ...other, expirationDate: "11/31", cardCode: "900" };
    const { id } = await changed(card);
    anet.setSubscription(id, "suspended");
    expect(await adapter().updateSubscription(id, card)).toMatchObject({ outcome: "changed" });
    expect(anet.subscriptions()[id]).toBe("active");
    anet.setSubscription(id, "terminated");
    expect(await adapter().updateSubscription(id, card)).toMatchObject({ outcome: "notChanged" });
    expect(await adapter().updateSubscription("1", card)).toMatchObject({ outcome: "notChanged" });
  });

  it("has an unknown card if the change was not answered", async () => {
    const card = { ...other, expirationDate: "11/31", cardCode: "900" };
    const { id } = await changed({ ...card, cardNumber: ANET_CARDS.amex });
    fault("drop", true, "updateCustomerPaymentProfileRequest");
    expect(await adapter().updateSubscription(id, card)).toEqual({ outcome: "unknown" });
    expect(await adapter().findSubscription(id)).toMatchObject({ card: { lastFour: "0015" } });
    fault({ json: { messages: { resultCode: "Error", message: [{ code: "E00053", text: "" }] } } });
    expect(await adapter().updateSubscription(id, card)).toEqual({ outcome: "unknown" });
  });

  it("is cancelled, and cancelling again makes no difference", async () => {
    await adapter().subscribe(await subscriptionOf());
    const [id = ""] = ids();
    expect(await adapter().findSubscription(id)).toMatchObject({ status: "active", renewals: [] });
    expect(await adapter().cancelSubscription(id)).toEqual({ outcome: "done", transactionId: id });
    expect(await adapter().cancelSubscription(id)).toEqual({ outcome: "done", transactionId: id });
    expect(await adapter().findSubscription(id)).toMatchObject({ status: "ended", renewals: [] });
    expect(anet.subscriptions()).toEqual({ [id]: "canceled" });
    fault("drop", true);
    expect(await adapter().cancelSubscription(id)).toEqual({ outcome: "unknown" });
  });

  it("reports its state", async () => {
    await adapter().subscribe(await subscriptionOf());
    const [id = ""] = ids();
    for (const [status, told] of [
      ["suspended", "suspended"],
      ["expired", "ended"],
      ["terminated", "ended"],
    ] as const) {
      anet.setSubscription(id, status);
      expect(await adapter().findSubscription(id)).toMatchObject({ status: told });
    }
    // The subscription has ended already, so there is nothing left to cancel.
    expect(await adapter().cancelSubscription(id)).toEqual({ outcome: "done", transactionId: id });
    anet.setSubscription(id, "something new");
    await expect(adapter().findSubscription(id)).rejects.toThrow();
  });

  it("lists the payments it has taken by itself, oldest first, each a charge like any other", async () => {
    const subscription = await subscriptionOf();
    await adapter().subscribe(subscription);
    const [id = ""] = ids();
    const first = anet.renew(id)!;
    anet.renew(id, { paying: false });
    const second = anet.renew(id)!;
    const found = await adapter().findSubscription(id);
    expect(found).toMatchObject({ status: "active", renewals: [first.transId, second.transId] });
    expect(await adapter().find(second.transId)).toMatchObject({
      outcome: "captured",
      invoiceNumber: subscription.invoiceNumber,
      amountCents: 4900,
      carried,
    });
  });

  it("is found by its invoice number among the others, ended or not", async () => {
    const [one, other] = [await subscriptionOf(), await subscriptionOf()];
    for (const subscription of [one, other]) await adapter().subscribe(subscription);
    const [id = "", elsewhere = ""] = ids();
    expect(await adapter().subscriptionsOf(one.invoiceNumber)).toEqual([
      { subscriptionId: id, status: "active" },
    ]);
    anet.setSubscription(elsewhere, "suspended");
    expect(await adapter().subscriptionsOf(other.invoiceNumber)).toEqual([
      { subscriptionId: elsewhere, status: "suspended" },
    ]);
    await adapter().cancelSubscription(id);
    expect(await adapter().subscriptionsOf(one.invoiceNumber)).toEqual([
      { subscriptionId: id, status: "ended" },
    ]);
    expect(await adapter().subscribe(one)).toMatchObject({ outcome: "subscribed" });
    expect(await adapter().subscriptionsOf(one.invoiceNumber)).toHaveLength(2);
    expect(await adapter().subscriptionsOf(invoice())).toEqual([]);
    fault("html502");
    await expect(adapter().subscriptionsOf(one.invoiceNumber)).rejects.toThrow();
  });

  it("is found behind a whole page of others", async () => {
    const others = Array.from({ length: 1000 }, (_, id) => ({ id, status: "active", invoice: invoice() }));
    const ours = { id: 7001, status: "active", invoice: invoice() };
    for (const subscriptionDetail of [others, [ours]]) {
      const json = {
        messages: { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] },
        subscriptionDetails: { subscriptionDetail },
      };
      anet.faults.push({ call: "ARBGetSubscriptionListRequest", entered: false, answer: { json } });
    }
    expect(await adapter().subscriptionsOf(ours.invoice)).toEqual([
      { subscriptionId: "7001", status: "active" },
    ]);
    expect(anet.requests.slice(-3).map(({ body }) => [body["searchType"], body["paging"]])).toEqual([
      ["subscriptionActive", { limit: "1000", offset: "1" }],
      ["subscriptionActive", { limit: "1000", offset: "2" }],
      ["subscriptionInactive", { limit: "1000", offset: "1" }],
    ]);
  });

  it("has taken nothing with an attempt that made no charge", async () => {
    const json = {
      messages: { resultCode: "Ok", message: [{ code: "I00001", text: "Successful." }] },
      subscription: {
        status: "active",
        arbTransactions: { arbTransaction: [{ transId: "0", payNum: 1 }, { payNum: 2 }] },
      },
    };
    anet.faults.push({ call: "ARBGetSubscriptionRequest", entered: false, answer: { json } });
    expect(await adapter().findSubscription("7002")).toEqual({ status: "active", renewals: [], card: null });
  });

  it("is not found under another processor's id", async () => {
    expect(await adapter().findSubscription("5")).toBeNull();
    expect(await adapter().findSubscription("SIM-5")).toBeNull();
    expect(await adapter().cancelSubscription("5")).toEqual({ outcome: "refused", reason: "E00035" });
  });
});

describe("a webhook", () => {
  const notification = (more: object = {}) =>
    JSON.stringify({
      notificationId: "d0e8e7fe-c3e7-4add-a480-27bc5ce28a18",
      eventType: "net.authorize.payment.authcapture.created",
      eventDate: "2023-05-10T12:00:00Z",
      webhookId: "w",
      payload: { responseCode: 1, entityName: "transaction", id: "60" },
      ...more,
    });
  const read = (body: string, signature: string | null, options: Partial<AuthorizeNetOptions> = {}) =>
    adapter(options).verifyWebhook(
      new TextEncoder().encode(body),
      new Headers(signature === null ? {} : { "x-anet-signature": signature }),
    );
  const event = {
    notificationId: "d0e8e7fe-c3e7-4add-a480-27bc5ce28a18",
    type: "net.authorize.payment.authcapture.created",
    subject: { transactionId: "60" },
  };

  it.each(["text", "hex"] as const)("signed with the key as %s is read", async (keyAs) => {
    const body = notification();
    const signature = anet.sign(body, keyAs);
    expect(await read(body, signature)).toEqual(event);
    expect(await read(body, signature.toLowerCase())).toEqual(event);
    expect(await read(body, signature.replace("sha512", "SHA512"))).toEqual(event);
    const { signatureKey } = anet.options;
    if (keyAs === "hex")
      expect(await read(body, signature, { signatureKey: signatureKey.toLowerCase() })).toEqual(event);
  });

  it("is read as it comes over the wire", async () => {
    const { server, origin } = await listener(async (body, headers) => {
      const heard = await adapter().verifyWebhook(body, headers);
      return heard ? 200 : 400;
    });
    const about = { entityName: "transaction", id: "60" } as const;
    for (const keyAs of ["text", "hex"] as const) {
      const type = "net.authorize.payment.void.created";
      expect((await anet.notify(origin, type, about, { keyAs })).status).toBe(200);
    }
    await new Promise((resolve) => server.close(resolve));
  });

  it.each([
    ["a subscription", { entityName: "subscription", id: "9" }, { subscriptionId: "9" }],
    ["a number for an id", { entityName: "transaction", id: 60 }, { transactionId: "60" }],
    ["a profile", { entityName: "customerProfile", id: "9" }, null],
    ["nothing", {}, null],
  ])("is about %s", async (_, payload, subject) => {
    const body = notification({ payload });
    expect(await read(body, anet.sign(body))).toMatchObject({ subject });
  });

  it("is not believed when the signature is missing, cut, another's or of other bytes", async () => {
    const body = notification();
    const good = anet.sign(body);
    expect(await read(body, null)).toBeNull();
    expect(await read(body, "")).toBeNull();
    expect(await read(body, good.slice(7))).toBeNull();
    expect(await read(body, good.slice(0, -2))).toBeNull();
    expect(await read(body, `${good}00`)).toBeNull();
    expect(await read(body, `sha512=${"0".repeat(128)}`)).toBeNull();
    expect(await read(body, good.replace("sha512", "sha256"))).toBeNull();
    expect(await read(`${body} `, good)).toBeNull();
    expect(await read(body.replace("60", "61"), good)).toBeNull();
    const stranger = await AuthorizeNet.listen();
    expect(await read(body, stranger.sign(body))).toBeNull();
    await stranger.close();
  });

  it("is not believed on a key that anybody could guess", async () => {
    const { createHmac } = await import("node:crypto");
    for (const signatureKey of ["", "00", "secret"]) {
      const signature = createHmac("sha512", signatureKey).update(notification()).digest("hex");
      expect(await read(notification(), `sha512=${signature}`, { signatureKey })).toBeNull();
    }
  });

  it("that is signed but cannot be read is ignored", async () => {
    for (const body of ["", "{", "[]", "null", JSON.stringify({ notificationId: 1 })])
      expect(await read(body, anet.sign(body))).toBeNull();
  });
});

describe("the hosted page", () => {
  const returnTo = { done: "https://us.example/payment/1?a=b&c", cancelled: "https://us.example/register" };
  const { card: _, ...order } = chargeOf();
  const paid = { cardNumber: ANET_CARDS.approved, expirationDate: "2030-12", cardCode: "900" };

  it("is opened for one order, and asking returns its outcome", async () => {
    const one = { ...order, invoiceNumber: invoice() };
    const page = await adapter().hostedPage(one, returnTo);
    expect(page).toEqual({ action: anet.options.hostedPageUrl, fields: { token: expect.any(String) } });
    expect(await adapter().lookup(one.invoiceNumber, Date.now() - 1000)).toBeNull();
    expect(anet.payHosted(page.fields["token"]!, { ...paid, cardCode: "901" })).toBe("2");
    expect(await adapter().lookup(one.invoiceNumber, Date.now() - 1000)).toMatchObject({
      outcome: "declined",
    });
    expect(anet.payHosted(page.fields["token"]!, { ...paid, cardNumber: ANET_CARDS.masterCard })).toBe("1");
    expect(await adapter().lookup(one.invoiceNumber, Date.now() - 1000)).toMatchObject({
      outcome: "captured",
      amountCents: 49_500,
      carried: one.carried,
      card: { brand: "MasterCard", lastFour: "0015" },
    });
    expect(() => anet.payHosted(page.fields["token"]!, paid)).toThrow();
  });

  it("names the addresses to return to, in JSON within the JSON", async () => {
    await adapter().hostedPage({ ...order, invoiceNumber: invoice() }, returnTo);
    const { hostedPaymentSettings } = sent() as { hostedPaymentSettings: { setting: Setting[] } };
    const settings = Object.fromEntries(
      hostedPaymentSettings.setting.map(({ settingName, settingValue }) => [
        settingName,
        JSON.parse(settingValue),
      ]),
    );
    expect(settings).toMatchObject({
      hostedPaymentReturnOptions: { url: returnTo.done, cancelUrl: returnTo.cancelled, showReceipt: false },
      hostedPaymentPaymentOptions: { cardCodeRequired: true },
      hostedPaymentOrderOptions: { show: false },
    });
    expect(sent()).not.toHaveProperty("transactionRequest.payment");
  });

  it("works in a browser", async () => {
    const page = await adapter().hostedPage({ ...order, invoiceNumber: invoice() }, returnTo);
    const post = (address: string, fields: Record<string, string>) =>
      fetch(address, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });
    const shown = await post(page.action, page.fields);
    expect(await shown.text()).toContain("Payment of $495.00");
    const form = { ...page.fields, ...paid, expirationDate: "12/30" };
    const other = { ...form, cardNumber: ANET_CARDS.masterCard, cardCode: "901" };
    expect((await post(`${anet.origin}/payment/pay`, other)).status).toBe(200);
    const done = await post(`${anet.origin}/payment/pay`, form);
    expect([done.status, done.headers.get("location")]).toEqual([303, returnTo.done]);
    expect(anet.captured()).toHaveLength(1);
  });

  it("does not exist if the processor refuses", async () => {
    const cards = adapter({ transactionKey: "notthekey" });
    await expect(cards.hostedPage(order, returnTo)).rejects.toThrow(/E00007$/);
  });
});

type Setting = { settingName: string; settingValue: string };

/** A separate HTTP server. It replies with the status that `answer` returns. */
async function listener(answer: (body: Uint8Array, headers: Headers) => Promise<number> = async () => 200) {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const headers = new Headers(request.headers as Record<string, string>);
    response.writeHead(await answer(new Uint8Array(Buffer.concat(chunks)), headers)).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
