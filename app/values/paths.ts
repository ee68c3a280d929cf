const LONGEST = 2_048;

/**
 * The path to which a person goes after signing in. It is the path that a request asked for (`redirectTo`), unchanged,
 * if that is a path on this site; otherwise it is `fallback`. A path is refused if some browser or library could read
 * it as another origin. So the path must not contain other schemes, `//`, backslashes or control characters, not even
 * if they are percent-encoded several times.
 */
export function safePath(value: unknown, fallback: string): string {
  // A path taken from a URL is always ASCII. A path with any other character was typed by hand.
  if (typeof value !== "string" || value.length > LONGEST || !/^\/[!-~]*$/.test(value)) return fallback;
  if (value.startsWith("//") || value.includes("\\")) return fallback;
  // The parser resolves dot segments: it turns "/..//example.com" into "//example.com".
  const { pathname } = new URL(value, "https://this.invalid");
  return isPlain(pathname) && isPlain(value.replace(/[?#].*$/, "")) ? value : fallback;
}

/** Whether a path stays harmless however often it is decoded. */
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
