/**
 * Replaces a time by a constant. If a query is repeated at a later time, it then counts as the same query, and gets the
 * same answer as the first time.
 */
const timeless = (value: unknown) => (typeof value === "number" && value > 1e12 ? "a time" : value);

/**
 * A D1 with a replica that never catches up. A session that does not begin at the primary always reads what was read
 * the first time, whatever has been written since. Writes go to the primary, because a replica would pass them on.
 * Reads without a session go to the primary.
 */
export function withStaleReplica(primary: D1Database): D1Database {
  const remembered = new Map<string, Promise<D1Result>>();
  const originals = new WeakMap<object, { key: string; sql: string; statement: D1PreparedStatement }>();
  const isRead = (sql: string) => /^\s*select\b/i.test(sql);

  function read(asked: { key: string; statement: D1PreparedStatement }[]): Promise<D1Result[]> {
    const unseen = asked.filter(({ key }) => !remembered.has(key));
    const fresh = unseen.length > 0 ? primary.batch(unseen.map(({ statement }) => statement)) : null;
    for (const [index, { key }] of unseen.entries())
      remembered.set(
        key,
        fresh!.then((results) => results[index]!),
      );
    return Promise.all(asked.map(({ key }) => remembered.get(key)!));
  }

  function wrap(sql: string, statement: D1PreparedStatement, values: unknown[]): D1PreparedStatement {
    const asked = { key: JSON.stringify([sql, values.map(timeless)]), sql, statement };
    const result = async () => (isRead(sql) ? (await read([asked]))[0]! : statement.all());
    const wrapped = {
      bind: (...bound: unknown[]) => wrap(sql, statement.bind(...bound), bound),
      all: result,
      run: result,
      raw: async () => (await result()).results.map((row) => Object.values(row as Record<string, unknown>)),
    } as unknown as D1PreparedStatement;
    originals.set(wrapped, asked);
    return wrapped;
  }

  const replica = {
    prepare: (sql: string) => wrap(sql, primary.prepare(sql), []),
    batch(statements: D1PreparedStatement[]) {
      const asked = statements.map((statement) => originals.get(statement)!);
      if (asked.every(({ sql }) => isRead(sql))) return read(asked);
      return primary.batch(asked.map(({ statement }) => statement));
    },
    getBookmark: () => null,
  };
  return {
    prepare: (sql: string) => primary.prepare(sql),
    batch: (statements: D1PreparedStatement[]) => primary.batch(statements),
    withSession: (from = "first-unconstrained") =>
      from === "first-primary" ? primary.withSession(from) : replica,
  } as unknown as D1Database;
}
