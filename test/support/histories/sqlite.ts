import initSqlJs, { type Database, type Statement, type Value } from "sql.js";

/** How many compiled statements are kept. If the schema changes, SQLite recompiles them by itself. */
const MOST_COMPILED = 2000;

const { Database: Sqlite } = await initSqlJs();

type Answer = { columns: string[]; rows: Value[][]; changes: number };

/**
 * A D1 database in the memory of this process, using SQLite as WebAssembly. It is for histories, which run by the
 * thousand, and for machines that have only Node. A batch is one transaction, errors have the same words as D1's, and
 * values that D1 would not bind are refused.
 */
export function memoryDatabase(): D1Database {
  const sqlite: Database = new Sqlite();
  sqlite.exec("PRAGMA foreign_keys = ON");
  const compiled = new Map<string, Statement>();

  function statementOf(sql: string): Statement {
    const known = compiled.get(sql);
    if (known) return known;
    if (compiled.size >= MOST_COMPILED) {
      for (const statement of compiled.values()) statement.free();
      compiled.clear();
    }
    const made = sqlite.prepare(sql);
    compiled.set(sql, made);
    return made;
  }

  function totalChanges(): number {
    const statement = statementOf("SELECT total_changes()");
    statement.step();
    const [changes] = statement.get();
    statement.reset();
    return changes as number;
  }

  function carryOut(sql: string, values: unknown[]): Answer {
    try {
      const before = isRead(sql) ? 0 : totalChanges();
      const statement = statementOf(sql);
      try {
        statement.bind(values.map(bindable));
        const rows: Value[][] = [];
        while (statement.step()) rows.push(statement.get());
        const changes = isRead(sql) ? 0 : totalChanges() - before;
        return { columns: rows.length > 0 ? statement.getColumnNames() : [], rows, changes };
      } finally {
        statement.reset();
      }
    } catch (error) {
      throw inWordsOfD1(error);
    }
  }

  function together(work: () => Answer[]): Answer[] {
    sqlite.exec("BEGIN");
    try {
      const answers = work();
      sqlite.exec("COMMIT");
      return answers;
    } catch (error) {
      sqlite.exec("ROLLBACK");
      throw inWordsOfD1(error);
    }
  }

  const asked = new WeakMap<object, () => Answer>();

  function prepare(sql: string, values: unknown[] = []): D1PreparedStatement {
    const run = () => carryOut(sql, values);
    const statement = {
      bind: (...bound: unknown[]) => prepare(sql, bound),
      run: async () => resultOf(run()),
      all: async () => resultOf(run()),
      async first(column?: string) {
        const [row] = objectsOf(run());
        return column === undefined ? (row ?? null) : (row?.[column] ?? null);
      },
      async raw(options?: { columnNames?: boolean }) {
        const { columns, rows } = run();
        return options?.columnNames ? [columns, ...rows] : rows;
      },
    } as unknown as D1PreparedStatement;
    asked.set(statement, run);
    return statement;
  }

  return {
    prepare: (sql: string) => prepare(sql),
    batch: async (statements: D1PreparedStatement[]) =>
      together(() => statements.map((statement) => asked.get(statement)!())).map(resultOf),
    async exec(sql: string) {
      sqlite.exec(sql);
      return { count: 1, duration: 0 };
    },
  } as unknown as D1Database;
}

const isRead = (sql: string) => /^\s*select/i.test(sql);

function bindable(value: unknown): unknown {
  if (value === undefined) throw new Error("Type 'undefined' not supported for value 'undefined'");
  return value instanceof ArrayBuffer ? new Uint8Array(value) : value;
}

/** As in D1: if two columns have the same name, the later one wins. */
const objectsOf = ({ columns, rows }: Answer): Record<string, Value>[] =>
  rows.map((row) => Object.fromEntries(columns.map((name, index) => [name, row[index]!])));

const resultOf = (answer: Answer) => ({
  success: true,
  results: objectsOf(answer),
  meta: { changes: answer.changes },
});

const CONSTRAINT = /constraint failed/;

function inWordsOfD1(error: unknown): Error {
  const said = error instanceof Error ? error.message : String(error);
  if (said.startsWith("D1_ERROR")) return error as Error;
  return new Error(`D1_ERROR: ${said}${CONSTRAINT.test(said) ? ": SQLITE_CONSTRAINT" : ""}`);
}
