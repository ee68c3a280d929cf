/**
 * The edition that the staff's pages are about, and the edition that delegates see. `editions` has the name of each
 * edition, newest first.
 */
export type LookedAt = { chosen: string; current: string; editions: [id: string, name: string][] };
