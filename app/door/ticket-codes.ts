import { readBase64url, toBase64url } from "./base64url.ts";

/**
 * The code in a ticket. It consists of the version of the format (1 byte), the name of the key that signed it (2
 * bytes), the random secret of the ticket (16 bytes), the id of the holding (ASCII), and an Ed25519 signature of all of
 * this (64 bytes). It contains no personal data. In an address it is written in base64url.
 */
const VERSION = 1;
export const KEY_NAME_BYTES = 2;
const SECRET_BYTES = 16;
export const SIGNATURE_BYTES = 64;
const HEAD_BYTES = 1 + KEY_NAME_BYTES + SECRET_BYTES;

/**
 * Whether the text has the form of a holding's id. The id is made from the id of a payment and the number of its line;
 * a holding that replaced another one has an id of its own.
 */
export const isHoldingId = (text: string): boolean => /^[a-z0-9][a-z0-9-]{0,39}$/.test(text);
const LONGEST = Math.ceil(((HEAD_BYTES + 40 + SIGNATURE_BYTES) * 4) / 3);

type Bytes = Uint8Array<ArrayBuffer>;

/** A code that was read but whose signature is not verified yet. */
export type TicketCode = {
  keyName: Bytes;
  /** In hex, as it is stored. */
  secret: string;
  holdingId: string;
  /** The bytes that were signed. */
  signed: Bytes;
  signature: Bytes;
};

/**
 * The bytes that are signed for a ticket.
 *
 * @param secret 16 bytes in hex.
 * @throws RangeError if no ticket can contain this id or this secret.
 */
export function bytesToSign(keyName: Uint8Array, secret: string, holdingId: string): Bytes {
  if (keyName.length !== KEY_NAME_BYTES || !/^[0-9a-f]{32}$/.test(secret) || !isHoldingId(holdingId))
    throw new RangeError("not a ticket");
  return Uint8Array.from([
    VERSION,
    ...keyName,
    ...secret.match(/../g)!.map((pair) => Number.parseInt(pair, 16)),
    ...[...holdingId].map((character) => character.charCodeAt(0)),
  ]);
}

/** The code as it is written in an address. */
export const writeTicketCode = (signed: Uint8Array, signature: Uint8Array): string =>
  toBase64url(Uint8Array.from([...signed, ...signature]));

/**
 * Reads a code.
 *
 * @returns null if the text cannot be a code. The signature still has to be verified.
 */
export function readTicketCode(text: string): TicketCode | null {
  const bytes = readBase64url(text, LONGEST);
  if (bytes?.[0] !== VERSION) return null;
  const signed = bytes.subarray(0, -SIGNATURE_BYTES);
  const holdingId = String.fromCharCode(...signed.subarray(HEAD_BYTES));
  if (bytes.length <= HEAD_BYTES + SIGNATURE_BYTES || !isHoldingId(holdingId)) return null;
  return {
    keyName: signed.subarray(1, 1 + KEY_NAME_BYTES),
    secret: [...signed.subarray(1 + KEY_NAME_BYTES, HEAD_BYTES)]
      .map((byte) => byte.toString(16).padStart(2, "0"))
      .join(""),
    holdingId,
    signed,
    signature: bytes.subarray(-SIGNATURE_BYTES),
  };
}
