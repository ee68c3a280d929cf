type Trigger = { name: string; sql: string };

/**
 * Creates every trigger again, in the reverse order. SQLite promises no order for several triggers of the same event.
 * In practice it runs the newest trigger first, so this reverses the order in which triggers run. Doing it twice
 * restores the first order.
 */
export async function reverseTriggers(database: D1Database): Promise<void> {
  const { results } = await database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid")
    .all<Trigger>();
  await database.batch(results.map(({ name }) => database.prepare(`DROP TRIGGER "${name}"`)));
  await database.batch(results.toReversed().map(({ sql }) => database.prepare(sql)));
}
