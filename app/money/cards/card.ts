import cardValidator from "card-validator";
import type CreditCardType from "credit-card-type";
import { required } from "~/values/messages.ts";
import { cardMessages } from "./messages.ts";

// We use the copy of credit-card-type inside card-validator. A direct import would load a second copy in workerd's test
// pool. Numbers would then not be checked against the table that this file sets up.
const { default: creditCardType } = cardValidator.creditCardType as unknown as {
  default: typeof CreditCardType;
};

// The specification's card types (section 5) differ from the library's in prefixes and lengths, so the library's whole
// table is replaced. Every prefix is written as a range of six digits, which gives all matches the same strength. Then
// the first matching row wins, so a number has one type, and the label, the lengths and the Luhn check all follow that
// type.

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
  // The library skips the Luhn check only for this type name.
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

// The library keeps its table at module level. Running this code twice gives the same table.
for (const { type } of creditCardType("")) creditCardType.removeCard(type);
for (const [type, niceType, ranges, lengths = [16], gaps = FOURS, size = 3] of TYPES) {
  const code = { name: "CVC", size };
  creditCardType.addCard({ type, niceType, patterns: prefixes(ranges), lengths, gaps, code });
}

/** The code point of zero in each script: full width, Arabic-Indic, Eastern Arabic-Indic. */
const ZEROS = [0xff10, 0x0660, 0x06f0];

/** Turns digits of other scripts into ASCII digits and drops invisible characters such as direction marks. */
const plain = (typed: string) =>
  typed.replace(/\p{Cf}/gu, "").replace(/[\uFF10-\uFF19\u0660-\u0669\u06F0-\u06F9]/g, (digit) => {
    const code = digit.charCodeAt(0);
    return String(code - ZEROS.find((zero) => code >= zero && code < zero + 10)!);
  });

/**
 * The digits, in ASCII, of a card number or a security code that somebody typed or pasted. Spaces of any kind, dashes,
 * dots and direction marks are dropped. All other characters stay, and the checks below then refuse the value.
 */
export function digitsOf(value: string): string {
  return plain(value).replace(/[\s\p{Pd}\u2212.\uFF0E\u00B7]/gu, "");
}

/** The last four digits, which are the only ones that may be kept and shown. */
export function lastFour(value: string): string {
  return digitsOf(value).slice(-4);
}

/**
 * The detected card type, shown next to the number while it is typed (specification, section 2). Null until exactly one
 * type is possible, and also if the value contains anything but digits.
 */
export function cardTypeLabel(value: string): string | null {
  const candidates = candidatesFor(value);
  // Elo's prefixes lie inside the prefixes of other types, and only six digits can tell them apart. With fewer digits,
  // Elo is unlikely, so it is left out.
  const likely = candidates.length > 1 ? candidates.filter(({ type }) => type !== "elo") : candidates;
  const labels = new Set(likely.map(({ niceType }) => niceType));
  return labels.size === 1 ? likely[0]!.niceType : null;
}

/**
 * What is wrong with a card number; null if nothing is wrong. A number is required, with a listed type, a length of
 * that type and a valid Luhn digit (specification, section 5).
 */
export function cardNumberError(value: string): string | null {
  if (value.trim() === "") return required;
  return cardValidator.number(digitsOf(value)).isValid ? null : cardMessages.invalidCardNumber;
}

/**
 * Puts the digits into the groups of the card's type, such as "3782 822463 10005", when the user leaves the field
 * (section 5). A value with anything but digits and spaces stays unchanged, and no digit is ever dropped. A number
 * whose type is not clear yet is grouped in fours.
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

/** The number of digits of the security code: 4 for American Express, otherwise 3 (section 5). */
export function securityCodeLength(cardNumber: string): 3 | 4 {
  const candidates = candidatesFor(cardNumber);
  return candidates.length > 0 && candidates.every(({ code }) => code.size === 4) ? 4 : 3;
}

/** What is wrong with the security code of this card number; null if nothing is wrong (section 5). */
export function cardCodeError(code: string, cardNumber: string): string | null {
  if (code.trim() === "") return required;
  const length = securityCodeLength(cardNumber);
  return code.length === length && /^\d+$/.test(code) ? null : cardMessages.invalidSecurityCode(length);
}

/**
 * Turns an expiry date as people type it ("1230", "1/30", "12 / 30", "12/2030") into MM/YY. Text that is not a month
 * and a year of this century stays as it is, and the check then refuses it.
 */
export function expiryOf(typed: string): string {
  const text = plain(typed).trim();
  const [, month, year] =
    /^(\d{1,2})[\s\p{Pd}/.\uFF0F]+(?:20)?(\d\d)$/u.exec(text) ?? /^(\d\d)(?:20)?(\d\d)$/.exec(text) ?? [];
  return month && year ? `${month.padStart(2, "0")}/${year}` : text;
}

/**
 * What is wrong with an expiry date (MM/YY); null if nothing is wrong (section 5). A month is refused once it is over
 * everywhere on earth.
 *
 * @param now real time, UTC ms.
 */
export function expirationDateError(value: string, now: number): string | null {
  if (value.trim() === "") return required;
  const [, month, year] = /^(0[1-9]|1[0-2])\/(\d\d)$/.exec(value) ?? [];
  if (!month || now >= monthOver(2000 + Number(year), Number(month))) return cardMessages.invalidExpiry;
  return null;
}

/** The time (UTC ms) at which a month (1 to 12) ends in the last time zone on earth, twelve hours behind UTC. */
const monthOver = (year: number, month: number) => Date.UTC(year, month, 1, 12);

export type CardDigits = { cardNumber: string; expirationDate: string; cardCode: string };

/** Turns a card as typed into the notation that the rules below and the processor expect. */
export const typedCard = <Card extends CardDigits>(card: Card): Card => ({
  ...card,
  cardNumber: digitsOf(card.cardNumber),
  expirationDate: expiryOf(card.expirationDate),
  cardCode: digitsOf(card.cardCode),
});

/**
 * What is wrong with each field of a card that is to be charged, by the rules above; empty if nothing is wrong. A
 * masked card cannot be charged.
 *
 * @param now real time, UTC ms.
 */
export function chargeCardErrors(card: CardDigits, now: number): CardErrors {
  return cardErrors([
    ["cardNumber", cardNumberError(card.cardNumber)],
    ["expirationDate", expirationDateError(card.expirationDate, now)],
    ["cardCode", cardCodeError(card.cardCode, card.cardNumber)],
  ]);
}

/**
 * A stored card as a form shows it (section 5): the number as the processor masks it ("XXXX1111"), and XXXX for the
 * expiry date.
 */
export const maskedCard = (lastFour: string): CardDigits => ({
  cardNumber: `XXXX${lastFour}`,
  expirationDate: "XXXX",
  cardCode: "",
});

/** Which part of a stored card a form changed: nothing, only the expiry date, or the whole card. */
export function changeOfCard(card: CardDigits, stored: CardDigits): "nothing" | "expiry" | "card" {
  if (card.cardNumber !== stored.cardNumber) return "card";
  return card.expirationDate === stored.expirationDate ? "nothing" : "expiry";
}

/**
 * What is wrong with each field of a form that changes a stored card; empty if nothing is wrong. Unchanged values are
 * accepted (section 5), and an unchanged number needs no security code. A new number needs its own expiry date and
 * code.
 *
 * @param now real time, UTC ms.
 */
export function changedCardErrors(card: CardDigits, stored: CardDigits, now: number): CardErrors {
  const change = changeOfCard(card, stored);
  if (change === "card") return chargeCardErrors(card, now);
  if (change === "nothing") return {};
  return cardErrors([["expirationDate", expirationDateError(card.expirationDate, now)]]);
}

export type CardErrors = Partial<Record<keyof CardDigits, string>>;

const cardErrors = (errors: [keyof CardDigits, string | null][]): CardErrors =>
  Object.fromEntries(errors.filter(([, error]) => error !== null));

function candidatesFor(value: string) {
  const digits = digitsOf(value);
  return /^\d+$/.test(digits) ? creditCardType(digits) : [];
}

/** The only parts of a card that may be kept. */
export const cardSummary = (cardNumber: string) => ({
  cardBrand: cardTypeLabel(cardNumber),
  cardLastFour: lastFour(cardNumber),
});
