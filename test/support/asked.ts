import { env } from "cloudflare:workers";
import { type Browser, type Page, signedIn } from "./browser.ts";
import { rows } from "./storage.ts";
import { answerWith } from "./worker.ts";

/** A statement with its values. */
export type Asked = { sql: string; values: unknown[] };

/** A browser whose statements are recorded with their values. */
export async function watched(account: string) {
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
  const browser: Browser = await signedIn(account);
  browser.send = (request) => answerWith({ DB }, request);
  return { browser, asked, meter };
}

export const tripsOf = (page: Page) =>
  Number(/db;desc="(\d+)"/.exec(page.response.headers.get("Server-Timing") ?? "")?.[1]);

/** Tables of a handful of rows, which SQLite scans once it knows their size, and rows that were already found. */
const SMALL =
  /^SCAN (settings|staff|inspections|tickets|tallies|rounds|ending|notifications|CONSTANT ROW|\(|json_each|found|begun|named|stopped)/;

/** The statements of a page that read a whole table or index. */
export async function scansOf(asked: Asked[]): Promise<string[]> {
  const scans: string[] = [];
  for (const { sql, values } of asked) {
    const plan = await rows<{ detail: string }>(`EXPLAIN QUERY PLAN ${sql}`, ...values);
    for (const { detail } of plan)
      if (detail.startsWith("SCAN") && !SMALL.test(detail)) scans.push(`${detail}: ${sql}`);
  }
  return scans;
}
