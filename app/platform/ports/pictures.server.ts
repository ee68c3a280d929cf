import type { PictureShape } from "~/values/pictures.ts";

/** A form that browsers get: a WebP that weighs a tenth of a PNG, in a narrower width or (null) the picture's own. */
export type LightForm = { width: number | null; webp: Uint8Array };

/**
 * A picture as the PNG that the specification asks for, from which others can be made, and in all its light forms, of
 * which none is wider than it.
 */
type Picture = { png: Uint8Array; light: LightForm[] };

/** Turns uploads into pictures. */
export interface Pictures {
  /** The upload in that shape, or null if it cannot be read as a picture. Nothing but its pixels is kept of it. */
  convert(bytes: Uint8Array, shape: PictureShape): Promise<Picture | null>;
}
