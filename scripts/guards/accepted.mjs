/**
 * The guards that no test misses, and why each of them cannot matter: by file, and then by the text of the guard.
 *
 * @type {Record<string, Record<string, string>>}
 */
export const ACCEPTED = {};
