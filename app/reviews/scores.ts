/** The scores that a criterion can get, worst first. */
export const SCORES = [1, 2, 3, 4, 5] as const;
