import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { missingPart } from "~/request/health.server.ts";

/**
 * Tells monitoring whether the portal's pages can work. If they can, the answer names the version. If they cannot, it
 * names the part that is missing. A release waits until the answer names its version.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const missing = await missingPart(context.db);
  if (!missing) return Response.json({ ok: true, version: context.version });
  return Response.json({ ok: false, missing }, { status: 503, headers: { "Retry-After": "60" } });
}
