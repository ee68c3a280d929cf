/** The part of a file a player asked for: `from` is its first byte. */
export type ByteRange = { from: number; length: number };

/** What to answer: everything, a part, or that there is no such part. */
export type RangeAnswer =
  | { answer: "whole" }
  | ({ answer: "part" } & ByteRange)
  | { answer: "unsatisfiable" };

const WHOLE: RangeAnswer = { answer: "whole" };

/**
 * What a Range header asks of a file of `size` bytes (RFC 9110, section 14). A header that is no range of bytes,
 * or asks for several parts at once, counts as none: servers may answer those with everything.
 *
 * @param ifRange the If-Range header: the part is given only while the file is still this one.
 * @param etag the file's own, a strong one with its quotes.
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

/** Whether an If-None-Match header names this version: what the browser holds is still good. */
export function isUnchanged(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false;
  return ifNoneMatch.split(",").some((one) => ["*", etag, `W/${etag}`].includes(one.trim()));
}
