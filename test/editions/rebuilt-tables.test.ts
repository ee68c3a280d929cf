import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { everything, rows, run } from "../support/storage.ts";

const migrations = (env as unknown as { TEST_MIGRATIONS: { name: string; queries: string[] }[] })
  .TEST_MIGRATIONS;

/** Plans with everything a row may have, under lines of each kind. */
await run(
  `INSERT INTO plans (id, conference_id, kind, state, title, undoes, summary, created_by, created_at, asked_by,
    asked_at, applied_by, applied_at, apply_id) VALUES
    ('full', 'aconf_2023', 'decisions', 'applied', 'A title', 'another', '{"a":1}', 'x', 1, 'y', 2, 'z', 3, 'w'),
    ('bare', 'aconf_2023', 'distribution', 'proposed', '', NULL, '{}', 'x', 0, NULL, NULL, NULL, NULL, NULL)`,
);
await run(
  "INSERT INTO decision_lines (plan_id, line, key, state) VALUES ('full', 2, 'somebody', 'unchanged')",
);
await run(
  `INSERT INTO distribution_lines (plan_id, line, uid, staff_uid, act, reason)
    VALUES ('bare', 1, 'somebody', 'reader', 'assign', 'why')`,
);
await run("INSERT INTO schedule_lines (plan_id, line, act) VALUES ('full', 1, 'unchanged')");

await run(
  `INSERT INTO refunds (id, conference_id, payment_id, kind, amount_cents, reason, state, requested_by, lease_until, created_at)
    SELECT 'refund00000000000001', conference_id, id, 'money', 100, 'Asked for', 'refused', 'x', 0, 0
    FROM payments WHERE state = 'captured' LIMIT 1`,
);

await run(
  `INSERT INTO refund_lines (refund_id, holding_id, cents, ends)
    SELECT 'refund00000000000001', id, 100, 1 FROM holdings WHERE payment_id =
      (SELECT payment_id FROM refunds WHERE id = 'refund00000000000001') LIMIT 1`,
);

/** The tables that a migration builds again, and those whose rows hang on theirs. */
const REBUILT = [
  {
    migration: "an-edition-is-data",
    tables: ["questions", "rounds", "tickets"],
    children: ["prices", "payments", "documents", "add_ons"],
  },
  {
    migration: "plans-of-handing-over",
    tables: ["plans"],
    children: ["decision_lines", "distribution_lines", "schedule_lines"],
  },
  { migration: "holdings", tables: ["payments"], children: ["holdings", "refunds"] },
  { migration: "given-back-by-line", tables: ["refunds"], children: ["refund_lines"] },
].map((rebuilt) => {
  const index = migrations.findIndex(({ name }) => name.includes(rebuilt.migration));
  const names = rebuilt.tables.join("|");
  const rebuilds = new RegExp(
    `\`(?:${names})_before\`|(?:CREATE|DROP) TABLE \`(?:${names})\`|CREATE TRIGGER \`(?:${names})|INDEX .* ON \`(?:${names})\`|defer_foreign_keys`,
  );
  // Columns, indexes and triggers that came later come again.
  const adds = new RegExp(
    `ALTER TABLE \`(?:${names})\` ADD |^\\s*CREATE (?:UNIQUE )?INDEX .* ON \`(?:${names})\`|(?:CREATE|DROP) TRIGGER \`(?:${names})_|^\\s*DROP INDEX \`(?:${names})_`,
  );
  const later = migrations.slice(index + 1).flatMap(({ queries }) => queries.filter((one) => adds.test(one)));
  const rebuilding = migrations[index]!.queries.filter((query) => rebuilds.test(query));
  return { ...rebuilt, rebuilding: [...rebuilding, ...later] };
});

/** What hangs on these tables in the schema: triggers and indexes, as they were written. */
const hangingOn = (tables: string[]) =>
  rows(
    `SELECT type, name, sql FROM sqlite_schema WHERE tbl_name IN (SELECT value FROM json_each(?)) AND type <> 'table'
      ORDER BY name`,
    JSON.stringify(tables),
  );

const runAll = (statements: string[]) => env.DB.batch(statements.map((query) => env.DB.prepare(query)));

test.each(REBUILT)("$tables are built again under their children", async ({
  tables,
  children,
  rebuilding,
}) => {
  // What came after the rebuilding comes again with its default.
  await env.DB.exec("UPDATE questions SET asked_later = 0");
  const [before, hanging] = [await everything(), await hangingOn(tables)];
  for (const child of children) expect(before[child]!.length, child).toBeGreaterThan(0);
  expect(rebuilding.length).toBeGreaterThan(5);
  expect(hanging.length).toBeGreaterThan(tables.length);
  await runAll(rebuilding);
  expect(await everything()).toEqual(before);
  expect(await hangingOn(tables)).toEqual(hanging);
  expect(await rows("PRAGMA foreign_key_check")).toEqual([]);
});

test.each(REBUILT)("the children keep $tables from going while keys are judged at once", async ({
  rebuilding,
}) => {
  const before = await everything();
  const atOnce = rebuilding.filter((query) => !query.includes("defer_foreign_keys"));
  await expect(runAll(atOnce)).rejects.toThrow(/FOREIGN KEY/);
  expect(await everything()).toEqual(before);
});
