/** It finds no row, so it changes nothing; but `changes()` is 0 after it. */
const IDLE = "UPDATE users SET uid = uid WHERE 0";

/**
 * A D1 that runs an UPDATE that matches no row before each statement of a batch, in everything that the tests do. A
 * statement that relies on `changes()` of the previous one, instead of asking for rows, then does nothing, and a test
 * fails.
 */
export function keptApart(d1: D1Database): D1Database {
  const batch = async <Row>(statements: D1PreparedStatement[]) => {
    const idle = d1.prepare(IDLE);
    const results = await d1.batch<Row>(statements.flatMap((statement) => [idle, statement]));
    return results.filter((_, index) => index % 2 === 1);
  };
  return { prepare: (sql: string) => d1.prepare(sql), batch } as D1Database;
}
