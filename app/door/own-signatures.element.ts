import { ed25519 } from "@noble/curves/ed25519.js";

/**
 * Verifies an Ed25519 signature for a browser that cannot do it. Returns false for anything that is not a signature.
 */
export function verifyWithoutBrowser(signature: Uint8Array, signed: Uint8Array, key: Uint8Array): boolean {
  try {
    return ed25519.verify(signature, signed, key);
  } catch {
    return false;
  }
}
