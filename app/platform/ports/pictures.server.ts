import type { PictureShape } from "~/values/pictures.ts";

/** A form that browsers get: a WebP that weighs a tenth of a PNG, in a narrower width or (null) the picture's own. */
export type LightForm = { width: number | null; webp: Uint8Array };

/**
 * A picture as the PNG that the specification asks for, from which others can be made, and its light forms. None of
 * them is wider than the PNG.
 */
type Picture = { png: Uint8Array; light: LightForm[] };

/** Turns uploads into pictures. */
export interface Pictures {
  /** The upload in that shape, or null if it cannot be read as a picture. Only its pixels are kept. */
  convert(bytes: Uint8Array, shape: PictureShape): Promise<Picture | null>;
}
