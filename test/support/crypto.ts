// Replaces `node:crypto`, and hashes a password at almost no cost. At the real cost, hashing took a third of the time
// of the tests in workerd. `app/accounts/password-hashing.test.ts` and the browser tests hash as in production. Ids can
// be made from a seed.
import { randomBytes as real, type ScryptOptions, scryptSync as scrypt } from "node:crypto";

// biome-ignore lint/performance: the rest of the module is as it is.
export * from "node:crypto";

/** A key with this number of bytes. It depends on the password, the salt and the cost. */
export const scryptSync = (
  password: string,
  salt: Buffer,
  bytes: number,
  { N, r, p }: ScryptOptions,
): Buffer => scrypt(`${password} ${N} ${r} ${p}`, salt, bytes, { N: 2, r: 1, p: 1 });

let draw: (() => number) | null = null;

/** From now on, ids are made from these numbers between 0 and 1; with null, ids are random again. */
export function drawIds(numbers: (() => number) | null): void {
  draw = numbers;
}

export const randomBytes = (size: number): Buffer =>
  draw ? Buffer.from(Array.from({ length: size }, () => Math.floor(draw!() * 256))) : real(size);
