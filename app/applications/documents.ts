/** Specification, section 9: 5 MB. */
export const MAX_DOCUMENT_BYTES = 5_000_000;

/** The most uploads of one account in a day: enough for three documents, each replaced several times. */
export const UPLOADS_A_DAY = 30;
/**
 * The same limit for an account whose e-mail address is not confirmed. It is not zero, because nobody should miss the
 * deadline when the mail with the confirmation is late.
 */
export const UNCONFIRMED_UPLOADS_A_DAY = 10;

export const CONTENT_TYPES = {
  pdf: "application/pdf",
  doc: "application/msword",
  docx: "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
} as const;

export type DocumentExtension = keyof typeof CONTENT_TYPES;

/** The `accept` attribute of a file input: computers filter by file name, and phones by type. */
export const ACCEPTED_FILES = [
  ...Object.keys(CONTENT_TYPES).map((extension) => `.${extension}`),
  ...Object.values(CONTENT_TYPES),
].join(",");

/** Why a file is refused without being opened; each value is the key of its sentence in messages.ts. */
export type FileProblem = "emptyFile" | "fileTooLarge" | "photoOfDocument" | "wrongFileType";

/**
 * Why a file cannot be a document of the application, judged only by its name and size (specification, section 5): it
 * must be a PDF or Word document of at most 5,000,000 bytes. The page checks this before it sends anything.
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
 * A client's file name made safe for `Content-Disposition: attachment; filename="{ascii}"; filename*=UTF-8''{utf8}`.
 * `ascii` contains no quote, backslash, percent sign, separator or control character; `utf8` is already
 * percent-encoded. If no character of the name can be kept, the name is "document".
 */
export function downloadName(fileName: string): { ascii: string; utf8: string } {
  const name = fileName
    .replace(/^.*[/\\]/s, "")
    .replace(/\p{Surrogate}/gu, "\u{fffd}")
    // Format characters are removed too: a right-to-left override makes "fdp.exe" look like "exe.pdf".
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

/** A size in decimal units, as in the message about the limit: "999 bytes", "12 KB", "1.2 MB", "5 MB". */
export function fileSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} ${bytes === 1 ? "byte" : "bytes"}`;
  const kilobytes = Math.round(bytes / 1_000);
  return kilobytes < 1_000 ? `${kilobytes} KB` : `${Math.round(bytes / 100_000) / 10} MB`;
}

const LONGEST_NAME = 120;

/** Cuts the middle out of a long name, so that its extension is kept. */
function shorten(name: string): string {
  const characters = [...name];
  if (characters.length <= LONGEST_NAME) return name;
  return [...characters.slice(0, LONGEST_NAME - 10), ...characters.slice(-10)].join("");
}

// The module document-content.ts checks the content of documents. That module opens documents with Node's zlib, so no
// module for the browser may import it.

/** Why a file's content is refused; each value is the key of its sentence in messages.ts. */
export type ContentProblem =
  | "wrongFileType"
  | "photoOfDocument"
  | "activePdf"
  | "activeWord"
  | "protectedFile";
