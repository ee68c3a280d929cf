import { and, type Column, eq, isNull, type SQL, sql } from "drizzle-orm";
import { alias, SQLiteSyncDialect } from "drizzle-orm/sqlite-core";
import { drizzle } from "drizzle-orm/sqlite-proxy";
import { EVERYTHING } from "../../app/values/abilities.ts";
import { addressNone, emailKey } from "../../app/values/email-addresses.ts";
import { factorResets, factors, passkeys, recoveryCodes, sessions, users } from "../schema/accounts.ts";
import { applications } from "../schema/applications.ts";
import { rounds } from "../schema/conference.ts";
import { decisions } from "../schema/decisions.ts";
import { invoicing } from "../schema/invoices.ts";
import { outbox } from "../schema/mail.ts";
import { audit, moneySince, staff } from "../schema/staff.ts";
import { SIMULATOR_SCHEMA } from "../simulator.ts";
import type { DemoSeed } from "./demo.ts";
import { baseRows } from "./first-edition.ts";
import { type Rows, tables } from "./rows.ts";

/** The number of rows in one statement. It keeps every statement far below D1's limit of 100 kB. */
const ROWS_A_STATEMENT = 20;

const dialect = new SQLiteSyncDialect();
/** This builder only builds queries; it never runs one. */
const builder = drizzle(async () => ({ rows: [] }));

const ending = alias(rounds, "ending");

/** The names of columns without their table, for places where SQL does not allow the table's name. */
const named = (...columns: Column[]): SQL =>
  sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  );

/**
 * The statement with its values written into its text. D1 binds at most 100 values, and in a file no values can be
 * bound at all.
 */
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

/** Statements that add missing rows and change no existing ones. They may be run at any time, in production too. */
export const baseStatements = (now: number): string[] => insertions(baseRows(now), { keepExisting: true });

/**
 * If a decision was released in the demo's past, its delegate got the mail at that time. So another release must not
 * send this delegate a second mail.
 */
const NOTED_AS_TOLD = written(
  builder
    .update(decisions)
    .set({
      toldAt: sql`(SELECT ${rounds.releasedAt} FROM ${applications}, ${rounds}
        WHERE ${applications.conferenceId} = ${decisions.conferenceId} AND ${applications.uid} = ${decisions.uid}
          AND ${rounds.conferenceId} = ${decisions.conferenceId} AND ${decisions.setAt} <= ${rounds.releasedAt}
          AND ${rounds.id} = (SELECT ${ending.id} FROM ${rounds} AS ${ending}
            WHERE ${ending.conferenceId} = ${decisions.conferenceId}
              AND ${applications.submittedAt} <= ${ending.deadline} ORDER BY ${ending.position} LIMIT 1))`,
    })
    .where(isNull(decisions.toldAt)),
);

/** The statements for a database that has the base seed and no accounts. */
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
  ...demo.invoicing.map(invoicingStatement),
  NOTED_AS_TOLD,
  ALWAYS_THERE,
];

/** Sets how an edition takes money by hand, if nobody has set it yet. */
const invoicingStatement = ({ id, conferenceId, at, says }: DemoSeed["invoicing"][number]): string =>
  written(
    sql`INSERT INTO ${invoicing} (${named(
      ...[invoicing.id, invoicing.conferenceId, invoicing.seller, invoicing.payTo, invoicing.tax],
      ...[invoicing.taxRate, invoicing.taxNumber, invoicing.days, invoicing.secondPersonCents],
      ...[invoicing.writeOffCents, invoicing.moneyOutCents, invoicing.state, invoicing.replaces],
      ...[invoicing.version, invoicing.proposedAt],
    )})
      SELECT ${id}, ${conferenceId}, ${says.seller}, ${says.payTo}, ${says.tax}, ${says.taxRate},
        ${says.taxNumber}, ${says.days}, ${says.secondPersonCents}, ${says.writeOffCents},
        ${says.moneyOutCents}, 'applied', 0, 1, ${at}
      WHERE NOT EXISTS (SELECT 1 FROM ${invoicing} WHERE ${invoicing.conferenceId} = ${conferenceId})`,
  );

/**
 * In the demo, everybody who has the ability "money" is treated as having had it since they joined the staff. So each
 * of them can be a second person from the beginning.
 */
const ALWAYS_THERE = written(
  builder.update(moneySince).set({
    since: sql`min(${moneySince.since}, coalesce((SELECT ${staff.createdAt} FROM ${staff}
      WHERE ${staff.uid} = ${moneySince.uid}), ${moneySince.since}))`,
  }),
);

/** The statements that add more applicants and readers to a database that has the demo accounts; existing rows stay. */
export const crowdStatements = ({ rows: { settings: _, notifications: __, ...rows } }: DemoSeed): string[] =>
  insertions(rows, { keepExisting: true });

/** The statements for the simulated card processor's own database. */
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
 * Removes the second factor of an account, and tells the account's owner and all directors. The first statement returns
 * the uid. It returns no row if there is no such account, or if the account has no second factor.
 */
export function factorResetStatements(reset: {
  email: string;
  auditId: string;
  now: number;
  mail: { subject: string; body: string };
}): string[] {
  const { auditId, now, mail } = reset;
  const isAccount = eq(users.emailKey, emailKey(reset.email));
  const isTheirs = sql`IN (SELECT ${users.uid} FROM ${users} WHERE ${isAccount})`;
  const isDone = sql`EXISTS (SELECT 1 FROM ${audit} WHERE ${audit.id} = ${auditId})`;
  return [
    sql`SELECT ${factors.uid} FROM ${factors} WHERE ${factors.uid} ${isTheirs}`,
    sql`INSERT INTO ${audit} (${named(audit.id, audit.at, audit.action, audit.object, audit.detail)})
      SELECT ${auditId}, ${now}, 'resetFactor', 'users/' || ${factors.uid}, '{"by":"script"}'
      FROM ${factors} WHERE ${factors.uid} ${isTheirs}`,
    sql`INSERT INTO ${outbox} (${named(
      ...[outbox.id, outbox.eventKey, outbox.recipient, outbox.subject, outbox.body],
      ...[outbox.createdAt, outbox.failures, outbox.dueAt],
    )})
      SELECT lower(hex(randomblob(10))), ${`factor-reset:${auditId}:`} || ${users.uid}, ${users.email},
        ${mail.subject}, ${mail.body}, ${now}, 0, ${now}
      FROM ${users} LEFT JOIN ${staff} ON ${staff.uid} = ${users.uid}
      WHERE ${isDone} AND ${users.email} NOT LIKE ${addressNone("%")} AND (${isAccount}
        OR (${users.admin} = 1 AND ${users.disabledAt} IS NULL
          AND (${staff.abilities} IS NULL OR ${staff.abilities} = ${JSON.stringify(EVERYTHING)})))`,
    builder.delete(factorResets).where(sql`${factorResets.uid} ${isTheirs} AND ${isDone}`),
    builder.delete(recoveryCodes).where(sql`${recoveryCodes.uid} ${isTheirs} AND ${isDone}`),
    builder.delete(passkeys).where(sql`${passkeys.uid} ${isTheirs} AND ${isDone}`),
    builder.delete(sessions).where(sql`${sessions.uid} ${isTheirs} AND ${isDone}`),
    builder.delete(factors).where(sql`${factors.uid} ${isTheirs} AND ${isDone}`),
  ].map(written);
}

/**
 * Makes the account a director. Its owner then has to sign in again. The first statement returns the uid; it returns no
 * row if there is no such account.
 */
export function directorStatements(grant: { email: string; auditId: string; now: number }): string[] {
  const { auditId, now } = grant;
  const isAccount = eq(users.emailKey, emailKey(grant.email));
  const account = sql`FROM ${users} WHERE ${isAccount}`;
  const everything = JSON.stringify(EVERYTHING);
  return [
    builder.update(users).set({ admin: true }).where(isAccount).returning({ uid: users.uid }),
    sql`INSERT INTO ${staff} (${named(staff.uid, staff.abilities, staff.createdAt)})
      SELECT ${users.uid}, ${everything}, ${now} ${account}
      ON CONFLICT (${named(staff.uid)}) DO UPDATE SET ${named(staff.abilities)} = ${everything}`,
    sql`INSERT INTO ${audit} (${named(audit.id, audit.at, audit.action, audit.object, audit.detail)})
      SELECT ${auditId}, ${now}, 'grantDirector', 'staff/' || ${users.uid}, '{"by":"script"}' ${account}`,
    // The account's sessions are ended, because a delegate's session may last longer than a staff session.
    builder.delete(sessions).where(sql`${sessions.uid} IN (SELECT ${users.uid} ${account})`),
  ].map(written);
}
