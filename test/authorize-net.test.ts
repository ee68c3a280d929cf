import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ANET_CARDS, AuthorizeNet } from "./support/authorize-net.ts";

let anet: AuthorizeNet;
beforeEach(async () => {
  anet = await AuthorizeNet.listen();
});
afterEach(() => anet.close());

const auth = () => ({ name: anet.options.loginId, transactionKey: anet.options.transactionKey });

async function post(body: unknown) {
  const response = await fetch(anet.options.endpoint, { method: "POST", body: JSON.stringify(body) });
  const bytes = new Uint8Array(await response.arrayBuffer());
  expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  return JSON.parse(new TextDecoder().decode(bytes));
}

const card = { cardNumber: ANET_CARDS.approved, expirationDate: "2030-12", cardCode: "900" };

/**
 * A charge with further fields. Those of `before` come before its own fields, and those of `more` after them. The order
 * of fields matters.
 */
const charge = (more: object = {}, before: object = {}) => ({
  createTransactionRequest: {
    merchantAuthentication: auth(),
    refId: "r1",
    transactionRequest: {
      ...before,
      transactionType: "authCaptureTransaction",
      amount: "1.00",
      payment: { creditCard: card },
      order: { invoiceNumber: "i1" },
      ...more,
    },
  },
});

/** The code of the first message in an answer. */
const codeOf = (answer: { messages: { message: { code: string }[] } }) => answer.messages.message[0]!.code;

describe("the stand-in for Authorize.Net", () => {
  it("charges, echoes the reference, and answers in text", async () => {
    expect(await post(charge())).toMatchObject({
      refId: "r1",
      transactionResponse: { responseCode: "1", accountNumber: "XXXX1111" },
      messages: { resultCode: "Ok" },
    });
    expect(anet.captured()).toHaveLength(1);
  });

  it.each<[string, object, object, string]>([
    ["a key before its turn", {}, { order: { invoiceNumber: "i1" } }, "invalid child element"],
    ["a key after its turn", { currencyCode: "USD" }, {}, "invalid child element 'currencyCode'"],
    ["a key that does not exist", { colour: "red" }, {}, "invalid child element 'colour'"],
    [
      "a key of a child",
      { billTo: { lastName: "C", firstName: "M" } },
      {},
      "invalid child element 'firstName'",
    ],
    ["a payment of two kinds", { payment: { creditCard: card, opaqueData: {} } }, {}, "'creditCard'"],
    ["a card without expiry", { payment: { creditCard: { cardNumber: "4111" } } }, {}, "incomplete content"],
    ["a card of 17 digits", { payment: { creditCard: { ...card, cardNumber: "4".repeat(17) } } }, {}, "4444"],
    ["an invoice number of 21", { order: { invoiceNumber: "i".repeat(21) } }, {}, "invoiceNumber"],
    ["a description of 256", { order: { description: "d".repeat(256) } }, {}, "description"],
    ["a customer's id of 21", { customer: { id: "u".repeat(21) } }, {}, ":id'"],
    ["a name of 51", { billTo: { firstName: "n".repeat(51) } }, {}, "firstName"],
    ["a character that XML does not allow", { billTo: { firstName: "\u0001" } }, {}, "firstName"],
    ["an amount in words", { amount: "1,00" }, {}, "amount"],
  ])("refuses %s", async (_, more, before, text) => {
    const answer = await post(charge(more, before));
    expect(codeOf(answer)).toBe("E00003");
    expect(answer.messages.message[0].text).toContain(text);
    expect(anet.ledger).toHaveLength(0);
  });

  it("refuses unknown requests and unknown callers", async () => {
    expect(codeOf(await post({ nonsense: {} }))).toBe("E00004");
    expect(codeOf(await post([]))).toBe("E00004");
    const stranger = charge();
    stranger.createTransactionRequest.merchantAuthentication.transactionKey = "x";
    expect(codeOf(await post(stranger))).toBe("E00007");
  });

  it("treats any difference as another charge, and so the same charge after the window", async () => {
    const errorOf = async (more?: object) =>
      (await post(charge(more))).transactionResponse.errors?.[0].errorCode;
    expect(await errorOf()).toBeUndefined();
    expect(await errorOf()).toBe("11");
    expect(await errorOf({ amount: "1.01" })).toBeUndefined();
    expect(await errorOf({ order: { invoiceNumber: "i2" } })).toBeUndefined();
    expect(await errorOf({ billTo: { zip: "1" } })).toBeUndefined();
    anet.skewMs = 119_000;
    expect(await errorOf()).toBe("11");
    anet.skewMs = 121_000;
    expect(await errorOf()).toBeUndefined();
    expect(anet.captured()).toHaveLength(5);
  });

  it("refuses pages of more than 1000 and questions about more than 31 days", async () => {
    const unsettled = (limit: string, offset = "1") =>
      post({
        getUnsettledTransactionListRequest: {
          merchantAuthentication: auth(),
          paging: { limit, offset },
        },
      });
    expect(codeOf(await unsettled("1001"))).toBe("E00052");
    expect(codeOf(await unsettled("0"))).toBe("E00052");
    expect(codeOf(await unsettled("10", "0"))).toBe("E00052");
    expect(codeOf(await unsettled("1000"))).toBe("I00004");
    const batches = (firstSettlementDate: string, lastSettlementDate: string) =>
      post({
        getSettledBatchListRequest: {
          merchantAuthentication: auth(),
          firstSettlementDate,
          lastSettlementDate,
        },
      });
    expect(codeOf(await batches("2023-01-01T00:00:00Z", "2023-02-01T00:00:00Z"))).toBe("I00004");
    expect(codeOf(await batches("2023-01-01T00:00:00Z", "2023-02-01T00:00:01Z"))).toBe("E00013");
  });
});
