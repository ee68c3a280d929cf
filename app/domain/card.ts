import cardValidator from "card-validator";
import type CreditCardType from "credit-card-type";
import { messages } from "./messages.ts";

// credit-card-type is taken from inside card-validator: imported beside it, workerd's test pool loads a
// second copy, and the table set up here would not be the one that numbers are checked against.
const { default: creditCardType } = cardValidator.creditCardType as unknown as {
  default: typeof CreditCardType;
};

// The specification's card types (section 5) differ from the library's in prefixes and lengths, so all of
// its table is replaced. Every prefix is written as a range of six digits: with equal match strength the
// first row that matches wins. A row inside another's prefixes has that one's lengths, so that a label
// never decides validity.

const upTo = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const prefixes = (list: string) =>
  list.split(" ").map((item) => {
    const [from = "", to = from] = item.split("-");
    return [Number(from.padEnd(6, "0")), Number(to.padEnd(6, "9"))];
  });
const FOURS = [4, 8, 12, 16];
const MAESTRO = upTo(12, 19);

type Row = [type: string, label: string, prefixes: string, lengths: number[], gaps?: number[], code?: number];
const TYPES: Row[] = [
  ["elo", "Elo", "504175 506699-506778 509 627780 636297 636368", MAESTRO],
  ["visa", "Visa", "4", upTo(13, 19)],
  ["forbrugsforeningen", "Forbrugsforeningen", "600722", MAESTRO],
  ["dankort", "Dankort", "5019", MAESTRO],
  ["mastercard", "Mastercard", "51-55 2221-2720", [16]],
  ["american-express", "American Express", "34 37", [15], [4, 10], 4],
  ["diners-club", "Diners Club", "300-305 36 38", upTo(14, 19), [4, 10]],
  [
    "discover",
    "Discover",
    "601100-601109 60112-60114 601174 601177-601179 601186-601189 60119 644-649 65",
    [16],
  ],
  ["jcb", "JCB", "35", [16]],
  ["unionpay", "UnionPay", "620-625", MAESTRO],
  // Cards of UnionPay by label, of Maestro by rule: only the row above does without Luhn.
  ["unionpay-maestro", "UnionPay", "626-629", MAESTRO],
  ["troy", "Troy", "9792", [16]],
  [
    "maestro",
    "Maestro",
    "500-5018 502-509 56-59 600 6010 60111 60115-60116 601170-601173 601175-601176 601180-601185 6012-6019 602-609 61 63 640-643 66-69",
    MAESTRO,
  ],
  ["uatp", "UATP", "1", [15], [4, 9]],
];

// The library keeps its table in the module. This may run twice and end the same.
for (const { type } of creditCardType("")) creditCardType.removeCard(type);
for (const [type, niceType, ranges, lengths, gaps = FOURS, size = 3] of TYPES) {
  const code = { name: "CVC", size };
  creditCardType.addCard({ type, niceType, patterns: prefixes(ranges), lengths, gaps, code });
}

/** A card number without the spaces and dashes people type. */
export function digitsOf(value: string): string {
  return value.replace(/[\s-]/g, "");
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
 * there is none, also for a value equal to the stored default while defaults are edited.
 */
export function cardNumberError(value: string, storedDefault?: string): string | null {
  if (value.trim() === "") return messages.required;
  if (value === storedDefault) return null;
  const luhnValidateUnionPay = digitsOf(value).length !== 16;
  return cardValidator.number(value, { luhnValidateUnionPay }).isValid ? null : messages.invalidCardNumber;
}

/**
 * The number in its type's groups, "3782 822463 10005", as done on leaving the field (section 5): only when
 * nothing but digits and spaces is there, else unchanged. No digit is ever dropped. An undetermined type
 * is grouped in fours.
 */
export function groupDigits(value: string): string {
  if (!/^[\d ]*$/.test(value)) return value;
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
  if (code.trim() === "") return messages.required;
  const length = securityCodeLength(cardNumber);
  return code.length === length && /^\d+$/.test(code) ? null : messages.invalidSecurityCode(length);
}

/** Problem of an expiry date, MM/YY or the masked XXXX, or null (section 5). A past month is none. */
export function expirationDateError(value: string): string | null {
  if (value.trim() === "") return messages.required;
  return isMaskedExpiry(value) || /^(0[1-9]|1[0-2])\/\d\d$/.test(value) ? null : messages.invalidExpiry;
}

/** Whether this is the placeholder of a stored expiry date (section 5). */
export function isMaskedExpiry(value: string): boolean {
  return value === "XXXX";
}

export type CardFields = { cardNumber: string; expirationDate: string; cardCode: string };

/**
 * Problems by field before a real charge: the rules above, with no stored default and no masked value
 * accepted, because neither can be charged. Empty when there are none.
 */
export function chargeCardErrors(card: CardFields): Partial<Record<keyof CardFields, string>> {
  const masked = isMaskedExpiry(card.expirationDate) ? messages.invalidExpiry : null;
  const errors: [keyof CardFields, string | null][] = [
    ["cardNumber", cardNumberError(card.cardNumber)],
    ["expirationDate", masked ?? expirationDateError(card.expirationDate)],
    ["cardCode", cardCodeError(card.cardCode, card.cardNumber)],
  ];
  return Object.fromEntries(errors.filter(([, error]) => error !== null));
}

function candidatesFor(value: string) {
  const digits = digitsOf(value);
  return /^\d+$/.test(digits) ? creditCardType(digits) : [];
}
