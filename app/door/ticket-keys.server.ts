import { createHash, createHmac } from "node:crypto";
import type { Config } from "~/platform/config.server.ts";
import { lazily } from "~/values/lazily.ts";
import {
  bytesToSign,
  KEY_NAME_BYTES,
  readTicketCode,
  SIGNATURE_BYTES,
  type TicketCode,
  writeTicketCode,
} from "./ticket-codes.ts";

type TicketKey = { name: Uint8Array; bytes: Uint8Array; sign: CryptoKey; verify: CryptoKey };
export type Secrets = Pick<Config, "sessionSecret" | "ticketSecrets">;

/** The bytes before the 32 bytes of a private Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from("302e020100300506032b657004220420", "hex");

async function keyOf(seed: Buffer): Promise<TicketKey> {
  const pkcs8 = Buffer.concat([PKCS8_HEAD, seed]);
  const sign = (await crypto.subtle.importKey("pkcs8", pkcs8, "Ed25519", true, ["sign"])) as CryptoKey;
  const { x } = (await crypto.subtle.exportKey("jwk", sign)) as JsonWebKey;
  const bytes = Buffer.from(x!, "base64url");
  const verify = (await crypto.subtle.importKey("raw", bytes, "Ed25519", true, ["verify"])) as CryptoKey;
  const name = createHash("sha256").update(bytes).digest().subarray(0, KEY_NAME_BYTES);
  return { name, bytes, sign, verify };
}

const seedOf = (secret: string) => createHmac("sha256", secret).update("tickets").digest();

/** Keys are made once in each isolate, not for every ticket. */
const made = new Map<string, () => Promise<TicketKey>>();

function keyFor(secret: string): Promise<TicketKey> {
  const make = made.get(secret) ?? lazily(() => keyOf(seedOf(secret)));
  made.set(secret, make);
  return make();
}

/**
 * The secrets from which the keys of tickets and badges are made: the first one signs, and all of them verify. The
 * session secret is always among them. So a portal without TICKET_SECRETS has a key, and old tickets still count when
 * TICKET_SECRETS is set for the first time.
 */
export const secretsOf = ({ sessionSecret, ticketSecrets }: Secrets): string[] => [
  ...ticketSecrets,
  sessionSecret,
];

const keysOf = (secrets: Secrets): Promise<TicketKey[]> => Promise.all(secretsOf(secrets).map(keyFor));

/** The public halves of all keys, for a phone that verifies tickets by itself: name in hex, key in base64url. */
export async function publicTicketKeys(config: Secrets): Promise<{ name: string; key: string }[]> {
  const keys = await keysOf(config);
  return keys.map(({ name, bytes }) => ({
    name: Buffer.from(name).toString("hex"),
    key: Buffer.from(bytes).toString("base64url"),
  }));
}

/**
 * The code of a ticket. The same key always makes the same code.
 *
 * @param ticket the id of the holding of the pass, and the 16 random bytes in hex that are stored with it.
 */
export async function signTicket(
  config: Secrets,
  { holdingId, secret }: { holdingId: string; secret: string },
): Promise<string> {
  const [key] = await keysOf(config);
  const signed = bytesToSign(key!.name, secret, holdingId);
  return writeTicketCode(signed, new Uint8Array(await crypto.subtle.sign("Ed25519", key!.sign, signed)));
}

/**
 * Reads a code and verifies its signature. It does not check whether the ticket still counts: the caller asks the
 * database.
 *
 * @returns null unless this portal has signed the code with one of its keys.
 */
export async function verifyTicket(
  config: Secrets,
  text: string,
): Promise<Pick<TicketCode, "holdingId" | "secret"> | null> {
  const code = readTicketCode(text);
  if (!code || code.signature.length !== SIGNATURE_BYTES) return null;
  for (const { name, verify } of await keysOf(config)) {
    if (!name.every((byte, index) => byte === code.keyName[index])) continue;
    if (await crypto.subtle.verify("Ed25519", verify, code.signature, code.signed))
      return { holdingId: code.holdingId, secret: code.secret };
  }
  return null;
}
