import { logFault } from "~/platform/log.server.ts";
import type { CardProcessor, GiveBackOutcome } from "~/platform/ports/card-processor.server.ts";
import { recurring } from "./authorize-net-recurring.server.ts";
import { reports } from "./authorize-net-reports.server.ts";
import {
  asAmount,
  billTo,
  customerOf,
  DUPLICATE_WINDOW,
  orderOf,
  pageSettings,
  paymentOf,
} from "./authorize-net-requests.server.ts";
import { readDelivery } from "./authorize-net-webhook.server.ts";
import {
  codeOf,
  NoAnswer,
  post,
  TokenAnswer,
  TransactionAnswer,
  type Verdict,
  verdictOf,
  type Wire,
} from "./authorize-net-wire.server.ts";
import { encodeCarried } from "./charge-text.server.ts";

export type AuthorizeNetOptions = {
  /** The name that rows store. The sandbox has a ledger of its own, and therefore a name of its own. */
  name?: string;
  /** The URL of all API calls, such as https://api.authorize.net/xml/v1/request.api. */
  endpoint: string;
  loginId: string;
  transactionKey: string;
  /** The key that signs the webhooks: 128 hex digits. */
  signatureKey: string;
  /** The address to which browsers post the token of a payment page: https://accept.authorize.net/payment/payment. */
  hostedPageUrl: string;
  timeoutMs?: number;
  /** The billing postcode of every charge. The sandbox declines 46282. */
  testZip?: string;
  fetch?: Wire["fetch"];
};

/** The charge has already been voided. */
const ALREADY_VOIDED = "310";

/**
 * Codes that refuse a refund or a void: there is no such charge, the charge is not settled, or the amount is more than
 * is left to refund.
 */
const GIVE_BACK_REFUSALS = ["16", "54", "55"];

/**
 * Authorize.Net behind the payment port. Each operation is one call, which waits at most `timeoutMs` for its answer.
 * Nothing is tried again.
 *
 * An approval in Test Mode charges nothing. So its outcome is `notCharged`, both in the sandbox and in production. A
 * card of more than 16 digits does not fit the schema, and is declined without being sent. If the text about the order
 * is too long for the description, the charge carries no description.
 */
export function authorizeNet(options: AuthorizeNetOptions): CardProcessor {
  const { hostedPageUrl, signatureKey, testZip, timeoutMs = 25_000, fetch = globalThis.fetch } = options;
  const { name = "authorize-net" } = options;
  const wire: Wire = { ...options, timeoutMs, fetch };

  async function transact(
    refId: string,
    amountCents: number | null,
    transactionRequest: object,
  ): Promise<Verdict> {
    try {
      const fields = { refId, transactionRequest };
      const answer = await post(wire, "createTransactionRequest", fields, TransactionAnswer);
      return verdictOf(answer, { refId, amountCents });
    } catch (error) {
      logFault(error, { requestId: "", method: "createTransactionRequest", path: refId });
      return { verdict: "unsure", code: "", reason: "" };
    }
  }

  return {
    name,
    ...reports(wire),

    async charge({ invoiceNumber, amountCents, carried, card }) {
      const payment = paymentOf(card);
      if (!payment) return { outcome: "declined" };
      const verdict = await transact(invoiceNumber, amountCents, {
        transactionType: "authCaptureTransaction",
        amount: asAmount(amountCents),
        currencyCode: "USD",
        payment,
        order: orderOf(invoiceNumber, encodeCarried(carried)),
        customer: customerOf(carried.uid),
        billTo: billTo(card, testZip),
        transactionSettings: {
          setting: [
            { settingName: "allowPartialAuth", settingValue: "false" },
            DUPLICATE_WINDOW,
            { settingName: "emailCustomer", settingValue: "false" },
          ],
        },
      });
      switch (verdict.verdict) {
        case "approved": {
          const { transactionId, brand, lastFour } = verdict;
          return { outcome: "captured", transactionId, card: { brand, lastFour } };
        }
        case "card":
          return { outcome: "declined" };
        case "ours":
          return { outcome: "notCharged", reason: verdict.reason };
        case "unsure":
          return { outcome: "unknown" };
      }
    },

    async void(transactionId) {
      const verdict = await transact(transactionId, null, {
        transactionType: "voidTransaction",
        refTransId: transactionId,
      });
      if ("code" in verdict && verdict.code === ALREADY_VOIDED) return { outcome: "done", transactionId };
      return asGiveBack(verdict);
    },

    async refund({ invoiceNumber, transactionId, amountCents, cardLastFour }) {
      const verdict = await transact(invoiceNumber, amountCents, {
        transactionType: "refundTransaction",
        amount: asAmount(amountCents),
        currencyCode: "USD",
        payment: { creditCard: { cardNumber: cardLastFour, expirationDate: "XXXX" } },
        refTransId: transactionId,
        order: { invoiceNumber },
        transactionSettings: {
          setting: [DUPLICATE_WINDOW],
        },
      });
      return asGiveBack(verdict);
    },

    ...recurring(wire),

    verifyWebhook: (body, headers) => readDelivery(signatureKey, body, headers),

    async hostedPage({ invoiceNumber, amountCents, carried }, returnTo) {
      const fields = {
        refId: invoiceNumber,
        transactionRequest: {
          transactionType: "authCaptureTransaction",
          amount: asAmount(amountCents),
          currencyCode: "USD",
          order: orderOf(invoiceNumber, encodeCarried(carried)),
          customer: customerOf(carried.uid),
        },
        hostedPaymentSettings: { setting: pageSettings(returnTo) },
      };
      const answer = await post(wire, "getHostedPaymentPageRequest", fields, TokenAnswer);
      if (!answer.token) throw new NoAnswer(`getHostedPaymentPageRequest: ${codeOf(answer)}`);
      return { action: hostedPageUrl, fields: { token: answer.token } };
    },
  };
}

function asGiveBack(verdict: Verdict): GiveBackOutcome {
  if (verdict.verdict === "approved") return { outcome: "done", transactionId: verdict.transactionId };
  const { code, reason } = verdict;
  const refused = verdict.verdict !== "unsure" || GIVE_BACK_REFUSALS.includes(code);
  return refused ? { outcome: "refused", reason } : { outcome: "unknown" };
}
