import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openIdConfiguration } from "~/api/id-tokens.server.ts";

/** Says who signs our ID tokens, and where the keys are. Pages of any origin may read this document and the keys. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  Response.json(openIdConfiguration(context.origin), {
    headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" },
  });
