import { type Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import * as schema from "./schema.ts";

export type Database = DrizzleD1Database<typeof schema>;

/** What a request has cost: told in Server-Timing. */
export type Meter = {
  /** Round trips to D1, and milliseconds spent in them. */
  trips: number;
  milliseconds: number;
  /** Passwords hashed. */
  hashes: number;
  /** Hashes that ran or waited in the isolate, of all its requests, when one of these was made. */
  hashing?: number;
};

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
  const fields = values as Record<string, unknown>;
  const columns: [string, Column][] = Object.entries(getTableColumns(table));
  const selected = columns.map(([name, column]) => {
    const value = fields[name];
    if (is(value, SQL)) return value;
    return value === undefined || value === null ? sql`NULL` : sql`${sql.param(value, column)}`;
  });
  return db.insert(table).select(sql`SELECT ${sql.join(selected, sql`, `)} ${source}`);
}

/** The values as the list of an `IN`, in one parameter however many. */
export const listed = (values: readonly (string | number | null)[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(values)])}))`;

/** A bound text may have 2 MB; a statement that reads this much JSON stays far below every limit. */
const LONGEST_JSON = 400_000;

/** Rows as JSON arrays, as many as it takes for each to be bound to a statement of its own (`json_each(?)`). */
export function inChunks(rows: readonly unknown[]): string[] {
  const chunks: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const json = JSON.stringify(row);
    // Counted in bytes at their worst: three for a UTF-16 unit.
    const bytes = json.length * (/^[ -~]*$/.test(json) ? 1 : 3) + 1;
    if (length + bytes > LONGEST_JSON) {
      chunks.push([]);
      length = 0;
    }
    chunks.at(-1)!.push(json);
    length += bytes;
  }
  return chunks.map((chunk) => `[${chunk.join(",")}]`);
}

/** The results of any number of statements that are done together or not at all; none is no round trip. */
export async function inOneBatch<Result>(
  db: Database,
  statements: (BatchItem<"sqlite"> & { _: { result: Result } })[],
): Promise<Result[]> {
  const [first, ...others] = statements;
  if (!first) return [];
  return (await db.batch([first, ...others])) as Result[];
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
