// This module imports nothing, because the build reads it too.

/** The pictures of the portal's drawings, which the build makes: how large a mail shows them, and where they are. */
export const MAIL_PICTURE = { width: 240, height: 180, path: (name: string) => `/drawings/${name}.png` };
