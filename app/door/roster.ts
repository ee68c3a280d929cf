import type { ScanReason } from "~/values/types.ts";
import { fromBase64url, toBase64url } from "./base64url.ts";

/** What a phone knows of a ticket while it is on the screen: the same that the page of a person shows at the door. */
export type OnList = {
  /** The holding of the pass. */
  id: string;
  /** Why the ticket lets nobody in; null if it lets its holder in. If there is a reason, nothing else is said. */
  reason: ScanReason | null;
  name: string;
  /** The name in the application; empty if the badge has the same one. */
  fullName: string;
  title: string;
  event: string;
  reference: string;
  /** How many times the pass has gone through, and when it last did (UTC ms); null if it has not. */
  times: number;
  at: number | null;
  addOns: { id: string; title: string; times: number; at: number | null }[];
  notes: { term: string; value: string }[];
};

/** What is said of a ticket that lets nobody in. */
export const refusedOnList = (id: string, reason: ScanReason): OnList => ({
  ...{ id, reason, name: "", fullName: "", title: "", event: "", reference: "" },
  ...{ times: 0, at: null, addOns: [], notes: [] },
});

/**
 * The list of tickets as a phone keeps it. Everything in it about a person is sealed with a key that is made of the
 * secret of that person's ticket, and can be found only by an address that is made of the same secret. So whoever finds
 * the phone reads nothing of it without the tickets themselves.
 */
export type Roster = {
  edition: string;
  /** The time zone in which the door shows times. */
  zone: string;
  /** The keys that sign tickets: the name of each in hex, and its 32 public bytes in base64url. */
  keys: { name: string; key: string }[];
  /** What is sealed of each ticket, by its address. */
  entries: Record<string, string>;
};

/** What is made of the secret of a ticket, each part useless for finding the others. */
export type TicketKeys = {
  /** Where the entry of the ticket is in the list. */
  address: string;
  /** Opens the entry. */
  key: CryptoKey;
  /** Shows the portal that the ticket was there, and opens nothing. It is all that waits on a phone to be sent. */
  proof: string;
};

const ADDRESS_BYTES = 16;
const KEY_BYTES = 32;
const PROOF_BYTES = 32;
export const IV_BYTES = 12;
/** Sealed texts have lengths in steps of this, so that a length says little about a name. */
const STEP = 256;

const text = new TextEncoder();

/**
 * Makes the keys of a ticket: HKDF with SHA-256.
 *
 * @param secret the 16 random bytes in the ticket, in hex.
 */
export async function ticketKeys(secret: string): Promise<TicketKeys> {
  const material = await crypto.subtle.importKey("raw", text.encode(secret), "HKDF", false, ["deriveBits"]);
  const how = { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(), info: text.encode("door") };
  const bits = await crypto.subtle.deriveBits(how, material, (ADDRESS_BYTES + KEY_BYTES + PROOF_BYTES) * 8);
  const address = new Uint8Array(bits, 0, ADDRESS_BYTES);
  const key = new Uint8Array(bits, ADDRESS_BYTES, KEY_BYTES);
  const proof = new Uint8Array(bits, ADDRESS_BYTES + KEY_BYTES, PROOF_BYTES);
  return {
    address: toBase64url(address),
    key: await crypto.subtle.importKey("raw", key, "AES-GCM", false, ["encrypt", "decrypt"]),
    proof: toBase64url(proof),
  };
}

/**
 * Seals what the list says of a ticket.
 *
 * @param iv random bytes that were never used before, `IV_BYTES` of them.
 */
export async function sealEntry(key: CryptoKey, entry: OnList, iv: Uint8Array<ArrayBuffer>): Promise<string> {
  const plain = JSON.stringify(entry);
  const padded = plain.padEnd(Math.ceil(plain.length / STEP) * STEP);
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text.encode(padded)),
  );
  return toBase64url(Uint8Array.from([...iv, ...sealed]));
}

/** Opens what the list says of a ticket. Rejects if the key is another ticket's, or if a byte was changed. */
export async function openEntry(key: CryptoKey, sealed: string): Promise<OnList> {
  const bytes = fromBase64url(sealed);
  const iv = bytes.subarray(0, IV_BYTES);
  const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes.subarray(IV_BYTES));
  return JSON.parse(new TextDecoder().decode(plain)) as OnList;
}
