import { messages } from "./messages.ts";

/** As documents: specification, section 9. */
export const MAX_IMAGE_BYTES = 5_000_000;
/** A side may have so many pixels, and the whole so many: decoded, it has to fit into a Worker's memory. */
export const MAX_SIDE = 6_000;
export const MAX_PIXELS = 8_000_000;

export type ImageKind = "png" | "jpeg" | "webp";
export type ImageHeader = { kind: ImageKind; width: number; height: number };
export type ImageRuling = ({ allowed: true } & ImageHeader) | { allowed: false; reason: string };

/** Pixels in rows from the top: red, green, blue, opacity, a byte each. */
export type Pixels = { width: number; height: number; data: Uint8Array | Uint8ClampedArray };

/** What a picture becomes: `cover` cuts to the shape of the size, `inside` only makes smaller. */
export type PictureShape = { width: number; height: number; fit: "cover" | "inside" };

export const PICTURES = {
  profile: { width: 400, height: 400, fit: "cover" },
  background: { width: 1600, height: 1600, fit: "inside" },
  thumbnail: { width: 1280, height: 720, fit: "cover" },
} as const satisfies Record<string, PictureShape>;

export type PictureName = keyof typeof PICTURES;

/** The one file of an upload (specification, section 5), or why there is none; a field left empty is no file. */
export function onlyImage(
  chosen: readonly unknown[],
): { allowed: true; file: File } | { allowed: false; reason: string } {
  const files = chosen.filter((value): value is File => value instanceof File && value.name !== "");
  const [file] = files;
  if (!file || files.length !== 1) return { allowed: false, reason: messages.mustBeOneImage };
  return { allowed: true, file };
}

/**
 * Whether bytes are a PNG, JPEG or WebP picture of a size that may be decoded, as their first bytes say; what
 * the file is called says nothing. Nothing is decoded here, so a picture of any size costs nothing.
 */
export function checkImage(bytes: Uint8Array): ImageRuling {
  const header = bytes.length > MAX_IMAGE_BYTES ? null : imageHeader(bytes);
  if (!header || !isBearable(header)) return { allowed: false, reason: messages.unexpectedFileType };
  return { allowed: true, ...header };
}

const isBearable = ({ width, height }: ImageHeader) =>
  width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS;

/** Kind and size of a picture as its header says; null for anything else. */
export function imageHeader(bytes: Uint8Array): ImageHeader | null {
  return pngHeader(bytes) ?? jpegHeader(bytes) ?? webpHeader(bytes);
}

const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const startsWith = (bytes: Uint8Array, at: number, ...expected: number[]) =>
  expected.every((value, index) => bytes[at + index] === value);
const fourCharacters = (bytes: Uint8Array, at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));

const PNG_SIGNATURE = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];

function pngHeader(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 33 || !startsWith(bytes, 0, ...PNG_SIGNATURE) || fourCharacters(bytes, 12) !== "IHDR")
    return null;
  const view = viewOf(bytes);
  return { kind: "png", width: view.getUint32(16), height: view.getUint32(20) };
}

/** The markers that begin a frame, and with it say its size. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Those of tables, notes and what programs add: all that stands before a frame, each with its length. */
const isBeforeFrame = (marker: number) =>
  (marker >= 0xe0 && marker <= 0xef) || [0xc4, 0xcc, 0xdb, 0xdd, 0xfe].includes(marker);

function jpegHeader(bytes: Uint8Array): ImageHeader | null {
  if (!startsWith(bytes, 0, 0xff, 0xd8, 0xff)) return null;
  const view = viewOf(bytes);
  let at = 2;
  while (at + 9 <= bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return { kind: "jpeg", height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    else if (isBeforeFrame(marker)) at += 2 + view.getUint16(at + 2);
    // Behind anything else a decoder may go on elsewhere than here, and find another size.
    else return null;
  }
  return null;
}

function webpHeader(bytes: Uint8Array): ImageHeader | null {
  if (bytes.length < 30 || fourCharacters(bytes, 0) !== "RIFF" || fourCharacters(bytes, 8) !== "WEBP")
    return null;
  const view = viewOf(bytes);
  switch (fourCharacters(bytes, 12)) {
    case "VP8 ":
      if (!startsWith(bytes, 23, 0x9d, 0x01, 0x2a)) return null;
      return {
        kind: "webp",
        width: view.getUint16(26, true) & 0x3fff,
        height: view.getUint16(28, true) & 0x3fff,
      };
    case "VP8L": {
      if (bytes[20] !== 0x2f) return null;
      const sizes = view.getUint32(21, true);
      return { kind: "webp", width: (sizes & 0x3fff) + 1, height: ((sizes >> 14) & 0x3fff) + 1 };
    }
    case "VP8X":
      return {
        kind: "webp",
        width: (view.getUint32(24, true) & 0xffffff) + 1,
        height: (view.getUint32(26, true) >>> 8) + 1,
      };
    default:
      return null;
  }
}

/** Of a PNG, the parts that make the picture; notes, profiles and animation may hold bombs of their own. */
const KEPT = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
const BYTES_OF_COLOUR: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * A PNG without what is not needed to draw it, the compressed picture, and how many bytes it may inflate to;
 * null where its parts do not add up.
 */
export function plainPng(
  bytes: Uint8Array,
): { png: Uint8Array; compressed: Uint8Array; inflatedBytes: number } | null {
  const header = pngHeader(bytes);
  if (!header) return null;
  const [bits, colour] = [bytes[24]!, BYTES_OF_COLOUR[bytes[25]!]];
  if (colour === undefined) return null;
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [bytes.subarray(0, 8)];
  const compressed: Uint8Array[] = [];
  let at = 8;
  let ended = false;
  while (!ended && at + 12 <= bytes.length) {
    const length = view.getUint32(at);
    if (at + 12 + length > bytes.length) return null;
    const type = fourCharacters(bytes, at + 4);
    // A decoder believes the last header, and we have read the first.
    if (type === "IHDR" && at > 8) return null;
    if (KEPT.has(type)) kept.push(bytes.subarray(at, at + 12 + length));
    if (type === "IDAT") compressed.push(bytes.subarray(at + 8, at + 8 + length));
    ended = type === "IEND";
    at += 12 + length;
  }
  // A byte of filter a line; interlaced, each of the seven passes has lines of its own.
  const line = Math.ceil((header.width * bits * colour) / 8);
  const inflatedBytes = header.height * (line + 1) + (bytes[28] === 1 ? header.height * 16 + 64 : 0);
  return ended ? { png: joined(kept), compressed: joined(compressed), inflatedBytes } : null;
}

function joined(parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** The part of a picture that is shown, and the size it is shown at; nothing is ever made larger. */
export function framing(
  { width, height }: { width: number; height: number },
  shape: PictureShape,
): { left: number; top: number; width: number; height: number; toWidth: number; toHeight: number } {
  if (shape.fit === "inside") {
    const scale = Math.min(1, shape.width / width, shape.height / height);
    const toWidth = Math.max(1, Math.round(width * scale));
    return { left: 0, top: 0, width, height, toWidth, toHeight: Math.max(1, Math.round(height * scale)) };
  }
  const ratio = shape.width / shape.height;
  const cutWidth = Math.max(1, Math.min(width, Math.round(height * ratio)));
  const cutHeight = Math.max(1, Math.min(height, Math.round(width / ratio)));
  return {
    left: Math.floor((width - cutWidth) / 2),
    // Faces are rather above the middle.
    top: Math.floor((height - cutHeight) / 3),
    width: cutWidth,
    height: cutHeight,
    toWidth: Math.min(shape.width, cutWidth),
    toHeight: Math.min(shape.height, cutHeight),
  };
}

/**
 * Cuts and makes smaller, in the memory of the result alone: each pixel is the mean of those it stands for,
 * weighted by their opacity.
 */
export function reduced(source: Pixels, shape: PictureShape): Pixels {
  const { left, top, width, height, toWidth, toHeight } = framing(source, shape);
  const data = new Uint8Array(toWidth * toHeight * 4);
  for (let y = 0; y < toHeight; y += 1) {
    const [firstRow, endRow] = spanOf(y, toHeight, height);
    for (let x = 0; x < toWidth; x += 1) {
      const [firstColumn, endColumn] = spanOf(x, toWidth, width);
      let [red, green, blue, opacity] = [0, 0, 0, 0];
      for (let row = firstRow; row < endRow; row += 1) {
        let at = ((top + row) * source.width + left + firstColumn) * 4;
        for (let column = firstColumn; column < endColumn; column += 1, at += 4) {
          const weight = source.data[at + 3]!;
          red += source.data[at]! * weight;
          green += source.data[at + 1]! * weight;
          blue += source.data[at + 2]! * weight;
          opacity += weight;
        }
      }
      const at = (y * toWidth + x) * 4;
      const count = (endRow - firstRow) * (endColumn - firstColumn);
      if (opacity > 0) {
        data[at] = Math.round(red / opacity);
        data[at + 1] = Math.round(green / opacity);
        data[at + 2] = Math.round(blue / opacity);
      }
      data[at + 3] = Math.round(opacity / count);
    }
  }
  return { width: toWidth, height: toHeight, data };
}

/** Which of `from` places one of `to` places stands for: at least one. */
function spanOf(index: number, to: number, from: number): [first: number, end: number] {
  const first = Math.floor((index * from) / to);
  return [first, Math.max(first + 1, Math.floor(((index + 1) * from) / to))];
}

/** The id of a picture's owner and the hash of its content stand in its key, and nothing else may. */
const PICTURE_PATH =
  /^(?:speakers\/[A-Za-z0-9]{1,40}\/(?:profile|background)|videos\/[A-Za-z0-9]{1,40}\/thumbnail)-[0-9a-f]{16}\.png$/;

/** The key in the file store of what `/media/{path}` shows; null for everything that is no picture's path. */
export function pictureKey(path: string): string | null {
  return PICTURE_PATH.test(path) ? `assets/${path}` : null;
}
