// Prints a value for the secret ID_TOKEN_KEYS: npm run id-token-keys -- https://portal.example.org
//
// The value has a new key that signs ID tokens, followed by the public halves of the previous signing keys. So the
// tokens of the last hour stay valid. The old keys are read from the address where the portal publishes them.
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { pathToFileURL } from "node:url";
import { fail } from "./env.mjs";

const ALGORITHM = "RS256";
/** The most keys that are kept: the key that signs now, and the key before it. */
const MOST_KEPT = 2;

/** Makes a JSON Web Key Set. Its first key is new and private; the public keys `former` follow it. */
export function newIdTokenKeys(former = []) {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const key = { ...privateKey.export({ format: "jwk" }), kid: randomUUID(), alg: ALGORITHM, use: "sig" };
  return JSON.stringify({ keys: [key, ...former].slice(0, MOST_KEPT) });
}

async function publishedAt(portal) {
  const answer = await fetch(new URL("/.well-known/jwks.json", portal));
  if (!answer.ok) fail(`${portal} answered ${answer.status}. No keys were read, so no new key was made.`);
  return (await answer.json()).keys;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [portal] = process.argv.slice(2);
  console.log(newIdTokenKeys(portal ? await publishedAt(portal) : []));
}
