import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicKeys } from "~/api/id-tokens.server.ts";

/**
 * The public keys of our ID tokens. A page of any origin may read them. A new key signs tokens only after it has been
 * published here.
 */
export const loader = ({ context }: LoaderFunctionArgs) =>
  Response.json(publicKeys(context.config), {
    headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" },
  });
