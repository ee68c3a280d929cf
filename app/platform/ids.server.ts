import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

const BASE32 = "abcdefghijklmnopqrstuvwxyz234567";

/** 20 characters with 100 random bits: short enough to be an invoice number for every card processor. */
export const newId = (): string => inBase32(randomBytes(20));

/** The id that belongs to a text: the same text always gives the same id. */
export const idOf = (text: string): string =>
  inBase32(createHash("sha256").update(text).digest().subarray(0, 20));

function inBase32(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += BASE32[byte & 31];
  return text;
}

/** A secret of 256 random bits for a cookie or a link; only its `fingerprint` is stored. */
export function newSecret(): string {
  return randomBytes(32).toString("base64url");
}

/** SHA-256 in hex. */
export function fingerprint(value: string | Uint8Array): string {
  return createHash("sha256").update(value).digest("hex");
}

/** Whether two texts are the same. The time that this takes does not tell where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}
