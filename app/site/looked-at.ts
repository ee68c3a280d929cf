/** Which edition the staff's pages are about, and which one delegates see; names by id, the newest first. */
export type LookedAt = { chosen: string; current: string; editions: [id: string, name: string][] };
