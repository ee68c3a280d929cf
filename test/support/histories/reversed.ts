type Trigger = { name: string; sql: string };

/**
 * Creates every trigger again, the last one first. SQLite does not promise an order for several triggers of one
 * event. It runs the newest first, so this turns their order around. Doing it twice changes nothing.
 */
export async function reverseTriggers(database: D1Database): Promise<void> {
  const { results } = await database
    .prepare("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger' ORDER BY rowid")
    .all<Trigger>();
  await database.batch(results.map(({ name }) => database.prepare(`DROP TRIGGER "${name}"`)));
  await database.batch(results.toReversed().map(({ sql }) => database.prepare(sql)));
}
