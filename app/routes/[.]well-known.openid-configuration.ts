import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openIdConfiguration } from "~/api/id-tokens.server.ts";

/** By whom our ID tokens are signed and where the keys are. A page of any origin may read it, as it may the keys. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  Response.json(openIdConfiguration(context.origin), {
    headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" },
  });
