import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import type { Meter } from "#db/client.ts";
import type { Refused } from "~/values/types.ts";
import { accountMessages } from "./messages.ts";

/**
 * 16 MiB and about 0.1 s, within what production allows (N·r·p ≤ 2^20) and an isolate's memory. PBKDF2 with a
 * safe number of rounds would be refused in production, which no local test can show.
 */
const SCRYPT = { N: 2 ** 14, r: 8, p: 5, maxmem: 32 * 1024 * 1024 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** The most hashes that run or wait in one isolate: while one runs, nothing else does. */
export const MOST_AT_ONCE = 2;
/**
 * A request that is aborted while its hash waits ends without notice; its place is free again after this time,
 * soon enough that nobody can keep others out by hanging up. Milliseconds; waiting takes two hashes at most.
 */
const LEASE = 1_000;

/** The refusal of a verb that needed a hash when no place was free: nothing was done. */
export type Busy = Refused<503>;
const busy: Busy = { refused: accountMessages.busy, status: 503 };
export const isBusy = (answer: string | boolean | Busy): answer is Busy => typeof answer === "object";

/** No password matches it: for an account that nobody may enter until a new password is chosen. */
export const noPassword = () => `none$${randomBytes(SALT_BYTES).toString("base64url")}`;

/** `scrypt$N$r$p$salt$key`, base64url. */
export async function hashPassword(meter: Meter, password: string): Promise<string | Busy> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(meter, password, salt);
  if (!key) return busy;
  return ["scrypt", SCRYPT.N, SCRYPT.r, SCRYPT.p, salt.toString("base64url"), key.toString("base64url")].join(
    "$",
  );
}

/** Costs one scrypt whether or not there is a stored hash, so that the time does not reveal which accounts exist. */
export async function passwordMatches(
  meter: Meter,
  password: string,
  stored: string | null,
): Promise<boolean | Busy> {
  const [kind, , , , salt = "", key = ""] = (stored ?? "").split("$");
  const isSet = kind === "scrypt";
  const expected = isSet ? Buffer.from(key, "base64url") : randomBytes(KEY_BYTES);
  const derived = await derive(
    meter,
    password,
    isSet ? Buffer.from(salt, "base64url") : randomBytes(SALT_BYTES),
  );
  return derived ? timingSafeEqual(derived, expected) && isSet : busy;
}

/** When each place was taken, in real time. Each place is an object of its own, as two may have the same time. */
const places = new Set<{ since: number }>();
let made = 0;

/** The key, or null if all places are taken. */
async function derive(meter: Meter, password: string, salt: Buffer): Promise<Buffer | null> {
  const now = Date.now();
  for (const place of places) if (place.since < now - LEASE) places.delete(place);
  if (places.size >= MOST_AT_ONCE) return null;
  const place = { since: now };
  places.add(place);
  try {
    await othersFirst();
    meter.hashes += 1;
    meter.hashing = Math.max(meter.hashing ?? 0, places.size);
    return scryptSync(password, salt, KEY_BYTES, SCRYPT);
  } finally {
    made += 1;
    places.delete(place);
  }
}

/** Lets everything else run first that can, and again after each hash that was made meanwhile. */
async function othersFirst(): Promise<void> {
  let before: number;
  do {
    before = made;
    await new Promise((resolve) => setTimeout(resolve, 0));
  } while (made !== before);
}
