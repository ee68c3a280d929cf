/** How long the record of acts is kept, and kept from being changed; the migration that guards it says the same. */
export const AUDIT_YEARS = 3;

/** In seconds, as the database counts. */
export const AUDIT_KEPT = AUDIT_YEARS * 365 * 24 * 60 * 60;
