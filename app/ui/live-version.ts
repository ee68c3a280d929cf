/**
 * The answer to a page that requests the version of a part (`versionAt`) but belongs to an edition other than the
 * current one. No `LivePart` ever has this text as its version, so the page is always read again.
 */
export const OUTDATED = "outdated";
