// This module must not import anything, because the build reads it too.

/**
 * The pictures of the portal's drawings, which the build makes: the size in which a mail shows them, and their paths.
 */
export const MAIL_PICTURE = { width: 240, height: 180, path: (name: string) => `/drawings/${name}.png` };
