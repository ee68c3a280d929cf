import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openApiDocument } from "~/api/openapi.server.ts";

/** The document is public, because it says nothing that the page for developers does not say. */
export const loader = ({ context }: LoaderFunctionArgs) => Response.json(openApiDocument(context.origin));
