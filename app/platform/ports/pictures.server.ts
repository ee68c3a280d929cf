import type { PictureShape } from "~/values/shapes.ts";

/**
 * A picture in two forms: the PNG that the specification asks for, from which others can be made, and a WebP of the
 * same size that weighs a tenth of it, which browsers get.
 */
type Picture = { png: Uint8Array; webp: Uint8Array };

/** Turns uploads into pictures. */
export interface Pictures {
  /** The upload in that shape, or null if it cannot be read as a picture. Nothing but its pixels is kept of it. */
  convert(bytes: Uint8Array, shape: PictureShape): Promise<Picture | null>;
}
