import { createCookie } from "@remix-run/cloudflare";
import type { Config } from "~/platform/config.server.ts";
import type { Claims } from "~/platform/context.server.ts";
import { LONGEST_COOKIE, LONGEST_SESSION } from "./sessions.ts";

/** How long after the password a code may still be typed (seconds). */
export const HALFWAY_LIFE = 10 * 60;

/** The claims, always in this order, so that equal claims make equal cookies. */
export const claimsOf = ({
  uid,
  email,
  emailVerifiedAt,
  admin,
  abilities,
  doorUntil,
  hpairPlusSubscriptionId,
  createdAt,
  authenticatedAt,
  hasFactor,
  factorTypedAt,
  factorUsedAt,
  awakeAt,
  openedAt,
  expiresAt,
  edition,
}: Claims): Claims => ({
  uid,
  email,
  emailVerifiedAt,
  admin,
  abilities,
  doorUntil,
  hpairPlusSubscriptionId,
  createdAt,
  authenticatedAt,
  hasFactor,
  factorTypedAt,
  factorUsedAt,
  awakeAt,
  openedAt,
  expiresAt,
  edition,
});

export const areSameClaims = (one: Claims | null, other: Claims | null): boolean =>
  JSON.stringify(one && claimsOf(one)) === JSON.stringify(other && claimsOf(other));

/**
 * The five cookies. They have `__Host-` and Secure, except for plain http on loopback, in development: there, Safari
 * would drop a cookie that has them.
 */
export function cookiesFor(config: Config, request: Request) {
  const known = cookiesOf.get(request) ?? newCookies(config, request);
  cookiesOf.set(request, known);
  return known;
}

const cookiesOf = new WeakMap<Request, ReturnType<typeof newCookies>>();

function newCookies(config: Config, request: Request) {
  const secure = config.production || new URL(request.url).protocol === "https:";
  const name = (plain: string) => (secure ? `__Host-${plain}` : plain);
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return {
    /** An opaque secret; the session itself is a row in D1. */
    session: createCookie(name("session"), { ...options, maxAge: LONGEST_SESSION }),
    /** The claims, signed. A page may be built from them, but is not sent until D1 has confirmed them. */
    role: createCookie(name("role"), {
      ...options,
      maxAge: LONGEST_SESSION,
      secrets: [config.sessionSecret],
    }),
    /** Marks somebody who typed the right password but must still type a code: they have no session yet. */
    halfway: createCookie(name("halfway"), { ...options, maxAge: HALFWAY_LIFE }),
    /** Outlives every session: it marks the browser as one in which somebody has signed in before. */
    devices: createCookie(name("devices"), { ...options, maxAge: LONGEST_COOKIE }),
    /** A secret that every form repeats, for browsers that send no origin. */
    form: createCookie(name("form"), { ...options, maxAge: LONGEST_COOKIE }),
  };
}

/** The claims in the role cookie, read without a query; null unless we signed the cookie and it has not expired. */
export async function claimsIn(config: Config, request: Request): Promise<Claims | null> {
  const { role } = cookiesFor(config, request);
  // Remix throws if the signature is not even base64.
  const value: unknown = await role.parse(request.headers.get("Cookie")).catch(() => null);
  // A cookie from an earlier version may lack claims that this version reads.
  const isOurs =
    value !== null &&
    typeof value === "object" &&
    ["uid", "abilities", "doorUntil", "hasFactor", "awakeAt"].every((name) => name in value) &&
    "expiresAt" in value;
  return isOurs && Number(value.expiresAt) > Date.now() ? (value as Claims) : null;
}
