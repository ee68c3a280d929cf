import { Secret, TOTP, URI } from "otpauth";
import { type Ability, can, type FactorRule } from "~/values/abilities.ts";
import { FRESH_MINUTES } from "./sessions.ts";

const MINUTE = 60 * 1000;
const STEP_SECONDS = 30;

/** The recovery codes that are given at once. */
export const RECOVERY_CODES = 10;

/** For so long the acts that follow each other need one code (minutes). */
const FACTOR_MINUTES = 15;

/** When a session last had a code, and when that last allowed an act; real time, null if never. */
export type FactorUse = { factorTypedAt: number | null; factorUsedAt: number | null };

/** The earliest times with which a session needs no code at `now` (UTC ms, real time). */
export const freshFrom = (now: number) => ({
  typedAt: now - FACTOR_MINUTES * MINUTE,
  usedAt: now - FRESH_MINUTES * MINUTE,
});

/** Whether a session may do an act that hurts at `now` without another code. */
export function isFactorFresh({ factorTypedAt, factorUsedAt }: FactorUse, now: number): boolean {
  const from = freshFrom(now);
  return (
    factorTypedAt !== null &&
    factorUsedAt !== null &&
    factorTypedAt >= from.typedAt &&
    factorUsedAt >= from.usedAt
  );
}

/** Whether an act that hurts will ask this viewer for a code at `now` (UTC ms, real time). */
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
 * The step (RFC 6238) whose code this is: the present one or a neighbour, because no two clocks are the same. null if it
 * is a code of none of them.
 *
 * @param secret in base32.
 * @param now UTC ms, real time.
 */
export function stepOf(secret: string, code: string, now: number): number | null {
  const delta = totpOf(secret).validate({ token: code, timestamp: now, window: 1 });
  return delta === null ? null : Math.floor(now / (STEP_SECONDS * 1000)) + delta;
}

/** What an app reads from the drawing: the secret, and under which name it keeps it. */
export function factorAddress(secret: string, names: { issuer: string; email: string }): string {
  return URI.stringify(totpOf(secret, { issuer: names.issuer, label: names.email }));
}

/** In groups of four, as people copy it. */
export const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, "$1 ");

/**
 * What somebody has typed as a code: six digits of the app or a recovery code, with whatever spaces and dashes. null if
 * it can be neither.
 */
export function typedCode(typed: string): { app: string } | { recovery: string } | null {
  const plain = typed.replace(/[\s\u2010-\u2015-]/g, "").toUpperCase();
  if (/^\d{6}$/.test(plain)) return { app: plain };
  return /^[A-Z2-7]{16}$/.test(plain) ? { recovery: plain } : null;
}

/** Whether somebody on the staff must have one, now or from the rule's time on. */
export const isAskedToHave = (rule: FactorRule | null, abilities: readonly Ability[]): boolean =>
  rule !== null && abilities.length > 0 && can(abilities, ...rule.abilities);

/** Whether somebody on the staff must have one at `now` (the portal's clock). */
export const mustHaveFactor = (
  rule: FactorRule | null,
  abilities: readonly Ability[],
  now: number,
): boolean => rule !== null && rule.from <= now && isAskedToHave(rule, abilities);
