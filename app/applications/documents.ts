/** Specification, section 9: 5 MB. */
export const MAX_DOCUMENT_BYTES = 5_000_000;

/** Uploads that one account may make in a day: enough for three documents, each replaced several times. */
export const UPLOADS_A_DAY = 30;
/**
 * The same for an account with an unconfirmed address. It is not zero, because a late mail must not cost
 * anybody the deadline.
 */
export const UNCONFIRMED_UPLOADS_A_DAY = 10;

export const CONTENT_TYPES = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;

export type DocumentExtension = keyof typeof CONTENT_TYPES;

/** The `accept` attribute of a file input: computers go by file names, phones by types. */
export const ACCEPTED_FILES = [
  ...Object.keys(CONTENT_TYPES).map((extension) => `.${extension}`),
  ...Object.values(CONTENT_TYPES),
].join(",");

/** Why a file is refused without being opened; each is the key of its sentence in messages.ts. */
export type FileProblem = "emptyFile" | "fileTooLarge" | "photoOfDocument" | "wrongFileType";

/**
 * Why a file cannot be a document of the application, judged by its name and size alone (specification,
 * section 5): it must be a PDF or Word document of at most 5,000,000 bytes. The page checks this before it
 * sends a byte.
 */
export function fileProblem({ name, size }: { name: string; size: number }): FileProblem | null {
  if (size === 0) return "emptyFile";
  if (size > MAX_DOCUMENT_BYTES) return "fileTooLarge";
  if (/\.(jpe?g|hei[cf]|png|webp|avif|gif|bmp|tiff?)$/i.test(name.trim())) return "photoOfDocument";
  return documentExtension(name) === null ? "wrongFileType" : null;
}

export function documentExtension(name: string): DocumentExtension | null {
  const [, extension] = /\.(pdf|docx?)$/i.exec(name.trim()) ?? [];
  return (extension?.toLowerCase() as DocumentExtension | undefined) ?? null;
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
    // Format characters go too: a right-to-left override makes "fdp.exe" look like "exe.pdf".
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

// Checks the content of documents. It opens them with Node's zlib, so no module for the browser may import
// it.

/** Why a file's content is refused; each is the name of its sentence in messages.ts. */
export type ContentProblem =
  | "wrongFileType"
  | "photoOfDocument"
  | "activePdf"
  | "activeWord"
  | "protectedFile";
