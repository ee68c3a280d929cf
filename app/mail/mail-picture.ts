// This module must not import anything, because the build reads it too.

/**
 * The build makes a picture of each of the portal's drawings. These are the size in which a mail shows such a picture,
 * and the picture's path.
 */
export const MAIL_PICTURE = { width: 240, height: 180, path: (name: string) => `/drawings/${name}.png` };
