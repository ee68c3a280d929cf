type Bytes = Uint8Array<ArrayBuffer>;

/** Writes bytes as they appear in an address: base64url without padding. */
export function toBase64url(bytes: Uint8Array): string {
  let characters = "";
  for (const byte of bytes) characters += String.fromCharCode(byte);
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** The bytes of a text in base64url. Throws if the text is not base64url. */
export const fromBase64url = (text: string): Bytes =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );

/**
 * The bytes of a text that may be a code. The same bytes are accepted in only one spelling. So a text with a changed
 * character never counts as the same code.
 *
 * @param longest the longest text that can be a code; anything longer is not even decoded.
 * @returns null if the text is not base64url, or spells its bytes in another way.
 */
export function readBase64url(text: string, longest: number): Bytes | null {
  if (text.length > longest || !/^[A-Za-z0-9_-]+$/.test(text) || text.length % 4 === 1) return null;
  const bytes = fromBase64url(text);
  return toBase64url(bytes) === text ? bytes : null;
}
