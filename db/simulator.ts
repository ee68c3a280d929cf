/**
 * The ledger of the simulated card processor, in a database of its own. Each line is one statement. Running a statement
 * a second time does no harm.
 */
export const SIMULATOR_SCHEMA = `
CREATE TABLE IF NOT EXISTS charges (transaction_id TEXT PRIMARY KEY, invoice_number TEXT NOT NULL, outcome TEXT NOT NULL, amount_cents INTEGER NOT NULL, card_brand TEXT NOT NULL, card_last_four TEXT NOT NULL, carried TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS charges_invoice_number ON charges (invoice_number);
CREATE INDEX IF NOT EXISTS charges_created_at ON charges (created_at);
CREATE TABLE IF NOT EXISTS refunds (transaction_id TEXT PRIMARY KEY, invoice_number TEXT NOT NULL UNIQUE, charge_id TEXT NOT NULL, amount_cents INTEGER NOT NULL, created_at INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS refunds_charge_id ON refunds (charge_id);
CREATE TABLE IF NOT EXISTS recurrences (id TEXT PRIMARY KEY, invoice_number TEXT NOT NULL, status TEXT NOT NULL, amount_cents INTEGER NOT NULL, carried TEXT NOT NULL, start_date TEXT NOT NULL, charge_id TEXT NOT NULL, created_at INTEGER NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS recurrences_living ON recurrences (invoice_number) WHERE status <> 'ended';
CREATE TABLE IF NOT EXISTS changed_cards (recurrence_id TEXT PRIMARY KEY, card_brand TEXT NOT NULL, card_last_four TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS settled (transaction_id TEXT PRIMARY KEY, night INTEGER NOT NULL);
CREATE INDEX IF NOT EXISTS settled_night ON settled (night);
`.trim();
