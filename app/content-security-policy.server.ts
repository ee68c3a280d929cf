import { createHash } from "node:crypto";
import type { CardEntry } from "./config.server.ts";
import styles from "./styles.css?inline";

/** The stylesheet is the same inlined text on every page: its hash is computed once per isolate. */
const styleHash = createHash("sha256").update(styles).digest("base64");

/**
 * @param nonce of the inline scripts of a page that hydrates; other pages run none.
 * @param staff whether it is a page of the staff, with a stylesheet of its own and a document in a frame.
 * @param cardEntry where the page takes cards by the card processor's script or page: opened there alone.
 */
export function contentSecurityPolicy(nonce?: string, staff?: boolean, cardEntry?: CardEntry): string {
  const processor = cardEntry?.mode === "token" ? cardEntry : null;
  const originOf = (address?: string) => (address ? ` ${new URL(address).origin}` : "");
  return [
    "default-src 'none'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ""}${originOf(processor?.script)}`,
    `style-src ${staff ? "'self' " : ""}'sha256-${styleHash}'`,
    ...(staff ? ["frame-src 'self'"] : []),
    "img-src 'self' data:",
    `connect-src 'self'${originOf(processor?.tokens)}`,
    `form-action 'self'${originOf(processor?.hostedPageUrl)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
