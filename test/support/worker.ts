import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "~/entry.worker.ts";
import { MINUTE } from "~/values/durations.ts";
import { keptApart } from "./apart.ts";

const DB = keptApart(env.DB);

/**
 * The Worker's answer, with these variables and bindings instead of its own. The Worker is called directly: through
 * `exports.default`, every request of a test file would take longer than the previous one.
 */
export async function answerWith(changes: Record<string, unknown>, request: Request): Promise<Response> {
  const { response, end } = answerAhead(changes, request);
  const answer = await response;
  await end();
  return answer;
}

/** Like `answerWith`, but it does not wait for what the Worker does after its answer; `end` waits for that. */
export function answerAhead(changes: Record<string, unknown>, request: Request) {
  const execution = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = worker.fetch(incoming, { ...env, DB, ...changes }, execution);
  return { response, end: () => waitOnExecutionContext(execution) };
}

/** A time (UTC ms) at which the cron also does its work of every tenth minute, such as the check of the data. */
export const TENTH = 10 * MINUTE;

/** Runs the cron's work of every minute. With `TENTH`, it also runs the work of every tenth minute. */
export async function keepHouse(changes: Record<string, unknown> = {}, at = MINUTE): Promise<void> {
  const execution = createExecutionContext();
  await worker.scheduled(
    createScheduledController({ scheduledTime: new Date(at) }),
    { ...env, DB, ...changes },
    execution,
  );
  await waitOnExecutionContext(execution);
}

export const PRODUCTION = {
  ENVIRONMENT: "production",
  ORIGIN: "https://portal.example.org",
  DEMO_NOW: undefined,
  PAYMENT_GATEWAY: "none",
  MAILER: "none",
};
