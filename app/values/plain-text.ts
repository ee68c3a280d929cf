/**
 * A letter or mark of a script in which letters join, so that a joiner between two letters changes how they look. These
 * are all scripts except the ones that the pattern lists.
 */
const JOINS =
  /^(?![\p{scx=Common}\p{scx=Inherited}\p{scx=Latin}\p{scx=Greek}\p{scx=Cyrillic}\p{scx=Armenian}\p{scx=Georgian}\p{scx=Hebrew}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Bopomofo}\p{scx=Hangul}\p{scx=Ethiopic}\p{scx=Cherokee}])[\p{L}\p{M}]$/u;
/** Scripts without spaces between words: an invisible space marks where a line may break. */
const WITHOUT_BLANKS =
  /^[\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{scx=Javanese}\p{scx=Balinese}]$/u;
const RIGHT_TO_LEFT =
  /(?!\p{DI})[\p{scx=Hebrew}\p{scx=Arabic}\p{scx=Syriac}\p{scx=Thaana}\p{scx=Nko}\p{scx=Adlam}]/u;
const PICTURE = /^(?:[\p{Extended_Pictographic}\p{Emoji_Modifier}\u{e007f}]|\ufe0f)$/u;
const BEFORE_SELECTOR = /^[\p{Extended_Pictographic}\p{Emoji}\p{scx=Han}\p{scx=Mongolian}\p{Sm}]$/u;
const MARK = /^\p{M}$/u;
const MONGOLIAN = /^\p{scx=Mongolian}$/u;
const JAMO = /^[\u1100-\u11ff]$/;

/**
 * The invisible characters that some script or picture needs. For each of them, `by` says whether the character is
 * needed between the characters `before` and `after` in the whole text `text`.
 */
const NEEDED: { characters: RegExp; by: (before: string, after: string, text: string) => boolean }[] = [
  {
    characters: /[\u200c\u200d]/u,
    by: (before, after) => JOINS.test(before) || (before === "" && JOINS.test(after)),
  },
  { characters: /\u200d/u, by: (before, after) => PICTURE.test(before) && PICTURE.test(after) },
  { characters: /\u200b/u, by: (before, after) => [before, after].every((one) => WITHOUT_BLANKS.test(one)) },
  { characters: /[\u200e\u200f\u061c]/u, by: (_before, _after, text) => RIGHT_TO_LEFT.test(text) },
  { characters: /[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/u, by: (before) => BEFORE_SELECTOR.test(before) },
  { characters: /[\u180b-\u180f]/u, by: (before) => MONGOLIAN.test(before) },
  { characters: /\u034f/u, by: (_, after) => MARK.test(after) },
  { characters: /[\u115f\u1160]/u, by: (before, after) => JAMO.test(before) || JAMO.test(after) },
  // The letters of a flag, such as the flag of Scotland.
  { characters: /[\u{e0020}-\u{e007f}]/u, by: (before) => /^[\u{1f3f4}\u{e0020}-\u{e007e}]$/u.test(before) },
];

/**
 * Invisible characters (some of them reverse or hide text), characters that only mark the place of an annotation or an
 * object, and codes to which no character belongs.
 */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\p{Cs}\ufff9-\ufffc]/gu;

/**
 * Text without its invisible characters, except those that its script or a picture needs: joiners in Persian or Hindi,
 * the parts of an emoji. Nothing visible is lost.
 */
export function withoutUnseen(text: string): string {
  if (text.search(UNSEEN) === -1) return text;
  let kept = "";
  let before = "";
  const characters = [...text];
  characters.forEach((character, index) => {
    const after = characters[index + 1] ?? "";
    const isNeeded =
      character.search(UNSEEN) === -1 ||
      NEEDED.some(({ characters, by }) => characters.test(character) && by(before, after, text));
    if (!isNeeded) return;
    kept += character;
    before = character;
  });
  return kept;
}

/**
 * Every character that `plainText` may change, and some characters that it never changes. Most texts have none of these
 * characters, and this pattern finds that out several times faster than the exact patterns.
 */
const MAY_CHANGE = /[^\n\t -~\xa0-\xac\xae-\u02ff\u2010-\u2027\u2030-\u205e]/;

/**
 * Text as the portal receives and sends it, with its lines and columns: it has one kind of line break, and tabs. It has
 * no other control characters and no invisible ones. The Braille blank looks like a space, and becomes a space.
 */
export const plainText = (text: string): string =>
  MAY_CHANGE.test(text)
    ? withoutUnseen(text)
        .replace(/\r\n?/g, "\n")
        .replace(/[^\P{Cc}\n\t]|[\u2028\u2029\u2800]/gu, " ")
    : text;

/**
 * Like `plainText`, but without tabs: in a calendar or a mail, invisible characters must not break lines or columns.
 * Line breaks become "\n" and are kept.
 */
export const withoutControls = (text: string): string => plainText(text).replaceAll("\t", " ");

/** Text of several lines as it is stored: with one kind of line break, no other control characters, and trimmed. */
export const tidy = (text: string): string => withoutControls(text).trim();

/** Text of one line, such as a title, as it is stored. */
export const tidyLine = (text: string): string => tidy(text).replaceAll("\n", " ");
