import { env } from "cloudflare:workers";
import { answerWith } from "./worker.ts";

/** A browser or a program. */
type Visitor = { send: (request: Request) => Promise<Response> };

/**
 * Lets something else happen once: just before a request of the visitor runs a statement whose text begins with
 * `statement`, either alone or in a batch.
 *
 * @param rewrite changes every statement of that request; a negative control uses it to remove a guard.
 * @returns a function that says whether it has happened.
 */
export function overtake(
  visitor: Visitor,
  statement: string,
  work: () => Promise<unknown>,
  rewrite = (sql: string): string => sql,
): () => boolean {
  const { DB, hasHappened } = overtaken((sql) => sql.startsWith(statement), work, rewrite);
  visitor.send = (request) => answerWith({ DB }, request);
  return hasHappened;
}

/**
 * Like `overtake`, for anything that uses the returned database, such as the cron. `isIt` finds the statement by its
 * text.
 */
export function overtaken(
  isIt: (sql: string) => boolean,
  work: () => Promise<unknown>,
  rewrite = (sql: string): string => sql,
): { DB: D1Database; hasHappened: () => boolean } {
  let done = false;
  async function afterwards<Result>(trip: () => Promise<Result>): Promise<Result> {
    if (!done) {
      done = true;
      await work();
    }
    return trip();
  }
  const originals = new WeakMap<object, D1PreparedStatement>();
  function held(statement: D1PreparedStatement): D1PreparedStatement {
    const wrapped = {
      bind: (...values: unknown[]) => held(statement.bind(...values)),
      first: (...column: [string]) => afterwards(() => statement.first(...column)),
      run: () => afterwards(() => statement.run()),
      all: () => afterwards(() => statement.all()),
      raw: (...options: [{ columnNames: true }]) => afterwards(() => statement.raw(...options)),
    } as D1PreparedStatement;
    originals.set(wrapped, statement);
    return wrapped;
  }
  const DB = {
    prepare(sql: string) {
      const prepared = env.DB.prepare(rewrite(sql));
      return isIt(sql) ? held(prepared) : prepared;
    },
    batch(statements: D1PreparedStatement[]) {
      const run = () => env.DB.batch(statements.map((prepared) => originals.get(prepared) ?? prepared));
      return statements.some((prepared) => originals.has(prepared)) ? afterwards(run) : run();
    },
  };
  return { DB: DB as D1Database, hasHappened: () => done };
}
