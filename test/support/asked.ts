import { env } from "cloudflare:workers";
import { type Browser, type Page, signedIn } from "./browser.ts";
import { rows } from "./storage.ts";
import { answerWith } from "./worker.ts";

/** A statement with its values. */
export type Asked = { sql: string; values: unknown[] };

/** The database, whose statements are recorded with their values; `meter` counts the rows that they read. */
export function meteredDatabase() {
  const asked: Asked[] = [];
  const meter = { read: 0 };
  const originals = new WeakMap<object, D1PreparedStatement>();
  const wrap = (statement: D1PreparedStatement, sql: string): D1PreparedStatement => {
    const counted = async <Result extends { meta?: { rows_read?: number } }>(result: Promise<Result>) => {
      const answer = await result;
      meter.read += answer.meta?.rows_read ?? 0;
      return answer;
    };
    const wrapped = {
      bind: (...values: unknown[]) => {
        asked.push({ sql, values });
        return wrap(statement.bind(...values), sql);
      },
      all: () => counted(statement.all()),
      run: () => counted(statement.run()),
      raw: (...options: [{ columnNames: true }]) => statement.raw(...options),
      first: (...column: [string]) => statement.first(...column),
    } as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  };
  const DB = {
    prepare: (sql: string) => wrap(env.DB.prepare(sql), sql),
    batch: async (statements: D1PreparedStatement[]) => {
      const answers = await env.DB.batch(statements.map((one) => originals.get(one) ?? one));
      for (const { meta } of answers) meter.read += meta.rows_read ?? 0;
      return answers;
    },
  };
  return { DB, asked, meter };
}

/** A browser that is signed in to this account; its statements are recorded with their values. */
export async function watched(account: string) {
  const { DB, asked, meter } = meteredDatabase();
  const browser: Browser = await signedIn(account);
  browser.send = (request) => answerWith({ DB }, request);
  return { browser, asked, meter };
}

export const tripsOf = (page: Page) =>
  Number(/db;desc="(\d+)"/.exec(page.response.headers.get("Server-Timing") ?? "")?.[1]);

/**
 * Matches scans that do no harm: of tables with only a handful of rows, of rows that were found before, and of indexes
 * with only those rows that still wait.
 */
const SMALL =
  /^SCAN (settings|waiting_lists|content_versions|conferences|editions|invoicing|staff|inspections|factor_resets|tickets|CONSTANT ROW|\(|json_each|candidate|found|counted|begun|named|stopped|ending|outgoings USING INDEX outgoings_one|offers USING INDEX offers_untold|edition_publications USING INDEX edition_publications_untold)/;

/**
 * The statements of a page that read a whole table or index.
 *
 * @param handful tables with at most this many rows are left out, because SQLite scans a table that its analysis found
 *   to be small.
 */
export async function scansOf(asked: Asked[], handful = 0): Promise<string[]> {
  const scans: string[] = [];
  for (const { sql, values } of asked) {
    const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
    for (const { detail } of plan)
      if (detail.startsWith("SCAN") && !SMALL.test(detail) && !(await hasAtMost(handful, detail)))
        scans.push(`${detail}: ${sql}`);
  }
  return scans;
}

/** Whether the scanned table has at most `number` rows. */
async function hasAtMost(number: number, detail: string): Promise<boolean> {
  const [, table] = /^SCAN (\w+)/.exec(detail) ?? [];
  if (number === 0 || !table) return false;
  return (await rows(`SELECT 1 FROM ${table} LIMIT ${number + 1}`)).length <= number;
}
