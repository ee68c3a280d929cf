import { readBase64url, toBase64url } from "./base64url.ts";
import { isHoldingId } from "./ticket-codes.ts";

/**
 * The code on a badge. It consists of the version of the format (1 byte), a proof that the portal wrote it (12 bytes),
 * and the id of the holding of the pass (ASCII). It contains no personal data and no secret of the ticket. In an
 * address it is written in base64url.
 */
const VERSION = 2;
export const PROOF_BYTES = 12;
const HEAD_BYTES = 1 + PROOF_BYTES;
const LONGEST = Math.ceil(((HEAD_BYTES + 40) * 4) / 3);

type Bytes = Uint8Array<ArrayBuffer>;

/** A code that was read but whose proof is not checked yet. */
export type BadgeCode = { holdingId: string; proof: Bytes };

/**
 * The code as it is written in an address.
 *
 * @throws RangeError if no badge can contain this id or this proof.
 */
export function writeBadgeCode(holdingId: string, proof: Uint8Array): string {
  if (proof.length !== PROOF_BYTES || !isHoldingId(holdingId)) throw new RangeError("not a badge");
  return toBase64url(
    Uint8Array.from([VERSION, ...proof, ...[...holdingId].map((character) => character.charCodeAt(0))]),
  );
}

/**
 * Reads a code.
 *
 * @returns null if the text cannot be the code of a badge. The proof still has to be checked.
 */
export function readBadgeCode(text: string): BadgeCode | null {
  const bytes = readBase64url(text, LONGEST);
  if (bytes?.[0] !== VERSION) return null;
  const holdingId = String.fromCharCode(...bytes.subarray(HEAD_BYTES));
  return isHoldingId(holdingId) ? { holdingId, proof: bytes.subarray(1, HEAD_BYTES) } : null;
}
