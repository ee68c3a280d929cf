import type { PictureShape } from "~/values/shapes.ts";

/** Turns uploads into pictures. */
export interface Pictures {
  /** The upload as a PNG of that shape, or null if it cannot be read as a picture. */
  convert(bytes: Uint8Array, shape: PictureShape): Promise<Uint8Array | null>;
}
