/**
 * The simulated card processor's ledger, in a database of its own. One statement a line, harmless to run
 * again.
 */
export const SIMULATOR_SCHEMA = `
CREATE TABLE IF NOT EXISTS charges (transaction_id TEXT PRIMARY KEY, invoice_number TEXT NOT NULL, outcome TEXT NOT NULL, amount_cents INTEGER NOT NULL, card_brand TEXT NOT NULL, card_last_four TEXT NOT NULL, carried TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS charges_invoice_number ON charges (invoice_number);
`.trim();
