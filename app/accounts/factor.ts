import { Secret, TOTP, URI } from "otpauth";
import { type Ability, can, type FactorRule } from "~/values/abilities.ts";
import { FRESH_MINUTES } from "./sessions.ts";

const MINUTE = 60 * 1000;
const STEP_SECONDS = 30;

/** How many recovery codes are given at one time. */
export const RECOVERY_CODES = 10;

/** For this many minutes, one code is enough for any number of acts, provided that they follow one another closely. */
const FACTOR_MINUTES = 15;

/** When a code was last typed in a session, and when that code last allowed an act; real time, null if never. */
export type FactorUse = { factorTypedAt: number | null; factorUsedAt: number | null };

/**
 * The limits for a session at `now` (UTC ms, real time). A session needs no new code if both conditions hold: its code
 * was typed at `typedAt` or later, and that code last allowed an act at `usedAt` or later.
 */
export const freshFrom = (now: number) => ({
  typedAt: now - FACTOR_MINUTES * MINUTE,
  usedAt: now - FRESH_MINUTES * MINUTE,
});

/** Whether a session, at `now` (UTC ms, real time), may do an act that hurts without another code. */
export function isFactorFresh({ factorTypedAt, factorUsedAt }: FactorUse, now: number): boolean {
  const from = freshFrom(now);
  return (
    factorTypedAt !== null &&
    factorUsedAt !== null &&
    factorTypedAt >= from.typedAt &&
    factorUsedAt >= from.usedAt
  );
}

/** Whether this viewer, at `now` (UTC ms, real time), must type a code before an act that hurts. */
export const needsCode = (viewer: FactorUse & { hasFactor: boolean }, now: number): boolean =>
  viewer.hasFactor && !isFactorFresh(viewer, now);

const totpOf = (secret: string, named: { issuer?: string; label?: string } = {}) =>
  new TOTP({
    ...named,
    secret: Secret.fromBase32(secret),
    algorithm: "SHA1",
    digits: 6,
    period: STEP_SECONDS,
  });

/**
 * The time step (RFC 6238) to which this code belongs: the current step or one of its neighbours, because clocks
 * differ. null if the code belongs to none of the three.
 *
 * @param secret in base32.
 * @param now UTC ms, real time.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / (STEP_SECONDS * 1000)) + delta;
}

/**
 * The address in the QR code. From it, an app reads the secret and the names under which it shows the secret's codes.
 */
export function factorAddress(secret: string, names: { issuer: string; email: string }): string {
  return URI.stringify(totpOf(secret, { issuer: names.issuer, label: names.email }));
}

/** The text in groups of four characters, which are easier to copy by hand. */
export const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, "$1 ");

/**
 * Reads the proof that a form brings; null if the text cannot be one. A proof is six digits from the app, a recovery
 * code, or the JSON text with which a browser answers for a passkey. Spaces and dashes in digits or in a code are left
 * out.
 */
export function typedCode(
  typed: string,
): { app: string } | { recovery: string } | { passkey: string } | null {
  if (typed.startsWith("{")) return { passkey: typed };
  const plain = typed.replace(/[\s\u2010-\u2015-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(plain)) return { app: plain };
  return /^[A-Z2-7]{16}$/.test(plain) ? { recovery: plain } : null;
}

/** Whether this member of the staff must have a second factor, either now or once the rule's time comes. */
export const isAskedToHave = (rule: FactorRule | null, abilities: readonly Ability[]): boolean =>
  rule !== null && abilities.length > 0 && can(abilities, ...rule.abilities);

/** Whether this member of the staff must have a second factor at `now` (the portal's clock). */
export const mustHaveFactor = (
  rule: FactorRule | null,
  abilities: readonly Ability[],
  now: number,
): boolean => rule !== null && rule.from <= now && isAskedToHave(rule, abilities);
