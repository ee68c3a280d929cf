import { createHash } from "node:crypto";
import type { CardEntry } from "./config.server.ts";
import styles from "./styles.css?inline";

/** The stylesheet is the same inlined text on every page: its hash is computed once per isolate. */
const styleHash = createHash("sha256").update(styles).digest("base64");

/**
 * Everything is closed but what every page needs and what this one asks for.
 */
export function contentSecurityPolicy({
  nonce,
  stylesheet,
  media,
  frames = [],
  cardEntry,
}: {
  /** Of the inline scripts of a page that hydrates; other pages run none. */
  nonce?: string;
  /** The page has a stylesheet of its own beside the inlined one. */
  stylesheet?: boolean;
  /** It plays videos of ours. */
  media?: boolean;
  /** What it frames: origins, or 'self'. */
  frames?: readonly string[];
  /** It takes cards, here by the card processor's script or page. */
  cardEntry?: CardEntry;
}): string {
  const processor = cardEntry?.mode === "token" ? cardEntry : null;
  const originOf = (address?: string) => (address ? ` ${new URL(address).origin}` : "");
  return [
    "default-src 'none'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ""}${originOf(processor?.script)}`,
    `style-src ${stylesheet ? "'self' " : ""}'sha256-${styleHash}'`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    ...(media ? ["media-src 'self'"] : []),
    "img-src 'self' data:",
    `connect-src 'self'${originOf(processor?.tokens)}`,
    `form-action 'self'${originOf(processor?.hostedPageUrl)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}
