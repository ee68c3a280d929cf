import { DAY } from "~/values/durations.ts";

/**
 * The most hashes that run or wait in one isolate: for people who are known to their account, and for strangers. Each
 * group has places of its own, so strangers never keep out those who are known. There are as many as can be made in
 * two seconds, so that a class that logs in behind one address waits and is not refused.
 */
export const MOST_WAITING = { known: 8, strangers: 20 } as const;

/**
 * A request that is aborted while its hash waits ends without notice, because its timers stop. Its place is free
 * again after the longer of these times; after the shorter one, nobody waits for its turn. In milliseconds.
 */
export const HASH_LEASE = 1_000;
export const HASH_SILENCE = 250;

/** How long (ms) staff see how many requests were put off because the queue was full. */
export const PUT_OFF_SHOWN = 7 * DAY;
