import { createCookie } from "@remix-run/cloudflare";
import type { Config } from "~/platform/config.server.ts";
import type { Claims } from "~/platform/context.server.ts";
import { LONGEST_COOKIE, LONGEST_SESSION } from "./sessions.ts";

/** How long a code may be typed after the password (seconds). */
export const HALFWAY_LIFE = 10 * 60;

/** In this order, so that equal claims are the same cookie. */
export const claimsOf = ({
  uid,
  email,
  emailVerifiedAt,
  admin,
  abilities,
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
 * The five cookies. `__Host-` and Secure are left out only for plain http on loopback, in development: Safari
 * would drop such cookies there.
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
    /** Signed. A page is built on it and sent once D1 has said the same. */
    role: createCookie(name("role"), {
      ...options,
      maxAge: LONGEST_SESSION,
      secrets: [config.sessionSecret],
    }),
    /** Somebody whose password was right and whose code is still asked for: no session yet. */
    halfway: createCookie(name("halfway"), { ...options, maxAge: HALFWAY_LIFE }),
    /** Outlives every session: it makes the browser known as one in which somebody has signed in before. */
    devices: createCookie(name("devices"), { ...options, maxAge: LONGEST_COOKIE }),
    /** Repeated in every form, for browsers that send no origin. */
    form: createCookie(name("form"), { ...options, maxAge: LONGEST_COOKIE }),
  };
}

/** The claims in the role cookie, without a query; null unless we signed it and it has not expired. */
export async function claimsIn(config: Config, request: Request): Promise<Claims | null> {
  const { role } = cookiesFor(config, request);
  // Remix throws if the signature is not even base64.
  const value: unknown = await role.parse(request.headers.get("Cookie")).catch(() => null);
  // An earlier version's cookie lacks what this one reads.
  const isOurs =
    value !== null &&
    typeof value === "object" &&
    ["uid", "abilities", "hasFactor", "awakeAt"].every((name) => name in value) &&
    "expiresAt" in value;
  return isOurs && Number(value.expiresAt) > Date.now() ? (value as Claims) : null;
}
