/** The two ways in which pages are looked at: with scripts and without. Each is a project of the browser tests. */
export const WAYS = ["js", "no-js"] as const;
export type Way = (typeof WAYS)[number];

/**
 * The tag that leaves a test out of one of these projects. If a test skipped itself within its body, its page would be
 * made for nothing.
 */
export const notIn = (way: Way) => `@not-in-${way}`;
