import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { CONTENT_TYPES } from "~/domain/documents.ts";
import { messages } from "~/domain/messages.ts";
import { openDocument } from "~/models/documents.server.ts";
import { refuse, requireViewer } from "~/session.server.ts";

/**
 * A PDF that can be viewed only inside a staff page. Browsers show it in a viewer of their own that no page
 * can reach into. There is no sandbox, because it would keep that viewer from starting.
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
