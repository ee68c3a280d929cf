/**
 * For how many years the audit log is kept and protected from changes. The migration that protects it repeats this
 * number.
 */
export const AUDIT_YEARS = 3;

/** How long the audit log is kept, in seconds, the unit that the database uses. */
export const AUDIT_KEPT = AUDIT_YEARS * 365 * 24 * 60 * 60;
