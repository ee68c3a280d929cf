/**
 * The part of Authorize.Net's XML schema that the stand-in for Authorize.Net uses to check requests: the order of child
 * elements, which of them are required, and lengths. JSON must keep the same order, because the real service converts
 * it into XML.
 */

type Text = { kind: "text"; min: number; max: number; pattern: RegExp };
type Sequence = { kind: "sequence"; children: [name: string, child: Schema, needed: boolean][] };
type Choice = { kind: "choice"; children: [name: string, child: Schema][] };
type List = { kind: "list"; item: Schema };
type Schema = Text | Sequence | Choice | List;

const text = (max = 10_000, min = 0, pattern = /^/): Text => ({ kind: "text", min, max, pattern });
const digits = text(20, 1, /^\d+$/);
const decimal = text(20, 1, /^\d+(\.\d{1,4})?$/);
const whole = text(10, 1, /^\d+$/);
const truth = text(5, 1, /^(true|false|0|1)$/);
const list = (item: Schema): List => ({ kind: "list", item });
const oneOf = (children: Record<string, Schema>): Choice => ({
  kind: "choice",
  children: Object.entries(children),
});
/** The child elements in the order of the schema; an element whose name ends in "?" may be missing. */
const sequence = (children: Record<string, Schema>): Sequence => ({
  kind: "sequence",
  children: Object.entries(children).map(([name, child]) => [
    name.replace("?", ""),
    child,
    !name.endsWith("?"),
  ]),
});

const setting = sequence({ settingName: text(), settingValue: text() });

const payment = oneOf({
  creditCard: sequence({
    cardNumber: text(16, 4, /^(\d+|XXXX\d{4})$/),
    expirationDate: text(7, 4),
    "cardCode?": text(4, 3, /^\d+$/),
  }),
  opaqueData: sequence({ dataDescriptor: text(), dataValue: text() }),
});

const order = sequence({ "invoiceNumber?": text(20), "description?": text(255) });

const customer = sequence({
  "type?": text(10, 1, /^(individual|business)$/),
  "id?": text(20),
  "email?": text(255),
});

const address = sequence({
  "firstName?": text(50),
  "lastName?": text(50),
  "company?": text(50),
  "address?": text(60),
  "city?": text(40),
  "state?": text(40),
  "zip?": text(20),
  "country?": text(60),
  "phoneNumber?": text(25),
});

const transactionRequest = sequence({
  transactionType: text(40, 1, /^(authCaptureTransaction|refundTransaction|voidTransaction)$/),
  "amount?": decimal,
  "currencyCode?": text(3, 3),
  "payment?": payment,
  "refTransId?": digits,
  "splitTenderId?": digits,
  "order?": order,
  "poNumber?": text(25),
  "customer?": customer,
  "billTo?": address,
  "customerIP?": text(45),
  "transactionSettings?": sequence({ setting: list(setting) }),
  "userFields?": sequence({ userField: list(sequence({ name: text(), value: text() })) }),
});

const sorting = sequence({
  orderBy: text(20, 1, /^(id|submitTimeUTC)$/),
  orderDescending: truth,
});
const paging = sequence({ limit: whole, offset: whole });

const storedProfile = sequence({
  customerProfileId: digits,
  "customerPaymentProfileId?": digits,
  "customerAddressId?": digits,
});

const request = (children: Record<string, Schema>) =>
  sequence({
    merchantAuthentication: sequence({ name: text(25), transactionKey: text(16) }),
    "clientId?": text(30),
    "refId?": text(20),
    ...children,
  });

/** The schemas by the name of the request, which is the only key of a body. */
export const REQUESTS: Record<string, Sequence> = {
  createTransactionRequest: request({ transactionRequest }),
  getTransactionDetailsRequest: request({ transId: digits }),
  getUnsettledTransactionListRequest: request({
    "status?": text(20, 1, /^(any|pendingApproval)$/),
    "sorting?": sorting,
    "paging?": paging,
  }),
  getSettledBatchListRequest: request({
    "includeStatistics?": truth,
    "firstSettlementDate?": text(20, 20, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    "lastSettlementDate?": text(20, 20, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  }),
  getTransactionListRequest: request({ batchId: digits, "sorting?": sorting, "paging?": paging }),
  getHostedPaymentPageRequest: request({
    transactionRequest,
    hostedPaymentSettings: sequence({ setting: list(setting) }),
  }),
  ARBCreateSubscriptionRequest: request({
    subscription: sequence({
      "name?": text(50),
      paymentSchedule: sequence({
        interval: sequence({ length: whole, unit: text(6, 1, /^(days|months)$/) }),
        startDate: text(10, 10, /^\d{4}-\d\d-\d\d$/),
        totalOccurrences: whole,
        "trialOccurrences?": whole,
      }),
      amount: decimal,
      "trialAmount?": decimal,
      "payment?": payment,
      "order?": order,
      "customer?": customer,
      "billTo?": address,
      "profile?": storedProfile,
    }),
  }),
  ARBUpdateSubscriptionRequest: request({
    subscriptionId: digits,
    subscription: sequence({
      "name?": text(50),
      "amount?": decimal,
      "payment?": payment,
      "order?": order,
      "customer?": customer,
      "billTo?": address,
      "profile?": storedProfile,
    }),
  }),
  updateCustomerPaymentProfileRequest: request({
    customerProfileId: digits,
    paymentProfile: sequence({
      "customerType?": text(10, 1, /^(individual|business)$/),
      "billTo?": address,
      "payment?": payment,
      "defaultPaymentProfile?": truth,
      customerPaymentProfileId: digits,
    }),
    "validationMode?": text(12, 1, /^(none|testMode|liveMode)$/),
  }),
  ARBCancelSubscriptionRequest: request({ subscriptionId: digits }),
  ARBGetSubscriptionRequest: request({ subscriptionId: digits, "includeTransactions?": truth }),
  ARBGetSubscriptionListRequest: request({
    searchType: text(40, 1, /^(subscriptionActive|subscriptionInactive)$/),
    "sorting?": sequence({ orderBy: text(30, 1, /^id$/), orderDescending: truth }),
    "paging?": paging,
  }),
  createCustomerProfileFromTransactionRequest: request({
    transId: digits,
    "customer?": sequence({
      "merchantCustomerId?": text(20),
      "description?": text(255),
      "email?": text(255),
    }),
    "customerProfileId?": digits,
  }),
  getCustomerProfileRequest: request({ "customerProfileId?": digits, "merchantCustomerId?": text(20) }),
};

const NAMESPACE = "AnetApi/xml/v1/schema/AnetApiSchema.xsd";

/**
 * The text of E00003 for a value that does not fit the schema; null if the value fits. Like the real service, it quotes
 * what was sent.
 */
export function schemaFault(name: string, value: unknown, schema: Schema): string | null {
  switch (schema.kind) {
    case "text":
      return textFault(name, value, schema);
    case "list":
      if (!Array.isArray(value)) return schemaFault(name, value, schema.item);
      return firstFault(value, (item) => schemaFault(name, item, schema.item));
    case "choice": {
      const [[key, child] = ["", null], ...more] = Object.entries(isRecord(value) ? value : {});
      const [, chosen] = schema.children.find(([one]) => one === key) ?? [];
      return chosen && more.length === 0 ? schemaFault(key, child, chosen) : misplaced(name, key);
    }
    case "sequence":
      return sequenceFault(name, value, schema);
  }
}

function sequenceFault(name: string, value: unknown, { children }: Sequence): string | null {
  if (!isRecord(value)) return incomplete(name, children[0]![0]);
  let next = 0;
  for (const [key, child] of Object.entries(value)) {
    const found = children.findIndex(([one], index) => one === key && index >= next);
    if (found < 0) return misplaced(name, key);
    const skipped = children.slice(next, found).find(([, , needed]) => needed);
    if (skipped) return misplaced(name, key);
    const fault = schemaFault(key, child, children[found]![1]);
    if (fault) return fault;
    next = found + 1;
  }
  const missing = children.slice(next).find(([, , needed]) => needed);
  return missing ? incomplete(name, missing[0]) : null;
}

function textFault(name: string, value: unknown, { min, max, pattern }: Text): string | null {
  const words = typeof value === "object" ? "" : String(value);
  const fits = value !== null && typeof value !== "object" && words.length >= min && words.length <= max;
  // Rejects characters that XML 1.0 does not allow and, in a single line of text, the other control characters.
  const printable = !/[\p{Cc}\p{Surrogate}\uFFFE\uFFFF]/u.test(words);
  if (fits && printable && pattern.test(words)) return null;
  return `The '${NAMESPACE}:${name}' element is invalid - The value '${words}' is invalid according to its datatype 'String'.`;
}

const misplaced = (parent: string, child: string) =>
  `The element '${parent}' in namespace '${NAMESPACE}' has invalid child element '${child}' in namespace '${NAMESPACE}'.`;

const incomplete = (parent: string, child: string) =>
  `The element '${parent}' in namespace '${NAMESPACE}' has incomplete content. List of possible elements expected: '${child}'.`;

function firstFault<Item>(items: Item[], faultOf: (item: Item) => string | null): string | null {
  for (const item of items) {
    const fault = faultOf(item);
    if (fault) return fault;
  }
  return null;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
