import { constants, inflateSync } from "node:zlib";
import type { ContentProblem } from "./documents.ts";
import { zipEnd } from "./zip.ts";

const TRAILER_WITHIN = 2_048;
/**
 * A Worker has 128 MB of memory. So we inflate at most this many bytes in addition to the file itself, and keep at most
 * this many tokens.
 */
const MAX_INFLATED_BYTES = 20_000_000;
const MAX_TOKENS = 1_000_000;
/**
 * Objects do not overlap. If we have read more than this many times the file's length, the same objects are being read
 * again and again.
 */
const MOST_READINGS = 8;

/** Names that mark an object as containing other files, media or programs, whatever else it contains. */
const HOLDING = new Set(["/EmbeddedFile", "/EmbeddedFiles", "/RichMedia", "/XFA"]);
/**
 * Actions that run or open something. They are refused even if they would need a click. Links (/URI) and forms are not
 * among them.
 */
const RUNNING = new Set([
  "/JavaScript",
  "/Launch",
  "/GoToE",
  "/ImportData",
  "/Rendition",
  "/RichMediaExecute",
]);
/** Actions that are harmless after a click, but not if they happen by themselves when the file or a page is opened. */
const LEAVING = new Set(["/URI", "/SubmitForm", "/GoToR"]);

/** Why a .pdf is refused; null if it is a PDF that does nothing by itself. */
export function pdfProblem(bytes: Uint8Array): ContentProblem | null {
  const text = new TextDecoder("latin1").decode(bytes);
  if (!text.startsWith("%PDF-")) return "wrongFileType";
  const trailer = text.lastIndexOf("%%EOF");
  if (trailer < Math.max(0, text.length - TRAILER_WITHIN)) return "wrongFileType";
  // Nobody but an attacker sends a PDF that is also an archive or an HTML page.
  if (text.slice(trailer).includes("<") || zipEnd(bytes) !== null) return "wrongFileType";
  const objects = readObjects(bytes, text);
  if (objects === "protected") return "protectedFile";
  return objects === null || isActive(objects) ? "activePdf" : null;
}

/**
 * The names, numbers and punctuation of one object. Strings in parentheses and comments are left out, and every
 * hexadecimal string is the token "()".
 */
type Tokens = string[];
type PdfObject = { number: string | null; tokens: Tokens };

/**
 * Reads every object of the file, including those in compressed object streams. It tries every place where "obj"
 * occurs, because a PDF reader follows an index that may point anywhere. "protected" if the file is encrypted; null if
 * an object cannot be read, or if there is too much to read.
 */
function readObjects(bytes: Uint8Array, text: string): PdfObject[] | "protected" | null {
  const objects: PdfObject[] = [];
  let read = 0;
  let inflated = 0;
  let held = 0;
  const keep = (object: PdfObject) => {
    objects.push(object);
    held += object.tokens.length;
  };
  for (const { index, 0: word } of text.matchAll(/(?<![A-Za-z])obj(?![A-Za-z])|\btrailer\b/g)) {
    const { tokens, end, keyword } = lex(text, index + word.length);
    read += end - index;
    if ((word === "trailer" || tokens.includes("/XRef")) && tokens.includes("/Encrypt")) return "protected";
    const [, number = null] = /(\d+)\s+\d+\s*$/.exec(text.slice(Math.max(0, index - 40), index)) ?? [];
    keep({ number, tokens });
    if (keyword === "stream" && tokens.includes("/ObjStm")) {
      const packed = inflatedStream(bytes, text, end, tokens);
      inflated += packed?.length ?? 0;
      if (packed === null || inflated > MAX_INFLATED_BYTES) return null;
      for (const object of packedObjects(packed, tokens)) {
        keep(object);
        if (held > MAX_TOKENS) return null;
      }
    }
    if (held > MAX_TOKENS || read > MOST_READINGS * text.length + 10_000) return null;
  }
  return objects;
}

/** The content of an object stream; null if it is compressed in a way that no common program uses. */
function inflatedStream(bytes: Uint8Array, text: string, end: number, tokens: Tokens): string | null {
  const start = end + (/^\r?\n|^\r/.exec(text.slice(end, end + 2))?.[0].length ?? 0);
  const [length, afterLength] = tokens.slice(tokens.indexOf("/Length") + 1);
  const isDirect =
    tokens.includes("/Length") && /^\d+$/.test(length ?? "") && !/^\d+$/.test(afterLength ?? "");
  const stop = isDirect ? start + Number(length) : text.indexOf("endstream", start);
  if (stop < start || stop > text.length) return null;
  const filter = filterOf(tokens);
  if (filter === "") return text.slice(start, stop);
  const [, predictor] = /\/Predictor (\d+)/.exec(tokens.join(" ")) ?? [];
  if ((filter !== "/FlateDecode" && filter !== "/Fl") || Number(predictor ?? 1) > 1) return null;
  try {
    const finishFlush = constants.Z_SYNC_FLUSH;
    const content = inflateSync(bytes.subarray(start, stop), {
      finishFlush,
      maxOutputLength: MAX_INFLATED_BYTES,
    });
    return new TextDecoder("latin1").decode(content);
  } catch {
    return null;
  }
}

function filterOf(tokens: Tokens): string {
  const at = tokens.indexOf("/Filter");
  if (at === -1) return "";
  if (tokens[at + 1] !== "[") return tokens[at + 1] ?? "?";
  return tokens.slice(at + 2, tokens.indexOf("]", at)).join(" ");
}

/**
 * The objects of an object stream, which contains pairs of a number and an offset, followed by the objects themselves.
 * The whole stream is yielded first as one object, because some readers ignore the offsets and use the order.
 */
function* packedObjects(content: string, dictionary: Tokens): Generator<PdfObject> {
  const whole = lex(content, 0, "nothing").tokens;
  yield { number: null, tokens: whole.length > MAX_TOKENS || runs(whole) ? whole : [] };
  const first = Number(dictionary[dictionary.indexOf("/First") + 1]);
  const numbers = content.slice(0, Number.isInteger(first) ? first : 0).match(/\d+/g) ?? [];
  const places = numbers.flatMap((number, index) => (index % 2 === 1 ? [first + Number(number)] : []));
  const ends = [...new Set(places), content.length].sort((one, other) => one - other);
  const endOf = new Map(ends.map((place, index) => [place, ends[index + 1]]));
  for (const [index, place] of places.entries()) {
    const tokens = lex(content.slice(place, endOf.get(place)), 0, "nothing").tokens;
    yield { number: numbers[index * 2]!, tokens };
  }
}

const GAP = /(?:[\0\t\n\f\r ]+|%[^\r\n]*)+/y;
const NAME = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const WORD = /[^\0\t\n\f\r ()<>[\]{}/%]+/y;
const HEX_STRING = /<[0-9A-Fa-f\0\t\n\f\r ]*>/y;

/**
 * Reads tokens up to the keyword that ends an object, or to the end of the text. It stops at one token more than
 * MAX_TOKENS, so that the caller can tell that there are too many.
 */
function lex(
  text: string,
  from: number,
  upTo: "keyword" | "nothing" = "keyword",
): { tokens: Tokens; end: number; keyword: string } {
  const tokens: Tokens = [];
  let at = from;
  const take = (pattern: RegExp) => {
    const start = at;
    pattern.lastIndex = at;
    if (pattern.test(text)) at = pattern.lastIndex;
    return text.slice(start, at);
  };
  while (at < text.length && tokens.length <= MAX_TOKENS) {
    if (take(GAP)) continue;
    const character = text[at]!;
    if (character === "/") tokens.push(plainName(take(NAME)));
    else if (character === "(") at = endOfString(text, at);
    else if (text.startsWith("<<", at) || text.startsWith(">>", at)) {
      tokens.push(character + character);
      at += 2;
    } else if (character === "<" && take(HEX_STRING)) tokens.push("()");
    else {
      const word = take(WORD);
      if (upTo === "keyword" && (word === "stream" || word === "endobj" || word === "startxref"))
        return { tokens, end: at, keyword: word };
      tokens.push(word || character);
      if (!word) at++;
    }
  }
  return { tokens, end: at, keyword: "" };
}

/** A name with its escapes resolved: #4a is J. */
const plainName = (name: string) =>
  name.replace(/#([0-9A-Fa-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

/**
 * The position after the parenthesis that closes a string. Parentheses inside a string come in pairs, unless a
 * backslash precedes them.
 */
function endOfString(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    const character = text[at];
    if (character === "\\") at++;
    else if (character === "(") depth++;
    else if (character === ")" && --depth === 0) return at + 1;
  }
  return text.length;
}

function isActive(objects: PdfObject[]): boolean {
  const byNumber = new Map<string, Tokens[]>();
  for (const { number, tokens } of objects) {
    if (runs(tokens)) return true;
    if (number !== null) byNumber.set(number, [...(byNumber.get(number) ?? []), tokens]);
  }
  return objects.some(({ tokens }) =>
    tokens.some(
      (token, at) =>
        (token === "/OpenAction" || token === "/AA") && leaves(valueAt(tokens, at + 1), byNumber),
    ),
  );
}

/**
 * Whether an object runs or contains something. The kind of an action follows /S, or is the only token of an object to
 * which /S refers. Anywhere else, "/JavaScript" may be the name of a heading to which a link leads.
 */
const runs = (tokens: Tokens) =>
  tokens.some(
    (token, at) => HOLDING.has(token) || (RUNNING.has(token) && (at === 0 || tokens[at - 1] === "/S")),
  );

/**
 * A whole dictionary, or the tokens of a reference. If the value is an array, it names a page of this file, and a
 * reader opens the file at that page. An array does not lead outside the file, so it counts as empty.
 */
function valueAt(tokens: Tokens, at: number): Tokens {
  if (tokens[at] !== "<<") return tokens[at] === "[" ? [] : tokens.slice(at, at + 3);
  let depth = 0;
  for (let end = at; end < tokens.length; end++) {
    if (tokens[end] === "<<") depth++;
    else if (tokens[end] === ">>" && --depth === 0) return tokens.slice(at, end + 1);
  }
  return tokens.slice(at);
}

/** Whether an action, or another action to which it refers, leads outside the file. */
function leaves(action: Tokens, byNumber: Map<string, Tokens[]>): boolean {
  const seen = new Set<string>();
  const waiting = [action];
  for (let tokens = waiting.pop(); tokens; tokens = waiting.pop()) {
    if (tokens.some((token, at) => token === "/S" && LEAVING.has(tokens?.[at + 1] ?? ""))) return true;
    for (const number of referredTo(tokens)) {
      if (seen.has(number)) continue;
      seen.add(number);
      waiting.push(...(byNumber.get(number) ?? []));
    }
  }
  return false;
}

/**
 * The objects to which an object refers. It may refer to a page that it opens ("[3 0 R /Fit]"). Such pages are left out,
 * because the links on them do nothing until somebody clicks.
 */
const referredTo = (tokens: Tokens) =>
  tokens.flatMap((token, at) => {
    const isPage = tokens[at - 3] === "[" && tokens[at + 1]?.startsWith("/");
    return token === "R" && !isPage ? [tokens[at - 2] ?? ""] : [];
  });
