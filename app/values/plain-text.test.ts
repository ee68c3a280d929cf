import { expect, test } from "vitest";
import { plainText, tidy, tidyLine, withoutControls, withoutUnseen } from "./plain-text.ts";

test.each([
  ["plain", "plain"],
  ["a\u000bb", "a b"],
  ["a\u000cb\tc\u0000d\u001fe\u007ff\u0085g\u009fh", "a b c d e f g h"],
  ["a\u2028b\u2029c", "a b c"],
  ["one\r\ntwo\rthree\nfour\n\nfive", "one\ntwo\nthree\nfour\n\nfive"],
  ["\u0085 \u000b\n around \u2028\u0000\r\n", "around"],
  // Invisible characters that scripts and pictures need are kept: joiners, direction marks, no-break spaces.
  ["क्\u200dष 👩\u200d🎓 \u200fעברית a\u00a0b", "क्\u200dष 👩\u200d🎓 \u200fעברית a\u00a0b"],
  ["\u000b", ""],
  ["", ""],
])("%j is kept as %j", (typed, kept) => {
  expect(tidy(typed)).toBe(kept);
  expect(tidy(kept)).toBe(kept);
  expect(withoutControls(kept)).toBe(kept);
});

test.each([
  ["one\r\ntwo", "one two"],
  ["one\u000b\n two", "one   two"],
  ["\none\n", "one"],
])("%j is one line: %j", (typed, kept) => {
  expect(tidyLine(typed)).toBe(kept);
});

test("what is nothing but controls keeps its place where lines are counted", () => {
  expect(withoutControls("\r\n\u000bone\u2028")).toBe("\n one ");
});

/** Names and words in many scripts, with the characters that join or separate their letters. */
test.each([
  ["Persian", "می\u200cخواهم"],
  ["Arabic, with an abbreviation", "۱۳۸۰ ه\u200d.ش"],
  ["Arabic vowels and a mark of direction", "مُحَمَّد \u200f(٢)"],
  ["Urdu", "آج\u200cکل"],
  ["Hindi", "क्\u200dष और क्\u200cष"],
  ["Bengali", "র\u200d্যাব"],
  ["Malayalam", "നന്\u200d"],
  ["Sinhala", "ශ්\u200dරී ලංකා"],
  ["Kannada", "ರ್\u200dಕ"],
  ["Marathi", "दऱ्\u200dया"],
  ["Khmer, without blanks", "ខ្ញុំ\u200bស្រឡាញ់"],
  ["Thai, without blanks", "สวัสดี\u200bครับ"],
  ["Burmese", "မြန်မာ\u200bနိုင်ငံ"],
  ["Tibetan", "བོད་ཡིག"],
  ["Mongolian", "ᠮᠣᠩᠭᠣᠯ\u180eᠠ"],
  ["Hebrew with points and a mark of direction", "\u200fשָׁלוֹם\u200f!"],
  ["Japanese, a rare form of a character", "葛\u{e0100}城 辻\u{e0101}"],
  ["Chinese", "𠮷野家 李明"],
  ["Korean, letters of the Middle Ages", "\u1100\u1160"],
  ["Vietnamese, composed and not", "Nguyễn Nguye\u0302\u0303n"],
  ["Yoruba", "Ọláyínká Ẹ̀gbẹ́"],
  ["a joiner of marks", "e\u034f\u0301"],
  ["Latin with apostrophes and dashes", "D’Arcy O'Neil-Łukasiewicz"],
  ["a no-break blank", "Anne\u00a0Marie"],
  ["a student", "👩\u200d🎓"],
  ["a doctor of some colour", "👨🏽\u200d⚕️"],
  ["a family", "👨\u200d👩\u200d👧"],
  [
    "a heart on fire, a keycap, two flags",
    "❤️\u200d🔥 1️⃣ 🇭🇰 🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}",
  ],
])("%s stays as it was typed", (_, text) => {
  expect(withoutUnseen(text)).toBe(text);
  expect(tidyLine(text)).toBe(text);
});

test.each([
  ["an override that turns round what follows", "Mei \u202egnp.exe", "Mei gnp.exe"],
  ["embeddings and their end", "\u202aa\u202bb\u202cc\u202d", "abc"],
  ["isolates", "\u2066a\u2067b\u2068c\u2069", "abc"],
  ["an override in Hebrew", "של\u202eום", "שלום"],
  ["old marks of shaping", "a\u206ab\u206fc", "abc"],
  ["a mark of direction where nothing runs from right to left", "a\u200eb\u200f\u061c", "ab"],
  ["a blank of no width in Latin", "Ad\u200bmin", "Admin"],
  ["joiners in Latin, Cyrillic, Greek", "Ad\u200dmin И\u200cван Ν\u200dίκος", "Admin Иван Νίκος"],
  ["joiners in Chinese and Hangul", "李\u200d明 김\u200c", "李明 김"],
  ["more joiners than one", "क्\u200d\u200d\u200dष", "क्\u200dष"],
  ["a joiner behind a picture that joins nothing", "👩\u200d!", "👩!"],
  ["a word joiner and a byte order mark", "a\u2060b\ufeffc", "abc"],
  ["a soft hyphen", "Konfe\u00adrenz", "Konferenz"],
  ["letters that are blank", "\u3164\uffa0", ""],
  ["a selector behind a letter", "a\ufe0fb\u{e0100}", "ab"],
  ["text hidden in tags", "Mei\u{e0041}\u{e0064}\u{e006d}\u{e0069}\u{e006e}", "Mei"],
  ["non-characters", "a\ufdd0b\ufdefc\ufffed\uffffe\u{1fffe}f\u{10ffff}", "abcdef"],
  ["halves of characters", "a\ud800b\udc00", "ab"],
  ["notes between lines and objects", "a\ufff9b\ufffbc\ufffc", "abc"],
  ["the blank of Braille", "\u2800Mei\u2800", "Mei"],
])("%s is taken out, and what can be seen stays", (_, typed, kept) => {
  expect(tidyLine(typed)).toBe(kept);
  expect(tidyLine(kept)).toBe(kept);
});

test("columns and lines of a table stay, and other controls do not", () => {
  expect(plainText("a\tb\r\nc\rd\n\u0007e\u202e")).toBe("a\tb\nc\nd\n e");
});

test("what is told from one character of plain text is what is exact", () => {
  const otherwise: string[] = [];
  for (let code = 0; code <= 0xffff; code += 1) {
    const text = `a${String.fromCharCode(code)}b`;
    // The bell character is always replaced. So a text with it cannot take the shortcut of the first check.
    if (plainText(`${text}\u0007`) !== `${plainText(text)} `) otherwise.push(code.toString(16));
  }
  expect(otherwise).toEqual([]);
});
