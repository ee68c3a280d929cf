import { createHash } from "node:crypto";
import everyPage from "~/modules/every-page.css?inline";
import type { CardEntry } from "~/platform/config.server.ts";

/** There are few inlined styles, and many pages share them. So an isolate hashes each style only once. */
const hashes = new Map<string, string>();
/** The limit of the cache. It is needed because a director who tries out accent colours makes a new style each time. */
const MOST_HASHES = 50;

function hashOf(styles: string): string {
  let hash = hashes.get(styles);
  if (!hash) {
    if (hashes.size >= MOST_HASHES) hashes.clear();
    hash = `'sha256-${createHash("sha256").update(styles).digest("base64")}'`;
    hashes.set(styles, hash);
  }
  return hash;
}

/**
 * The content security policy of a page. It allows only the things that every page needs and the things that this page
 * asks for.
 */
export function contentSecurityPolicy({
  nonce,
  styles = [],
  stylesheet,
  media,
  frames = [],
  cardEntry,
}: {
  /** The nonce of the inline scripts on a page that hydrates; other pages have no inline scripts. */
  nonce?: string;
  /** The page's own inlined styles, which are added to the styles of every page. */
  styles?: (string | null | undefined)[];
  /** The address of the page's own stylesheet. */
  stylesheet?: string;
  /** Whether the page plays videos that come from the portal itself. */
  media?: boolean;
  /** The origins that the page may frame, or 'self'. */
  frames?: readonly string[];
  /** Given if the page takes cards. The mode decides whether the processor's script or page is allowed. */
  cardEntry?: CardEntry;
}): string {
  const processor = cardEntry?.mode === "token" ? cardEntry : null;
  const originOf = (address?: string) => (address ? ` ${new URL(address).origin}` : "");
  return [
    "default-src 'none'",
    `script-src 'self'${nonce ? ` 'nonce-${nonce}'` : ""}${originOf(processor?.script)}`,
    `style-src ${stylesheet ? "'self' " : ""}${[...styles, everyPage].flatMap((text) => (text ? hashOf(text) : [])).join(" ")}`,
    ...(frames.length > 0 ? [`frame-src ${frames.join(" ")}`] : []),
    ...(media ? ["media-src 'self'"] : []),
    "img-src 'self' data:",
    `connect-src 'self'${originOf(processor?.tokens)}`,
    `form-action 'self'${originOf(processor?.hostedPageUrl)}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join("; ");
}

/** Forbids features of the browser that the portal does not use. The camera is allowed on one page only. */
export const permissionsPolicy = (camera: "" | "self" = ""): string =>
  `camera=(${camera}), microphone=(), geolocation=(), payment=()`;
