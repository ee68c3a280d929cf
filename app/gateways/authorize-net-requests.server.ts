import type { CardFields, CardToken, Order } from "./card-processor.server.ts";

// Parts of requests. Keys are written in the order of the schema's sequence, which the processor insists on.

/** Seconds in which the same again is refused with code 11; eight hours are the most. */
export const DUPLICATE_WINDOW = { settingName: "duplicateWindow", settingValue: "28800" };

/** The card as the schema has it; null for one that does not fit it, which is never cut to fit. */
export function paymentOf(card: CardFields | CardToken) {
  if (!("cardNumber" in card)) {
    const { dataDescriptor, dataValue } = card;
    return { opaqueData: { dataDescriptor, dataValue } };
  }
  const { cardNumber, expirationDate, cardCode } = card;
  const [, month, year] = /^(\d\d)\/(\d\d)$/.exec(expirationDate) ?? [];
  if (!month || !/^\d{4,16}$/.test(cardNumber)) return null;
  return { creditCard: { cardNumber, expirationDate: `20${year}-${month}`, cardCode } };
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
