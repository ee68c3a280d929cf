/**
 * 32 bits that look random, the same for the same text on every machine: FNV-1a, and then the mixing step of
 * MurmurHash3. It breaks ties and makes short names. It must not be used for secrets.
 */
export function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  }
  return mix(value);
}

/** Spreads the bits of a number, so that numbers that are close together become numbers that are far apart. */
export function mix(given: number): number {
  let value = given;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
