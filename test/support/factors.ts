import { env } from "cloudflare:workers";
import { Secret, TOTP } from "otpauth";
import { seal } from "~/accounts/sealing.server.ts";
import { readConfig } from "~/platform/config.server.ts";
import type { Browser } from "./browser.ts";
import { run } from "./storage.ts";

const MINUTE = 60 * 1000;

/** The code that the app with this secret shows `steps` time steps from now. */
export const codeOf = (secret: string, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret.replaceAll(" ", "")) }).generate({
    timestamp: Date.now() + steps * 30_000,
  });

/** A six-digit code that the app with this secret does not show at about this time. */
export function wrongCode(secret: string): string {
  const right = new Set([-2, -1, 0, 1, 2].map((steps) => codeOf(secret, steps)));
  return ["000000", "111111", "222222", "333333", "444444", "555555"].find((code) => !right.has(code))!;
}

let made = 0;

/**
 * Gives an account a second factor whose last used step was long ago.
 *
 * @returns the secret of the factor.
 */
export async function giveFactor(uid: string): Promise<string> {
  const secret = new Secret({ size: 20 }).base32;
  await run("DELETE FROM factors WHERE uid = ?", uid);
  await run(
    "INSERT INTO factors (uid, secret, last_step, created_at) VALUES (?, ?, 0, ?)",
    uid,
    await seal(readConfig(env), uid, secret),
    ++made,
  );
  return secret;
}

/** Sets how many minutes ago a code was last typed and last used, for all sessions of an account; null for never. */
export async function codeTyped(uid: string, typed: number | null, used = typed): Promise<void> {
  const at = (minutes: number | null) => (minutes === null ? null : Date.now() - minutes * MINUTE);
  await run(
    "UPDATE sessions SET factor_typed_at = ?, factor_used_at = ? WHERE uid = ?",
    at(typed),
    at(used),
    uid,
  );
}

/** Whether the answer asks for a code of the second factor instead of doing anything. */
export const asksForCode = (status: number, text: string): boolean =>
  (status === 401 || status === 429) && text.includes("Confirm with a code");

/** Logs somebody in with the password, up to the page that asks for the code. */
export const typePassword = (browser: Browser, email: string, password: string, redirectTo = "/admin") =>
  browser.submit("/?index", [
    ["account", "sign-in"],
    ["email", email],
    ["password", password],
    ["redirectTo", redirectTo],
  ]);
