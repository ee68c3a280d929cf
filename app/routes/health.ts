import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { missingPart } from "~/request/health.server.ts";

/**
 * For monitoring: says whether the portal's pages can work, and in which version, or which part is missing. A release
 * waits until its version is named here.
 */
export async function loader({ context }: LoaderFunctionArgs) {
  const missing = await missingPart(context.db);
  if (!missing) return Response.json({ ok: true, version: context.version });
  return Response.json({ ok: false, missing }, { status: 503, headers: { "Retry-After": "60" } });
}
