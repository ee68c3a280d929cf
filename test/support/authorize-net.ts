import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { DAY } from "~/values/durations.ts";
import { REQUESTS, schemaFault } from "./authorize-net-schema.ts";

/**
 * Test cards. Any future expiry date and any code except 901 will do. Every other number of an accepted brand is
 * approved too.
 */
export const ANET_CARDS = {
  approved: "4111111111111111",
  masterCard: "5424000000000015",
  amex: "370000000000002",
  /** Authorised, and held for review. */
  held: "4012888818888",
  /** The card's bank refuses every request. */
  declined: "4000000000000002",
  /** A Maestro card, whose brand the account does not accept. */
  brandNotTaken: "6759649826438453",
};

/** Billing postcodes, each with its effect on a charge. */
export const ANET_ZIPS = {
  declined: "46282",
  /** Only $1.23 is approved, whatever amount was asked for. */
  approvedForLess: "46225",
  /** Only $1.23 is authorised; the transaction waits for the rest of a split payment. */
  partial: "46226",
};

export type LedgerEntry = {
  transId: string;
  type: "authCaptureTransaction" | "refundTransaction";
  /** The state in the processor's words: capturedPendingSettlement, voided, … */
  status: string;
  invoiceNumber: string;
  description: string;
  amountCents: number;
  customerId: string;
  firstName: string;
  lastName: string;
  brand: string;
  lastFour: string;
  /** UTC ms. */
  submittedAt: number;
  /** For a refund, the id of the charge. */
  refTransId: string | null;
  /** Null until the transaction is settled. */
  batchId: string | null;
};

export type Card = { cardNumber: string; expirationDate: string; cardCode: string };

/**
 * A fault in a call. `entered` says whether the call is carried out before the fault. `answer` is what happens to the
 * reply: with `hang` it never comes; with `drop` the connection is closed; with `truncated` half of it is sent; with
 * `slow` its body comes `ms` after the headers; with `json` the given JSON is sent instead.
 */
export type Fault = {
  /** The request in which the fault happens; if it is left out, any request. */
  call?: string;
  entered: boolean;
  answer:
    | "hang"
    | "drop"
    | "html502"
    | "http500"
    | "truncated"
    | "tooManyRequests"
    | "busy"
    | "redirect"
    | { slow: number }
    | { json: unknown };
};

type Json = Record<string, unknown>;
type Message = [code: string, text: string];
type Batch = { batchId: string; settledAt: number; state: string };
type Subscribed = {
  status: string;
  fingerprint: string;
  invoice: string;
  profileId: string;
  payments: Json[];
};
type Profile = {
  paymentProfileId: string;
  cardNumber: string;
  expires: number | null;
  billTo: Json;
  madeAt: number;
};
type Page = { request: Transaction; done: string; cancelled: string; expiresAt: number };

/** A transactionRequest that fits the schema. */
type Transaction = {
  transactionType: string;
  amount?: string;
  payment?: { creditCard?: Partial<Card>; opaqueData?: { dataValue: string } };
  refTransId?: string;
  order?: { invoiceNumber?: string; description?: string };
  customer?: { id?: string };
  billTo?: Record<string, string>;
  transactionSettings?: { setting: { settingName: string; settingValue: string }[] };
};

const OK: Message = ["I00001", "Successful."];
const BOM = "\uFEFF";
const QUARTER_HOUR = 15 * 60 * 1000;
const PARTIAL_CENTS = 123;

const REASONS: Record<string, string> = {
  "1": "This transaction has been approved.",
  "2": "This transaction has been declined.",
  "6": "The credit card number is invalid.",
  "7": "Credit card expiration date is invalid.",
  "8": "The credit card has expired.",
  "11": "A duplicate transaction has been submitted.",
  "13": "The merchant login ID or password is invalid or the account is inactive.",
  "16": "The transaction cannot be found.",
  "17": "The merchant does not accept this type of credit card.",
  "54": "The referenced transaction does not meet the criteria for issuing a credit.",
  "55": "The sum of credits against the referenced transaction would exceed original debit amount.",
  "65": "This transaction has been declined.",
  "252": "Your order has been received. Thank you for your business!",
  "295": "The amount of this request was only partially approved on the given prepaid card.",
  "310": "This transaction has already been voided.",
};

const BRANDS: [RegExp, string][] = [
  [/^4/, "Visa"],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, "MasterCard"],
  [/^3[47]/, "AmericanExpress"],
  [/^(6011|64[4-9]|65)/, "Discover"],
  [/^35/, "JCB"],
  [/^3(0[0-5]|[68])/, "DinersClub"],
];

/**
 * A stand-in for Authorize.Net over real HTTP on the loopback interface. It is as strict as the real service about the
 * order and lengths of fields, credentials, duplicates, brands, nonces that work once, and what can be voided and
 * refunded. Like the real service, it returns lists by page and by batch, and puts a byte order mark before every
 * answer. Its ledger is the oracle of the tests.
 *
 * ```ts
 * const anet = await AuthorizeNet.listen();
 * const cards = authorizeNet(anet.options);
 * anet.faults.push({ call: "createTransactionRequest", entered: true, answer: "drop" });
 * …
 * await anet.close();
 * ```
 */
export class AuthorizeNet {
  readonly ledger: LedgerEntry[] = [];
  /** Each call takes the first fault in this list that is meant for it. */
  readonly faults: Fault[] = [];
  /** Every call that arrived, including its cards; kept only in memory. */
  readonly requests: { call: string; body: Json; userAgent: string }[] = [];
  /** An account in Test Mode approves everything and stores nothing. */
  testMode = false;
  /** How long (ms) it takes until a transaction appears in a list. */
  listDelayMs = 0;
  /** How long (ms) it takes until a new profile can be used for making subscriptions. */
  profileDelayMs = 0;
  /** How far (ms) the clock is set forward, so that nonces and time windows expire. */
  skewMs = 0;

  readonly #server: Server;
  readonly #batches: Batch[] = [];
  readonly #nonces = new Map<string, { card: Card; expiresAt: number }>();
  readonly #pages = new Map<string, Page>();
  readonly #subscriptions = new Map<string, Subscribed>();
  /** Stored cards by profile, one for each merchantCustomerId. */
  readonly #profiles = new Map<string, Profile>();
  readonly #profileOf = new Map<string, string>();
  /** The cards of charges, from which profiles are made; kept only in memory. */
  readonly #cards = new Map<string, Card>();
  /** The first transaction for each combination of the values that the duplicate check compares. */
  readonly #seen = new Map<string, { transId: string; until: number }>();
  #lastId = 60_000_000_000 + Math.floor(Math.random() * 1e9);

  /** Listens on this port; by default on a free port. */
  static async listen(port = 0): Promise<AuthorizeNet> {
    const gateway = new AuthorizeNet();
    await new Promise<void>((resolve) => gateway.#server.listen(port, "127.0.0.1", resolve));
    return gateway;
  }

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#serve(request, response).catch(() => response.destroy());
    });
    // By default, Node closes an idle connection after 5 s. A call that is just being sent on this connection would be
    // lost.
    this.#server.keepAliveTimeout = 0;
  }

  /** The settings with which the adapter talks to this stand-in. */
  readonly secrets = {
    loginId: `login${randomBytes(4).toString("hex")}`,
    transactionKey: randomBytes(8).toString("hex"),
    signatureKey: randomBytes(64).toString("hex").toUpperCase(),
  };

  get options() {
    return {
      ...this.secrets,
      endpoint: `${this.origin}/xml/v1/request.api`,
      hostedPageUrl: `${this.origin}/payment/payment`,
    };
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Closes the server, including connections that hang. */
  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  // The oracle

  /** Charges that were captured and not voided, whether or not they were refunded. */
  captured(): LedgerEntry[] {
    return this.#charges("capturedPendingSettlement", "settledSuccessfully");
  }

  voided(): LedgerEntry[] {
    return this.#charges("voided");
  }

  /** Refunds that were made. */
  refunds(): LedgerEntry[] {
    return this.ledger.filter(({ status }) => /^refund/.test(status));
  }

  #charges(...statuses: string[]) {
    return this.ledger.filter(
      ({ type, status }) => type === "authCaptureTransaction" && statuses.includes(status),
    );
  }

  // What happens on the processor's side

  /**
   * The night passes. One batch settles the captured charges and the refunds, but not the charges that are held for
   * review.
   */
  settle(): string {
    const batchId = this.#nextId();
    for (const entry of this.ledger) {
      if (entry.batchId || isHeld(entry)) continue;
      entry.batchId = batchId;
      if (entry.status === "capturedPendingSettlement") entry.status = "settledSuccessfully";
      if (entry.status === "refundPendingSettlement") entry.status = "refundSettledSuccessfully";
    }
    this.#batches.push({ batchId, settledAt: this.#now(), state: "settledSuccessfully" });
    return batchId;
  }

  /**
   * Gives a batch a state in which its charges are not paid out: either it is still in progress, or it could not be
   * settled.
   */
  setBatch(batchId: string, state: "pendingSettlement" | "settlementError"): void {
    this.#batches.find((batch) => batch.batchId === batchId)!.state = state;
    for (const entry of this.ledger) if (entry.batchId === batchId) entry.status = state;
  }

  /** Somebody at the processor decides about a charge that is held. */
  review(transId: string, decision: "approve" | "decline"): void {
    this.#entry(transId)!.status = decision === "approve" ? "capturedPendingSettlement" : "failedReview";
  }

  /** Enters a transaction in the ledger as if it had been made elsewhere. */
  enter(entry: Partial<LedgerEntry>): LedgerEntry {
    const whole: LedgerEntry = {
      transId: this.#nextId(),
      type: "authCaptureTransaction",
      status: "capturedPendingSettlement",
      invoiceNumber: "",
      description: "",
      amountCents: 100,
      customerId: "",
      firstName: "",
      lastName: "",
      brand: "Visa",
      lastFour: "1111",
      submittedAt: this.#now(),
      refTransId: null,
      batchId: null,
      ...entry,
    };
    this.ledger.push(whole);
    return whole;
  }

  /** The token that Accept.js returns for a card: it works once, and only for a quarter of an hour. */
  tokenize(card: Card): { dataDescriptor: string; dataValue: string } {
    const dataValue = randomBytes(24).toString("base64");
    this.#nonces.set(dataValue, { card, expiresAt: this.#now() + QUARTER_HOUR });
    return { dataDescriptor: "COMMON.ACCEPT.INAPP.PAYMENT", dataValue };
  }

  /**
   * Pays on the hosted page, as its form does. Returns the response code; "1" means approved. Throws if the token was
   * used before, is unknown or is too old.
   */
  payHosted(token: string, card: Card, name = { firstName: "Mei", lastName: "Chen" }): string {
    const page = this.#page(token);
    const request = { ...page.request, billTo: { ...page.request.billTo, ...name } };
    const { transactionResponse } = this.#charge(request, card);
    if (transactionResponse.responseCode === "1") this.#pages.delete(token);
    return transactionResponse.responseCode;
  }

  /** Changes the state of a subscription: "suspended", "expired", "terminated", … */
  setSubscription(subscriptionId: string, status: string): void {
    this.#subscriptions.get(subscriptionId)!.status = status;
  }

  /**
   * Posts a notification about a transaction or a subscription. The notification is signed either with the key as text,
   * or with the bytes that the key's hex digits represent. If a `notificationId` is used again, this is a repeated
   * delivery of the same notification.
   */
  async notify(
    url: string,
    eventType: string,
    about: { entityName: "transaction" | "subscription"; id: string },
    {
      keyAs = "text",
      notificationId = randomUUID() as string,
    }: { keyAs?: KeyAs; notificationId?: string } = {},
  ): Promise<Response> {
    const eventDate = new Date(this.#now()).toISOString();
    const body = JSON.stringify({
      notificationId,
      eventType,
      eventDate,
      webhookId: randomUUID(),
      payload: { responseCode: 1, ...about },
    });
    const headers = { "content-type": "application/json", "X-ANET-Signature": this.sign(body, keyAs) };
    return fetch(url, { method: "POST", headers, body });
  }

  /** The value of X-ANET-Signature for this body. */
  sign(body: string | Uint8Array, keyAs: KeyAs = "text"): string {
    const { signatureKey } = this.secrets;
    const key = keyAs === "text" ? signatureKey : Buffer.from(signatureKey, "hex");
    return `sha512=${createHmac("sha512", key).update(body).digest("hex").toUpperCase()}`;
  }

  // The wire

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks).toString();
    const { pathname } = new URL(request.url ?? "/", this.origin);
    if (request.method !== "POST") return void response.writeHead(404).end();
    if (pathname === "/payment/payment") return this.#showPage(new URLSearchParams(body), response);
    if (pathname === "/payment/pay") return this.#submitPage(new URLSearchParams(body), response);
    if (pathname !== "/xml/v1/request.api") return void response.writeHead(404).end();
    const userAgent = request.headers["user-agent"];
    // The infrastructure in front of such a service may refuse a request without a User-Agent.
    if (!userAgent) return void response.writeHead(403).end();

    const [call, content] = entryOf(body);
    this.requests.push({ call, body: content, userAgent });
    const at = this.faults.findIndex((fault) => (fault.call ?? call) === call);
    const [fault] = at < 0 ? [] : this.faults.splice(at, 1);
    const answer = fault?.entered === false ? "" : BOM + JSON.stringify(this.#answer(call, content));
    const json = { "content-type": "application/json; charset=utf-8" };
    switch (fault?.answer) {
      case undefined:
        return void response.writeHead(200, json).end(answer);
      case "hang":
        return;
      case "drop":
        return void response.destroy();
      case "html502":
        return void response
          .writeHead(502, { "content-type": "text/html" })
          .end("<html><h1>Bad Gateway</h1></html>");
      case "http500":
        return void response.writeHead(500, json).end(answer);
      case "truncated":
        return void response.writeHead(200, json).end(answer.slice(0, answer.length / 2));
      case "tooManyRequests":
        return void response.writeHead(429).end();
      case "redirect":
        return void response.writeHead(307, { location: this.options.endpoint }).end();
      case "busy":
        return void response
          .writeHead(200, json)
          .end(BOM + JSON.stringify(failed(["E00053", "The server is currently too busy."])));
    }
    const { answer: wanted } = fault!;
    if (typeof wanted === "object" && "json" in wanted)
      return void response.writeHead(200, json).end(BOM + JSON.stringify(wanted.json));
    response.writeHead(200, json).write(BOM);
    setTimeout(() => response.end(answer.slice(1)), (wanted as { slow: number }).slow).unref();
  }

  #answer(call: string, body: Json): Json {
    const schema = REQUESTS[call];
    if (!schema) return failed(["E00004", "The name of the requested API method is invalid."]);
    const fault = schemaFault(call, body, schema);
    if (fault) return failed(["E00003", fault]);
    const { merchantAuthentication: given, refId } = body as Json & { merchantAuthentication: Json };
    const { loginId, transactionKey } = this.secrets;
    if (given["name"] !== loginId || given["transactionKey"] !== transactionKey)
      return failed(["E00007", "User authentication failed due to invalid authentication values."]);
    const answer = this.#carryOut(call, body);
    return refId === undefined ? answer : { refId, ...answer };
  }

  #carryOut(call: string, body: Json): Json {
    switch (call) {
      case "createTransactionRequest":
        return this.#transact(body["transactionRequest"] as Transaction);
      case "getTransactionDetailsRequest":
        return this.#details(String(body["transId"]));
      case "getUnsettledTransactionListRequest": {
        const held = body["status"] === "pendingApproval";
        return this.#list(
          body,
          this.ledger.filter((entry) => !entry.batchId && isHeld(entry) === held),
        );
      }
      case "getTransactionListRequest":
        return this.#list(
          body,
          this.ledger.filter(({ batchId }) => batchId === String(body["batchId"])),
        );
      case "getSettledBatchListRequest":
        return this.#batchList(body);
      case "getHostedPaymentPageRequest":
        return this.#openPage(body);
      case "ARBCreateSubscriptionRequest":
        return this.#subscribe(body["subscription"] as Json);
      case "ARBUpdateSubscriptionRequest":
        return this.#update(String(body["subscriptionId"]), body["subscription"] as Json);
      case "updateCustomerPaymentProfileRequest":
        return this.#updateProfile(body);
      case "ARBCancelSubscriptionRequest":
        return this.#cancel(String(body["subscriptionId"]));
      case "ARBGetSubscriptionListRequest":
        return this.#listSubscriptions(body);
      case "createCustomerProfileFromTransactionRequest":
        return this.#keepCard(body);
      case "getCustomerProfileRequest": {
        const found = this.#profiles.get(String(body["customerProfileId"]));
        if (!found) return failed(["E00040", "The record cannot be found."]);
        const paymentProfiles = [{ customerPaymentProfileId: found.paymentProfileId }];
        return { profile: { customerProfileId: body["customerProfileId"], paymentProfiles }, ...well() };
      }
      default: {
        const found = this.#subscriptions.get(String(body["subscriptionId"]));
        if (!found) return failed(["E00035", "The subscription cannot be found."]);
        const arbTransactions = body["includeTransactions"] === "true" ? found.payments : undefined;
        const profile = this.#storedProfile(found.profileId);
        return { subscription: { status: found.status, profile, arbTransactions }, ...well() };
      }
    }
  }

  // Transactions

  #transact(request: Transaction): Json {
    if (request.transactionType === "voidTransaction") return this.#void(request);
    if (request.transactionType === "refundTransaction") return this.#refund(request);
    const card = this.#cardOf(request.payment);
    return card ? this.#charge(request, card) : failed(["E00114", "Invalid OTS Token."]);
  }

  /** The card itself, or the card of a nonce; a nonce is used up by reading it. */
  #cardOf(payment: Transaction["payment"]): Card | null {
    const { creditCard, opaqueData } = payment ?? {};
    if (!opaqueData) return { cardNumber: "", expirationDate: "", cardCode: "", ...creditCard };
    const nonce = this.#nonces.get(opaqueData.dataValue);
    this.#nonces.delete(opaqueData.dataValue);
    return nonce && nonce.expiresAt > this.#now() ? nonce.card : null;
  }

  #charge(request: Transaction, card: Card) {
    const { cardNumber, cardCode } = card;
    const zip = request.billTo?.["zip"];
    const brand = BRANDS.find(([prefix]) => prefix.test(cardNumber))?.[1];
    if (this.testMode) return transactionAnswer("1", "1", { transId: "0", testRequest: "1" });
    if (!luhn(cardNumber)) return transactionAnswer("3", "6");
    if (!brand) return transactionAnswer("3", "17");
    const expires = expiryOf(card.expirationDate);
    if (expires === null) return transactionAnswer("3", "7");
    if (expires <= this.#now()) return transactionAnswer("3", "8");

    const fingerprint = this.#fingerprint(request, card);
    const original = this.#seen.get(fingerprint);
    if (original && original.until > this.#now())
      return transactionAnswer("3", "11", { transId: original.transId });

    const shown = { accountNumber: `XXXX${cardNumber.slice(-4)}`, accountType: brand };
    const less = zip === ANET_ZIPS.approvedForLess || zip === ANET_ZIPS.partial;
    const entry = this.enter({
      ...this.#bearer(request),
      brand,
      lastFour: cardNumber.slice(-4),
      amountCents: less ? PARTIAL_CENTS : centsOf(request.amount),
    });
    const { transId } = entry;
    this.#cards.set(transId, card);
    this.#seen.set(fingerprint, { transId, until: this.#now() + windowOf(request) * 1000 });
    const end = (status: string, responseCode: string, reason: string, more = {}) => {
      entry.status = status;
      return transactionAnswer(responseCode, reason, { transId, ...shown, ...more });
    };
    if (zip === ANET_ZIPS.declined) return end("declined", "2", "2");
    if (cardCode === "901") return end("declined", "2", "65", { cvvResultCode: "N" });
    if (cardNumber === ANET_CARDS.declined) return end("declined", "2", "2");
    if (cardNumber === ANET_CARDS.held) return end("FDSPendingReview", "4", "252");
    if (zip === ANET_ZIPS.partial)
      return end("authorizedPendingCapture", "4", "295", { splitTenderId: this.#nextId() });
    const prePaidCard = { requestedAmount: request.amount, approvedAmount: "1.23", balanceOnCard: "0.00" };
    return end("capturedPendingSettlement", "1", "1", less ? { prePaidCard } : {});
  }

  #void({ refTransId = "" }: Transaction): Json {
    const entry = this.#entry(refTransId);
    if (entry?.status === "voided") return transactionAnswer("1", "310", { transId: refTransId });
    const isOpen = entry && !entry.batchId && (isHeld(entry) || /PendingSettlement$/.test(entry.status));
    if (!isOpen) return transactionAnswer("3", "16");
    entry.status = "voided";
    return transactionAnswer("1", "1", { transId: refTransId });
  }

  #refund(request: Transaction): Json {
    const { refTransId = "", payment } = request;
    const charge = this.#entry(refTransId);
    if (!charge) return transactionAnswer("3", "16");
    const { cardNumber = "", expirationDate = "" } = payment?.creditCard ?? {};
    const isSameCard = cardNumber.slice(-4) === charge.lastFour;
    if (charge.status !== "settledSuccessfully" || !isSameCard) return transactionAnswer("3", "54");
    const card = { cardNumber, expirationDate, cardCode: "" };
    const fingerprint = this.#fingerprint(request, card);
    const original = this.#seen.get(fingerprint);
    if (original && original.until > this.#now())
      return transactionAnswer("3", "11", { transId: original.transId });
    const amountCents = centsOf(request.amount);
    const given = this.refunds().filter((refund) => refund.refTransId === refTransId);
    const sum = given.reduce((total, refund) => total + refund.amountCents, amountCents);
    if (sum > charge.amountCents) return transactionAnswer("3", "55");
    const { transId } = this.enter({
      ...this.#bearer(request),
      type: "refundTransaction",
      status: "refundPendingSettlement",
      refTransId,
      amountCents,
      brand: charge.brand,
      lastFour: charge.lastFour,
    });
    this.#seen.set(fingerprint, { transId, until: this.#now() + windowOf(request) * 1000 });
    return transactionAnswer("1", "1", { transId });
  }

  #bearer({ order, customer, billTo }: Transaction) {
    return {
      invoiceNumber: order?.invoiceNumber ?? "",
      description: order?.description ?? "",
      customerId: customer?.id ?? "",
      firstName: billTo?.["firstName"] ?? "",
      lastName: billTo?.["lastName"] ?? "",
    };
  }

  /**
   * Everything that is compared in order to recognise a duplicate. Transactions that differ in any of these values are
   * different.
   */
  #fingerprint(request: Transaction, { cardNumber, expirationDate }: Card): string {
    const { transactionType, amount, order, customer, billTo, refTransId } = request;
    const compared = [
      ...[
        transactionType,
        cardNumber,
        expirationDate,
        amount,
        order?.invoiceNumber,
        customer?.id,
        refTransId,
      ],
      ...["firstName", "lastName", "company", "address", "city", "state", "zip", "country"].map(
        (field) => billTo?.[field],
      ),
      windowOf(request),
    ];
    return createHash("sha256").update(JSON.stringify(compared)).digest("hex");
  }

  // Reports

  #details(transId: string): Json {
    const entry = this.#entry(transId);
    if (!entry) return failed(["E00040", "The record cannot be found."]);
    const amount = entry.amountCents / 100;
    const isCapture = /^(captured|settled|refund)/.test(entry.status);
    const transaction = {
      transId,
      submitTimeUTC: isoOf(entry.submittedAt),
      transactionType: entry.type,
      transactionStatus: entry.status,
      responseCode: 1,
      responseReasonCode: 1,
      order: { invoiceNumber: entry.invoiceNumber, description: entry.description },
      authAmount: amount,
      settleAmount: isCapture ? amount : 0,
      payment: {
        creditCard: {
          cardNumber: `XXXX${entry.lastFour}`,
          expirationDate: "XXXX",
          cardType: entry.brand,
        },
      },
      customer: { id: entry.customerId },
      billTo: { firstName: entry.firstName, lastName: entry.lastName },
    };
    return { transaction, ...well() };
  }

  #list(body: Json, entries: LedgerEntry[]): Json {
    const { limit = 1000, offset = 1 } = (body["paging"] ?? {}) as { limit?: string; offset?: string };
    const { orderDescending = "false" } = (body["sorting"] ?? {}) as { orderDescending?: string };
    if (Number(limit) < 1 || Number(limit) > 1000 || Number(offset) < 1)
      return failed(["E00052", "The paging is not supported."]);
    const visible = entries
      .filter(({ submittedAt }) => submittedAt + this.listDelayMs <= this.#now())
      .sort((one, other) => one.submittedAt - other.submittedAt);
    if (orderDescending === "true") visible.reverse();
    const page = visible.slice((Number(offset) - 1) * Number(limit), Number(offset) * Number(limit));
    if (page.length === 0) return well(["I00004", "No records found."]);
    const transactions = page.map((entry) => ({
      transId: entry.transId,
      submitTimeUTC: isoOf(entry.submittedAt),
      transactionStatus: entry.status,
      invoiceNumber: entry.invoiceNumber,
      firstName: entry.firstName,
      lastName: entry.lastName,
      accountType: entry.brand,
      accountNumber: `XXXX${entry.lastFour}`,
      settleAmount: entry.amountCents / 100,
    }));
    return { transactions, totalNumInResultSet: transactions.length, ...well() };
  }

  #batchList(body: Json): Json {
    const now = this.#now();
    const first = Date.parse(String(body["firstSettlementDate"] ?? isoOf(now - DAY)));
    const last = Date.parse(String(body["lastSettlementDate"] ?? isoOf(now)));
    if (last - first > 31 * DAY || last < first)
      return failed(["E00013", "The dates are more than 31 days apart."]);
    // Dates are compared in whole seconds.
    const found = this.#batches.filter(
      ({ settledAt }) => settledAt >= first && Math.floor(settledAt / 1000) * 1000 <= last,
    );
    if (found.length === 0) return well(["I00004", "No records found."]);
    const batchList = found.map(({ batchId, settledAt, state }) => ({
      batchId,
      settlementTimeUTC: isoOf(settledAt),
      settlementState: state,
      ...(body["includeStatistics"] === "true" && { statistics: this.#statistics(batchId) }),
    }));
    return { batchList, ...well() };
  }

  /** The statistics of a batch by card brand; amounts are numbers of dollars. */
  #statistics(batchId: string): Json[] {
    const all = this.ledger.filter((entry) => entry.batchId === batchId);
    return [...new Set(all.map(({ brand }) => brand))].map((accountType) => {
      const of = (pattern: RegExp, type: LedgerEntry["type"]) =>
        all.filter((one) => one.brand === accountType && one.type === type && pattern.test(one.status));
      const amount = (entries: LedgerEntry[]) =>
        entries.reduce((sum, { amountCents }) => sum + amountCents, 0) / 100;
      const charges = of(/^settle/, "authCaptureTransaction");
      const refunds = of(/^refundSettled/, "refundTransaction");
      return {
        accountType,
        ...{ chargeAmount: amount(charges), chargeCount: charges.length },
        ...{ refundAmount: amount(refunds), refundCount: refunds.length },
        voidCount: of(/^voided$/, "authCaptureTransaction").length,
        declineCount: of(/^declined$/, "authCaptureTransaction").length,
        errorCount: 0,
      };
    });
  }

  // The hosted page

  #openPage(body: Json): Json {
    const request = body["transactionRequest"] as Transaction;
    if (request.payment) return failed(["E00119", "Payment information is not allowed."]);
    const { setting } = body["hostedPaymentSettings"] as Required<Transaction>["transactionSettings"];
    const returns = setting.find(({ settingName }) => settingName === "hostedPaymentReturnOptions");
    const { url = "", cancelUrl = "" } = JSON.parse(returns?.settingValue ?? "{}");
    const token = randomBytes(96).toString("base64");
    const expiresAt = this.#now() + QUARTER_HOUR;
    this.#pages.set(token, { request, done: url, cancelled: cancelUrl, expiresAt });
    return { token, ...well() };
  }

  #page(token: string): Page {
    const page = this.#pages.get(token);
    if (!page || page.expiresAt <= this.#now()) throw new Error("There is no such page, or no longer.");
    return page;
  }

  #showPage(form: URLSearchParams, response: ServerResponse): void {
    const token = form.get("token") ?? "";
    const { request, cancelled } = this.#page(token);
    const field = (name: string, label: string) => `<p><label>${label} <input name="${name}"></label></p>`;
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html>
<html lang="en"><title>Payment</title><h1>Payment of $${escaped(request.amount ?? "")}</h1>
<form method="post" action="/payment/pay"><input type="hidden" name="token" value="${escaped(token)}">
${field("cardNumber", "Card Number")}${field("expirationDate", "Exp. Date")}${field("cardCode", "Card Code")}
<button>Pay</button> <a href="${escaped(cancelled)}">Cancel</a></form></html>`);
  }

  #submitPage(form: URLSearchParams, response: ServerResponse): void {
    const of = (name: string) => form.get(name) ?? "";
    const { done } = this.#page(of("token"));
    const [month, year] = of("expirationDate").split("/");
    const expirationDate = `20${year}-${month}`;
    const code = this.payHosted(of("token"), {
      cardNumber: of("cardNumber").replace(/\D/g, ""),
      expirationDate,
      cardCode: of("cardCode"),
    });
    if (code === "1" || code === "4") return void response.writeHead(303, { location: done }).end();
    this.#showPage(form, response);
  }

  // Subscriptions

  /** Stores the card of a captured charge, once for each merchantCustomerId. */
  #keepCard(body: Json): Json {
    const { merchantCustomerId = "" } = (body["customer"] ?? {}) as { merchantCustomerId?: string };
    if (merchantCustomerId === "") return failed(["E00102", "Customer Info is missing."]);
    const charge = this.#entry(String(body["transId"]));
    const card = this.#cards.get(charge?.transId ?? "");
    const isPaid = charge?.status === "capturedPendingSettlement" || charge?.status === "settledSuccessfully";
    if (!charge || !card || !isPaid) return failed(["E00040", "The record cannot be found."]);
    const existing = this.#profileOf.get(merchantCustomerId);
    if (existing) return failed(["E00039", `A duplicate record with ID ${existing} already exists.`]);
    const [customerProfileId, paymentProfileId] = [this.#nextId(), this.#nextId()];
    const expires = expiryOf(card.expirationDate);
    const { cardNumber } = card;
    const billTo = { firstName: charge.firstName, lastName: charge.lastName };
    this.#profiles.set(customerProfileId, {
      paymentProfileId,
      cardNumber,
      expires,
      billTo,
      madeAt: this.#now(),
    });
    this.#profileOf.set(merchantCustomerId, customerProfileId);
    return { customerProfileId, customerPaymentProfileIdList: [paymentProfileId], ...well() };
  }

  #subscribe(subscription: Json): Json {
    const { profile, paymentSchedule, order } = subscription as {
      profile?: { customerProfileId: string; customerPaymentProfileId?: string };
      paymentSchedule: { interval: { length: string; unit: string }; startDate: string };
      order?: { invoiceNumber?: string };
    };
    const { interval, startDate } = paymentSchedule;
    const most = interval.unit === "days" ? 365 : 12;
    const least = interval.unit === "days" ? 7 : 1;
    if (Number(interval.length) < least || Number(interval.length) > most)
      return failed(["E00022", "The interval length is out of range."]);
    if (startDate < isoOf(this.#now()).slice(0, 10))
      return failed(["E00017", "Start date must not occur before the submission date."]);
    const kept = this.#profiles.get(profile?.customerProfileId ?? "");
    const isKnown = kept?.paymentProfileId === profile?.customerPaymentProfileId;
    if (!kept || !isKnown || kept.madeAt + this.profileDelayMs > this.#now())
      return failed(["E00040", "The record cannot be found."]);
    if ((kept.expires ?? 0) <= Date.parse(startDate))
      return failed(["E00018", "Credit Card expires before the start of the subscription."]);
    const compared = JSON.stringify([{ ...subscription, profile: null }, kept.cardNumber]);
    const fingerprint = createHash("sha256").update(compared).digest("hex");
    const twin = [...this.#subscriptions].find(
      ([, held]) => held.fingerprint === fingerprint && held.status === "active",
    );
    if (twin)
      return failed([
        "E00012",
        `You have submitted a duplicate of Subscription ${twin[0]}. A duplicate subscription will not be created.`,
      ]);
    const subscriptionId = this.#nextId();
    const invoice = order?.invoiceNumber ?? "";
    const profileId = profile!.customerProfileId;
    this.#subscriptions.set(subscriptionId, {
      status: "active",
      fingerprint,
      invoice,
      profileId,
      payments: [],
    });
    return { subscriptionId, ...well() };
  }

  #storedProfile(customerProfileId: string): Json | undefined {
    const kept = this.#profiles.get(customerProfileId);
    if (!kept) return undefined;
    const { paymentProfileId: customerPaymentProfileId, billTo, cardNumber } = kept;
    const cardType = BRANDS.find(([prefix]) => prefix.test(cardNumber))?.[1];
    const creditCard = { cardNumber: `XXXX${cardNumber.slice(-4)}`, expirationDate: "XXXX", cardType };
    return {
      merchantCustomerId: "1",
      customerProfileId,
      paymentProfile: { customerPaymentProfileId, billTo, payment: { creditCard } },
    };
  }

  /** A stored card with all its data, for a test to look at; kept only in memory. */
  keptCard(subscriptionId: string): Profile {
    return this.#profiles.get(this.#subscriptions.get(subscriptionId)!.profileId)!;
  }

  /**
   * Stores another card or, if the number is masked, changes the stored one. The card's bank is asked about the card.
   */
  #updateProfile(body: Json): Json {
    const { customerProfileId, paymentProfile, validationMode } = body as {
      customerProfileId: string;
      validationMode?: string;
      paymentProfile: { billTo?: Json; payment?: Transaction["payment"]; customerPaymentProfileId: string };
    };
    const kept = this.#profiles.get(customerProfileId);
    if (kept?.paymentProfileId !== paymentProfile.customerPaymentProfileId)
      return failed(["E00040", "The record cannot be found."]);
    const card = this.#cardOf(paymentProfile.payment);
    if (!card) return failed(["E00114", "Invalid OTS Token."]);
    const isMasked = card.cardNumber === `XXXX${kept.cardNumber.slice(-4)}`;
    const cardNumber = isMasked ? kept.cardNumber : card.cardNumber;
    if (!luhn(cardNumber)) return failed(["E00013", "Card Number is invalid."]);
    const expires = card.expirationDate === "XXXX" ? kept.expires : expiryOf(card.expirationDate);
    const isDeclined = cardNumber === ANET_CARDS.declined || (expires ?? 0) <= this.#now();
    if (validationMode === "liveMode" && isDeclined)
      return failed(["E00027", "The transaction was unsuccessful."]);
    // A field that is not sent is deleted.
    this.#profiles.set(customerProfileId, {
      ...kept,
      cardNumber,
      expires,
      billTo: paymentProfile.billTo ?? {},
    });
    return well();
  }

  #update(subscriptionId: string, { profile }: Json): Json {
    const found = this.#subscriptions.get(subscriptionId);
    if (!found) return failed(["E00035", "The subscription cannot be found."]);
    if (found.status !== "active" && found.status !== "suspended")
      return failed(["E00037", "The subscription cannot be updated."]);
    const { customerProfileId } = profile as { customerProfileId: string };
    if (customerProfileId !== found.profileId) return failed(["E00040", "The record cannot be found."]);
    found.status = "active";
    return well();
  }

  #listSubscriptions(body: Json): Json {
    const { limit = 1000, offset = 1 } = (body["paging"] ?? {}) as { limit?: string; offset?: string };
    const isActive = body["searchType"] === "subscriptionActive";
    const all = [...this.#subscriptions]
      .filter(([, { status }]) => (status === "active") === isActive)
      .reverse();
    const page = all.slice((Number(offset) - 1) * Number(limit), Number(offset) * Number(limit));
    const subscriptionDetail = page.map(([id, { status, invoice }]) => ({ id: Number(id), status, invoice }));
    return { totalNumInResultSet: all.length, subscriptionDetails: { subscriptionDetail }, ...well() };
  }

  /** The night of a renewal: makes a charge with the subscription's own invoice number, or a declined attempt. */
  renew(subscriptionId: string, { paying = true } = {}): LedgerEntry | null {
    const { payments, invoice } = this.#subscriptions.get(subscriptionId)!;
    const first = this.ledger.find((entry) => entry.invoiceNumber === invoice)!;
    const payNum = payments.length + 1;
    if (!paying) {
      payments.push({ response: "The credit card has expired.", payNum, attemptNum: 1 });
      return null;
    }
    const { transId: _, batchId: __, ...same } = first;
    const entry = this.enter({ ...same, status: "capturedPendingSettlement", submittedAt: this.#now() });
    const response = "This transaction has been approved.";
    // Here the newest payment comes first. The real service does not promise any order, so the portal must not rely on
    // one.
    payments.unshift({ transId: entry.transId, response, payNum, attemptNum: 1 });
    return entry;
  }

  /** The states of the subscriptions, by id. */
  subscriptions(): Record<string, string> {
    return Object.fromEntries([...this.#subscriptions].map(([id, { status }]) => [id, status]));
  }

  #cancel(subscriptionId: string): Json {
    const found = this.#subscriptions.get(subscriptionId);
    if (!found) return failed(["E00035", "The subscription cannot be found."]);
    if (found.status === "canceled") return well(["I00002", "The subscription has already been canceled."]);
    if (found.status === "expired" || found.status === "terminated")
      return failed(["E00038", "The subscription cannot be canceled."]);
    found.status = "canceled";
    return well();
  }

  #entry = (transId: string) => this.ledger.find((entry) => entry.transId === transId);
  #now = () => Date.now() + this.skewMs;
  #nextId = () => String(++this.#lastId);
}

type KeyAs = "text" | "hex";

/** The only key of a body and its content; an empty name and no content if the body does not have that form. */
function entryOf(body: string): [call: string, content: Json] {
  try {
    const [entry] = Object.entries(JSON.parse(body) as Record<string, Json>);
    return entry ?? ["", {}];
  } catch {
    return ["", {}];
  }
}

const messagesOf = (resultCode: string, [code, text]: Message) => ({
  messages: { resultCode, message: [{ code, text }] },
});
const well = (message = OK) => messagesOf("Ok", message);
const failed = (message: Message) => messagesOf("Error", message);

/**
 * An answer like that of the real service. Every value is text. A declined charge has errors although the result is
 * "Ok"; a failed request has errors and the code E00027.
 */
function transactionAnswer(
  responseCode: string,
  reason: string,
  more: { transId?: string; [field: string]: unknown } = {},
) {
  const description = REASONS[reason]!;
  const isGood = responseCode === "1" || responseCode === "4";
  const transactionResponse = {
    responseCode,
    authCode: responseCode === "1" ? "QWX20S" : "",
    avsResultCode: "P",
    cvvResultCode: "P",
    transId: "0",
    refTransID: "",
    testRequest: "0",
    accountNumber: "",
    accountType: "",
    ...(isGood
      ? { messages: [{ code: reason, description }] }
      : { errors: [{ errorCode: reason, errorText: description }] }),
    ...more,
  };
  const result = responseCode === "3" ? failed(["E00027", "The transaction was unsuccessful."]) : well();
  return { transactionResponse, ...result };
}

const isHeld = ({ status }: LedgerEntry) => /^FDS|^(underReview|approvedReview)$/.test(status);

const centsOf = (amount = "0") => Math.round(Number(amount) * 100);

const isoOf = (time: number) => new Date(time).toISOString().replace(/\.\d+Z$/, "Z");

/** The duplicate window in seconds: two minutes by default, eight hours at most. */
function windowOf({ transactionSettings }: Transaction): number {
  const asked = transactionSettings?.setting.find(({ settingName }) => settingName === "duplicateWindow");
  return Math.min(Number(asked?.settingValue ?? 120), 28_800);
}

/** The first instant (UTC ms) after the month "YYYY-MM". */
function expiryOf(expirationDate: string): number | null {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(expirationDate) ?? [];
  return year ? Date.UTC(Number(year), Number(month), 1) : null;
}

function luhn(digits: string): boolean {
  const doubled = [...digits].reverse().map((digit, index) => Number(digit) * (1 + (index % 2)));
  return digits !== "" && doubled.reduce((sum, n) => sum + (n > 9 ? n - 9 : n), 0) % 10 === 0;
}

const escaped = (value: string) => value.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
