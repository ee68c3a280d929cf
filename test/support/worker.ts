import { createExecutionContext, createScheduledController, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import worker from "~/entry.worker.ts";

/** How the Worker answers with these variables and bindings in place of its own. */
export async function answerWith(changes: Record<string, unknown>, request: Request): Promise<Response> {
  const execution = createExecutionContext();
  const incoming = request as Request<unknown, IncomingRequestCfProperties>;
  const response = await worker.fetch(incoming, { ...env, ...changes }, execution);
  await waitOnExecutionContext(execution);
  return response;
}

/** What the cron does each minute. */
export async function keepHouse(changes: Record<string, unknown> = {}): Promise<void> {
  const execution = createExecutionContext();
  await worker.scheduled(createScheduledController(), { ...env, ...changes }, execution);
  await waitOnExecutionContext(execution);
}

export const PRODUCTION = {
  ENVIRONMENT: "production",
  ORIGIN: "https://portal.example.org",
  DEMO_NOW: undefined,
  PAYMENT_GATEWAY: "none",
};
