import { invoiceNumber } from "./invoices.ts";

/** The beginning of an edition's invoice numbers, such as "A2023". */
export const numberPrefix = (conference: { id: string; year: number }): string =>
  invoiceNumber(conference, 0).replace(/-.*/, "");

const patterns = new Map<string, RegExp>();

/**
 * The pattern of a number as people copy it. It may be in lower case or with blanks. The hyphen may be missing or
 * another character, and a zero may be the letter O. A number with fewer than four digits needs its hyphen; otherwise
 * "A2023 15 Dec" would name an invoice.
 */
function patternOf(prefix: string): RegExp {
  const known = patterns.get(prefix);
  if (known) return known;
  const [, family = "", year = "", suffix = ""] = /^(\D)(\d+)(\D?)$/.exec(prefix) ?? [];
  const begin = String.raw`(?<![\p{L}\p{N}])(?:INV(?:OICE)?|N[OR])?${family}[\s._/-]?${year.replaceAll("0", "[0O]")}${suffix}`;
  const whole = String.raw`[\s._/#-]{0,3}(?<whole>[\dO]{4,7})(?![\p{L}\p{N}])`;
  const short = String.raw`\s?[_#-]\s?(?<short>[\dO]{1,3})(?![\p{L}\p{N}]|[./-]\d)`;
  const pattern = new RegExp(`${begin}(?:${whole}|${short})`, "gu");
  patterns.set(prefix, pattern);
  return pattern;
}

/** The numbers of an edition's invoices that appear in a text, each once, without the prefix. */
export function numbersIn(text: string, prefix: string): number[] {
  const plain = text
    .normalize("NFKC")
    .toUpperCase()
    .replace(/[‐-―−]/g, "-");
  const found = [...plain.matchAll(patternOf(prefix))].map(({ groups }) =>
    Number((groups?.["whole"] ?? groups?.["short"] ?? "").replaceAll("O", "0")),
  );
  return [...new Set(found)].filter((number) => number > 0);
}

const lettersOf = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
const wordsIn = (text: string) => lettersOf(text).match(/[\p{L}\p{N}]+/gu) ?? [];
/** Scripts that put no spaces between words. */
const UNSPACED = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Thai}]{2}/u;

/** Whether a text contains every word of a name, in any order, because some banks write the surname first. */
export function hasName(text: string, name: string): boolean {
  const words = wordsIn(name);
  if (words.length === 0) return false;
  if (UNSPACED.test(name)) return wordsIn(text).join("").includes(words.join(""));
  const told = new Set(wordsIn(text));
  return words.every((word) => told.has(word));
}
