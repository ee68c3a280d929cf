import decodeJpeg, { init as initJpeg } from "@jsquash/jpeg/decode.js";
import newWebpEncoder from "@jsquash/webp/codec/enc/webp_enc_simd.js";
import decodeWebp, { init as initWebp } from "@jsquash/webp/decode.js";
import { defaultOptions } from "@jsquash/webp/meta.js";
import type { LightForm, Pictures } from "~/platform/ports/pictures.server.ts";
import type { PictureShape } from "~/values/pictures.ts";
import { checkImage, type Pixels, plainPng, reduced } from "./images.ts";
import { MOST_BYTES_PER_PIXEL } from "./picture-limits.ts";

/** The decoders and the encoder, as WebAssembly. */
export type PictureModules = Record<"jpegDecoder" | "webpDecoder" | "webpEncoder", WebAssembly.Module>;

/**
 * Decodes and encodes pictures in this Worker (docs/decisions/0017-pictures.md). For each picture, new instances of the
 * modules are made. Their memory is discarded afterwards, with any damage that a malformed file has done there.
 */
export const picturesBy = (modules: PictureModules): Pictures => ({
  async convert(bytes, shape) {
    const header = checkImage(bytes);
    if (!header.allowed) return null;
    try {
      const pixels = await DECODERS[header.kind](bytes, modules);
      if (pixels.width * pixels.height !== header.width * header.height) return null;
      const made = reduced(pixels, shape);
      return { png: await pngOf(made), light: await lightForms(made, shape, modules) };
    } catch {
      // The error is not examined, because a malformed file can make a decoder fail in any way.
      return null;
    }
  },
});

const DECODERS = {
  png: pngPixels,
  async jpeg(bytes: Uint8Array, { jpegDecoder }: PictureModules) {
    // The decoder would turn half a file into half a picture and fill the rest with grey.
    if (!hasEnd(bytes)) throw new Error("It ends too early.");
    return withOwnInstance(initJpeg, jpegDecoder, () =>
      decodeJpeg(ownBuffer(bytes), { preserveOrientation: true }),
    );
  },
  webp: (bytes: Uint8Array, { webpDecoder }: PictureModules) =>
    withOwnInstance(initWebp, webpDecoder, () => decodeWebp(ownBuffer(bytes))),
};

async function withOwnInstance(
  init: typeof initJpeg,
  module: WebAssembly.Module,
  decode: () => Promise<Pixels>,
): Promise<Pixels> {
  provideImageData();
  const renew = () => init(instanceOf(module));
  try {
    await renew();
    return await decode();
  } finally {
    await renew();
  }
}

/** Options for the glue code of a WebAssembly module. They make it use an instance of `module` and print nothing. */
const instanceOf = (module: WebAssembly.Module) => ({
  noInitialRun: true,
  instantiateWasm(imports: WebAssembly.Imports, done: (made: WebAssembly.Instance) => void) {
    const made = new WebAssembly.Instance(module, imports);
    done(made);
    return made.exports;
  },
  printErr: () => undefined,
});

// Few isolates ever handle a picture, and loading this module takes a tenth of an isolate's start-up time. So it is
// loaded only when it is needed.
const fastPng = () => import("fast-png");

async function pngOf({ width, height, data }: Pixels): Promise<Uint8Array> {
  const { encode } = await fastPng();
  return encode({ width, height, data: Uint8Array.from(data), channels: 4, depth: 8 });
}

/**
 * The WebP quality, out of 100. A phone shows two pixels of a picture where a larger screen shows one. So on a phone, a
 * quality of 75 looks no better.
 */
const QUALITY = 70;

/**
 * A picture with no more pixels than this may be a drawing, such as a logo or the picture of an add-on. A lossless WebP
 * is tried only for such pictures.
 */
const MOST_PIXELS_OF_DRAWING = 100_000;

type WebpEncoder = Awaited<ReturnType<typeof newWebpEncoder>>;

/** @throws if the encoder fails. */
async function lightForms(
  made: Pixels,
  { narrower }: PictureShape,
  { webpEncoder }: PictureModules,
): Promise<LightForm[]> {
  const encoder = await newWebpEncoder(instanceOf(webpEncoder));
  return [null, ...narrower].map((width) => {
    const pixels = width === null ? made : reduced(made, { width, height: made.height, fit: "inside" });
    return { width, webp: webpOf(encoder, pixels) };
  });
}

/**
 * A WebP with the quality for photographs. If a lossless WebP is smaller, as it is for flat drawings, that one is
 * returned. A lossless WebP of a large picture is not tried, because that would take too much time and memory.
 *
 * @throws if the encoder fails.
 */
function webpOf(encoder: WebpEncoder, { width, height, data }: Pixels): Uint8Array {
  const encoded = (options: Partial<typeof defaultOptions>) => {
    const made = encoder.encode(Uint8Array.from(data), width, height, { ...defaultOptions, ...options });
    if (!made) throw new Error("It cannot be encoded.");
    return Uint8Array.from(made);
  };
  const most = Math.max(1_000, Math.floor(width * height * MOST_BYTES_PER_PIXEL));
  const usual = encoded({ quality: QUALITY });
  // Chooses the best quality that fits the limit. The encoder only comes close to `target_size`, so we ask for 5 % less
  // than the limit.
  const fitting = usual.length > most ? encoded({ target_size: Math.floor(most * 0.95), pass: 10 }) : usual;
  const exact = width * height <= MOST_PIXELS_OF_DRAWING ? encoded({ lossless: 1 }) : fitting;
  return exact.length <= fitting.length ? exact : fitting;
}

/** Whether a JPEG contains its end marker. Some programs write more data after this marker. */
function hasEnd(bytes: Uint8Array): boolean {
  for (let at = bytes.lastIndexOf(0xd9); at > 0; at = bytes.lastIndexOf(0xd9, at - 1))
    if (bytes[at - 1] === 0xff) return true;
  return false;
}

const ownBuffer = (bytes: Uint8Array) => Uint8Array.from(bytes).buffer;

/** Defines the browser's class ImageData, because the decoders return an instance of it. */
function provideImageData() {
  const place = globalThis as { ImageData?: unknown };
  place.ImageData ??= class {
    constructor(
      readonly data: Uint8ClampedArray,
      readonly width: number,
      readonly height: number,
    ) {}
  };
}

/**
 * Inflates the data without keeping it, to check that it is no larger than allowed. (With a limit, the runtime's own
 * `inflateSync` refuses any data that does not fill its buffer.)
 *
 * @throws if the data is larger than allowed, or if the compressed data is broken.
 */
async function inflateAtMost(compressed: Uint8Array, most: number): Promise<void> {
  const inflated = new Blob([ownBuffer(compressed)]).stream().pipeThrough(new DecompressionStream("deflate"));
  const reader = inflated.getReader();
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.byteLength;
    if (size <= most) continue;
    await reader.cancel();
    throw new Error("It is larger than it says.");
  }
}

async function pngPixels(bytes: Uint8Array): Promise<Pixels> {
  const plain = plainPng(bytes);
  if (!plain) throw new Error("Its parts do not add up.");
  // The library inflates everything that it finds, and a few kilobytes can inflate to gigabytes. So the size is checked
  // first.
  await inflateAtMost(plain.compressed, plain.inflatedBytes);
  const { decode } = await fastPng();
  const { width, height, data, depth, channels, palette, transparency } = decode(plain.png, {
    checkCrc: true,
  });
  const pixels = new Uint8Array(width * height * 4);
  const sample = sampleReader(data, width, depth, channels);
  // Samples of 16 bits are reduced to 8 bits, and smaller samples are scaled up to 8 bits. Indices into a palette stay
  // as they are.
  const scale = palette ? 1 : 255 / (2 ** depth - 1);
  for (let index = 0; index < width * height; index += 1) {
    const first = sample(index, 0);
    const colour = palette?.[first];
    if (palette && !colour) throw new Error("A colour that is not in the palette.");
    const second = channels > 2 ? sample(index, 1) : first;
    const third = channels > 2 ? sample(index, 2) : first;
    const isClear =
      transparency?.[0] === first &&
      (channels < 3 || (transparency[1] === second && transparency[2] === third));
    const opacity = channels % 2 === 0 ? sample(index, channels - 1) * scale : isClear ? 0 : 255;
    const at = index * 4;
    pixels[at] = colour ? colour[0]! : first * scale;
    pixels[at + 1] = colour ? colour[1]! : second * scale;
    pixels[at + 2] = colour ? colour[2]! : third * scale;
    pixels[at + 3] = colour ? (colour[3] ?? 255) : opacity;
  }
  return { width, height, data: pixels };
}

/**
 * Returns a function that reads single samples. Samples of less than a byte are packed, and each line begins on a new
 * byte.
 */
function sampleReader(data: ArrayLike<number>, width: number, depth: number, channels: number) {
  if (depth >= 8) return (index: number, channel: number) => data[index * channels + channel]!;
  const line = Math.ceil((width * depth) / 8);
  const mask = 2 ** depth - 1;
  return (index: number, _: number) => {
    const bit = (index % width) * depth;
    const byte = data[Math.floor(index / width) * line + (bit >> 3)]!;
    return (byte >> (8 - depth - (bit & 7))) & mask;
  };
}
