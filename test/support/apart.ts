/** A statement that finds no row, and so changes nothing. After it, `changes()` is 0. */
const IDLE = "UPDATE users SET uid = uid WHERE 0";

/**
 * A D1 for all tests. Before every statement of a batch, this D1 runs a statement that changes no row. A statement may
 * rely on the `changes()` of the statement before it, instead of querying rows. Here, such a statement does nothing, so
 * a test fails.
 */
export function keptApart(d1: D1Database): D1Database {
  const batch = async <Row>(statements: D1PreparedStatement[]) => {
    const idle = d1.prepare(IDLE);
    const results = await d1.batch<Row>(statements.flatMap((statement) => [idle, statement]));
    return results.filter((_, index) => index % 2 === 1);
  };
  return { prepare: (sql: string) => d1.prepare(sql), batch } as D1Database;
}
