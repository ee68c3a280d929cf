import jpegDecoder from "@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm";
import webpDecoder from "@jsquash/webp/codec/dec/webp_dec.wasm";
import webpEncoder from "@jsquash/webp/codec/enc/webp_enc_simd.wasm";
import type { PictureModules } from "./picture-converter.server.ts";

/** Vite cannot import WebAssembly, but wrangler can. So no file that Vite builds may import this file. */
export const pictureModules: PictureModules = { jpegDecoder, webpDecoder, webpEncoder };
