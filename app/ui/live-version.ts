/** What a version's address answers to a page of an edition other than the current one; no part has this version. */
export const OUTDATED = "outdated";
