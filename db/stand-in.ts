import { getTableColumns, getTableName, is, SQL } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";

/** For each table, the rows that replace its real rows. A table that is missing here counts as empty. */
export type StandInRows = ReadonlyMap<SQLiteTable, readonly Record<string, unknown>[]>;

/** A statement that might read or write a real row, and was therefore not sent. */
export class StatementRefused extends Error {
  override name = "StatementRefused";
}

/**
 * A database that reads only made-up rows. Each statement is sent with a WITH clause, in which the name of every table
 * stands for the made-up rows. In SQLite such a name takes precedence over the table with that name, in subqueries too.
 * Every other name in the statement stands for an empty list of rows, so tables that are missing from `tables` cannot
 * be read either. Only SELECT is accepted, so nothing is written.
 *
 * @throws StatementRefused from `prepare`, for anything that is not a plain SELECT of these tables.
 */
export function standIn(
  d1: Pick<D1Database, "prepare" | "batch">,
  tables: readonly SQLiteTable[],
  rows: StandInRows,
): D1Database {
  const known = new Map(tables.map((table) => [getTableName(table), table]));

  function prepare(sql: string): D1PreparedStatement {
    const named = namesIn(sql, known);
    const read = [...known].filter(([name]) => named.has(name));
    const others = [...named].filter((name) => !known.has(name));
    const hidden = [
      ...read.map(([name, table]) => `"${name}" AS (${selectOf(name, table)})`),
      ...others.map((name) => `"${name}" AS (SELECT NULL WHERE 0)`),
    ];
    const text = hidden.length > 0 ? `WITH ${hidden.join(", ")} ${sql}` : sql;
    const invented = Object.fromEntries(
      read.map(([name, table]) => [name, (rows.get(table) ?? []).map((row) => storedRow(table, row))]),
    );
    const bare = d1.prepare(text);
    // The first parameter contains the made-up rows. The statement's own parameters have no numbers, so they begin with
    // the second one.
    const bind = (...values: unknown[]) =>
      bare.bind(...(read.length > 0 ? [JSON.stringify(invented)] : []), ...values);
    return Object.assign(bind(), { bind });
  }

  return { prepare, batch: (statements: D1PreparedStatement[]) => d1.batch(statements) } as D1Database;
}

/**
 * A SELECT of the rows that replace a table. Its columns have the same type affinities as the table's columns, so that
 * values are compared in the same way as in the table.
 */
function selectOf(name: string, table: SQLiteTable): string {
  const columns = columnsOf(table).map(
    ([, column]) => `CAST(value ->> '${column.name}' AS ${column.getSQLType()}) AS "${column.name}"`,
  );
  return `SELECT ${columns.join(", ")} FROM json_each(?1, '$.${name}')`;
}

const columnsOf = (table: SQLiteTable) => Object.entries<SQLiteColumn>(getTableColumns(table));

/** A row as D1 would store it. */
function storedRow(table: SQLiteTable, row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    columnsOf(table).map(([key, column]) => {
      const value = row[key] === undefined && !is(column.default, SQL) ? column.default : row[key];
      return [column.name, value === undefined || value === null ? null : column.mapToDriverValue(value)];
    }),
  );
}

/**
 * The tokens of SQL: strings and quoted names, comments, numbered and named parameters, words, numbers, and single
 * characters.
 */
const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|--|\/\*|[?:@$#][\w$]+|[A-Za-z_]\w*|\d[\w.]*|[^\s]/g;

/** Words that cannot be a name unless they are quoted. */
const RESERVED = new Set(
  `all and as asc between by case collate cross desc distinct else end escape except exists from group having in inner
  intersect is isnull join left like limit not notnull null offset on or order outer select then union using values
  when where with`.split(/\s+/),
);

/** Functions that read only the value that they are given. */
const READERS = new Set(["json_each", "json_tree"]);

/** Names with which SQLite and D1 describe themselves and the real tables. No WITH clause can replace these. */
const INSIDE = /^(sqlite_|pragma_|dbstat|d1_|_cf_|main$|temp$)/;

const NOT_SENT = /^([;[]|--|\/\*|[?:@$#].|[^\x20-\x7e])/;

/**
 * Every name in a statement that could be the name of a table, in lower case. SQLite even accepts a string as a name.
 */
function namesIn(sql: string, known: ReadonlyMap<string, unknown>): Set<string> {
  const refuse = (why: string): never => {
    throw new StatementRefused(`${why}: ${sql}`);
  };
  const tokens = sql.match(TOKEN) ?? [];
  if (tokens[0]?.toLowerCase() !== "select") refuse("Only SELECT is sent");
  const names = new Set<string>();
  for (const [index, token] of tokens.entries()) {
    if (NOT_SENT.test(token)) refuse(`${token} is not sent`);
    const before = tokens[index - 1]?.toLowerCase();
    const isQuoted = /^['"`]/.test(token);
    const name = (isQuoted ? token.slice(1, -1) : token).toLowerCase();
    const isSource = before === "from" || before === "join";
    if (isSource && token !== "(" && !known.has(name) && !READERS.has(name)) refuse(`There is no ${name}`);
    if (!/^[a-z_]\w*$/.test(name)) continue;
    if (INSIDE.test(name)) refuse(`${name} is not read`);
    const isFunction = tokens[index + 1] === "(" || READERS.has(name);
    const isColumn = before === ".";
    if (known.has(name) || !(isFunction || isColumn || (!isQuoted && RESERVED.has(name)))) names.add(name);
  }
  return names;
}
