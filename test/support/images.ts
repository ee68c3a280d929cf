import { deflateSync } from "node:zlib";
import { decode, encode } from "fast-png";
import { JPEG, WEBP } from "./sample-images.ts";

const bytesOf = (base64: string) =>
  Uint8Array.from(atob(base64.replace(/\s/g, "")), (character) => character.charCodeAt(0));

/** Pictures of 96 by 64 pixels. */
export const jpeg = () => bytesOf(JPEG);
export const webp = () => bytesOf(WEBP);

/** An opaque gradient; another `shade` makes another picture. */
export function png(width: number, height: number, shade = 0): Uint8Array {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) {
    const index = at / 4;
    data.set([((index % width) * 255) / width, (Math.floor(index / width) * 255) / height, shade, 255], at);
  }
  return encode({ width, height, data, channels: 4, depth: 8 });
}

/** A disc in one colour on an empty background, as most logos are. */
export function disc(width: number, height: number): Uint8Array {
  const data = new Uint8Array(width * height * 4);
  for (let at = 0; at < data.length; at += 4) {
    const [x, y] = [(at / 4) % width, Math.floor(at / 4 / width)];
    if (Math.hypot(x - width / 2, y - height / 2) < height / 2) data.set([164, 16, 52, 255], at);
  }
  return encode({ width, height, data, channels: 4, depth: 8 });
}

/** The pixels of a stored picture; throws if the file is not a PNG. */
export const readPng = (bytes: Uint8Array) => decode(bytes, { checkCrc: true });

/** The same picture, as a camera that was turned to the right would write it: shown upright, it is 64 by 96 pixels. */
export function turned(file: Uint8Array): Uint8Array {
  // A list with one entry, 0x0112 for the orientation, in Intel's byte order.
  const list = [
    ...asciiBytes("Exif\0\0II*\0"),
    8,
    0,
    0,
    0,
    1,
    0,
    0x12,
    1,
    3,
    0,
    1,
    0,
    0,
    0,
    6,
    0,
    0,
    0,
    0,
    0,
    0,
    0,
  ];
  return Uint8Array.from([
    ...file.subarray(0, 2),
    0xff,
    0xe1,
    0,
    list.length + 2,
    ...list,
    ...file.subarray(2),
  ]);
}

const asciiBytes = (text: string) => new TextEncoder().encode(text);

/** The same file with another size in its header and a matching checksum. */
export function claiming(file: Uint8Array, width: number, height: number): Uint8Array {
  const bytes = Uint8Array.from(file);
  const view = new DataView(bytes.buffer);
  view.setUint32(16, width);
  view.setUint32(20, height);
  view.setUint32(29, crc(bytes.subarray(12, 29)));
  return bytes;
}

/** A black square PNG whose sides have this many pixels, with one bit per pixel: only a few kilobytes. */
export function vast(side: number): Uint8Array {
  const head = new Uint8Array(13);
  new DataView(head.buffer).setUint32(0, side);
  new DataView(head.buffer).setUint32(4, side);
  head[8] = 1;
  const lines = deflateSync(new Uint8Array(side * (Math.ceil(side / 8) + 1)));
  const parts = [chunk("IHDR", head), chunk("IDAT", lines), chunk("IEND", new Uint8Array(0))];
  return Uint8Array.from([...png(1, 1).subarray(0, 8), ...parts.flatMap((part) => [...part])]);
}

/** One chunk of a PNG. */
export function chunk(type: string, body: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(body.length + 12);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, body.length);
  bytes.set(asciiBytes(type), 4);
  bytes.set(body, 8);
  view.setUint32(body.length + 8, crc(bytes.subarray(4, body.length + 8)));
  return bytes;
}

function crc(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit += 1) value = (value >>> 1) ^ (value & 1 ? 0xedb88320 : 0);
  }
  return (value ^ 0xffffffff) >>> 0;
}

/** Numbers from 0 up to, but not including, 1; the same for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
