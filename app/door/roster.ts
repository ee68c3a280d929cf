import type { ScanReason } from "~/values/types.ts";
import { fromBase64url, toBase64url } from "./base64url.ts";

/**
 * The data that a phone has about a ticket while the ticket is on the screen. The page of a person at the door shows
 * the same data.
 */
export type OnList = {
  /** The holding of the pass. */
  id: string;
  /**
   * Why the ticket lets nobody in; null if it lets its holder in. If there is a reason, everything else except the id
   * is left out.
   */
  reason: ScanReason | null;
  name: string;
  /** The name in the application; empty if the badge has the same one. */
  fullName: string;
  title: string;
  event: string;
  reference: string;
  /** How many times the holder has come in with the pass, and when they last came in (`at`, UTC ms; null if never). */
  times: number;
  at: number | null;
  addOns: { id: string; title: string; times: number; at: number | null }[];
  notes: { term: string; value: string }[];
};

/** The entry for a ticket that lets nobody in. */
export const refusedOnList = (id: string, reason: ScanReason): OnList => ({
  ...{ id, reason, name: "", fullName: "", title: "", event: "", reference: "" },
  ...{ times: 0, at: null, addOns: [], notes: [] },
});

/**
 * The list of tickets as a phone keeps it. The entry of each person is sealed with a key that is derived from the
 * secret of their ticket. The entry can be found only by an address that is derived from the same secret. So a person
 * who finds the phone cannot read any entry without the ticket itself.
 */
export type Roster = {
  edition: string;
  /** The time zone in which the door shows times. */
  zone: string;
  /** The keys that sign tickets: the name of each in hex, and its 32 public bytes in base64url. */
  keys: { name: string; key: string }[];
  /** The sealed entry of each ticket, by its address. */
  entries: Record<string, string>;
};

/** The values that are derived from the secret of a ticket. None of them helps to find the others. */
export type TicketKeys = {
  /** Where the entry of the ticket is in the list. */
  address: string;
  /** Opens the entry. */
  key: CryptoKey;
  /**
   * Proves to the portal that the ticket was there, and cannot open the entry. Of these three values, only the proof is
   * stored with acts that wait to be sent.
   */
  proof: string;
};

const ADDRESS_BYTES = 16;
const KEY_BYTES = 32;
const PROOF_BYTES = 32;
export const IV_BYTES = 12;
/**
 * Entries are padded to a multiple of this length (characters) before they are sealed. So the length says little about
 * the name.
 */
const STEP = 256;

const text = new TextEncoder();

/**
 * Derives the keys of a ticket with HKDF and SHA-256.
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
 * Seals the entry of a ticket.
 *
 * @param iv `IV_BYTES` random bytes that were never used before.
 */
export async function sealEntry(key: CryptoKey, entry: OnList, iv: Uint8Array<ArrayBuffer>): Promise<string> {
  const plain = JSON.stringify(entry);
  const padded = plain.padEnd(Math.ceil(plain.length / STEP) * STEP);
  const sealed = new Uint8Array(
    await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, text.encode(padded)),
  );
  return toBase64url(Uint8Array.from([...iv, ...sealed]));
}

/** Opens the entry of a ticket. Rejects if the key belongs to another ticket, or if a byte was changed. */
export async function openEntry(key: CryptoKey, sealed: string): Promise<OnList> {
  const bytes = fromBase64url(sealed);
  const iv = bytes.subarray(0, IV_BYTES);
  const plain = await crypto.subtle.decrypt({ name: "AES-GCM", iv }, key, bytes.subarray(IV_BYTES));
  return JSON.parse(new TextDecoder().decode(plain)) as OnList;
}
