import { expect, test } from "vitest";
import { completed, isListed } from "../../../test/support/card-list.ts";
import vectors from "../../../test/support/card-vectors.json";
import {
  cardCodeError,
  cardNumberError,
  cardTypeLabel,
  changedCardErrors,
  changeOfCard,
  chargeCardErrors,
  digitsOf,
  expirationDateError,
  expiryOf,
  groupDigits,
  lastFour,
  maskedCard,
  securityCodeLength,
  typedCard,
} from "./card.ts";

const REQUIRED = "This field is required";
const INVALID = "Invalid card number";

test.each(vectors)("card vector $number: $why [162, 163]", ({
  number,
  type,
  valid,
  securityCodeLength: length,
  ...row
}) => {
  expect(cardNumberError(number)).toBe(valid ? null : INVALID);
  if (!("ambiguous" in row)) expect(cardTypeLabel(number)).toBe(type);
  expect(securityCodeLength(number)).toBe(length);
});

/**
 * For each type: the first six digits of a number, and the fewest and most digits it may have (specification, section
 * 5).
 */
test.each([
  ["Visa", "[166]", "401288", 13, 19],
  ["Maestro", "[167]", "501800", 12, 19],
  ["Forbrugsforeningen", "[168]", "600722", 16, 16],
  ["Dankort", "[169]", "501971", 16, 16],
  ["Mastercard", "[170]", "555555", 16, 16],
  ["American Express", "[171]", "378282", 15, 15],
  ["Diners Club", "[172]", "305693", 14, 19],
  ["Discover", "[173]", "601100", 16, 16],
  ["JCB", "[174]", "353011", 16, 16],
  ["UnionPay", "[175]", "622149", 16, 16],
  ["Troy", "[176]", "979200", 16, 16],
  ["Elo", "[177]", "636297", 16, 16],
  ["UATP", "[178]", "135410", 15, 15],
])("%s is known and has its number of digits %s", (label, _statement, prefix, least, most) => {
  expect(cardTypeLabel(prefix)).toBe(label);
  for (let length = 8; length <= 21; length++) {
    const number = completed(prefix.padEnd(length - 1, "0"));
    const error = length >= least && length <= most ? null : INVALID;
    expect(cardNumberError(number), number).toBe(error);
    // Only UnionPay numbers have no check digit.
    const otherEnd = `${number.slice(0, -1)}${(Number(number.at(-1)) + 1) % 10}`;
    expect(cardNumberError(otherEnd), otherEnd).toBe(label === "UnionPay" ? error : INVALID);
  }
});

/** Whether `cardNumberError` and `isListed` agree on whether a number is valid. */
const judgedAsListed = (number: string) => (cardNumberError(number) === null) === isListed(number);

test("14,000 random numbers of 8 to 21 digits are valid exactly when some listed type says so [162, 163]", () => {
  let state = 7;
  const digit = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * 10);
  };
  const numbers: string[] = [];
  for (let prefix = 0; prefix < 1_000_000; prefix += 1_000) {
    const start = String(prefix + digit() * 100 + digit()).padStart(6, "0");
    for (let length = 8; length <= 21; length++) {
      const body = start + Array.from({ length: length - 7 }, digit).join("");
      const last = Number(completed(body).at(-1));
      numbers.push(`${body}${length % 2 === 0 ? last : (last + 3) % 10}`);
    }
  }
  expect(numbers).toHaveLength(14_000);
  expect(numbers.filter((number) => !judgedAsListed(number))).toEqual([]);
});

test("on both sides of every boundary between prefixes a number is valid exactly when it is listed [163]", () => {
  const thousands = Array.from({ length: 999 }, (_, index) => [index * 1_000 + 999, index * 1_000 + 1_000]);
  const around6011 = Array.from({ length: 1_500 }, (_, index) => 600_700 + index);
  const numbers = [...thousands.flat(), ...around6011].flatMap((prefix) =>
    [12, 13, 14, 15, 16, 17, 19].map((length) =>
      completed(`${prefix}`.padStart(6, "0").padEnd(length - 1, "0")),
    ),
  );
  expect(numbers.filter((number) => !judgedAsListed(number))).toEqual([]);
});

test.each([
  ["", null],
  [" ", null],
  ["4", "Visa"],
  ["5", null],
  ["50", null],
  ["51", "Mastercard"],
  ["5018", "Maestro"],
  ["5019", "Dankort"],
  ["2", "Mastercard"],
  ["2220", null],
  ["2221", "Mastercard"],
  ["2720", "Mastercard"],
  ["2721", null],
  ["3", null],
  ["34", "American Express"],
  ["3782 8", "American Express"],
  ["30", "Diners Club"],
  ["309", "Diners Club"],
  ["39", "Diners Club"],
  ["35", "JCB"],
  ["6", null],
  ["60", null],
  ["62", "UnionPay"],
  ["626", "UnionPay"],
  ["63", "Maestro"],
  ["6362 97", "Elo"],
  ["6362 98", "Maestro"],
  ["506698", "Maestro"],
  ["506699", "Elo"],
  ["506778", "Elo"],
  ["506779", "Maestro"],
  ["504174", "Maestro"],
  ["504175", "Elo"],
  ["504176", "Maestro"],
  ["627780", "Elo"],
  ["627781", "UnionPay"],
  ["636368", "Elo"],
  ["636369", "Maestro"],
  ["644", "Discover"],
  ["643", "Maestro"],
  ["600721", "Maestro"],
  ["600722", "Forbrugsforeningen"],
  ["9", "Troy"],
  ["1", "UATP"],
  ["8", "UnionPay"],
  ["80", null],
  ["81", "UnionPay"],
  ["82", null],
  ["3095", "Diners Club"],
  ["3094", null],
  ["6010", "Maestro"],
  ["601111", "Discover"],
  ["601199", "Discover"],
  ["6012", "Maestro"],
  ["649", "Discover"],
  ["66", "Maestro"],
  ["4x", null],
  ["４", "Visa"],
  ["XXXX1111", null],
])("while %o is typed the label is %s", (typed, label) => {
  expect(cardTypeLabel(typed)).toBe(label);
});

test.each([
  ["nothing", "", REQUIRED],
  ["blanks", "   ", REQUIRED],
  ["a Visa number", "4111111111111111", null],
  ["one digit off", "4111111111111112", INVALID],
  ["a mask", "XXXX1111", INVALID],
  ["letters", "4111a111b1111c1111", INVALID],
  ["a plus", "+4111111111111111", INVALID],
  ["all zeros, which satisfy Luhn", "0000000000000000", INVALID],
  ["UnionPay of 16 digits without Luhn", "6200000000000001", null],
  ["UnionPay of 15 digits", "620000000000005", INVALID],
  ["UnionPay of 17 digits", "62000000000000003", INVALID],
  ["626 without Luhn", "6262320002000068", null],
  ["629 without Luhn", "6299990000000001", null],
  ["81 without Luhn", "8100000000000001", null],
  ["80", "8000000000000008", INVALID],
  ["82", "8200000000000006", INVALID],
  ["Dankort of 16 digits", "5019717010103742", null],
  ["Dankort of 17 digits", completed("5019717010103742"), INVALID],
  ["Dankort of 15 digits", completed("50197170101037"), INVALID],
  ["Forbrugsforeningen of 19 digits", completed("600722000000000000"), INVALID],
  ["Elo of 16 digits", "6362970000457013", null],
  ["Elo of 12 digits", completed("63629700004"), INVALID],
  ["Diners Club 3095 of 14 digits", completed("3095000000000"), null],
  ["Diners Club 39 of 14 digits", completed("3900000000000"), null],
  ["Diners Club 39 of 19 digits", completed("390000000000000000"), null],
  ["Diners Club 39 of 13 digits", completed("390000000000"), INVALID],
  ["dots", "4111.1111.1111.1111", null],
  ["dashes of several kinds", "4111–1111‑1111−1111", null],
  ["blanks that do not break", "4111\u00a01111\u202f1111\u30001111", null],
  ["direction marks that were pasted along", "\u202a4111111111111111\u202c\u200e", null],
  ["Arabic-Indic digits", "٤١١١١١١١١١١١١١١١", null],
  ["Eastern Arabic-Indic digits", "۴۱۱۱۱۱۱۱۱۱۱۱۱۱۱۱", null],
  ["Devanagari digits", "४१११११११११११११११", INVALID],
  ["slashes", "4111/1111/1111/1111", INVALID],
  ["only dashes", "----", INVALID],
  ["a thousand digits", "4".repeat(1_000), INVALID],
])("card number: %s [162, 163]", (_rule, value, error) => {
  expect(cardNumberError(value)).toBe(error);
});

test.each([
  ["", ""],
  ["4111", "4111"],
  ["41111", "4111 1"],
  ["4111111111111111", "4111 1111 1111 1111"],
  ["4111 1111 1111 1111", "4111 1111 1111 1111"],
  [" 41 11  1111 ", "4111 1111"],
  ["4000000000000000006", "4000 0000 0000 0000 006"],
  ["378282246310005", "3782 822463 10005"],
  ["37828224631000512", "3782 822463 1000512"],
  ["30569309025904", "3056 930902 5904"],
  ["3600000000000000000", "3600 000000 000000000"],
  ["135410014004955", "1354 10014 004955"],
  ["6221499053360818", "6221 4990 5336 0818"],
  ["9999999999", "9999 9999 99"],
  ["41111111111111111111111111", "4111 1111 1111 1111 1111111111"],
  ["4111-1111", "4111-1111"],
  ["4111\t1111", "4111\t1111"],
  ["XXXX1111", "XXXX1111"],
  ["４１１１１", "4111 1"],
  ["٤١١١١", "4111 1"],
  ["\u200e4111\u00a01111\u202c", "4111 1111"],
  ["4111.1111", "4111.1111"],
])("on leaving the field %o becomes %o [165]", (typed, grouped) => {
  expect(groupDigits(typed)).toBe(grouped);
  expect(groupDigits(grouped)).toBe(grouped);
  expect(digitsOf(grouped)).toBe(digitsOf(typed));
});

test.each([
  ["3", 3],
  ["34", 4],
  ["37", 4],
  ["36", 3],
  ["", 3],
  ["4111", 3],
])("the security code for %o has %d digits [184, 254]", (number, length) => {
  expect(securityCodeLength(number)).toBe(length);
});

const three = "Enter the 3-digit security code.";
const four = "Enter the 4-digit security code.";
test.each([
  ["", "4111111111111111", REQUIRED],
  [" ", "4111111111111111", REQUIRED],
  ["12", "4111111111111111", three],
  ["123", "4111111111111111", null],
  ["1234", "4111111111111111", three],
  ["123", "378282246310005", four],
  ["1234", "378282246310005", null],
  ["12345", "378282246310005", four],
  ["12a", "4111111111111111", three],
  ["１２３", "4111111111111111", three],
  ["123\n", "4111111111111111", three],
  ["123", "", null],
])("security code %o for card %o: %s [183, 184]", (code, number, error) => {
  expect(cardCodeError(code, number)).toBe(error);
});

const PAST = "Invalid month or year.";
const NOW = Date.UTC(2026, 10, 21);
test.each([
  ["01/27", null],
  ["09/99", null],
  ["10/30", null],
  ["11/26", null],
  ["10/26", PAST],
  ["12/25", PAST],
  ["12/20", PAST],
  ["01/20", PAST],
  ["12/00", PAST],
  ["XXXX", PAST],
  ["", REQUIRED],
  ["  ", REQUIRED],
  ["00/27", PAST],
  ["13/27", PAST],
  ["1/27", PAST],
  ["01/2027", PAST],
  ["01/2", PAST],
  ["0127", PAST],
  ["01-27", PAST],
  [" 01/27", PAST],
  ["01/27\n", PAST],
  ["0１/27", PAST],
  ["XXX", PAST],
  ["xxxx", PAST],
])("expiry %o: %s [179, 182]", (value, error) => {
  expect(expirationDateError(value, NOW)).toBe(error);
});

test("of all two digits 01 to 12 are months [180]", () => {
  const all = Array.from({ length: 100 }, (_, number) => String(number).padStart(2, "0"));
  const months = all.filter((month) => expirationDateError(`${month}/30`, NOW) === null);
  expect(months).toEqual("01 02 03 04 05 06 07 08 09 10 11 12".split(" "));
});

// Noon UTC on the first is midnight in the time zone where a day begins last.
test.each([
  ["11/26", Date.UTC(2026, 11, 1, 12) - 1, null],
  ["11/26", Date.UTC(2026, 11, 1, 12), PAST],
  ["12/26", Date.UTC(2027, 0, 1, 12) - 1, null],
  ["12/26", Date.UTC(2027, 0, 1, 12), PAST],
  ["02/28", Date.UTC(2028, 2, 1, 12) - 1, null],
  ["02/28", Date.UTC(2028, 2, 1, 12), PAST],
])("expiry %s at %d: %s", (value, now, error) => {
  expect(expirationDateError(value, now)).toBe(error);
});

test.each([
  ["1230", "12/30"],
  ["0130", "01/30"],
  ["122030", "12/30"],
  ["1/30", "01/30"],
  ["9/30", "09/30"],
  ["12 / 30", "12/30"],
  ["12/ /30", "12/30"],
  ["12/2030", "12/30"],
  ["1/2030", "01/30"],
  ["12/2020", "12/20"],
  ["12/20", "12/20"],
  ["1220", "12/20"],
  ["12-30", "12/30"],
  ["12.30", "12/30"],
  ["12 30", "12/30"],
  ["12／30", "12/30"],
  ["１２/３０", "12/30"],
  ["\u200e12/30\u200f", "12/30"],
  [" 12/30 ", "12/30"],
  ["12/30", "12/30"],
  ["13/30", "13/30"],
  ["XXXX", "XXXX"],
  // It is not clear which date these mean, so they stay as they are.
  ["", ""],
  ["12", "12"],
  ["130", "130"],
  ["12/3", "12/3"],
  ["12/1930", "12/1930"],
  ["12/203", "12/203"],
  ["2030/12", "2030/12"],
  ["Dec 30", "Dec 30"],
])("the expiry date %o is taken as %o", (typed, taken) => {
  expect(expiryOf(typed)).toBe(taken);
  expect(expiryOf(taken)).toBe(taken);
});

test.each([
  ["4111 1111-1111 1234", "4111111111111234", "1234"],
  ["12", "12", "12"],
  ["", "", ""],
])("%o without spaces and dashes is %o and ends in %o", (value, digits, last) => {
  expect(digitsOf(value)).toBe(digits);
  expect(lastFour(value)).toBe(last);
});

const good = { cardNumber: "4111 1111 1111 1111", expirationDate: "12/30", cardCode: "123" };
test.each([
  ["nothing wrong", {}, {}],
  ["a masked expiry", { expirationDate: "XXXX" }, { expirationDate: "Invalid month or year." }],
  ["a masked number", { cardNumber: "XXXX1111" }, { cardNumber: INVALID }],
  ["four digits for Visa", { cardCode: "1234" }, { cardCode: three }],
  ["four digits for American Express", { cardNumber: "378282246310005", cardCode: "1234" }, {}],
  [
    "nothing filled in",
    { cardNumber: "", expirationDate: "", cardCode: "" },
    { cardNumber: REQUIRED, expirationDate: REQUIRED, cardCode: REQUIRED },
  ],
])("before a charge: %s [181, 182, 183, 184]", (_rule, change, errors) => {
  expect(chargeCardErrors({ ...good, ...change }, NOW)).toEqual(errors);
});

test("a typed card is read field by field", () => {
  const typed = {
    firstName: "Mei",
    cardNumber: "4111.1111 1111-1111",
    expirationDate: "12 / 2030",
    cardCode: "１２３ ",
  };
  expect(typedCard(typed)).toEqual({
    firstName: "Mei",
    cardNumber: "4111111111111111",
    expirationDate: "12/30",
    cardCode: "123",
  });
});

const stored = maskedCard("1111");
test.each([
  ["nothing", {}, "nothing", {}],
  ["nothing but a code, which is not kept", { cardCode: "123" }, "nothing", {}],
  ["the expiry date", { expirationDate: "12/30" }, "expiry", {}],
  ["the expiry date to one that is over", { expirationDate: "12/20" }, "expiry", { expirationDate: PAST }],
  ["the expiry date to none", { expirationDate: "" }, "expiry", { expirationDate: REQUIRED }],
  ["all of it", good, "card", {}],
  ["the number alone", { cardNumber: good.cardNumber }, "card", { expirationDate: PAST, cardCode: REQUIRED }],
  ["the number, with no code", { ...good, cardCode: "" }, "card", { cardCode: REQUIRED }],
  ["the number to another mask", { ...good, cardNumber: "XXXX1112" }, "card", { cardNumber: INVALID }],
  ["the number to none", { ...good, cardNumber: "" }, "card", { cardNumber: REQUIRED }],
])("of a stored card %s is changed [164, 181]", (_rule, typed, change, errors) => {
  expect(changeOfCard({ ...stored, ...typed }, stored)).toBe(change);
  expect(changedCardErrors({ ...stored, ...typed }, stored, NOW)).toEqual(errors);
});
