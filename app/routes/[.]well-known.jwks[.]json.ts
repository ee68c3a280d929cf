import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { publicKeys } from "~/id-tokens.server.ts";

/** The public keys of our ID tokens. A page of any origin may read them; a new key signs when it is out. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  Response.json(publicKeys(context.config), {
    headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" },
  });
