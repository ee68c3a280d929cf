import type { CardFields, CardToken, KeptCard, Order } from "./card-processor.server.ts";

// Parts of requests. Keys are written in the order of the schema's sequence, which the processor insists on.

/** Seconds in which the same again is refused with code 11; eight hours are the most. */
export const DUPLICATE_WINDOW = { settingName: "duplicateWindow", settingValue: "28800" };

/** The card as the schema has it; null for one that does not fit it, which is never cut to fit. */
export function paymentOf(card: CardFields | CardToken | KeptCard) {
  if ("dataValue" in card) {
    const { dataDescriptor, dataValue } = card;
    return { opaqueData: { dataDescriptor, dataValue } };
  }
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(card.expirationDate) ?? [];
  if (!month) return null;
  const expirationDate = `20${year}-${month}`;
  // Masked as the processor gave it, the number stays what it is.
  if ("keptLastFour" in card)
    return { creditCard: { cardNumber: `XXXX${card.keptLastFour}`, expirationDate } };
  const { cardNumber, cardCode } = card;
  return /^\d{4,16}$/.test(cardNumber) ? { creditCard: { cardNumber, expirationDate, cardCode } } : null;
}

/** 255 characters are the most; a basket that needs more travels without, rather than not at all. */
export function orderOf(invoiceNumber: Order["invoiceNumber"], description: string) {
  return description.length <= 255 ? { invoiceNumber, description } : { invoiceNumber };
}

/** A longer id has no room here; it is in the description as well. */
export function customerOf(uid: string) {
  return uid.length <= 20 ? { type: "individual", id: uid } : { type: "individual" };
}

/** A name on one line. */
const nameOf = (name: string) => within(50, name.replace(/[\p{Cc}\p{Surrogate}\uFFFE\uFFFF]/gu, ""));

/** At most `most` UTF-16 units, and no half of a character. */
export const within = (most: number, text: string) => text.slice(0, most).replace(/\p{Surrogate}$/u, "");

/** Whose card it is. With the postcode 46282 the sandbox declines. */
export function billTo({ firstName, lastName }: CardFields | CardToken, testZip: string | undefined) {
  return { firstName: nameOf(firstName), lastName: nameOf(lastName), zip: testZip };
}

const ADDRESS = "firstName lastName company address city state zip country phoneNumber".split(" ");

/** The billing address that a stored card has, in order, with what was typed anew: what is not sent is forgotten. */
export function billToAgain(stored: Record<string, unknown> = {}, { firstName, lastName }: Names) {
  const typed = Object.entries({ firstName: nameOf(firstName), lastName: nameOf(lastName) });
  const known = { ...stored, ...Object.fromEntries(typed.filter(([, name]) => name !== "")) };
  const kept = ADDRESS.map((field): [string, unknown] => [field, known[field]]);
  return Object.fromEntries(kept.filter(([, value]) => typeof value === "string" && value !== ""));
}

type Names = Pick<CardFields, "firstName" | "lastName">;

/** 49500 → "495.00". */
export const asAmount = (cents: number) => (cents / 100).toFixed(2);

/** Each value is JSON inside the JSON. The description is ours to read, not the delegate's. */
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
