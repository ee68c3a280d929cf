/** It finds no row, so it changes nothing; but `changes()` is 0 after it. */
const IDLE = "UPDATE users SET uid = uid WHERE 0";

/**
 * D1 that puts an UPDATE of no row between any two statements of a batch, in everything that the tests do. If a
 * statement asks what the one before it changed, instead of asking for rows, it then does nothing, and a test fails.
 */
export function keptApart(d1: D1Database): D1Database {
  const batch = async <Row>(statements: D1PreparedStatement[]) => {
    const idle = d1.prepare(IDLE);
    const results = await d1.batch<Row>(statements.flatMap((statement) => [idle, statement]));
    return results.filter((_, index) => index % 2 === 1);
  };
  return { prepare: (sql: string) => d1.prepare(sql), batch } as D1Database;
}
