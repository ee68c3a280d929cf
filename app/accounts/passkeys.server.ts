import { createHash, createPublicKey, randomBytes, verify } from "node:crypto";
import { and, asc, count, eq, lt, sql } from "drizzle-orm";
import { type Database, hasRow, insertFrom } from "#db/client.ts";
import { factors, passkeys } from "#db/schema/accounts.ts";
import type { Context, Viewer } from "~/platform/context.server.ts";
import { take } from "~/platform/counters.server.ts";
import { fingerprint } from "~/platform/ids.server.ts";
import { MINUTE } from "~/values/durations.ts";
import type { PasskeyRequest, Refused } from "~/values/types.ts";
import { recordFactorAct } from "./factor-acts.server.ts";
import { accountMessages } from "./messages.ts";
import { readClientData, readMadePasskey, readUsedPasskey } from "./passkey.form.ts";
import {
  CHALLENGE_MINUTES,
  MOST_PASSKEYS,
  type PasskeyInvitation,
  readAuthenticatorData,
} from "./passkeys.ts";
import { seal, unseal } from "./sealing.server.ts";

type Purpose = "webauthn.create" | "webauthn.get";

const bytesOf = (text: string) => Buffer.from(text, "base64url");
const sha256 = (bytes: Uint8Array | string) => createHash("sha256").update(bytes).digest();

const challengeOwner = (purpose: Purpose, uid: string) => `${purpose} ${uid}`;

/**
 * A challenge needs no row. It contains the time at which it was made, and is sealed for one account and one purpose.
 */
const newChallenge = ({ config }: Pick<Context, "config">, purpose: Purpose, uid: string): Promise<string> =>
  seal(config, challengeOwner(purpose, uid), `${Date.now()} ${randomBytes(16).toString("base64url")}`);

const ownPasskeys = (db: Database, uid: string) =>
  db
    .select({ id: passkeys.id, device: passkeys.device, createdAt: passkeys.createdAt })
    .from(passkeys)
    .where(eq(passkeys.uid, uid))
    .orderBy(asc(passkeys.createdAt));

/** The data with which a page asks for one of the account's passkeys; null if the account has none. */
export async function requestPasskey(
  context: Pick<Context, "config" | "db">,
  uid: string,
): Promise<PasskeyRequest | null> {
  const own = await ownPasskeys(context.db, uid);
  if (own.length === 0) return null;
  return { challenge: await newChallenge(context, "webauthn.get", uid), ids: own.map(({ id }) => id) };
}

/**
 * The viewer's passkeys, the oldest first. `invitation` is what the page needs to add one; null if the account has as
 * many passkeys as it may have.
 */
export async function readPasskeys(
  context: Context,
  { uid, email }: Viewer,
  site: string,
): Promise<{
  own: { id: string; device: string; createdAt: number }[];
  invitation: PasskeyInvitation | null;
}> {
  const own = await ownPasskeys(context.db, uid);
  if (own.length >= MOST_PASSKEYS) return { own, invitation: null };
  const challenge = await newChallenge(context, "webauthn.create", uid);
  return { own, invitation: { challenge, ids: own.map(({ id }) => id), uid, email, site } };
}

/**
 * Checks a browser's answer, and returns its challenge and the device's count of uses. Returns null unless the answer
 * was made on this site, for this purpose, after a touch, and for a recent challenge of this account.
 */
async function readAnswer(
  { config, origin }: Context,
  purpose: Purpose,
  uid: string,
  answer: { clientData: string; authenticatorData: string },
): Promise<{ counter: number; challenge: string } | null> {
  const client = readClientData(bytesOf(answer.clientData).toString());
  const data = readAuthenticatorData(bytesOf(answer.authenticatorData));
  if (!client || !data) return null;
  // Browsers send `topOrigin` only together with a true `crossOrigin`, so checking `crossOrigin` is enough.
  const isHere = client.type === purpose && client.origin === origin && !client.crossOrigin;
  const domain = new URL(origin).hostname;
  if (!isHere || !data.isPresent || !sha256(domain).equals(data.domainHash)) return null;
  const sealed = await unseal(config, challengeOwner(purpose, uid), client.challenge);
  // A challenge that cannot be unsealed was not made for this account and this purpose. It counts as made in 1970, so
  // it is too old.
  const [madeAt] = (sealed ?? "").split(" ");
  if (Date.now() - Number(madeAt) > CHALLENGE_MINUTES * MINUTE) return null;
  return { counter: data.counter, challenge: client.challenge };
}

/** Whether these bytes are a public key whose signatures can be checked: P-256 or RSA. */
function isPublicKey(publicKey: string): boolean {
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = keyOf(publicKey);
    return asymmetricKeyType === "rsa" || asymmetricKeyDetails?.namedCurve === "prime256v1";
  } catch {
    return false;
  }
}

const keyOf = (publicKey: string) =>
  createPublicKey({ key: bytesOf(publicKey), format: "der", type: "spki" });

/**
 * Adds the passkey that the viewer's browser has just made. Nothing proves that a device holds the private key. A false
 * public key harms only its owner, because the passkey then does not work.
 *
 * @param text what the browser sent, as JSON.
 * @param device the browser and system in which the passkey was made.
 */
export async function addPasskey(
  context: Context,
  viewer: Viewer,
  text: string,
  device: string,
): Promise<{ added: true } | Refused<400 | 409>> {
  const { db } = context;
  const { uid } = viewer;
  const made = readMadePasskey(text);
  const answer = made && (await readAnswer(context, "webauthn.create", uid, made));
  if (!answer || !isPublicKey(made.publicKey))
    return { refused: accountMessages.factor.passkeyNotMade, status: 400 };
  const { id, publicKey } = made;
  const own = db.select({ own: count() }).from(passkeys).where(eq(passkeys.uid, uid));
  const { entry, isDone, mail } = recordFactorAct(
    context,
    viewer,
    "addPasskey",
    sql`${hasRow(factors, eq(factors.uid, uid))} AND NOT ${hasRow(passkeys, eq(passkeys.id, id))}
      AND (${own}) < ${MOST_PASSKEYS}`,
  );
  const row = { id, uid, publicKey, counter: answer.counter, device, createdAt: Date.now() };
  const [, , , [added]] = await db.batch([
    entry,
    insertFrom(db, passkeys, row, sql`WHERE ${isDone}`),
    mail,
    db
      .select({ id: passkeys.id })
      .from(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.uid, uid))),
  ]);
  return added ? { added: true } : { refused: accountMessages.factor.changedMeanwhile, status: 409 };
}

/** Removes one of the viewer's passkeys. A passkey that is already gone is not an error. */
export async function removePasskey(context: Context, viewer: Viewer, id: string): Promise<void> {
  const { db } = context;
  const isIt = and(eq(passkeys.id, id), eq(passkeys.uid, viewer.uid));
  const { entry, mail } = recordFactorAct(context, viewer, "removePasskey", hasRow(passkeys, isIt));
  await db.batch([entry, db.delete(passkeys).where(isIt), mail]);
}

/**
 * Checks a browser's answer, and uses it up. True if it proves that the account's passkey was used just now, for this
 * account and on this site. Each challenge counts once, and the device's count of uses never goes back.
 *
 * @param text what the browser sent, as JSON.
 */
export async function spendPasskey(context: Context, uid: string, text: string): Promise<boolean> {
  const { db } = context;
  const used = readUsedPasskey(text);
  const answer = used && (await readAnswer(context, "webauthn.get", uid, used));
  if (!answer) return false;
  const who = fingerprint(answer.challenge);
  if ((await take(context, [{ what: "passkey", who, limit: 1, minutes: CHALLENGE_MINUTES }])) > 0)
    return false;
  const isIt = and(eq(passkeys.id, used.id), eq(passkeys.uid, uid));
  const [passkey] = await db.select().from(passkeys).where(isIt);
  if (!passkey) return false;
  const signed = Buffer.concat([bytesOf(used.authenticatorData), sha256(bytesOf(used.clientData))]);
  if (!verify("sha256", signed, keyOf(passkey.publicKey), bytesOf(used.signature))) return false;
  // If the count stands still or goes back, it may come from a copy of the passkey. Devices that do not count always
  // send 0.
  const follows = answer.counter === 0 ? eq(passkeys.counter, 0) : lt(passkeys.counter, answer.counter);
  const counted = await db
    .update(passkeys)
    .set({ counter: answer.counter })
    .where(and(isIt, follows))
    .returning({ id: passkeys.id });
  return counted.length === 1;
}
