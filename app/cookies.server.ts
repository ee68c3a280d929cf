import { createCookie } from "@remix-run/cloudflare";
import type { Config } from "./config.server.ts";

const DAY = 24 * 60 * 60;

/** What the role cookie says: the claims of specification section 3, and whose they are. */
export type Claims = { uid: string; email: string; admin: boolean; hpairPlus: boolean };

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
    session: createCookie(name("session"), { ...options, maxAge: 14 * DAY }),
    /** Signed. Good enough for a header; anything privileged reads D1. */
    role: createCookie(name("role"), { ...options, maxAge: 14 * DAY, secrets: [config.sessionSecret] }),
    /** Outlives every session: by it a browser is known in which somebody has signed in before. */
    devices: createCookie(name("devices"), { ...options, maxAge: 365 * DAY }),
    /** Repeated in every form, for browsers that name no origin. */
    form: createCookie(name("form"), { ...options, maxAge: 365 * DAY }),
  };
}
