// This module must not import anything, because the build reads it too.

/**
 * The build makes a picture of each of the portal's drawings. A mail shows such a picture in the size `width` by
 * `height`, and `path` returns the picture's path.
 */
export const MAIL_PICTURE = { width: 240, height: 180, path: (name: string) => `/drawings/${name}.png` };
