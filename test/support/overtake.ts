import { env } from "cloudflare:workers";
import type { Browser } from "./browser.ts";
import { answerWith } from "./worker.ts";

/** Lets something else happen right before the browser's request runs the batch with a statement that begins so. */
export function overtake(browser: Browser, statement: string, work: () => Promise<unknown>): () => boolean {
  let [prepared, done] = [false, false];
  const DB = {
    prepare(sql: string) {
      prepared ||= sql.startsWith(statement);
      return env.DB.prepare(sql);
    },
    async batch(statements: D1PreparedStatement[]) {
      if (prepared && !done) {
        done = true;
        await work();
      }
      return env.DB.batch(statements);
    },
  };
  browser.send = (request) => answerWith({ DB }, request);
  return () => done;
}
