/**
 * The answer of an address that returns a part's version (`versionAt`), if the page that asks belongs to an edition
 * other than the current one. No `LivePart` ever has this text as its version, so such a page is always read again.
 */
export const OUTDATED = "outdated";
