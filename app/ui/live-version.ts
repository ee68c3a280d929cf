/** The answer of a version's address to a page of an edition other than the current one: no part has this version. */
export const OUTDATED = "outdated";
