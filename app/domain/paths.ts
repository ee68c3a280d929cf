const LONGEST = 2_048;

/**
 * Where to go after signing in, as a request asked for it (`redirectTo`): a path of this site, returned as
 * it came, else `fallback`. Refused is whatever some browser or library could read as another origin:
 * other schemes, `//`, backslashes, control characters, and the same percent-encoded, however often.
 */
export function safePath(value: unknown, fallback: string): string {
  // A path that came out of a URL is ASCII; everything else was typed by somebody.
  if (typeof value !== "string" || value.length > LONGEST || !/^\/[!-~]*$/.test(value)) return fallback;
  if (value.startsWith("//") || value.includes("\\")) return fallback;
  // The parser resolves dot segments: "/..//example.com" is "//example.com" by then.
  const { pathname } = new URL(value, "https://this.invalid");
  return isPlain(pathname) && isPlain(value.replace(/[?#].*$/, "")) ? value : fallback;
}

/** Whether a path stays harmless through any number of decodings. */
function isPlain(path: string): boolean {
  let decoded = path;
  for (;;) {
    if (decoded.startsWith("//") || /[\\\p{Cc}]/u.test(decoded)) return false;
    try {
      const next = decodeURIComponent(decoded).normalize("NFKC");
      if (next === decoded) return true;
      decoded = next;
    } catch {
      return false;
    }
  }
}
