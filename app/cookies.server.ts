import { createCookie } from "@remix-run/cloudflare";
import type { Config } from "./config.server.ts";
import { LONGEST_SESSION } from "./domain/sessions.ts";

const YEAR = 365 * 24 * 60 * 60;

/**
 * What the role cookie says: the claims of specification section 3, whose they are, and until when (real time,
 * UTC ms) they are worth anything. A browser may keep a cookie for longer than it was told to.
 */
export type Claims = { uid: string; email: string; admin: boolean; hpairPlus: boolean; until: number };

/**
 * The four cookies. Only plain http on loopback, in development, does without `__Host-` and Secure:
 * Safari keeps neither there.
 */
export function cookiesFor(config: Config, request: Request) {
  const secure = config.production || new URL(request.url).protocol === "https:";
  const name = (plain: string) => (secure ? `__Host-${plain}` : plain);
  const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
  return {
    /** An opaque secret; the session itself is a row in D1. */
    session: createCookie(name("session"), { ...options, maxAge: LONGEST_SESSION }),
    /** Signed. Good enough for a header; anything privileged reads D1. */
    role: createCookie(name("role"), {
      ...options,
      maxAge: LONGEST_SESSION,
      secrets: [config.sessionSecret],
    }),
    /** Outlives every session: by it a browser is known in which somebody has signed in before. */
    devices: createCookie(name("devices"), { ...options, maxAge: YEAR }),
    /** Repeated in every form, for browsers that name no origin. */
    form: createCookie(name("form"), { ...options, maxAge: YEAR }),
  };
}

/** What the role cookie claims, without a query; null where there is none that we signed, and once it is over. */
export async function claimsIn(config: Config, request: Request): Promise<Claims | null> {
  const { role } = cookiesFor(config, request);
  // Remix throws at a signature that is not even base64.
  const value: unknown = await role.parse(request.headers.get("Cookie")).catch(() => null);
  const isOurs = value !== null && typeof value === "object" && "uid" in value && "until" in value;
  return isOurs && Number(value.until) > Date.now() ? (value as Claims) : null;
}
