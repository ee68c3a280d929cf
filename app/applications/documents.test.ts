import { deflateSync } from "node:zlib";
import { expect, test } from "vitest";
import {
  bytes,
  type Entry,
  join,
  numbers,
  oleOf,
  packed,
  padded,
  word,
  zip,
} from "../../test/support/documents.ts";
import { checkDocument } from "./document-content.ts";
import { downloadName, fileProblem, fileSize } from "./documents.ts";
import { applicationMessages } from "./messages.ts";

const pdf = bytes("%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\nstartxref\n9\n%%EOF\n");
const ole = oleOf("WordDocument", "1Table", "ObjectPool/");
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
    zip([...word, { name: "word/media/a..png" }, { name: "word/media/..b.png" }]),
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
  ["nothing", "a.pdf", new Uint8Array(), applicationMessages.emptyFile],
  ["nothing, with a wrong name", "a.exe", new Uint8Array(), applicationMessages.emptyFile],
  [
    "5,000,001 bytes",
    "a.pdf",
    padded(bytes("%PDF-"), 5_000_001, bytes("%%EOF")),
    applicationMessages.fileTooLarge,
  ],
  ["5,000,001 bytes of anything", "a.exe", new Uint8Array(5_000_001), applicationMessages.fileTooLarge],
  ["one byte", "a.pdf", bytes("x"), applicationMessages.wrongFileType],
  ["another extension", "a.txt", pdf, applicationMessages.wrongFileType],
  ["no extension", "pdf", pdf, applicationMessages.wrongFileType],
  ["an extension after the right one", "a.pdf.exe", pdf, applicationMessages.wrongFileType],
  ["a macro document by name", "a.docm", zip(word), applicationMessages.wrongFileType],
  ["a PDF called .doc", "a.doc", pdf, applicationMessages.wrongFileType],
  ["a PDF called .docx", "a.docx", pdf, applicationMessages.wrongFileType],
  ["a Word 97 document called .docx", "a.docx", ole, applicationMessages.wrongFileType],
  ["a Word document called .doc", "a.doc", zip(word), applicationMessages.wrongFileType],
  ["a Word document called .pdf", "a.pdf", zip(word), applicationMessages.wrongFileType],
  ["HTML called .pdf", "a.pdf", bytes("<html>%PDF-1.7 %%EOF"), applicationMessages.wrongFileType],
  ["an image called .pdf", "a.pdf", bytes("GIF89a%PDF-%%EOF"), applicationMessages.wrongFileType],
  ["a PDF after one blank", "a.pdf", join(bytes(" "), pdf), applicationMessages.wrongFileType],
  ["a PDF without an end", "a.pdf", bytes("%PDF-1.7\n1 0 obj"), applicationMessages.wrongFileType],
  [
    "a PDF whose %%EOF starts 2,049 bytes before the end",
    "a.pdf",
    join(pdf.slice(0, -6), bytes("%%EOF"), new Uint8Array(2_044)),
    applicationMessages.wrongFileType,
  ],
  [
    "a PDF that is also an archive",
    "a.pdf",
    join(pdf, zip(word, { directory: undefined })),
    applicationMessages.wrongFileType,
  ],
  [
    "a PDF with a page of HTML behind it",
    "a.pdf",
    join(pdf, bytes("<script>1</script>")),
    applicationMessages.wrongFileType,
  ],
  ["a broken OLE signature", "a.doc", ole.slice(1), applicationMessages.wrongFileType],
  ["seven bytes of the OLE signature", "a.doc", ole.slice(0, 7), applicationMessages.wrongFileType],
])("refused: %s", (_rule, name, file, reason) => {
  expect(checkDocument(name, file)).toMatchObject({ allowed: false, reason });
});

const offsetOf = (name: string) => new TextDecoder("latin1").decode(zip(word)).indexOf(name) - 30;

const pastDirectory = zip([...word, { name: "x" }], { comment: "PK\x03\x04" }).length - 4;

test.each<[string, Uint8Array]>([
  ["no content types", zip(word.slice(1))],
  ["no document", zip(word.slice(0, 2))],
  ["a spreadsheet", zip([word[0]!, { name: "xl/workbook.xml" }])],
  ["names in other letters", zip([{ name: "[content_types].xml" }, { name: "Word/document.xml" }])],
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
  expect(checkDocument("a.docx", file)).toMatchObject({
    allowed: false,
    reason: applicationMessages.wrongFileType,
  });
});

test("packed parts are opened, and one that is longer or shorter than the directory says is refused", () => {
  const xml = bytes(`<w:document>${" ".repeat(300)}</w:document>`);
  const holding = (inflated: number) =>
    zip([...word.slice(0, 2), packed("word/document.xml", xml, inflated)]);
  expect(checkDocument("a.docx", holding(xml.length))).toMatchObject({ allowed: true });
  expect(checkDocument("a.docx", holding(xml.length - 1))).toMatchObject({ allowed: false });
  expect(checkDocument("a.docx", holding(xml.length + 1))).toMatchObject({ allowed: false });
});

test("what inflates to more than 100 times the file's size, or to more than 100 MB, is refused unopened", () => {
  const bomb = zip([...word, packed("word/media/a.png", new Uint8Array(3_000_000))]);
  expect(checkDocument("a.docx", bomb)).toMatchObject({
    allowed: false,
    reason: applicationMessages.wrongFileType,
  });
  const large = { ...packed("word/media/a.png", new Uint8Array(9)), inflated: 100_000_001 };
  const ballast = { name: "word/media/b.png", content: new Uint8Array(2_000_000) };
  expect(checkDocument("a.docx", zip([...word, ballast, large]))).toMatchObject({ allowed: false });
});

test("of what is opened, 20 MB are, and pictures do not count", () => {
  const ballast = { name: "word/media/b.png", content: new Uint8Array(1_000_000) };
  const rest = word.reduce((sum, { content }) => sum + content!.length, 0);
  const holding = (length: number) =>
    zip([
      ...word,
      packed("word/styles.xml", padded(bytes("<a/>"), length)),
      ballast,
      packed("word/media/a.bmp", new Uint8Array(30_000_000)),
    ]);
  expect(checkDocument("a.docx", holding(20_000_000 - rest))).toMatchObject({ allowed: true });
  expect(checkDocument("a.docx", holding(20_000_001 - rest))).toMatchObject({ problem: "activeWord" });
});

const rels = (...tags: string[]): Entry => ({
  name: "word/_rels/document.xml.rels",
  content: bytes(`<?xml version="1.0"?><Relationships>${tags.join("")}</Relationships>`),
});
const relation = (kind: string, target: string, mode = ' TargetMode="External"') =>
  `<Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${kind}" Target="${target}"${mode}/>`;
const part = (name: string, content: string): Entry => ({ name, content: bytes(content) });
const withDocument = (xml: string) => zip([...word.slice(0, 2), part("word/document.xml", xml)]);
const spreadsheet = zip([part("[Content_Types].xml", "<Types/>"), part("xl/workbook.xml", "<workbook/>")]);

test.each<[string, Uint8Array]>([
  ["links", zip([...word, rels(relation("hyperlink", "https://linkedin.com/in/mei?a=1&amp;b=2"))])],
  ["a link to write a mail", zip([...word, rels(relation("hyperlink", "mailto:mei@example.org"))])],
  ["a link without scheme", zip([...word, rels(relation("hyperlink", "www.example.org"))])],
  [
    "a template of Word on the writer's disk",
    zip([...word, rels(relation("attachedTemplate", "file:///C:\\Users\\Mei\\Resume.dotx"))]),
  ],
  ["a template by its name", zip([...word, rels(relation("attachedTemplate", "Normal.dotm"))])],
  ["a picture linked on the web", zip([...word, rels(relation("image", "https://example.org/a.png"))])],
  [
    "pictures, fonts, a theme and a printer",
    zip([
      ...word,
      ...[
        "word/media/image1.jpeg",
        "word/media/image2.emf",
        "word/fonts/font1.odttf",
        "word/printerSettings1.bin",
        "docProps/thumbnail.jpeg",
      ].map((name) => part(name, "x")),
      part("word/theme/theme1.xml", "<a:theme/>"),
    ]),
  ],
  [
    "the workbook of a chart",
    zip([...word, { name: "word/embeddings/Microsoft_Excel_Worksheet.xlsx", content: spreadsheet }]),
  ],
  [
    "a pane from Microsoft's store",
    zip([...word, part("word/webextensions/webextension1.xml", '<we:reference id="wa2" storeType="OMEX"/>')]),
  ],
  [
    "fields",
    withDocument(
      '<w:document><w:fldChar w:fldCharType="begin"/><w:instrText>HYPERLINK "https://example.org/DDE"</w:instrText></w:document>',
    ),
  ],
  [
    "UTF-16",
    zip([
      ...word,
      { name: "docProps/app.xml", content: Uint8Array.of(0xff, 0xfe, 0x3c, 0, 0x61, 0, 0x2f, 0, 0x3e, 0) },
    ]),
  ],
  ["a folder of its own", zip([...word, { name: "word/media/" }])],
])("a genuine .docx with %s is accepted", (_rule, file) => {
  expect(checkDocument("a.docx", file)).toMatchObject({ allowed: true });
});

test.each<[string, Uint8Array]>([
  ["macros", zip([...word, part("word/vbaProject.bin", "x")])],
  ["macros elsewhere, in other letters", zip([...word, part("VBAPROJECT.BIN", "x")])],
  ["a program", zip([...word, part("word/media/run.exe", "MZ")])],
  ["a program called a picture", zip([...word, part("word/media/image1.png", "MZ\x90")])],
  ["an embedded object", zip([...word, part("word/embeddings/oleObject1.bin", "x")])],
  ["a control", zip([...word, part("word/activeX/activeX1.xml", "<a/>")])],
  [
    "a template from elsewhere",
    zip([...word, rels(relation("attachedTemplate", "https://evil.example/a.dotm"))]),
  ],
  [
    "the same in disguise",
    zip([...word, rels(relation("attachedTemplate", "&#104;ttps://evil.example/a.dotm"))]),
  ],
  [
    "a template on another computer",
    zip([...word, rels(relation("attachedTemplate", "\\\\evil\\share\\a.dotm"))]),
  ],
  ["the same as an address", zip([...word, rels(relation("attachedTemplate", "file://evil/share/a.dotm"))])],
  ["a picture on another computer", zip([...word, rels(relation("image", "file:\\\\evil\\a.png"))])],
  ["an object from elsewhere", zip([...word, rels(relation("oleObject", "https://evil.example/a.rtf"))])],
  ["a page as a part", zip([...word, rels(relation("aFChunk", "afchunk.mht", ""))])],
  ["a link that runs", zip([...word, rels(relation("hyperlink", "ms-msdt:/id"))])],
  [
    "a workbook with macros",
    zip([
      ...word,
      {
        name: "word/embeddings/a.xlsx",
        content: zip([part("xl/workbook.xml", "<a/>"), part("xl/vbaProject.bin", "x")]),
      },
    ]),
  ],
  [
    "a field that asks a program",
    withDocument(
      '<w:document><w:fldChar w:fldCharType="begin"/><w:instrText> DDE</w:instrText><w:instrText>AUTO c:\\cmd</w:instrText></w:document>',
    ),
  ],
  [
    "a pane from elsewhere",
    zip([
      ...word,
      part(
        "word/webextensions/webextension1.xml",
        '<we:reference store="\\\\\\\\evil" storeType="FileSystem"/>',
      ),
    ]),
  ],
  [
    "a packed program called a picture",
    zip([...word, packed("word/media/image1.png", bytes(`MZ\x90${"x".repeat(400)}`))]),
  ],
  ["entities", zip([...word, part("docProps/app.xml", "<!DOCTYPE a [<!ENTITY b 'c'>]><a/>")])],
])("an active .docx is refused: %s", (_rule, file) => {
  expect(checkDocument("a.docx", file)).toMatchObject({ allowed: false, problem: "activeWord" });
});

test.each([
  ["a macro document by its types", "application/vnd.ms-word.document.macroEnabled.main+xml", "activeWord"],
  [
    "a spreadsheet by its types",
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
    "wrongFileType",
  ],
])("refused: %s", (_rule, type, problem) => {
  const file = zip([
    part("[Content_Types].xml", `<Types><Override ContentType="${type}"/></Types>`),
    ...word.slice(1),
  ]);
  expect(checkDocument("a.docx", file)).toMatchObject({ problem });
});

test.each([
  ["macros", oleOf("WordDocument", "Macros/"), "activeWord"],
  ["macros in other letters", oleOf("WordDocument", "_VBA_PROJECT"), "activeWord"],
  ["a packed file", oleOf("WordDocument", "ObjectPool/", "\x01Ole10Native"), "activeWord"],
  ["an installer", oleOf("\u4840\u3f7f", "\x05SummaryInformation"), "wrongFileType"],
  ["a spreadsheet", oleOf("Workbook"), "wrongFileType"],
  ["a storage called like a document", oleOf("WordDocument/"), "wrongFileType"],
  [
    "a page of HTML behind the signature",
    join(ole.slice(0, 8), bytes("<html>".repeat(400))),
    "wrongFileType",
  ],
  ["a password", oleOf("EncryptedPackage", "EncryptionInfo"), "protectedFile"],
])("a .doc is refused with %s", (_rule, file, problem) => {
  expect(checkDocument("a.doc", file)).toMatchObject({ allowed: false, problem });
});

test("a protected Word document, whose directory goes in circles too, is an answer and no error", () => {
  expect(checkDocument("a.docx", oleOf("EncryptedPackage"))).toMatchObject({ problem: "protectedFile" });
  const circle = ole.slice();
  circle[516] = 1;
  circle.fill(0, 517, 520);
  expect(checkDocument("a.doc", circle)).toMatchObject({ problem: "wrongFileType" });
  for (let at = 8; at < 600; at++) {
    const broken = ole.slice();
    broken[at] = 0xff;
    expect(() => checkDocument("a.doc", broken)).not.toThrow();
  }
});

const pdfOf = (...objects: (string | Uint8Array)[]) =>
  join(
    bytes("%PDF-1.7\n%\xe2\xe3\n"),
    ...objects.flatMap((object, index) => [
      bytes(`${index + 1} 0 obj\n`),
      typeof object === "string" ? bytes(object) : object,
      bytes("\nendobj\n"),
    ]),
    bytes("trailer <</Root 1 0 R>>\nstartxref\n9\n%%EOF\n"),
  );
const streamOf = (dictionary: string, content: Uint8Array) =>
  join(bytes(`<<${dictionary}/Length ${content.length}>>\nstream\n`), content, bytes("\nendstream"));
const packedObjects = (objects: string, more = "/Filter/FlateDecode") => {
  const head = "9 0 ";
  const content = bytes(head + objects);
  return streamOf(
    `/Type/ObjStm/N 1/First ${head.length}${more}`,
    more.includes("Flate") ? Uint8Array.from(deflateSync(content)) : content,
  );
};

test.each<[string, Uint8Array]>([
  ["links", pdfOf("<</Type/Annot/A<</S/URI/URI(https://example.org)>>>>")],
  [
    "the page it opens at",
    pdfOf("<</Type/Catalog/OpenAction[2 0 R/Fit]>>", "<</Type/Page/Annots[<</A<</S/URI/URI(a)>>>>]>>"),
  ],
  [
    "the page it opens at, as LaTeX says it",
    pdfOf("<</OpenAction 2 0 R>>", "<</S/GoTo/D[3 0 R/Fit]>>", "<</A<</S/URI>>>>"),
  ],
  ["a form", pdfOf("<</AcroForm<</Fields[2 0 R]/DA(/Helv 0 Tf)>>>>", "<</FT/Tx/T(Name)/V(Mei)>>")],
  [
    "headings called by a skill, and links to them",
    pdfOf(
      "<</Dests<</JavaScript[2 0 R/XYZ 0 0 0]/JS[2 0 R/Fit]/Launch 3 0 R>>>>",
      "<</Dest/JavaScript>>",
      "[2 0 R/Fit]",
    ),
  ],
  ["a skill in its title", pdfOf("<</Title(HTML/JavaScript \\(and /Launch\\) \\) 1)>>")],
  ["a skill in its text", pdfOf(streamOf("", bytes("BT (CSS /JavaScript /JS) Tj ET")))],
  ["a skill in its metadata", pdfOf(streamOf("/Type/Metadata", bytes("<x>C++/JavaScript</x>")))],
  ["a skill in a comment", pdfOf("<</A 1>> % /JavaScript")],
  ["objects in a stream", pdfOf(packedObjects("<</Type/Catalog/Pages 2 0 R>>"))],
  ["objects in a stream that is not packed", pdfOf(packedObjects("<</Type/Catalog>>", ""))],
  [
    "pictures",
    pdfOf(
      streamOf(
        "/Filter/DCTDecode",
        Uint8Array.from({ length: 5_000 }, (_, at) => (at * 7919) % 256),
      ),
    ),
  ],
])("a genuine PDF with %s is accepted", (_rule, file) => {
  expect(checkDocument("a.pdf", file)).toMatchObject({ allowed: true });
});

test.each<[string, Uint8Array]>([
  ["a script", pdfOf("<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>")],
  ["a script in disguise", pdfOf("<</S/J#61va#53cript/JS 2 0 R>>")],
  ["a script whose kind stands elsewhere", pdfOf("<</S 2 0 R/JS(1)>>", "/JavaScript")],
  [
    "a script among the objects of a stream, whose places are in no order",
    pdfOf(streamOf("/Type/ObjStm/N 2/First 10", bytes("8 12 9 0  <</S 8 0 R>>/JavaScript"))),
  ],
  [
    "a script among the objects of a stream, whose places lead elsewhere",
    pdfOf(streamOf("/Type/ObjStm/N 1/First 7", bytes("8 9999 <</S/JavaScript>>"))),
  ],
  ["a script among the objects of a stream", pdfOf(packedObjects("<</S/JavaScript/JS(1)>>"))],
  [
    "a script inside of what looks like text",
    pdfOf(streamOf("", bytes("(\n7 0 obj <</S/JavaScript>> endobj"))),
  ],
  ["a program to start", pdfOf("<</S/Launch/F(cmd.exe)>>")],
  ["a file inside", pdfOf("<</Names<</EmbeddedFiles 2 0 R>>>>")],
  ["Flash", pdfOf("<</Subtype/RichMedia>>")],
  ["a form of programs", pdfOf("<</AcroForm<</XFA[(a)2 0 R]>>>>")],
  ["a page that opens an address by itself", pdfOf("<</OpenAction<</S/URI/URI(https://evil.example)>>>>")],
  ["the same elsewhere", pdfOf("<</OpenAction 2 0 R>>", "<</S/URI/URI(a)>>")],
  [
    "the same after another action",
    pdfOf("<</OpenAction 2 0 R>>", "<</S/GoTo/Next 3 0 R>>", "<</S/URI/URI(a)>>"),
  ],
  [
    "the same after ten others",
    pdfOf(
      "<</OpenAction 2 0 R>>",
      ...Array.from({ length: 10 }, (_, at) => `<</S/GoTo/D[1 0 R/Fit]/Next[${at + 3} 0 R]>>`),
      "<</S/URI/URI(a)>>",
    ),
  ],
  [
    "a page that fetches when it is shown",
    pdfOf("<</Type/Page/AA<</O 2 0 R>>>>", "<</S/GoToR/F(\\\\\\\\evil)>>"),
  ],
  ["objects packed in an unusual way", pdfOf(packedObjects("<<>>", "/Filter/ASCIIHexDecode"))],
  [
    "objects that cannot be opened",
    pdfOf(streamOf("/Type/ObjStm/First 4/Filter/FlateDecode", bytes("garbage"))),
  ],
])("an active PDF is refused: %s", (_rule, file) => {
  expect(checkDocument("a.pdf", file)).toMatchObject({ allowed: false, problem: "activePdf" });
});

test("a PDF that is protected is refused with what to do about it", () => {
  const ending = join(pdf, bytes("trailer <</Root 1 0 R/Encrypt 5 0 R>>\nstartxref\n9\n%%EOF\n"));
  const index = pdfOf(streamOf("/Type/XRef/Encrypt 5 0 R", bytes("x")));
  for (const file of [ending, index])
    expect(checkDocument("a.pdf", file)).toMatchObject({
      problem: "protectedFile",
      reason: applicationMessages.protectedFile,
    });
});

test("actions that lead to two hundred others each, in circles, are decided", () => {
  const all = Array.from({ length: 200 }, (_, at) => `${at + 2} 0 R`).join(" ");
  const actions = (last: string) =>
    pdfOf("<</OpenAction 2 0 R>>", ...Array.from({ length: 199 }, () => `<</S/GoTo/Next[${all}]>>`), last);
  expect(checkDocument("a.pdf", actions("<</S/GoTo>>"))).toMatchObject({ allowed: true });
  expect(checkDocument("a.pdf", actions("<</S/URI>>"))).toMatchObject({ problem: "activePdf" });
});

test.each<[string, Uint8Array, boolean]>([
  ["a million words, less the dictionary's", pdfOf(`[${"1 ".repeat(999_980)}]`), true],
  ["more than a million words", pdfOf(`[${"1 ".repeat(1_000_001)}]`), false],
  ["20 MB of packed objects", pdfOf(packedObjects(" ".repeat(19_999_996))), true],
  ["more than 20 MB of packed objects", pdfOf(packedObjects(" ".repeat(19_999_997))), false],
  ["more than a million words of packed objects", pdfOf(packedObjects("[".repeat(1_000_001))), false],
])("how far a PDF is read: %s", (_rule, file, isAllowed) => {
  expect(checkDocument("a.pdf", file).allowed).toBe(isAllowed);
});

test("a PDF that is made to be read in circles is decided in time", () => {
  const file = join(bytes("%PDF-1.7\n"), bytes("1 0 obj (".repeat(300_000)), bytes("\n%%EOF\n"));
  const start = performance.now();
  expect(checkDocument("a.pdf", file)).toMatchObject({ problem: "activePdf" });
  expect(performance.now() - start).toBeLessThan(5_000);
});

test.each([
  ["scan.jpg", 10, "photoOfDocument"],
  ["IMG_0001.HEIC ", 10, "photoOfDocument"],
  ["IMG_0001.HEIC", 6_000_000, "fileTooLarge"],
  ["scan.jpg", 0, "emptyFile"],
  ["a.txt", 10, "wrongFileType"],
  ["a.pdf", 5_000_000, null],
  ["a.pdf", 5_000_001, "fileTooLarge"],
  ["A.DOCX", 1, null],
])("%s of %i bytes before it is opened: %s [253]", (name, size, problem) => {
  expect(fileProblem({ name, size })).toBe(problem);
});

test.each([
  ["a JPEG", "\xff\xd8\xff\xe0"],
  ["a PNG", "\x89PNG\r\n"],
  ["a picture of an iPhone", "\0\0\0\x24ftypheic"],
])("%s called .pdf is told what to do", (_rule, start) => {
  expect(checkDocument("a.pdf", bytes(`${start}${"x".repeat(99)}`))).toMatchObject({
    problem: "photoOfDocument",
  });
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
