import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { messages } from "~/domain/messages.ts";
import { receiveWebhook } from "~/models/webhooks.server.ts";
import { refuse } from "~/session.server.ts";

export const loader = () => refuse(405, messages.methodNotAllowed);

/** Receives notices from the card processor. The signature covers the raw bytes of the body. */
export async function action({ request, context }: ActionFunctionArgs) {
  const body = new Uint8Array(await request.arrayBuffer());
  const accepted = !context.oversized && (await receiveWebhook(context, body, request.headers));
  return accepted ? new Response(null, { status: 200 }) : refuse(401, messages.badRequest);
}
