import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireAccess } from "~/access/gate.server.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

/** Answers every unknown library address: with 404 for subscribers, with the gate for everybody else. */
export async function loader(args: LoaderFunctionArgs) {
  await requireAccess(args, "hpairPlus");
  refuse(404, messages.notFound);
}

export default function NotFound() {
  return null;
}
