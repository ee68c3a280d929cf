import { type Column, getTableColumns, is, SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { FirstTrip } from "./first-trip.ts";
import { type Asked, type Content, LIBRARY } from "./kept-answers.ts";

type Client = Pick<D1Database, "batch"> & {
  /** @param content the only content that the statement reads. If it is given, the answer may be kept. */
  prepare(sql: string, content?: Content): D1PreparedStatement;
};

export type Database = DrizzleD1Database & { $client: Client };

/** The cost of a request so far. It is reported in Server-Timing. */
export type Meter = {
  /** Round trips to D1, and the milliseconds spent in them. */
  trips: number;
  milliseconds: number;
  /** The number of statements in these trips. */
  statements: number;
  /** The number of passwords hashed. */
  hashes: number;
  /**
   * How many hashes of all requests were running or waiting in the isolate when this request made a hash. If it made
   * several, this is the highest number. Absent if it made none.
   */
  hashing?: number;
  /** Called when a trip begins. It returns a function that is called when the trip has ended. */
  beginTrip: () => () => void;
};

export const newMeter = (beginTrip: Meter["beginTrip"] = () => () => undefined): Meter => ({
  ...{ trips: 0, milliseconds: 0, statements: 0, hashes: 0 },
  beginTrip,
});

/**
 * @param firstTrip gathers everything that a page reads before the first result arrives.
 * @param forCheck whether this database runs the check of the first trip. The other results of the trip arrive only if
 *   this check passes.
 */
export function connect(
  d1: D1Database,
  meter: Meter,
  firstTrip: FirstTrip | null = null,
  { forCheck = false } = {},
): Database {
  return drizzle(metered(d1, meter, firstTrip, forCheck) as D1Database);
}

/**
 * An INSERT … SELECT: inserts one row of `values` for each row of `source` ("FROM … WHERE …", or only "WHERE …"). With
 * a condition in `source`, a statement of a batch writes only if the condition holds. Unlike raw SQL, this statement
 * may have parameters in a batch.
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

/** Whether a table has a row that meets a condition. */
export const hasRow = (table: SQLiteTable, condition: SQL | undefined): SQL =>
  sql`EXISTS (SELECT 1 FROM ${table} WHERE ${condition})`;

/** The value that an upsert tried to insert into a column, for use in the update that follows a conflict. */
export const excluded = (column: Column): SQL => sql`excluded.${sql.identifier(column.name)}`;

/**
 * A subquery among the selected fields of a query. In a statement over one table, drizzle writes fields without the
 * table's name, so that `reviews.uid = applications.uid` would compare a column with itself. In a nested query, drizzle
 * keeps the table's name.
 */
export const subquery = <Result>(query: SQL<Result>): SQL<Result> => sql<Result>`${query}`;

/**
 * The end of a page of a list: the value by which the last row is sorted, and the id of that row. The id distinguishes
 * rows with the same value.
 */
export type ListPosition = { key: number; id: string };

/**
 * The condition for the rows of a list after a position. If there is no position, the condition always holds. It is
 * still needed, so that the first page also uses the index.
 */
export function behindPosition(key: Column, id: Column, place: ListPosition | null, isUp: boolean): SQL {
  const bound = place ?? (isUp ? { key: -1, id: "" } : { key: Number.MAX_SAFE_INTEGER, id: "\uffff" });
  return sql`(${key}, ${id}) ${sql.raw(isUp ? ">" : "<")} (${bound.key}, ${bound.id})`;
}

/** A list counts at most this many rows. Beyond that, the exact number is of no use to a reader. */
const MOST_COUNTED = 5_000;

/**
 * How many rows of a table meet a condition, counted up to `MOST_COUNTED` + 1. There must be an index that finds these
 * rows.
 */
export const countRows = (db: Database, table: SQLiteTable, condition: SQL | undefined) =>
  db.select({ number: sql<number>`count(*)` }).from(
    db
      .select({ one: sql`1`.as("one") })
      .from(table)
      .where(condition)
      .limit(MOST_COUNTED + 1)
      .as("counted"),
  );

/** The result of `countRows`: either the exact number, or the limit and the fact that there are more rows. */
export const countIn = ([counted]: Awaited<ReturnType<typeof countRows>>) => ({
  number: Math.min(counted?.number ?? 0, MOST_COUNTED),
  isMore: (counted?.number ?? 0) > MOST_COUNTED,
});

/** The values as the list of an `IN`. However many values there are, they are one parameter. */
export const listed = (values: readonly (string | number | null)[]): SQL =>
  sql`(SELECT value FROM json_each(${JSON.stringify([...new Set(values)])}))`;

/**
 * A limit in bytes. D1 binds a text of up to 2 MB; a statement that reads this much JSON stays far below every limit.
 */
const LONGEST_JSON = 400_000;

/** The rows as JSON arrays. The rows are split so that each array fits into one statement (`json_each(?)`). */
export function inChunks(rows: readonly unknown[]): string[] {
  const chunks: string[][] = [];
  let length = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const json = JSON.stringify(row);
    // The length in bytes is overestimated: three bytes for each UTF-16 unit.
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

/** The types of the results of a batch's statements. They are for callers that receive only the results. */
export type RowsFound<Statements extends readonly unknown[]> = {
  readonly [Index in keyof Statements]: Awaited<Statements[Index]>;
};

/**
 * Runs any number of statements in one batch, and returns their results: either all of them run, or none. Without
 * statements there is no round trip.
 */
export async function inOneBatch<Result>(
  db: Database,
  statements: (BatchItem<"sqlite"> & { _: { result: Result } })[],
): Promise<Result[]> {
  const [first, ...others] = statements;
  if (!first) return [];
  return (await db.batch([first, ...others])) as Result[];
}

type Statement = Omit<Asked, "key"> & { sql: string; values: unknown[] };

const READS = /^\s*select\b/i;

const keyOf = ({ sql, values }: Statement) => (values.length === 0 ? sql : sql + JSON.stringify(values));

/**
 * A D1 that counts every round trip. A `batch()` counts as one trip, whatever it contains. A `FirstTrip` also counts as
 * one.
 */
function metered(d1: D1Database, meter: Meter, firstTrip: FirstTrip | null, forCheck: boolean): Client {
  const originals = new WeakMap<object, Statement>();
  /**
   * The SQL of the statements about the library. If a statement in a batch has no parameters, drizzle prepares it a
   * second time, and the second copy does not say which content the statement reads. So the portal looks its SQL up in
   * this set.
   */
  const ofLibrary = new Set<string>();

  async function measured<Result>(statements: number, trip: () => Promise<Result>): Promise<Result> {
    const start = Date.now();
    const end = meter.beginTrip();
    meter.trips += 1;
    meter.statements += statements;
    try {
      return await trip();
    } finally {
      meter.milliseconds += Date.now() - start;
      end();
    }
  }

  const batch = (statements: D1PreparedStatement[]) =>
    measured(statements.length, () => d1.batch(statements));

  async function travel<Result>(
    statements: Statement[],
    alone: () => Promise<Result>,
    resultOf: (results: D1Result[]) => Result,
  ): Promise<Result> {
    if (!firstTrip) return measured(statements.length, alone);
    if (!firstTrip.hasLeft && statements.every(({ sql }) => READS.test(sql))) {
      const asked = statements.map((one) => ({ ...one, key: keyOf(one) }));
      return resultOf(await firstTrip.join(asked, batch, forCheck));
    }
    await firstTrip.allows();
    await firstTrip.passed;
    return measured(statements.length, alone);
  }

  function wrap(only: Statement): D1PreparedStatement {
    const { statement } = only;
    const wrapped = {
      bind: (...values: unknown[]) => wrap({ ...only, statement: statement.bind(...values), values }),
      run: () =>
        travel(
          [only],
          () => statement.run(),
          ([result]) => result!,
        ),
      all: () =>
        travel(
          [only],
          () => statement.all(),
          ([result]) => result!,
        ),
      raw: () =>
        travel<unknown[][]>(
          [only],
          () => statement.raw(),
          // A batch returns objects, whose values are in the order of the columns.
          ([result]) => result!.results.map((row) => Object.values(row as object)),
        ),
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, only);
    return wrapped;
  }

  return {
    prepare: (sql, content = ofLibrary.has(sql) ? LIBRARY : undefined) => {
      if (content === LIBRARY) ofLibrary.add(sql);
      return wrap({ sql, statement: d1.prepare(sql), values: [], content: content ?? null });
    },
    batch: (statements: D1PreparedStatement[]) => {
      const asked = statements.map((statement) => originals.get(statement)!);
      return travel<D1Result[]>(
        asked,
        () => d1.batch(asked.map(({ statement }) => statement)),
        (results) => results,
      );
    },
  } as Client;
}
