import { DAY } from "~/values/durations.ts";

/**
 * The most hashes that run or wait in one isolate, for two groups: people whose account recognises them (by a device, a
 * session or a link from their mailbox), and strangers. Each group has places of its own, so strangers never keep out
 * people who are known. If strangers take all their places, their hashes take about two seconds. There are enough
 * places for a class that logs in from one address: the students wait, but are not refused.
 */
export const MOST_WAITING = { known: 8, strangers: 20 } as const;

/**
 * A request may be aborted while it waits for its hash. The only sign of this is that its timers stop. If none of them
 * has run for `HASH_SILENCE` (ms), the other requests no longer wait for this request. After `HASH_LEASE` (ms), its
 * place is free again.
 */
export const HASH_LEASE = 1_000;
export const HASH_SILENCE = 250;

/** For how long (ms) staff can see how many requests were put off because the queue was full. */
export const PUT_OFF_SHOWN = 7 * DAY;
