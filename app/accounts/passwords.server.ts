import { randomBytes, scryptSync, timingSafeEqual } from "node:crypto";
import type { Context } from "~/platform/context.server.ts";
import { widerNetworkOf } from "~/platform/networks.ts";
import type { Refused } from "~/values/types.ts";
import { HASH_LEASE, HASH_SILENCE, MOST_WAITING } from "./hash-queue.ts";
import { accountMessages } from "./messages.ts";
import { countPutOff } from "./put-off.server.ts";

/**
 * A hash takes 16 MiB and about 0.1 s. This fits into an isolate's memory, and is within the limit of production (N·r·p
 * ≤ 2^20). Production would refuse PBKDF2 with a safe number of rounds, and no local test can show that.
 */
const SCRYPT = { N: 2 ** 14, r: 8, p: 5, maxmem: 32 * 1024 * 1024 } as const;
const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** The parts of the request's context that hashing uses. */
export type Asking = Pick<Context, "db" | "meter" | "network" | "waitUntil">;
/** Whether the request comes with a known device, a session of the account, or a link from its mailbox. */
type Known = { isKnown: boolean };

/** The refusal when a password had to be hashed but no place was free: nothing was done. */
export type Busy = Refused<503>;
const busy: Busy = { refused: accountMessages.busy, status: 503 };
export const isBusy = (answer: string | boolean | Busy): answer is Busy => typeof answer === "object";

/** A hash that no password matches, for an account that nobody may enter until a new password is chosen. */
export const noPassword = () => `none$${randomBytes(SALT_BYTES).toString("base64url")}`;

/** The hash as `scrypt$N$r$p$salt$key`, in base64url. */
export async function hashPassword(asking: Asking, known: Known, password: string): Promise<string | Busy> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(asking, known, password, salt);
  if (!key) return busy;
  return ["scrypt", SCRYPT.N, SCRYPT.r, SCRYPT.p, salt.toString("base64url"), key.toString("base64url")].join(
    "$",
  );
}

/** Costs one scrypt even if there is no stored hash, so that the time taken does not reveal which accounts exist. */
export async function passwordMatches(
  asking: Asking,
  known: Known,
  password: string,
  stored: string | null,
): Promise<boolean | Busy> {
  const [kind, , , , salt = "", key = ""] = (stored ?? "").split("$");
  const isSet = kind === "scrypt";
  const expected = isSet ? Buffer.from(key, "base64url") : randomBytes(KEY_BYTES);
  const derived = await derive(
    asking,
    known,
    password,
    isSet ? Buffer.from(salt, "base64url") : randomBytes(SALT_BYTES),
  );
  return derived ? timingSafeEqual(derived, expected) && isSet : busy;
}

/**
 * A request that waits for its hash. `seenAt` is when it came or when its timer last ran (real time), and `seenAfter`
 * is how many hashes had been made by then.
 */
type Place = Known & { network: string; seenAt: number; seenAfter: number };

/** The waiting requests, in the order in which they came. */
const queue: Place[] = [];
let made = 0;
let wasKnown = false;

/**
 * The key that is made from the password. Null if there was no free place in the queue, or if the place went to
 * somebody from another network.
 */
async function derive(
  asking: Asking,
  { isKnown }: Known,
  password: string,
  salt: Buffer,
): Promise<Buffer | null> {
  const { meter } = asking;
  const place = { isKnown, network: widerNetworkOf(asking.network), seenAt: Date.now(), seenAfter: made };
  try {
    if (!isGivenPlace(place)) return putOff(asking);
    let before: number;
    // Let everything else that can run go first. Do so again after each hash that other requests made meanwhile.
    do {
      before = made;
      await new Promise((resolve) => setTimeout(resolve, 0));
      place.seenAt = Date.now();
      place.seenAfter = made;
      // The request may no longer be in the queue: another network got its place, or its timer had not run for
      // some time. Then it is put off unless there is a place for it.
      if (!queue.includes(place) && !isGivenPlace(place)) return putOff(asking);
    } while (made !== before || whoIsNext(place.seenAt) !== place);
    meter.hashes += 1;
    meter.hashing = Math.max(meter.hashing ?? 0, queue.length);
    made += 1;
    wasKnown = isKnown;
    return scryptSync(password, salt, KEY_BYTES, SCRYPT);
  } finally {
    leave(place);
  }
}

function putOff(asking: Asking): null {
  countPutOff(asking);
  return null;
}

/**
 * Queues a request if there is a place. One network may have all places while nobody else comes. Once all are taken,
 * the network with the most places gives its last place to a network that has fewer.
 */
function isGivenPlace(place: Place): boolean {
  for (const other of [...queue]) if (other.seenAt < place.seenAt - HASH_LEASE) leave(other);
  const rivals = queue.filter(({ isKnown }) => isKnown === place.isKnown);
  const most = place.isKnown ? MOST_WAITING.known : MOST_WAITING.strangers;
  if (rivals.length >= most) {
    const heldBy = (network: string) => rivals.filter((one) => one.network === network).length;
    const last = rivals.reduce((one, other) => (heldBy(other.network) >= heldBy(one.network) ? other : one));
    if (heldBy(last.network) <= heldBy(place.network) + 1) return false;
    leave(last);
  }
  queue.push(place);
  return true;
}

function leave(place: Place): void {
  const index = queue.indexOf(place);
  if (index >= 0) queue.splice(index, 1);
}

/**
 * Known people and strangers take turns. A known person goes first. Within each group, requests are served in the order
 * in which they came. Nobody waits for a request that has gone.
 */
function whoIsNext(now: number): Place | undefined {
  const there = queue.filter(({ seenAt, seenAfter }) => seenAfter === made && seenAt >= now - HASH_SILENCE);
  return there.find(({ isKnown }) => isKnown !== wasKnown) ?? there[0];
}
