import { type DrizzleD1Database, drizzle } from "drizzle-orm/d1";
import * as schema from "./schema.ts";

export type Database = DrizzleD1Database<typeof schema>;

/** Round trips to D1 and milliseconds spent in them, and password hashes computed: told in Server-Timing. */
export type Meter = { trips: number; milliseconds: number; hashes: number };

export function connect(d1: D1Database, meter: Meter): Database {
  return drizzle(counting(d1, meter), { schema });
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
