import { type Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "./schema.ts";

export type Database = DrizzleD1Database<typeof schema>;

/** Round trips to D1 and milliseconds spent in them, and password hashes computed: told in Server-Timing. */
export type Meter = { trips: number; milliseconds: number; hashes: number };

export function connect(d1: D1Database, meter: Meter): Database {
  return drizzle(counting(d1, meter), { schema });
}

/**
 * An INSERT … SELECT: one row of `values` for each row of `source` ("FROM … WHERE …", or "WHERE …" alone).
 * It is how a batch writes only on a condition, and unlike raw SQL it can stand in one with parameters.
 */
export function insertFrom<Table extends SQLiteTable>(
  db: Database,
  table: Table,
  values: { [Key in keyof Table["$inferInsert"]]: Table["$inferInsert"][Key] | SQL },
  source: SQL,
) {
  const given = values as Record<string, unknown>;
  const columns: [string, Column][] = Object.entries(getTableColumns(table));
  const selected = columns.map(([name, column]) => {
    const value = given[name];
    if (is(value, SQL)) return value;
    return value === undefined || value === null ? sql`NULL` : sql`${sql.param(value, column)}`;
  });
  return db.insert(table).select(sql`SELECT ${sql.join(selected, sql`, `)} ${source}`);
}

/** D1 as it is, with every round trip counted: a `batch()` is one, whatever it holds. */
function counting(d1: D1Database, meter: Meter): D1Database {
  const originals = new WeakMap<object, D1PreparedStatement>();

  async function counted<Result>(trip: () => Promise<Result>): Promise<Result> {
    const start = Date.now();
    meter.trips += 1;
    try {
      return await trip();
    } finally {
      meter.milliseconds += Date.now() - start;
    }
  }

  function wrap(statement: D1PreparedStatement): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      first: (...column: [string]) => counted(() => statement.first(...column)),
      run: () => counted(() => statement.run()),
      all: () => counted(() => statement.all()),
      raw: (...options: [{ columnNames: true }]) => counted(() => statement.raw(...options)),
    } as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  }

  return {
    prepare: (query: string) => wrap(d1.prepare(query)),
    batch: (statements: D1PreparedStatement[]) =>
      counted(() => d1.batch(statements.map((statement) => originals.get(statement) ?? statement))),
  } as D1Database;
}
