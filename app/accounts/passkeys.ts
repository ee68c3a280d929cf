import type { PasskeyRequest } from "~/values/types.ts";

/** An account has at most this many passkeys. */
export const MOST_PASSKEYS = 10;

/** A passkey must be made or used within this time (minutes) after the page that asked for it was sent. */
export const CHALLENGE_MINUTES = 10;

/** The algorithms of the keys that are accepted: ES256 and RS256, as COSE numbers them. */
export const PASSKEY_ALGORITHMS = [-7, -257] as const;

/**
 * The data with which a page asks the browser to make a new passkey. `ids` are the passkeys that the account already
 * has. A device that has one of them makes no second one.
 */
export type PasskeyInvitation = PasskeyRequest & { uid: string; email: string; site: string };

const HASH_BYTES = 32;
const USER_PRESENT = 1;

/**
 * Reads the authenticator data (Web Authentication, section 6.1); null if the bytes are too few.
 *
 * @returns `domainHash`, the SHA-256 of the domain for which the passkey was made; whether somebody touched the device;
 *   and the device's count of uses, which stays 0 on many devices.
 */
export function readAuthenticatorData(
  bytes: Uint8Array,
): { domainHash: Uint8Array; isPresent: boolean; counter: number } | null {
  if (bytes.length < HASH_BYTES + 5) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    domainHash: bytes.subarray(0, HASH_BYTES),
    isPresent: (view.getUint8(HASH_BYTES) & USER_PRESENT) !== 0,
    counter: view.getUint32(HASH_BYTES + 1),
  };
}
