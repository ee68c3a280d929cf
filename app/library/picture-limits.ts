/** The same limit as for documents: specification, section 9. */
export const MAX_IMAGE_BYTES = 5_000_000;
/**
 * The most pixels along one side, and the most pixels in the whole picture. A decoded picture must fit into a Worker's
 * memory.
 */
export const MAX_SIDE = 6_000;
export const MAX_PIXELS = 8_000_000;

/** The most bytes per pixel of a picture that browsers get: 28 kB for 640 by 360 pixels. */
export const MOST_BYTES_PER_PIXEL = 28_000 / (640 * 360);
