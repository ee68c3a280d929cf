import { messages } from "./messages.ts";

/** Specification, section 9: 5 MB. */
export const MAX_DOCUMENT_BYTES = 5_000_000;

export const CONTENT_TYPES = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;

export type DocumentExtension = keyof typeof CONTENT_TYPES;
export type DocumentRuling =
  | { allowed: true; contentType: string; extension: DocumentExtension }
  | { allowed: false; reason: string };

/**
 * Whether an uploaded file is a PDF or Word document of at most 5,000,000 bytes whose content is what its
 * name says (specification, section 5). Reads signatures and a ZIP's directory; never inflates.
 */
export function checkDocument(fileName: string, bytes: Uint8Array): DocumentRuling {
  if (bytes.length === 0) return { allowed: false, reason: messages.emptyFile };
  if (bytes.length > MAX_DOCUMENT_BYTES) return { allowed: false, reason: messages.fileTooLarge };
  const extension = /\.(pdf|docx?)$/i.exec(fileName.trim())?.[1]?.toLowerCase() as
    | DocumentExtension
    | undefined;
  if (extension === undefined || !CONTENT_CHECKS[extension](bytes)) {
    return { allowed: false, reason: messages.wrongFileType };
  }
  return { allowed: true, contentType: CONTENT_TYPES[extension], extension };
}

/**
 * Whether a document is still missing: checked only when required; a file chosen now or one stored before
 * will do (specification, section 5).
 */
export function isDocumentMissing(required: boolean, hasExisting: boolean, chosen: boolean): boolean {
  return required && !hasExisting && !chosen;
}

/**
 * A client's file name made safe for `Content-Disposition: attachment; filename="{ascii}";
 * filename*=UTF-8''{utf8}`. `ascii` holds no quote, backslash, percent sign, separator or control
 * character; `utf8` is percent-encoded already. "document" when nothing is left.
 */
export function downloadName(fileName: string): { ascii: string; utf8: string } {
  const name = fileName
    .replace(/^.*[/\\]/s, "")
    .replace(/\p{Surrogate}/gu, "\u{fffd}")
    // Also format characters: a right-to-left override makes "fdp.exe" look like "exe.pdf".
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, "")
    .replace(/^[.\s]+/, "")
    .trim();
  const short = shorten(name) || "document";
  return {
    ascii: short.replace(/[^ -~]/gu, "_").replace(/["\\%;]/g, "_"),
    utf8: encodeURIComponent(short).replace(
      /['()*]/g,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  };
}

/** A size in decimal units, as in the limit's message: "999 bytes", "12 KB", "1.2 MB", "5 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const kilobytes = Math.round(bytes / 1_000);
  return kilobytes < 1_000 ? `${kilobytes} KB` : `${Math.round(bytes / 100_000) / 10} MB`;
}

const LONGEST_NAME = 120;

/** Cuts the middle out of a long name, so that the extension survives. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= LONGEST_NAME) return name;
  return [...characters.slice(0, LONGEST_NAME - 10), ...characters.slice(-10)].join("");
}

const CONTENT_CHECKS: Record<DocumentExtension, (bytes: Uint8Array) => boolean> = {
  pdf: isPdf,
  doc: isOle,
  docx: isDocx,
};

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const PDF_HEADER = ascii("%PDF-");
const PDF_TRAILER = ascii("%%EOF");
const OLE_SIGNATURE = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
const ZIP_LOCAL = ascii("PK\x03\x04");
const ZIP_ENTRY = ascii("PK\x01\x02");
const ZIP_END = ascii("PK\x05\x06");

const PDF_TRAILER_WITHIN = 2_048;

function isPdf(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, PDF_HEADER, 0)) return false;
  const trailer = lastIndexOf(bytes, PDF_TRAILER, Math.max(0, bytes.length - PDF_TRAILER_WITHIN));
  if (trailer === -1) return false;
  // A file that is also an archive or a page of HTML is what an attacker sends, not what a printer writes.
  return !bytes.subarray(trailer).includes("<".charCodeAt(0)) && zipEnd(bytes) === null;
}

function isOle(bytes: Uint8Array): boolean {
  return startsWith(bytes, OLE_SIGNATURE, 0);
}

const MAX_ENTRIES = 2_000;
const MAX_INFLATED_BYTES = 100_000_000;
const MAX_INFLATION = 100;

/** A Word document without macros, judged by the archive's own directory, which must be free of lies. */
function isDocx(bytes: Uint8Array): boolean {
  if (!startsWith(bytes, ZIP_LOCAL, 0)) return false;
  const entries = zipEntries(bytes);
  if (entries === null) return false;

  const names = entries.map(({ name }) => name);
  if (!names.includes("[Content_Types].xml") || !names.includes("word/document.xml")) return false;
  if (new Set(names).size !== names.length) return false;
  if (names.some((name) => /(^|[/\\])(\.\.([/\\]|$)|vbaProject\.bin$)/i.test(name))) return false;

  const inflated = entries.reduce((sum, { inflatedBytes }) => sum + inflatedBytes, 0);
  return inflated <= MAX_INFLATED_BYTES && inflated <= bytes.length * MAX_INFLATION;
}

type ZipEntry = { name: string; inflatedBytes: number };

/** The directory of a ZIP; null when it is damaged, overlaps itself, or is longer than we read (or ZIP64). */
function zipEntries(bytes: Uint8Array): ZipEntry[] | null {
  const end = zipEnd(bytes);
  if (end === null) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint16(end + 10, true);
  const directory = view.getUint32(end + 16, true);
  const directoryEnd = directory + view.getUint32(end + 12, true);
  if (count > MAX_ENTRIES || directoryEnd > end) return null;

  const entries: ZipEntry[] = [];
  const spans: { start: number; end: number }[] = [];
  let at = directory;
  for (let index = 0; index < count; index++) {
    if (at + 46 > directoryEnd || !startsWith(bytes, ZIP_ENTRY, at)) return null;
    const nameBytes = view.getUint16(at + 28, true);
    const next = at + 46 + nameBytes + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    const local = view.getUint32(at + 42, true);
    if (next > directoryEnd || local + 30 > directory || !startsWith(bytes, ZIP_LOCAL, local)) return null;

    const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + nameBytes));
    entries.push({ name, inflatedBytes: view.getUint32(at + 24, true) });
    const header = 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    spans.push({ start: local, end: local + header + view.getUint32(at + 20, true) });
    at = next;
  }
  if (at !== directoryEnd) return null;

  spans.sort((one, other) => one.start - other.start);
  const apart = spans.every((span, index) => span.end <= (spans[index + 1]?.start ?? directory));
  return apart ? entries : null;
}

/** Where a ZIP's end record starts: the last one whose comment reaches exactly the end of the file. */
function zipEnd(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const earliest = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= earliest; at--) {
    if (startsWith(bytes, ZIP_END, at) && at + 22 + view.getUint16(at + 20, true) === bytes.length) return at;
  }
  return null;
}

function startsWith(bytes: Uint8Array, expected: Uint8Array, at: number): boolean {
  return expected.every((byte, index) => bytes[at + index] === byte);
}

function lastIndexOf(bytes: Uint8Array, expected: Uint8Array, from: number): number {
  for (let at = bytes.length - expected.length; at >= from; at--) {
    if (startsWith(bytes, expected, at)) return at;
  }
  return -1;
}
