/** The two ways in which pages are looked at: each is a project of the browser tests. */
export const WAYS = ["js", "no-js"] as const;
export type Way = (typeof WAYS)[number];

/** The tag of a test that a project does not have: to leave it within its body costs the page that was made for it. */
export const notIn = (way: Way) => `@not-in-${way}`;
