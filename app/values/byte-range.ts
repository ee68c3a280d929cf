/** The part of a file that a player requested: `from` is its first byte. */
type ByteRange = { from: number; length: number };

/** How to answer: with the whole file, with a part of it, or with a refusal because the file has no such part. */
export type RangeAnswer =
  | { answer: "whole" }
  | ({ answer: "part" } & ByteRange)
  | { answer: "unsatisfiable" };

const WHOLE: RangeAnswer = { answer: "whole" };

/**
 * Answers a Range header for a file of `size` bytes (RFC 9110, section 14). A header that is not a byte range, or that
 * asks for several parts, is ignored: a server may answer it with the whole file.
 *
 * @param ifRange the If-Range header: a part is sent only if this is still the file's ETag.
 * @param etag the file's ETag, a strong one, including its quotes.
 */
export function rangeAnswer(
  range: string | null,
  size: number,
  etag: string,
  ifRange: string | null = null,
): RangeAnswer {
  if (range === null || (ifRange !== null && ifRange !== etag)) return WHOLE;
  const [, first = "", last = ""] = /^bytes=\s*(\d*)-(\d*)\s*$/i.exec(range) ?? [];
  if (first === "" && last === "") return WHOLE;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? { answer: "unsatisfiable" } : { answer: "part", from: size - length, length };
  }
  const from = Number(first);
  const to = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < from) return WHOLE;
  if (from >= size) return { answer: "unsatisfiable" };
  return { answer: "part", from, length: to - from + 1 };
}

/** Whether an If-None-Match header names this version, so that the browser's copy is still good. */
export function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((one) => ["*", etag, `W/${etag}`].includes(one.trim()));
}
