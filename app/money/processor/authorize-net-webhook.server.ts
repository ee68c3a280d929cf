import * as z from "zod";
import type { ProcessorEvent } from "~/platform/ports/card-processor.server.ts";

const Notification = z.object({
  notificationId: z.string(),
  eventType: z.string(),
  payload: z.object({ entityName: z.string().optional(), id: z.coerce.string().optional() }).optional(),
});

type Bytes = Uint8Array<ArrayBuffer>;

const SIGNATURE = /^sha512=([0-9a-f]{128})$/i;

/**
 * The event in a delivery; null if `signatureKey` (128 hex digits) did not sign exactly these bytes, or if they
 * cannot be read.
 */
export async function readDelivery(
  signatureKey: string,
  body: Uint8Array,
  headers: Headers,
): Promise<ProcessorEvent | null> {
  const signature = SIGNATURE.exec(headers.get("x-anet-signature") ?? "")?.[1];
  if (!signature || !(await isSigned(signatureKey, new Uint8Array(body), bytesOf(signature)))) return null;
  const notification = Notification.safeParse(parsed(body));
  if (!notification.success) return null;
  const { notificationId, eventType, payload } = notification.data;
  return { notificationId, type: eventType, subject: subjectOf(payload) };
}

/**
 * Accounts differ in how they use the key: as the text that is displayed, or as the bytes that its hex digits stand
 * for. Both come from the same secret, so a signature made in either way is valid.
 */
async function isSigned(signatureKey: string, body: Bytes, signature: Bytes): Promise<boolean> {
  // A short key can be guessed, so a signature made with it proves nothing.
  if (!/^([0-9a-f]{2}){32,}$/i.test(signatureKey)) return false;
  const keys = [new TextEncoder().encode(signatureKey), bytesOf(signatureKey)];
  const algorithm = { name: "HMAC", hash: "SHA-512" };
  const matches = await Promise.all(
    keys.map(async (bytes) => {
      const key = await crypto.subtle.importKey("raw", bytes, algorithm, false, ["verify"]);
      return crypto.subtle.verify("HMAC", key, signature, body);
    }),
  );
  return matches.includes(true);
}

function subjectOf(payload: { entityName?: string; id?: string } = {}): ProcessorEvent["subject"] {
  const { entityName, id } = payload;
  if (id && entityName === "transaction") return { transactionId: id };
  if (id && entityName === "subscription") return { subscriptionId: id };
  return null;
}

function parsed(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(body));
  } catch {
    return null;
  }
}

const bytesOf = (hex: string): Bytes =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
