/** What a version's address answers to a page whose edition is not the current one. No part ever has this version. */
export const OUTDATED = "outdated";
