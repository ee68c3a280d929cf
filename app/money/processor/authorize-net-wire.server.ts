import * as z from "zod";
import { USER_AGENT } from "~/platform/ports/user-agent.server.ts";
import { centsOf } from "~/values/money.ts";

/**
 * There was no answer, or it could not be read. The message names the call and what went wrong on the way (an HTTP
 * status, an error code, a kind of fault), but never what was sent or received.
 */
export class NoAnswer extends Error {
  override readonly name = "NoAnswer";
}

/** The processor could not be reached, or its answer did not come in time. */
export class NotReached extends NoAnswer {}

export type Wire = {
  endpoint: string;
  loginId: string;
  transactionKey: string;
  timeoutMs: number;
  fetch: (url: string, init: RequestInit) => Promise<Response>;
};

/**
 * Makes one call, which is never repeated, and reads the answer. `fields` must be in the order of the schema's
 * sequence, because the processor turns JSON into XML and refuses fields in any other order.
 *
 * @throws NoAnswer
 */
export async function post<Schema extends z.ZodType>(
  wire: Wire,
  call: string,
  fields: object,
  schema: Schema,
): Promise<z.infer<Schema>> {
  const { endpoint, loginId, transactionKey, timeoutMs, fetch } = wire;
  const text = await read().catch((error: unknown) => {
    // The original error's message is dropped, because a runtime may put anything into it.
    throw error instanceof NoAnswer ? error : new NotReached(`${call}: ${nameOf(error)}`);
  });
  let json: unknown;
  try {
    // Every answer starts with a byte order mark, which not every runtime removes. A null is read as a missing field.
    json = JSON.parse(text.replace(/^\uFEFF/, ""), (_, value) => value ?? undefined);
  } catch {
    throw new NoAnswer(`${call}: not JSON`);
  }
  const answer = schema.safeParse(json);
  if (!answer.success) throw new NoAnswer(`${call}: not the shape of an answer`);
  return answer.data;

  async function read(): Promise<string> {
    const response = await fetch(endpoint, {
      method: "POST",
      headers: { "content-type": "application/json", "user-agent": USER_AGENT },
      body: JSON.stringify(
        { [call]: { merchantAuthentication: { name: loginId, transactionKey }, ...fields } },
        (_, value) => (typeof value === "string" ? value.replace(NOT_IN_XML, "") : value),
      ),
      // If redirects were followed, the card could be sent anywhere.
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status !== 200) throw new NoAnswer(`${call}: HTTP ${response.status}`);
    return response.text();
  }
}

/**
 * Characters that XML 1.0 does not allow, including halves of surrogate pairs. If a request contains one of them, the
 * processor refuses the whole request.
 */
const NOT_IN_XML = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

const nameOf = (error: unknown) => (error instanceof Error ? error.name : typeof error);

/** Some fields are a number in one answer and text in another. */
const text = z.union([z.string(), z.number()]).transform(String);

/** A list may be an array, an array inside an object, or missing. */
const listOf = <Item extends z.ZodType>(item: Item) =>
  z.preprocess((value) => {
    if (Array.isArray(value)) return value;
    return Object.values(value ?? {}).find(Array.isArray) ?? [];
  }, z.array(item));

/**
 * One line of a list, or a mark that the line cannot be read, so that a broken line does not hide the others.
 * `invoiceNumber` is the invoice number of the broken line, if at least that can be read.
 */
const lineOf = <Line extends z.ZodType>(line: Line, invoiceField: string) =>
  line.or(
    z.unknown().transform((unreadable) => ({
      unreadable: true as const,
      invoiceNumber: z.object({ [invoiceField]: text }).safeParse(unreadable).data?.[invoiceField],
    })),
  );

const Answer = z.object({
  refId: z.string().optional(),
  messages: z.object({
    resultCode: z.string(),
    message: listOf(z.object({ code: z.string(), text: z.string() })),
  }),
});

/** A card as the processor shows it: "XXXX1111" and nothing more. */
const MaskedCard = z.object({ cardNumber: z.string().optional(), cardType: z.string().optional() });

/** The answer to createTransactionRequest. */
export const TransactionAnswer = Answer.extend({
  transactionResponse: z
    .object({
      responseCode: text.optional(),
      transId: text.optional(),
      testRequest: text.optional(),
      accountNumber: z.string().optional(),
      accountType: z.string().optional(),
      splitTenderId: text.optional(),
      prePaidCard: z.object({ approvedAmount: text.optional() }).optional(),
      errors: listOf(z.object({ errorCode: text, errorText: z.string().optional() })),
      messages: listOf(z.object({ code: text })),
    })
    .optional(),
});

const ListedTransaction = z.object({
  transId: text,
  submitTimeUTC: z.string(),
  transactionStatus: z.string(),
  invoiceNumber: text.optional(),
  settleAmount: text.optional(),
});

export type ListedTransaction = z.infer<typeof ListedTransaction>;

/** The answer to the requests for lists of transactions. */
export const ListAnswer = Answer.extend({
  transactions: listOf(lineOf(ListedTransaction, "invoiceNumber")),
});

/**
 * The answer to getSettledBatchListRequest. If statistics are asked for, they give the sums of a batch for each brand
 * of card.
 */
export const BatchesAnswer = Answer.extend({
  batchList: listOf(
    z.object({
      batchId: text,
      settlementTimeUTC: z.string().default(""),
      settlementState: z.string().default(""),
      statistics: listOf(
        z.object({
          chargeAmount: text.default("0"),
          chargeCount: z.coerce.number().default(0),
          refundAmount: text.default("0"),
          refundCount: z.coerce.number().default(0),
        }),
      ),
    }),
  ),
});

/** The answer to getTransactionDetailsRequest. */
export const DetailsAnswer = Answer.extend({
  transaction: z
    .object({
      transId: text,
      transactionType: z.string(),
      transactionStatus: z.string(),
      order: z.object({ invoiceNumber: text.optional(), description: text.optional() }).optional(),
      authAmount: text,
      settleAmount: text,
      payment: z
        .object({
          creditCard: MaskedCard.optional(),
        })
        .optional(),
    })
    .optional(),
});

export type TransactionDetails = NonNullable<z.infer<typeof DetailsAnswer>["transaction"]>;

/** The answer to requests that make, change, end or look up a subscription. */
export const RecurringAnswer = Answer.extend({
  subscriptionId: text.optional(),
  subscription: z
    .object({
      status: z.string(),
      profile: z
        .object({
          customerProfileId: text,
          paymentProfile: z.object({
            customerPaymentProfileId: text,
            billTo: z.record(z.string(), z.unknown()).optional(),
            payment: z.object({ creditCard: MaskedCard.optional() }).optional(),
          }),
        })
        .optional(),
      arbTransactions: listOf(z.object({ transId: text.optional(), payNum: z.coerce.number().optional() })),
    })
    .optional(),
});

/** The answer to ARBGetSubscriptionListRequest. */
export const SubscriptionsAnswer = Answer.extend({
  subscriptionDetails: listOf(
    lineOf(z.object({ id: text, status: z.string(), invoice: text.optional() }), "invoice"),
  ),
});

/** The answer to requests that store a card for later charges. */
export const ProfileAnswer = Answer.extend({
  customerProfileId: text.optional(),
  customerPaymentProfileIdList: listOf(text),
  profile: z.object({ paymentProfiles: listOf(z.object({ customerPaymentProfileId: text })) }).optional(),
});

/** The answer to getHostedPaymentPageRequest. */
export const TokenAnswer = Answer.extend({ token: z.string().optional() });

/** The answer to updateCustomerPaymentProfileRequest. */
export const UpdateAnswer = Answer;

/** The first code of an answer: "I00001" means success, and "E…" means failure. */
export function codeOf({ messages }: z.infer<typeof Answer>): string {
  return messages.message[0]?.code ?? messages.resultCode;
}

/**
 * The outcome of a transaction. `card` is a clear refusal because of the card. `ours` is a clear refusal because of our
 * account or request. `unsure` is everything else. A reason contains a code and, unless that is an E code, the
 * processor's fixed sentence for it. The texts of E codes quote what was sent, so they are left out.
 */
export type Verdict =
  | { verdict: "approved"; transactionId: string; brand: string | null; lastFour: string | null }
  | { verdict: "card" | "ours" | "unsure"; code: string; reason: string };

/**
 * Refusals because of the card: its bank declined it, wants a phone call first, or wants the card retained; its number,
 * expiry date or code is wrong; its brand is not accepted; or a filter stopped it.
 */
const CARD_CODES = "2 3 4 6 7 8 17 27 28 37 41 44 45 65 78 127 128 165 250 251 254 315 316 317".split(" ");

/** The token is used up, too old or somebody else's, so the card has to be typed again. */
export const TOKEN_CODES = "E00113 E00114 E00115 E00116 E00117".split(" ");

/** Refusals because of us: credentials, rights, setup, amounts, and requests that the processor does not understand. */
const OUR_CODES = [
  ..."5 13 30 31 33 34 38 39 43 49 103 123".split(" "),
  ..."E00002 E00003 E00004 E00005 E00006 E00007 E00008 E00009 E00010 E00011 E00013 E00014 E00015 E00016".split(
    " ",
  ),
];

/**
 * Reads the answer to a transaction of `amountCents` (null if we did not name an amount). Only the response code of the
 * transaction decides, because the result code is "Ok" for declined transactions too.
 */
export function verdictOf(
  answer: z.infer<typeof TransactionAnswer>,
  { refId, amountCents }: { refId: string; amountCents: number | null },
): Verdict {
  const { transactionResponse: transaction } = answer;
  if (transaction?.responseCode === undefined) {
    const code = codeOf(answer);
    if (TOKEN_CODES.includes(code)) return { verdict: "card", code, reason: code };
    return { verdict: OUR_CODES.includes(code) ? "ours" : "unsure", code, reason: code };
  }
  const [error] = transaction.errors;
  const code = error?.errorCode ?? transaction.messages[0]?.code ?? "";
  const reason = [code, error?.errorText].filter(Boolean).join(": ");
  const unsure: Verdict = { verdict: "unsure", code, reason };
  if (answer.refId !== refId) return unsure;

  switch (transaction.responseCode) {
    case "1": {
      const { transId = "0", testRequest, splitTenderId, prePaidCard } = transaction;
      // In Test Mode, everything is approved, but nothing is charged or kept.
      if (transId === "0" || testRequest === "1")
        return { verdict: "ours", code, reason: "The account is in Test Mode." };
      const approved = prePaidCard?.approvedAmount;
      const another = amountCents !== null && approved !== undefined && centsOf(approved) !== amountCents;
      if (splitTenderId || another) return unsure;
      return {
        verdict: "approved",
        transactionId: transId,
        brand: transaction.accountType || null,
        lastFour: lastFourOf(transaction.accountNumber),
      };
    }
    case "2":
      return { verdict: "card", code, reason };
    case "3":
      if (CARD_CODES.includes(code)) return { verdict: "card", code, reason };
      return OUR_CODES.includes(code) ? { verdict: "ours", code, reason } : unsure;
    default:
      return unsure;
  }
}

/** "XXXX1111" → "1111". */
function lastFourOf(masked: string | undefined): string | null {
  return /^X+(\d{4})$/.exec(masked ?? "")?.[1] ?? null;
}

/** The brand and last four digits of a masked card. Nothing else about a card may be stored. */
export const summaryOf = (card: z.infer<typeof MaskedCard> | undefined) =>
  card ? { brand: card.cardType ?? null, lastFour: lastFourOf(card.cardNumber) } : null;
