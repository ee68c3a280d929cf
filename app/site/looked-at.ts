/**
 * The edition that the staff's pages are about, and the one that delegates see. `editions` contains the name of each
 * edition, newest first.
 */
export type LookedAt = { chosen: string; current: string; editions: [id: string, name: string][] };
