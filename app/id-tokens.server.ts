import { jwtVerify, SignJWT } from "jose";
import type { Config } from "./config.server.ts";
import { fingerprint } from "./ids.server.ts";
import type { Account } from "./models/users.server.ts";

/** Seconds. The session behind a token may end sooner, and the token with it. */
export const ID_TOKEN_LIFE = 60 * 60;

const ALGORITHM = "HS256";
const AUDIENCE = "conference-portal";

/** Apart from the key that signs cookies, so that neither can pass for the other. */
const keyOf = (config: Config) => new TextEncoder().encode(fingerprint(`id-token ${config.sessionSecret}`));

/**
 * The ID token of a program's session, with the claims of specification section 3 as they are now. Its
 * reader may trust them for an hour; the portal itself asks D1 on every call.
 */
export function signIdToken(
  config: Config,
  origin: string,
  account: Account,
  session: { sessionHash: string; authenticatedAt: number },
): Promise<string> {
  const { uid, email, emailVerified, admin, hpairPlus } = account;
  return new SignJWT({
    user_id: uid,
    email,
    email_verified: emailVerified,
    auth_time: Math.floor(session.authenticatedAt / 1000),
    sid: session.sessionHash,
    admin,
    hpairPlus,
    firebase: { sign_in_provider: "password", identities: { email: [email] } },
  })
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT" })
    .setSubject(uid)
    .setIssuer(origin)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${ID_TOKEN_LIFE}s`)
    .sign(keyOf(config));
}

/** The session a token belongs to; null where we did not sign it or it has expired. */
export async function readIdToken(config: Config, token: string): Promise<string | null> {
  const verified = await jwtVerify(token, keyOf(config), {
    algorithms: [ALGORITHM],
    audience: AUDIENCE,
    requiredClaims: ["exp", "sid"],
  }).catch(() => null);
  const sid = verified?.payload["sid"];
  return typeof sid === "string" ? sid : null;
}
