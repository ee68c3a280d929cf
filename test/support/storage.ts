import { env } from "cloudflare:workers";
import { expect } from "vitest";

/** The rows that a query of the portal's database finds. */
export async function rows<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all<Row>();
  return results;
}

/** The one row that a query finds; fails if there is no row or more than one. */
export async function row<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row> {
  const found = await rows<Row>(sql, ...values);
  expect(found, sql).toHaveLength(1);
  return found[0]!;
}

export const run = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run();

/** Runs statements, each with its parameters, one after the other. */
export async function runAll(statements: [sql: string, parameters: unknown[]][]) {
  for (const [sql, parameters] of statements) await run(sql, ...parameters);
}

/** The charges of one delegate in the card processor's ledger. */
export async function chargesOf(uid: string) {
  const { results } = await env.SIMULATOR.prepare("SELECT * FROM charges WHERE carried LIKE ? ORDER BY rowid")
    .bind(`%"uid":"${uid}"%`)
    .all<{ invoice_number: string; outcome: string; amount_cents: number; carried: string }>();
  return results;
}

/** Every row of every table, every file and every charge. */
export async function everything(): Promise<Record<string, unknown[]>> {
  const tables = await rows<{ name: string }>(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB '_cf_*' AND name NOT GLOB 'sqlite_*' ORDER BY name",
  );
  const contents = await env.DB.batch(
    tables.map(({ name }) => env.DB.prepare(`SELECT * FROM "${name}" ORDER BY rowid`)),
  );
  const stored = Object.fromEntries(tables.map(({ name }, index) => [name, contents[index]!.results]));
  const { results: charges } = await env.SIMULATOR.prepare("SELECT * FROM charges ORDER BY rowid").all();
  return { ...stored, files: await files(), charges };
}

export async function files(prefix = ""): Promise<string[]> {
  const { objects } = await env.FILES.list({ prefix });
  return objects.map(({ key, etag }) => `${key} ${etag}`);
}

/** Audit actions that change nothing: people signed in, looked at something, downloaded a copy, or were refused. */
const LOOKS = new Set([
  ...[
    "signIn",
    "wrongPassword",
    "refused",
    "openApplication",
    "searchDoor",
    "openSessionDoor",
    "export",
    "exportEnd",
  ],
]);

/**
 * Runs the work and checks that nothing stored has changed, except in the tables in `but`. Audit entries about actions
 * in `LOOKS` are ignored, and so is the table `tallies`, which only counts the rows of other tables.
 */
export async function changingNothing<Result>(
  work: () => Promise<Result>,
  { but = [] }: { but?: string[] } = {},
): Promise<Result> {
  const compared = async () =>
    Object.fromEntries(
      Object.entries(await everything())
        .filter(([name]) => name !== "tallies" && !but.includes(name))
        .map(([name, stored]) => [
          name,
          name === "audit"
            ? (stored as { action: string }[]).filter(({ action }) => !LOOKS.has(action))
            : stored,
        ]),
    );
  const before = await compared();
  const result = await work();
  expect(await compared()).toEqual(before);
  return result;
}

/**
 * The statements that empty these tables. If a table is protected by a trigger, the trigger is removed first and
 * restored afterwards.
 */
export const emptying = (tables: readonly string[]): D1PreparedStatement[] =>
  tables.flatMap((table) => deleting(table));

const KEPT: Readonly<Record<string, string>> = {
  ...{ audit: "audit_kept", credit_notes: "credit_notes_kept", entries: "entries_kept" },
};

/**
 * The statements that count the ledger again. They are needed because entries are never deleted in reality, and so no
 * trigger counts a deletion.
 */
export const RECOUNTED = [
  "DELETE FROM tallies WHERE name IN ('account', 'revenue')",
  "INSERT INTO tallies SELECT conference_id, name, key, number, total FROM tallied WHERE name IN ('account', 'revenue')",
];

/**
 * The statements that delete these rows of a table. In reality, this happens only if a database is restored to an
 * earlier time.
 */
export function deleting(table: string, where = "true", ...values: string[]): D1PreparedStatement[] {
  const deletion = env.DB.prepare(`DELETE FROM ${table} WHERE ${where}`).bind(...values);
  const name = KEPT[table];
  if (!name) return [deletion];
  const triggers = env.TEST_MIGRATIONS.flatMap(({ queries }) => queries);
  const kept = triggers.find((query) => query.includes(`CREATE TRIGGER \`${name}\``))!;
  const counted = table === "entries" ? RECOUNTED : [];
  return [
    env.DB.prepare(`DROP TRIGGER ${name}`),
    deletion,
    ...[kept, ...counted].map((sql) => env.DB.prepare(sql)),
  ];
}
