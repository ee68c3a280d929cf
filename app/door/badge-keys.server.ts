import { createHmac, timingSafeEqual } from "node:crypto";
import { PROOF_BYTES, readBadgeCode, writeBadgeCode } from "./badge-codes.ts";
import { type Secrets, secretsOf } from "./ticket-keys.server.ts";

/**
 * The proof on a badge. Only the portal checks badges, never a phone, so a short HMAC is enough. A signature would make
 * the code on the label twice as dense (docs/decisions/0124-the-code-on-a-badge.md).
 */
const proofOf = (secret: string, holdingId: string): Buffer =>
  createHmac("sha256", createHmac("sha256", secret).update("badges").digest())
    .update(holdingId)
    .digest()
    .subarray(0, PROOF_BYTES);

/** The code on the badge of the person who holds a pass. The same key always makes the same code. */
export const signBadge = (config: Secrets, holdingId: string): string =>
  writeBadgeCode(holdingId, proofOf(secretsOf(config)[0]!, holdingId));

/**
 * Reads the code of a badge and checks its proof. It does not check whether the pass is still held: the caller asks the
 * database.
 *
 * @returns the id of the holding of the pass; null unless this portal wrote the code with one of its keys.
 */
export function verifyBadge(config: Secrets, text: string): string | null {
  const code = readBadgeCode(text);
  if (!code) return null;
  const isOurs = secretsOf(config).some((secret) =>
    timingSafeEqual(proofOf(secret, code.holdingId), code.proof),
  );
  return isOurs ? code.holdingId : null;
}
