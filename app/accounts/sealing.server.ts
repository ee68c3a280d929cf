import { createHmac } from "node:crypto";
import type { Config } from "~/platform/config.server.ts";

const IV_BYTES = 12;

/**
 * Encrypts a text (AES-GCM) so that only this portal can read it, and only for the same `owner`. With another owner, it
 * cannot be decrypted. The key is derived for sealing alone, just as links and devices have keys of their own.
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

/**
 * The text that was sealed; null if the value was not sealed here, was sealed for another owner, or was sealed with
 * another secret of the server.
 */
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
