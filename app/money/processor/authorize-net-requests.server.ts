import type { CardFields, CardToken, KeptCard, Order } from "~/platform/ports/card-processor.server.ts";

// The parts from which requests are made. Keys are in the order of the schema's sequence, because the processor refuses
// any other order.

/** For this many seconds, the processor refuses an identical request with code 11. Eight hours is the maximum. */
export const DUPLICATE_WINDOW = { settingName: "duplicateWindow", settingValue: "28800" };

/**
 * The card in the schema's format; null if the card does not fit that format, because digits must never be cut off to
 * make it fit.
 */
export function paymentOf(card: CardFields | CardToken | KeptCard) {
  if ("dataValue" in card) {
    const { dataDescriptor, dataValue } = card;
    return { opaqueData: { dataDescriptor, dataValue } };
  }
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(card.expirationDate) ?? [];
  if (!month) return null;
  const expirationDate = `20${year}-${month}`;
  // The number is sent masked, as the processor gave it, which leaves the stored number unchanged.
  if ("keptLastFour" in card)
    return { creditCard: { cardNumber: `XXXX${card.keptLastFour}`, expirationDate } };
  const { cardNumber, cardCode } = card;
  return /^\d{4,16}$/.test(cardNumber) ? { creditCard: { cardNumber, expirationDate, cardCode } } : null;
}

/** The order in a request. A description has at most 255 characters; one that is longer is left out. */
export function orderOf(invoiceNumber: Order["invoiceNumber"], description: string) {
  return description.length <= 255 ? { invoiceNumber, description } : { invoiceNumber };
}

/**
 * The customer in a request. An id that is too long is left out. Nothing is lost, because the description contains the
 * id too.
 */
export function customerOf(uid: string) {
  return uid.length <= 20 ? { type: "individual", id: uid } : { type: "individual" };
}

/** A name on one line, without characters that XML cannot hold. */
const nameOf = (name: string) => within(50, name.replace(/[\p{Cc}\p{Surrogate}\uFFFE\uFFFF]/gu, ""));

/** At most `most` UTF-16 units, without half a character at the end. */
export const within = (most: number, text: string) => text.slice(0, most).replace(/\p{Surrogate}$/u, "");

/** The cardholder's billing address. The sandbox declines the postcode 46282. */
export function billTo({ firstName, lastName }: CardFields | CardToken, testZip: string | undefined) {
  return { firstName: nameOf(firstName), lastName: nameOf(lastName), zip: testZip };
}

const ADDRESS = "firstName lastName company address city state zip country phoneNumber".split(" ");

/**
 * The billing address of a stored card, in the schema's order, with the names that were typed. The whole address is
 * sent, because the processor clears any field that is not sent.
 */
export function billToAgain(stored: Record<string, unknown> = {}, { firstName, lastName }: Names) {
  const typed = Object.entries({ firstName: nameOf(firstName), lastName: nameOf(lastName) });
  const known = { ...stored, ...Object.fromEntries(typed.filter(([, name]) => name !== "")) };
  const kept = ADDRESS.map((field): [string, unknown] => [field, known[field]]);
  return Object.fromEntries(kept.filter(([, value]) => typeof value === "string" && value !== ""));
}

type Names = Pick<CardFields, "firstName" | "lastName">;

/** Cents as text: 49500 → "495.00". */
export const asAmount = (cents: number) => (cents / 100).toFixed(2);

/**
 * The settings of the processor's payment page. Each value is JSON text inside the JSON. The page does not show the
 * description, which is for us and not for the delegate.
 */
export function pageSettings({ done, cancelled }: { done: string; cancelled: string }) {
  const settings = {
    hostedPaymentReturnOptions: {
      showReceipt: false,
      url: done,
      urlText: "Continue",
      cancelUrl: cancelled,
      cancelUrlText: "Cancel",
    },
    hostedPaymentButtonOptions: { text: "Pay" },
    hostedPaymentPaymentOptions: { cardCodeRequired: true, showBankAccount: false },
    hostedPaymentOrderOptions: { show: false },
    hostedPaymentBillingAddressOptions: { show: true, required: false },
    hostedPaymentCustomerOptions: { showEmail: false, requiredEmail: false },
  };
  return Object.entries(settings).map(([settingName, value]) => ({
    settingName,
    settingValue: JSON.stringify(value),
  }));
}
