import { expect, test } from "vitest";
import { checkDocument, downloadName, fileSize, isDocumentMissing, MAX_DOCUMENT_BYTES } from "./documents.ts";
import { messages } from "./messages.ts";

const bytes = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
const join = (...parts: Uint8Array[]) => {
  const file = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    file.set(part, at);
    at += part.length;
  }
  return file;
};
const padded = (start: Uint8Array, length: number, end = new Uint8Array()) => {
  const file = new Uint8Array(length).fill(32);
  file.set(start);
  file.set(end, length - end.length);
  return file;
};
const numbers = (size: 2 | 4, ...values: number[]) => {
  const view = new DataView(new ArrayBuffer(values.length * size));
  values.forEach((value, index) => {
    if (size === 2) view.setUint16(index * 2, value, true);
    else view.setUint32(index * 4, value, true);
  });
  return new Uint8Array(view.buffer);
};

type Entry = {
  name: string;
  content?: Uint8Array;
  inflated?: number;
  stored?: number;
  at?: number;
  /** Extra fields beside the content, and those in the directory. */
  localExtra?: string;
  extra?: string;
  comment?: string;
};
type Lies = {
  count?: number;
  directory?: number;
  size?: number;
  comment?: string;
  prefix?: Uint8Array;
  reversed?: boolean;
};

/** A ZIP of stored entries, with any field that can lie set to a lie. */
function zip(entries: Entry[], lies: Lies = {}): Uint8Array {
  const start = lies.prefix ?? new Uint8Array();
  const locals: Uint8Array[] = [start];
  const records: Uint8Array[] = [];
  let offset = start.length;
  for (const {
    name,
    content = new Uint8Array(),
    inflated = content.length,
    at = offset,
    stored,
    localExtra = "",
    extra = "",
    comment = "",
  } of entries) {
    const sizes = numbers(4, 0, stored ?? content.length, inflated);
    const nameBytes = new TextEncoder().encode(name);
    const fixed = numbers(2, 20, 0, 0, 0, 0);
    const local = join(
      bytes("PK\x03\x04"),
      fixed,
      sizes,
      numbers(2, nameBytes.length, localExtra.length),
      nameBytes,
      bytes(localExtra),
      content,
    );
    locals.push(local);
    records.push(
      join(
        bytes("PK\x01\x02"),
        numbers(2, 20),
        fixed,
        sizes,
        numbers(2, nameBytes.length, extra.length, comment.length, 0, 0),
        numbers(4, 0, at),
        nameBytes,
        bytes(extra),
        bytes(comment),
      ),
    );
    offset += local.length;
  }
  const directory = join(...(lies.reversed ? records.reverse() : records));
  const comment = bytes(lies.comment ?? "");
  const count = lies.count ?? entries.length;
  return join(
    ...locals,
    directory,
    bytes("PK\x05\x06"),
    numbers(2, 0, 0, count, count),
    numbers(4, lies.size ?? directory.length, lies.directory ?? offset),
    numbers(2, comment.length),
    comment,
  );
}

const word: Entry[] = [
  { name: "[Content_Types].xml", content: bytes("<Types/>") },
  { name: "_rels/.rels", content: bytes("<Relationships/>") },
  { name: "word/document.xml", content: bytes("<w:document/>") },
];
const pdf = bytes("%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\nstartxref\n9\n%%EOF\n");
const ole = padded(Uint8Array.of(0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1), 1_536);
const many = (count: number): Entry[] => [
  ...word,
  ...Array.from({ length: count - word.length }, (_, index) => ({ name: `word/media/${index}.png` })),
];

test.each<[string, string, Uint8Array, string]>([
  ["a PDF", "resume.pdf", pdf, "application/pdf"],
  ["a PDF in capitals", "RESUME.PDF", pdf, "application/pdf"],
  ["a PDF whose name ends with a blank", "a.pdf ", pdf, "application/pdf"],
  ["a PDF with a long name", "my.resume (final).v2.pdf", pdf, "application/pdf"],
  [
    "a PDF of exactly 5,000,000 bytes",
    "a.pdf",
    padded(bytes("%PDF-"), 5_000_000, bytes("%%EOF")),
    "application/pdf",
  ],
  [
    "a PDF whose %%EOF starts 2,048 bytes before the end",
    "a.pdf",
    join(pdf.slice(0, -6), bytes("%%EOF"), new Uint8Array(2_043)),
    "application/pdf",
  ],
  ["a PDF shorter than 2 KB", "a.pdf", bytes("%PDF-%%EOF"), "application/pdf"],
  ["a Word 97 document", "resume.doc", ole, "application/msword"],
  ["nothing but the OLE signature", "resume.doc", ole.slice(0, 8), "application/msword"],
  [
    "a Word document",
    "resume.docx",
    zip(word),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  [
    "a Word document with a comment",
    "a.docx",
    zip(word, { comment: "made by PK\x05\x06 nobody" }),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  [
    "a Word document of 2,000 entries",
    "a.docx",
    zip(many(2_000)),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
  [
    "dots inside names",
    "a.docx",
    zip([...word, { name: "word/media/a..png" }, { name: "word/..b" }]),
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ],
])("accepted: %s", (_rule, name, file, contentType) => {
  const extension = name.trim().split(".").at(-1)!.toLowerCase();
  expect(checkDocument(name, file)).toEqual({ allowed: true, contentType, extension });
});

test.each<[string, Uint8Array]>([
  ["extra fields in the directory", zip([{ ...word[0]!, extra: "x".repeat(9) }, ...word.slice(1)])],
  ["extra fields of more than 255 bytes", zip([{ ...word[0]!, extra: "x".repeat(300) }, ...word.slice(1)])],
  ["extra fields beside the content", zip([{ ...word[0]!, localExtra: "x".repeat(9) }, ...word.slice(1)])],
  ["a comment on an entry", zip([{ ...word[0]!, comment: "x".repeat(300) }, ...word.slice(1)])],
  ["a directory in another order", zip(word, { reversed: true })],
  ["the longest comment there can be", zip(word, { comment: "x".repeat(65_535) })],
])("a .docx is accepted with %s", (_rule, file) => {
  expect(checkDocument("a.docx", file)).toMatchObject({ allowed: true });
});

test("a file inside a larger buffer is read from its own start", () => {
  const file = zip(word);
  const buffer = join(bytes("%PDF-"), file, bytes("%%EOF"));
  expect(checkDocument("a.docx", buffer.subarray(5, 5 + file.length))).toMatchObject({ allowed: true });
});

test.each<[string, string, Uint8Array, string]>([
  ["nothing", "a.pdf", new Uint8Array(), messages.emptyFile],
  ["nothing, with a wrong name", "a.exe", new Uint8Array(), messages.emptyFile],
  ["5,000,001 bytes", "a.pdf", padded(bytes("%PDF-"), 5_000_001, bytes("%%EOF")), messages.fileTooLarge],
  ["5,000,001 bytes of anything", "a.exe", new Uint8Array(5_000_001), messages.fileTooLarge],
  ["one byte", "a.pdf", bytes("x"), messages.wrongFileType],
  ["another extension", "a.txt", pdf, messages.wrongFileType],
  ["no extension", "pdf", pdf, messages.wrongFileType],
  ["an extension after the right one", "a.pdf.exe", pdf, messages.wrongFileType],
  ["a macro document by name", "a.docm", zip(word), messages.wrongFileType],
  ["a PDF called .doc", "a.doc", pdf, messages.wrongFileType],
  ["a PDF called .docx", "a.docx", pdf, messages.wrongFileType],
  ["a Word 97 document called .docx", "a.docx", ole, messages.wrongFileType],
  ["a Word document called .doc", "a.doc", zip(word), messages.wrongFileType],
  ["a Word document called .pdf", "a.pdf", zip(word), messages.wrongFileType],
  ["HTML called .pdf", "a.pdf", bytes("<html>%PDF-1.7 %%EOF"), messages.wrongFileType],
  ["an image called .pdf", "a.pdf", bytes("GIF89a%PDF-%%EOF"), messages.wrongFileType],
  ["a PDF after one blank", "a.pdf", join(bytes(" "), pdf), messages.wrongFileType],
  ["a PDF without an end", "a.pdf", bytes("%PDF-1.7\n1 0 obj"), messages.wrongFileType],
  [
    "a PDF whose %%EOF starts 2,049 bytes before the end",
    "a.pdf",
    join(pdf.slice(0, -6), bytes("%%EOF"), new Uint8Array(2_044)),
    messages.wrongFileType,
  ],
  [
    "a PDF that is also an archive",
    "a.pdf",
    join(pdf, zip(word, { directory: undefined })),
    messages.wrongFileType,
  ],
  [
    "a PDF with a page of HTML behind it",
    "a.pdf",
    join(pdf, bytes("<script>1</script>")),
    messages.wrongFileType,
  ],
  ["a broken OLE signature", "a.doc", ole.slice(1), messages.wrongFileType],
  ["seven bytes of the OLE signature", "a.doc", ole.slice(0, 7), messages.wrongFileType],
])("refused: %s", (_rule, name, file, reason) => {
  expect(checkDocument(name, file)).toEqual({ allowed: false, reason });
});

const offsetOf = (name: string) => new TextDecoder("latin1").decode(zip(word)).indexOf(name) - 30;

const pastDirectory = zip([...word, { name: "x" }], { comment: "PK\x03\x04" }).length - 4;

test.each<[string, Uint8Array]>([
  ["no content types", zip(word.slice(1))],
  ["no document", zip(word.slice(0, 2))],
  ["a spreadsheet", zip([word[0]!, { name: "xl/workbook.xml" }])],
  ["names in other letters", zip([{ name: "[content_types].xml" }, { name: "Word/document.xml" }])],
  ["macros", zip([...word, { name: "word/vbaProject.bin" }])],
  ["macros elsewhere, in other letters", zip([...word, { name: "VBAPROJECT.BIN" }])],
  ["a name that climbs", zip([...word, { name: "../../evil" }])],
  ["a name that climbs in the middle", zip([...word, { name: "word/../../evil" }])],
  ["a name that climbs at the end", zip([...word, { name: "word/.." }])],
  ["a name that climbs by backslash", zip([...word, { name: "word\\..\\evil" }])],
  ["one name twice", zip([...word, { name: "word/document.xml" }])],
  ["2,001 entries", zip(many(2_001))],
  ["HTML in front", zip(word, { prefix: bytes("<html></html>") })],
  ["bytes behind", join(zip(word), bytes("x"))],
  ["no directory", zip(word).slice(0, 40)],
  ["a directory that counts one entry more", zip(word, { count: 4 })],
  ["a directory that counts one entry less", zip(word, { count: 2 })],
  ["a directory that counts 65,535 entries", zip(word, { count: 0xffff })],
  ["a ZIP64 directory", zip(word, { directory: 0xffffffff, size: 0xffffffff })],
  ["a directory that starts elsewhere", zip(word, { directory: 3 })],
  ["a directory larger than the file", zip(word, { size: 1_000_000 })],
  ["an entry that points nowhere", zip([...word, { name: "x", at: 0xfffffff0 }])],
  ["an entry that points at no entry", zip([...word, { name: "x", at: 5 }])],
  [
    "an entry that points into the last bytes",
    zip([...word, { name: "x", at: pastDirectory }], { comment: "PK\x03\x04" }),
  ],
  [
    "extra fields that fill the space of the next entry",
    zip([{ ...word[0]!, localExtra: "xx", stored: 9 }, ...word.slice(1)]),
  ],
  ["an entry inside another one", zip([...word, { name: "x", at: offsetOf("_rels/.rels") }])],
  ["an entry longer than the space it has", zip([word[0]!, { ...word[1]!, stored: 5_000 }, word[2]!])],
  ["a last entry that runs into the directory", zip([...word, { name: "x", stored: 1 }])],
])("a .docx is refused with %s", (_rule, file) => {
  expect(checkDocument("a.docx", file)).toEqual({ allowed: false, reason: messages.wrongFileType });
});

test("inflating to more than 100 times the file's size is refused, to exactly that much is not", () => {
  const declared = (inflated: number) => zip([...word, { name: "x", inflated }]);
  const most = declared(0).length * 100 - word.reduce((sum, { content }) => sum + content!.length, 0);
  expect(checkDocument("a.docx", declared(most))).toMatchObject({ allowed: true });
  expect(checkDocument("a.docx", declared(most + 1))).toMatchObject({ allowed: false });
});

test("inflating to more than 100 MB is refused, to exactly that much is not, and neither is inflated", () => {
  const large = (inflated: number) =>
    zip([...word.slice(0, 2), { name: "word/document.xml", content: new Uint8Array(1_200_000), inflated }]);
  expect(checkDocument("a.docx", large(100_000_000 - 24))).toMatchObject({ allowed: true });
  expect(checkDocument("a.docx", large(100_000_000 - 23))).toMatchObject({ allowed: false });
});

test("no change of one byte and no cut makes the check throw", () => {
  const file = zip(word);
  for (let at = 0; at < file.length; at++) {
    for (const value of [0, 1, 0x7f, 0xff]) {
      const broken = file.slice();
      broken[at] = value;
      expect(() => checkDocument("a.docx", broken)).not.toThrow();
    }
    expect(checkDocument("a.docx", file.slice(0, at)).allowed).toBe(false);
  }
});

test("a directory cut short inside its first record is refused, not read beyond the end", () => {
  const file = join(bytes("PK\x03\x04"), bytes("PK\x01\x02"), bytes("PK\x05\x06"));
  const end = join(numbers(2, 0, 0, 1, 1), numbers(4, 4, 4), numbers(2, 0));
  expect(checkDocument("a.docx", join(file, end))).toMatchObject({ allowed: false });
});

test("the limit is 5 MB in decimal", () => {
  expect(MAX_DOCUMENT_BYTES).toBe(5_000_000);
});

test.each([
  [false, false, false, false],
  [false, true, false, false],
  [false, false, true, false],
  [false, true, true, false],
  [true, false, false, true],
  [true, true, false, false],
  [true, false, true, false],
  [true, true, true, false],
])("required %s, stored %s, chosen %s: missing %s", (required, hasExisting, chosen, missing) => {
  expect(isDocumentMissing(required, hasExisting, chosen)).toBe(missing);
});

test.each([
  ["resume.pdf", "resume.pdf", "resume.pdf"],
  ["my resume.pdf", "my resume.pdf", "my%20resume.pdf"],
  [" a.pdf ", "a.pdf", "a.pdf"],
  ["履歴書.pdf", "___.pdf", "%E5%B1%A5%E6%AD%B4%E6%9B%B8.pdf"],
  ["é'(*)!.pdf", "_'(*)!.pdf", "%C3%A9%27%28%2A%29!.pdf"],
  ['a"; filename="b.exe', "a__ filename=_b.exe", "a%22%3B%20filename%3D%22b.exe"],
  ["a\r\nSet-Cookie: x=1.pdf", "aSet-Cookie: x=1.pdf", "aSet-Cookie%3A%20x%3D1.pdf"],
  ["../../etc/passwd", "passwd", "passwd"],
  ["C:\\Users\\me\\cv.doc", "cv.doc", "cv.doc"],
  ["a\n/b.pdf", "b.pdf", "b.pdf"],
  ["%2e%2e.pdf", "_2e_2e.pdf", "%252e%252e.pdf"],
  ["a\u202efdp.exe", "afdp.exe", "afdp.exe"],
  ["a\0b.pdf", "ab.pdf", "ab.pdf"],
  ["😀.pdf", "_.pdf", "%F0%9F%98%80.pdf"],
  [".htaccess", "htaccess", "htaccess"],
  ["", "document", "document"],
  ["..", "document", "document"],
  ["a/", "document", "document"],
  [`${"a".repeat(200)}.docx`, `${"a".repeat(115)}.docx`, `${"a".repeat(115)}.docx`],
])("%o is downloaded as %o", (fileName, ascii, utf8) => {
  expect(downloadName(fileName)).toEqual({ ascii, utf8 });
  expect(ascii).toMatch(/^[ !#$&-.0-:<-[\]-~]+$/);
});

test("half a surrogate pair in a name is replaced, because it cannot be encoded", () => {
  expect(downloadName("\ud800.pdf")).toEqual({ ascii: "_.pdf", utf8: "%EF%BF%BD.pdf" });
});

test.each([
  [0, "0 bytes"],
  [1, "1 byte"],
  [999, "999 bytes"],
  [1_000, "1 KB"],
  [12_345, "12 KB"],
  [999_499, "999 KB"],
  [999_500, "1 MB"],
  [1_234_567, "1.2 MB"],
  [5_000_000, "5 MB"],
])("%d bytes read %s", (size, text) => {
  expect(fileSize(size)).toBe(text);
});
