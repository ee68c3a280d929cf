import { expect, test } from "vitest";
import vectors from "../../test/support/card-vectors.json";
import {
  cardCodeError,
  cardNumberError,
  cardTypeLabel,
  chargeCardErrors,
  digitsOf,
  expirationDateError,
  groupDigits,
  isMaskedExpiry,
  lastFour,
  securityCodeLength,
} from "./card.ts";

const REQUIRED = "This field is required";
const INVALID = "Invalid card number";

test.each(vectors)("card vector $number: $why", ({
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

// The specification's types, once more, as regular expressions: valid is what any row accepts.
const ROWS: [prefix: RegExp, least: number, most: number, luhn: boolean][] = [
  [/^4/, 13, 19, true],
  [
    /^(?:5[06789]\d\d|(?!6011[0234])(?!60117[4789])(?!60118[6789])(?!60119)(?!64[4-9])(?!65)6\d{3})/,
    12,
    19,
    true,
  ],
  [/^600722/, 16, 16, true],
  [/^5019/, 16, 16, true],
  [/^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 16, 16, true],
  [/^3[47]/, 15, 15, true],
  [/^3(0[0-5]|[68])/, 14, 19, true],
  [/^6(0110[0-9]|011[24]|01174|01177|01178|01179|01186|01187|01188|01189|0119|0113|4[4-9]|5)/, 16, 16, true],
  [/^35/, 16, 16, true],
  [/^62[0-5]/, 16, 16, false],
  [/^9792/, 16, 16, true],
  [/^1/, 15, 15, true],
];

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** Whether the rule says of a number what the list says. */
function judgedAsListed(number: string): boolean {
  const { length } = number;
  const listed = ROWS.some(
    ([pattern, least, most, luhn]) =>
      pattern.test(number) && length >= least && length <= most && (!luhn || passesLuhn(number)),
  );
  return cardNumberError(number) === (listed ? null : INVALID);
}

/** The body with the last digit that Luhn asks for. */
function completed(body: string): string {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `${body}${last}`).find(passesLuhn)!;
}

test("14,000 random numbers of 8 to 21 digits are valid exactly when some listed type says so", () => {
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

test("on both sides of every boundary between prefixes a number is valid exactly when it is listed", () => {
  const thousands = Array.from({ length: 999 }, (_, index) => [index * 1_000 + 999, index * 1_000 + 1_000]);
  const around6011 = Array.from({ length: 1_500 }, (_, index) => 600_700 + index);
  const numbers = [...thousands.flat(), ...around6011].flatMap((prefix) =>
    [12, 16, 19].map((length) => completed(`${prefix}`.padStart(6, "0").padEnd(length - 1, "0"))),
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
  ["309", null],
  ["39", null],
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
  ["8", null],
  ["4x", null],
  ["４", null],
  ["XXXX1111", null],
])("while %o is typed the label is %s", (typed, label) => {
  expect(cardTypeLabel(typed)).toBe(label);
});

test.each([
  ["nothing", "", undefined, REQUIRED],
  ["blanks", "   ", undefined, REQUIRED],
  ["nothing, although nothing is the default", "", "", REQUIRED],
  ["a Visa number", "4111111111111111", undefined, null],
  ["one digit off", "4111111111111112", undefined, INVALID],
  ["the stored default", "XXXX1111", "XXXX1111", null],
  ["the stored default with a blank more", "XXXX1111 ", "XXXX1111", INVALID],
  ["another mask", "XXXX1112", "XXXX1111", INVALID],
  ["a mask without a default", "XXXX1111", undefined, INVALID],
  ["a good number in place of the default", "378282246310005", "XXXX1111", null],
  ["letters", "4111a111b1111c1111", undefined, INVALID],
  ["a plus", "+4111111111111111", undefined, INVALID],
  ["all zeros, which satisfy Luhn", "0000000000000000", undefined, INVALID],
  ["UnionPay of 16 digits without Luhn", "6200000000000001", undefined, null],
  ["UnionPay of 17 digits without Luhn", "62000000000000001", undefined, INVALID],
  ["626 of 16 digits without Luhn", "6262320002000068", undefined, INVALID],
  ["only dashes", "----", undefined, INVALID],
  ["a thousand digits", "4".repeat(1_000), undefined, INVALID],
])("card number: %s", (_rule, value, storedDefault, error) => {
  expect(cardNumberError(value, storedDefault)).toBe(error);
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
  ["４１１１１", "４１１１１"],
])("on leaving the field %o becomes %o", (typed, grouped) => {
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
])("the security code for %o has %d digits", (number, length) => {
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
])("security code %o for card %o: %s", (code, number, error) => {
  expect(cardCodeError(code, number)).toBe(error);
});

test.each([
  ["01/23", null],
  ["09/99", null],
  ["10/30", null],
  ["12/00", null],
  ["XXXX", null],
  ["", REQUIRED],
  ["  ", REQUIRED],
  ["00/23", "Invalid month or year."],
  ["13/23", "Invalid month or year."],
  ["1/23", "Invalid month or year."],
  ["01/2023", "Invalid month or year."],
  ["01/2", "Invalid month or year."],
  ["0123", "Invalid month or year."],
  ["01-23", "Invalid month or year."],
  [" 01/23", "Invalid month or year."],
  ["01/23\n", "Invalid month or year."],
  ["0１/23", "Invalid month or year."],
  ["XXX", "Invalid month or year."],
  ["xxxx", "Invalid month or year."],
  ["XXXXX", "Invalid month or year."],
])("expiry %o: %s", (value, error) => {
  expect(expirationDateError(value)).toBe(error);
  expect(isMaskedExpiry(value)).toBe(value === "XXXX");
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
])("before a charge: %s", (_rule, change, errors) => {
  expect(chargeCardErrors({ ...good, ...change })).toEqual(errors);
});
