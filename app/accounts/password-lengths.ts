/** The fewest characters that a password may have. Specification, section 8 (auth/weak-password). */
export const SHORTEST_PASSWORD = 6;

/** The fewest characters for people who can see every applicant's documents. */
export const SHORTEST_ADMIN_PASSWORD = 12;
