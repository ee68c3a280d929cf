import type { ActionFunctionArgs } from "@remix-run/cloudflare";
import { receiveMailEvent } from "~/mail/mail-events.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

export const loader = () => refuse(405, messages.methodNotAllowed);

/** Receives the mail provider's reports about mails. The signature covers the raw bytes of the body. */
export async function action({ request, context }: ActionFunctionArgs) {
  const body = new Uint8Array(await request.arrayBuffer());
  const answer = await receiveMailEvent(context, body, request.headers);
  return "refused" in answer ? refuse(answer.status, answer.refused) : new Response(null, { status: 200 });
}
