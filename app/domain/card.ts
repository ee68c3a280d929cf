import cardValidator from "card-validator";
import type CreditCardType from "credit-card-type";
import { cardMessages } from "./card-messages.ts";

// credit-card-type is taken from inside card-validator: imported beside it, workerd's test pool loads a
// second copy, and the table set up here would not be the one that numbers are checked against.
const { default: creditCardType } = cardValidator.creditCardType as unknown as {
  default: typeof CreditCardType;
};

// The specification's card types (section 5) differ from the library's in prefixes and lengths, so all of
// its table is replaced. Every prefix is written as a range of six digits: with equal match strength the
// first row that matches wins, so a number has one type, which its label, its lengths and Luhn all follow.

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const prefixes = (list: string) =>
  list.split(" ").map((item) => {
    const [from = "", to = from] = item.split("-");
    return [Number(from.padEnd(6, "0")), Number(to.padEnd(6, "9"))];
  });
const FOURS = [4, 8, 12, 16];

type Row = [
  type: string,
  label: string,
  prefixes: string,
  lengths?: number[],
  gaps?: number[],
  code?: number,
];
const TYPES: Row[] = [
  ["elo", "Elo", "504175 506699-506778 509 627780 636297 636368"],
  ["visa", "Visa", "4", upTo(13, 19)],
  ["forbrugsforeningen", "Forbrugsforeningen", "600722"],
  ["dankort", "Dankort", "5019"],
  ["mastercard", "Mastercard", "51-55 2221-2720"],
  ["american-express", "American Express", "34 37", [15], [4, 10], 4],
  ["diners-club", "Diners Club", "300-305 3095 36 38-39", upTo(14, 19), [4, 10]],
  ["discover", "Discover", "6011 644-649 65"],
  ["jcb", "JCB", "35"],
  // The one name that the library asks no Luhn of.
  ["unionpay", "UnionPay", "62 81"],
  ["troy", "Troy", "9792"],
  [
    "maestro",
    "Maestro",
    "500-5018 502-509 56-59 600 6010 6012-6019 602-609 61 63 640-643 66-69",
    upTo(12, 19),
  ],
  ["uatp", "UATP", "1", [15], [4, 9]],
];

// The library keeps its table in the module. This may run twice and end the same.
for (const { type } of creditCardType("")) creditCardType.removeCard(type);
for (const [type, niceType, ranges, lengths = [16], gaps = FOURS, size = 3] of TYPES) {
  const code = { name: "CVC", size };
  creditCardType.addCard({ type, niceType, patterns: prefixes(ranges), lengths, gaps, code });
}

/** Where the ten digits of a script begin: full width, Arabic-Indic, Eastern Arabic-Indic. */
const ZEROS = [0xff10, 0x0660, 0x06f0];

/** Digits of other scripts as ASCII's, and without what nobody sees: direction marks and their like. */
const plain = (typed: string) =>
  typed.replace(/\p{Cf}/gu, "").replace(/[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - ZEROS.find((zero) => code >= zero && code < zero + 10)!);
  });

/**
 * The digits of a card number or security code as people type and paste it: without spaces of any kind, dashes,
 * dots and direction marks, and in ASCII. Everything else stays, to be refused.
 */
export function digitsOf(value: string): string {
  return plain(value).replace(/[\s\p{Pd}\u2212.\uFF0E\u00B7]/gu, "");
}

/** The last four digits, as they may be kept and shown. */
export function lastFour(value: string): string {
  return digitsOf(value).slice(-4);
}

/**
 * The detected card type, shown next to the number while it is typed (specification, section 2): as soon
 * as only one is left, null while there are several, or none, or anything but digits.
 */
export function cardTypeLabel(value: string): string | null {
  const candidates = candidatesFor(value);
  // Elo lives inside other types' prefixes: only six digits can tell, and until then it is the unlikely one.
  const likely = candidates.length > 1 ? candidates.filter(({ type }) => type !== "elo") : candidates;
  const labels = new Set(likely.map(({ niceType }) => niceType));
  return labels.size === 1 ? likely[0]!.niceType : null;
}

/**
 * Problem of a card number: required, a listed type and length, Luhn (specification, section 5). Null when
 * there is none.
 */
export function cardNumberError(value: string): string | null {
  if (value.trim() === "") return cardMessages.required;
  return cardValidator.number(digitsOf(value)).isValid ? null : cardMessages.invalidCardNumber;
}

/**
 * The number in its type's groups, "3782 822463 10005", as done on leaving the field (section 5): only when
 * nothing but digits and spaces is there, else unchanged. No digit is ever dropped. An undetermined type
 * is grouped in fours.
 */
export function groupDigits(value: string): string {
  if (!/^[\d\p{Zs}]*$/u.test(plain(value))) return value;
  const digits = digitsOf(value);
  const gaps = cardTypeLabel(digits) === null ? FOURS : candidatesFor(digits)[0]!.gaps;
  return [0, ...gaps]
    .map((start, index) => digits.slice(start, gaps[index]))
    .filter((group) => group !== "")
    .join(" ");
}

/** Digits of the security code: 4 for American Express, otherwise 3 (section 5). */
export function securityCodeLength(cardNumber: string): 3 | 4 {
  const candidates = candidatesFor(cardNumber);
  return candidates.length > 0 && candidates.every(({ code }) => code.size === 4) ? 4 : 3;
}

/** Problem of a security code for this card number, or null (section 5). */
export function cardCodeError(code: string, cardNumber: string): string | null {
  if (code.trim() === "") return cardMessages.required;
  const length = securityCodeLength(cardNumber);
  return code.length === length && /^\d+$/.test(code) ? null : cardMessages.invalidSecurityCode(length);
}

/**
 * An expiry date as people type it, "1230", "1/30", "12 / 30" or "12/2030", as MM/YY. What cannot be read as a
 * month and a year of this century stays as it is, to be refused.
 */
export function expiryOf(typed: string): string {
  const text = plain(typed).trim();
  const [, month, year] =
    /^(\d{1,2})[\s\p{Pd}/.\uFF0F]+(?:20)?(\d\d)$/u.exec(text) ?? /^(\d\d)(?:20)?(\d\d)$/.exec(text) ?? [];
  return month && year ? `${month.padStart(2, "0")}/${year}` : text;
}

/**
 * Problem of an expiry date, MM/YY, or null (section 5): also of a month that is over everywhere on earth.
 *
 * @param now real time, UTC ms.
 */
export function expirationDateError(value: string, now: number): string | null {
  if (value.trim() === "") return cardMessages.required;
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(value) ?? [];
  if (!month || now >= monthOver(2000 + Number(year), Number(month))) return cardMessages.invalidExpiry;
  return null;
}

/** The instant (UTC ms) at which the last place on earth, twelve hours behind UTC, has left a month (1 to 12). */
const monthOver = (year: number, month: number) => Date.UTC(year, month, 1, 12);

export type CardFields = { cardNumber: string; expirationDate: string; cardCode: string };

/** A card as it was typed into a form, in the form that the rules below and the processor know. */
export const typedCard = <Card extends CardFields>(card: Card): Card => ({
  ...card,
  cardNumber: digitsOf(card.cardNumber),
  expirationDate: expiryOf(card.expirationDate),
  cardCode: digitsOf(card.cardCode),
});

/**
 * Problems by field before a charge, by the rules above; what is masked cannot be charged. Empty when there are
 * none.
 *
 * @param now real time, UTC ms.
 */
export function chargeCardErrors(card: CardFields, now: number): CardErrors {
  return cardErrors([
    ["cardNumber", cardNumberError(card.cardNumber)],
    ["expirationDate", expirationDateError(card.expirationDate, now)],
    ["cardCode", cardCodeError(card.cardCode, card.cardNumber)],
  ]);
}

/**
 * A stored card as a form shows it: the number as the processor masks it, "XXXX1111", and XXXX for its expiry date
 * (section 5).
 */
export const maskedCard = (lastFour: string): CardFields => ({
  cardNumber: `XXXX${lastFour}`,
  expirationDate: "XXXX",
  cardCode: "",
});

/** What of a stored card was changed in a form: nothing, its expiry date alone, or the card. */
export function changeOfCard(card: CardFields, stored: CardFields): "nothing" | "expiry" | "card" {
  if (card.cardNumber !== stored.cardNumber) return "card";
  return card.expirationDate === stored.expirationDate ? "nothing" : "expiry";
}

/**
 * Problems by field where a stored card is changed. What is unchanged is accepted (section 5), and the same number
 * needs no security code; another number needs its own expiry date and code.
 *
 * @param now real time, UTC ms.
 */
export function changedCardErrors(card: CardFields, stored: CardFields, now: number): CardErrors {
  const change = changeOfCard(card, stored);
  if (change === "card") return chargeCardErrors(card, now);
  if (change === "nothing") return {};
  return cardErrors([["expirationDate", expirationDateError(card.expirationDate, now)]]);
}

export type CardErrors = Partial<Record<keyof CardFields, string>>;

const cardErrors = (errors: [keyof CardFields, string | null][]): CardErrors =>
  Object.fromEntries(errors.filter(([, error]) => error !== null));

function candidatesFor(value: string) {
  const digits = digitsOf(value);
  return /^\d+$/.test(digits) ? creditCardType(digits) : [];
}
