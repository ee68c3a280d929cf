// The specification's card types, written a second time as regular expressions; the first row that matches gives the
// type.
type Listed = [label: string, prefix: RegExp, least: number, most: number];
const ROWS: Listed[] = [
  ["Elo", /^(504175|506699|5067[0-6]|50677[0-8]|509|627780|636297|636368)/, 16, 16],
  ["Visa", /^4/, 13, 19],
  ["Forbrugsforeningen", /^600722/, 16, 16],
  ["Dankort", /^5019/, 16, 16],
  ["Mastercard", /^(5[1-5]|222[1-9]|22[3-9]|2[3-6]|27[01]|2720)/, 16, 16],
  ["American Express", /^3[47]/, 15, 15],
  ["Diners Club", /^3(0[0-5]|095|[689])/, 14, 19],
  ["Discover", /^6(011|4[4-9]|5)/, 16, 16],
  ["JCB", /^35/, 16, 16],
  ["UnionPay", /^(62|81)/, 16, 16],
  ["Troy", /^9792/, 16, 16],
  ["Maestro", /^(50|5[6-9]|6)/, 12, 19],
  ["UATP", /^1/, 15, 15],
];

/** The row that matches a number; the number must have at least six digits. */
const listedAs = (number: string) => ROWS.find(([, pattern]) => pattern.test(number)) ?? null;

function passesLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** The name of the type; null if the number belongs to no listed type. */
export const labelListed = (number: string) => listedAs(number)?.[0] ?? null;

/** Whether this is a valid card number of one of the listed types, judged by prefix, length and the Luhn check. */
export function isListed(number: string): boolean {
  const listed = listedAs(number);
  if (!listed) return false;
  const [label, , least, most] = listed;
  return number.length >= least && number.length <= most && (label === "UnionPay" || passesLuhn(number));
}

/** The digits, followed by the last digit that the Luhn check requires. */
export function completed(body: string): string {
  return [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((last) => `${body}${last}`).find(passesLuhn)!;
}
