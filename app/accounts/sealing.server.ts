import { createHmac } from "node:crypto";
import type { Config } from "~/platform/config.server.ts";

const IV_BYTES = 12;

/**
 * A text that only this portal can read (AES-GCM), for one purpose and one owner: put somewhere else, it cannot be
 * opened there. The key is derived for sealing alone, as those for links and devices are for theirs.
 */
export async function seal(config: Config, owner: string, text: string): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const sealed = await crypto.subtle.encrypt(
    { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(owner) },
    await keyOf(config),
    new TextEncoder().encode(text),
  );
  return Buffer.concat([iv, new Uint8Array(sealed)]).toString("base64url");
}

/** What was sealed; null if it was not, or for another owner, or with another secret of the server. */
export async function unseal(config: Config, owner: string, sealed: string): Promise<string | null> {
  const bytes = Buffer.from(sealed, "base64url");
  const iv = bytes.subarray(0, IV_BYTES);
  const additionalData = new TextEncoder().encode(owner);
  const key = await keyOf(config);
  const text = await crypto.subtle
    .decrypt({ name: "AES-GCM", iv, additionalData }, key, bytes.subarray(IV_BYTES))
    .catch(() => null);
  return text && new TextDecoder().decode(text);
}

const keyOf = ({ sessionSecret }: Config) =>
  crypto.subtle.importKey(
    "raw",
    createHmac("sha256", sessionSecret).update("sealing").digest(),
    "AES-GCM",
    false,
    ["encrypt", "decrypt"],
  );
