import { createHash, createHmac, createPrivateKey, createPublicKey, sign } from "node:crypto";
import { writeBadgeCode } from "../../app/door/badge-codes.ts";
import { bytesToSign, writeTicketCode } from "../../app/door/ticket-codes.ts";

/** What precedes the 32 bytes of a private Ed25519 key in PKCS #8. */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * The code of a ticket, as the portal would sign it. It is made without the portal's own code: with the secret of the
 * configuration and with Node's Ed25519.
 */
export function codeSignedWith(
  sessionSecret: string,
  { id, secret }: { id: string; secret: string },
): string {
  const seed = createHmac("sha256", sessionSecret).update("tickets").digest();
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: "der", type: "pkcs8" });
  const { x } = createPublicKey(key).export({ format: "jwk" });
  const name = createHash("sha256").update(Buffer.from(x!, "base64url")).digest().subarray(0, 2);
  const signed = bytesToSign(Uint8Array.from(name), secret, id);
  return writeTicketCode(signed, Uint8Array.from(sign(null, signed, key)));
}

/** The code on a badge. It is also made with the secret of the configuration, and without the portal's own code. */
export function badgeProvedWith(sessionSecret: string, holdingId: string): string {
  const key = createHmac("sha256", sessionSecret).update("badges").digest();
  return writeBadgeCode(holdingId, createHmac("sha256", key).update(holdingId).digest().subarray(0, 12));
}
