/**
 * The answer of a version's address to a page of an edition that is not the current one. No part ever has this version.
 */
export const OUTDATED = "outdated";
