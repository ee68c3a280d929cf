import starfish from "exif-parser/test/starfish.jpg?inline";

/** A photograph of 1278 by 720 pixels, with the place at which it was taken. */
export const photograph = (): Uint8Array =>
  Uint8Array.from(atob(starfish.split(",")[1]!), (character) => character.charCodeAt(0));
