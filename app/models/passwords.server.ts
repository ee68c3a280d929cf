import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { Meter } from "#db/client.ts";

/**
 * 16 MiB and about 0.1 s. Inside what production allows (N·r·p ≤ 2^20) and an isolate's memory;
 * PBKDF2 at a safe count would be refused there, which no local test can show.
 */
export const SCRYPT = { N: 2 ** 14, r: 8, p: 5, maxmem: 32 * 1024 * 1024 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** `scrypt$N$r$p$salt$key`, base64url. */
export async function hashPassword(meter: Meter, password: string): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(meter, password, salt);
  return ["scrypt", SCRYPT.N, SCRYPT.r, SCRYPT.p, salt.toString("base64url"), key.toString("base64url")].join(
    "$",
  );
}

/** Costs one scrypt whether or not there is a stored hash, so that time does not tell which accounts exist. */
export async function passwordMatches(
  meter: Meter,
  password: string,
  stored: string | null,
): Promise<boolean> {
  const [, , , , salt = "", key = ""] = (stored ?? "").split("$");
  const expected = stored ? Buffer.from(key, "base64url") : randomBytes(KEY_BYTES);
  const derived = await derive(
    meter,
    password,
    stored ? Buffer.from(salt, "base64url") : randomBytes(SALT_BYTES),
  );
  return timingSafeEqual(derived, expected) && stored !== null;
}

function derive(meter: Meter, password: string, salt: Buffer): Promise<Buffer> {
  meter.hashes += 1;
  return new Promise((resolve, reject) => {
    scrypt(password, salt, KEY_BYTES, SCRYPT, (error, key) => (error ? reject(error) : resolve(key)));
  });
}
