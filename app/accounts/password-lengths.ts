/** The fewest characters that a password may have. Specification, section 8 (auth/weak-password). */
export const SHORTEST_PASSWORD = 6;

/** People who can see every applicant's documents need a longer one. */
export const SHORTEST_ADMIN_PASSWORD = 12;
