import type { ContentProblem } from "./documents.ts";
import { pdfProblem } from "./pdf-content.ts";
import { beginningOf, contentOf, startsWith, ZIP_LOCAL, type ZipEntry, zipEntries } from "./zip.ts";

const MAIN_PART = "application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml";

/** The parts of an ordinary Word document. Macros, controls, embedded objects and programs are not among them. */
const USUAL_PART =
  /(^\[Content_Types\]\.xml|\/|\.rels|\.xml|\.vml|\.(png|jpe?g|jfif|gif|bmp|tiff?|webp|svg|emf|wmf|emz|wmz|wdp|ico|pict)|\.(odttf|ttf|otf)|\.(thmx|xlsx|sigs|txt)|printerSettings\d*\.bin|word\/media\/[^/]+\.pdf)$/i;
const ACTIVE_PART = /(^|\/)(activeX|customUI|userCustomization)\/|vbaData\.xml$/i;
/** Parts that are read completely. Of the others, such as pictures and fonts, only the beginning is read. */
const OPENED_PART = /\.(xml|rels|vml|xlsx|pdf)$/i;
/** A Worker has 128 MB of memory; a book of 500 pages takes 10 MB. */
const MAX_OPENED_BYTES = 20_000_000;
const WORKBOOK_PART =
  /^(?!.*(vba|macro|activeX|oleObject)).*(\/|\.(xml|rels|vml|png|jpe?g|gif|emf|wmf)|printerSettings\d*\.bin)$/i;

/**
 * Checks every part of a .docx. Returns why the file is refused; null if it is a Word document that does nothing by
 * itself.
 */
export function docxProblem(bytes: Uint8Array): ContentProblem | null {
  if (oleStreams(bytes)?.some(({ name }) => name === "EncryptedPackage")) return "protectedFile";
  if (!startsWith(bytes, ZIP_LOCAL)) return "wrongFileType";
  const entries = zipEntries(bytes);
  if (entries === null) return "wrongFileType";
  const names = entries.map(({ name }) => name);
  if (!names.includes("[Content_Types].xml") || !names.includes("word/document.xml")) return "wrongFileType";
  if (new Set(names).size !== names.length) return "wrongFileType";
  if (names.some((name) => /(^|[/\\])\.\.([/\\]|$)/.test(name))) return "wrongFileType";
  if (names.some((name) => !USUAL_PART.test(name) || ACTIVE_PART.test(name))) return "activeWord";
  const opened = entries.filter(({ name }) => OPENED_PART.test(name));
  if (opened.reduce((sum, { inflatedBytes }) => sum + inflatedBytes, 0) > MAX_OPENED_BYTES)
    return "activeWord";
  for (const entry of entries) {
    const problem = partProblem(entry);
    if (problem) return problem;
  }
  return null;
}

function partProblem(entry: ZipEntry): ContentProblem | null {
  const { name } = entry;
  // Every executable for Windows begins with the letters "MZ", whatever its name is.
  if (!OPENED_PART.test(name))
    return String.fromCharCode(...beginningOf(entry).subarray(0, 2)) === "MZ" ? "activeWord" : null;
  const content = contentOf(entry);
  if (content === null) return "wrongFileType";
  if (/\.xlsx$/i.test(name)) return isPlainWorkbook(content) ? null : "activeWord";
  if (/\.pdf$/i.test(name)) return pdfProblem(content) && "activeWord";
  const xml = textOf(content);
  if (xml === null || !/^\s*</.test(xml)) return "activeWord";
  if (name === "[Content_Types].xml") {
    if (/macroEnabled|vbaProject|activeX|oleObject/i.test(xml)) return "activeWord";
    return xml.includes(MAIN_PART) ? null : "wrongFileType";
  }
  if (/\.rels$/i.test(name)) return hasActiveRelation(xml) ? "activeWord" : null;
  return hasRemoteField(xml) || hasPrivateExtension(xml) ? "activeWord" : null;
}

/** Whether the workbook behind a chart has no macros, and neither fetches nor runs anything. */
function isPlainWorkbook(bytes: Uint8Array): boolean {
  const entries = zipEntries(bytes) ?? [];
  return (
    entries.some(({ name }) => name === "xl/workbook.xml") &&
    entries.every(({ name }) => WORKBOOK_PART.test(name))
  );
}

/** XML as text; null if it has an encoding that Word does not write, or declares entities of its own. */
function textOf(content: Uint8Array): string | null {
  const [first, second] = content;
  const label =
    first === 0xff && second === 0xfe ? "utf-16le" : first === 0xfe && second === 0xff ? "utf-16be" : "utf-8";
  const text = new TextDecoder(label).decode(content);
  const declared = /^\s*<\?xml[^>]*encoding\s*=\s*["']([^"']*)/i.exec(text)?.[1]?.toLowerCase();
  const isPlain = declared === undefined || /^(utf-8|utf-16|us-ascii|ascii)$/.test(declared);
  return isPlain && !text.includes("\0") && !/<!(DOCTYPE|ENTITY)/i.test(text) ? text : null;
}

const attribute = (tag: string, name: string) => {
  const [, , value = ""] = new RegExp(`\\b${name}\\s*=\\s*(["'])([\\s\\S]*?)\\1`).exec(tag) ?? [];
  return value
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code) =>
      String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)),
    )
    .replace(/&#(\d{1,7});/g, (_, code) => String.fromCodePoint(Math.min(Number(code), 0x10ffff)))
    .replace(
      /&(amp|lt|gt|quot|apos);/g,
      (_, word) => ({ amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" })[word as "amp"]!,
    );
};

/** Targets that, when followed, make a computer contact another computer or start a program. */
const UNC = /^(file:)?[/\\]{2}(?![/\\]?[a-z]:|\/)|^file:[/\\]{4,}/i;
const RISKY_LINK =
  /^\s*(javascript|vbscript|data|mhtml|mk|its|ms-[a-z-]+|search|search-ms|shell|res|jar|hcp):/i;

/**
 * Whether a document fetches a template, object or frame from elsewhere, or contains an embedded object that runs
 * something.
 */
function hasActiveRelation(xml: string): boolean {
  for (const [tag] of xml.matchAll(/<(?:\w+:)?Relationship\b[^>]*>/g)) if (isActiveRelation(tag)) return true;
  return false;
}

function isActiveRelation(tag: string): boolean {
  const kind = attribute(tag, "Type").split("/").at(-1)!;
  const target = attribute(tag, "Target").trim();
  if (
    /^(vbaProject|wordVbaData|oleObject|control|aFChunk|frame|subDocument|attachedToolbars|extensibility)$/i.test(
      kind,
    )
  )
    return true;
  if (attribute(tag, "TargetMode") !== "External") return false;
  if (UNC.test(target)) return true;
  if (kind === "hyperlink") return RISKY_LINK.test(target);
  // Word records the path of a template on the author's own disk, which is harmless. A linked picture is fetched only
  // if the reader agrees.
  if (kind === "attachedTemplate") return /^\s*[a-z][a-z0-9+.-]+:/i.test(target) && !/^file:/i.test(target);
  return kind !== "image" || RISKY_LINK.test(target);
}

/** Whether a field gets its content from another program (DDE). The text of a field may be split into several runs. */
function hasRemoteField(xml: string): boolean {
  const pieces = xml.matchAll(
    /<(?:\w+:)?instrText\b[^>]*>([^<]*)|\bw:instr\s*=\s*"([^"]*)|fldCharType="begin"/g,
  );
  let fields = "";
  for (const [, run, whole] of pieces) fields += run ?? (whole === undefined ? "\n" : `\n${whole}\n`);
  return /^\s*DDE(AUTO)?\b/im.test(fields);
}

/** Whether an add-in comes from anywhere other than Microsoft's store or the author's own organization. */
function hasPrivateExtension(xml: string): boolean {
  for (const [, , kind] of xml.matchAll(/\bstoreType\s*=\s*(["'])([^"']*)\1/g))
    if (!/^(OMEX|EXCatalog)$/i.test(kind!)) return true;
  return false;
}

const OLE_SIGNATURE = Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1);
/** The most sectors of the allocation table that the header of an OLE2 file lists; we do not read any further lists. */
const MOST_FAT_SECTORS = 109;
const FREE = 0xfffffffa;

/** The names of storages and streams of Word 97 to 2003 that can run something or contain another program's file. */
const ACTIVE_STREAM = /^(macros|vba|_vba_.*|ole10native|package|equation native|ocxname)$/i;

/** Why a .doc is refused; null if it is a Word 97 document that does nothing by itself. */
export function docProblem(bytes: Uint8Array): ContentProblem | null {
  const streams = oleStreams(bytes);
  if (streams?.some(({ name }) => name === "EncryptedPackage")) return "protectedFile";
  const document = streams?.find(({ name, isStream }) => name === "WordDocument" && isStream);
  if (!streams || !document) return "wrongFileType";
  // The name may begin with a control character, which is ignored.
  return streams.some(({ name }) => ACTIVE_STREAM.test(name.replace(/^[^ -~]/, ""))) ? "activeWord" : null;
}

/** The directory of an OLE2 file (MS-CFB); null if the file is damaged or is no OLE2 file. */
function oleStreams(bytes: Uint8Array): { name: string; isStream: boolean }[] | null {
  if (!startsWith(bytes, OLE_SIGNATURE) || bytes.length < 1_536) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const shift = view.getUint16(30, true);
  const fatSectors = view.getUint32(44, true);
  if ((shift !== 9 && shift !== 12) || fatSectors < 1 || fatSectors > MOST_FAT_SECTORS) return null;
  const size = 1 << shift;
  const startOf = (sector: number) => (sector + 1) * size;
  const nextOf = (sector: number): number | null => {
    const fat = view.getUint32(76 + 4 * Math.floor((sector * 4) / size), true);
    const at = startOf(fat) + ((sector * 4) % size);
    return sector * 4 < fatSectors * size && at + 4 <= bytes.length ? view.getUint32(at, true) : null;
  };

  const found: { name: string; isStream: boolean }[] = [];
  const most = Math.ceil(bytes.length / size);
  let sector: number | null = view.getUint32(48, true);
  for (let count = 0; sector !== null && sector < FREE; count++) {
    if (count > most || startOf(sector) + size > bytes.length) return null;
    for (let at = startOf(sector); at < startOf(sector) + size; at += 128) {
      const nameBytes = view.getUint16(at + 64, true);
      const kind = view.getUint8(at + 66);
      if (kind === 0 || nameBytes < 2 || nameBytes > 64) continue;
      const name = new TextDecoder("utf-16le").decode(bytes.subarray(at, at + nameBytes - 2));
      found.push({ name, isStream: kind === 2 });
    }
    sector = nextOf(sector);
  }
  return sector === null ? null : found;
}
