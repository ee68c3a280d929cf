import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicKeys } from "~/api/id-tokens.server.ts";

/**
 * The public keys of our ID tokens. Pages of any origin may read them. A new key is published here before it signs
 * tokens.
 */
export const loader = ({ context }: LoaderFunctionArgs) =>
  Response.json(publicKeys(context.config), {
    headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" },
  });
