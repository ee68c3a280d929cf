/**
 * Crockford's base 32. It has no letter that looks like a digit (I, L, O). It has no U, so that codes rarely make
 * words.
 */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

const LENGTH = 12;

/**
 * The code of a letter. It has 60 random bits, so nobody can find a code by trying.
 *
 * @param random at least 12 random bytes.
 */
export const letterCode = (random: Uint8Array): string =>
  Array.from(random.subarray(0, LENGTH), (byte) => SIGNS[byte & 31]).join("");

/** A code as it is read: `ABCD-EFGH-JKMN`. */
export const spelledCode = (code: string): string => (code.match(/.{4}/g) ?? []).join("-");

/**
 * A typed code in the form in which codes are stored. O is read as 0, I and L as 1; hyphens and spaces are left out.
 *
 * @returns null if no letter can have this code.
 */
export function readLetterCode(typed: string): string | null {
  if (typed.length > 40) return null;
  const code = typed.toUpperCase().replace(/[-\s]/g, "").replaceAll("O", "0").replace(/[IL]/g, "1");
  return code.length === LENGTH && [...code].every((sign) => SIGNS.includes(sign)) ? code : null;
}
