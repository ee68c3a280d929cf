import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { requireViewer } from "~/accounts/session.server.ts";
import { openDocument } from "~/applications/documents.server.ts";
import { downloadName } from "~/applications/documents.ts";
import { refuse } from "~/platform/refusal.server.ts";
import { messages } from "~/values/messages.ts";

/** A document, always as a download and never as a page, because an uploaded file must not run on this origin. */
export async function loader(args: LoaderFunctionArgs) {
  const visit = await requireViewer(args);
  const document = await openDocument(args.context, visit, args.params["id"]!);
  if (!document) refuse(404, messages.notFound);
  const { ascii, utf8 } = downloadName(document.fileName);
  return new Response(document.body, {
    headers: {
      "Content-Type": document.contentType,
      "Content-Length": String(document.size),
      "Content-Disposition": `attachment; filename="${ascii}"; filename*=UTF-8''${utf8}`,
      "Content-Security-Policy": "sandbox; default-src 'none'",
    },
  });
}
