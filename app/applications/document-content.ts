import {
  CONTENT_TYPES,
  type ContentProblem,
  type DocumentExtension,
  documentExtension,
  type FileProblem,
  fileProblem,
} from "./documents.ts";
import { applicationMessages } from "./messages.ts";
import { pdfProblem } from "./pdf-content.ts";
import { docProblem, docxProblem } from "./word-content.ts";

export type DocumentRuling =
  | { allowed: true; contentType: string; extension: DocumentExtension }
  | { allowed: false; problem: FileProblem | ContentProblem; reason: string };

const CONTENT_CHECKS: Record<DocumentExtension, (bytes: Uint8Array) => ContentProblem | null> = {
  pdf: pdfProblem,
  doc: docProblem,
  docx: docxProblem,
};

/**
 * Checks an uploaded file. It must be a PDF or Word document of at most 5,000,000 bytes, with content that agrees with
 * its name (specification, section 5). It must not do anything by itself, so it must contain no script, macro, program
 * or other file, and fetch nothing from elsewhere. Links are allowed.
 */
export function checkDocument(fileName: string, bytes: Uint8Array): DocumentRuling {
  const extension = documentExtension(fileName);
  const problem = fileProblem({ name: fileName, size: bytes.length });
  if (problem !== null || extension === null) return refused(problem ?? "wrongFileType");
  const found = isPhoto(bytes) ? "photoOfDocument" : CONTENT_CHECKS[extension](bytes);
  return found === null
    ? { allowed: true, contentType: CONTENT_TYPES[extension], extension }
    : refused(found);
}

const refused = (problem: FileProblem | ContentProblem): DocumentRuling => ({
  allowed: false,
  problem,
  reason: applicationMessages[problem],
});

/** Whether the file, despite its name, is a photograph (JPEG, PNG, or HEIC and similar formats of phones). */
function isPhoto(bytes: Uint8Array): boolean {
  const start = String.fromCharCode(...bytes.subarray(0, 12));
  return /^(\xff\xd8\xff|\x89PNG|.{4}ftyp(hei[cfsx]|mif1|msf1|avif))/s.test(start);
}
