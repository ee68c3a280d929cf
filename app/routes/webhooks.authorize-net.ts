import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { receiveWebhook } from "~/money/reconciler/webhooks.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

export const loader = () => refuse(405, messages.methodNotAllowed);

/** Receives reports from the card processor. The signature covers the raw bytes of the body. */
export async function action({ request, context }: ActionFunctionArgs) {
  const body = new Uint8Array(await request.arrayBuffer());
  const accepted = !context.oversized && (await receiveWebhook(context, body, request.headers));
  return accepted ? new Response(null, { status: 200 }) : refuse(401, messages.badRequest);
}
