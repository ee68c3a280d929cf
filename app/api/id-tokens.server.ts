import {
  createLocalJWKSet,
  decodeProtectedHeader,
  importJWK,
  type JSONWebKeySet,
  type JWK,
  jwtVerify,
  SignJWT,
} from "jose";
import type { Account } from "~/accounts/users.server.ts";
import type { Config } from "~/platform/config.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { ID_TOKEN_LIFE } from "./id-tokens.ts";

const ALGORITHM = "RS256";
const AUDIENCE = "conference-portal";

/**
 * The algorithm of old tokens; nothing is signed with it any more. A token that was issued before the keys were
 * published stays valid until its hour is over.
 */
const FORMER_ALGORITHM = "HS256";
const formerKeyOf = (config: Config) =>
  new TextEncoder().encode(fingerprint(`id-token ${config.sessionSecret}`));

/**
 * The keys with which anybody can verify our ID tokens: the signing key and the previous signing keys, without their
 * private parts. Published at /.well-known/jwks.json.
 */
export function publicKeys({ idTokenKeys }: Pick<Config, "idTokenKeys">): JSONWebKeySet {
  return {
    keys: idTokenKeys.map(({ kid, n, e }) => ({ kty: "RSA", use: "sig", alg: ALGORITHM, kid, n, e })),
  };
}

/**
 * Everything that a library needs to verify our ID tokens if it is given only their issuer (OpenID Connect Discovery,
 * section 3). It names no authorization endpoint, because programs sign in with a password. Published at
 * /.well-known/openid-configuration.
 */
export const openIdConfiguration = (origin: string) => ({
  issuer: origin,
  jwks_uri: `${origin}/.well-known/jwks.json`,
  response_types_supported: ["id_token"],
  subject_types_supported: ["public"],
  id_token_signing_alg_values_supported: [ALGORITHM],
});

/**
 * The ID token of a program's session, with the current claims of specification section 3. A reader of the token may
 * trust the claims for an hour; the portal itself asks D1 on every call.
 */
export async function signIdToken(
  config: Config,
  origin: string,
  account: Account,
  session: { sessionHash: string; authenticatedAt: number },
): Promise<string> {
  const { uid, email, emailVerified, admin, hpairPlus } = account;
  const [key] = config.idTokenKeys;
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
    .setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid: key!.kid! })
    .setSubject(uid)
    .setIssuer(origin)
    .setAudience(AUDIENCE)
    .setIssuedAt()
    .setExpirationTime(`${ID_TOKEN_LIFE}s`)
    .sign(await importJWK(key!, ALGORITHM));
}

/** The session to which a token belongs; null if we did not sign the token or its hour is over. */
export async function readIdToken(config: Config, token: string): Promise<string | null> {
  const verified = await verify(config, token).catch(() => null);
  const sid = verified?.payload["sid"];
  return typeof sid === "string" ? sid : null;
}

async function verify(config: Config, token: string) {
  const { alg } = decodeProtectedHeader(token);
  const claims = { audience: AUDIENCE, requiredClaims: ["exp", "sid"] };
  if (alg === FORMER_ALGORITHM)
    return jwtVerify(token, formerKeyOf(config), { ...claims, algorithms: [FORMER_ALGORITHM] });
  return jwtVerify(token, verifierOf(config.idTokenKeys), { ...claims, algorithms: [ALGORITHM] });
}

/** Keys are imported once in each isolate, not for every call. */
const verifiers = new Map<string, ReturnType<typeof createLocalJWKSet>>();

function verifierOf(idTokenKeys: JWK[]) {
  const which = idTokenKeys.map(({ kid }) => kid).join();
  const known = verifiers.get(which) ?? createLocalJWKSet(publicKeys({ idTokenKeys }));
  verifiers.set(which, known);
  return known;
}
