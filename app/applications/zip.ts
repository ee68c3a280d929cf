import { constants, inflateRawSync } from "node:zlib";

/** A file inside a ZIP, which has not been decompressed yet. */
export type ZipEntry = { name: string; inflatedBytes: number; method: number; stored: Uint8Array };

const ascii = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));
export const ZIP_LOCAL = ascii("PK\x03\x04");
const ZIP_ENTRY = ascii("PK\x01\x02");
const ZIP_END = ascii("PK\x05\x06");

const MAX_ENTRIES = 2_000;
/** The number of compressed bytes that are read to check the beginning of an entry. */
const BEGINNING = 64;
const MAX_INFLATED_BYTES = 100_000_000;
const MAX_INFLATION = 100;
const ENCRYPTED = 1;

/**
 * The directory of a ZIP. Null if the file is damaged or encrypted, if entries overlap, or if the directory disagrees
 * with the headers beside the contents. Also null if the directory is too long, as that of a ZIP64 file is, or if its
 * sizes add up to too much.
 */
export function zipEntries(bytes: Uint8Array): ZipEntry[] | null {
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
    if (view.getUint16(at + 8, true) & ENCRYPTED) return null;

    const method = view.getUint16(at + 10, true);
    const localName = view.getUint16(local + 26, true);
    const start = local + 30 + localName + view.getUint16(local + 28, true);
    const storedEnd = start + view.getUint32(at + 20, true);
    const nameIn = (from: number, length: number) =>
      new TextDecoder().decode(bytes.subarray(from, from + length));
    const name = nameIn(at + 46, nameBytes);
    // If the directory and the header disagreed, two programs could see different files in the same place.
    if (nameIn(local + 30, localName) !== name || view.getUint16(local + 8, true) !== method) return null;
    entries.push({
      name,
      method,
      inflatedBytes: view.getUint32(at + 24, true),
      stored: bytes.subarray(start, storedEnd),
    });
    spans.push({ start: local, end: storedEnd });
    at = next;
  }
  if (at !== directoryEnd) return null;

  spans.sort((one, other) => one.start - other.start);
  const apart = spans.every((span, index) => span.end <= (spans[index + 1]?.start ?? directory));
  const inflated = entries.reduce((sum, { inflatedBytes }) => sum + inflatedBytes, 0);
  const bounded = inflated <= MAX_INFLATED_BYTES && inflated <= bytes.length * MAX_INFLATION;
  return apart && bounded ? entries : null;
}

/**
 * The content of an entry; null unless it is exactly as long as the directory says. No more bytes than that are
 * inflated.
 */
export function contentOf({ method, inflatedBytes, stored }: ZipEntry): Uint8Array | null {
  if (method === 0) return stored.length === inflatedBytes ? stored : null;
  if (method !== 8) return null;
  try {
    const content = inflateRawSync(stored, { maxOutputLength: Math.max(1, inflatedBytes) });
    return content.length === inflatedBytes ? content : null;
  } catch {
    return null;
  }
}

/** The first bytes of an entry; few or none if the entry is damaged. Inflates at most about 64 kB. */
export function beginningOf({ method, stored }: ZipEntry): Uint8Array {
  const start = stored.subarray(0, BEGINNING);
  if (method !== 8) return start;
  try {
    return inflateRawSync(start, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}

/** The position of a ZIP's end record: the last record whose comment reaches exactly to the end of the file. */
export function zipEnd(bytes: Uint8Array): number | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const earliest = Math.max(0, bytes.length - 22 - 0xffff);
  for (let at = bytes.length - 22; at >= earliest; at--) {
    if (startsWith(bytes, ZIP_END, at) && at + 22 + view.getUint16(at + 20, true) === bytes.length) return at;
  }
  return null;
}

export function startsWith(bytes: Uint8Array, expected: Uint8Array, at = 0): boolean {
  return expected.every((byte, index) => bytes[at + index] === byte);
}
