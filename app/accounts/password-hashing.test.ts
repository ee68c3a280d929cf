import { scryptSync } from "node:crypto";
import { expect, test } from "vitest";
import { type Database, newMeter } from "#db/client.ts";
import { hashPassword, passwordMatches } from "~/accounts/passwords.server.ts";

const PASSWORD = "an umbrella for the summit";

// The other tests run in workerd, so they use hashes that cost next to nothing.
test("a password is hashed by scrypt at the cost that is stored with it, and matches by no other", async () => {
  const meter = newMeter();
  // No request is put off here, so nothing is written.
  const asking = { meter, network: "192.0.2.1", db: {} as Database, waitUntil: () => {} };
  const known = { isKnown: true };
  const stored = await hashPassword(asking, known, PASSWORD);
  expect(stored).toEqual(expect.any(String));
  const [kind, N, r, p, salt = "", key] = String(stored).split("$");
  expect([kind, N, r, p]).toEqual(["scrypt", "16384", "8", "5"]);
  const cost = { N: Number(N), r: Number(r), p: Number(p), maxmem: 32 * 1024 * 1024 };
  expect(scryptSync(PASSWORD, Buffer.from(salt, "base64url"), 32, cost).toString("base64url")).toBe(key);
  expect(await passwordMatches(asking, known, PASSWORD, String(stored))).toBe(true);
  expect(await passwordMatches(asking, known, `${PASSWORD}s`, String(stored))).toBe(false);
  expect(meter.hashes).toBe(3);
});
