/** What the address of a version answers to a page of another edition than the current one: no part has this version. */
export const OUTDATED = "outdated";
