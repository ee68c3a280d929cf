import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openIdConfiguration } from "~/api/id-tokens.server.ts";

/** Says who signs our ID tokens, and where the keys are. Like the keys, it may be read by a page of any origin. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  Response.json(openIdConfiguration(context.origin), {
    headers: { "Cache-Control": "public, max-age=300", "Access-Control-Allow-Origin": "*" },
  });
