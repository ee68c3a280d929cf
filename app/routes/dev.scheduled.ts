import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { refuse } from "~/platform/refusal.server.ts";
import { keepHouse } from "~/request/cron.server.ts";
import { messages } from "~/values/messages.ts";

/**
 * Does in development what the cron does in production. It is needed because `wrangler dev` 4.86 cannot call the
 * scheduled handler of a Worker that has assets (workers-sdk issue 9882).
 */
export async function action({ context }: ActionFunctionArgs) {
  if (context.config.production) refuse(404, messages.notFound);
  await keepHouse(context, Date.now());
  return new Response(null, { status: 204 });
}

export const loader = () => refuse(404, messages.notFound);
