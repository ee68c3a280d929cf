import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { openDocument } from "~/applications/documents.server.ts";
import { CONTENT_TYPES } from "~/applications/documents.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

/**
 * A PDF that can be shown only inside a staff page. Browsers show it in their own viewer, which no page can access. The
 * frame has no sandbox, because a sandbox would prevent the viewer from starting.
 */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args);
  const document =
    (await openDocument(args.context, visit, args.params["id"]!, CONTENT_TYPES.pdf)) ??
    refuse(404, messages.notFound);
  return new Response(document.body, {
    headers: {
      "Content-Type": CONTENT_TYPES.pdf,
      "Content-Length": String(document.size),
      "Content-Disposition": "inline",
      "Content-Security-Policy": "frame-ancestors 'self'",
    },
  });
}
