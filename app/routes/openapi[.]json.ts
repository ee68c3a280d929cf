import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openApiDocument } from "~/api/openapi.server.ts";

/** Public: it says nothing that the page for developers does not. */
export const loader = ({ context }: LoaderFunctionArgs) => Response.json(openApiDocument(context.origin));
