import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccess } from "~/access/gate.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

/** Answers every unknown address of the library. Subscribers get a 404, everybody else the offer to subscribe. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAccess(args, "hpairPlus");
  refuse(404, messages.notFound);
}

export default function NotFound() {
  return null;
}
