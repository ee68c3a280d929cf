import { createHmac } from "node:crypto";
import type { Config } from "~/platform/config.server.ts";
import type { Allowance } from "~/platform/counters.server.ts";
import { fingerprint, isSameSecret, newId } from "~/platform/ids.server.ts";

// Once somebody has used a browser to sign in or to open a mailed link, the browser is a known device of the account.
// Strangers may guess passwords in other browsers, but their guesses do not lock the owner out in a known browser. The
// server stores nothing. For each account, the browser keeps an entry "id.proof", which a new password makes worthless.

/** One browser keeps entries for at most this many accounts. A further entry replaces the oldest. */
const MOST_ENTRIES = 8;

type Owner = { uid: string; passwordHash: string };

/**
 * The id of the device, if one of the browser's entries proves that the browser is known for this account; else null.
 */
export function knownDevice(config: Config, owner: Owner, entries: readonly string[]): string | null {
  return entries.map(parted).find(([id, proof]) => isProof(config, owner, id, proof))?.[0] ?? null;
}

/** The entries that a browser must keep so that this account recognises it from now on. */
export function withDevice(config: Config, owner: Owner, entries: readonly string[]): string[] {
  const id = knownDevice(config, owner, entries) ?? newId();
  const own = `${id}.${proofOf(config, owner, id)}`;
  return [own, ...entries.filter((entry) => entry !== own)].slice(0, MOST_ENTRIES);
}

/** The limits on attempts from a known device or session, which may have been stolen. */
export const knownAllowances = (id: string): Allowance[] => [
  { what: "sign-in-known", who: id, limit: 5, minutes: 15 },
  { what: "sign-in-known-day", who: id, limit: 20, minutes: 24 * 60 },
];

/**
 * The key is derived for this purpose only. Otherwise, other values signed with the same secret could pass for an
 * entry.
 */
function proofOf({ sessionSecret }: Config, { uid, passwordHash }: Owner, id: string): string {
  return createHmac("sha256", fingerprint(`device ${sessionSecret}`))
    .update(`${uid} ${id} ${passwordHash}`)
    .digest("base64url");
}

const isProof = (config: Config, owner: Owner, id: string, proof: string): boolean =>
  isSameSecret(proof, proofOf(config, owner, id));

function parted(entry: string): [id: string, proof: string] {
  const [id = "", proof = ""] = entry.split(".");
  return [id, proof];
}
