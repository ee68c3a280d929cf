import type { PictureShape } from "~/values/pictures.ts";

/**
 * A form of a picture that is sent to browsers: a WebP with a tenth of the PNG's bytes. It is `width` pixels wide or,
 * if `width` is null, as wide as the picture itself.
 */
export type LightForm = { width: number | null; webp: Uint8Array };

/**
 * A picture in all its forms. The specification asks for the PNG, and other forms can be made from it. No light form is
 * wider than the PNG.
 */
type Picture = { png: Uint8Array; light: LightForm[] };

/** Turns uploads into pictures. */
export interface Pictures {
  /** The upload as a picture of this shape; null if it cannot be read as a picture. Only its pixels are kept. */
  convert(bytes: Uint8Array, shape: PictureShape): Promise<Picture | null>;
}
