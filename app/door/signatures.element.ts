import { fromBase64url } from "./base64url.ts";
import type { Roster } from "./roster.ts";
import type { TicketCode } from "./ticket-codes.ts";

type Bytes = Uint8Array<ArrayBuffer>;
/** The exports of the script that verifies signatures for old browsers. */
type Fallback = { verifySignature: (signature: Uint8Array, signed: Uint8Array, key: Uint8Array) => boolean };

/**
 * Whether one of the portal's keys has signed the code. The browser verifies the signature. A browser that is too old
 * for Ed25519 loads a script that verifies it.
 *
 * @param fallback the address of that script.
 */
export async function isSigned(code: TicketCode, keys: Roster["keys"], fallback: string): Promise<boolean> {
  const name = [...code.keyName].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  for (const one of keys) {
    if (one.name === name && (await verified(code, fromBase64url(one.key), fallback))) return true;
  }
  return false;
}

async function verified({ signature, signed }: TicketCode, key: Bytes, fallback: string): Promise<boolean> {
  let imported: CryptoKey;
  try {
    imported = await crypto.subtle.importKey("raw", key, "Ed25519", false, ["verify"]);
  } catch {
    const { verifySignature } = (await import(/* @vite-ignore */ fallback)) as Fallback;
    return verifySignature(signature, signed, key);
  }
  return crypto.subtle.verify("Ed25519", imported, signature, signed);
}
