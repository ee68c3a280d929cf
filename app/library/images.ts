import type { PictureName, PictureShape } from "~/values/pictures.ts";
import { libraryMessages } from "./messages.ts";
import { MAX_IMAGE_BYTES, MAX_PIXELS, MAX_SIDE } from "./picture-limits.ts";

type ImageKind = "png" | "jpeg" | "webp";
export type ImageHeader = { kind: ImageKind; width: number; height: number };
export type ImageRuling = ({ allowed: true } & ImageHeader) | { allowed: false; reason: string };

/** Pixels in rows from the top, with one byte each for red, green, blue and opacity. */
export type Pixels = { width: number; height: number; data: Uint8Array | Uint8ClampedArray };

/**
 * The single file of an upload (specification, section 5), or the reason why there is not exactly one. A file field
 * that was left empty does not count.
 */
export function onlyImage(
  chosen: readonly unknown[],
): { allowed: true; file: File } | { allowed: false; reason: string } {
  const files = chosen.filter((value): value is File => value instanceof File && value.name !== "");
  const [file] = files;
  if (!file || files.length !== 1) return { allowed: false, reason: libraryMessages.mustBeOneImage };
  return { allowed: true, file };
}

/**
 * Whether bytes are a PNG, JPEG or WebP picture that is small enough to decode. Only the header is read, and the file's
 * name is ignored. Nothing is decoded, so the check is cheap for a picture of any size.
 */
export function checkImage(bytes: Uint8Array): ImageRuling {
  const { images, unexpectedFileType } = libraryMessages;
  const header = imageHeader(bytes);
  if (!header || header.width * header.height === 0) return { allowed: false, reason: unexpectedFileType };
  if (bytes.length > MAX_IMAGE_BYTES) return { allowed: false, reason: images.tooLarge };
  if (!isBearable(header)) return { allowed: false, reason: images.tooManyPixels };
  return { allowed: true, ...header };
}

const isBearable = ({ width, height }: ImageHeader) =>
  Math.max(width, height) <= MAX_SIDE && width * height <= MAX_PIXELS;

/** The kind and size of a picture according to its header; null if it is not a PNG, JPEG or WebP. */
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

/** The markers that begin a frame; the header of a frame contains the size. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/**
 * The markers of tables, comments and application data. They come before a frame, and each gives the length of its
 * segment.
 */
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
    // After any other marker, a decoder might continue at another position than this check, and find another size.
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

/**
 * The chunks of a PNG that make up the picture. All others are removed, because text, profiles and animation could
 * contain decompression bombs.
 */
const KEPT = new Set(["IHDR", "PLTE", "tRNS", "IDAT", "IEND"]);
const BYTES_OF_COLOUR: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/**
 * Three parts made from a PNG. The first is the same PNG with only the chunks that are needed to draw it. The second is
 * its compressed pixels. The third is the largest number of bytes to which these pixels may inflate. Null if the chunks
 * of the PNG are inconsistent.
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
    // A decoder would use the last header, but we have checked the first. So a second header is refused.
    if (type === "IHDR" && at > 8) return null;
    if (KEPT.has(type)) kept.push(bytes.subarray(at, at + 12 + length));
    if (type === "IDAT") compressed.push(bytes.subarray(at + 8, at + 8 + length));
    ended = type === "IEND";
    at += 12 + length;
  }
  // Each line has one filter byte. In an interlaced picture, each of the seven passes has separate lines.
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

/** The dimensions to which a picture is reduced. */
type Frame = Omit<PictureShape, "narrower">;

/** The part of a picture that is shown, and the size at which it is shown. A picture is never enlarged. */
export function framing(
  { width, height }: { width: number; height: number },
  shape: Frame,
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
    // Faces tend to be above the middle.
    top: Math.floor((height - cutHeight) / 3),
    width: cutWidth,
    height: cutHeight,
    toWidth: Math.min(shape.width, cutWidth),
    toHeight: Math.min(shape.height, cutHeight),
  };
}

/**
 * Crops and shrinks a picture, with no more memory than the result needs. Each pixel is the mean of the pixels that it
 * replaces, weighted by opacity.
 */
export function reduced(source: Pixels, shape: Frame): Pixels {
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

/**
 * The source positions that are combined into the position `index` when `from` positions are reduced to `to` positions.
 * There is always at least one.
 */
function spanOf(index: number, to: number, from: number): [first: number, end: number] {
  const first = Math.floor((index * from) / to);
  return [first, Math.max(first + 1, Math.floor(((index + 1) * from) / to))];
}

/** The path of a picture. It contains the id of the picture's owner and the hash of its content, and nothing else. */
const PICTURE_PATH =
  /^(?:speakers\/[A-Za-z0-9]{1,40}\/(profile|background)|videos\/[A-Za-z0-9]{1,40}\/(thumbnail)|editions\/\w{1,40}\/(logo|add-on))-[0-9a-f]{16}\.png$/;

/**
 * The key and the kind of the picture at `/media/{path}` in the file store; null if the path does not belong to a
 * picture.
 */
export function pictureAt(path: string): { key: string; name: PictureName } | null {
  const name = PICTURE_PATH.exec(path)?.slice(1).find(Boolean) as PictureName | undefined;
  return name ? { key: `assets/${path}`, name } : null;
}

/** The key of the light form (the WebP) of a picture. `width` is a smaller width; null for the picture's own width. */
export const lightKey = (key: string, width: number | null = null): string =>
  key.replace(/\.png$/, width === null ? ".webp" : `-${width}.webp`);

/**
 * Whether to send a WebP to a browser with this `Accept` header. Only browsers from before 2020 cannot show WebP; their
 * header lists PNG but not WebP. If the header lists neither, the client is assumed to accept both.
 */
export const takesWebp = (accept: string | null): boolean =>
  !accept?.includes("image/png") || accept.includes("image/webp");
