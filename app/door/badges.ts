import { lazily } from "~/values/lazily.ts";

/** The sizes of labels that shops sell, in millimetres; a sheet of paper has `columns` × `rows` of them. */
export const BADGE_SIZES = {
  "90x55": { words: "90 × 55 mm, 10 on a sheet of A4", width: 90, height: 55, columns: 2, rows: 5 },
  "4x3": { words: "4 × 3 in, 6 on a sheet of Letter", width: 101.6, height: 76.2, columns: 2, rows: 3 },
  a6: { words: "A6, one on a sheet", width: 105, height: 148, columns: 1, rows: 1 },
} as const;

export type BadgeSize = keyof typeof BADGE_SIZES;

export const BADGE_SORTS = { name: "Last name", institution: "Institution" } as const;
export type BadgeSort = keyof typeof BADGE_SORTS;

/** How many badges a page shows. */
export const BADGES_AT_ONCE = 200;

/** The contents of a badge. */
export type Badge = {
  id: string;
  name: string;
  institution: string;
  country: string;
  /** The title of the pass, and whether it admits to the event in person. */
  pass: string;
  isInPerson: boolean;
  /**
   * The QR code with the address of the page on which a helper marks the holder at sessions: its dark squares
   * (`path`), and the number of squares on a side (`side`).
   */
  code: { side: number; path: string };
};

/**
 * The width in ems of one character as a reader sees it (a grapheme). The font may be any that the computer has, so the
 * estimate is too wide rather than too narrow. Combining marks alone have no width.
 */
function widthOf(grapheme: string): number {
  if (/^[\p{Mn}\p{Cf}]+$/u.test(grapheme)) return 0;
  const [letter = ""] = grapheme;
  if (
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u.test(
      grapheme,
    )
  )
    return 1.05;
  if (/\p{Script=Latin}|\p{Script=Greek}|\p{Script=Cyrillic}/u.test(letter)) {
    if (/[mwMWÆŒæœЖШЩЮжшщюФф]/u.test(letter)) return 1;
    if (/[iljftrI]/.test(letter)) return 0.45;
    return /\p{Lu}/u.test(letter) ? 0.8 : 0.66;
  }
  if (/[\s'’.,-]/.test(grapheme)) return 0.36;
  if (/[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter)) return 0.75;
  if (/\p{Script=Thai}/u.test(letter)) return 0.9;
  // Letters of other scripts, such as Tamil or Malayalam, are wide. The marks that belong to a letter make it wider.
  return 0.6 + 0.55 * [...grapheme].length;
}

const segmenter = lazily(() => new Intl.Segmenter("en", { granularity: "grapheme" }));
const graphemesOf = (text: string) => Array.from(segmenter().segment(text), ({ segment }) => segment);

/** The greatest possible width of a text, in ems. */
export const emsOf = (text: string): number =>
  graphemesOf(text).reduce((sum, grapheme) => sum + widthOf(grapheme), 0);

/** Scripts that write no spaces between words, so that a line may end after any grapheme. */
const SPACELESS =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** The parts of a text. A line may end after each part. A space or a hyphen belongs to the part before it. */
function partsOf(text: string): string[] {
  return text
    .split(/(?<=[\s-])/)
    .flatMap((word) => (SPACELESS.test(word) || emsOf(word) > 18 ? graphemesOf(word) : [word]));
}

/** Splits the text into `number` lines, so that the longest line is as short as possible. */
function inLines(text: string, number: number): string[] {
  const parts = partsOf(text);
  const total = emsOf(text);
  // Tries greater and greater widths until the text fits into `number` lines.
  for (let width = total / number; ; width *= 1.05) {
    const lines: string[] = [];
    for (const part of parts) {
      const last = lines.at(-1);
      if (last !== undefined && emsOf((last + part).trimEnd()) <= width)
        lines[lines.length - 1] = last + part;
      else lines.push(part);
    }
    if (lines.length <= number) return lines.map((line) => line.trim()).filter((line) => line !== "");
  }
}

/** A text that fits its box: its lines, and the size of its type, in the unit of `width`. */
export type SetText = { lines: string[]; size: number };

/**
 * The distance between the baselines of two lines, in ems. It leaves room for the marks of Thai, Tamil and Vietnamese.
 */
export const LEADING = 1.35;

/**
 * Sets a text as large as its box allows. More lines are used only if they make the type larger by a quarter. No text
 * is ever cut off.
 *
 * @param largest the largest size of the type.
 * @param most the most lines. A long name usually needs two, rarely three.
 */
export function setText(
  text: string,
  { width, height, largest, most = 3 }: { width: number; height: number; largest: number; most?: number },
): SetText {
  const tidy = text.replace(/\s+/g, " ").trim();
  let best: SetText = { lines: [], size: 0 };
  if (tidy === "") return { lines: [], size: largest };
  for (let number = 1; number <= most; number += 1) {
    const lines = inLines(tidy, number);
    const longest = Math.max(...lines.map(emsOf));
    const size = Math.min(largest, width / longest, height / (LEADING * lines.length));
    if (size > best.size * 1.25) best = { lines, size };
  }
  return { ...best, size: Math.floor(best.size * 100) / 100 };
}

const byWords = lazily(() => new Intl.Collator("en", { sensitivity: "base", numeric: true }));

/** The order of the sheets: by the last name, or by institution and then by name. */
export function sortedForBadges<Person extends { first: string; last: string; institution: string }>(
  people: readonly Person[],
  sort: BadgeSort,
): Person[] {
  const byName = (one: Person, other: Person) =>
    byWords().compare(one.last, other.last) || byWords().compare(one.first, other.first);
  return people.toSorted(
    (one, other) =>
      (sort === "institution" ? byWords().compare(one.institution, other.institution) : 0) ||
      byName(one, other),
  );
}
