import { and, eq, type SQL, sql } from "drizzle-orm";
import { SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import { emailKey } from "../../app/values/email-addresses.ts";
import { rounds } from "../schema/conference.ts";
import { SIMULATOR_SCHEMA } from "../simulator.ts";
import { baseRows } from "./base.ts";
import type { DemoSeed } from "./demo.ts";
import { type Rows, tables } from "./rows.ts";

/** Keeps every statement far below D1's limit of 100 kB. */
const ROWS_A_STATEMENT = 20;

const dialect = new SQLiteSyncDialect();
/** Only builds queries; it never runs one. */
const builder = drizzle(async () => ({ rows: [] }));

/** The statement with its values written into the text: D1 binds at most 100 values, and a file has none. */
const written = (query: { getSQL(): SQL }) => dialect.sqlToQuery(query.getSQL().inlineParams()).sql;

function insertions(rows: Rows, { keepExisting }: { keepExisting: boolean }): string[] {
  const statements: string[] = [];
  for (const [name, table] of Object.entries(tables)) {
    const tableRows = rows[name as keyof Rows] ?? [];
    for (let start = 0; start < tableRows.length; start += ROWS_A_STATEMENT) {
      const insertion = builder.insert(table).values(tableRows.slice(start, start + ROWS_A_STATEMENT));
      statements.push(written(keepExisting ? insertion.onConflictDoNothing() : insertion));
    }
  }
  return statements;
}

/** Adds what is missing and changes nothing that exists: it may run at any time, in production too. */
export const baseStatements = (now: number): string[] => insertions(baseRows(now), { keepExisting: true });

/**
 * Delegates whose decision was released in the demo's past got their mail then, so another release must not
 * write to them again.
 */
const NOTED_AS_TOLD = `UPDATE decisions SET told_at = (SELECT rounds.released_at FROM applications, rounds
  WHERE applications.conference_id = decisions.conference_id AND applications.uid = decisions.uid
    AND rounds.conference_id = decisions.conference_id AND decisions.set_at <= rounds.released_at
    AND rounds.id = (SELECT id FROM rounds AS ending WHERE ending.conference_id = decisions.conference_id
      AND applications.submitted_at <= ending.deadline ORDER BY ending.position LIMIT 1))
  WHERE told_at IS NULL`;

/** For a database that holds the base seed and no accounts. */
export const demoStatements = (demo: DemoSeed): string[] => [
  ...insertions(demo.rows, { keepExisting: false }),
  ...demo.releases.map(({ conferenceId, roundId, releasedAt }) =>
    written(
      builder
        .update(rounds)
        .set({ releasedAt, toldAt: releasedAt })
        .where(and(eq(rounds.conferenceId, conferenceId), eq(rounds.id, roundId))),
    ),
  ),
  NOTED_AS_TOLD,
];

/** More applicants and readers, for a database that holds the demo accounts; existing ones stay. */
export const crowdStatements = ({ rows: { settings: _, notifications: __, ...rows } }: DemoSeed): string[] =>
  insertions(rows, { keepExisting: true });

/** For the simulated card processor's own database. */
export const ledgerStatements = ({
  charges,
  recurrences,
}: Pick<DemoSeed, "charges" | "recurrences">): string[] => [
  ...SIMULATOR_SCHEMA.split("\n"),
  ...charges.map((charge) =>
    written(sql`
      INSERT INTO charges
        (transaction_id, invoice_number, outcome, amount_cents, card_brand, card_last_four, carried, created_at)
      VALUES (${charge.transactionId}, ${charge.invoiceNumber}, ${charge.outcome}, ${charge.amountCents},
        ${charge.cardBrand}, ${charge.cardLastFour}, ${JSON.stringify(charge.carried)}, ${charge.createdAt})
      ON CONFLICT DO NOTHING`),
  ),
  ...recurrences.map(({ id, invoiceNumber, amountCents, carried, startDate, chargeId, createdAt }) =>
    written(sql`
      INSERT INTO recurrences
        (id, invoice_number, status, amount_cents, carried, start_date, charge_id, created_at)
      VALUES (${id}, ${invoiceNumber}, 'active', ${amountCents}, ${JSON.stringify(carried)}, ${startDate},
        ${chargeId}, ${createdAt})
      ON CONFLICT DO NOTHING`),
  ),
];

/**
 * Makes the account a director, who has to sign in again; the first statement returns the uid, or no row if
 * there is no such account.
 */
export function directorStatements(grant: { email: string; auditId: string; now: number }): string[] {
  const { auditId, now } = grant;
  const account = sql`FROM users WHERE email_key = ${emailKey(grant.email)}`;
  return [
    sql`UPDATE users SET admin = 1 WHERE email_key = ${emailKey(grant.email)} RETURNING uid`,
    sql`INSERT INTO staff (uid, role, created_at) SELECT uid, 'director', ${now} ${account}
      ON CONFLICT (uid) DO UPDATE SET role = 'director'`,
    sql`INSERT INTO audit (id, at, action, object, detail)
      SELECT ${auditId}, ${now}, 'grantDirector', 'staff/' || uid, '{"by":"script"}' ${account}`,
    // A delegate's session lasts longer than a staff session may.
    sql`DELETE FROM sessions WHERE uid IN (SELECT uid ${account})`,
  ].map(written);
}
