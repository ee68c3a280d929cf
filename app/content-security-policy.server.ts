import { createHash } from "node:crypto";
import styles from "./styles.css?inline";

/** The stylesheet is the same inlined text on every page: its hash is computed once per isolate. */
const styleHash = createHash("sha256").update(styles).digest("base64");

/** @param nonce of the inline scripts of a page that hydrates; other pages run none. */
export function contentSecurityPolicy(nonce?: string): string {
  return [
    "default-src 'none'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ""}`,
    `style-src 'sha256-${styleHash}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
