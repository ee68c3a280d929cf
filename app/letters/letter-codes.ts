/** Crockford's base 32: no letter that is read as a figure, and none that makes words. */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const LENGTH = 12;

/**
 * The code of a letter, of 60 random bits: too many for anybody to find one by trying.
 *
 * @param random at least 12 random bytes.
 */
export const letterCode = (random: Uint8Array): string =>
  Array.from(random.subarray(0, LENGTH), (byte) => SIGNS[byte & 31]).join("");

/** A code as it is read: `ABCD-EFGH-JKMN`. */
export const spelledCode = (code: string): string => (code.match(/.{4}/g) ?? []).join("-");

/**
 * A code as somebody typed it, in the form in which it is stored: O counts as 0, I and L as 1, and hyphens and spaces as
 * nothing.
 *
 * @returns null if no letter can have this code.
 */
export function readLetterCode(typed: string): string | null {
  if (typed.length > 40) return null;
  const code = typed.toUpperCase().replace(/[-\s]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((sign) => SIGNS.includes(sign)) ? code : null;
}
